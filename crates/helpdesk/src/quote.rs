//! Finds a quotation in the passage that it is from.

use std::ops::Range;

use kikitori_search::nfkc;

/// A piece of a quotation with fewer letters and digits than this says nothing by itself.
const SHORTEST: usize = 3;
/// Of a quotation, which is a sentence or a row, so much is looked for.
const MOST_CHARS: usize = 2_000;
const MOST_PIECES: usize = 8;
/// Where something was left out.
const LEFT_OUT: [&str; 2] = ["…", "..."];

/// The letters of a text that count for whether two are alike, and where each stands in it.
struct Folded {
    letters: Vec<char>,
    places: Vec<Range<usize>>,
}

impl Folded {
    /// `text` without its spaces, quotation marks and markup, in Unicode's form NFKC and in lower
    /// case, with one kind of dash.
    fn of(text: &str) -> Self {
        let mut folded = Self {
            letters: Vec::new(),
            places: Vec::new(),
        };
        let mut chars = text.char_indices().peekable();
        while let Some((begin, letter)) = chars.next() {
            let mut end = begin + letter.len_utf8();
            // NFKC makes one letter of a letter and the marks on it.
            while let Some((at, mark)) = chars.next_if(|(_, next)| is_mark(*next)) {
                end = at + mark.len_utf8();
            }
            let whole = text.get(begin..end).unwrap_or_default();
            if whole.is_ascii() {
                folded.push(letter.to_ascii_lowercase(), begin..end);
                continue;
            }
            for letter in nfkc(whole).chars().flat_map(char::to_lowercase) {
                folded.push(letter, begin..end);
            }
        }
        folded
    }

    fn push(&mut self, letter: char, place: Range<usize>) {
        let letter = match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '"' | '\'' | '“' | '”' | '‘' | '’' | '`' | '*' | '|' | '「' | '」' => return,
            letter if letter.is_whitespace() => return,
            letter => letter,
        };
        self.letters.push(letter);
        self.places.push(place);
    }

    /// Where `wanted` stands first, but within a word or a number.
    fn find(&self, wanted: &[char], text: &str) -> Option<Range<usize>> {
        let windows = self.letters.windows(wanted.len());
        let mut starts = windows
            .enumerate()
            .filter(|(_, window)| *window == wanted)
            .map(|(at, _)| at);
        starts.find_map(|at| {
            let begin = self.places.get(at)?.start;
            let end = self.places.get(at + wanted.len() - 1)?.end;
            (is_edge(text, begin) && is_edge(text, end)).then_some(begin..end)
        })
    }
}

fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}' | '\u{ff9e}' | '\u{ff9f}'
    )
}

/// Whether `at` lies neither within a word of the alphabet nor within a number.
fn is_edge(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    let mut before = before.chars().rev();
    let mut after = after.chars();
    match (before.next(), after.next()) {
        (Some(one), Some(other))
            if one.is_ascii_alphanumeric() && other.is_ascii_alphanumeric() =>
        {
            false
        }
        // 4 is no beginning of 4.00, nor 00 its end.
        (Some(one), Some('.' | ',' | ':')) if one.is_ascii_digit() => {
            !after.next().is_some_and(|it| it.is_ascii_digit())
        }
        (Some('.' | ',' | ':'), Some(other)) if other.is_ascii_digit() => {
            !before.next().is_some_and(|it| it.is_ascii_digit())
        }
        _ => true,
    }
}

/// Where `text` has the words of `quote`, whatever their spaces and the forms of their letters; all
/// pieces of one that leaves something out, or nothing. One that is too long, or leaves out too
/// much, is none.
pub(crate) fn quoted(text: &str, quote: &str) -> Vec<Range<usize>> {
    if quote.chars().nth(MOST_CHARS).is_some() {
        return Vec::new();
    }
    let folded = Folded::of(text);
    let mut pieces = vec![quote];
    for mark in LEFT_OUT {
        pieces = pieces.iter().flat_map(|it| it.split(mark)).collect();
    }
    if pieces.len() > MOST_PIECES {
        return Vec::new();
    }
    let mut found = Vec::new();
    for piece in pieces {
        let wanted = Folded::of(piece).letters;
        let says = wanted.iter().filter(|it| it.is_alphanumeric()).count();
        if says < SHORTEST {
            continue;
        }
        // What is quoted of the middle of a sentence may end with a full stop all the same.
        let without_stop = wanted.strip_suffix(&['.']).unwrap_or(&wanted);
        let at = folded.find(&wanted, text);
        match at.or_else(|| folded.find(without_stop, text)) {
            Some(at) => found.push(at),
            None => return Vec::new(),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::quoted;

    const TEXT: &str = "Ticket | Single entry\nChild (4 to 15) | £3.80\nA lost card is replaced\nonce, for a fee of £4.00. It’s ２５ °C – or so.\nロッカーは1回1ポンドです。使用後に返却されます。";

    fn found(quote: &str) -> Vec<&'static str> {
        quoted(TEXT, quote)
            .into_iter()
            .map(|at| TEXT.get(at).unwrap())
            .collect()
    }

    #[test]
    fn a_quotation_is_found_whatever_its_spaces_and_forms_of_letters() {
        for (quote, expected) in [
            (
                "a lost card is  replaced once, for a fee of £4.00",
                "A lost card is replaced\nonce, for a fee of £4.00",
            ),
            ("\"It's 25 °C - or so.\"", "It’s ２５ °C – or so."),
            ("Child (4 to 15) £3.80", "Child (4 to 15) | £3.80"),
            (
                "ロッカーは １回 １ポンドです。",
                "ロッカーは1回1ポンドです。",
            ),
            ("使用後に返却されます", "使用後に返却されます"),
        ] {
            assert_eq!(found(quote), [expected], "{quote}");
        }
    }

    #[test]
    fn what_was_left_out_parts_a_quotation() {
        assert_eq!(
            found("A lost card … fee of £4.00."),
            ["A lost card", "fee of £4.00."]
        );
        assert_eq!(found("A lost card ... is free"), [""; 0]);
    }

    #[test]
    fn what_is_too_long_for_a_quotation_is_not_looked_for() {
        let text = "word ".repeat(500);
        let of = |chars: usize| text.chars().take(chars).collect::<String>();
        assert_eq!(quoted(&text, &of(2_000)).len(), 1);
        assert!(quoted(&text, &of(2_001)).is_empty());
        let pieces = |count: usize| vec!["card"; count].join("…");
        assert_eq!(found(&pieces(8)).len(), 8);
        assert_eq!(found(&pieces(9)), [""; 0]);
    }

    #[test]
    fn what_is_not_there_or_says_nothing_is_not_found() {
        for quote in [
            "",
            "…",
            "4",
            "lost cards",
            "ost card",
            "fee of £4",
            "(4 to 1",
            "1回10ポンド",
        ] {
            assert_eq!(found(quote), [""; 0], "{quote}");
        }
    }
}
