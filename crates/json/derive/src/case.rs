//! How names of fields and variants are spelt in JSON.

use syn::LitStr;

/// A way to spell names.
#[derive(Debug, Clone, Copy, Default)]
pub enum Case {
    #[default]
    AsItIs,
    Lower,
    Snake,
    Camel,
}

impl Case {
    /// The way that serde calls so.
    pub fn named(name: &LitStr) -> syn::Result<Self> {
        match name.value().as_str() {
            "lowercase" => Ok(Self::Lower),
            "snake_case" => Ok(Self::Snake),
            "camelCase" => Ok(Self::Camel),
            _ => Err(syn::Error::new(name.span(), "this spelling is not known")),
        }
    }

    /// A field's name, which Rust spells `in_snake_case`.
    pub fn of_field(self, name: &str) -> String {
        match self {
            Self::Camel => {
                let mut words = name.split('_');
                let first = words.next().unwrap_or_default().to_owned();
                words.fold(first, |all, word| all + &capitalised(word))
            }
            Self::AsItIs | Self::Lower | Self::Snake => name.to_owned(),
        }
    }

    /// A variant's name, which Rust spells `LikeThis`.
    pub fn of_variant(self, name: &str) -> String {
        match self {
            Self::AsItIs => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Snake => {
                let mut snake = String::new();
                for letter in name.chars() {
                    if letter.is_ascii_uppercase() && !snake.is_empty() {
                        snake.push('_');
                    }
                    snake.push(letter.to_ascii_lowercase());
                }
                snake
            }
            Self::Camel => {
                let mut letters = name.chars();
                let first = letters.next().map(|it| it.to_ascii_lowercase());
                first.into_iter().chain(letters).collect()
            }
        }
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
