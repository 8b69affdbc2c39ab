//! The Greeter through whole conversations, as the orchestrator leads them.

use super::*;

/// Plays the orchestrator's part and writes down what happens.
struct Greeting {
    messages: Vec<Message>,
    language: Option<String>,
    country: Option<String>,
    timezone: Option<Value>,
    browser: &'static str,
    zone: Option<&'static str>,
    refuse: Option<&'static str>,
    log: Vec<String>,
}

impl Greeting {
    fn new(browser: &'static str) -> Self {
        Self {
            messages: Vec::new(),
            language: None,
            country: None,
            timezone: None,
            browser,
            zone: Some("Europe/Berlin"),
            refuse: None,
            log: Vec::new(),
        }
    }

    /// Runs until the model asks; answers the question.
    fn run(&mut self) -> Option<(String, Value)> {
        self.messages.push(brief(&json!({
            "section": "language", "language": self.language, "country": self.country,
            "browser_languages": [self.browser], "browser_time_zone": self.zone,
        })));
        for _ in 0..10 {
            let reply = respond(&request(&GREETER, self.messages.clone()));
            self.messages
                .push(Message::Assistant(reply.message.clone()));
            if reply.message.tool_calls.is_empty() {
                self.log.push("says".to_owned());
                return None;
            }
            let mut question = None;
            for (call, (name, arguments)) in reply.message.tool_calls.iter().zip(called(&reply)) {
                let refused = self.refuse == Some(name.as_str());
                let value = |key: &str| arguments[key].as_str().map(str::to_owned);
                match name.as_str() {
                    "ask" => {
                        let message = value("message").unwrap();
                        question = Some((message, arguments["suggestions"].clone()));
                        self.log.push("ask".to_owned());
                    }
                    _ if refused => self.log.push(format!("{name} refused")),
                    "set_language" => self.language = value("language"),
                    "set_country" => self.country = value("country"),
                    _ => self.timezone = Some(arguments["timezone"].clone()),
                }
                if name != "ask" && !refused {
                    self.log.push(name);
                }
                self.messages
                    .push(outcome(&call.id, if refused { "error" } else { "success" }));
            }
            if question.is_some() {
                return question;
            }
        }
        panic!("the Greeter never stops: {:?}", self.log);
    }

    fn answered(&mut self, text: &str) -> Option<(String, Value)> {
        self.messages.push(said(text));
        self.run()
    }
}

#[test]
fn the_greeting_is_in_the_browsers_language() {
    for (browser, start) in [
        ("ja-JP", "こんにちは"),
        ("en-US", "Hello"),
        ("de-DE", "Hello"),
    ] {
        let (message, suggestions) = Greeting::new(browser).run().unwrap();
        assert!(message.starts_with(start), "{message}");
        assert_eq!(suggestions, json!(["English", "日本語"]));
    }
}

#[test]
fn two_answers_settle_everything() {
    for (browser, first, second, language, country, expected) in [
        ("en-US", "English", "Germany", "en", "DE", "Which country"),
        ("ja-JP", "日本語", "日本です", "ja", "JP", "お住まいの国"),
        (
            "ja-JP",
            "English please",
            "Japan",
            "en",
            "JP",
            "Which country",
        ),
        (
            "en-US",
            "日本語で",
            "ドイツに住んでいます",
            "ja",
            "DE",
            "お住まいの国",
        ),
        ("de", "Deutsch", "Deutschland", "en", "DE", "Which country"),
    ] {
        let mut greeting = Greeting::new(browser);
        greeting.run().unwrap();
        let (question, _) = greeting.answered(first).unwrap();
        assert!(question.contains(expected), "{question}");
        assert_eq!(greeting.answered(second), None);
        assert_eq!(greeting.language.as_deref(), Some(language));
        assert_eq!(greeting.country.as_deref(), Some(country));
        assert_eq!(greeting.timezone, Some(Value::Null));
        assert_eq!(
            greeting.log,
            [
                "ask",
                "set_language",
                "ask",
                "set_country",
                "set_timezone",
                "says"
            ]
        );
    }
}

#[test]
fn one_answer_may_settle_everything() {
    let mut greeting = Greeting::new("en");
    greeting.run().unwrap();
    assert_eq!(greeting.answered("English, and I live in Japan"), None);
    assert_eq!(
        greeting.log,
        ["ask", "set_language", "set_country", "set_timezone", "says"]
    );
}

#[test]
fn a_country_first_leaves_the_language_to_ask() {
    let mut greeting = Greeting::new("en");
    greeting.run().unwrap();
    let (question, _) = greeting.answered("Germany").unwrap();
    assert_eq!(
        question,
        "Thank you. And which language would you like to use?"
    );
    assert_eq!(greeting.answered("English"), None);
}

#[test]
fn what_is_not_understood_is_asked_again_in_other_words() {
    let mut greeting = Greeting::new("en");
    let mut questions = vec![greeting.run().unwrap().0];
    for answer in ["42", "English", "Oz"] {
        questions.push(greeting.answered(answer).unwrap().0);
    }
    for (at, question) in questions.iter().enumerate() {
        assert!(!questions[..at].contains(question), "{question}");
    }
    assert_eq!(greeting.answered("Kenya"), None);
}

