//! A day and its month in languages of which no more is read: "6. Februar", "le 14 mars 2027", "6 de febrero".
//! Other phrases are worked out by models there, but this is how people there give a day, and models after them.

use super::said::{Days, Said, any_year};
use super::year::in_written_year;
use super::{DateContext, DateRefusal};

/// The months of a language from the first, as they stand behind a day; several ways of one are joined.
const MONTHS: [(&str, &str); 20] = [
    (
        "de",
        "januar|jänner|jan februar|feber|feb märz april|apr mai juni|jun juli|jul august|aug september|sept|sep \
         oktober|okt november|nov dezember|dez",
    ),
    (
        "fr",
        "janvier|janv février|fevrier|févr mars avril mai juin juillet août|aout septembre|sept octobre|oct \
         novembre|nov décembre|decembre|déc",
    ),
    (
        "es",
        "enero|ene febrero|feb marzo abril mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep \
         octubre|oct noviembre|nov diciembre|dic",
    ),
    (
        "ca",
        "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    ),
    (
        "pt",
        "janeiro|jan fevereiro|fev março|marco abril maio junho|jun julho|jul agosto|ago setembro|set outubro|out \
         novembro|nov dezembro|dez",
    ),
    (
        "it",
        "gennaio|gen febbraio|feb marzo aprile maggio giugno|giu luglio|lug agosto|ago settembre|set ottobre|ott \
         novembre|nov dicembre|dic",
    ),
    (
        "nl",
        "januari|jan februari|feb maart april mei juni|jun juli|jul augustus|aug september|sept|sep oktober|okt \
         november|nov december|dec",
    ),
    (
        "sv",
        "januari|jan februari|feb mars april maj juni|jun juli|jul augusti|aug september|sept|sep oktober|okt \
         november|nov december|dec",
    ),
    (
        "da",
        "januar|jan februar|feb marts april maj juni|jun juli|jul august|aug september|sep oktober|okt november|nov \
         december|dec",
    ),
    (
        "no",
        "januar|jan februar|feb mars april mai juni|jun juli|jul august|aug september|sep oktober|okt november|nov \
         desember|des",
    ),
    (
        "fi",
        "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta \
         marraskuuta joulukuuta",
    ),
    (
        "pl",
        "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września|wrzesnia października|pazdziernika \
         listopada grudnia",
    ),
    (
        "cs",
        "ledna února|unora března|brezna dubna května|kvetna června|cervna července|cervence srpna září|zari října|rijna \
         listopadu prosince",
    ),
    (
        "sk",
        "januára|januara februára|februara marca apríla|aprila mája|maja júna|juna júla|jula augusta septembra októbra|oktobra \
         novembra decembra",
    ),
    (
        "hr",
        "siječnja|sijecnja veljače|veljace ožujka|ozujka travnja svibnja lipnja srpnja kolovoza rujna listopada \
         studenoga|studenog prosinca",
    ),
    (
        "ro",
        "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    ),
    (
        "tr",
        "ocak şubat|subat mart nisan mayıs|mayis haziran temmuz ağustos|agustos eylül|eylul ekim kasım|kasim aralık|aralik",
    ),
    (
        "ru",
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    ),
    (
        "uk",
        "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    ),
    (
        "el",
        "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου|μαίου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου \
         νοεμβρίου δεκεμβρίου",
    ),
];
/// What stands before a day, or between it, its month and the year, and tells nothing.
const AROUND: [&str; 22] = [
    "den", "der", "dem", "am", "vom", "le", "du", "el", "de", "del", "d", "do", "di", "il", "lo",
    "op", "l", "van", "dia", "día", "στις", "dne",
];

/// Reads it; none if it is something else.
pub(super) fn read(text: &str, context: &DateContext<'_>) -> Result<Option<Said>, DateRefusal> {
    let small = text.to_lowercase();
    let words = small.split([' ', ',', '\'']);
    let words = words.map(|word| word.trim_end_matches(['.', 'º', 'ª', '°']));
    let words = words.filter(|word| !word.is_empty() && !AROUND.contains(word));
    let words: Vec<&str> = words.collect();
    let (day, month, year) = match words.as_slice() {
        [day, month] => (day, month, None),
        [day, month, year] => (day, month, Some(year)),
        _ => return Ok(None),
    };
    let day = day.strip_suffix("er").unwrap_or(day);
    let (Some(day), Some(month)) = (number(day, 1..=2), month_of(month, context.language)) else {
        return Ok(None);
    };
    let days: Option<Days> = match year {
        None => any_year(context.today, month, day)?,
        Some(year) => match number(year, 4..=4) {
            Some(year) => in_written_year(context, (year, 4), month, day)?,
            None => return Ok(None),
        },
    };
    Ok(days.map(Into::into))
}

fn number(written: &str, figures: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let is_number = written.bytes().all(|it| it.is_ascii_digit());
    (is_number && figures.contains(&written.len())).then(|| written.parse().ok())?
}

/// The month that a word is in the language that is spoken, or in every other that has it: `listopada` is another
/// one in Polish than in Croatian.
fn month_of(word: &str, language: &str) -> Option<i64> {
    let spoken = language.split('-').next().unwrap_or_default();
    let in_language = |months: &str| {
        let mut months = months.split(' ').filter(|it| !it.is_empty());
        let place = months.position(|ways| ways.split('|').any(|way| way == word))?;
        i64::try_from(place + 1).ok()
    };
    let is_spoken = |tag: &str| tag == spoken || (tag == "no" && matches!(spoken, "nb" | "nn"));
    let own = MONTHS.iter().find(|(tag, _)| is_spoken(tag));
    if let Some(month) = own.and_then(|(_, months)| in_language(months)) {
        return Some(month);
    }
    let mut all = MONTHS.iter().filter_map(|(_, months)| in_language(months));
    let first = all.next()?;
    all.all(|it| it == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::{DateContext, iso, resolve_date};
    use super::MONTHS;
    use jiff::civil::date;

    #[test]
    fn a_day_and_its_month_are_read_in_other_languages() {
        for (language, said, day) in [
            ("de", "6. Februar", "2027-02-06"),
            ("de", "am 6. Februar 2027", "2027-02-06"),
            ("de-AT", "den 3. Jänner", "2027-01-03"),
            ("fr", "le 1er août 2027", "2027-08-01"),
            ("fr", "14 févr. 2027", "2027-02-14"),
            ("es", "6 de febrero de 2027", "2027-02-06"),
            ("pt", "dia 2 de março", "2027-03-02"),
            ("it", "l'11 gennaio", "2027-01-11"),
            ("ca", "11 de gener", "2027-01-11"),
            ("nl", "9 mei 2027", "2027-05-09"),
            ("nb", "17. mai 2027", "2027-05-17"),
            ("fi", "6. joulukuuta", "2026-12-06"),
            ("pl", "11 listopada 2027", "2027-11-11"),
            ("hr", "11. listopada 2027.", "2027-10-11"),
            ("tr", "29 Ekim 2027", "2027-10-29"),
            ("ru", "8 марта", "2027-03-08"),
            ("el", "25 Μαρτίου 2027", "2027-03-25"),
            // In an interview in English.
            ("en", "6. Februar", "2027-02-06"),
        ] {
            let context = DateContext {
                earliest: Some(date(2026, 11, 29)),
                ..DateContext::new(date(2026, 11, 29), language)
            };
            let read = resolve_date(said, &context).map(iso);
            assert_eq!(read.as_deref(), Ok(day), "{said}");
        }
        for said in [
            "31. Februar",
            "6. Quartal",
            "listopada",
            "11 listopada 2027",
            "6 Februar 27 ja",
        ] {
            let context = DateContext::new(date(2026, 11, 29), "en");
            assert!(resolve_date(said, &context).is_err(), "{said}");
        }
    }

    #[test]
    fn each_language_has_twelve_months() {
        for (language, months) in MONTHS {
            let count = months.split(' ').filter(|it| !it.is_empty()).count();
            assert_eq!(count, 12, "{language}");
        }
    }
}
