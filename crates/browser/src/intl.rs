//! Countries, languages and time zones as the browser's `Intl` knows them.

use std::cell::RefCell;

use js_sys::{Array, Date, Function, JsString, Object, Reflect};
use kikitori_interview::{
    CountryCode, Currency, DayName, Formats, LanguageTag, Locale, TimeZone, with_one_i,
};
use kikitori_ports::Clock;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::clock::BrowserClock;
use crate::temporal;

/// Codes that have a name but are no country: groups of states, Oceania's outliers, the two
/// pseudo-locales and "unknown".
const NO_COUNTRIES: [&str; 7] = ["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"];

/// The countries that have time zones, by their codes: those of most people first.
const COUNTRIES: &str = "INCNUSIDPKNGBRBDRUMXJPETPHEGVNCDTRIRDETHGBFRTZZAITKEMMCOKRESUGARDZSDUAIQPLCAMASA\
     UZMYPEAOGHMZYENPVEAUTWNLADAEAFAGAIALAMAQASATAWAXAZBABBBEBFBGBHBIBJBLBMBNBOBQBSBT\
     BWBYBZCCCFCGCHCICKCLCMCRCUCVCWCXCYCZDJDKDMDOECEEEHERFIFJFKFMFOGAGDGEGFGGGIGLGMGN\
     GPGQGRGSGTGUGWGYHKHNHRHTHUIEILIMIOISJEJMJOKGKHKIKMKNKPKWKYKZLALBLCLILKLRLSLTLULV\
     LYMCMDMEMFMGMHMKMLMNMOMPMQMRMSMTMUMVMWNANCNENFNINONRNUNZOMPAPFPGPMPNPRPSPTPWPYQA\
     RERORSRWSBSCSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTJTKTLTMTNTOTTTVUMUYVAVCVG\
     VIVUWFWSYTZMZW";

fn countries() -> impl Iterator<Item = &'static str> {
    let codes = COUNTRIES.as_bytes().chunks_exact(2);
    codes.filter_map(|code| str::from_utf8(code).ok())
}

/// The browser's own tables, at no cost in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct BrowserLocale;

impl BrowserLocale {
    /// The time zone that the person's device is set to.
    pub fn own_time_zone(&self) -> Option<TimeZone> {
        let told = temporal::own_zone().and_then(|zone| TimeZone::new(&zone));
        told.or_else(|| resolved_time_zone(None))
    }

    /// What the clock shows in the browser's own time zone, and which that is.
    pub fn own_local_time(&self, at_ms: u64) -> Option<String> {
        let zone = self.own_time_zone()?;
        Some(format!("{} ({zone})", self.local_time(&zone, at_ms)?))
    }

    /// The day that it is at this time in the browser's own time zone, as `2026-11-24`.
    pub fn own_day(&self, at_ms: u64) -> Option<String> {
        let shown = self.local_time(&self.own_time_zone()?, at_ms)?;
        let (_, date) = shown.split_once(' ')?;
        let (day, _) = date.split_once('T')?;
        Some(day.to_owned())
    }

    /// The languages that the person has chosen in the browser, the most wanted first.
    pub fn own_languages(&self) -> Vec<String> {
        let chosen = web_sys::window().map(|window| window.navigator().languages());
        let tags = chosen.into_iter().flat_map(|tags| tags.to_vec());
        tags.filter_map(|tag| tag.as_string()).collect()
    }
}

impl Locale for BrowserLocale {
    fn fold(&self, text: &str) -> String {
        let text = text.trim();
        if text.is_ascii() {
            return text.to_ascii_lowercase();
        }
        let folded = JsString::from(text).normalize("NFKC").to_lower_case();
        with_one_i(folded.into())
    }

    fn zone_name(&self, zone: &TimeZone, language: &str) -> Option<String> {
        zone_name(zone.as_str(), language)
    }

    fn language_name(&self, tag: &str, language: &str) -> Option<String> {
        language_name(tag, language)
    }

