//! What an interview may come to, and what the model costs.

use super::messages::messages;
use kikitori_llm::{Budget, Money, NotMoney, Price};
use leptos::prelude::*;

use crate::page::Page;

/// A number of the budget that a person can set.
#[derive(Clone, Copy)]
struct Amount {
    id: &'static str,
    label: fn(Page) -> String,
    /// The number as text, in the person's budget or the site's.
    read: fn(&Budget, &str) -> Option<String>,
    /// Takes a text for the model that is asked; an empty one takes the number out.
    write: fn(&mut Budget, &str, &str) -> Result<(), Unfit>,
}

/// Why a text was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unfit {
    Number,
    Money,
}

impl From<NotMoney> for Unfit {
    fn from(_: NotMoney) -> Self {
        Self::Money
    }
}

const CAPS: [Amount; 4] = [
    Amount {
        id: "cap-calls",
        label: |page| page.messages().calls.to_owned(),
        read: |budget, _| budget.caps.calls.map(|it| it.to_string()),
        write: |budget, _, text| {
            budget.caps.calls = number(text)?;
            Ok(())
        },
    },
    Amount {
        id: "cap-prompt",
        label: |page| messages(page).tokens_read.to_owned(),
        read: |budget, _| budget.caps.prompt_tokens.map(|it| it.to_string()),
        write: |budget, _, text| {
            budget.caps.prompt_tokens = number(text)?;
            Ok(())
        },
    },
    Amount {
        id: "cap-completion",
        label: |page| messages(page).tokens_written.to_owned(),
        read: |budget, _| budget.caps.completion_tokens.map(|it| it.to_string()),
        write: |budget, _, text| {
            budget.caps.completion_tokens = number(text)?;
            Ok(())
        },
    },
    Amount {
        id: "cap-cost",
        label: |page| page.messages().cost.to_owned(),
        read: |budget, _| budget.caps.cost.map(|it| it.to_string()),
        write: |budget, _, text| {
            budget.caps.cost = money(text)?;
            Ok(())
        },
    },
];

const PRICES: [Amount; 2] = [
    Amount {
        id: "price-prompt",
        label: |page| messages(page).tokens_read.to_owned(),
        read: |budget, model| budget.price_of(model).map(|it| it.prompt.to_string()),
        write: |budget, model, text| {
            let prompt = money(text)?;
            price(budget, model, prompt, |price, amount| price.prompt = amount);
            Ok(())
        },
    },
    Amount {
        id: "price-completion",
        label: |page| messages(page).tokens_written.to_owned(),
        read: |budget, model| budget.price_of(model).map(|it| it.completion.to_string()),
        write: |budget, model, text| {
            let completion = money(text)?;
            price(budget, model, completion, |price, amount| {
                price.completion = amount;
            });
            Ok(())
        },
    },
];

fn number(text: &str) -> Result<Option<u64>, Unfit> {
    match plain(text).as_str() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Unfit::Number),
    }
}

fn money(text: &str) -> Result<Option<Money>, Unfit> {
    match plain(text).as_str() {
        "" => Ok(None),
        text => Ok(Some(text.parse()?)),
    }
}

/// A number as people write it: full-width digits as ordinary ones, without what groups them.
fn plain(text: &str) -> String {
    let letters = text.chars().filter_map(|letter| match letter {
        ',' | '，' | '_' | ' ' | '\u{3000}' => None,
        '．' => Some('.'),
        '０'..='９' => char::from_u32(u32::from(letter) - u32::from('０') + u32::from('0')),
        other => Some(other),
    });
    letters.collect()
}

/// Sets one part of the price of `model`. An empty text takes the whole price out.
fn price(
    budget: &mut Budget,
    model: &str,
    amount: Option<Money>,
    set: impl FnOnce(&mut Price, Money),
) {
    match amount {
        Some(amount) => {
            let free = Price {
                prompt: Money::default(),
                completion: Money::default(),
            };
            set(
                budget.prices.entry(model.to_owned()).or_insert(free),
                amount,
            );
        }
        None => {
            budget.prices.remove(model);
        }
    }
}

/// The caps of an interview, and the price of the model.
pub fn budget_form(page: Page) -> AnyView {
    view! {
        <fieldset class="settings-group" id="settings-budget" data-testid="budget">
            <legend>{move || messages(page).budget}</legend>
            <p class="quiet-text">{move || messages(page).budget_hint}</p>
            {move || page.has_unreadable_limits().then(|| view! {
                <p class="notice" data-testid="limits-unreadable">{page.messages().limits_unreadable}</p>
            })}
            <div class="amounts">{CAPS.map(|amount| field(page, amount)).collect_view()}</div>
            <p class="amounts-title">{move || page.language.get().price_of(&page.model_name())}</p>
            <div class="amounts">{PRICES.map(|amount| field(page, amount)).collect_view()}</div>
        </fieldset>
    }
    .into_any()
}

fn field(page: Page, amount: Amount) -> AnyView {
    let unfit = RwSignal::new(None::<Unfit>);
    // What was typed, as long as it is no amount.
    let typed = RwSignal::new(None::<String>);
    let kept = move || {
        let model = page.model_name();
        (amount.read)(&page.budget(), &model)
    };
    let site = move || {
        let model = page.model_name();
        page.site_budget()
            .and_then(|budget| (amount.read)(&budget.ok()?, &model))
    };
    let take = move |event: leptos::ev::Event| {
        let text = event_target_value(&event);
        let model = page.model_name();
        let mut budget = untrack(|| page.budget());
        let taken = (amount.write)(&mut budget, &model, &text);
        unfit.set(taken.err());
        typed.set(taken.is_err().then_some(text));
        if taken.is_ok() {
            page.set_budget(budget);
        }
    };
    let error_id = format!("{}-error", amount.id);
    view! {
        <div class="setting">
            <label for=amount.id>{move || (amount.label)(page)}</label>
            <input
                id=amount.id
                class="box"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                data-testid=amount.id
                aria-describedby=error_id.clone()
                aria-invalid=move || unfit.with(Option::is_some).to_string()
                placeholder=move || site().unwrap_or_else(|| "–".to_owned())
                prop:value=move || typed.get().or_else(kept).unwrap_or_default()
                on:change=take
            />
            <p class="field-error" id=error_id role="alert">
                {move || match unfit.get() {
                    None => "",
                    Some(Unfit::Number) => messages(page).not_a_number,
                    Some(Unfit::Money) => messages(page).not_money,
                }}
            </p>
        </div>
    }
    .into_any()
}
