//! Which files the program's parts consist of, as the scripts say that load them.

use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// What a script exports for a part, before the part's name: the program asks for it.
const PART: &str = "export const __wasm_split_load_";

/// The files of a part.
#[derive(Debug, Default, PartialEq, Eq)]
struct Files {
    own: BTreeSet<String>,
    /// Files that each have several of its own: loaded in their place where exactly these are missing.
    wholes: BTreeMap<String, BTreeSet<String>>,
}

/// The files of each part, by its name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Loads(BTreeMap<String, Files>);

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
                let files = Files {
                    own: used.chain(file).collect(),
                    ..Files::default()
                };
                parts.insert(name, files);
            }
        }
        Self(parts)
    }

    /// Reads it from what [`Self::script`] has written.
    pub fn read(script: &str) -> Self {
        let parts = script.lines().filter_map(|line| {
            let (name, files) = line.strip_prefix(PART)?.split_once(" = part(")?;
            let files = format!("[{}]", files.strip_suffix(");")?);
            let (own, wholes) = serde_json::from_str(&files).ok()?;
            Some((name.to_owned(), Files { own, wholes }))
        });
        Self(parts.collect())
    }

    /// The statements that a script ends with: a line for each part.
    pub fn script(&self) -> String {
        let line = |(name, files): (&String, &Files)| {
            let (own, wholes) = (json!(files.own), json!(files.wholes));
            format!("{PART}{name} = part({own},{wholes});\n")
        };
        self.0.iter().map(line).collect()
    }

    /// The part called `name` needs `file` too.
    pub fn add(&mut self, name: String, file: String) {
        self.0.entry(name).or_default().own.insert(file);
    }

    /// The part called `name` can have `file` in place of those called `has`.
    pub fn add_whole(&mut self, name: &str, file: String, has: BTreeSet<String>) {
        let wholes = &mut self.0.entry(name.to_owned()).or_default().wholes;
        wholes.insert(file, has);
    }

    /// The part called `name` is there, whatever it needs.
    pub fn declare(&mut self, name: &str) {
        self.0.entry(name.to_owned()).or_default();
    }

    /// The parts that need each file.
    pub fn by_file(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut parts = BTreeMap::<String, BTreeSet<String>>::new();
        for (name, files) in &self.0 {
            for file in &files.own {
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
        let files = self.0.get(name).map(|files| &files.own);
        files.into_iter().flatten().map(String::as_str).collect()
    }

    /// What is fetched for the part called `name` where those called `before` are there.
    pub fn fetched(&self, name: &str, before: &[&str]) -> BTreeSet<&str> {
        let there: BTreeSet<&str> = before.iter().flat_map(|it| self.of(it)).collect();
        let mut missing: BTreeSet<&str> = self.of(name).difference(&there).copied().collect();
        let programs = missing.iter().filter(|it| it.ends_with(".wasm"));
        let programs: BTreeSet<&str> = programs.copied().collect();
        let wholes = self.0.get(name).map(|files| &files.wholes);
        let is_whole = |has: &BTreeSet<String>| has.iter().map(String::as_str).eq(programs.clone());
        let whole = wholes.into_iter().flatten().find(|(_, has)| is_whole(has));
        if let Some((whole, _)) = whole {
            missing.retain(|it| !programs.contains(it));
            missing.insert(whole);
        }
        missing
    }

    /// The files of all parts.
    pub fn all(&self) -> BTreeSet<&str> {
        let files = self.0.values();
        let files = files.flat_map(|it| it.own.iter().chain(it.wholes.keys()));
        files.map(String::as_str).collect()
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

    #[test]
    fn one_file_is_fetched_where_exactly_what_it_has_is_missing() {
        let mut loads = Loads::default();
        for (part, files) in [
            ("kept", "a.wasm"),
            ("first", "a.wasm b.wasm c.wasm first.css"),
            ("settings", "b.wasm"),
        ] {
            for file in files.split(' ') {
                loads.add(part.to_owned(), file.to_owned());
            }
        }
        for (whole, has) in [
            ("all.wasm", "a.wasm b.wasm c.wasm"),
            ("rest.wasm", "b.wasm c.wasm"),
        ] {
            let has = has.split(' ').map(str::to_owned).collect();
            loads.add_whole("first", whole.to_owned(), has);
        }
        let loads = Loads::read(&loads.script());
        let fetched = |before: &[&str]| Vec::from_iter(loads.fetched("first", before));
        assert_eq!(fetched(&[]), ["all.wasm", "first.css"]);
        assert_eq!(fetched(&["kept"]), ["first.css", "rest.wasm"]);
        assert_eq!(fetched(&["settings"]), ["a.wasm", "c.wasm", "first.css"]);
        assert!(fetched(&["first"]).is_empty());
        assert_eq!(loads.all().len(), 6);
    }
}
