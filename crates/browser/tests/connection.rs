//! Where model calls go, what is kept of that and where, and what is known of who answers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use kikitori_browser::{
    AddressError, Connection, ConnectionChoice, ConnectionMode, EndpointAddress, LocalServer,
    NoConnection, Patience, Profiles, ServerAnswer, ServerSettings, local_network_permission,
};
use kikitori_llm::{
    AddressSpace, ApiKey, Feature, NetworkProbe, Obstacle, Permission, Profile, TimeLimits,
};
use kikitori_store::{Batch, MemoryStore, Record, Store};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::Storage;

fn address(text: &str) -> EndpointAddress {
    EndpointAddress::parse(text).unwrap()
}

#[wasm_bindgen_test]
fn addresses_are_taken_as_people_write_them() {
    for (text, base_url, host, place) in [
        (
            "http://localhost:11434/v1",
            "http://localhost:11434/v1",
            "localhost:11434",
            AddressSpace::Loopback,
        ),
        (
            " localhost:11434 ",
            "http://localhost:11434/v1",
            "localhost:11434",
            AddressSpace::Loopback,
        ),
        (
            "127.0.0.1:8080/v1/",
            "http://127.0.0.1:8080/v1",
            "127.0.0.1:8080",
            AddressSpace::Loopback,
        ),
        (
            "HTTPS://Models.Example/v1/chat/completions",
            "https://models.example/v1",
            "models.example",
            AddressSpace::Public,
        ),
        (
            "https://models.example/api/openai/v1",
            "https://models.example/api/openai/v1",
            "models.example",
            AddressSpace::Public,
        ),
        (
            "http://[::1]:1234/v1",
            "http://[::1]:1234/v1",
            "[::1]:1234",
            AddressSpace::Loopback,
        ),
        // As a browser reads it, and so as it would be sent to.
        (
            "http://0x7f.1/v1",
            "http://127.0.0.1/v1",
            "127.0.0.1",
            AddressSpace::Loopback,
        ),
        (
            "http://192.168.1.7:8080/v1",
            "http://192.168.1.7:8080/v1",
            "192.168.1.7:8080",
            AddressSpace::Private,
        ),
    ] {
        let address = address(text);
        assert_eq!(address.base_url(), base_url, "{text}");
        assert_eq!(address.host(), host, "{text}");
        assert_eq!(address.place(), place, "{text}");
    }
}

#[wasm_bindgen_test]
fn what_is_no_address_of_an_endpoint_is_refused() {
    for (text, error) in [
        ("", AddressError::Empty),
        ("  ", AddressError::Empty),
        ("http://", AddressError::NotAnAddress),
        ("my endpoint", AddressError::NotAnAddress),
        ("ftp://models.example/v1", AddressError::OtherScheme),
        ("javascript://alert(1)", AddressError::OtherScheme),
        (
            "https://me:key@models.example/v1",
            AddressError::Credentials,
        ),
        ("https://models.example/v1?key=secret", AddressError::Query),
        ("https://models.example/v1#secret", AddressError::Query),
    ] {
        assert_eq!(EndpointAddress::parse(text), Err(error), "{text}");
    }
}

#[wasm_bindgen_test]
fn local_servers_are_known_by_their_ports() {
    for server in LocalServer::ALL {
        assert_eq!(address(server.address()).server(), Some(server));
    }
    assert_eq!(
        address("192.168.1.7:11434").server(),
        Some(LocalServer::Ollama)
    );
    for other in ["http://localhost:8000/v1", "https://models.example:11434"] {
        assert_eq!(address(other).server(), None, "{other}");
    }
    let command = LocalServer::Ollama.command_allowing("https://forms.example");
    assert_eq!(command, "OLLAMA_ORIGINS=https://forms.example ollama serve");
}

fn storages() -> [Storage; 2] {
    let window = web_sys::window().unwrap();
    [
        window.session_storage().unwrap().unwrap(),
        window.local_storage().unwrap().unwrap(),
    ]
}

/// All that lies in a storage, as one text.
fn content(storage: &Storage) -> String {
    let mut all = String::new();
    for index in 0..storage.length().unwrap() {
        let key = storage.key(index).unwrap().unwrap();
        let value = storage.get_item(&key).unwrap().unwrap();
        all += &format!("{key}={value}\n");
    }
    all
}

