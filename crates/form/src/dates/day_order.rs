//! In which order days, months and years are written where.

/// The order of the numbers in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayOrder {
    DayMonthYear,
    MonthDayYear,
    YearMonthDay,
}

/// The order that language and country agree on, if it is known.
pub(super) fn day_order(language: &str, country: Option<&str>) -> Option<DayOrder> {
    let mut parts = language.split('-');
    let spoken = parts.next().unwrap_or_default().to_ascii_lowercase();
    let region = parts.find(|part| part.len() == 2);
    let by_place = |code: &str| of_country(&code.to_ascii_uppercase());
    match (country, region) {
        (Some(country), Some(region)) => {
            by_place(country).filter(|order| Some(*order) == by_place(region))
        }
        (Some(country), None) => {
            by_place(country).filter(|order| agrees(of_language(&spoken), *order))
        }
        (None, Some(region)) => by_place(region),
        (None, None) => of_language(&spoken),
    }
}

/// Whether who writes dates so in their language writes them so in a place of this order. Of a language
/// that is written in several orders the place tells; who begins with the year has the month before the
/// day too.
fn agrees(language: Option<DayOrder>, place: DayOrder) -> bool {
    match (language, place) {
        (None, _) | (Some(DayOrder::YearMonthDay), DayOrder::MonthDayYear) => true,
        (Some(order), place) => order == place,
    }
}

fn of_country(code: &str) -> Option<DayOrder> {
    match code {
        "US" | "PH" | "GU" | "PW" | "FM" | "MH" | "PR" => Some(DayOrder::MonthDayYear),
        "JP" | "CN" | "KR" | "KP" | "TW" | "HU" | "MN" | "LT" => Some(DayOrder::YearMonthDay),
        "AR" | "AT" | "AU" | "BE" | "BR" | "CH" | "CL" | "CO" | "CZ" | "DE" | "DK" | "ES"
        | "FI" | "FR" | "GB" | "GR" | "ID" | "IE" | "IN" | "IT" | "LU" | "MX" | "MY" | "NL"
        | "NO" | "NZ" | "PE" | "PL" | "PT" | "RO" | "RU" | "SG" | "SK" | "TH" | "TR" | "UA"
        | "VN" => Some(DayOrder::DayMonthYear),
        _ => None,
    }
}

fn of_language(language: &str) -> Option<DayOrder> {
    match language {
        "ja" | "zh" | "ko" | "hu" | "mn" | "lt" => Some(DayOrder::YearMonthDay),
        "cs" | "da" | "de" | "el" | "es" | "fi" | "fr" | "id" | "it" | "nb" | "nl" | "no"
        | "pl" | "pt" | "ro" | "ru" | "sk" | "th" | "tr" | "uk" | "vi" => {
            Some(DayOrder::DayMonthYear)
        }
        _ => None,
    }
}
