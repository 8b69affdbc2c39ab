//! The schemas of the tools' arguments as text: what makes them of the types is larger.

pub(super) const ASK: &str = include_str!("schemas/ask.json");
pub(super) const CREATE_PLAN: &str = include_str!("schemas/create_plan.json");
pub(super) const READ_LINES: &str = include_str!("schemas/read_lines.json");
pub(super) const REVIEW: &str = include_str!("schemas/review.json");
pub(super) const SET_COUNTRY: &str = include_str!("schemas/set_country.json");
pub(super) const SET_LANGUAGE: &str = include_str!("schemas/set_language.json");
pub(super) const SET_TIMEZONE: &str = include_str!("schemas/set_timezone.json");

#[cfg(test)]
mod tests {
    use kikitori_agent::{ToolArgs, strict_schema};
    use serde_json::Value;

    use super::super::{
        AskArgs, CreatePlanArgs, ReadLinesArgs, ReviewArgs, SetCountryArgs, SetLanguageArgs,
        SetTimezoneArgs,
    };
    use super::*;

    fn compare<A: ToolArgs>(text: &str) {
        let schema = strict_schema::<A>().unwrap();
        let kept: Value = serde_json::from_str(text).unwrap_or_default();
        // The order of members counts too: models write in it.
        let (expected, kept) = (
            serde_json::to_string_pretty(&schema).unwrap(),
            serde_json::to_string_pretty(&kept).unwrap(),
        );
        assert_eq!(kept, expected, "the schema has to be\n{expected}");
    }

    #[test]
    fn each_schema_is_that_of_the_type_which_the_arguments_are_read_as() {
        compare::<AskArgs>(ASK);
        compare::<CreatePlanArgs>(CREATE_PLAN);
        compare::<ReadLinesArgs>(READ_LINES);
        compare::<ReviewArgs>(REVIEW);
        compare::<SetCountryArgs>(SET_COUNTRY);
        compare::<SetLanguageArgs>(SET_LANGUAGE);
        compare::<SetTimezoneArgs>(SET_TIMEZONE);
    }
}