#[wasm_bindgen_test]
fn a_choice_is_remembered_and_its_key_in_this_tab_alone() {
    let [tab, device] = storages();
    tab.clear().unwrap();
    device.clear().unwrap();
    assert_eq!(ConnectionChoice::stored(), ConnectionChoice::default());
    let mut choice = ConnectionChoice {
        mode: Some(ConnectionMode::Direct),
        address: Some(address("https://models.example")),
        model: "small".to_owned(),
        key: Some(ApiKey::new("sk-secret").unwrap()),
        patience: Some(Patience::Patient),
    };
    choice.store();
    assert_eq!(ConnectionChoice::stored(), choice);
    assert!(content(&tab).contains("sk-secret"));
    assert!(content(&device).contains("models.example"));
    assert!(!content(&device).contains("secret"));
    // Another tab has the address and not the key.
    let kept = content(&tab);
    tab.clear().unwrap();
    let in_another_tab = ConnectionChoice {
        key: None,
        ..choice.clone()
    };
    assert_eq!(ConnectionChoice::stored(), in_another_tab);
    assert!(kept.contains("https://models.example"));
    // The key was for one endpoint, and is for no other.
    choice.store();
    choice.set_address(address("https://models.example/other/v1"));
    assert!(choice.key.is_some());
    choice.set_address(address("https://models.example.org"));
    assert_eq!(choice.key, None);
    choice.store();
    assert_eq!(content(&tab), "");
    // Not even when somebody put another address beside it.
    tab.set_item("kikitori/endpoint-key", "sk-secret").unwrap();
    tab.set_item("kikitori/endpoint-key-for", "https://models.example")
        .unwrap();
    assert_eq!(ConnectionChoice::stored().key, None);
    tab.clear().unwrap();
    device.clear().unwrap();
}

#[wasm_bindgen_test]
fn what_is_kept_of_a_choice_is_checked_when_it_is_read() {
    let [tab, device] = storages();
    for (name, value) in [
        ("kikitori/connection", "carrier pigeon"),
        ("kikitori/endpoint-address", "ftp://models.example"),
        ("kikitori/patience", "endless"),
    ] {
        device.set_item(name, value).unwrap();
    }
    assert_eq!(ConnectionChoice::stored(), ConnectionChoice::default());
    tab.clear().unwrap();
    device.clear().unwrap();
}

fn settings(patient: bool) -> ServerAnswer {
    ServerAnswer::Settings(ServerSettings {
        endpoint: "localhost:11434".to_owned(),
        model: Some("small".to_owned()),
        scripted: false,
        patient,
        budget: None,
        mcp: Vec::new(),
    })
}

fn direct() -> ConnectionChoice {
    ConnectionChoice {
        mode: Some(ConnectionMode::Direct),
        address: Some(address("http://localhost:11434")),
        model: "small".to_owned(),
        ..ConnectionChoice::default()
    }
}

#[wasm_bindgen_test]
fn a_link_is_what_was_chosen_or_the_pages_own_server() {
    let none = ConnectionChoice::default();
    let by_server = Connection::new(&none, &settings(false), "v1").unwrap();
    assert_eq!(
        (by_server.host(), by_server.model()),
        ("localhost:11434", "small")
    );
    assert_eq!(by_server.direct(), None);
    let direct = Connection::new(&direct(), &ServerAnswer::NoServer, "v1").unwrap();
    assert_eq!(
        direct.bare_client().endpoint().base_url,
        "http://localhost:11434/v1"
    );
    assert!(direct.direct().is_some());
    for (choice, answer, expected) in [
        (
            none.clone(),
            ServerAnswer::NoServer,
            NoConnection::NothingChosen,
        ),
        (none.clone(), ServerAnswer::NoAnswer, NoConnection::NoAnswer),
        (
            ConnectionChoice {
                mode: Some(ConnectionMode::Direct),
                ..none.clone()
            },
            settings(false),
            NoConnection::NothingChosen,
        ),
    ] {
        assert_eq!(Connection::new(&choice, &answer, "v1"), Err(expected));
    }
}

#[wasm_bindgen_test]
fn a_key_goes_to_the_endpoint_it_was_typed_for_and_not_through_the_server() {
    let with_key = ConnectionChoice {
        key: Some(ApiKey::new("sk-secret").unwrap()),
        ..direct()
    };
    let connection = Connection::new(&with_key, &settings(false), "v1").unwrap();
    assert!(connection.bare_client().has_key());
    let by_server = ConnectionChoice {
        mode: Some(ConnectionMode::Server),
        ..with_key
    };
    let connection = Connection::new(&by_server, &settings(false), "v1").unwrap();
    assert!(!connection.bare_client().has_key());
}

