//! The published JSON Schema of the form file.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use kikitori_form::Form;
use schemars::generate::SchemaSettings;

#[test]
fn the_published_schema_is_the_one_of_the_types_that_read_the_file() {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<Form>();
    schema.insert("$id".to_owned(), "form.schema.json".into());
    schema.insert("title".to_owned(), "Kikitori form".into());
    let how = "Name this file in a form's $schema, and an editor completes and checks the form.";
    schema.insert("$comment".to_owned(), how.into());
    let made = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/form.schema.json");
    if std::fs::read_to_string(&published).unwrap_or_default() != made {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("form.schema.json");
        std::fs::write(&place, made).unwrap();
        let (place, published) = (place.display(), published.display());
        assert!(
            place.to_string().is_empty(),
            "the types have changed: cp {place} {published}"
        );
    }
}
