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
        #[derive(Debug, Clone, PartialEq)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
        pub struct $name {
            $(
                $(#[$rdoc])*
                #[cfg_attr(feature = "schema", schemars(rename = $rkey))]
                pub $required: $rtype,
            )*
            $(
                $(#[$odoc])*
                #[cfg_attr(feature = "schema", schemars(
                    rename = $okey,
                    default,
                    skip_serializing_if = "crate::reading::is_default"
                ))]
                pub $optional: $otype,
            )*
        }

        impl $name {
            #[allow(unused_variables, reason = "some have no members")]
            pub(crate) fn write_into(&self, members: &mut serde_json::Map<String, serde_json::Value>) {
                $( members.insert($rkey.to_owned(), $crate::reading::Write::write(&self.$required)); )*
                $( $crate::reading::put_given(members, $okey, &self.$optional); )*
            }

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

        impl $crate::reading::Write for $name {
            fn write(&self) -> serde_json::Value {
                let mut members = serde_json::Map::new();
                self.write_into(&mut members);
                members.into()
            }
        }

        $crate::reading::serialize_written!($name);
    };
}

/// An enum that is read from an object whose `type` says which it is.
macro_rules! tagged {
    (
        $(#[$doc:meta])* pub enum $name:ident;
        $( $(#[$vdoc:meta])* $tag:literal $variant:ident, )*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(tag = "type"))]
        pub enum $name {
            $(
                $(#[$vdoc])*
                #[cfg_attr(feature = "schema", schemars(rename = $tag))]
                $variant($variant),
            )*
        }

        impl $crate::reading::Write for $name {
            fn write(&self) -> serde_json::Value {
                let mut members = serde_json::Map::new();
                let tag = match self { $( Self::$variant(_) => $tag, )* };
                members.insert("type".to_owned(), tag.into());
                match self { $( Self::$variant(it) => it.write_into(&mut members), )* }
                members.into()
            }
        }

        $crate::reading::serialize_written!($name);

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
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $( $(#[$vdoc])* #[cfg_attr(feature = "schema", schemars(rename = $word))] $variant, )*
        }

        impl $crate::reading::Write for $name {
            fn write(&self) -> serde_json::Value {
                match self { $( Self::$variant => $word.into(), )* }
            }
        }

        $crate::reading::serialize_written!($name);

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
