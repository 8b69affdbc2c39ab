//! One definition for what a file holds, how it is read, how it is written and its JSON Schema.

/// Whether a member need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A struct that is read from an object with these members and no others.
macro_rules! object {
    (
        $(#[$doc:meta])* pub struct $name:ident, $expected:literal;
        required { $( $(#[$rdoc:meta])* $rkey:literal $required:ident: $rtype:ty, )* }
        optional { $( $(#[$odoc:meta])* $okey:literal $optional:ident: $otype:ty, )* }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $( $(#[$rdoc])* #[serde(rename = $rkey)] pub $required: $rtype, )*
            $(
                $(#[$odoc])*
                #[serde(rename = $okey, default, skip_serializing_if = "crate::reading::is_default")]
                pub $optional: $otype,
            )*
        }

        impl $name {
            #[allow(unused_variables, reason = "some have no members")]
            pub(crate) fn from_members(
                members: &serde_json::Map<String, serde_json::Value>,
                also: &[&str],
                reader: &mut $crate::reading::Reader,
            ) -> Option<Self> {
                let mut known: Vec<&str> = vec![$($rkey,)* $($okey,)*];
                known.extend(also);
                reader.unknown(members, &known);
                $( let $required = reader.required(members, $rkey); )*
                $( let $optional = reader.optional(members, $okey); )*
                Some(Self { $( $required: $required?, )* $( $optional: $optional?, )* })
            }
        }

        impl $crate::reading::Read for $name {
            const EXPECTED: &'static str = $expected;

            fn read(
                value: &serde_json::Value,
                reader: &mut $crate::reading::Reader,
            ) -> Option<Self> {
                let members = reader.members(value, Self::EXPECTED)?;
                Self::from_members(members, &[], reader)
            }
        }
    };
}

/// An enum that is read from an object whose `type` says which it is.
macro_rules! tagged {
    (
        $(#[$doc:meta])* pub enum $name:ident;
        $( $(#[$vdoc:meta])* $tag:literal $variant:ident, )*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "type")]
        pub enum $name {
            $( $(#[$vdoc])* #[serde(rename = $tag)] $variant($variant), )*
        }

        impl $crate::reading::Read for $name {
            const EXPECTED: &'static str = concat!("an object whose type is one of", $(" ", $tag,)*);

            fn read(
                value: &serde_json::Value,
                reader: &mut $crate::reading::Reader,
            ) -> Option<Self> {
                let members = reader.members(value, Self::EXPECTED)?;
                match members.get("type").and_then(serde_json::Value::as_str) {
                    $( Some($tag) => $variant::from_members(members, &["type"], reader).map(Self::$variant), )*
                    _ => {
                        let what = concat!("expected one of", $(" ", $tag,)*);
                        reader.inside("type", |reader| reader.problem(what.to_owned()));
                        None
                    }
                }
            }
        }
    };
}

/// An enum of words.
macro_rules! words {
    (
        $(#[$doc:meta])* pub enum $name:ident, $expected:literal;
        $( $(#[$vdoc:meta])* $word:literal $variant:ident, )*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $( $(#[$vdoc])* #[serde(rename = $word)] $variant, )*
        }

        impl $crate::reading::Read for $name {
            const EXPECTED: &'static str = $expected;

            fn read(
                value: &serde_json::Value,
                reader: &mut $crate::reading::Reader,
            ) -> Option<Self> {
                reader.text(value, Self::EXPECTED, |text| match text {
                    $( $word => Some(Self::$variant), )*
                    _ => None,
                })
            }
        }
    };
}

/// The JSON Schema of a type that has a form of its own.
macro_rules! schema_of {
    ($name:ident, $($schema:tt)+) => {
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($($schema)+)
            }
        }
    };
}

pub(crate) use {object, schema_of, tagged, words};
