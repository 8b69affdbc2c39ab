//! Language, country and time zone, which were assumed and can be set.

use kikitori_browser::{BrowserLocale, country_name, language_name};
use kikitori_interview::{CountryCode, LanguageTag, Settle, TimeZone};
use kikitori_parts::dom::on_click;
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::messages::messages;
use super::zones::{ZoneChooser, zone_of_country};
use crate::session::Session;

/// Languages that are offered, beside the one at hand.
const LANGUAGES: &str = "ar bn cs da de el en es et fa fi fr he hi hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sv sw ta th tr uk vi zh zh-Hant";
/// The countries of ISO 3166-1.
const COUNTRIES: &str = "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW";

/// A code and what it is called.
type Named = (String, String);

/// The three of them.
#[component]
pub fn PlaceForm(
    /// Whose.
    session: Session,
    /// Is told when it is over.
    on_end: Callback<()>,
) -> impl IntoView {
    let page = session.page;
    let reader = page.language.get_untracked().tag();
    let place = session.place.get_untracked();
    let language = RwSignal::new(session.language.get_untracked().unwrap_or_default());
    let country = RwSignal::new(place.country.clone().unwrap_or_default());
    let zone = RwSignal::new(place.time_zone.clone().unwrap_or_default());
    let before = (
        language.get_untracked(),
        country.get_untracked(),
        zone.get_untracked(),
    );
    let countries = named(country_codes(), &before.1, |code| {
        country_name(code, reader)
    });
    // A country brings its time zone along, unless the person has chosen one.
    let has_chosen = RwSignal::new(false);
    Effect::watch(
        move || country.get(),
        move |country, _, _| {
            if !has_chosen.get_untracked()
                && let Some(its) = zone_of_country(country, &zone.get_untracked(), reader)
            {
                zone.set(its);
            }
        },
        false,
    );
    let save = move || {
        let (was_language, was_country, was_zone) = &before;
        if language.with_untracked(|it| it != was_language)
            && let Some(tag) = LanguageTag::new(&language.get_untracked())
        {
            session.settle(Settle::Language(tag));
        }
        if country.with_untracked(|it| it != was_country) {
            session.settle(Settle::Country(CountryCode::new(&country.get_untracked())));
        }
        if zone.with_untracked(|it| it != was_zone)
            && let Some(zone) = TimeZone::new(&zone.get_untracked())
        {
            session.settle(Settle::TimeZone(zone));
        }
        on_end.run(());
    };
    let not_said = move || messages(page).not_said;
    request_animation_frame(move || page.focus("#place-language"));
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && !event.is_composing() {
            event.prevent_default();
            on_end.run(());
        }
    };
    view! {
        <form
            class="change place-form"
            novalidate
            data-testid="place-form"
            on:keydown=on_key
            on:submit=move |event: SubmitEvent| {
                event.prevent_default();
                save();
            }
        >
            {languages(session, language)}
            {select(
                "place-country",
                move || messages(page).country,
                countries,
                country,
                Some(view! { <option value="">{not_said}</option> }.into_any()),
            )}
            <ZoneChooser page zone country has_chosen />
            <div class="row">
                <button type="submit" class="button primary" data-testid="place-save">
                    {move || messages(page).save}
                </button>
                <button
                    type="button"
                    class="button quiet"
                    data-testid="place-cancel"
                    on:click=on_click(move || on_end.run(()))
                >
                    {move || messages(page).keep}
                </button>
            </div>
        </form>
    }
}

/// Each language by the name that it has for itself, the likely ones first.
fn languages(session: Session, chosen: RwSignal<String>) -> AnyView {
    let page = session.page;
    let at_hand = chosen.get_untracked();
    let form = session.form_file.get_untracked();
    let mut likely = vec![at_hand.clone(), form.own_language().to_owned()];
    likely.extend(BrowserLocale.own_languages());
    likely.extend(["en".to_owned(), "ja".to_owned()]);
    let mut seen: Vec<String> = Vec::new();
    likely.retain(|tag| {
        let is_new = !tag.is_empty() && !seen.contains(tag);
        seen.push(tag.clone());
        is_new
    });
    let others = LANGUAGES
        .split(' ')
        .filter(|tag| !seen.iter().any(|it| it == tag));
    let own_name = |tag: &str| language_name(tag, tag).unwrap_or_else(|| tag.to_owned());
    let mut others: Vec<Named> = others.map(|tag| (tag.to_owned(), own_name(tag))).collect();
    others.sort_by(|(_, one), (_, other)| one.cmp(other));
    let option = |(tag, name): Named| {
        let is_chosen = tag == at_hand;
        let lang = tag.clone();
        view! { <option value=tag lang=lang selected=is_chosen>{name}</option> }
    };
    let likely = likely.into_iter().map(|tag| (own_name(&tag), tag));
    let likely = likely.map(|(name, tag)| option((tag, name))).collect_view();
    let others = others.into_iter().map(option).collect_view();
    view! {
        <div class="field">
            <label class="field-label" for="place-language">{move || messages(page).language}</label>
            <select
                id="place-language"
                class="input"
                data-testid="place-language"
                on:change=move |event| chosen.set(event_target_value(&event))
            >
                <optgroup label=move || messages(page).likely>{likely}</optgroup>
                <optgroup label=move || messages(page).all_languages>{others}</optgroup>
            </select>
        </div>
    }
    .into_any()
}

pub(super) fn country_codes() -> impl Iterator<Item = String> {
    let letters: Vec<char> = COUNTRIES.chars().collect();
    let pairs = letters.chunks(2).map(|pair| pair.iter().collect());
    pairs.collect::<Vec<String>>().into_iter()
}

/// The codes with what they are called, the one at hand among them, by name.
fn named(
    codes: impl Iterator<Item = String>,
    at_hand: &str,
    name: impl Fn(&str) -> Option<String>,
) -> Vec<Named> {
    let mut all: Vec<String> = codes.collect();
    if !at_hand.is_empty() && !all.iter().any(|code| code == at_hand) {
        all.push(at_hand.to_owned());
    }
    let named = all
        .into_iter()
        .map(|code| (name(&code).unwrap_or_else(|| code.clone()), code));
    let mut named: Vec<Named> = named.map(|(name, code)| (code, name)).collect();
    named.sort_by(|(_, one), (_, other)| one.cmp(other));
    named
}

fn select(
    id: &'static str,
    label: impl Fn() -> &'static str + Send + 'static,
    options: Vec<Named>,
    chosen: RwSignal<String>,
    none: Option<AnyView>,
) -> AnyView {
    let at_first = chosen.get_untracked();
    let option = |(code, name): Named| {
        let is_chosen = code == at_first;
        view! { <option value=code selected=is_chosen>{name}</option> }
    };
    let options = options.into_iter().map(option).collect_view();
    view! {
        <div class="field">
            <label class="field-label" for=id>{label}</label>
            <select
                id=id
                class="input"
                data-testid=id
                on:change=move |event| chosen.set(event_target_value(&event))
            >
                {none}
                {options}
            </select>
        </div>
    }
    .into_any()
}
