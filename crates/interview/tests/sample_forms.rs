//! The forms that come with the page are forms.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

use kikitori_interview::parse_form;

#[test]
fn every_sample_is_a_form_called_as_its_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/forms");
    let mut ids = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let form = parse_form(&std::fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(path.file_stem().unwrap(), form.id.as_str());
        ids.insert(form.id);
    }
    let shipped = ["bug-report", "clinic-intake", "job-application", "order"];
    assert!(ids.iter().eq(shipped), "{ids:?}");
}
