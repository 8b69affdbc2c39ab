//! What is sent to say who asks, and that nobody else hears of a key.

use super::*;
use kikitori_faults::{Clock, Network};

#[test]
fn a_key_goes_with_every_request_and_a_wrong_one_is_told_from_none() {
    let clock = Clock::default();
    let network = Network::of(&clock, perfect());
    let key = Some(ApiKey::new("sk-secret").unwrap());
    let client = network.client().with_key(key.clone());
    clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Schema,
        &mut |_| {},
    ));
    let bearer = ("authorization".to_owned(), "Bearer sk-secret".to_owned());
    assert_eq!(network.sent().len(), 6);
    for sent in network.sent() {
        assert!(sent.headers.contains(&bearer), "{:?}", sent.headers);
    }
    let refusing = Network::of(&clock, vec![error(401, "no")]);
    let client = refusing.client().with_key(key);
    let report = clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Schema,
        &mut |_| {},
    ));
    let (step, finding) = report.finding().unwrap();
    assert_eq!((step, finding), (Step::Key, &Finding::WrongKey));
    // Without a key, no header says who asks.
    let network = Network::of(&clock, perfect());
    let client = network.client();
    clock.run(preflight(
        &client,
        &NoNetworkProbe,
        Step::Schema,
        &mut |_| {},
    ));
    for sent in network.sent() {
        let mut names = sent.headers.iter().map(|(name, _)| name.as_str());
        assert!(names.all(|name| name == "content-type"));
    }
}

/// Its own server tells it by that from an image of another site; to other servers it would be
/// one more question of the browser's, which some refuse.
#[test]
fn only_the_pages_own_server_is_asked_for_its_models_as_other_sites_cannot() {
    let json = ("content-type".to_owned(), "application/json".to_owned());
    for (base_url, expected) in [
        ("v1", vec![json.clone()]),
        ("../v1", vec![json.clone()]),
        ("/v1", vec![json]),
        ("http://localhost:11434/v1", vec![]),
    ] {
        let clock = Clock::default();
        let network = Network::of(&clock, vec![list(&["small"])]);
        let endpoint = Endpoint {
            base_url: base_url.to_owned(),
            model: "small".to_owned(),
        };
        let client = ChatClient::new(Rc::new(network.clone()), Rc::new(clock.clone()), endpoint);
        clock.run(client.models()).unwrap();
        assert_eq!(network.sent()[0].headers, expected, "{base_url}");
    }
}

#[test]
fn a_key_that_an_endpoint_repeats_is_in_no_error() {
    let clock = Clock::default();
    let network = Network::of(&clock, vec![error(401, "No such key: sk-secret")]);
    let client = network.client().with_key(ApiKey::new("sk-secret").ok());
    let outcome = clock.run(client.models());
    let said = outcome.unwrap_err().to_string();
    assert!(said.contains("No such key: …"), "{said}");
}
