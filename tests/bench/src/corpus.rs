//! Many manuals, made from the two sample ones: the same each time.
//!
//! A sentence is one of the sample's in which the words that carry meaning are drawn anew, by
//! Zipf's law, from a vocabulary that the sample's own words head and invented ones fill up. So
//! grammar, the common words and the length of sentences are the sample's, and rare words are as
//! rare and as many as in a large collection.

use fastrand::Rng;

/// Sections of one manual; each is a passage.
pub const SECTIONS: usize = 40;
/// Words that carry meaning, in each language.
const VOCABULARY: usize = 40_000;
/// What stands before the vocabulary in Zipf's law: the words that are kept.
const KEPT: usize = 20;

const ENGLISH: &str = include_str!("../../../web/manuals/kikitori.en.md");
const JAPANESE: &str = include_str!("../../../web/manuals/kikitori.ja.md");

/// A document and what it is called.
pub struct Manual {
    /// Unlike any other's.
    pub name: String,
    /// Its text.
    pub markdown: String,
}

/// Manuals with this many sections together, English and Japanese by turns.
pub fn manuals(sections: usize) -> Vec<Manual> {
    let mut rng = Rng::with_seed(1);
    let mut languages = [Language::english(), Language::japanese()];
    let mut turn = 0;
    let mut left = sections;
    let mut manuals = Vec::new();
    while left > 0 {
        let own = left.min(SECTIONS);
        left -= own;
        let name = format!("manual-{:05}.md", manuals.len());
        let mut markdown = String::new();
        if let Some(language) = languages.get_mut(turn) {
            markdown = language.manual(own, &mut rng);
        }
        manuals.push(Manual { name, markdown });
        turn = (turn + 1) % languages.len();
    }
    manuals
}

/// One of the sample manuals.
pub fn sample(japanese: bool) -> Manual {
    let (name, text) = if japanese {
        ("ja.md", JAPANESE)
    } else {
        ("en.md", ENGLISH)
    };
    Manual {
        name: name.to_owned(),
        markdown: text.to_owned(),
    }
}

/// How one of the languages is written.
struct Language {
    /// The sample's sentences, in pieces.
    sentences: Vec<Vec<Piece>>,
    headings: Vec<Vec<Piece>>,
    /// From the commonest to the rarest.
    words: Vec<String>,
    /// For each word, the weight of it and all before it.
    weights: Vec<f64>,
    between_sentences: &'static str,
}

/// A stretch of a sentence.
#[derive(Clone)]
enum Piece {
    /// A common word, an ending, a mark or a space.
    Kept(String),
    /// A word that carries meaning.
    Drawn(String),
}

impl Language {
    fn english() -> Self {
        let invented = |number: usize| {
            // Written with the digits of its number.
            const SYLLABLES: [&str; 40] = [
                "ba", "ro", "lim", "ter", "so", "van", "ki", "du", "mel", "or", "pan", "ti", "gre",
                "fo", "lus", "ne", "cal", "hy", "dor", "wen", "sa", "pri", "mo", "jan", "u", "cre",
                "bel", "zo", "tar", "vi", "nol", "qua", "fi", "rem", "gal", "e", "sto", "lan",
                "my", "pex",
            ];
            let digits = [number % 40, number / 40 % 40, number / 1_600 % 40];
            digits
                .map(|digit| SYLLABLES.get(digit).copied().unwrap_or_default())
                .concat()
        };
        let kind = |letter: char| letter.is_ascii_alphabetic();
        // The shorter ones are nearly all articles, pronouns and the like.
        let means = |word: &str| word.len() > 3 && word.starts_with(kind);
        Self::of(ENGLISH, kind, means, invented, " ")
    }

    fn japanese() -> Self {
        let mut kanji: Vec<char> = JAPANESE.chars().filter(|it| is_kanji(*it)).collect();
        kanji.sort_unstable();
        kanji.dedup();
        let invented = |number: usize| {
            let place = [number / kanji.len(), number % kanji.len()];
            place
                .map(|at| kanji.get(at % kanji.len()))
                .into_iter()
                .flatten()
                .collect()
        };
        let means = |word: &str| word.starts_with(|it| is_kanji(it) || is_katakana(it));
        Self::of(JAPANESE, script, means, invented, "")
    }

