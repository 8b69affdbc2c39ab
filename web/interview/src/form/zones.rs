//! Choosing a time zone: the likely ones first, the others by region, found by city, country or name.

use kikitori_browser::{BrowserLocale, country_name, time_zones, zone_name};
use kikitori_interview::{CountryCode, Locale};
use kikitori_parts::page::Page;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::messages::{Messages, messages};
use super::place::country_codes;

/// So many lines are in sight.
const LINES: &str = "6";
/// Of so many countries that are called what is searched for, the zones are found.
const COUNTRIES_FOUND: usize = 5;

/// What is searched in: zones and countries, each with what is compared. Made when somebody searches,
/// as a browser takes its time to tell so many names.
struct Index {
    zones: Vec<(String, String)>,
    countries: Vec<(String, String)>,
}

/// The time zone of a country, where `now` is none of its: of several, the first, if all of them have
/// the same time. Where they have not, nobody can tell which.
pub fn zone_of_country(country: &str, now: &str, reader: &str) -> Option<String> {
    let zones = zones_of(country);
    let (first, others) = zones.split_first()?;
    let time = zone_name(first, reader);
    let is_one = others.iter().all(|zone| zone_name(zone, reader) == time);
    let is_other = !zones.iter().any(|zone| zone == now);
    (is_one && is_other).then(|| first.clone())
}

fn zones_of(country: &str) -> Vec<String> {
    let code = CountryCode::new(country);
    let zones = code.map(|code| BrowserLocale.time_zones(&code));
    let zones = zones.unwrap_or_default().into_iter();
    zones.map(|zone| zone.as_str().to_owned()).collect()
}

/// A box to search in, above the zones.
#[component]
pub fn ZoneChooser(
    /// The page it is on.
    page: Page,
    /// The chosen one.
    zone: RwSignal<String>,
    /// The chosen country; may be empty.
    country: RwSignal<String>,
    /// Whether the person has chosen one.
    has_chosen: RwSignal<bool>,
) -> impl IntoView {
    let reader = page.language.get_untracked().tag();
    let at_first = zone.get_untracked();
    let all = StoredValue::new(all_zones(&at_first));
    let index = StoredValue::new(None::<Index>);
    let searched = RwSignal::new(String::new());
    let found = Memo::new(move |_| {
        let searched = BrowserLocale.fold(&searched.get());
        if searched.is_empty() {
            return all.get_value();
        }
        if index.with_value(Option::is_none) {
            index.set_value(Some(all.with_value(|all| Index::new(all, reader))));
        }
        let found = index.with_value(|index| Some(index.as_ref()?.found(&searched)));
        found.unwrap_or_default()
    });
    let likely = Memo::new(move |_| {
        let mut likely = vec![at_first.clone()];
        likely.extend(zones_of(&country.get()));
        let own = BrowserLocale.own_time_zone();
        likely.extend(own.map(|zone| zone.as_str().to_owned()));
        let mut seen: Vec<String> = Vec::new();
        likely.retain(|zone| {
            let is_new = !zone.is_empty() && !seen.contains(zone);
            seen.push(zone.clone());
            is_new
        });
        found.with(|found| likely.retain(|zone| found.contains(zone)));
        likely
    });
    let choose = move |id: String| {
        has_chosen.set(true);
        zone.set(id);
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() {
            // What is found first is meant; nothing is saved yet.
            event.prevent_default();
            let first = likely.with(|likely| likely.first().cloned());
            let first = first.or_else(|| found.with(|found| found.first().cloned()));
            if let Some(first) = first.filter(|_| searched.with(|it| !it.is_empty())) {
                choose(first);
            }
        }
    };
    let option = move |id: &String, name: String| {
        let (value, this) = (id.clone(), id.clone());
        let is_chosen = move || zone.with(|zone| *zone == this);
        view! { <option value=value prop:selected=is_chosen>{name}</option> }
    };
    let likely_ones = move || {
        let likely = likely.get();
        (!likely.is_empty()).then(|| {
            let options = likely.iter().map(|id| option(id, in_words(id, reader)));
            view! { <optgroup label=messages(page).likely>{options.collect_view()}</optgroup> }
        })
    };
    let by_region = move || {
        let found = found.get();
        let likely = likely.get();
        let rest: Vec<&String> = found.iter().filter(|id| !likely.contains(id)).collect();
        let words = messages(page);
        let groups = REGIONS.iter().filter_map(|(region, label)| {
            let of_region = rest.iter().filter(|id| region_of(id) == *region);
            let options: Vec<_> = of_region.map(|id| option(id, city(id))).collect();
            (!options.is_empty())
                .then(|| view! { <optgroup label=label(words)>{options}</optgroup> })
        });
        groups.collect_view()
    };
    view! {
        <div class="field">
            <label class="field-label" for="place-zone">{move || messages(page).time_zone}</label>
            <input
                id="place-zone-search"
                class="input"
                type="search"
                autocomplete="off"
                data-testid="place-zone-search"
                placeholder=move || messages(page).search_zone
                aria-label=move || messages(page).search_zone
                aria-controls="place-zone"
                on:input=move |event| searched.set(event_target_value(&event))
                on:keydown=on_key
            />
            <select
                id="place-zone"
                class="input zones"
                size=LINES
                data-testid="place-zone"
                on:change=move |event| choose(event_target_value(&event))
            >
                {likely_ones}
                {by_region}
            </select>
            <p class="field-hint" role="status" data-testid="no-zone">
                {move || found.with(Vec::is_empty).then(|| messages(page).no_zone)}
            </p>
        </div>
    }
}

