//! What a look at the connection came to, and what to do about it.

use kikitori_browser::{AddressError, EndpointAddress, LocalServer};
use kikitori_llm::{Finding, MissingCapability, Obstacle, Outcome, Step, StructuredOutputMode};

use super::Messages;
use crate::Language;
use crate::messages::advice::model_advice;

/// A finding in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Advice {
    /// What is the matter and what to do.
    pub text: String,
    /// Commands that do it, each with whom it is for; empty when there is only one to be for.
    pub commands: Vec<(&'static str, String)>,
    /// More about the commands.
    pub note: &'static str,
    /// Names to pick from instead of the one that is not there.
    pub instead: Vec<String>,
    /// What the endpoint itself said.
    pub detail: Option<String>,
}

/// What a finding is about.
pub struct About<'a> {
    /// The page's origin.
    pub origin: String,
    /// The endpoint's host, as people know it.
    pub host: &'a str,
    /// Its address, if the page talks to it directly.
    pub direct: Option<&'a EndpointAddress>,
}

impl Language {
    /// What is the matter, and what to do about it.
    pub fn finding(self, finding: &Finding, about: &About<'_>) -> Advice {
        let host = about.host;
        let mut advice = Advice::default();
        advice.text = match finding {
            Finding::NotReached(obstacle) => {
                advice.commands = commands(*obstacle, about);
                advice.note = self.note(*obstacle, about);
                self.obstacle(*obstacle, about)
            }
            Finding::Call { kind, detail } => {
                advice.detail = Some(detail.clone());
                model_advice(self, *kind).to_owned()
            }
            Finding::NoSuchModel { model, near } => {
                advice.instead.clone_from(near);
                if let (Some(LocalServer::Ollama), false) = (server(about), model.is_empty()) {
                    advice.commands.push(("", format!("ollama pull {model}")));
                }
                match (self, model.is_empty()) {
                    (Self::En, true) => format!("{host} answers. Choose one of its models."),
                    (Self::Ja, true) => {
                        format!("{host} は応答しています。モデルを選んでください。")
                    }
                    (Self::En, false) => format!(
                        "{host} has no model called “{model}”. Choose one that it has, or load this one there."
                    ),
                    (Self::Ja, false) => format!(
                        "{host} に「{model}」というモデルはありません。あるものを選ぶか、接続先に読み込んでください。"
                    ),
                }
            }
            Finding::NoApi => match self {
                Self::En => format!(
                    "Something answers at {host}, but not as the OpenAI protocol has it. The address usually ends in /v1."
                ),
                Self::Ja => format!(
                    "{host} は応答しますが、OpenAI のプロトコルではありません。アドレスはふつう /v1 で終わります。"
                ),
            },
            Finding::NoKey => match (self, about.direct) {
                (Self::En, Some(_)) => {
                    format!("{host} wants a key. Enter it in the settings; a key is kept for one tab only.")
                }
                (Self::Ja, Some(_)) => format!(
                    "{host} にはキーが必要です。設定で入力してください。キーは一つのタブの中だけで使われます。"
                ),
                (Self::En, None) => format!(
                    "{host} wants a key, and this page's server has none. Whoever runs the page has to give it one."
                ),
                (Self::Ja, None) => format!(
                    "{host} にはキーが必要ですが、このページのサーバーにはありません。管理者が設定する必要があります。"
                ),
            },
            Finding::WrongKey => match self {
                Self::En => format!("{host} refused the key. Enter it again, or make a new one there."),
                Self::Ja => format!(
                    "{host} にキーを拒否されました。もう一度入力するか、新しいキーを作ってください。"
                ),
            },
            Finding::NoTools => match self {
                Self::En => {
                    "This model can neither call tools nor be held to a schema, and the interview cannot do without. Choose another model, one that is made for tools or agents.".to_owned()
                }
                Self::Ja => {
                    "このモデルはツールを呼び出せず、返答をスキーマに従わせることもできないため、インタビューに使えません。ツールやエージェントに対応したモデルを選んでください。".to_owned()
                }
            },
            Finding::ToolNotCalled => match self {
                Self::En => {
                    "The model answered in words where it was told to call a tool. Choose a larger model, or one that is made for tools; llama-server also needs --jinja.".to_owned()
                }
                Self::Ja => {
                    "ツールを呼び出すよう指示しましたが、言葉で答えました。より大きいモデルか、ツールに対応したモデルを選んでください。llama-server では --jinja も必要です。".to_owned()
                }
            },
            Finding::NotStructured => match self {
                Self::En => {
                    "The model did not manage an answer of a given structure. Choose a larger model.".to_owned()
                }
                Self::Ja => {
                    "決められた形で答えられませんでした。より大きいモデルを選んでください。".to_owned()
                }
            },
        };
        advice
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

    fn obstacle(self, obstacle: Obstacle, about: &About<'_>) -> String {
        let (host, origin) = (about.host, &about.origin);
        match (self, obstacle) {
            (Self::En, Obstacle::Offline) => {
                "This browser is offline. Connect it to the network, then try again.".to_owned()
            }
            (Self::Ja, Obstacle::Offline) => {
                "オフラインです。ネットワークにつないでから、もう一度試してください。".to_owned()
            }
            (Self::En, Obstacle::OwnServerAway) => {
                "This page's server does not answer. Check that it is still running, then try again.".to_owned()
            }
            (Self::Ja, Obstacle::OwnServerAway) => {
                "このページのサーバーが応答しません。動いているか確認してから、もう一度試してください。".to_owned()
            }
            (Self::En, Obstacle::Cors) => format!(
                "{host} answers, but does not let pages of {origin} read its replies (CORS). Start it so that it allows this page:"
            ),
            (Self::Ja, Obstacle::Cors) => format!(
                "{host} は応答しますが、{origin} のページに返答を読ませません（CORS）。このページを許可して起動してください："
            ),
            (Self::En, Obstacle::Policy) => format!(
                "This page's own rules (its Content-Security-Policy) do not let it talk to {host}. A model on this device is allowed as localhost; for anything else, whoever runs the page has to allow the address."
            ),
            (Self::Ja, Obstacle::Policy) => format!(
                "このページの規則（Content-Security-Policy）により {host} とは通信できません。この端末のモデルには localhost でつなげます。それ以外は、このページの管理者が許可する必要があります。"
            ),
            (Self::En, Obstacle::MixedContent) => format!(
                "This page came by https, so the browser lets it talk to https addresses and to this device only. Give {host} an https address, or run the model on this device."
            ),
            (Self::Ja, Obstacle::MixedContent) => format!(
                "https のページなので、https のアドレスかこの端末としか通信できません。{host} に https のアドレスを用意するか、この端末でモデルを動かしてください。"
            ),
            (Self::En, Obstacle::LocalNetworkDenied) => {
                "The browser does not let this page talk to programs on this device or in your network. Open the site settings beside the address bar, allow the access to the local network or to apps on this device, then try again.".to_owned()
            }
            (Self::Ja, Obstacle::LocalNetworkDenied) => {
                "ブラウザーが、この端末のアプリやローカルネットワークへのアクセスを許可していません。アドレスバーの横のサイト設定で許可してから、もう一度試してください。".to_owned()
            }
            (Self::En, Obstacle::InsecurePage) => {
                "This page came without https, and the browser lets only pages with it talk to programs on this device or in your network. Open it by its https address, or as localhost.".to_owned()
            }
            (Self::Ja, Obstacle::InsecurePage) => {
                "https ではないページは、この端末のアプリやローカルネットワークと通信できません。https のアドレスか localhost で開いてください。".to_owned()
            }
            (Self::En, Obstacle::NobodyAnswers { .. }) => format!(
                "Nothing answers at {host}. Check that the server is running there and that the address is right, then try again."
            ),
            (Self::Ja, Obstacle::NobodyAnswers { .. }) => format!(
                "{host} が応答しません。サーバーが動いていることとアドレスを確認してから、もう一度試してください。"
            ),
        }
    }

    fn note(self, obstacle: Obstacle, about: &About<'_>) -> &'static str {
        match (self, obstacle, server(about)) {
            (_, Obstacle::NobodyAnswers { permission_open }, _) if permission_open => {
                Messages::of(self).may_be_asked
            }
            (Self::En, Obstacle::Cors, Some(LocalServer::Ollama)) => {
                "If Ollama runs as an app or as a service, set OLLAMA_ORIGINS there and start it again."
            }
            (Self::Ja, Obstacle::Cors, Some(LocalServer::Ollama)) => {
                "Ollama をアプリやサービスとして使っている場合は、そちらに OLLAMA_ORIGINS を設定して起動し直してください。"
            }
            (Self::En, Obstacle::Cors, Some(LocalServer::LmStudio)) => {
                "Or switch on “Enable CORS” in LM Studio: Developer, Server Settings."
            }
            (Self::Ja, Obstacle::Cors, Some(LocalServer::LmStudio)) => {
                "LM Studio の Developer → Server Settings で「Enable CORS」を有効にしても構いません。"
            }
            (Self::En, Obstacle::Cors, None) => {
                "Other servers have a setting of their own for the origins that they allow."
            }
            (Self::Ja, Obstacle::Cors, None) => {
                "ほかのサーバーにも、許可するオリジンの設定があります。"
            }
            _ => "",
        }
    }

    /// What a step is about.
    pub fn step(self, step: Step) -> &'static str {
        let words = Messages::of(self);
        match step {
            Step::Reach => words.step_reach,
            Step::Key => words.step_key,
            Step::Models => words.step_models,
            Step::Chat => words.step_chat,
            Step::Streaming => words.step_streaming,
            Step::Tools => words.step_tools,
            Step::ForcedChoice => words.step_forced,
            Step::Schema => words.step_schema,
        }
    }

    /// How a step stands.
    pub fn outcome(self, outcome: &Outcome) -> &'static str {
        let words = Messages::of(self);
        match outcome {
            Outcome::Waiting => words.state_waiting,
            Outcome::Running => words.state_running,
            Outcome::Passed => words.state_passed,
            Outcome::Failed(_) => words.state_failed,
            Outcome::Skipped => words.state_skipped,
            Outcome::Without(lack) => self.lack(*lack),
        }
    }