    fn fits(&self, pattern: &str, text: &str) -> Option<bool> {
        // As HTML reads an input's `pattern`: https://html.spec.whatwg.org/#the-pattern-attribute.
        let whole = format!("^(?:{pattern})$");
        // Browsers from before 2023 do not know the first flag.
        let made = RegExp::new(&whole, "v").or_else(|_| RegExp::new(&whole, "u"));
        Some(made.ok()?.test(text))
    }

    fn canonical_language(&self, tag: &LanguageTag) -> Option<LanguageTag> {
        let canonical = get_canonical_locales(tag.as_str()).ok()?;
        LanguageTag::new(&canonical.get(0).as_string()?)
    }

    fn is_country(&self, code: &CountryCode) -> bool {
        // Those that are written here take no look into the browser's tables.
        countries().any(|it| it == code.as_str())
            || country_name(code.as_str(), "en").is_some() && !NO_COUNTRIES.contains(&code.as_str())
    }

    fn is_time_zone(&self, zone: &TimeZone) -> bool {
        // An offset such as +09 is taken there too, and a whole point in time: neither names a zone.
        let is_name = zone
            .as_str()
            .starts_with(|it: char| it.is_ascii_alphabetic());
        is_name
            && (temporal::offset_at(zone.as_str(), 0.0).is_some()
                || resolved_time_zone(Some(zone)).is_some())
    }

    fn time_zones(&self, country: &CountryCode) -> Vec<TimeZone> {
        let zones = country_zones(country).unwrap_or_default();
        zones
            .iter()
            .filter_map(|zone| TimeZone::new(&zone.as_string()?))
            .collect()
    }

    /// Each zone has one among today's countries. To ask for every two letters instead took longer than
    /// an interview's first request, and found those of the past too, which have the zones of today's.
    fn country_of(&self, zone: &TimeZone) -> Option<CountryCode> {
        // No country has these, and all of them would be asked.
        if zone.as_str() == "UTC" || zone.as_str().starts_with("Etc/") {
            return None;
        }
        let mut countries = countries().filter_map(CountryCode::new);
        countries.find(|country| self.time_zones(country).contains(zone))
    }

    fn local_time(&self, zone: &TimeZone, at_ms: u64) -> Option<String> {
        let told = temporal::offset_at(zone.as_str(), at_ms as f64);
        let offset = told.or_else(|| offset(zone, at_ms as f64))?;
        let (hours, minutes) = offset.split_once(':')?;
        // Whole numbers: what reads others would be 12 KB of the page.
        let is_behind = hours.starts_with('-');
        let (hours, minutes) = (hours.parse::<i32>().ok()?, minutes.parse::<i32>().ok()?);
        let ahead = hours.abs().checked_mul(60)?.checked_add(minutes)?;
        let ahead = if is_behind { -ahead } else { ahead };
        // What a clock shows there is what one at UTC shows so much later.
        let shown = Date::new(&(at_ms as f64 + 60_000.0 * f64::from(ahead)).into());
        let weekday = WEEKDAYS.get(usize::try_from(shown.get_utc_day()).ok()?)?;
        let text = String::from(shown.to_iso_string());
        let (to_the_second, _) = text.split_once('.')?;
        Some(format!("{weekday} {to_the_second}{offset}"))
    }
}

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

thread_local! {
    /// What tells the offset of the zone that was asked for last. Making one takes as long as a
    /// whole turn does otherwise.
    static OFFSETS: RefCell<Option<(TimeZone, DateTimeFormat)>> = const { RefCell::new(None) };
}

/// The offset in `zone`, as in `+09:00`, where there is no `Temporal`.
fn offset(zone: &TimeZone, at_ms: f64) -> Option<String> {
    OFFSETS.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|(of, _)| of != zone) {
            let options = options(&[("timeZone", zone.as_str()), ("timeZoneName", "longOffset")]);
            let format = DateTimeFormat::new("en-u-ca-gregory-nu-latn", &options).ok()?;
            *kept = Some((zone.clone(), format));
        }
        let (_, format) = kept.as_ref()?;
        // `11/20/2026, GMT+09:00`, or `GMT` where there is no offset.
        let shown = format.format(at_ms).ok()?;
        let (_, offset) = shown.rsplit_once("GMT")?;
        Some(if offset.is_empty() { "+00:00" } else { offset }.to_owned())
    })
}

