//! A look into JSON text that is still streaming in, for showing it early.

mod string;

use string::StringReader;

/// What is nested deeper than this is not looked into.
const MAX_DEPTH: usize = 64;

/// Reads the text at one path out of JSON that arrives piece by piece. Each byte is looked at
/// once, wherever the pieces are cut.
///
/// A path names members: `message` is a member of the whole, and `statements[].text` a member of
/// each object in an array. Several texts are separated by a line break.
///
/// For display only: whether the text is valid JSON is decided when all of it is there.
///
/// ```
/// use kikitori_llm::partial::PartialText;
/// let mut message = PartialText::at("message");
/// assert_eq!(message.push(r#"{"message":"Hel"#), "Hel");
/// assert_eq!(message.push(r#"lo","other":"#), "lo");
/// let mut texts = PartialText::at("statements[].text");
/// assert_eq!(texts.push(r#"{"statements":[{"text":"One."},{"text":"Tw"#), "One.\nTw");
/// ```
#[derive(Debug)]
pub struct PartialText {
    path: Vec<Segment>,
    levels: Vec<Level>,
    /// How many levels are open that are too deep to be looked into.
    too_deep: usize,
    string: Option<(Role, StringReader)>,
    has_text: bool,
    looked_at: usize,
}

/// A step of a path.
#[derive(Debug, PartialEq, Eq)]
enum Segment {
    Member(String),
    EachItem,
}

/// An object or array that is open.
#[derive(Debug)]
struct Level {
    kind: Kind,
    /// Whether it is on the path.
    is_on_path: bool,
}

#[derive(Debug)]
enum Kind {
    Array,
    Object {
        /// Whether the next string names a member.
        expects_key: bool,
        /// Whether the member that was named last is the one on the path.
        is_wanted: bool,
        /// Whether that member has come: one that is repeated is not read again.
        has_come: bool,
    },
}

/// What a string is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The name of a member. Its text so far is the part of the wanted name that it equals.
    Key {
        matched: usize,
        is_equal: bool,
    },
    Shown,
    Other,
}

impl PartialText {
    /// A reader of the text at `path`.
    pub fn at(path: &str) -> Self {
        let mut segments = Vec::new();
        for part in path.split('.') {
            let name = part.trim_end_matches("[]");
            if !name.is_empty() {
                segments.push(Segment::Member(name.to_owned()));
            }
            let arrays = (part.len() - name.len()) / 2;
            segments.extend((0..arrays).map(|_| Segment::EachItem));
        }
        Self {
            path: segments,
            levels: Vec::new(),
            too_deep: 0,
            string: None,
            has_text: false,
            looked_at: 0,
        }
    }

    /// Takes the next piece of the JSON text; answers what it adds to the text at the path.
    pub fn push(&mut self, piece: &str) -> String {
        let mut added = String::new();
        for character in piece.chars() {
            self.looked_at += character.len_utf8();
            match self.string.take() {
                Some((role, reader)) => self.in_string(role, reader, character, &mut added),
                None => self.between_strings(character, &mut added),
            }
        }
        added
    }

    /// How many bytes were looked at: what the reading has cost.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    fn in_string(
        &mut self,
        mut role: Role,
        mut reader: StringReader,
        character: char,
        added: &mut String,
    ) {
        let wanted = match self.path.get(self.levels.len().wrapping_sub(1)) {
            Some(Segment::Member(name)) => name.as_str(),
            _ => "",
        };
        let ends = reader.push(character, |character| match &mut role {
            Role::Shown => added.push(character),
            Role::Key { matched, is_equal } => {
                let rest = wanted.get(*matched..).unwrap_or_default();
                *is_equal &= rest.starts_with(character);
                *matched += character.len_utf8();
            }
            Role::Other => {}
        });
        if !ends {
            self.string = Some((role, reader));
            return;
        }
        let is_name =
            matches!(role, Role::Key { matched, is_equal: true } if matched == wanted.len());
        if let (
            Role::Key { .. },
            Some(Level {
                kind: Kind::Object { is_wanted, .. },
                is_on_path,
            }),
        ) = (role, self.levels.last_mut())
        {
            *is_wanted = is_name && *is_on_path;
        }
    }

    fn between_strings(&mut self, character: char, added: &mut String) {
        match character {
            '{' | '[' => self.open(character == '{'),
            '}' | ']' if self.too_deep > 0 => self.too_deep -= 1,
            '}' | ']' => {
                self.levels.pop();
            }
            ':' | ',' if self.too_deep == 0 => {
                if let Some(Level {
                    kind: Kind::Object { expects_key, .. },
                    ..
                }) = self.levels.last_mut()
                {
                    *expects_key = character == ',';
                }
            }
            '"' => {
                let role = self.role();
                if role == Role::Shown {
                    if self.has_text {
                        added.push('\n');
                    }
                    self.has_text = true;
                }
                self.string = Some((role, StringReader::default()));
            }
            _ => {}
        }
    }

    fn open(&mut self, is_object: bool) {
        if self.too_deep > 0 || self.levels.len() >= MAX_DEPTH {
            self.too_deep += 1;
            return;
        }
        let is_on_path = self.levels.is_empty() || self.value_is_on_path();
        let kind = if is_object {
            Kind::Object {
                expects_key: true,
                is_wanted: false,
                has_come: false,
            }
        } else {
            Kind::Array
        };
        self.levels.push(Level { kind, is_on_path });
    }

    /// What the string is that begins here.
    fn role(&mut self) -> Role {
        if self.too_deep > 0 {
            return Role::Other;
        }
        if let Some(Level {
            kind: Kind::Object {
                expects_key: true, ..
            },
            ..
        }) = self.levels.last()
        {
            return Role::Key {
                matched: 0,
                is_equal: true,
            };
        }
        let is_last = self.levels.len() == self.path.len();
        if self.value_is_on_path() && is_last {
            Role::Shown
        } else {
            Role::Other
        }
    }

    /// Whether the value that begins here is on the path, for the first time.
    fn value_is_on_path(&mut self) -> bool {
        let segment = self.path.get(self.levels.len().wrapping_sub(1));
        let Some(level) = self.levels.last_mut().filter(|level| level.is_on_path) else {
            return false;
        };
        match (&mut level.kind, segment) {
            (Kind::Array, Some(Segment::EachItem)) => true,
            (
                Kind::Object {
                    is_wanted,
                    has_come,
                    ..
                },
                Some(Segment::Member(_)),
            ) => {
                let is_on_path = *is_wanted && !*has_come;
                *has_come |= *is_wanted;
                is_on_path
            }
            _ => false,
        }
    }
}

#[cfg(test)]
#[path = "partial/tests.rs"]
mod tests;
