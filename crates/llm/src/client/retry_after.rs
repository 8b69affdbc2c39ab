//! When an endpoint wants to be asked again.

use std::time::SystemTime;

/// The header `Retry-After` in seconds from now: a number, or a date.
///
/// A date counts from the response's own `Date`. The endpoint's clock wrote both, so it does not
/// matter that this crate knows no clock, nor that the person's is wrong. Without a `Date` it
/// says nothing.
pub(crate) fn seconds(headers: &[(String, String)]) -> Option<u64> {
    let header = |wanted: &str| {
        let (_, value) = headers.iter().find(|(name, _)| name == wanted)?;
        Some(value.trim())
    };
    let value = header("retry-after")?;
    if let Some(seconds) = number(value) {
        return Some(seconds);
    }
    let then = date(value)?;
    let now = date(header("date")?)?;
    // A moment that is over is now.
    Some(then.duration_since(now).unwrap_or_default().as_secs())
}

/// A decimal number, rounded up. Not by way of a float: to read those takes 25 KB of tables.
fn number(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(part) {
        return None;
    }
    // What has more digits than fit is as good as the largest number that there is.
    let seconds = whole.parse().unwrap_or(u64::MAX);
    let has_rest = part.bytes().any(|byte| byte != b'0');
    Some(seconds.saturating_add(u64::from(has_rest)))
}

fn date(text: &str) -> Option<SystemTime> {
    httpdate::parse_http_date(text).ok()
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn seconds_and_dates_are_read_and_nonsense_is_not() {
        let now = "Sun, 06 Nov 1994 08:49:37 GMT";
        for (value, date, expected) in [
            ("7", None, Some(7)),
            (" 0 ", None, Some(0)),
            ("1.2", None, Some(2)),
            ("99999999999999999999999", None, Some(u64::MAX)),
            ("-1", None, None),
            ("NaN", None, None),
            ("soon", None, None),
            ("", None, None),
            ("Sun, 06 Nov 1994 08:50:07 GMT", Some(now), Some(30)),
            ("Sunday, 06-Nov-94 08:50:07 GMT", Some(now), Some(30)),
            ("Sun Nov  6 08:50:07 1994", Some(now), Some(30)),
            ("Sun, 06 Nov 1994 08:49:07 GMT", Some(now), Some(0)),
            ("Sun, 06 Nov 1994 08:50:07 GMT", None, None),
            ("Sun, 06 Nov 1994 08:50:07 GMT", Some("today"), None),
        ] {
            let mut headers = vec![("retry-after".to_owned(), value.to_owned())];
            headers.extend(date.map(|date| ("date".to_owned(), date.to_owned())));
            assert_eq!(seconds(&headers), expected, "{value:?} at {date:?}");
        }
        assert_eq!(seconds(&[]), None);
    }
}
