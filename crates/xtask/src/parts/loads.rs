//! Which files the program's parts consist of, as the scripts say that load them.

use std::collections::{BTreeMap, BTreeSet};

/// What a script exports for a part, before the part's name: the program asks for it.
const PART: &str = "export const __wasm_split_load_";

/// The files of each part, by its name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Loads(BTreeMap<String, BTreeSet<String>>);

impl Loads {
    /// Reads it from the script of wasm-split, in which each part is a statement that ends with the
    /// chunks that it shares with others:
    ///
    /// ```text
    /// const __chunk_2 = makeLoad(() => { … new URL("./chunk_2.wasm", …) … }, []);
    /// export const __wasm_split_load_desk = wrapAsyncCb(makeLoad(() => { … }, [__chunk_2]));
    /// ```
    pub fn of_cut(script: &str) -> Self {
        const CHUNK: &str = "const __chunk_";
        let mut chunks = BTreeMap::new();
        let mut parts = BTreeMap::new();
        let starts = script
            .match_indices(CHUNK)
            .chain(script.match_indices(PART));
        let mut starts: Vec<usize> = starts.map(|(at, _)| at).collect();
        starts.sort_unstable();
        let ends = starts.iter().skip(1).copied().chain([script.len()]);
        for (start, end) in starts.iter().zip(ends) {
            let text = script.get(*start..end).unwrap_or_default();
            let file = text
                .split_once("\"./")
                .and_then(|(_, rest)| rest.split_once('"'));
            let file = file.map(|(file, _)| file.to_owned());
            if let Some(rest) = text.strip_prefix(CHUNK) {
                chunks.extend(file.map(|file| (number(rest), file)));
            } else if let Some(rest) = text.strip_prefix(PART) {
                let name = rest.split(' ').next().unwrap_or_default().to_owned();
                let used = text.split("__chunk_").skip(1).map(number);
                let used = used.filter_map(|number| chunks.get(&number).cloned());
                parts.insert(name, used.chain(file).collect());
            }
        }
        Self(parts)
    }

    /// Reads it from what [`Self::script`] has written.
    pub fn read(script: &str) -> Self {
        let parts = script.lines().filter_map(|line| {
            let (name, files) = line.strip_prefix(PART)?.split_once(' ')?;
            let files = files.split('"').skip(1).step_by(2).map(str::to_owned);
            Some((name.to_owned(), files.collect()))
        });
        Self(parts.collect())
    }

    /// The statements that a script ends with: a line for each part.
    pub fn script(&self) -> String {
        let line = |(name, files): (&String, &BTreeSet<String>)| {
            let files: Vec<String> = files.iter().map(|file| format!("\"{file}\"")).collect();
            format!("{PART}{name} = part([{}]);\n", files.join(", "))
        };
        self.0.iter().map(line).collect()
    }

    /// The part called `name` needs `file` too.
    pub fn add(&mut self, name: String, file: String) {
        self.0.entry(name).or_default().insert(file);
    }

    /// The part called `name` is there, whatever it needs.
    pub fn declare(&mut self, name: &str) {
        self.0.entry(name.to_owned()).or_default();
    }

    /// The parts that need each file.
    pub fn by_file(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut parts = BTreeMap::<String, BTreeSet<String>>::new();
        for (name, files) in &self.0 {
            for file in files {
                parts.entry(file.clone()).or_default().insert(name.clone());
            }
        }
        parts
    }

    /// The names of all parts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The files that the part called `name` needs beside those of the first load.
    pub fn of(&self, name: &str) -> BTreeSet<&str> {
        let files = self.0.get(name).into_iter().flatten();
        files.map(String::as_str).collect()
    }

    /// The files of all parts.
    pub fn all(&self) -> BTreeSet<&str> {
        self.0.values().flatten().map(String::as_str).collect()
    }
}

/// The digits that `text` begins with.
fn number(text: &str) -> String {
    text.chars().take_while(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use super::Loads;

    #[test]
    fn parts_are_told_with_the_chunks_that_they_share() {
        let loads = Loads::of_cut(
            r#"function makeLoad(fetcher, deps) {}
/* desk, interview */
const __chunk_2 = makeLoad(() => {
    const src = fetch(new URL("./chunk_2.wasm", import.meta.url));
}
, []);
const __chunk_13 = makeLoad(() => { fetch(new URL("./chunk_13.wasm", import.meta.url)); }, []);
export const __wasm_split_load_interview = wrapAsyncCb(makeLoad(() => { fetch(new URL("./split_interview_4.wasm", import.meta.url)); }, [__chunk_2, __chunk_13]));
export const __wasm_split_load_desk = wrapAsyncCb(makeLoad(() => { fetch(new URL("./split_desk.wasm", import.meta.url)); }, [__chunk_2]));
export const __wasm_split_load_reason = wrapAsyncCb(makeLoad(() => async (_imp) => ({}), [__chunk_13]));
"#,
        );
        let of = |name| Vec::from_iter(loads.of(name));
        assert_eq!(
            Vec::from_iter(loads.names()),
            ["desk", "interview", "reason"]
        );
        assert_eq!(of("desk"), ["chunk_2.wasm", "split_desk.wasm"]);
        assert_eq!(of("reason"), ["chunk_13.wasm"]);
        assert_eq!(
            of("interview"),
            ["chunk_13.wasm", "chunk_2.wasm", "split_interview_4.wasm"]
        );
        assert_eq!(loads.all().len(), 4);
        let shared = loads.by_file();
        let by = |file| Vec::from_iter(&shared[file]);
        assert_eq!(by("chunk_13.wasm"), ["interview", "reason"]);
        assert_eq!(by("split_desk.wasm"), ["desk"]);
        assert_eq!(Loads::read(&loads.script()), loads);
    }
}
