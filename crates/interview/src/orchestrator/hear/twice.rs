//! Two reports of one list from one message are one report of it.

use serde_json::Value;

use super::super::Orchestrator;
use crate::quotes::locate;
use crate::tools::{Ask, Heard, HeardOutcome};
use kikitori_form::FieldId;

impl Orchestrator {
    /// The same call with these joined; none where there are none.
    pub(super) fn with_lists_joined(&self, ask: &Ask) -> Option<Ask> {
        let mut joined: Option<Ask> = None;
        let mut at = 0;
        while at < joined.as_ref().unwrap_or(ask).heard.len() {
            let now = joined.as_ref().unwrap_or(ask);
            let later = now.heard.get(at).and_then(|first| {
                let rest = now.heard.iter().enumerate().skip(at + 1);
                let mut found = rest.filter_map(|(place, it)| Some((place, self.join(first, it)?)));
                found.next()
            });
            match later {
                Some((place, one)) => {
                    let ask = joined.get_or_insert_with(|| ask.clone());
                    ask.heard.remove(place);
                    if let Some(first) = ask.heard.get_mut(at) {
                        *first = one;
                    }
                }
                None => at += 1,
            }
        }
        joined
    }

    fn join(&self, first: &Heard, second: &Heard) -> Option<Heard> {
        let field = FieldId::new(&first.field_id).filter(|_| first.field_id == second.field_id)?;
        let field = self.state.form.field(&field)?;
        self.lines_of(field)?;
        let lines = |it: &Heard| serde_json::from_str::<Vec<Value>>(it.value.as_deref()?).ok();
        let mut all = lines(first)?;
        all.extend(lines(second)?);
        let messages = &self.state.messages;
        let (one, other) = (first.quote.as_deref()?, second.quote.as_deref()?);
        let (here, there) = (locate(one, messages)?, locate(other, messages)?);
        if here.message != there.message {
            return None;
        }
        let quote = match (here.start <= there.start, here.end >= there.end) {
            (true, true) => one.to_owned(),
            (false, false) => other.to_owned(),
            (true, false) => format!("{one} … {other}"),
            (false, true) => format!("{other} … {one}"),
        };
        let is_open = [first, second]
            .iter()
            .any(|it| it.outcome == HeardOutcome::NotEnough);
        Some(Heard {
            quote: Some(quote),
            value: serde_json::to_string(&all).ok(),
            missing: [&first.missing[..], &second.missing].concat(),
            outcome: match is_open {
                true => HeardOutcome::NotEnough,
                false => first.outcome,
            },
            ..first.clone()
        })
    }
}
