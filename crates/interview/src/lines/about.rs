//! Which words of a message are about which line.

use kikitori_form::lines::holds;

/// By what a line is known in words.
#[derive(Debug, Clone, Default)]
pub(crate) struct Signs {
    /// What it is called: its texts, and its number where it is changed.
    pub names: Vec<String>,
    /// What is said of it.
    pub values: Vec<String>,
    /// Its days and times, as they are reported: they may be told in other words.
    pub days: Vec<String>,
}

impl Signs {
    fn stand_in(&self, words: &str) -> bool {
        let mut all = self.names.iter().chain(&self.values);
        all.any(|sign| holds(words, sign))
    }

    fn are_named_in(&self, words: &str) -> bool {
        self.names.iter().any(|name| holds(words, name))
    }

    /// Whether `words` have figures that none of these has.
    fn lack_figures_of(&self, words: &str) -> bool {
        let figures = words.split(|it: char| !it.is_numeric());
        let mut figures = figures.filter(|it| !it.is_empty());
        let all = || self.names.iter().chain(&self.values);
        figures.any(|figure| !all().any(|sign| sign.contains(figure)))
    }

    fn are_told_in(&self, words: &str) -> bool {
        self.values.iter().all(|value| holds(words, value))
    }
}

/// What a message is cut into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pieces {
    /// Clauses, and what stands between spaces where a script has none between words.
    Phrases,
    Clauses,
    Sentences,
}

/// Where the words of `text` begin and end that are about one line and about no other: those next to
/// what it is called or what is said of it. All of them where that cannot be told.
pub(crate) fn words_about(text: &str, own: &Signs, others: &[&Signs]) -> (usize, usize) {
    [Pieces::Clauses, Pieces::Sentences]
        .into_iter()
        .find_map(|kind| within(text, kind, own, others))
        .unwrap_or((0, text.len()))
}

/// Where the clause of `text` stands that names one thing and no other, and how far it goes on about it:
/// the clause, and it with those behind that are about nobody else. None where that cannot be told.
pub(crate) fn clauses_about(text: &str, own: &Signs, others: &[&Signs]) -> Option<Clauses> {
    let kinds = [Pieces::Phrases, Pieces::Clauses].into_iter();
    let mut kinds = kinds.filter_map(|kind| pieces_about(text, kind, own, others));
    let first = kinds.next();
    match first {
        Some(found) if found.is_told => Some(found),
        // What is said of it stands in the next phrase.
        _ => kinds.next().or(first),
    }
}

fn pieces_about(text: &str, kind: Pieces, own: &Signs, others: &[&Signs]) -> Option<Clauses> {
    let pieces = pieces(text, kind);
    let words = |at: usize| {
        let (start, end) = *pieces.get(at)?;
        text.get(start..end)
    };
    let names = |signs: &Signs, at: usize| words(at).is_some_and(|it| signs.are_named_in(it));
    let is_of_other = |at: usize| others.iter().any(|it| names(it, at));
    let mut own_pieces = (0..pieces.len()).filter(|at| names(own, *at));
    let (first, None) = (own_pieces.next()?, own_pieces.next()) else {
        return None;
    };
    if is_of_other(first) {
        return None;
    }
    let is_of_else =
        |at: usize| is_of_other(at) || words(at).is_some_and(|it| own.lack_figures_of(it));
    let last = (first + 1..pieces.len())
        .take_while(|at| !is_of_else(*at))
        .last();
    let last = last.unwrap_or(first);
    let start = pieces.get(first)?.0;
    let [clause, about] = [first, last].map(|last| {
        let end = pieces.get(last).map_or(start, |it| it.1);
        trimmed(text, (start, end))
    });
    let told = text.get(about.0..about.1)?;
    let mut values = own.values.iter();
    let is_told = values.all(|value| holds(told, value) || !holds(text, value));
    let own_figure = |value: &String| holds(told, value);
    let figures = own.values.iter().filter(|it| it.contains(char::is_numeric));
    let is_another = figures.clone().any(|it| !own_figure(it)) && own.lack_figures_of(told);
    Some(Clauses {
        clause,
        about,
        is_told,
        tells_another: !is_told && is_another,
    })
}

