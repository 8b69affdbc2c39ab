//! The respondent's words, found in their messages by code.

use crate::message::{SessionMessage, Speaker};
use crate::value::Evidence;
use kikitori_form::narrow_letter;

/// A text as quotes are looked for in it: without white space, letters of any width and case
/// alike.
struct Folded {
    text: String,
    /// Where each letter stands: in the folded text, and from where to where in the text itself.
    places: Vec<(usize, usize, usize)>,
}

impl Folded {
    fn new(text: &str) -> Self {
        let mut folded = Self {
            text: String::new(),
            places: Vec::new(),
        };
        for (start, letter) in text.char_indices() {
            let narrow = match narrow_letter(letter) {
                '“' | '”' | '„' => '"',
                narrow => narrow.to_ascii_lowercase(),
            };
            if narrow.is_whitespace() {
                continue;
            }
            let end = start + letter.len_utf8();
            folded.places.push((folded.text.len(), start, end));
            folded.text.push(narrow);
        }
        folded
    }

    /// The first place of `quote` from `from` on, in the folded text.
    fn find(&self, quote: &str, from: usize) -> Option<(usize, usize)> {
        let start = from + self.text.get(from..)?.find(quote)?;
        Some((start, start + quote.len()))
    }

    /// The place of `quote` from `from` on that is likeliest meant: as words of their own, and as they are
    /// `written`; the first of several.
    fn find_best(
        &self,
        said: &str,
        quote: &str,
        written: &str,
        from: usize,
    ) -> Option<(usize, usize)> {
        let mut best = None;
        let mut from = from;
        while let Some(place) = self.find(quote, from) {
            let (start, end) = self.unfolded(place)?;
            let is_written_so = said.get(start..end) == Some(written);
            let rank = (stand_alone(said, start, end), is_written_so);
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, place));
            }
            if rank == (true, true) {
                break;
            }
            let first = self.text.get(place.0..).and_then(|it| it.chars().next());
            from = place.0 + first.map_or(1, char::len_utf8);
        }
        best.map(|(_, place)| place)
    }

    /// The place in the text itself.
    fn unfolded(&self, (start, end): (usize, usize)) -> Option<(usize, usize)> {
        let first = self.places.partition_point(|(at, _, _)| *at < start);
        let after = self.places.partition_point(|(at, _, _)| *at < end);
        let (_, start, _) = self.places.get(first)?;
        let (_, _, end) = self.places.get(after.checked_sub(1)?)?;
        Some((*start, *end))
    }
}

/// Whether no word, and no address, goes on around this place of `text`.
fn stand_alone(text: &str, start: usize, end: usize) -> bool {
    let (Some(before), Some(words), Some(after)) =
        (text.get(..start), text.get(start..end), text.get(end..))
    else {
        return false;
    };
    // Elsewhere words are written without a space between.
    let is_letter = |it: char| {
        it.is_alphanumeric() && (it < '\u{e00}' || ('\u{1e00}'..'\u{2000}').contains(&it))
    };
    let joins = |inner: Option<char>, mut outer: [Option<char>; 2]| {
        if let [Some('@' | '.' | '_'), further] = outer
            && further.is_some_and(char::is_alphanumeric)
        {
            outer = [further, None];
        }
        let [outer, _] = outer;
        inner.is_some_and(is_letter) && outer.is_some_and(is_letter)
    };
    let (mut before, mut after) = (before.chars().rev(), after.chars());
    let is_joined = joins(words.chars().next(), [before.next(), before.next()])
        || joins(words.chars().next_back(), [after.next(), after.next()]);
    !is_joined
}

