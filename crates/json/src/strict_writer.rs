//! Writing a value as JSON only if it can be read back.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// Refuses the numbers that JSON has no way to write.
///
/// `serde_json` writes `null` for NaN and the infinities, and integers of more than 64 bits that no
/// [`Value`](serde_json::Value) keeps; neither is read back. Here they are an error at the write.
///
/// ```
/// use kikitori_json::StrictWriter;
/// use serde::Serialize;
///
/// let write = |number: f64| number.serialize(StrictWriter(serde_json::value::Serializer));
/// assert_eq!(write(0.5).unwrap(), 0.5);
/// assert!(write(f64::NAN).is_err());
/// ```
pub struct StrictWriter<S>(pub S);

/// A part of a value, written in the same way.
struct Part<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Serialize for Part<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(StrictWriter(serializer))
    }
}

macro_rules! as_they_are {
    ($($method:ident $kind:ty;)*) => {$(
        fn $method(self, value: $kind) -> Result<S::Ok, S::Error> {
            self.0.$method(value)
        }
    )*};
}

macro_rules! compounds {
    ($($method:ident $compound:ident ($($name:ident: $kind:ty),*);)*) => {$(
        fn $method(self, $($name: $kind),*) -> Result<Self::$compound, S::Error> {
            self.0.$method($($name),*).map(StrictWriter)
        }
    )*};
}

impl<S: Serializer> Serializer for StrictWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = StrictWriter<S::SerializeSeq>;
    type SerializeTuple = StrictWriter<S::SerializeTuple>;
    type SerializeTupleStruct = StrictWriter<S::SerializeTupleStruct>;
    type SerializeTupleVariant = StrictWriter<S::SerializeTupleVariant>;
    type SerializeMap = StrictWriter<S::SerializeMap>;
    type SerializeStruct = StrictWriter<S::SerializeStruct>;
    type SerializeStructVariant = StrictWriter<S::SerializeStructVariant>;

    as_they_are! {
        serialize_bool bool;
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_i64 i64;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_u64 u64;
        serialize_char char;
        serialize_str &str;
        serialize_bytes &[u8];
        serialize_unit_struct &'static str;
    }

    fn serialize_f32(self, value: f32) -> Result<S::Ok, S::Error> {
        match value.is_finite() {
            true => self.0.serialize_f32(value),
            false => Err(not_finite()),
        }
    }

    fn serialize_f64(self, value: f64) -> Result<S::Ok, S::Error> {
        match value.is_finite() {
            true => self.0.serialize_f64(value),
            false => Err(not_finite()),
        }
    }

    fn serialize_u128(self, value: u128) -> Result<S::Ok, S::Error> {
        let value = u64::try_from(value).map_err(|_| too_large())?;
        self.0.serialize_u64(value)
    }

    fn serialize_i128(self, value: i128) -> Result<S::Ok, S::Error> {
        match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => self.0.serialize_u64(value),
            (_, Ok(value)) => self.0.serialize_i64(value),
            _ => Err(too_large()),
        }
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_none()
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.serialize_some(&Part(value))
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_struct(name, &Part(value))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0
            .serialize_newtype_variant(name, index, variant, &Part(value))
    }

    compounds! {
        serialize_seq SerializeSeq (length: Option<usize>);
        serialize_tuple SerializeTuple (length: usize);
        serialize_tuple_struct SerializeTupleStruct (name: &'static str, length: usize);
        serialize_tuple_variant SerializeTupleVariant
            (name: &'static str, index: u32, variant: &'static str, length: usize);
        serialize_map SerializeMap (length: Option<usize>);
        serialize_struct SerializeStruct (name: &'static str, length: usize);
        serialize_struct_variant SerializeStructVariant
            (name: &'static str, index: u32, variant: &'static str, length: usize);
    }

    fn collect_str<T: std::fmt::Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

fn not_finite<E: serde::ser::Error>() -> E {
    E::custom("JSON has no NaN and no infinity")
}

fn too_large<E: serde::ser::Error>() -> E {
    E::custom("an integer has more than 64 bits")
}

macro_rules! items {
    ($($item:ident $method:ident)*) => {$(
        impl<S: $item> $item for StrictWriter<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.0.$method(&Part(value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )*};
}

items! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

macro_rules! fields {
    ($($item:ident)*) => {$(
        impl<S: $item> $item for StrictWriter<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                self.0.serialize_field(name, &Part(value))
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.0.end()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl<S: SerializeMap> SerializeMap for StrictWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    // Keys are texts: numbers of any width are read back from there.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.0.serialize_key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.0.serialize_value(&Part(value))
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Value, json};

    use super::*;

    #[derive(Serialize)]
    enum Shape<T> {
        Newtype(T),
        Tuple(u8, T),
        Struct { side: T },
    }

    #[derive(Serialize)]
    struct Wrapped<T> {
        plain: T,
        some: Option<T>,
        list: Vec<T>,
        pair: (u8, T),
        by_name: BTreeMap<u128, T>,
        shapes: Vec<Shape<T>>,
        #[serde(flatten)]
        rest: BTreeMap<String, T>,
    }

    fn written(value: impl Serialize) -> Result<Value, serde_json::Error> {
        value.serialize(StrictWriter(serde_json::value::Serializer))
    }

    #[test]
    fn everything_else_is_written_as_serde_json_writes_it() {
        let all = Wrapped {
            plain: 0.5,
            some: None,
            list: vec![1.0],
            pair: (1, 2.0),
            by_name: [(u128::MAX, 3.0)].into(),
            shapes: vec![
                Shape::Newtype(4.0),
                Shape::Tuple(5, 6.0),
                Shape::Struct { side: 7.0 },
            ],
            rest: [("other".to_owned(), 8.0)].into(),
        };
        assert_eq!(written(&all).unwrap(), serde_json::to_value(&all).unwrap());
        assert_eq!(written(i128::from(i64::MIN)).unwrap(), json!(i64::MIN));
        assert_eq!(written(u128::from(u64::MAX)).unwrap(), json!(u64::MAX));
    }

    #[test]
    fn a_number_that_json_cannot_carry_is_refused_wherever_it_is() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let reason = written(number).unwrap_err().to_string();
            assert_eq!(reason, "JSON has no NaN and no infinity");
            assert!(written(number as f32).is_err());
            assert!(written(Some(number)).is_err());
            assert!(written([number]).is_err());
            assert!(written((1, number)).is_err());
            assert!(written(BTreeMap::from([("key", number)])).is_err());
            assert!(written(Shape::Newtype(number)).is_err());
            assert!(written(Shape::Tuple(1, number)).is_err());
            assert!(written(Shape::Struct { side: number }).is_err());
        }
        assert!(written(u128::MAX).is_err());
        assert!(written(i128::MIN).is_err());
    }
}
