//! What is settled without asking: language, country and time zone by what the page knows, the order
//! by the form. It is on record as the calls of the agents whose work it is.

use kikitori_agent::ToolOutput;
use kikitori_llm::{AssistantMessage, ToolCall};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

use super::Orchestrator;
use crate::agent_kind::AgentKind;
use crate::field::{FieldRecord, RecordedBy};
use crate::lines::LineChange;
use crate::locale::TimeZone;
use crate::opening::Likely;
use crate::plan::{Plan, PlanSource};
use crate::tools::plan_in_form_order;
use crate::update::{AfterCall, SessionUpdate};
use kikitori_form::FieldId;
use kikitori_form::values::StoredValue;

impl Orchestrator {
    /// Settles what is not settled yet. Nothing of it is asked.
    pub(super) fn settle_what_is_open(&mut self) {
        let state = &self.state;
        let likely = Likely::new(&state.form, &state.page, &*self.locale);
        let bootstrap = &state.bootstrap;
        let (has_language, has_country) = (bootstrap.language.is_some(), bootstrap.has_country());
        let has_zone = bootstrap.timezone.is_some();
        let mut calls = Vec::new();
        if !has_language {
            calls.push(("set_language", json!({"language": likely.language()})));
        }
        if let Some(country) = likely.country().filter(|_| !has_country) {
            calls.push(("set_country", json!({ "country": country })));
        }
        if !has_zone || calls.iter().any(|(tool, _)| *tool == "set_country") {
            calls.push(("set_timezone", json!({"timezone": likely.zone()})));
        }
        self.settle_by(calls);
        if self.state.plan.is_none() {
            self.plan_by_the_form();
        }
    }