/// Where `quote` stands in what the respondent said: in the latest message that has it, and there as words
/// of their own and as they are written, before any other place. A quote may leave out its middle with `…`.
/// What no model may see is not looked into.
pub(crate) fn locate(quote: &str, messages: &[SessionMessage]) -> Option<Evidence> {
    // Models are shown `&` and `<` escaped, and may copy either.
    let plain = quote.replace("&lt;", "<").replace("&amp;", "&");
    let quotes = [quote, &plain].map(|it| (it.trim(), folded_pieces(it)));
    let said = messages.iter().enumerate().rev();
    let mut said = said.filter_map(|(position, message)| match message {
        SessionMessage::Respondent(said)
            if said.speaker == Speaker::Respondent && !said.private =>
        {
            Some((position, said))
        }
        _ => None,
    });
    said.find_map(|(message, said)| {
        let text = Folded::new(&said.text);
        let mut places = quotes.iter();
        let place = places.find_map(|(written, it)| place_of(it, written, &text, &said.text))?;
        let (start, end) = text.unfolded(place)?;
        Some(Evidence {
            message,
            start,
            end,
        })
    })
}

/// The same words with all of the numbers that they begin or end within: "Monday 1" of "Monday 11" says nothing of
/// the 1st.
pub(crate) fn with_whole_figures(words: Evidence, messages: &[SessionMessage]) -> Evidence {
    let said = messages.get(words.message).and_then(SessionMessage::shown);
    let text = said.map(|it| it.text.as_str()).unwrap_or_default();
    let is_figure = |it: char| it.is_numeric();
    let within = text.get(words.start..words.end).unwrap_or_default();
    let before = text.get(..words.start).unwrap_or_default();
    let after = text.get(words.end..).unwrap_or_default();
    let more_before = match within.starts_with(is_figure) {
        true => before.len() - before.trim_end_matches(is_figure).len(),
        false => 0,
    };
    let more_after = match within.ends_with(is_figure) {
        true => after.len() - after.trim_start_matches(is_figure).len(),
        false => 0,
    };
    Evidence {
        start: words.start - more_before,
        end: words.end + more_after,
        ..words
    }
}

/// Where `quote` stands in what the respondent said, also where it is put together of several of their
/// messages, with `…` or a new line between. All of it has to be there.
pub(crate) fn locate_parts(quote: &str, messages: &[SessionMessage]) -> Vec<Evidence> {
    if let Some(found) = locate(quote, messages) {
        return vec![found];
    }
    let marked = quote.replace("[…]", "…").replace("[...]", "…");
    let marked = marked.replace("...", "…");
    let parts = marked.split(['…', '\n']).map(str::trim);
    let parts: Vec<&str> = parts
        .filter(|part| part.contains(char::is_alphanumeric))
        .collect();
    let found = parts.iter().map(|part| locate(part, messages));
    let mut found: Vec<Evidence> = match found.collect::<Option<_>>() {
        Some(found) => found,
        None => return Vec::new(),
    };
    found.sort_by_key(|it| (it.message, it.start));
    found.dedup();
    found
}

/// The words of `found` that `quote` names: what it leaves out with `…` is blank, and everything else stands
/// where it stood.
pub(crate) fn without_what_is_left_out(quote: &str, found: &str) -> String {
    let pieces = folded_pieces(quote).pieces;
    if pieces.len() < 2 {
        return found.to_owned();
    }
    let mut kept = String::with_capacity(found.len());
    let folded = Folded::new(found);
    let mut at = 0;
    for piece in pieces {
        let place = folded.find(&piece, at);
        let Some((start, end)) = place.and_then(|place| {
            at = place.1;
            folded.unfolded(place)
        }) else {
            return found.to_owned();
        };
        kept.extend(std::iter::repeat_n(' ', start.saturating_sub(kept.len())));
        kept.push_str(found.get(start..end).unwrap_or_default());
    }
    kept.extend(std::iter::repeat_n(
        ' ',
        found.len().saturating_sub(kept.len()),
    ));
    kept
}

