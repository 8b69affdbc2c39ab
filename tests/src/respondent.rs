//! Someone who answers the sample forms.

use thirtyfour::error::WebDriverResult;

use crate::Page;

/// The language that the respondent speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    English,
    Japanese,
}

/// Answers by the field that is asked for; a follow-up gets the field's next answer.
pub struct Respondent {
    tongue: Tongue,
    /// The field that was asked for last, and how often in a row before that.
    asked_last: Option<(String, usize)>,
}

impl Respondent {
    /// One who speaks `tongue`.
    pub fn speaking(tongue: Tongue) -> Self {
        Self {
            tongue,
            asked_last: None,
        }
    }

    /// One who has answered a question about `field` so many times, in a session that goes on.
    pub fn having_answered(mut self, field: &str, times: usize) -> Self {
        self.asked_last = times.checked_sub(1).map(|time| (field.to_owned(), time));
        self
    }

    /// Answers until the form is to be confirmed.
    pub async fn answer_all(&mut self, page: &Page<'_>) -> WebDriverResult<()> {
        self.answer(page, usize::MAX).await
    }

    /// Answers `questions` questions, fewer when the form is to be confirmed before.
    pub async fn answer(&mut self, page: &Page<'_>, questions: usize) -> WebDriverResult<()> {
        for _ in 0..questions {
            let state = page.settled().await?;
            match state.as_str() {
                "answer" => {}
                "confirm" => return Ok(()),
                other => panic!(
                    "the page is {other}: {}",
                    page.value("document.body.innerText").await?
                ),
            }
            let field = page.value("document.querySelector('[data-testid=\"outline\"] [data-field][data-state=\"interviewing\"]')?.dataset.field ?? ''").await?;
            let field = field.as_str().unwrap_or_default().to_owned();
            let time = match &self.asked_last {
                Some((before, time)) if *before == field => time + 1,
                _ => 0,
            };
            self.asked_last = Some((field.clone(), time));
            assert!(time < 7, "{field} is asked for again and again");
            page.answer(self.words_for(&field, time)).await?;
        }
        Ok(())
    }

    fn words_for(&self, field: &str, time: usize) -> &'static str {
        let english = self.tongue == Tongue::English;
        let answers: &[&str] = match (field, english) {
            ("full-name", true) => &["Ada Lovelace"],
            ("full-name" | "name", false) => &["佐藤花子です"],
            ("name", true) => &["Ada Lovelace"],
            ("email", _) => &["ada@example.org"],
            ("experience", true) => &[
                "I worked on a help desk for a small software house.",
                "About three years, from 2019 to 2022.",
                "We brought the time to a first answer down from a day to two hours.",
            ],
            ("experience", false) => &[
                "ソフトウェア会社のヘルプデスクで働いていました。",
                "3年間です。",
                "最初の回答までの時間を1日から2時間に短くしました。",
            ],
            ("motivation", true) => {
                &["I like it when a puzzle ends and somebody can go on with their day."]
            }
            ("motivation", false) => &["困っている人の役に立てるからです。"],
            ("availability", true) => &["From 1 March, 30 hours a week.", "1 March", "30 hours"],
            ("availability", false) => &["3月1日から、週30時間働けます。", "3月1日", "30時間"],
            ("salary" | "accommodations" | "history" | "requests" | "workaround", true) => {
                &["skip"]
            }
            ("salary" | "accommodations" | "history" | "requests" | "workaround", false) => {
                &["スキップ"]
            }
            ("symptoms", true) => &[
                "A sore throat, and my head aches.",
                "The throat and the head.",
            ],
            ("symptoms", false) => &["のどが痛くて、頭も痛いです。", "のどと頭です。"],
            ("onset", true) => &[
                "Since three days ago, and it is getting worse.",
                "It is getting worse.",
            ],
            ("onset", false) => &[
                "3日前からで、だんだん悪くなっています。",
                "悪くなっています。",
            ],
            ("allergies", true) => &["Penicillin gives me a rash."],
            ("allergies", false) => &["ペニシリンで発疹が出たことがあります。"],
            ("medicines", true) => &["Ibuprofen, 200 mg."],
            ("medicines", false) => &["イブプロフェンを飲んでいます。"],
            ("summary", true) => &["Saving a report with a long title loses the last line."],
            ("summary", false) => &["長い題名の報告を保存すると最後の行が消えます。"],
            ("steps", true) => &[
                "I open a report, then type a long title, then press Save.",
                "Every time.",
            ],
            ("steps", false) => &[
                "報告を開いて、長い題名を入力して、保存を押します。",
                "毎回です。",
            ],
            ("expected", true) => &[
                "I expected all lines to be kept, but the last one was gone.",
                "The last line was gone.",
            ],
            ("expected", false) => &[
                "全部の行が残ると思いましたが、最後の行が消えました。",
                "最後の行が消えました。",
            ],
            ("environment", true) => &["Version 2.4 on Debian 12 with Chromium 140."],
            ("environment", false) => &["バージョン2.4、Debian 12、Chromium 140です。"],
            ("severity", true) => &["medium"],
            ("severity", false) => &["中くらいです"],
            (other, _) => panic!("no answer for the field {other}"),
        };
        answers[time.min(answers.len() - 1)]
    }
}
