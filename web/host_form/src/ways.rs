//! Other ways to write an answer, for inputs whose pattern takes none of those that are known.

/// The ways that mean the same: numbers of something without the marks between their groups and in
/// capitals, and phone numbers as they are dialled. Of other texts nothing is changed.
pub(crate) fn other_ways(ways: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for way in ways {
        if let Some(bare) = ungrouped(way) {
            all.push(bare.to_uppercase());
            all.push(bare);
        }
        all.extend(dialled(way));
    }
    all
}

/// A number of something without the spaces and hyphens between its groups.
fn ungrouped(text: &str) -> Option<String> {
    let is_mark = |it: char| it.is_whitespace() || it == '-';
    // A minus stands before a number, and is no mark between groups.
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let bare: String = rest.chars().filter(|it| !is_mark(*it)).collect();
    let digits = bare.chars().filter(char::is_ascii_digit).count();
    let is_number = digits * 2 >= bare.chars().count() && digits > 0;
    is_number.then(|| format!("{sign}{bare}"))
}

/// `+31 6…` as people dial it within the country, and from another one.
fn dialled(text: &str) -> Vec<String> {
    let Some(number) = text.strip_prefix('+') else {
        return Vec::new();
    };
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let Some(national) = digits.get(code_length(&digits)..) else {
        return Vec::new();
    };
    vec![
        format!("0{national}"),
        national.to_owned(),
        format!("00{digits}"),
        digits.clone(),
    ]
}

/// How many digits the country's code has that a number begins with.
fn code_length(digits: &str) -> usize {
    const OF_TWO: [&str; 43] = [
        "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46",
        "47", "48", "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63",
        "64", "65", "66", "81", "82", "84", "86", "90", "91", "92", "93", "94", "95",
    ];
    let begins = |code: &&str| digits.starts_with(*code);
    match digits.starts_with(['1', '7']) {
        true => 1,
        false if OF_TWO.iter().any(begins) || digits.starts_with("98") => 2,
        false => 3,
    }
}
