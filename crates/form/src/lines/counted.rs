//! Numbers in words, up to 99, of languages that code reads otherwise only by their figures.

/// The words of small numbers, each for one number. One that means two numbers in two languages is not
/// among them.
const SMALL: [(u8, &str); 19] = [
    (1, "un une uno una um uma ein eine einen een jeden jedna"),
    (2, "deux due dos dois duas zwei twee dwa dwie två"),
    (3, "trois tre tres três drei drie trzy"),
    (4, "quatre quattro cuatro quatro vier cztery fyra fire"),
    (5, "cinq cinque cinco fünf vijf pięć fem"),
    (6, "sei seis sechs zes sześć seks"),
    (7, "sept sette siete sete sieben zeven siedem sju syv"),
    (8, "huit otto ocho oito acht osiem åtta otte"),
    (9, "neuf nove nueve neun negen dziewięć nio"),
    (10, "dix dieci diez dez zehn tien dziesięć tio"),
    (11, "onze undici elf jedenaście elva"),
    (12, "douze dodici doce doze zwölf twaalf dwanaście tolv"),
    (
        13,
        "treize tredici trece treze dreizehn dertien trzynaście tretton",
    ),
    (
        14,
        "quatorze quattordici catorce catorze vierzehn veertien czternaście fjorton",
    ),
    (
        15,
        "quinze quindici quince fünfzehn vijftien piętnaście femton",
    ),
    (
        16,
        "seize sedici dieciséis dieciseis dezesseis dezasseis sechzehn zestien szesnaście sexton",
    ),
    (
        17,
        "diciassette diecisiete dezessete dezassete siebzehn zeventien siedemnaście sjutton",
    ),
    (
        18,
        "diciotto dieciocho dezoito achtzehn achttien osiemnaście arton",
    ),
    (
        19,
        "diciannove diecinueve dezenove dezanove neunzehn negentien dziewiętnaście nitton",
    ),
];

