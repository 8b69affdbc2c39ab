//! Texts with something filled in.

use kikitori_browser::Link;
use kikitori_llm::AddressSpace;

use super::Lang;

impl Lang {
    /// A failed call is made again in so many seconds.
    pub fn retrying(self, seconds: u64) -> String {
        match self {
            Self::En => format!("The model does not answer yet. Trying again in {seconds} s …"),
            Self::Ja => format!("モデルがまだ応答しません。{seconds} 秒後にもう一度試します…"),
        }
    }

    /// What leaves the page, and where it goes.
    pub fn privacy(self, link: &Link) -> String {
        let (host, model) = (link.host(), link.model());
        let is_direct = link.direct().is_some();
        let is_here = link
            .direct()
            .is_some_and(|it| it.place() == AddressSpace::Loopback);
        let if_so = |is_so: bool, text: &'static str| if is_so { text } else { "" };
        match self {
            Self::En => {
                let model = match model {
                    "" => String::new(),
                    model => format!(", model {model}"),
                };
                let way = if_so(is_direct, "straight from this browser ");
                let place = if_so(is_here, " on this device");
                format!(
                    "To understand your answers, this page sends them {way}to {host}{place}{model}."
                )
            }
            Self::Ja => {
                let model = match model {
                    "" => String::new(),
                    model => format!("（モデル：{model}）"),
                };
                let way = if_so(is_direct, "このブラウザーから直接");
                let place = if_so(is_here, "この端末の ");
                format!("回答の内容を理解するために、{place}{host}{model}に{way}送られます。")
            }
        }
    }

    /// How large a form is.
    pub fn field_count(self, fields: usize) -> String {
        match self {
            Self::En if fields == 1 => "1 field".to_owned(),
            Self::En => format!("{fields} fields"),
            Self::Ja => format!("{fields} 項目"),
        }
    }

    /// How far a session has come.
    pub fn fields_done(self, done: usize, fields: usize) -> String {
        match self {
            Self::En => format!("{done} of {}", self.field_count(fields)),
            Self::Ja => format!("{fields} 項目中 {done} 項目完了"),
        }
    }

    /// The same where there is little room.
    pub fn fields_done_short(self, done: usize, fields: usize) -> String {
        match self {
            Self::En => format!("{done} of {fields}"),
            Self::Ja => format!("{done}／{fields}"),
        }
    }

    /// What was accepted, as it is read out.
    pub fn accepted(self, label: &str, value: &str) -> String {
        match self {
            Self::En => format!("Noted, {label}: {value}."),
            Self::Ja => format!("{label}：{value}、承りました。"),
        }
    }

    /// A duration of a step.
    pub fn milliseconds(self, ms: u64) -> String {
        if ms < 1000 {
            format!("{ms} ms")
        } else {
            format!("{}.{} s", ms / 1000, ms % 1000 / 100)
        }
    }

    /// Whose last run it is.
    pub fn last_run(self, agent: &str) -> String {
        match self {
            Self::En => format!("Last run ({agent})"),
            Self::Ja => format!("直前の実行（{agent}）"),
        }
    }

    /// What the prices below are of.
    pub fn price_of(self, model: &str) -> String {
        match (self, model) {
            (Self::En, "") => "Price of a million tokens".to_owned(),
            (Self::En, model) => format!("Price of a million tokens of {model}"),
            (Self::Ja, "") => "100 万トークンの価格".to_owned(),
            (Self::Ja, model) => format!("{model} の 100 万トークンの価格"),
        }
    }
}
