//! What serde's attributes say of how a type is read.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, ExprPath, LitStr};

use crate::case::Case;

/// What stands for a member that is missing or null.
#[derive(Default)]
pub enum Missing {
    #[default]
    Refused,
    Default,
    Call(ExprPath),
}

/// Of a type.
#[derive(Default)]
pub struct OfType {
    pub case: Case,
    pub case_of_fields: Case,
    pub tag: Option<LitStr>,
    /// The implementations are written by hand, around a function of the same name.
    pub is_remote: bool,
    pub is_transparent: bool,
    pub has_default: bool,
    pub denies_unknown: bool,
}

/// Of a field or a variant.
#[derive(Default)]
pub struct OfMember {
    pub name: Option<LitStr>,
    pub missing: Missing,
    pub is_skipped: bool,
    pub is_rest: bool,
    pub with: Option<ExprPath>,
}

impl OfType {
    pub fn read(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta, name| {
            match name {
                "rename_all" => found.case = Case::named(&meta.value()?.parse()?)?,
                "rename_all_fields" => found.case_of_fields = Case::named(&meta.value()?.parse()?)?,
                "tag" => found.tag = Some(meta.value()?.parse()?),
                "remote" => {
                    meta.value()?.parse::<LitStr>()?;
                    found.is_remote = true;
                }
                "transparent" => found.is_transparent = true,
                "default" if !meta.input.peek(syn::Token![=]) => found.has_default = true,
                "deny_unknown_fields" => found.denies_unknown = true,
                _ => return Err(meta.error("a type with this is not read")),
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl OfMember {
    pub fn read(attributes: &[Attribute]) -> syn::Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta, name| {
            match name {
                "rename" => found.name = Some(meta.value()?.parse()?),
                "default" if meta.input.peek(syn::Token![=]) => {
                    found.missing = Missing::Call(path(meta)?);
                }
                "default" => found.missing = Missing::Default,
                "skip" => found.is_skipped = true,
                "flatten" => found.is_rest = true,
                "deserialize_with" => found.with = Some(path(meta)?),
                // How it is written.
                "skip_serializing_if" | "serialize_with" => drop(path(meta)?),
                _ => return Err(meta.error("a member with this is not read")),
            }
            Ok(())
        })?;
        Ok(found)
    }
}

fn path(meta: &ParseNestedMeta<'_>) -> syn::Result<ExprPath> {
    meta.value()?.parse::<LitStr>()?.parse()
}

fn each(
    attributes: &[Attribute],
    mut read: impl FnMut(&ParseNestedMeta<'_>, &str) -> syn::Result<()>,
) -> syn::Result<()> {
    for attribute in attributes {
        if attribute.path().is_ident("serde") {
            attribute.parse_nested_meta(|meta| {
                let name = meta.path.get_ident().map(ToString::to_string);
                read(&meta, &name.unwrap_or_default())
            })?;
        }
    }
    Ok(())
}
