//! Clock, ids, `Intl`, locks, downloads and the console, as this browser has them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use futures::StreamExt;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Object, Reflect};
use kikitori_browser::{
    BrowserClock, BrowserIds, BrowserLocale, FetchTransport, SessionLock, install_console,
    now_local, save_text,
};
use kikitori_interview::{CountryCode, Currency, DayName, Formats, LanguageTag, Locale, TimeZone};
use kikitori_ports::{Clock, HttpRequest, Ids, Method, Transport};
use tracing::level_filters::LevelFilter;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

fn zones(country: &str) -> Vec<String> {
    let zones = BrowserLocale.time_zones(&CountryCode::new(country).unwrap());
    zones.iter().map(TimeZone::to_string).collect()
}

#[wasm_bindgen_test]
fn texts_are_compared_in_small_letters_of_one_width_in_any_script() {
    for (said, same) in [
        ("Vegetarian", "VEGETARIAN"),
        (" Да ", "да"),
        ("ÄRZTIN", "ärztin"),
        ("ΝΑΙ", "ναι"),
        ("ＡＢＣ１２３", "abc123"),
        ("ﾘﾝｺﾞ", "リンゴ"),
        ("GLÜTENSİZ", "glütensiz"),
        ("FISTIK", "fıstık"),
        ("e\u{301}te\u{301}", "été"),
    ] {
        assert_eq!(BrowserLocale.fold(said), BrowserLocale.fold(same), "{said}");
    }
    assert_ne!(BrowserLocale.fold("да"), BrowserLocale.fold("де"));
}

#[wasm_bindgen_test]
fn countries_have_their_time_zones() {
    assert_eq!(zones("JP"), ["Asia/Tokyo"]);
    assert!(
        zones("US").contains(&"America/New_York".to_owned()),
        "{:?}",
        zones("US")
    );
    assert_eq!(zones("XX"), [""; 0]);
}

#[wasm_bindgen_test]
fn a_time_zone_has_the_country_that_it_is_in_today() {
    let country = |zone| BrowserLocale.country_of(&TimeZone::new(zone).unwrap());
    for (zone, expected) in [
        ("Asia/Tokyo", Some("JP")),
        ("Europe/Berlin", Some("DE")),
        ("Europe/Paris", Some("FR")),
        ("Africa/Kinshasa", Some("CD")),
        ("UTC", None),
    ] {
        let expected = expected.and_then(CountryCode::new);
        assert_eq!(country(zone), expected, "{zone}");
    }
}

#[wasm_bindgen_test]
fn countries_that_are_none_are_told() {
    for country in ["JP", "US", "DE", "TV", "AQ"] {
        assert!(
            BrowserLocale.is_country(&CountryCode::new(country).unwrap()),
            "{country}"
        );
    }
    for country in ["XX", "ZZ", "EU", "QQ"] {
        assert!(
            !BrowserLocale.is_country(&CountryCode::new(country).unwrap()),
            "{country}"
        );
    }
}

#[wasm_bindgen_test]
fn time_zones_that_are_none_are_told() {
    for zone in ["Asia/Tokyo", "America/Argentina/Buenos_Aires", "UTC"] {
        assert!(
            BrowserLocale.is_time_zone(&TimeZone::new(zone).unwrap()),
            "{zone}"
        );
    }
    for zone in ["Asia/Atlantis", "Tokyo", "+09", "-0330", "20200101T00Z"] {
        assert!(
            !BrowserLocale.is_time_zone(&TimeZone::new(zone).unwrap()),
            "{zone}"
        );
    }
    let own = BrowserLocale.own_time_zone().unwrap();
    assert!(BrowserLocale.is_time_zone(&own), "{own}");
}

#[wasm_bindgen_test]
fn languages_become_canonical() {
    let canonical = |tag| BrowserLocale.canonical_language(&LanguageTag::new(tag).unwrap());
    assert_eq!(canonical("EN-us").unwrap().as_str(), "en-US");
    assert_eq!(canonical("iw").unwrap().as_str(), "he");
    assert_eq!(canonical("en-a"), None);
    assert!(!BrowserLocale.own_languages().is_empty());
}