/// What the time of a zone is called in `language`, as in "Japan Standard Time", if the browser
/// knows.
pub fn zone_name(zone: &str, language: &str) -> Option<String> {
    let options = options(&[("timeZone", zone), ("timeZoneName", "longGeneric")]);
    let format = DateTimeFormat::new(language, &options).ok()?;
    let parts = format.format_to_parts(Date::now()).ok()?;
    let text = |part: &JsValue, name: &str| Reflect::get(part, &name.into()).ok()?.as_string();
    let mut parts = parts.iter();
    let name = parts.find(|part| text(part, "type").as_deref() == Some("timeZoneName"))?;
    text(&name, "value")
}

impl Formats for BrowserLocale {
    fn number(&self, digits: &str, currency: Option<Currency>, language: &str) -> Option<String> {
        number_in_words(digits, currency, language)
    }

    fn amount(&self, digits: &str, code: &str, language: &str) -> Option<String> {
        amount_in_words(digits, code, false, language)
    }

    fn day(&self, local: &str, language: &str, weekday: DayName) -> Option<String> {
        day_in_words(local, language, weekday)
    }

    fn today(&self) -> Option<String> {
        self.own_day(BrowserClock.now_ms())
    }
}

/// Numbers of so many digits before the point are written without marks, as years are.
const UNMARKED: usize = 4;
/// A number has no more digits behind its point.
const MOST_BEHIND: usize = 20;

fn number_in_words(digits: &str, currency: Option<Currency>, language: &str) -> Option<String> {
    if let Some(currency) = currency {
        return amount_in_words(digits, currency.code, currency.by_code, language);
    }
    let options = Object::new();
    let whole = digits.trim_start_matches('-').split('.').next();
    if whole.is_some_and(|whole| whole.len() <= UNMARKED) {
        set(&options, "useGrouping", false);
    }
    written(digits, digits_behind(digits), &options, language)
}

fn amount_in_words(digits: &str, code: &str, by_code: bool, language: &str) -> Option<String> {
    // A tenth of a currency is ten hundredths.
    let exactly = match digits_behind(digits) {
        1 => 2,
        exactly => exactly,
    };
    let options = Object::new();
    set(&options, "style", "currency");
    set(&options, "currency", code);
    if by_code {
        set(&options, "currencyDisplay", "code");
    }
    written(digits, exactly, &options, language)
}

fn digits_behind(digits: &str) -> usize {
    let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len());
    behind.min(MOST_BEHIND)
}

fn written(digits: &str, exactly: usize, options: &Object, language: &str) -> Option<String> {
    set(options, "minimumFractionDigits", exactly as f64);
    set(options, "maximumFractionDigits", exactly as f64);
    let format = NumberFormat::new(language, options).ok()?;
    // As text, which newer browsers read to its last digit.
    let text = format.format(&JsValue::from_str(digits)).ok()?;
    text.as_string()
}

/// A day such as `2026-10-14`, or one with its time (`2026-10-14T09:05`), in the words of
/// `language`; none where the browser does not know it, or it is no day.
fn day_in_words(local: &str, language: &str, weekday: DayName) -> Option<String> {
    let has_time = local.contains('T');
    // As a clock at UTC shows it, whatever the zone.
    let at_ms = match has_time {
        true => Date::parse(&format!("{local}Z")),
        false => Date::parse(local),
    };
    // What is long lacks nothing but the weekday.
    let style = match weekday {
        DayName::Told => "full",
        DayName::LeftOut => "long",
    };
    // Thai and Persian have a calendar of their own where nothing is said, and answers are in ours.
    let options = options(&[
        ("timeZone", "UTC"),
        ("dateStyle", style),
        ("calendar", "gregory"),
    ]);
    if has_time {
        set(&options, "timeStyle", "short");
    }
    let format = DateTimeFormat::new(language, &options).ok()?;
    // It refuses what is no time.
    format.format(at_ms).ok()
}

