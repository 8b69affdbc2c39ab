//! The Greeter's tools: language, country, time zone. Code calls them, with what the browser knows
//! and what the respondent says.

use std::rc::Rc;

use kikitori_agent::{FunctionCallResult, RegistryError, Tool, ToolOutput, ToolRegistry};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::schemas;
use crate::bootstrap::Bootstrap;
use crate::locale::{CountryCode, LanguageTag, Locale, TimeZone};

/// Time zones of one country that a model is told at once.
const MAX_ZONES: usize = 40;

/// What the Greeter's tools see and change.
pub struct GreeterContext {
    /// What is settled so far.
    pub bootstrap: Bootstrap,
    /// The browser's own zone, preferred where a country has several.
    pub browser_time_zone: Option<TimeZone>,
    /// What the platform knows.
    pub locale: Rc<dyn Locale>,
}

/// What `set_language` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetLanguageArgs {
    /// BCP 47 tag, such as en or pt-BR.
    pub language: String,
}

/// What `set_country` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetCountryArgs {
    /// ISO 3166-1 alpha-2 code, such as JP; null if the respondent would rather not say.
    pub country: Option<String>,
}

/// What `set_timezone` takes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetTimezoneArgs {
    /// IANA name, if the respondent named the zone or a place in it; null to infer it from the country.
    pub timezone: Option<String>,
}

pub(super) fn registry() -> Result<ToolRegistry<GreeterContext>, RegistryError> {
    let mut registry = ToolRegistry::new();
    registry.register(Tool::with_schema(
        "set_language",
        "Set the language that the respondent wants to use.",
        schemas::SET_LANGUAGE,
        set_language,
    )?)?;
    registry.register(Tool::with_schema(
        "set_country",
        "Set the country that the respondent lives in, or that they would rather not say.",
        schemas::SET_COUNTRY,
        set_country,
    )?)?;
    registry.register(Tool::with_schema(
        "set_timezone",
        "Set the respondent's time zone, by its name or inferred from their country.",
        schemas::SET_TIMEZONE,
        set_timezone,
    )?)?;
    Ok(registry)
}

fn set_language(args: SetLanguageArgs, context: &mut GreeterContext) -> ToolOutput {
    let language =
        LanguageTag::new(&args.language).and_then(|tag| context.locale.canonical_language(&tag));
    let Some(language) = language else {
        return FunctionCallResult::error(
            "Invalid parameters for set_language at language: expected a BCP 47 tag such as en, ja or pt-BR",
        )
        .into();
    };
    let result = FunctionCallResult::success(format!("The language is {language}."))
        .with_data(json!({ "language": language }));
    context.bootstrap.language = Some(language);
    result.into()
}

fn set_country(args: SetCountryArgs, context: &mut GreeterContext) -> ToolOutput {
    let Some(code) = args.country else {
        context.bootstrap.country = None;
        context.bootstrap.country_declined = true;
        let result = FunctionCallResult::success("The country stays open.")
            .with_data(json!({ "country": null }));
        return result.into();
    };
    let country = CountryCode::new(&code).filter(|code| context.locale.is_country(code));
    let Some(country) = country else {
        return FunctionCallResult::error(
            "Invalid parameters for set_country at country: expected an ISO 3166-1 alpha-2 code such as JP",
        )
        .into();
    };
    let result = FunctionCallResult::success(format!("The country is {country}."))
        .with_data(json!({ "country": country }));
    if context.bootstrap.country.as_ref() != Some(&country) {
        // The old zone was inferred from the old country.
        context.bootstrap.timezone = None;
    }
    context.bootstrap.country = Some(country);
    context.bootstrap.country_declined = false;
    result.into()
}

fn set_timezone(args: SetTimezoneArgs, context: &mut GreeterContext) -> ToolOutput {
    let timezone = match args.timezone.as_deref() {
        Some(name) => {
            let zone = TimeZone::new(name).filter(|zone| context.locale.is_time_zone(zone));
            let Some(zone) = zone else {
                return FunctionCallResult::error(
                    "Invalid parameters for set_timezone at timezone: expected an IANA name such as Asia/Tokyo, or null",
                )
                .into();
            };
            zone
        }
        None if context.bootstrap.country_declined => {
            let own = context.browser_time_zone.clone();
            own.unwrap_or_else(TimeZone::fallback)
        }
        None => {
            let Some(country) = &context.bootstrap.country else {
                return FunctionCallResult::error(
                    "The time zone is inferred from the country: call set_country first.",
                )
                .into();
            };
            match infer(country, context) {
                Ok(zone) => zone,
                Err(zones) => return FunctionCallResult::error(which_of(country, &zones)).into(),
            }
        }
    };
    let result = FunctionCallResult::success(format!("The time zone is {timezone}."))
        .with_data(json!({ "timezone": timezone }));
    context.bootstrap.timezone = Some(timezone);
    result.into()
}