#[test]
fn a_country_that_is_not_named_follows_from_the_browsers_time_zone() {
    for (zone, answers, country) in [
        (Some("Asia/Tokyo"), vec!["skip"], "JP"),
        (Some("Europe/Berlin"), vec!["I would rather not say"], "DE"),
        (Some("Europe/Berlin"), vec!["no"], "DE"),
        (Some("Europe/London"), vec!["none"], "GB"),
        (Some("Mars/Base"), vec!["Oz", "Narnia"], "JP"),
        (None, vec!["42", "Why?", "blue"], "JP"),
        (None, vec!["why", "why", "why", "why"], "JP"),
        (Some("Asia/Tokyo"), vec!["London"], "GB"),
        (Some("Europe/London"), vec!["東京"], "JP"),
    ] {
        let mut greeting = Greeting::new("en");
        greeting.zone = zone;
        greeting.run().unwrap();
        greeting.answered("English").unwrap();
        let (last, before) = answers.split_last().unwrap();
        for answer in before {
            assert!(greeting.answered(answer).is_some(), "{answer}");
        }
        assert_eq!(greeting.answered(last), None, "{answers:?}");
        assert_eq!(greeting.country.as_deref(), Some(country), "{answers:?}");
    }
}

#[test]
fn a_language_that_is_not_named_follows_from_the_browser() {
    for (browser, answers, language, said) in [
        ("ja", vec!["skip"], "ja", "では、日本語で続けます。"),
        (
            "en",
            vec!["42", "blue"],
            "en",
            "Then I will go on in English.",
        ),
        ("fr", vec!["none"], "en", "Then I will go on in English."),
        (
            "fr",
            vec!["Français"],
            "en",
            "Only English and Japanese are spoken here",
        ),
    ] {
        let mut greeting = Greeting::new(browser);
        greeting.run().unwrap();
        let mut question = String::new();
        for answer in &answers {
            question = greeting.answered(answer).unwrap().0;
        }
        assert!(question.starts_with(said), "{question}");
        assert_eq!(greeting.language.as_deref(), Some(language));
    }
}

#[test]
fn a_question_back_is_answered_before_the_question_comes_again() {
    for (language, asked_back, expected) in [
        (
            "English",
            "Why do you need that?",
            "I ask so that I read dates and times the way you mean them. Which country do you live in? If you would rather not say, I will go by Germany.",
        ),
        (
            "日本語",
            "どういう意味ですか?",
            "日付や時刻を正しく読み取るために伺っています。お住まいの国を教えていただけますか。お答えになりたくない場合は、ドイツとして進めます。",
        ),
    ] {
        let mut greeting = Greeting::new("en");
        greeting.run().unwrap();
        greeting.answered(language).unwrap();
        assert_eq!(greeting.answered(asked_back).unwrap().0, expected);
    }
}

#[test]
fn a_refused_call_leads_to_a_question_and_not_to_the_same_call() {
    for (tool, answer) in [
        ("set_language", "English"),
        ("set_country", "English, Germany"),
    ] {
        let mut greeting = Greeting::new("en");
        greeting.run().unwrap();
        greeting.refuse = Some(tool);
        assert!(greeting.answered(answer).is_some(), "{tool}");
        let refusals = greeting
            .log
            .iter()
            .filter(|line| line.contains("refused"))
            .count();
        assert_eq!(refusals, 1);
    }
    let mut greeting = Greeting::new("en");
    greeting.run().unwrap();
    greeting.refuse = Some("set_timezone");
    let (question, suggestions) = greeting.answered("English, Germany").unwrap();
    assert!(question.contains("time zone"), "{question}");
    assert_eq!(suggestions[0], "Europe/Berlin");
    greeting.refuse = None;
    assert_eq!(greeting.answered("Asia/Tokyo"), None);
    assert_eq!(greeting.timezone, Some(json!("Asia/Tokyo")));
}

#[test]
fn a_greeting_held_up_by_a_tool_ends_once_the_tool_works() {
    for tool in ["set_language", "set_country", "set_timezone"] {
        let mut greeting = Greeting::new("en");
        greeting.run().unwrap();
        greeting.refuse = Some(tool);
        for answer in ["skip", "no", "why", "blue", "none"] {
            assert!(greeting.answered(answer).is_some(), "{tool}: {answer}");
        }
        greeting.refuse = None;
        let ends = ["skip", "skip"]
            .into_iter()
            .any(|answer| greeting.answered(answer).is_none());
        assert!(ends, "{tool}");
    }
}

#[test]
fn another_language_may_be_asked_for_later() {
    let mut greeting = Greeting::new("en");
    greeting.run().unwrap();
    greeting.answered("English").unwrap();
    let (question, suggestions) = greeting.answered("やっぱり日本語でお願いします").unwrap();
    assert!(question.contains("お住まい"), "{question}");
    assert_eq!(suggestions, json!(["ドイツ", "日本", "アメリカ", "台湾"]));
}

#[test]
fn call_ids_are_new_in_the_conversation() {
    let mut greeting = Greeting::new("en");
    greeting.run();
    greeting.answered("English");
    greeting.answered("Japan");
    let mut ids = Vec::new();
    for message in &greeting.messages {
        if let Message::Assistant(message) = message {
            ids.extend(message.tool_calls.iter().map(|call| call.id.clone()));
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!((count, ids.len()), (5, 5));
}
