//! A record as the text of one item: `{"version":1,"body":…}`, with the body as it is.

use kikitori_store::Record;

const VERSION: &str = r#"{"version":"#;
const BODY: &str = r#","body":"#;
const END: &str = "}";

pub(super) fn write(record: &Record) -> String {
    format!("{VERSION}{}{BODY}{}{END}", record.version, record.body)
}

/// What is in another form comes back as a damaged record. The body is not parsed here, so it may
/// be anything.
pub(super) fn read(text: &str) -> Record {
    let parts = text
        .strip_prefix(VERSION)
        .and_then(|rest| rest.strip_suffix(END))
        .and_then(|rest| rest.split_once(BODY));
    let record = parts.and_then(|(version, body)| {
        Some(Record {
            version: version.parse().ok()?,
            body: body.to_owned(),
        })
    });
    record.unwrap_or_else(|| Record::damaged(text))
}