/// A language that puts numbers together: its ones from 1 to 9, its tens from 20 to 90, and how a ten and
/// a one become one word or several.
struct Language {
    ones: [&'static str; 9],
    tens: [&'static str; 8],
    joined: fn(ten: &str, one: &str) -> Vec<String>,
}

#[rustfmt::skip]
const LANGUAGES: [Language; 6] = [
    // Spanish
    Language {
        ones: ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
        tens: ["veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"],
        joined: |ten, one| match (ten, one) {
            ("veinte", "dos") => vec!["veintidós".to_owned()],
            ("veinte", "tres") => vec!["veintitrés".to_owned()],
            ("veinte", "seis") => vec!["veintiséis".to_owned()],
            ("veinte", _) => vec![format!("veinti{one}")],
            _ => vec![format!("{ten} y {one}")],
        },
    },
    // French, and what is counted in tens and twenties by `french`.
    Language {
        ones: ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
        tens: ["vingt", "trente", "quarante", "cinquante", "soixante", "septante", "huitante", "nonante"],
        joined: |ten, one| vec![format!("{ten} {one}"), format!("{ten} et {one}")],
    },
    // Italian
    Language {
        ones: ["uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"],
        tens: ["venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"],
        joined: |ten, one| {
            let short = ten.get(..ten.len() - 1).unwrap_or_default();
            match one {
                "uno" | "otto" => vec![format!("{short}{one}")],
                "tre" => vec![format!("{ten}tre"), format!("{ten}tré")],
                _ => vec![format!("{ten}{one}")],
            }
        },
    },
    // Portuguese
    Language {
        ones: ["um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove"],
        tens: ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"],
        joined: |ten, one| vec![format!("{ten} e {one}")],
    },
    // German
    Language {
        ones: ["ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
        tens: ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"],
        joined: |ten, one| vec![format!("{one}und{ten}"), format!("{one}und{ten}").replace('ß', "ss")],
    },
    // Dutch
    Language {
        ones: ["een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"],
        tens: ["twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig"],
        joined: |ten, one| vec![format!("{one}en{ten}"), format!("{one}ën{ten}")],
    },
];

/// Whether code knows the words for numbers of a language.
pub(super) fn reads_numbers_in(language: &str) -> bool {
    const READ: [&str; 16] = [
        "en", "ja", "ko", "zh", "fr", "it", "es", "pt", "de", "nl", "pl", "sv", "da", "nb", "nn",
        "no",
    ];
    let own = language.split(['-', '_']).next().unwrap_or_default();
    READ.iter().any(|it| own.eq_ignore_ascii_case(it))
}

/// Whether words name this number, as it is written in figures.
pub(super) fn names(words: &str, number: &str) -> bool {
    let Ok(number) = number.parse::<u8>() else {
        return false;
    };
    let words = words.to_lowercase();
    let words = words.split(|it: char| !it.is_alphabetic());
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    // "Treinta y cinco" is neither 30 nor 5.
    let compounds = (17..100).flat_map(|it| forms(it).into_iter().map(move |form| (it, form)));
    let mut rest = format!(" {} ", words.join(" "));
    let mut is_named = false;
    let mut compounds: Vec<(u8, String)> = compounds.collect();
    compounds.sort_by_key(|(_, form)| std::cmp::Reverse(form.len()));
    for (of, form) in compounds {
        let form = format!(" {form} ");
        if rest.contains(&form) {
            is_named |= of == number;
            rest = rest.replace(&form, " | ");
        }
    }
    let small = SMALL.iter().find(|(known, _)| *known == number);
    let mut small = small.into_iter().flat_map(|(_, known)| known.split(' '));
    is_named || small.any(|known| rest.split(' ').any(|word| word == known))
}

/// How a number from 20 to 99 is said, without hyphens.
fn forms(number: u8) -> Vec<String> {
    let (ten, one) = (usize::from(number / 10), usize::from(number % 10));
    let of_language = |language: &Language| {
        let ten = language.tens.get(ten.checked_sub(2)?)?;
        Some(match one.checked_sub(1) {
            None => vec![(*ten).to_owned()],
            Some(one) => (language.joined)(ten, language.ones.get(one)?),
        })
    };
    let of_languages = LANGUAGES.iter().filter_map(of_language).flatten();
    of_languages.chain(french(number)).collect()
}

/// What French puts together of tens and twenties: dix-sept, soixante et onze, quatre-vingt-dix-neuf.
fn french(number: u8) -> Vec<String> {
    const TEENS: [&str; 10] = [
        "dix", "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix sept", "dix huit",
        "dix neuf",
    ];
    let teen = TEENS
        .get(usize::from(number % 10))
        .copied()
        .unwrap_or_default();
    let ones = LANGUAGES.get(1).map(|it| &it.ones);
    let one = ones.and_then(|ones| ones.get(usize::from(number % 10).checked_sub(1)?));
    match (number, one) {
        (17..=19, _) => vec![teen.to_owned()],
        (70..=79, _) => vec![format!("soixante {teen}"), format!("soixante et {teen}")],
        (80, _) => vec!["quatre vingts".to_owned(), "quatre vingt".to_owned()],
        (81..=89, Some(one)) => vec![format!("quatre vingt {one}")],
        (90..=99, _) => vec![format!("quatre vingt {teen}")],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn numbers_in_words_name_themselves_and_no_part_of_them() {
        for (words, number) in [
            ("seremos treinta y cinco, creo", "35"),
            ("veintidós personas", "22"),
            ("vingt-et-un ou vingt et un", "21"),
            ("soixante-quatre", "64"),
            ("dix-sept chaises", "17"),
            ("soixante et onze", "71"),
            ("quatre-vingts", "80"),
            ("quatre-vingt-dix-sept", "97"),
            ("trentacinque", "35"),
            ("ventotto", "28"),
            ("trinta e cinco", "35"),
            ("fünfunddreißig Stück", "35"),
            ("tweeëndertig", "32"),
            ("quattordici", "14"),
            ("dos", "2"),
        ] {
            assert!(names(words, number), "{words}: {number}");
        }
        for (words, number) in [
            ("treinta y cinco", "5"),
            ("treinta y cinco", "30"),
            ("fünfunddreißig", "5"),
            ("trentacinque", "30"),
            ("quatre-vingt-dix-sept", "20"),
            ("dix-sept", "7"),
            ("treinta y cinco", "355"),
            ("unos cuantos", "1"),
        ] {
            assert!(!names(words, number), "{words}: {number}");
        }
    }
}
