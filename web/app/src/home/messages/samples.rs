//! What is shown of the sample forms before they are begun, in each form's own language.

use kikitori_parts::Language;

/// What is shown of a form.
pub struct Sample {
    /// Its id, and its file's name.
    pub id: &'static str,
    /// The language that it is written in first.
    pub language: Language,
    /// Its title in that language.
    pub title: &'static str,
    /// Its title in the other language, where it is written in both.
    pub other_title: Option<&'static str>,
    /// How many fields it has.
    pub fields: usize,
}

/// `tests/tests/sample_forms.rs` compares them with the files.
pub const SAMPLES: [Sample; 4] = [
    Sample {
        id: "job-application",
        language: Language::En,
        title: "Job application: Support engineer",
        other_title: None,
        fields: 7,
    },
    Sample {
        id: "clinic-intake",
        language: Language::Ja,
        title: "内科 初診の問診票",
        other_title: None,
        fields: 7,
    },
    Sample {
        id: "bug-report",
        language: Language::En,
        title: "Bug report",
        other_title: None,
        fields: 6,
    },
    Sample {
        id: "order",
        language: Language::En,
        title: "Order",
        other_title: Some("ご注文"),
        fields: 3,
    },
];
