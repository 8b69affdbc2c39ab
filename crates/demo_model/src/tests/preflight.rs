//! A preflight finds the scripted model able to do all that the page uses.

use std::rc::Rc;

use futures::FutureExt;
use kikitori_llm::{
    ChatClient, Endpoint, NoVantage, Outcome, Profile, Step, StructuredOutputMode, preflight,
};
use kikitori_ports::NoTimer;

use crate::{MODEL_NAME, model};

#[test]
fn a_preflight_passes_every_step() {
    let endpoint = Endpoint {
        base_url: "scripted:/v1".to_owned(),
        model: MODEL_NAME.to_owned(),
    };
    let transport = Rc::new(model());
    let client = ChatClient::new(transport, Rc::new(NoTimer), endpoint);
    let report = preflight(&client, &NoVantage, Step::Schema, &mut |_| {})
        .now_or_never()
        .unwrap();
    for (step, outcome) in report.steps() {
        assert_eq!(*outcome, Outcome::Passed, "{step:?}");
    }
    assert_eq!(report.models, [MODEL_NAME]);
    let learnt = Profile {
        finish_reasons: true,
        ..Profile::default()
    };
    assert_eq!(report.profile, learnt);
    assert_eq!(report.profile.mode(), StructuredOutputMode::StrictSchema);
}
