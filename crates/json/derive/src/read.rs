//! The code that reads a type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Fields, FieldsNamed, Variant, parse_quote};

use crate::attributes::{Missing, OfMember, OfType};
use crate::case::Case;

/// The implementations of `FromJson` and `Deserialize`.
pub fn implementation(input: &DeriveInput) -> syn::Result<TokenStream> {
    let attributes = OfType::read(&input.attrs)?;
    let body = match &input.data {
        Data::Struct(data) => of_struct(&attributes, &data.fields)?,
        Data::Enum(data) => of_enum(&attributes, data)?,
        Data::Union(_) => return Err(syn::Error::new(input.span(), "a union cannot be read")),
    };
    let name = &input.ident;
    if attributes.is_remote {
        return Ok(quote! {
            impl #name {
                fn from_json(
                    value: ::kikitori_json::Value,
                ) -> ::core::result::Result<Self, ::kikitori_json::Error> {
                    #body
                }
            }
        });
    }
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter
            .bounds
            .push(parse_quote!(::kikitori_json::FromJson));
    }
    let parameters = generics.params.iter();
    let (implemented, types, bounds) = generics.split_for_impl();
    Ok(quote! {
        impl #implemented ::kikitori_json::FromJson for #name #types #bounds {
            fn from_json(
                value: ::kikitori_json::Value,
            ) -> ::core::result::Result<Self, ::kikitori_json::Error> {
                #body
            }
        }

        impl<'de, #(#parameters),*> ::kikitori_json::Deserialize<'de> for #name #types #bounds {
            fn deserialize<D: ::kikitori_json::Deserializer<'de>>(
                from: D,
            ) -> ::core::result::Result<Self, D::Error> {
                ::kikitori_json::read(from)
            }
        }
    })
}

fn of_struct(attributes: &OfType, fields: &Fields) -> syn::Result<TokenStream> {
    match fields {
        Fields::Named(fields) if !attributes.is_transparent => {
            let default = attributes
                .has_default
                .then(|| quote!(let default = <Self as ::core::default::Default>::default();));
            let read = members(attributes, attributes.case, fields, &quote!(Self))?;
            Ok(quote! {
                #default
                let mut members = ::kikitori_json::Members::of(value)?;
                #read
            })
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(quote!(
            ::kikitori_json::FromJson::from_json(value).map(Self)
        )),
        other => Err(syn::Error::new(other.span(), "such a struct is not read")),
    }
}

fn of_enum(attributes: &OfType, data: &DataEnum) -> syn::Result<TokenStream> {
    let mut names = Vec::new();
    let mut arms = Vec::new();
    for variant in &data.variants {
        let own = OfMember::read(&variant.attrs)?;
        let spelt = attributes.case.of_variant(&variant.ident.to_string());
        let name = own.name.map_or(spelt, |name| name.value());
        let read = of_variant(attributes, variant)?;
        arms.push(quote!(#name => { #read }));
        names.push(name);
    }
    let begin = match &attributes.tag {
        Some(tag) => quote! {
            let mut members = ::kikitori_json::Members::of(value)?;
            let name: ::std::string::String = members.required(#tag)?;
        },
        None => quote!(let (name, content) = ::kikitori_json::variant(value)?;),
    };
    Ok(quote! {
        #begin
        match name.as_str() {
            #(#arms)*
            _ => ::core::result::Result::Err(
                ::kikitori_json::unknown_variant(&name, &[#(#names),*]),
            ),
        }
    })
}

fn of_variant(attributes: &OfType, variant: &Variant) -> syn::Result<TokenStream> {
    let name = &variant.ident;
    let is_tagged = attributes.tag.is_some();
    Ok(match &variant.fields {
        Fields::Unit if is_tagged => quote!(::core::result::Result::Ok(Self::#name)),
        Fields::Unit => quote!(::kikitori_json::no_content(content).map(|()| Self::#name)),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            let content = match is_tagged {
                true => quote!(::kikitori_json::Value::Object(members.rest())),
                false => quote!(content),
            };
            quote!(::kikitori_json::FromJson::from_json(#content).map(Self::#name))
        }
        Fields::Named(fields) => {
            let begin = (!is_tagged)
                .then(|| quote!(let mut members = ::kikitori_json::Members::of(content)?;));
            let read = members(
                attributes,
                attributes.case_of_fields,
                fields,
                &quote!(Self::#name),
            )?;
            quote!(#begin #read)
        }
        other => return Err(syn::Error::new(other.span(), "such a variant is not read")),
    })
}

/// Takes each field of `made` from its member.
fn members(
    attributes: &OfType,
    case: Case,
    fields: &FieldsNamed,
    made: &TokenStream,
) -> syn::Result<TokenStream> {
    let mut taken = Vec::new();
    let mut rest = None;
    let mut known = Vec::new();
    let mut bindings = Vec::new();
    for field in &fields.named {
        let Some(ident) = &field.ident else { continue };
        let own = OfMember::read(&field.attrs)?;
        let binding = format_ident!("field_{}", ident.to_string().trim_start_matches("r#"));
        bindings.push(quote!(#ident: #binding));
        if own.is_rest {
            rest = Some(quote!(let #binding = members.rest();));
            continue;
        }
        if own.is_skipped {
            taken.push(quote!(let #binding = ::core::default::Default::default();));
            continue;
        }
        let spelt = case.of_field(ident.to_string().trim_start_matches("r#"));
        let name = own.name.map_or(spelt, |name| name.value());
        let missing = match own.missing {
            Missing::Refused if attributes.has_default => Some(quote!(.unwrap_or(default.#ident))),
            Missing::Refused => None,
            Missing::Default => Some(quote!(.unwrap_or_default())),
            Missing::Call(path) => Some(quote!(.unwrap_or_else(#path))),
        };
        let read = match (&own.with, &missing) {
            (None, None) => quote!(members.required(#name)?),
            (None, Some(missing)) => quote!(members.present(#name)?#missing),
            (Some(with), None) => {
                quote!(#with(::kikitori_json::StrictValue(members.required(#name)?))?)
            }
            (Some(with), Some(missing)) => quote! {
                members
                    .present(#name)?
                    .map(|value| #with(::kikitori_json::StrictValue(value)))
                    .transpose()?
                    #missing
            },
        };
        taken.push(quote!(let #binding = #read;));
        known.push(name);
    }
    let refused = attributes
        .denies_unknown
        .then(|| quote!(members.nothing_else(&[#(#known),*])?;));
    Ok(quote! {
        #(#taken)*
        #refused
        #rest
        ::core::result::Result::Ok(#made { #(#bindings),* })
    })
}
