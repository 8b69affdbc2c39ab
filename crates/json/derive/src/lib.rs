//! Derives how a type is read from a JSON value, as serde's attributes say that it is written.

mod attributes;
mod case;
mod read;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `FromJson`, and with it `Deserialize`, by the attributes of serde: `rename`,
/// `rename_all`, `rename_all_fields`, `default`, `skip`, `flatten` (of a map that takes what is
/// left), `deserialize_with`, `tag`, `transparent`, `remote` and `deny_unknown_fields`. A null is the default
/// where there is one. What else would change how a type is read is refused.
#[proc_macro_derive(FromJson, attributes(serde))]
pub fn from_json(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    read::implementation(&input)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