    /// `kind` tells letters apart that do not stand in one word, and `means` which words are drawn.
    fn of<K: PartialEq>(
        sample: &str,
        kind: impl Fn(char) -> K,
        means: impl Fn(&str) -> bool,
        invented: impl Fn(usize) -> String,
        between_sentences: &'static str,
    ) -> Self {
        let in_pieces = |text: &str| -> Vec<Piece> {
            let words = runs(text, &kind).into_iter();
            words
                .map(|word| match means(&word) {
                    true => Piece::Drawn(word.to_lowercase()),
                    false => Piece::Kept(word),
                })
                .collect()
        };
        let (mut sentences, mut headings) = (Vec::new(), Vec::new());
        for line in sample.lines().map(str::trim) {
            match line.strip_prefix("## ") {
                Some(heading) => headings.push(in_pieces(heading)),
                None if line.starts_with('#') => {}
                None => {
                    for sentence in kikitori_search::sentences(line) {
                        sentences.extend(line.get(sentence).map(in_pieces));
                    }
                }
            }
        }
        let words = words_of(&sentences, invented);
        let mut sum = 0.0;
        let weights = (0..words.len()).map(|rank| {
            sum += 1.0 / (rank + 1 + KEPT) as f64;
            sum
        });
        Self {
            weights: weights.collect(),
            words,
            sentences,
            headings,
            between_sentences,
        }
    }

    fn manual(&mut self, sections: usize, rng: &mut Rng) -> String {
        let mut text = String::new();
        for number in 1..=sections {
            text += &format!("## {number}. ");
            self.write(&self.headings, &mut text, rng);
            text += "\n\n";
            // As long as passages are that are put together from paragraphs.
            let end = text.len() + rng.usize(200..500);
            while text.len() < end {
                self.write(&self.sentences, &mut text, rng);
                text += self.between_sentences;
            }
            text += "\n\n";
        }
        text
    }

    fn write(&self, from: &[Vec<Piece>], text: &mut String, rng: &mut Rng) {
        for piece in rng.choice(from).into_iter().flatten() {
            match piece {
                Piece::Kept(word) => text.push_str(word),
                Piece::Drawn(_) => text.push_str(self.word(rng)),
            }
        }
    }

    fn word(&self, rng: &mut Rng) -> &str {
        let drawn = rng.f64() * self.weights.last().copied().unwrap_or_default();
        let rank = self.weights.partition_point(|weight| *weight < drawn);
        self.words.get(rank).map(String::as_str).unwrap_or_default()
    }
}

/// The words that are drawn: the sample's, the commonest first, and invented ones.
fn words_of(sentences: &[Vec<Piece>], invented: impl Fn(usize) -> String) -> Vec<String> {
    let mut own: Vec<&str> = Vec::new();
    for piece in sentences.iter().flatten() {
        if let Piece::Drawn(word) = piece {
            own.push(word);
        }
    }
    own.sort_unstable();
    let mut counted: Vec<_> = own.chunk_by(|one, other| one == other).collect();
    counted.sort_by_key(|same| std::cmp::Reverse(same.len()));
    let own = counted.into_iter().flat_map(|same| same.first());
    let own = own.map(|word| (*word).to_owned());
    own.chain((0..).map(invented)).take(VOCABULARY).collect()
}

/// `text` cut wherever the kind of letter changes.
fn runs<K: PartialEq>(text: &str, kind: impl Fn(char) -> K) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    let mut before = None;
    for letter in text.chars() {
        let now = Some(kind(letter));
        match runs.last_mut() {
            Some(run) if now == before => run.push(letter),
            _ => runs.push(letter.to_string()),
        }
        before = now;
    }
    runs
}

#[derive(PartialEq)]
enum Script {
    Kanji,
    Katakana,
    Other,
}

fn script(letter: char) -> Script {
    match letter {
        _ if is_kanji(letter) => Script::Kanji,
        _ if is_katakana(letter) => Script::Katakana,
        _ => Script::Other,
    }
}

fn is_kanji(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

fn is_katakana(letter: char) -> bool {
    ('\u{30a1}'..='\u{30ff}').contains(&letter)
}
