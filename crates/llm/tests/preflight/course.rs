//! How a preflight goes: how far, what is told of it, and when it ends.

use super::*;

/// A short look costs one request, and a token only where a name has to be tried.
#[test]
fn it_goes_no_further_than_it_is_asked_to() {
    for (exchanges, last, letters_of, asked) in [
        (perfect(), Step::Models, "PPP.....", 1),
        (
            vec![list(&["large"]), says("hello")],
            Step::Models,
            "PPPP....",
            2,
        ),
        (perfect(), Step::Tools, "PPPPPP..", 4),
    ] {
        let clock = Clock::default();
        let network = Network::of(&clock, exchanges);
        let client = network.client();
        let report = clock.run(preflight(&client, &NoNetworkProbe, last, &mut |_| {}));
        assert_eq!(letters(&report), letters_of);
        assert_eq!(network.sent().len(), asked);
    }
}

#[test]
fn it_is_told_as_it_comes_about() {
    let clock = Clock::default();
    let network = Network::of(&clock, perfect());
    let client = network.client();
    let mut seen = Vec::new();
    let mut hear = |report: &Report| {
        let now = letters(report);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    };
    clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Streaming,
        &mut hear,
    ));
    let expected = [
        "r.......", "P.......", "PP......", "PPP.....", "PPPr....", "PPPP....", "PPPPr...",
        "PPPPP...",
    ];
    assert_eq!(seen, expected);
}

/// What was learnt before counts for nothing, and the client keeps what it knows.
#[test]
fn it_tries_anew_what_was_refused_before() {
    let clock = Clock::default();
    let network = Network::of(&clock, perfect());
    let known = Profile {
        json_schema: false,
        streaming: false,
        ..Profile::default()
    };
    let client = network
        .client()
        .with_profile(known)
        .on_learnt(|_| panic!("nothing is learnt"));
    let report = clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Schema,
        &mut |_| {},
    ));
    assert_eq!(report.profile, has_called());
    assert_eq!(client.profile(), known);
}

#[test]
fn a_silent_endpoint_is_given_up_on_and_dropped() {
    let clock = Clock::default();
    let exchanges = vec![list(&["small"]), Exchange::stream(vec![Then::Hang])];
    let network = Network::of(&clock, exchanges);
    let endpoint = Endpoint {
        base_url: "https://model.test/v1".to_owned(),
        model: "small".to_owned(),
    };
    let client = ChatClient::new(Rc::new(network.clone()), Rc::new(clock.clone()), endpoint);
    let report = clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Schema,
        &mut |_| {},
    ));
    assert_eq!(report.finding().unwrap().0, Step::Chat);
    assert_eq!(clock.now(), Duration::from_secs(60));
    assert_eq!(network.open(), 0);
}