    fn lack(self, lack: MissingCapability) -> &'static str {
        match (self, lack) {
            (Self::En, MissingCapability::ModelList) => "it lists none",
            (Self::Ja, MissingCapability::ModelList) => "一覧なし",
            (Self::En, MissingCapability::Streaming) => "no, all at once",
            (Self::Ja, MissingCapability::Streaming) => "いいえ（一度に届く）",
            (Self::En, MissingCapability::UsageInStreams) => "yes, tokens uncounted",
            (Self::Ja, MissingCapability::UsageInStreams) => "はい（トークン数なし）",
            (Self::En, MissingCapability::Tools) => "no, calls come by a schema",
            (Self::Ja, MissingCapability::Tools) => "いいえ（スキーマで代用）",
            (Self::En, MissingCapability::ForcedToolChoice) => "no, it is asked to",
            (Self::Ja, MissingCapability::ForcedToolChoice) => "いいえ（依頼で代用）",
            (
                Self::En,
                MissingCapability::Schema(
                    StructuredOutputMode::StrictSchema | StructuredOutputMode::ForcedTool,
                ),
            ) => "by a tool's arguments",
            (
                Self::Ja,
                MissingCapability::Schema(
                    StructuredOutputMode::StrictSchema | StructuredOutputMode::ForcedTool,
                ),
            ) => "ツールの引数で",
            (Self::En, MissingCapability::Schema(StructuredOutputMode::JsonObject)) => {
                "to JSON; checked here"
            }
            (Self::Ja, MissingCapability::Schema(StructuredOutputMode::JsonObject)) => {
                "JSON まで（形はここで確認）"
            }
            (Self::En, MissingCapability::Schema(StructuredOutputMode::Prompt)) => {
                "asked in words; checked here"
            }
            (Self::Ja, MissingCapability::Schema(StructuredOutputMode::Prompt)) => {
                "言葉で依頼（形はここで確認）"
            }
        }
    }

    /// Why an address was not taken.
    pub fn address_error(self, error: AddressError) -> &'static str {
        let words = Messages::of(self);
        match error {
            AddressError::Empty => words.address_missing,
            AddressError::NotAnAddress | AddressError::OtherScheme => words.address_unfit,
            AddressError::Credentials | AddressError::Query => words.address_secret,
        }
    }

    /// When all was checked last.
    pub fn checked(self, ago: &str) -> String {
        match self {
            Self::En => format!("Checked {ago}, and kept up to date since."),
            Self::Ja => format!("{ago}に確認し、その後の変化も反映しています。"),
        }
    }
}

fn server(about: &About<'_>) -> Option<LocalServer> {
    about.direct.and_then(EndpointAddress::server)
}

/// What to type to get past `obstacle`.
fn commands(obstacle: Obstacle, about: &About<'_>) -> Vec<(&'static str, String)> {
    let command = |server: LocalServer| server.command_allowing(&about.origin);
    match (obstacle, server(about)) {
        (Obstacle::Cors, Some(server)) => vec![("", command(server))],
        (Obstacle::Cors, None) => LocalServer::ALL
            .into_iter()
            .map(|server| (server.name(), command(server)))
            .collect(),
        (Obstacle::Policy, _) => {
            let allow = |address: &EndpointAddress| {
                let option = format!("kikitori-proxy --connect {} …", address.origin());
                ("", option)
            };
            about.direct.map(allow).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
