use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::*;

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Id(String);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum Shape {
    Unit,
    Newtype(Id),
    Tuple(u8, String),
    Struct { side: f64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
enum Tagged {
    User { content: String },
    System,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct All {
    name: String,
    flag: bool,
    small: i8,
    large: u64,
    none: Option<u32>,
    some: Option<Id>,
    shapes: Vec<Shape>,
    tagged: Vec<Tagged>,
    by_name: BTreeMap<String, (u8, char)>,
    by_number: BTreeMap<u32, bool>,
    unit: (),
    any: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[test]
fn what_was_written_is_read() {
    let all = All {
        name: "Ada".to_owned(),
        flag: true,
        small: -8,
        large: u64::MAX,
        none: None,
        some: Some(Id("a".to_owned())),
        shapes: vec![
            Shape::Unit,
            Shape::Newtype(Id("b".to_owned())),
            Shape::Tuple(7, "c".to_owned()),
            Shape::Struct { side: 0.5 },
        ],
        tagged: vec![
            Tagged::User {
                content: "Hello".to_owned(),
            },
            Tagged::System,
        ],
        by_name: [("key".to_owned(), (1, 'd'))].into(),
        by_number: [(7, true)].into(),
        unit: (),
        any: json!({"nested": [1, 2.5, null]}),
        rest: json!({"unknown": true}).as_object().unwrap().clone(),
    };
    let written = serde_json::to_value(&all).unwrap();
    assert_eq!(All::deserialize(StrictValue(written)).unwrap(), all);
}

#[test]
fn map_keys_of_every_kind_that_is_written_are_read() {
    fn read_back<K>(key: K)
    where
        K: Ord + std::fmt::Debug + Serialize + serde::de::DeserializeOwned,
    {
        let map = BTreeMap::from([(key, 1_u8)]);
        let written = serde_json::to_value(&map).unwrap();
        assert_eq!(BTreeMap::deserialize(StrictValue(written)).unwrap(), map);
    }
    read_back(true);
    read_back(false);
    read_back(u128::MAX);
    read_back(i128::MIN);
    read_back(u64::MAX);
    read_back(-8_i8);
    read_back('x');
    read_back("1".to_owned());
    read_back(Id("id".to_owned()));
    let by_float = json!({"0.5": 1});
    assert!(BTreeMap::<Half, u8>::deserialize(StrictValue(by_float)).is_ok());
    let unfit = json!({"yes": 1});
    assert!(BTreeMap::<bool, u8>::deserialize(StrictValue(unfit)).is_err());
}

/// A key that is a float, which has no order of its own.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Half;

impl<'de> Deserialize<'de> for Half {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let half = f64::deserialize(deserializer)?;
        assert_eq!(half, 0.5);
        Ok(Self)
    }
}

#[test]
fn surplus_items_and_members_are_refused_as_serde_json_refuses_them() {
    let pair = <(u8, u8)>::deserialize(StrictValue(json!([1, 2, 3])));
    let of_serde_json = <(u8, u8)>::deserialize(json!([1, 2, 3]));
    assert_eq!(
        pair.unwrap_err().to_string(),
        of_serde_json.unwrap_err().to_string()
    );
    assert!(<[u8; 2]>::deserialize(StrictValue(json!([1, 2, 3]))).is_err());
    let tuple = json!({"Tuple": [7, "c", null]});
    assert!(Shape::deserialize(StrictValue(tuple)).is_err());
    assert!(<(u8, u8)>::deserialize(StrictValue(json!([1, 2]))).is_ok());
    assert!(<Vec<u8>>::deserialize(StrictValue(json!([1, 2, 3]))).is_ok());
}

#[test]
fn what_does_not_fit_is_refused_with_what_was_found() {
    #[derive(Debug, Deserialize)]
    struct Name {
        #[serde(rename = "given")]
        _given: String,
    }
    let cases = [
        (
            json!(["Ada"]),
            "invalid type: sequence, expected struct Name",
        ),
        (
            json!("Ada"),
            "invalid type: string \"Ada\", expected struct Name",
        ),
        (
            json!({"given": 1}),
            "invalid type: integer `1`, expected a string",
        ),
        (
            json!({"given": null}),
            "invalid type: null, expected a string",
        ),
        (json!({}), "missing field `given`"),
    ];
    for (value, reason) in cases {
        let error = Name::deserialize(StrictValue(value)).unwrap_err();
        assert_eq!(error.to_string(), reason);
    }
    let shapes = [
        json!("Circle"),
        json!({"Unit": null, "Struct": {}}),
        json!(1),
    ];
    for shape in shapes {
        assert!(
            Shape::deserialize(StrictValue(shape.clone())).is_err(),
            "{shape}"
        );
    }
}