/// All that the browser knows, and the one at hand.
fn all_zones(at_hand: &str) -> Vec<String> {
    let mut ids = time_zones();
    if !at_hand.is_empty() && !ids.iter().any(|id| id == at_hand) {
        ids.push(at_hand.to_owned());
    }
    ids
}

impl Index {
    fn new(zones: &[String], reader: &str) -> Self {
        let zones = zones.iter().map(|id| {
            let name = zone_name(id, reader).unwrap_or_default();
            let compared = format!("{} {name}", id.replace(['_', '/'], " "));
            (id.clone(), BrowserLocale.fold(&compared))
        });
        let countries = country_codes().filter_map(|code| {
            let name = country_name(&code, reader)?;
            Some((code, BrowserLocale.fold(&name)))
        });
        Self {
            zones: zones.collect(),
            countries: countries.collect(),
        }
    }

    /// The zones that what is searched for stands in, or that a country of that name has.
    fn found(&self, searched: &str) -> Vec<String> {
        let countries = self.countries.iter();
        let countries = countries.filter(|(_, compared)| compared.contains(searched));
        let of_countries: Vec<String> = countries
            .take(COUNTRIES_FOUND)
            .flat_map(|(code, _)| zones_of(code))
            .collect();
        let found = self
            .zones
            .iter()
            .filter(|(id, compared)| compared.contains(searched) || of_countries.contains(id));
        found.map(|(id, _)| id.clone()).collect()
    }
}

/// The name of its time, with its city.
fn in_words(id: &str, reader: &str) -> String {
    match zone_name(id, reader) {
        Some(name) => format!("{name} – {}", city(id)),
        None => city(id),
    }
}

fn region_of(id: &str) -> &str {
    let region = id.split('/').next().unwrap_or_default();
    let is_region = REGIONS.iter().any(|(known, _)| *known == region);
    if is_region { region } else { OTHER }
}

/// What stands behind the region.
fn city(id: &str) -> String {
    let city = id.split_once('/').map_or(id, |(_, city)| city);
    city.replace('_', " ")
}

/// Zones of no region, such as UTC.
const OTHER: &str = "";

type Label = fn(&Messages) -> &'static str;

/// The regions of the zone database, and what they are called.
const REGIONS: [(&str, Label); 10] = [
    ("Africa", |it| it.africa),
    ("America", |it| it.america),
    ("Antarctica", |it| it.antarctica),
    ("Asia", |it| it.asia),
    ("Atlantic", |it| it.atlantic),
    ("Australia", |it| it.australia),
    ("Europe", |it| it.europe),
    ("Indian", |it| it.indian),
    ("Pacific", |it| it.pacific),
    (OTHER, |it| it.other_zones),
];