/// Where `value` stands in what the respondent said, as words of their own: 5 is not in 15.
pub(crate) fn locate_whole(value: &str, messages: &[SessionMessage]) -> Option<Evidence> {
    let found = locate(value, messages)?;
    let text = &messages.get(found.message)?.shown()?.text;
    let (before, after) = (text.get(..found.start)?, text.get(found.end..)?);
    let joins = |outer: Option<char>, inner: Option<char>| {
        let is_letter = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
        is_letter(outer) && is_letter(inner)
    };
    let words = text.get(found.start..found.end)?;
    let is_part = joins(before.chars().next_back(), words.chars().next())
        || joins(after.chars().next(), words.chars().next_back());
    (!is_part).then_some(found)
}

struct Pieces {
    whole: String,
    pieces: Vec<String>,
}

fn folded_pieces(quote: &str) -> Pieces {
    let whole = Folded::new(quote).text;
    let marked = whole
        .replace("[…]", "…")
        .replace("[...]", "…")
        .replace("...", "…");
    let pieces = marked.split('…').filter(|piece| !piece.is_empty());
    Pieces {
        pieces: pieces.map(str::to_owned).collect(),
        whole,
    }
}

fn place_of(quote: &Pieces, written: &str, text: &Folded, said: &str) -> Option<(usize, usize)> {
    // Marks around the words are not theirs.
    let is_mark = |it: char| matches!(it, '"' | '「' | '」' | '.' | '。' | ',');
    let whole = quote.whole.as_str();
    for (words, written) in [
        (whole, written),
        (whole.trim_matches(is_mark), written.trim_matches(is_mark)),
    ] {
        let find = || text.find_best(said, words, written, 0);
        let place = (!words.is_empty()).then(find).flatten();
        if place.is_some() {
            return place;
        }
    }
    if !whole.contains('…') && quote.pieces.len() < 2 {
        return None;
    }
    // The likeliest place of one may be behind that of the next.
    let best = |piece: &str, from: usize| text.find_best(said, piece, piece, from);
    let first = |piece: &str, from: usize| text.find(piece, from);
    in_turn(&quote.pieces, best).or_else(|| in_turn(&quote.pieces, first))
}