    /// Makes these calls as the Greeter's, without a model.
    pub(super) fn settle_by(&mut self, calls: Vec<(&'static str, Json)>) {
        if calls.is_empty() {
            return;
        }
        let before = self.state.bootstrap.clone();
        self.call_without_a_model(AgentKind::Greeter, calls);
        if let (None, Some(zone)) = (&self.state.bootstrap.timezone, &before.timezone) {
            let zone = self.zone_after_country(zone, before.zone_chosen);
            let proposed = ("set_timezone", json!({ "timezone": zone }));
            self.call_without_a_model(AgentKind::Greeter, vec![proposed]);
        }
        if self.state.plan.is_some() && self.state.bootstrap.language != before.language {
            self.name_fields();
        }
    }

    /// The same for what the respondent has said: a zone that they name is theirs whatever country
    /// they name later.
    pub(super) fn settle_as_said(&mut self, calls: Vec<(&'static str, Json)>) {
        let names_zone = calls.iter().any(|(tool, _)| *tool == "set_timezone");
        let before = &self.state.bootstrap;
        let assumed = before.timezone.clone().filter(|_| !before.zone_chosen);
        self.settle_by(calls);
        if let Some(assumed) = assumed {
            self.move_times_from(&assumed);
        }
        if names_zone && !self.state.bootstrap.zone_chosen {
            let mut bootstrap = self.state.bootstrap.clone();
            bootstrap.zone_chosen = true;
            self.emit(SessionUpdate::BootstrapSet(bootstrap));
        }
    }

    /// Tells times that were told while a zone was only assumed in the one that it turned out to be: nobody
    /// meant the other.
    fn move_times_from(&mut self, assumed: &TimeZone) {
        let Some(zone) = self.state.bootstrap.timezone.clone() else {
            return;
        };
        if zone == *assumed {
            return;
        }
        let told = self.state.collected_fields.iter();
        let told = told.filter(|(_, it)| it.zone.as_ref() == Some(assumed));
        let moved = told.filter_map(|(id, it)| {
            let record = FieldRecord {
                value: Some(StoredValue(it.value.clone())),
                said: it.said.clone(),
                evidence: it.evidence.clone(),
                zone: Some(zone.clone()),
                ..FieldRecord::new(Some(self.state.outcome_of(id)?), it.by)
            };
            Some((id.clone(), record))
        });
        let moved: Vec<(FieldId, FieldRecord)> = moved.collect();
        let sheets = self.state.lines.iter();
        let sheets = sheets.map(|(id, sheet)| (id.clone(), sheet.moved(assumed, &zone)));
        let sheets: Vec<(FieldId, Vec<LineChange>)> = sheets.collect();
        for (field_id, changes) in sheets.into_iter().filter(|(_, it)| !it.is_empty()) {
            self.move_lines(field_id, changes);
        }
        for (field_id, record) in moved {
            self.emit(SessionUpdate::FieldRecorded { field_id, record });
        }
    }

    /// Tells of lines whose times were moved as of a change, where their list is an answer.
    fn move_lines(&mut self, field_id: FieldId, changes: Vec<LineChange>) {
        let record = self.state.outcome_of(&field_id).map(|outcome| {
            let progress = self.state.field_progress.get(&field_id);
            FieldRecord {
                lines: true,
                missing: progress.map_or_else(Vec::new, |it| it.missing_facts.clone()),
                ..FieldRecord::new(Some(outcome), RecordedBy::Conversation)
            }
        });
        let record = record.filter(|_| self.state.is_done(&field_id));
        self.emit(SessionUpdate::LinesChanged {
            field_id: field_id.clone(),
            changes,
            words: None,
        });
        if let Some(record) = record {
            self.emit(SessionUpdate::FieldRecorded { field_id, record });
        }
    }

    /// The zone once another country is settled: the country's only one, unless the present one is
    /// one of its or was chosen. Where it has several, nobody can tell which.
    fn zone_after_country(&self, present: &TimeZone, is_chosen: bool) -> TimeZone {
        let country = self.state.bootstrap.country.as_ref();
        let zones = country.map_or_else(Vec::new, |country| self.locale.time_zones(country));
        match zones.as_slice() {
            [only] if !is_chosen => only.clone(),
            _ => present.clone(),
        }
    }

    /// Sets the form's own order, on record as the Architect's plan.
    fn plan_by_the_form(&mut self) {
        let fields = self.state.form.fields.iter();
        let ids: Vec<Json> = fields.map(|field| json!(field.field_id)).collect();
        let arguments = json!({"field_ids": ids, "translations": null});
        self.call_without_a_model(AgentKind::Architect, vec![("create_plan", arguments)]);
        if self.state.plan.is_none() {
            let plan = plan_in_form_order(&self.state.form, self.state.language());
            self.emit(SessionUpdate::Planned(plan));
        }
        self.translate();
    }

    /// Names the fields in another language, in the order in which they are. What was translated
    /// once is not translated again.
    fn name_fields(&mut self) {
        let Some(plan) = &self.state.plan else {
            return;
        };
        let source = PlanSource::Architect;
        if let Some(fields) = self.state.translated() {
            let fields = fields.to_vec();
            let plan = in_order_of(
                plan,
                Plan {
                    fields,
                    source,
                    form: None,
                    sentences: BTreeMap::new(),
                },
                source,
            );
            self.emit(SessionUpdate::Planned(plan));
            return self.drop_agent(AgentKind::Architect);
        }
        let named = plan_in_form_order(&self.state.form, self.state.language());
        let plan = in_order_of(plan, named, PlanSource::FormOrder);
        self.emit(SessionUpdate::Planned(plan));
        self.drop_agent(AgentKind::Architect);
        self.translate();
    }

    /// Has the Architect translate what the form does not say in the respondent's language, and what
    /// code itself would have to. Nobody waits for it.
    pub(super) fn translate(&mut self) {
        let is_foreign = !self.state.form.is_in(self.state.language());
        if is_foreign || !self.untranslated_sentences().is_empty() {
            self.push_run(AgentKind::Architect, None);
        }
    }

    fn call_without_a_model(&mut self, agent: AgentKind, calls: Vec<(&'static str, Json)>) {
        self.emit(SessionUpdate::RunStarted {
            agent,
            max_turns: 1,
            brief: None,
            review: None,
        });
        let calls = calls.into_iter();
        let reply = AssistantMessage {
            tool_calls: calls
                .map(|(tool, arguments)| ToolCall::new("", tool, arguments.to_string()))
                .collect(),
            ..AssistantMessage::default()
        };
        let active = self.state.agent_stack.last();
        let reply = match active {
            Some(active) => active.run.prepared(reply),
            None => reply,
        };
        let calls = reply.tool_calls.clone();
        self.emit(SessionUpdate::Replied {
            reply,
            remaining: Vec::new(),
        });
        for call in calls {
            let run_step = self.begin_call(&call.id);
            let ToolOutput { result, .. } = self.perform(agent, &call, run_step);
            self.emit(SessionUpdate::CallEnded {
                run_step,
                call: Some(call.id),
                result,
                then: AfterCall::Continue,
            });
        }
        self.emit(SessionUpdate::RunDropped);
    }
}

/// The fields as `named` has them, in the order of `plan`.
pub(super) fn in_order_of(plan: &Plan, named: Plan, source: PlanSource) -> Plan {
    let fields = plan.fields.iter().map(|planned| {
        let mut all = named.fields.iter();
        let found = all.find(|it| it.field_id == planned.field_id);
        found.unwrap_or(planned).clone()
    });
    Plan {
        fields: fields.collect(),
        source,
        form: named.form,
        sentences: named.sentences,
    }
}