#[wasm_bindgen_test]
fn numbers_and_days_are_written_as_each_language_writes_them() {
    let euro = Currency::of_unit("EUR");
    for (digits, currency, language, expected) in [
        ("12000", None, "de", "12.000"),
        ("2026", None, "de", "2026"),
        ("-0.5", None, "de", "-0,5"),
        ("1234.125", None, "pt-BR", "1234,125"),
        ("1234.5", euro, "de", "1.234,50 EUR"),
        ("20", euro, "de", "20 EUR"),
        ("17.5", Currency::of_unit("R$"), "pt-BR", "R$ 17,50"),
    ] {
        let written = BrowserLocale.number(digits, currency, language).unwrap();
        assert_eq!(written.replace('\u{a0}', " "), expected);
    }
    for (digits, code, language, expected) in [
        ("40", "GBP", "en", "£40"),
        ("17.5", "EUR", "de", "17,50 €"),
        ("3000", "JPY", "ja", "￥3,000"),
    ] {
        let written = BrowserLocale.amount(digits, code, language).unwrap();
        assert_eq!(written.replace('\u{a0}', " "), expected);
    }
    for (local, language, weekday, expected) in [
        (
            "2026-12-13",
            "pt-BR",
            DayName::Told,
            "domingo, 13 de dezembro de 2026",
        ),
        (
            "2026-12-13",
            "de",
            DayName::Told,
            "Sonntag, 13. Dezember 2026",
        ),
        ("1985-04-03", "it", DayName::LeftOut, "3 aprile 1985"),
        ("1985-04-03", "de", DayName::LeftOut, "3. April 1985"),
        // By the calendar that answers have.
        ("2025-03-14", "fa", DayName::LeftOut, "۱۴ مارس ۲۰۲۵"),
        ("2025-03-14", "th", DayName::LeftOut, "14 มีนาคม ค.ศ. 2025"),
    ] {
        let told = BrowserLocale.day(local, language, weekday);
        assert_eq!(told.unwrap(), expected);
    }
    let told = DayName::Told;
    let moment = BrowserLocale.day("2026-12-13T09:05", "de", told).unwrap();
    assert!(
        moment.contains("13. Dezember 2026") && moment.ends_with("09:05"),
        "{moment}"
    );
    assert_eq!(BrowserLocale.day("no day", "de", told), None);
    let today = BrowserLocale.today().unwrap();
    assert_eq!(BrowserLocale.own_day(BrowserClock.now_ms()), Some(today));
    assert_eq!(BrowserLocale.number("1", None, "no language"), None);
}