/// Where something is told of one thing, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clauses {
    /// The clause that names it.
    pub clause: (usize, usize),
    /// The same with all behind that is about it.
    pub about: (usize, usize),
    /// Whether nothing that is said of it stands elsewhere.
    pub is_told: bool,
    /// Whether a figure there is none of those that are said of it, one of which stands elsewhere.
    pub tells_another: bool,
}

/// Without white space around it and the mark that ends a clause.
pub(super) fn trimmed(text: &str, (start, end): (usize, usize)) -> (usize, usize) {
    let about = text.get(start..end).unwrap_or_default();
    let start = start + (about.len() - about.trim_start().len());
    let about = about.trim().trim_end_matches([',', ';', '、', '，', '،']);
    (start, start + about.len())
}

fn within(text: &str, kind: Pieces, own: &Signs, others: &[&Signs]) -> Option<(usize, usize)> {
    let pieces = pieces(text, kind);
    let words = |(start, end): (usize, usize)| text.get(start..end).unwrap_or_default();
    let is_own: Vec<bool> = pieces.iter().map(|it| own.stand_in(words(*it))).collect();
    let is_of_other = |at: usize| {
        let piece = pieces.get(at).map(|it| words(*it)).unwrap_or_default();
        others.iter().any(|it| it.stand_in(piece))
    };
    let mut first = is_own.iter().position(|is_own| *is_own)?;
    let mut last = is_own.iter().rposition(|is_own| *is_own)?;
    let is_own = |at: usize| is_own.get(at).copied().unwrap_or_default();
    if (first..=last).any(|at| is_of_other(at) && !is_own(at)) {
        return None;
    }
    // What is about nobody goes on with whom it stands behind, or begins with the first, unless it has
    // figures that are not of the line: that is about something else.
    let is_of_else = |at: usize| {
        let piece = pieces.get(at).map(|it| words(*it)).unwrap_or_default();
        is_of_other(at) || own.lack_figures_of(piece)
    };
    while last + 1 < pieces.len() && !is_of_else(last + 1) {
        last += 1;
    }
    if (0..first).all(|at| !is_of_other(at)) {
        first = (0..first)
            .rfind(|at| is_of_else(*at))
            .map_or(0, |at| at + 1);
    }
    let (start, end) = (pieces.get(first)?.0, pieces.get(last)?.1);
    let about = text.get(start..end)?;
    let is_told = match kind {
        Pieces::Phrases | Pieces::Clauses => own.are_told_in(about),
        // A day, or an option by another name, stands in the sentence that names the line.
        Pieces::Sentences => own.are_told_in(about) || own.are_named_in(about),
    };
    is_told.then(|| trimmed(text, (start, end)))
}

pub(super) fn pieces(text: &str, kind: Pieces) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    let mut last = None;
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let before = last.replace(letter);
        let is_before_gap = next.is_none_or(char::is_whitespace);
        let ends = match letter {
            '\n' | '\r' | '。' | '！' | '？' | '؟' | '।' | '۔' => true,
            '.' | '!' | '?' => is_before_gap,
            ',' | ';' => kind != Pieces::Sentences && is_before_gap,
            '、' | '，' | '،' | '；' | '؛' => kind != Pieces::Sentences,
            ' ' | '\u{3000}' => {
                let around = [before, next];
                kind == Pieces::Phrases && around.iter().all(|it| it.is_some_and(is_unspaced))
            }
            _ => false,
        };
        let end = at + letter.len_utf8();
        if ends {
            pieces.push((start, end));
            start = end;
        }
    }
    if start < text.len() {
        pieces.push((start, text.len()));
    }
    pieces
}

/// Whether it is of a script that has spaces for pauses alone: Thai, Khmer, kana and ideographs, with their
/// brackets.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{9fff}' | '（' | '）')
}

#[cfg(test)]
#[allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "tests"
)]
mod tests {
    use super::*;

    fn signs(names: &[&str], values: &[&str]) -> Signs {
        let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
        Signs {
            names: owned(names),
            values: owned(values),
            ..Signs::default()
        }
    }

