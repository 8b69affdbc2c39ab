//! Amounts as they are written in India and beside it: 1,50,000.

/// Countries that count by lakhs, by their ISO 3166-1 codes.
const COUNTRIES: [&str; 5] = ["BD", "IN", "LK", "NP", "PK"];
/// Languages of which most speakers do.
const LANGUAGES: [&str; 13] = [
    "as", "bn", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "si", "ta", "te",
];

/// `digits` without the commas between them, of which the last stands before three digits and each other
/// one before two; none where they stand otherwise, or nobody there writes so.
pub(super) fn without_commas(
    digits: &str,
    language: &str,
    country: Option<&str>,
) -> Option<String> {
    let mut parts = language.split('-');
    let spoken = parts.next().unwrap_or_default().to_ascii_lowercase();
    let region = parts.find(|part| part.len() == 2);
    let mut places = region.into_iter().chain(country);
    let is_there = |place: &str| COUNTRIES.iter().any(|it| place.eq_ignore_ascii_case(it));
    if !LANGUAGES.contains(&spoken.as_str()) && !places.any(is_there) {
        return None;
    }
    let end = digits.find('.').unwrap_or(digits.len());
    let (whole, behind) = digits.split_at_checked(end)?;
    let unsigned = whole.trim_start_matches(['-', '+']);
    let mut groups = unsigned.split(',');
    let (first, last) = (groups.next()?, groups.next_back()?);
    let has = |group: &str, counts: &[usize]| {
        counts.contains(&group.len()) && group.bytes().all(|it| it.is_ascii_digit())
    };
    let fits = has(first, &[1, 2]) && has(last, &[3]) && groups.all(|group| has(group, &[2]));
    fits.then(|| format!("{}{behind}", whole.replace(',', "")))
}