/// An object with these members.
fn options(members: &[(&str, &str)]) -> Object {
    let options = Object::new();
    for (name, value) in members {
        set(&options, name, *value);
    }
    options
}

fn set(options: &Object, name: &str, value: impl Into<JsValue>) {
    // It cannot fail for a plain object.
    let _ = Reflect::set(options, &name.into(), &value.into());
}

// js-sys lets these throw through Rust, or has them only behind its unstable cfg.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl, js_name = getCanonicalLocales, catch)]
    fn get_canonical_locales(tag: &str) -> Result<Array, JsValue>;

    #[wasm_bindgen(js_namespace = Intl, js_name = supportedValuesOf, catch)]
    fn supported_values_of(key: &str) -> Result<Array, JsValue>;

    #[wasm_bindgen]
    type RegExp;
    #[wasm_bindgen(constructor, catch)]
    fn new(pattern: &str, flags: &str) -> Result<RegExp, JsValue>;
    #[wasm_bindgen(method)]
    fn test(this: &RegExp, text: &str) -> bool;

    #[wasm_bindgen(js_namespace = Intl, js_name = Locale)]
    type IntlLocale;
    #[wasm_bindgen(constructor, js_namespace = Intl, js_class = "Locale", catch)]
    fn new(tag: &str) -> Result<IntlLocale, JsValue>;

    #[wasm_bindgen(js_namespace = Intl)]
    type DisplayNames;
    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(language: &str, options: &JsValue) -> Result<DisplayNames, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn of(this: &DisplayNames, code: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = Intl)]
    type NumberFormat;
    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(language: &str, options: &JsValue) -> Result<NumberFormat, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn format(this: &NumberFormat, number: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = Intl)]
    type DateTimeFormat;
    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new(language: &str, options: &JsValue) -> Result<DateTimeFormat, JsValue>;
    #[wasm_bindgen(method, catch, js_name = resolvedOptions)]
    fn resolved_options(this: &DateTimeFormat) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn format(this: &DateTimeFormat, at_ms: f64) -> Result<String, JsValue>;
    #[wasm_bindgen(method, catch, js_name = formatToParts)]
    fn format_to_parts(this: &DateTimeFormat, at_ms: f64) -> Result<Array, JsValue>;
}

/// What the country of this code is called in `language`, if the browser knows.
pub fn country_name(code: &str, language: &str) -> Option<String> {
    display_name("region", code, language)
}

/// What the language of this tag is called in `language`, if the browser knows.
pub fn language_name(tag: &str, language: &str) -> Option<String> {
    display_name("language", tag, language)
}

/// The time zones that the browser knows.
pub fn time_zones() -> Vec<String> {
    supported_values_of("timeZone")
        .map(|zones| zones.iter().filter_map(|zone| zone.as_string()).collect())
        .unwrap_or_default()
}

fn display_name(kind: &str, code: &str, language: &str) -> Option<String> {
    let options = options(&[("type", kind), ("fallback", "none")]);
    let names = DisplayNames::new(language, &options).ok()?;
    names.of(code).ok()?.as_string()
}

/// The name that `zone`, or else the device's own zone, has in the browser's tables.
fn resolved_time_zone(zone: Option<&TimeZone>) -> Option<TimeZone> {
    let options = options(&[]);
    if let Some(zone) = zone {
        set(&options, "timeZone", zone.as_str());
    }
    let format = DateTimeFormat::new("en", &options).ok()?;
    let resolved = format.resolved_options().ok()?;
    let name = Reflect::get(&resolved, &"timeZone".into()).ok()?;
    TimeZone::new(&name.as_string()?)
}

/// `getTimeZones()`, or the accessor that it was before.
fn country_zones(country: &CountryCode) -> Option<Array> {
    let locale = IntlLocale::new(&format!("und-{country}")).ok()?;
    let method = Reflect::get(&locale, &"getTimeZones".into()).ok()?;
    let zones = match method.dyn_into::<Function>() {
        Ok(method) => method.call0(&locale).ok()?,
        Err(_) => Reflect::get(&locale, &"timeZones".into()).ok()?,
    };
    zones.dyn_into().ok()
}