    #[test]
    fn words_are_about_the_line_that_they_stand_next_to() {
        let marta = signs(&["Marta", "2"], &["vegetarian"]);
        let luca = signs(&["Luca", "3"], &["7"]);
        for (text, of_marta, of_luca) in [
            (
                "Sorry, Marta is vegetarian, not vegan, and Luca is 7. Thanks!",
                "Sorry, Marta is vegetarian, not vegan",
                "and Luca is 7. Thanks!",
            ),
            (
                "line 2: vegetarian\nline 3: 7",
                "line 2: vegetarian",
                "line 3: 7",
            ),
            ("Marta、vegetarian、Luca、7", "Marta、vegetarian", "Luca、7"),
            (
                "My account is NL91 0417, new address: Canal 5, oh and Marta is vegetarian, thanks",
                "oh and Marta is vegetarian, thanks",
                "My account is NL91 0417, new address: Canal 5, oh and Marta is vegetarian, thanks",
            ),
            // Nobody can tell where one ends, or it is about both.
            (
                "Marta is vegetarian and Luca is 7",
                "Marta is vegetarian and Luca is 7",
                "Marta is vegetarian and Luca is 7",
            ),
            (
                "Luca is 7, Marta too is vegetarian, and Luca says thanks",
                "Marta too is vegetarian",
                "Luca is 7, Marta too is vegetarian, and Luca says thanks",
            ),
        ] {
            let about = |own: &Signs, other: &Signs| {
                let (start, end) = words_about(text, own, &[other]);
                text.get(start..end).unwrap_or_default()
            };
            assert_eq!(about(&marta, &luca), of_marta, "{text}");
            assert_eq!(about(&luca, &marta), of_luca, "{text}");
        }
    }

    #[test]
    fn a_clause_that_names_one_thing_is_about_it_and_goes_on_until_another_is_named() {
        let text = "Lost: a laptop for 1,249.90, two pairs of shoes, no idea what they cost, a coat \
            180 euros, and 4 books about 60 in all";
        let things = [
            signs(&["laptop"], &["1", "1249.9"]),
            signs(&["pairs of shoes"], &["2"]),
            signs(&["coat"], &["1", "180"]),
            signs(&["books"], &["4", "60"]),
        ];
        let about = |at: usize| {
            let others: Vec<&Signs> = things
                .iter()
                .filter(|it| it.names != things[at].names)
                .collect();
            let found = clauses_about(text, &things[at], &others).filter(|it| it.is_told);
            found.map(|it| [it.clause, it.about].map(|(start, end)| &text[start..end]))
        };
        assert_eq!(about(0), Some(["Lost: a laptop for 1,249.90"; 2]));
        assert_eq!(
            about(1),
            Some([
                "two pairs of shoes",
                "two pairs of shoes, no idea what they cost"
            ])
        );
        assert_eq!(about(2), Some(["a coat 180 euros"; 2]));
        assert_eq!(about(3), Some(["and 4 books about 60 in all"; 2]));
        // What is said of it stands elsewhere, or two are named at once.
        for text in [
            "a laptop, a coat and books: the coat was 180, the laptop 1249.9",
            "laptop and coat 180",
        ] {
            assert_eq!(
                clauses_about(text, &things[2], &[&things[0], &things[3]]),
                None,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_told_in_other_words_than_its_value_is_kept_by_whole_sentences() {
        let anna = signs(&["Anna"], &["2026-11-27"]);
        let bernd = signs(&["Bernd"], &["2026-11-28"]);
        let text = "Anna kommt doch, am Freitag. Bernd erst am Samstag, um zehn.";
        let about = |own: &Signs, other: &Signs| {
            let (start, end) = words_about(text, own, &[other]);
            text.get(start..end).unwrap_or_default()
        };
        assert_eq!(about(&anna, &bernd), "Anna kommt doch, am Freitag.");
        assert_eq!(about(&bernd, &anna), "Bernd erst am Samstag, um zehn.");
        // Who is not named is told of by all of it.
        assert_eq!(about(&signs(&["Carla"], &["2026-11-29"]), &anna), text);
    }
}