/// The browser's own zone if the country has it, else the country's only one, else Asia/Tokyo.
///
/// # Errors
/// The country's zones, where it has several and the browser's is none of them.
fn infer(country: &CountryCode, context: &GreeterContext) -> Result<TimeZone, Vec<TimeZone>> {
    let zones = context.locale.time_zones(country);
    let own = context
        .browser_time_zone
        .as_ref()
        .filter(|own| zones.contains(own));
    match (own, zones.as_slice()) {
        (Some(own), _) => Ok(own.clone()),
        (None, []) => Ok(TimeZone::fallback()),
        (None, [only]) => Ok(only.clone()),
        (None, _) => Err(zones),
    }
}

fn which_of(country: &CountryCode, zones: &[TimeZone]) -> String {
    let listed: Vec<&str> = zones.iter().map(TimeZone::as_str).take(MAX_ZONES).collect();
    let more = match zones.len() > MAX_ZONES {
        true => " and more",
        false => "",
    };
    format!(
        "{country} has several time zones: {}{more}. Name the one of the place that the respondent lives in; ask where that is if they have not said.",
        listed.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use kikitori_agent::CallStatus;
    use kikitori_form::values::Formats;

    struct SomeCountries;
    impl Formats for SomeCountries {}
    impl Locale for SomeCountries {
        fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
            Some(tag.clone())
        }
        fn is_country(&self, code: &CountryCode) -> bool {
            ["US", "AQ", "NP"].contains(&code.as_str())
        }
        fn is_time_zone(&self, zone: &TimeZone) -> bool {
            zone.as_str().contains('/')
        }
        fn time_zones(&self, country: &CountryCode) -> Vec<TimeZone> {
            let names: &[&str] = match country.as_str() {
                "US" => &["America/New_York", "America/Chicago"],
                "NP" => &["Asia/Kathmandu"],
                _ => &[],
            };
            names
                .iter()
                .filter_map(|name| TimeZone::new(name))
                .collect()
        }
        fn local_time(&self, _: &TimeZone, _: u64) -> Option<String> {
            None
        }
    }

    fn zone_for(country: &str, browser: &str) -> Result<String, String> {
        let mut context = GreeterContext {
            bootstrap: Bootstrap {
                country: CountryCode::new(country),
                ..Bootstrap::default()
            },
            browser_time_zone: TimeZone::new(browser),
            locale: Rc::new(SomeCountries),
        };
        let output = registry()
            .unwrap()
            .call("set_timezone", r#"{"timezone":null}"#, &mut context);
        match output.result.status {
            CallStatus::Success => Ok(context.bootstrap.timezone.unwrap().to_string()),
            CallStatus::Error | CallStatus::Failure => Err(output.result.result.message),
        }
    }

    #[test]
    fn the_zone_is_the_browsers_if_the_country_has_it_then_the_only_one_then_tokyo() {
        let is = |zone: &str| Ok(zone.to_owned());
        assert_eq!(zone_for("US", "America/Chicago"), is("America/Chicago"));
        assert_eq!(zone_for("NP", "Asia/Tokyo"), is("Asia/Kathmandu"));
        assert_eq!(zone_for("AQ", "America/Chicago"), is("Asia/Tokyo"));
    }

    #[test]
    fn where_a_country_has_several_zones_none_is_guessed() {
        let told = zone_for("US", "Asia/Tokyo").unwrap_err();
        assert!(told.contains("America/New_York, America/Chicago"), "{told}");
    }

    #[test]
    fn who_would_rather_not_name_a_country_is_done_without_one() {
        let mut context = GreeterContext {
            bootstrap: Bootstrap {
                language: LanguageTag::new("ja"),
                ..Bootstrap::default()
            },
            browser_time_zone: TimeZone::new("Europe/Paris"),
            locale: Rc::new(SomeCountries),
        };
        let registry = registry().unwrap();
        registry.call("set_country", r#"{"country":null}"#, &mut context);
        let inferred = r#"{"timezone":null}"#;
        registry.call("set_timezone", inferred, &mut context);
        assert_eq!(context.bootstrap.country, None);
        assert_eq!(context.bootstrap.timezone, TimeZone::new("Europe/Paris"));
        // They may still change their mind.
        registry.call("set_country", r#"{"country":"US"}"#, &mut context);
        assert!(!context.bootstrap.country_declined);
    }

    #[test]
    fn what_the_platform_refuses_is_an_error_for_the_model() {
        let registry = registry().unwrap();
        let calls = [
            ("set_language", r#"{"language":"<b>"}"#),
            ("set_country", r#"{"country":"Atlantis"}"#),
            ("set_country", r#"{"country":"ZZ"}"#),
            ("set_timezone", r#"{"timezone":"nowhere"}"#),
            ("set_timezone", r#"{"timezone":null}"#),
        ];
        for (tool, arguments) in calls {
            let mut context = GreeterContext {
                bootstrap: Bootstrap::default(),
                browser_time_zone: None,
                locale: Rc::new(SomeCountries),
            };
            let output = registry.call(tool, arguments, &mut context);
            assert_eq!(
                output.result.status,
                CallStatus::Error,
                "{tool} {arguments}"
            );
            assert_eq!(context.bootstrap, Bootstrap::default());
        }
    }
}
