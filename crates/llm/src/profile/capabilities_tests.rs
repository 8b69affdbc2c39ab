#![allow(clippy::unwrap_used, reason = "tests")]

use super::{NoContent, Profile};
use crate::profile::feature::Feature;
use crate::profile::mode::StructuredOutputMode;

#[test]
fn every_name_has_a_profile_and_other_names_have_none() {
    for name in Profile::NAMES {
        assert!(Profile::named(name).is_some(), "{name}");
    }
    assert_eq!(Profile::named("unheard of"), None);
}

#[test]
fn a_check_renews_what_it_tried_and_keeps_the_rest() {
    let known = Profile {
        json_schema: false,
        messages_in_a_row: false,
        no_content: NoContent::Empty,
        ..Profile::default()
    };
    let found = Profile {
        streaming: false,
        ..Profile::default()
    };
    let expected = Profile {
        streaming: false,
        messages_in_a_row: false,
        no_content: NoContent::Empty,
        ..Profile::default()
    };
    assert_eq!(known.checked(found), expected);
}

#[test]
fn each_refusal_leaves_the_next_rung_and_the_last_one_stays() {
    let mut profile = Profile::default();
    let mut modes = vec![profile.mode()];
    for feature in [
        Feature::JsonSchema,
        Feature::ForcedToolChoice,
        Feature::JsonObject,
    ] {
        profile = profile.without(feature).unwrap();
        assert_eq!(profile.without(feature), None);
        modes.push(profile.mode());
    }
    let ladder = [
        StructuredOutputMode::StrictSchema,
        StructuredOutputMode::ForcedTool,
        StructuredOutputMode::JsonObject,
        StructuredOutputMode::Prompt,
    ];
    assert_eq!(modes, ladder);
    let without_tools = Profile {
        json_schema: false,
        tools: false,
        ..Profile::default()
    };
    assert_eq!(without_tools.mode(), StructuredOutputMode::JsonObject);
}

#[test]
fn a_stored_profile_of_another_version_is_read() {
    let stored = r#"{"json_schema":false,"no_content":"absent","not heard of yet":1}"#;
    let expected = Profile {
        json_schema: false,
        no_content: NoContent::Absent,
        ..Profile::default()
    };
    assert_eq!(serde_json::from_str::<Profile>(stored).unwrap(), expected);
}

#[test]
fn a_mode_that_is_ignored_once_or_followed_in_between_is_kept() {
    let strict = StructuredOutputMode::StrictSchema;
    let known = Profile::default();
    assert_eq!(known.mode_ignored(strict).mode(), strict);
    let followed = known.mode_ignored(strict).mode_followed(strict);
    assert_eq!(followed, known);
    assert_eq!(followed.mode_ignored(strict).mode(), strict);
    let learnt = known.mode_ignored(strict).mode_ignored(strict);
    assert_eq!(learnt, known.without(Feature::JsonSchema).unwrap());
    // A check begins to count anew, and what is in the prompt cannot be ignored.
    let checked = known.mode_ignored(strict).checked(known);
    assert_eq!(checked, known);
    let prompt = StructuredOutputMode::Prompt;
    assert_eq!(known.mode_ignored(prompt).mode_ignored(prompt), known);
}
