//! Where a session's records lie.

use std::fmt;

/// A session's id as a part of keys. An id may be any text: what has a meaning in keys is escaped,
/// so that no session reaches into another one's records.
///
/// ```
/// use kikitori_journal::SessionKey;
/// let session = SessionKey::new("3f2a");
/// assert_eq!(session.record("draft"), "session/3f2a/draft");
/// assert_eq!(SessionKey::new("a/b").record("draft"), "session/a%2Fb/draft");
/// assert_eq!(SessionKey::new("a/b").id(), "a/b");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionKey {
    id: String,
    escaped: String,
}

impl SessionKey {
    /// The session of this id.
    pub fn new(id: impl Into<String>) -> Self {
        let id = id.into();
        let escaped = escaped(&id);
        Self { id, escaped }
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(crate) const HEADS: &str = "head/";
    pub(crate) const SESSIONS: &str = "session/";

    /// The session of which `key`, which begins with `prefix`, is a record.
    pub(crate) fn from_key(key: &str, prefix: &str) -> Self {
        let rest = key.strip_prefix(prefix).unwrap_or_default();
        let escaped = rest.split('/').next().unwrap_or_default();
        Self {
            id: unescaped(escaped),
            escaped: escaped.to_owned(),
        }
    }

    /// The key of what a list shows of the session.
    pub fn head(&self) -> String {
        format!("{}{}", Self::HEADS, self.escaped)
    }

    /// The key of a record of this session; its last part is `name`. With an empty name it is the
    /// prefix of all of them.
    pub fn record(&self, name: &str) -> String {
        format!("{}{}/{name}", Self::SESSIONS, self.escaped)
    }

    pub(crate) fn epoch(&self) -> String {
        self.record("epoch")
    }
}

impl fmt::Display for SessionKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.id)
    }
}

/// Which of a session's journals: its own, or one of a part of it that runs by itself, such as a
/// try of a subgraph.
///
/// ```
/// use kikitori_journal::StreamPath;
/// let second_try = StreamPath::main().child("research").child("try 2");
/// assert_ne!(second_try, StreamPath::main().child("research/try 2"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamPath(String);

impl StreamPath {
    /// The session's own journal.
    pub fn main() -> Self {
        Self("main".to_owned())
    }

    /// The journal of a part of this one's session. The name may be any text.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        Self(format!("{}{CHILD}{}", self.0, escaped(name)))
    }

    pub(crate) fn key(&self, session: &SessionKey, kind: Kind, number: u64) -> String {
        format!("{}{number:0DIGITS$}", self.prefix(session, kind))
    }

    pub(crate) fn prefix(&self, session: &SessionKey, kind: Kind) -> String {
        let kind = match kind {
            Kind::Snapshot => "snapshot",
            Kind::Update => "update",
        };
        session.record(&format!("journal/{}/{kind}/", self.0))
    }

    /// What the keys of this stream begin with, and those of its children.
    pub(crate) fn prefixes(&self, session: &SessionKey) -> [String; 2] {
        ['/', CHILD].map(|end| session.record(&format!("journal/{}{end}", self.0)))
    }
}

/// The two kinds of records in a stream.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Snapshot,
    Update,
}

const CHILD: char = ':';
/// As many steps as nobody takes; so the order of keys is that of numbers.
pub(crate) const DIGITS: usize = 10;

/// The number at the end of a key, if it is one that [`StreamPath::key`] writes.
pub(crate) fn number_of(suffix: &str) -> Option<u64> {
    let written = suffix.len() == DIGITS && suffix.bytes().all(|byte| byte.is_ascii_digit());
    suffix.parse().ok().filter(|_| written)
}

/// The longest id of a session that is imported.
pub(crate) const MAX_ID: usize = 200;

/// Whether a character is escaped: it has a meaning in keys or, as a control character, is refused
/// in an imported file's names.
fn is_escaped(character: char) -> bool {
    // U+FFFF ends the range of keys with a prefix.
    matches!(character, '%' | '/' | CHILD | '\u{ffff}') || character.is_control()
}

fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for character in name.chars() {
        match is_escaped(character) {
            true => escaped.push_str(&format!("%{:02X}", u32::from(character))),
            false => escaped.push(character),
        }
    }
    escaped
}

fn unescaped(escaped: &str) -> String {
    let mut parts = escaped.split('%');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = if part.starts_with("FFFF") { 4 } else { 2 };
        let found = part.split_at_checked(digits).and_then(|(code, rest)| {
            let character = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            is_escaped(character).then_some((character, rest))
        });
        // What was not escaped here stays as it is.
        let (character, rest) = found.unwrap_or(('%', part));
        name.push(character);
        name.push_str(rest);
    }
    name
}
