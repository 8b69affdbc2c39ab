//! Texts with something filled in.

use kikitori_browser::Connection;
use kikitori_llm::AddressSpace;
use kikitori_parts::Language;

/// What leaves the page, and where it goes.
pub fn privacy(language: Language, connection: &Connection) -> String {
    let (host, model) = (connection.host(), connection.model());
    let is_direct = connection.direct().is_some();
    let is_here = connection
        .direct()
        .is_some_and(|it| it.place() == AddressSpace::Loopback);
    let if_so = |is_so: bool, text: &'static str| if is_so { text } else { "" };
    match language {
        Language::En => {
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
        Language::Ja => {
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