#[wasm_bindgen_test]
fn ids_are_uuids_and_differ() {
    let without_random_uuid = || {
        let crypto: JsValue = web_sys::window().unwrap().crypto().unwrap().into();
        let prototype = Reflect::get_prototype_of(&crypto).unwrap();
        let key = JsValue::from_str("randomUUID");
        let before = Reflect::get(&prototype, &key).unwrap();
        Reflect::delete_property(&prototype, &key).unwrap();
        let id = BrowserIds.new_id();
        Reflect::set(&prototype, &key, &before).unwrap();
        id
    };
    let mut seen = HashSet::new();
    for number in 0..200 {
        let id = if number % 2 == 0 {
            BrowserIds.new_id()
        } else {
            without_random_uuid()
        };
        let shape: String = id
            .chars()
            .map(|c| if c == '-' { '-' } else { 'x' })
            .collect();
        assert_eq!(shape, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", "{id}");
        assert_eq!(id.chars().nth(14), Some('4'), "the version of {id}");
        assert!(
            id.chars().nth(19).is_some_and(|c| "89ab".contains(c)),
            "the variant of {id}"
        );
        assert!(seen.insert(id));
    }
}

#[wasm_bindgen_test]
fn the_clock_shows_the_time() {
    let shown = now_local();
    let now = BrowserClock.now_ms();
    assert!(now > 1_764_000_000_000, "{now}");
    let parsed = js_sys::Date::parse(&shown);
    assert!(
        (parsed - now as f64).abs() < 2_000.0,
        "{shown} is {parsed}, not {now}"
    );
    assert_eq!(shown.len(), "2026-11-20T18:33:05+09:00".len(), "{shown}");
}

#[wasm_bindgen_test]
async fn a_lock_is_had_once_and_given_back() {
    let held = SessionLock::try_acquire("session/1")
        .await
        .expect("the first");
    assert!(
        SessionLock::try_acquire("session/1").await.is_none(),
        "the second"
    );
    assert!(
        SessionLock::try_acquire("session/2").await.is_some(),
        "another session"
    );
    drop(held);
    becomes_free("session/1").await;
}

/// The browser hears a little later that a lock was given back.
async fn becomes_free(name: &str) {
    for _ in 0..100 {
        if SessionLock::try_acquire(name).await.is_some() {
            return;
        }
        TimeoutFuture::new(50).await;
    }
    panic!("{name} is still locked");
}

/// As outside of secure contexts, such as plain HTTP in a local network.
#[wasm_bindgen_test]
async fn tabs_keep_each_other_out_where_the_browser_has_no_locks() {
    let navigator: Object = web_sys::window().unwrap().navigator().unchecked_into();
    let none = Object::new();
    Reflect::set(&none, &"value".into(), &JsValue::UNDEFINED).unwrap();
    Reflect::set(&none, &"configurable".into(), &true.into()).unwrap();
    Object::define_property(&navigator, &"locks".into(), &none);
    // Those who ask at the same moment do not both get it.
    let asking = (0..5).map(|_| SessionLock::try_acquire("without/1"));
    let mut granted: Vec<_> = futures::future::join_all(asking).await;
    granted.retain(Option::is_some);
    assert_eq!(granted.len(), 1, "of five at once");
    assert!(
        SessionLock::try_acquire("without/1").await.is_none(),
        "while it is held"
    );
    assert!(
        SessionLock::try_acquire("without/2").await.is_some(),
        "another session"
    );
    granted.clear();
    becomes_free("without/1").await;
    Reflect::delete_property(&navigator, &"locks".into()).unwrap();
}

/// Nobody holds a lock that nobody was told of.
#[wasm_bindgen_test]
async fn an_abandoned_request_leaves_no_lock() {
    {
        let asking = Box::pin(SessionLock::try_acquire("abandoned"));
        let _ = futures::future::select(asking, futures::future::ready(())).await;
    }
    becomes_free("abandoned").await;
}

#[wasm_bindgen_test]
async fn a_text_is_offered_under_its_name() {
    let document = web_sys::window().unwrap().document().unwrap();
    let seen = Rc::new(RefCell::new(None));
    let saw = Rc::clone(&seen);
    let click = Function::new_with_args(
        "tell",
        "return function () { tell(this.download, this.href); }",
    );
    let tell = Closure::<dyn FnMut(String, String)>::new(move |name, url| {
        saw.replace(Some((name, url)));
    });
    let link = document.create_element("a").unwrap();
    let prototype = Reflect::get_prototype_of(&link).unwrap();
    let click = click.call1(&JsValue::UNDEFINED, tell.as_ref()).unwrap();
    // An own `click` hides the inherited one, which would start a real download.
    Reflect::set(&prototype, &"click".into(), &click).unwrap();
    save_text("候補.json", "application/json", "{\"a\": \"聞\"}").unwrap();
    Reflect::delete_property(&prototype, &"click".into()).unwrap();
    let (name, url) = seen.take().unwrap();
    assert_eq!(name, "候補.json");
    let request = HttpRequest {
        method: Method::Get,
        url,
        headers: Vec::new(),
        body: None,
    };
    let fetched = FetchTransport.send(request).await.unwrap();
    assert_eq!(fetched.header("content-type"), Some("application/json"));
    let pieces: Vec<_> = fetched.body.map(Result::unwrap).collect().await;
    assert_eq!(pieces.concat(), "{\"a\": \"聞\"}".as_bytes());
}

#[wasm_bindgen_test]
fn events_reach_the_console_up_to_the_level() {
    let lines = Rc::new(RefCell::new(Vec::new()));
    let console = Reflect::get(&js_sys::global(), &"console".into()).unwrap();
    let mut kept = Vec::new();
    for method in ["debug", "info", "warn", "error"] {
        let lines = Rc::clone(&lines);
        let listener = Closure::<dyn FnMut(String)>::new(move |line: String| {
            lines.borrow_mut().push(format!("{method} {line}"));
        });
        let before: Function = Reflect::get(&console, &method.into())
            .unwrap()
            .unchecked_into();
        Reflect::set(&console, &method.into(), listener.as_ref()).unwrap();
        kept.push((method, before, listener));
    }
    tracing::error!("before it is installed");
    assert!(install_console(LevelFilter::INFO));
    let again = install_console(LevelFilter::TRACE);
    let _span = tracing::info_span!("a span is nothing").entered();
    tracing::debug!("too fine");
    tracing::info!(target: "kikitori::turn", turn = 3, agent = "greeter", "asked {}", "once");
    tracing::error!(error = %"it <b>broke</b>", "failed");
    for (method, before, _) in &kept {
        Reflect::set(&console, &(*method).into(), before).unwrap();
    }
    let lines = lines.take();
    assert!(!again, "only once");
    let [info, error] = lines.as_slice() else {
        panic!("{lines:?}")
    };
    assert!(info.starts_with("info 2"), "{info}");
    assert!(
        info.ends_with(" INFO kikitori::turn: asked once turn=3 agent=greeter"),
        "{info}"
    );
    assert!(error.starts_with("error 2"), "{error}");
    assert!(error.ends_with(": failed error=it <b>broke</b>"), "{error}");
}

#[wasm_bindgen_test]
fn a_clock_in_another_zone_is_read_with_its_weekday_and_offset() {
    let at = 1_763_629_200_000;
    for (zone, said) in [
        ("Asia/Tokyo", "Thursday 2025-11-20T18:00:00+09:00"),
        ("UTC", "Thursday 2025-11-20T09:00:00+00:00"),
        ("America/St_Johns", "Thursday 2025-11-20T05:30:00-03:30"),
    ] {
        let zone = TimeZone::new(zone).unwrap();
        assert_eq!(BrowserLocale.local_time(&zone, at).as_deref(), Some(said));
    }
    let nowhere = TimeZone::new("Nowhere/Land").unwrap();
    assert_eq!(BrowserLocale.local_time(&nowhere, at), None);
}

#[wasm_bindgen_test]
fn a_text_fits_a_pattern_as_browsers_read_it() {
    let locale = BrowserLocale;
    for (pattern, text, fits) in [
        ("[A-Z]{2}[0-9]{4}", "YZ4815", Some(true)),
        // All of it has to.
        ("[A-Z]{2}[0-9]{4}", "YZ48156", Some(false)),
        ("a|b", "ab", Some(false)),
        (r"\p{Lu}\p{Ll}+", "Éva", Some(true)),
        (r"[\s\S]*(?:^A)[\s\S]*", "AB", Some(true)),
        ("[A-Z", "A", None),
    ] {
        assert_eq!(locale.fits(pattern, text), fits, "{pattern} {text}");
    }
}

#[wasm_bindgen_test]
fn a_language_is_named_in_another_one() {
    let name = |tag, language| BrowserLocale.language_name(tag, language);
    assert_eq!(name("es", "de").as_deref(), Some("Spanisch"));
    assert_eq!(name("de", "de").as_deref(), Some("Deutsch"));
}
