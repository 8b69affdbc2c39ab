//! What stands between words and sentences that code puts together.

/// The marks of a language.
///
/// ```
/// use kikitori_form::values::Marks;
///
/// let listed = |language| ["1", "2"].join(Marks::of(language).comma);
/// assert_eq!(listed("en"), "1, 2");
/// assert_eq!(listed("ja-JP"), "1、2");
/// assert_eq!(listed("ar"), "1، 2");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    /// Between the parts of a list.
    pub comma: &'static str,
    /// Between what is told and what is told of it.
    pub colon: &'static str,
    /// At the end of a sentence.
    pub stop: &'static str,
    /// Between two sentences.
    pub space: &'static str,
}

const LATIN: Marks = Marks {
    comma: ", ",
    colon: ": ",
    stop: ".",
    space: " ",
};
const EAST_ASIAN: Marks = Marks {
    comma: "、",
    colon: "：",
    stop: "。",
    space: "",
};

impl Marks {
    /// Those of a language by its tag; of one that has no others, those of English.
    pub fn of(language: &str) -> Self {
        let spoken = language.split('-').next().unwrap_or_default();
        match spoken.to_ascii_lowercase().as_str() {
            "ja" | "zh" | "yue" => EAST_ASIAN,
            "ar" | "fa" | "ckb" | "ps" | "sd" | "ug" => Self {
                comma: "، ",
                ..LATIN
            },
            "ur" => Self {
                comma: "، ",
                stop: "۔",
                ..LATIN
            },
            "hi" | "bn" | "as" | "ne" | "sa" => Self {
                stop: "।", ..LATIN
            },
            "hy" => Self {
                stop: "։", ..LATIN
            },
            "am" | "ti" => Self {
                comma: "፣ ",
                stop: "።",
                ..LATIN
            },
            "th" => Self {
                comma: " ",
                stop: "",
                ..LATIN
            },
            "my" => Self {
                comma: "၊ ",
                stop: "။",
                ..LATIN
            },
            _ => LATIN,
        }
    }

    /// A text as a sentence that another one follows: what ends it is there once.
    pub fn sentence(self, text: &str) -> String {
        let text = text.trim_end();
        match text.ends_with([
            '.', '!', '?', '…', '。', '！', '？', '؟', '۔', '।', '։', '።', '။',
        ]) {
            true => text.to_owned(),
            false => format!("{text}{}", self.stop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn what_ends_a_sentence_is_there_once() {
        for (language, text, sentence) in [
            ("en", "Name is missing", "Name is missing."),
            ("en", "Which one?", "Which one?"),
            ("ja", "品名がありません", "品名がありません。"),
            ("ja", "品名がありません。", "品名がありません。"),
            ("hi", "नाम नहीं है", "नाम नहीं है।"),
            ("th", "ไม่มีชื่อ", "ไม่มีชื่อ"),
        ] {
            assert_eq!(Marks::of(language).sentence(text), sentence);
        }
    }
}