/// From where the first of `pieces` is found to where the last is, each behind the one before.
fn in_turn(
    pieces: &[String],
    find: impl Fn(&str, usize) -> Option<(usize, usize)>,
) -> Option<(usize, usize)> {
    let (first, others) = pieces.split_first()?;
    let (start, mut end) = find(first, 0)?;
    for piece in others {
        (_, end) = find(piece, end)?;
    }
    Some((start, end))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use kikitori_agent::AdditionalData;

    use super::*;
    use crate::message::ChatMessage;

    fn said(texts: &[&str]) -> Vec<SessionMessage> {
        let said = texts.iter().map(|text| {
            SessionMessage::Respondent(ChatMessage {
                speaker: Speaker::Respondent,
                text: (*text).to_owned(),
                at: 0,
                field_id: None,
                data: AdditionalData::default(),
                private: text.starts_with("secret"),
                entered: false,
                language: None,
            })
        });
        said.collect()
    }

    #[test]
    fn words_that_end_within_a_number_have_all_of_it() {
        let messages = said(&["from Monday 11 on", "11 of 12"]);
        for (quote, whole) in [
            ("Monday 1", "Monday 11"),
            ("1 of 1", "11 of 12"),
            ("from Mon", "from Mon"),
        ] {
            let found = with_whole_figures(locate(quote, &messages).unwrap(), &messages);
            let text = &messages[found.message].shown().unwrap().text;
            assert_eq!(text.get(found.start..found.end), Some(whole));
        }
    }

    #[test]
    fn words_are_found_whatever_their_width_case_and_white_space() {
        let messages = said(&[
            "It was on Friday, the 14th.",
            "電話は　０３−１２３４ です",
            "a < b & c",
        ]);
        let found = |quote: &str| {
            let found = locate(quote, &messages)?;
            let message = messages.get(found.message)?.shown()?;
            Some(message.text.get(found.start..found.end)?.to_owned())
        };
        for (quote, expected) in [
            ("the 14th", Some("the 14th")),
            ("FRIDAY,  the", Some("Friday, the")),
            ("\"the 14th\".", Some("the 14th")),
            ("03-1234", Some("０３−１２３４")),
            ("電話は 03", Some("電話は　０３")),
            ("a &lt; b &amp; c", Some("a < b & c")),
            ("It was … 14th", Some("It was on Friday, the 14th")),
            ("It was ... the 14th.", Some("It was on Friday, the 14th.")),
            ("14th … It was", None),
            ("the 15th", None),
            ("…", None),
            ("", None),
        ] {
            assert_eq!(found(quote).as_deref(), expected, "{quote:?}");
        }
    }

    #[test]
    fn words_of_their_own_and_as_they_are_written_come_before_parts_of_others() {
        // What they said, what is quoted of it, and where that stands: before what comes behind the bar.
        for (text, quote) in [
            ("tom@gum.com.au, |Tom Gum, Perth", "Tom"),
            ("tom@gum.com.au, Tom |Gum, Perth", "Gum"),
            ("tom@gum.com.au, |tom gum, Perth", "tom gum"),
            ("tom@gum.com.au, |tom gum, Perth", "tom … gum"),
            ("I sleep badly, lee@lee.com. |Lee", "Lee"),
            ("I sleep badly, lee@lee.com. |Lee", "\"Lee\"."),
            ("see www.lee.com or lee_1, |lee", "Lee"),
            ("15 kg and |5 more", "5"),
            ("nothing. |No", "no"),
            ("|Lee, and lee", "Lee"),
            ("lee, and |Lee", "Lee"),
            ("|lee, and lEE", "Lee"),
            // Where there is nothing better, a part of a word is found.
            ("un|lee", "Lee"),
            ("|田中です、田中。", "田中"),
        ] {
            let start = text.find('|').unwrap();
            let found = locate(quote, &said(&[&text.replace('|', "")])).unwrap();
            assert_eq!(found.start, start, "{quote:?} in {text:?}");
        }
    }

    #[test]
    fn what_a_quote_leaves_out_is_blank_and_the_rest_stands_where_it_stood() {
        for (quote, found, expected) in [
            (
                "a birch … ja mänty",
                "a birch, 18 m, ja mänty",
                "a birch        ja mänty",
            ),
            ("Ä one...two", "Ä one ö two", "Ä one    two"),
            ("all of it", "all of it", "all of it"),
            ("one … three", "one two", "one two"),
        ] {
            assert_eq!(without_what_is_left_out(quote, found), expected);
        }
    }

    #[test]
    fn a_quote_may_be_of_several_messages_and_each_part_has_to_be_there() {
        let messages = said(&[
            "My back hurts",
            "Name: Ada",
            "since yesterday",
            "secret pain",
        ]);
        let found = |quote: &str| -> Vec<String> {
            let found = locate_parts(quote, &messages).into_iter();
            let words = found.map(|it| {
                let message = messages.get(it.message).and_then(SessionMessage::shown);
                let text = message.map(|it| it.text.as_str()).unwrap_or_default();
                text.get(it.start..it.end).unwrap_or_default().to_owned()
            });
            words.collect()
        };
        for (quote, expected) in [
            ("back hurts", &["back hurts"][..]),
            (
                "My back hurts … since yesterday",
                &["My back hurts", "since yesterday"],
            ),
            (
                "since yesterday\nMy back hurts",
                &["My back hurts", "since yesterday"],
            ),
            ("My back hurts ... since Monday", &[]),
            ("My back hurts … secret pain", &[]),
            ("…\n…", &[]),
        ] {
            assert_eq!(found(quote), expected, "{quote:?}");
        }
    }

    #[test]
    fn the_latest_message_counts_and_none_that_is_private() {
        let messages = said(&["yes", "and yes", "secret yes"]);
        let found = locate("yes", &messages).unwrap();
        assert_eq!((found.message, found.start, found.end), (1, 4, 7));
        assert_eq!(locate("secret", &messages), None);
    }
}