/// The server's owner may ask for patience; a person who chose has the last word.
#[wasm_bindgen_test]
fn the_person_says_how_long_to_wait_before_the_server_does() {
    let limits = |patience, server| {
        let choice = ConnectionChoice {
            patience,
            ..ConnectionChoice::default()
        };
        let connection = Connection::new(&choice, &settings(server), "v1").unwrap();
        connection.limits()
    };
    assert_eq!(limits(None, false), TimeLimits::default());
    assert_eq!(limits(None, true), TimeLimits::PATIENT);
    assert_eq!(limits(Some(Patience::Normal), true), TimeLimits::default());
    assert_eq!(limits(Some(Patience::Patient), false), TimeLimits::PATIENT);
}

#[wasm_bindgen_test]
async fn what_is_learnt_is_there_for_the_next_page_until_all_is_tried_anew() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let profiles = Profiles::new(store.clone());
    let connection = Connection::new(&direct(), &ServerAnswer::NoServer, "v1").unwrap();
    // By its port, it is known for something.
    let known = profiles.of(&connection).await;
    assert_eq!(Some(known.profile), Profile::named("ollama"));
    let learnt = known.profile.without(Feature::JsonSchema).unwrap();
    profiles.learnt(&connection, learnt);
    TimeoutFuture::new(20).await;
    let key = "endpoint/direct http://localhost:11434/v1 small";
    assert_eq!(store.get(key).await.unwrap().unwrap().version, 1);

    let profiles = Profiles::new(store.clone());
    assert_eq!(profiles.of(&connection).await.profile, learnt);
    assert_eq!(profiles.of(&connection).await.checked_at, None);
    assert_eq!(connection.client(&profiles).await.profile(), learnt);
    // Another model is another matter, and so is the same one by another way.
    let other = ConnectionChoice {
        model: "large".to_owned(),
        ..direct()
    };
    let other = Connection::new(&other, &ServerAnswer::NoServer, "v1").unwrap();
    assert_eq!(profiles.of(&other).await.profile, known.profile);
    let by_server = Connection::new(&ConnectionChoice::default(), &settings(false), "v1").unwrap();
    assert_eq!(profiles.of(&by_server).await.profile, Profile::default());

    profiles.checked(&connection, Profile::default(), 42);
    TimeoutFuture::new(20).await;
    let again = Profiles::new(store).of(&connection).await;
    assert_eq!(again.profile, Profile::default());
    assert_eq!(again.checked_at, Some(42));
}

#[wasm_bindgen_test]
async fn a_stored_profile_that_cannot_be_read_is_as_good_as_none() {
    let store: Rc<dyn Store> = Rc::new(MemoryStore::new());
    let connection = Connection::new(&direct(), &ServerAnswer::NoServer, "v1").unwrap();
    let key = "endpoint/direct http://localhost:11434/v1 small";
    for (version, body) in [(1, json!("nonsense")), (99, json!({}))] {
        let mut batch = Batch::new();
        batch.put(key, Record::json(version, &body));
        store.commit(batch).await.unwrap();
        let profiles = Profiles::new(store.clone());
        let known = profiles.of(&connection).await;
        assert_eq!(Some(known.profile), Profile::named("ollama"), "{version}");
    }
}

/// That a server answers whose reply may not be read is seen end to end: the server of these tests
/// isolates its pages, which forbids such requests.
#[wasm_bindgen_test]
async fn where_nobody_answers_it_is_said_so() {
    let connection = Connection::new(&direct(), &ServerAnswer::NoServer, "v1").unwrap();
    let seen = connection
        .network_probe()
        .look_at("http://localhost:1/v1")
        .await;
    assert_eq!(
        (seen.page, seen.endpoint),
        (AddressSpace::Loopback, AddressSpace::Loopback)
    );
    assert!(seen.secure_context && !seen.own_server && !seen.offline);
    assert!(!seen.answers_unread && !seen.forbidden_by_policy);
    let nobody = Obstacle::NobodyAnswers {
        permission_open: false,
    };
    assert_eq!(seen.obstacle(), nobody);
    // The page's own server needs no looking.
    let connection = Connection::new(&ConnectionChoice::default(), &settings(false), "v1").unwrap();
    let seen = connection.network_probe().look_at("v1").await;
    assert_eq!(seen.obstacle(), Obstacle::OwnServerAway);
}

/// This Chromium asks people before a page of the internet may talk to their devices; without
/// such a page, the answer is still open.
#[wasm_bindgen_test]
async fn the_browser_is_asked_for_its_permission() {
    for place in [AddressSpace::Loopback, AddressSpace::Private] {
        let permission = local_network_permission(place).await;
        assert_ne!(permission, Permission::Unknown, "{place:?}");
    }
    let permission = local_network_permission(AddressSpace::Public).await;
    assert_eq!(permission, Permission::Unknown);
}
