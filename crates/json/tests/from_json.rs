//! What is derived here reads what serde writes, and refuses what serde refuses.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use kikitori_json::FromJson;
use serde::Serialize;
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[serde(transparent)]
struct Id(String);

#[derive(Debug, Clone, Default, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "camelCase")]
struct Everything {
    own_id: Id,
    count: u64,
    amount: f64,
    is_done: bool,
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<Option<Id>>,
    by_id: BTreeMap<Id, Shape>,
    set: BTreeSet<String>,
    place: Option<(Id, u32, Option<Shape>)>,
    #[serde(rename = "type", default = "usual")]
    kind: String,
    #[serde(skip)]
    made: u8,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

fn usual() -> String {
    "usual".to_owned()
}

#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Shape {
    SmallPoint,
    Circle(f64),
    #[serde(rename = "box")]
    Rectangle {
        long_side: u32,
        short_side: Option<u32>,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(tag = "role", rename_all = "lowercase")]
enum Tagged {
    Nobody,
    Person(Name),
    Group { names: Vec<Name> },
}

#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
struct Name {
    given: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, FromJson)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    size: u32,
    name: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            size: 5,
            name: Some("five".to_owned()),
        }
    }
}

fn reads_what_is_written<T>(value: &T)
where
    T: Clone + PartialEq + std::fmt::Debug + Serialize + FromJson + serde::de::DeserializeOwned,
{
    let json = serde_json::to_value(value).unwrap();
    assert_eq!(&T::from_json(json.clone()).unwrap(), value, "{json}");
    assert_eq!(&serde_json::from_value::<T>(json).unwrap(), value);
}

#[test]
fn what_serde_writes_is_read() {
    let rectangle = Shape::Rectangle {
        long_side: 2,
        short_side: None,
    };
    let id = |id: &str| Id(id.to_owned());
    reads_what_is_written(&Everything {
        own_id: id("a"),
        count: u64::MAX,
        amount: -0.5,
        is_done: true,
        note: Some(String::new()),
        list: vec![None, Some(id("b"))],
        by_id: [(id("c"), Shape::SmallPoint), (id("d"), rectangle.clone())].into(),
        set: ["x".to_owned()].into(),
        place: Some((id("e"), 1, Some(Shape::Circle(1.0)))),
        kind: "own".to_owned(),
        made: 0,
        extra: Map::from_iter([("signature".to_owned(), json!([1]))]),
    });
    for shape in [Shape::SmallPoint, Shape::Circle(0.5), rectangle] {
        reads_what_is_written(&shape);
    }
    let name = Name {
        given: "Ada".to_owned(),
    };
    let group = Tagged::Group {
        names: vec![name.clone()],
    };
    for tagged in [Tagged::Nobody, Tagged::Person(name), group] {
        reads_what_is_written(&tagged);
    }
    reads_what_is_written(&Settings::default());
}

#[test]
fn what_is_missing_or_null_is_the_default_where_there_is_one() {
    let least =
        json!({"ownId": "", "count": 0, "amount": 0.0, "isDone": false, "byId": {}, "set": []});
    let read = Everything::from_json(least.clone()).unwrap();
    assert_eq!(
        (read.kind.as_str(), read.note, read.list.len()),
        ("usual", None, 0)
    );
    let mut with_nulls = least;
    for name in ["note", "list", "place", "type"] {
        with_nulls[name] = Value::Null;
    }
    assert_eq!(Everything::from_json(with_nulls).unwrap().kind, "usual");
    let read = Settings::from_json(json!({"size": 1})).unwrap();
    assert_eq!((read.size, read.name.as_deref()), (1, Some("five")));
}

#[test]
fn what_does_not_fit_is_refused_and_says_why() {
    fn refused<T: FromJson>(value: Value, expected: &str) {
        let reason = T::from_json(value).err().unwrap().to_string();
        assert!(reason.contains(expected), "{reason}");
    }
    refused::<Name>(json!({}), "missing field `given`");
    refused::<Name>(json!(["Ada"]), "invalid type: sequence, expected an object");
    refused::<Name>(
        json!({"given": 1}),
        "invalid type: integer `1`, expected a string",
    );
    refused::<Name>(
        json!({"given": null}),
        "invalid type: null, expected a string",
    );
    refused::<Settings>(
        json!({"siez": 1}),
        "unknown field `siez`, expected `size` or `name`",
    );
    refused::<Shape>(
        json!("square"),
        "unknown variant `square`, expected one of `small_point`",
    );
    refused::<Shape>(json!({"circle": 1.0, "box": {}}), "expected a variant");
    refused::<Shape>(json!({"small_point": 1}), "expected nothing");
    refused::<Tagged>(json!({"given": "Ada"}), "missing field `role`");
    refused::<Tagged>(json!({"role": "robot"}), "unknown variant `robot`");
    refused::<Vec<u32>>(json!({}), "expected a list");
    refused::<Vec<u32>>(json!([-1]), "invalid value: integer `-1`");
    refused::<(u32, u32)>(json!([1]), "invalid length 1");
}
