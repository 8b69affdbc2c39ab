//! A form of the page and what of it was told and put in.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use kikitori_form::FieldId;
use kikitori_form::file::Field;
use kikitori_form::page_form::{
    ControlRef, PageForm as Read, Reason, TakeOverError, TakenField, TakenForm, Target, Write,
    take_over,
};
use kikitori_host_form::{FillProblem, HostForm};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use web_sys::Element;

use crate::answers;
use crate::before::{Before, as_it_stands};
use crate::fields::{is_by_hand, is_choice, is_empty, offers_as};

/// An answer that the form does not hold.
#[derive(Debug, Serialize)]
pub struct Problem {
    field: String,
    label: String,
    message: String,
    /// What the browser, or the page itself, says of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// What the page has made of it, in every way that it can be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    reads: Option<String>,
}

/// A form of the page.
pub struct PageForm {
    host: HostForm,
    /// What is asked: as it was when it was taken over, and what its page has shown since.
    asked: RefCell<Rc<TakenForm>>,
    /// What the page showed when that was followed last.
    shown: RefCell<Option<BTreeSet<FieldId>>>,
    /// The form's file as it was taken over.
    file: String,
    /// Which form it is, whatever its page says in it today.
    fingerprint: String,
    /// The language of its texts, as a BCP 47 tag.
    language: String,
    /// What stood in each field when it was told of or put in last.
    known: RefCell<BTreeMap<String, Json>>,
    /// What stood in the controls of each field when an answer was put there last.
    filled: RefCell<BTreeMap<String, Vec<Write>>>,
    /// The answer that each field holds, as far as it was seen.
    held: RefCell<BTreeMap<String, Json>>,
    /// The fields that were not shown when their answer was to be put there.
    waiting: RefCell<BTreeSet<String>>,
    before: Before,
}

impl PageForm {
    pub fn new(host: HostForm, before: Before) -> Result<Self, TakeOverError> {
        let read = host.read();
        host.note_said();
        let mut asked = take_over(&read)?;
        // The page's own button sends. What the interview's does is another thing.
        asked.form.submit_label = None;
        let file = serde_json::to_string(&asked.form).unwrap_or_default();
        Ok(Self {
            fingerprint: fingerprint(&asked, &read.language),
            host,
            asked: RefCell::new(Rc::new(asked)),
            shown: RefCell::default(),
            file,
            language: read.language,
            known: RefCell::default(),
            filled: RefCell::default(),
            held: RefCell::default(),
            waiting: RefCell::default(),
            before,
        })
    }

    pub fn file(&self) -> String {
        self.file.clone()
    }

    fn asked(&self) -> Rc<TakenForm> {
        Rc::clone(&self.asked.borrow())
    }

    /// What is asked, with the options that the page offers now, and behind it what it shows and did not,
    /// with all that it shows. None where it shows nothing that can be asked for, or other controls under the name of a field that
    /// is: nothing is made of that.
    fn as_shown(&self) -> Option<(TakenForm, BTreeSet<FieldId>)> {
        let (_, now) = self.now();
        let now = now?;
        let mut asked = TakenForm::clone(&self.asked());
        let known = asked.fields.len();
        for (taken, field) in now.fields.iter().zip(&now.form.fields) {
            let all = asked.fields.iter_mut().zip(&mut asked.form.fields);
            let mut before = all.take(known);
            match before.find(|(it, _)| it.id == taken.id) {
                Some((it, own)) if offers_as(it, taken) => {
                    it.target = taken.target.clone();
                    own.answer = field.answer.clone();
                }
                Some((it, _)) if it.target.controls() != taken.target.controls() => return None,
                Some(_) => {}
                None => {
                    asked.fields.push(taken.clone());
                    asked.form.fields.push(field.clone());
                }
            }
        }
        let shown = now.fields.into_iter().map(|it| it.id).collect();
        Some((asked, shown))
    }

    pub fn changes(&self) -> Option<Json> {
        let (asked, shown) = self.as_shown()?;
        let is_new = self.shown.borrow().as_ref() != Some(&shown);
        let is_other = asked.form != self.asked().form;
        (is_new || is_other).then(|| json!({"form": asked.form, "shown": shown}))
    }

    pub fn follow(&self) -> Vec<FieldId> {
        let Some((asked, shown)) = self.as_shown() else {
            return Vec::new();
        };
        self.shown.replace(Some(shown));
        let asked = Rc::new(asked);
        let before = self.asked.replace(Rc::clone(&asked));
        let added = asked.fields.iter().skip(before.fields.len());
        added.map(|it| it.id.clone()).collect()
    }

    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    pub fn note_by_hand(&self, control: &Element) {
        self.host.note_by_hand(control);
    }

    /// The form as it is now; as it was taken over where nothing in it can be asked for any more.
    fn now(&self) -> (Read, Option<TakenForm>) {
        let read = self.host.read();
        let taken = take_over(&read).ok();
        (read, taken)
    }

    /// A field as the page shows it now, and the form.
    fn taken_now(&self, id: &str) -> Option<(TakenField, Read)> {
        let (read, now) = self.now();
        let mut fields = now?.fields.into_iter();
        let taken = fields.find(|it| it.id.as_str() == id)?;
        Some((taken, read))
    }

    /// What stands in fields that are asked for, where `counts` and it is an answer.
    fn stands<'a>(
        &self,
        asked: &'a TakenForm,
        counts: impl Fn(&TakenField, &Read) -> bool,
    ) -> Vec<(&'a Field, Json)> {
        let (read, taken) = self.now();
        let fields = taken.map(|it| it.fields).unwrap_or_default();
        let stands = fields.into_iter().filter(|it| counts(it, &read));
        let answer = |taken: TakenField| {
            let field = asked.form.fields.iter().find(|it| it.id == taken.id)?;
            let input = taken.standing?;
            answers::value(&field.answer, &input, &self.language)?;
            Some((field, input))
        };
        stands.filter_map(answer).collect()
    }

    pub fn standing(&self) -> Map<String, Json> {
        let asked = self.asked();
        let mut known = self.known.borrow_mut();
        let all = self.stands(&asked, |_, _| true).into_iter();
        let told = all.map(|(field, input)| (field.id.as_str().to_owned(), input));
        let told: Map<String, Json> = told.collect();
        known.extend(told.clone());
        told
    }

    pub fn by_hand(&self, recorded: &Map<String, Json>, again: bool) -> Map<String, Json> {
        let asked = self.asked();
        let mut known = self.known.borrow_mut();
        let mut told = Map::new();
        for (field, input) in self.stands(&asked, is_by_hand) {
            let id = field.id.as_str();
            let is_known = !again && known.get(id) == Some(&input);
            let is_recorded = recorded.get(id).is_some_and(|recorded| {
                answers::is_same(&field.answer, &input, recorded, &self.language)
            });
            known.insert(id.to_owned(), input.clone());
            if !is_known && !is_recorded {
                told.insert(id.to_owned(), input);
            }
        }
        if !again {
            for id in self.emptied(recorded, &mut known) {
                told.insert(id, Json::Null);
            }
        }
        told
    }

    /// The fields whose answer stood in the form and was taken out of it by hand.
    fn emptied(
        &self,
        recorded: &Map<String, Json>,
        known: &mut BTreeMap<String, Json>,
    ) -> Vec<String> {
        let (read, now) = self.now();
        let mut before = self.before.0.borrow_mut();
        let mut emptied = Vec::new();
        for taken in now.iter().flat_map(|it| &it.fields) {
            let id = taken.id.as_str();
            // A select may have a prompt with a value, and a phone number its country beside it.
            let is_told_by_standing =
                is_choice(taken) || matches!(taken.target, Target::PhoneWithCountry { .. });
            let is_empty =
                taken.standing.is_none() && (is_told_by_standing || is_empty(taken, &read));
            let stood = known.contains_key(id) && recorded.contains_key(id);
            if is_empty && stood && is_by_hand(taken, &read) {
                known.remove(id);
                self.held.borrow_mut().remove(id);
                // Nor does what stood there before come back.
                before.remove(id);
                emptied.push(id.to_owned());
            }
        }
        emptied
    }

    /// Puts answers into the form; with `unless_theirs` not over what was put there by hand since.
    pub async fn fill(&self, given: &Map<String, Json>, unless_theirs: bool) -> Vec<Problem> {
        let asked = self.asked();
        let (read, now) = self.now();
        let mut given = given.clone();
        if unless_theirs {
            for id in self.theirs(&given, &read, now.as_ref()) {
                given.remove(&id);
            }
        }
        self.keep_before(&given, &read, now.as_ref());
        let mut problems = Vec::new();
        let mut writes: Vec<Write> = Vec::new();
        // Whose each write is.
        let mut owners: Vec<&Field> = Vec::new();
        // In the form's order: what one answer brings up comes after it.
        for field in &asked.form.fields {
            let Some(answer) = given.get(field.id.as_str()) else {
                continue;
            };
            match self.writes(&asked, field, answer, now.as_ref()) {
                Ok(found) => {
                    owners.extend(found.iter().map(|_| field));
                    writes.extend(found);
                }
                Err(message) => problems.push(problem(field, message, None)),
            }
        }
        let outcomes = self.host.fill(&writes).await;
        let failed = outcomes.into_iter().zip(&owners);
        let failed: Vec<(FillProblem, &Field)> = failed
            .filter_map(|(outcome, field)| Some((outcome.result.err()?, *field)))
            .collect();
        self.note(&owners, &failed, &given);
        for (why, field) in failed {
            // A page in steps hides what is done.
            if is_not_there(&why) && self.holds(field, &given) {
                continue;
            }
            let message = why.to_string();
            let (said, reads) = match why {
                FillProblem::Invalid { message } => (Some(message), None),
                FillProblem::Refused { reads } => (None, Some(reads)),
                _ => (None, None),
            };
            let said = said.filter(|it| !it.trim().is_empty());
            let problem = problem(field, message, said);
            problems.push(Problem { reads, ..problem });
        }
        problems
    }

    /// The fields in which something else stands by hand than was put there last, and than is given.
    fn theirs(
        &self,
        given: &Map<String, Json>,
        read: &Read,
        now: Option<&TakenForm>,
    ) -> Vec<String> {
        let filled = self.filled.borrow();
        let fields = now
            .iter()
            .flat_map(|it| it.fields.iter().zip(&it.form.fields));
        let is_theirs = |(taken, field): &(&TakenField, &Field)| {
            let id = taken.id.as_str();
            let is_given = given.get(id).zip(taken.standing.as_ref());
            let is_given = is_given.is_some_and(|(answer, input)| {
                answers::is_same(&field.answer, input, answer, &self.language)
            });
            let is_as_filled = filled.get(id) == Some(&as_it_stands(taken, read));
            is_by_hand(taken, read) && !is_as_filled && !is_given
        };
        let theirs = fields.filter(is_theirs);
        theirs
            .map(|(taken, _)| taken.id.as_str().to_owned())
            .collect()
    }

    /// Whether a field that is not shown holds its answer, as far as that was seen.
    fn holds(&self, field: &Field, given: &Map<String, Json>) -> bool {
        let id = field.id.as_str();
        let Some(answer) = given.get(id) else {
            return false;
        };
        let was_put_in = self.held.borrow().get(id) == Some(answer);
        let known = self.known.borrow();
        let is_known = known
            .get(id)
            .is_some_and(|input| answers::is_same(&field.answer, input, answer, &self.language));
        was_put_in || is_known
    }

    /// What the page says of the answers that stand in it.
    pub fn complaints(&self) -> Vec<Problem> {
        let (read, now) = self.now();
        let filled = self.filled.borrow();
        let fields = now.iter();
        let fields = fields.flat_map(|it| it.fields.iter().zip(&it.form.fields));
        // What they write there themselves is not judged before it is told.
        let stands =
            |taken: &TakenField| filled.get(taken.id.as_str()) == Some(&as_it_stands(taken, &read));
        let fields = fields.filter(|(taken, _)| stands(taken));
        let fields: Vec<_> = fields.collect();
        let controls = fields.iter().map(|(taken, _)| taken.target.controls());
        let controls: Vec<Vec<&ControlRef>> = controls.collect();
        let mut told = self.host.complaints(&controls.concat()).into_iter();
        let told_of = controls.iter().map(|it| {
            let told = told.by_ref().take(it.len()).flatten();
            let told: Vec<String> = told.filter(|it| !it.trim().is_empty()).collect();
            told.into_iter().next()
        });
        let told_of: Vec<Option<String>> = told_of.collect();
        let problems = fields
            .into_iter()
            .zip(told_of)
            .filter_map(|((_, field), told)| {
                let message = told?;
                let said = Some(message.clone());
                let message = FillProblem::Invalid { message }.to_string();
                Some(problem(field, message, said))
            });
        problems.collect()
    }

    /// The fields that the page shows now, and did not when their answer was to be put there.
    pub fn due(&self) -> Vec<String> {
        let waiting = self.waiting.borrow();
        if waiting.is_empty() {
            return Vec::new();
        }
        let (_, now) = self.now();
        let shown = now.into_iter().flat_map(|it| it.fields);
        let shown = shown.map(|it| it.id.as_str().to_owned());
        shown.filter(|id| waiting.contains(id)).collect()
    }

    /// Keeps what stands in fields that get their first answer.
    fn keep_before(&self, given: &Map<String, Json>, read: &Read, now: Option<&TakenForm>) {
        let mut before = self.before.0.borrow_mut();
        for taken in now.iter().flat_map(|it| &it.fields) {
            let id = taken.id.as_str();
            if given.contains_key(id) && !before.contains_key(id) {
                before.insert(id.to_owned(), as_it_stands(taken, read));
            }
        }
    }

    pub async fn take_out(&self, field: &str) {
        let is_theirs = self.taken_now(field).is_some_and(|(taken, read)| {
            let filled = self.filled.borrow();
            is_by_hand(&taken, &read) && filled.get(field) != Some(&as_it_stands(&taken, &read))
        });
        self.forget(field);
        let writes = self.before.0.borrow_mut().remove(field);
        // What they write there meanwhile is theirs.
        if let Some(writes) = writes.filter(|_| !is_theirs) {
            // What the page makes of it is the page's.
            self.host.fill(&writes).await;
            // What stood there before is told already.
            let taken = self.taken_now(field).map(|(taken, _)| taken);
            if let Some(input) = taken.and_then(|it| it.standing) {
                self.known.borrow_mut().insert(field.to_owned(), input);
            }
        }
    }

    /// Nothing is known of what a field holds any more.
    fn forget(&self, id: &str) {
        self.known.borrow_mut().remove(id);
        self.filled.borrow_mut().remove(id);
        self.held.borrow_mut().remove(id);
        self.waiting.borrow_mut().remove(id);
    }

    /// Takes all answers out again; gives the fields that they were put into.
    pub async fn take_out_all(&self) -> Vec<String> {
        self.known.borrow_mut().clear();
        self.filled.borrow_mut().clear();
        self.held.borrow_mut().clear();
        self.waiting.borrow_mut().clear();
        let (fields, writes): (Vec<String>, Vec<Vec<Write>>) =
            self.before.0.take().into_iter().unzip();
        self.host.fill(&writes.concat()).await;
        fields
    }

    /// What goes where for an answer. What is not there now may come with an answer before it.
    fn writes(
        &self,
        asked: &TakenForm,
        field: &Field,
        answer: &Json,
        now: Option<&TakenForm>,
    ) -> Result<Vec<Write>, String> {
        let value = answers::value(&field.answer, answer, &self.language);
        let value = value.ok_or_else(|| "It is no answer to this field.".to_owned())?;
        let is_there = |it: &&TakenForm| it.fields.iter().any(|it| it.id == field.id);
        let form = now.filter(is_there).unwrap_or(asked);
        form.writes(&field.id, &value)
            .map_err(|error| error.to_string())
    }

    /// What the `owners` of what was put in hold now was put in here, and by nobody else.
    fn note(&self, owners: &[&Field], failed: &[(FillProblem, &Field)], given: &Map<String, Json>) {
        let (read, now) = self.now();
        let mut known = self.known.borrow_mut();
        let mut filled = self.filled.borrow_mut();
        for taken in now.iter().flat_map(|it| &it.fields) {
            if !owners.iter().any(|it| it.id == taken.id) {
                continue;
            }
            let id = taken.id.as_str().to_owned();
            filled.insert(id.clone(), as_it_stands(taken, &read));
            if let Some(input) = &taken.standing {
                known.insert(id, input.clone());
            }
        }
        let mut held = self.held.borrow_mut();
        let mut waiting = self.waiting.borrow_mut();
        for field in owners {
            let id = field.id.as_str();
            let mut failures = failed.iter().filter(|(_, it)| it.id == field.id);
            if failures.clone().any(|(why, _)| is_not_there(why)) {
                if held.get(id) != given.get(id) {
                    waiting.insert(id.to_owned());
                }
                continue;
            }
            waiting.remove(id);
            match given.get(id).filter(|_| failures.next().is_none()) {
                Some(answer) => held.insert(id.to_owned(), answer.clone()),
                None => held.remove(id),
            };
        }
    }

    pub fn left(&self) -> Vec<String> {
        let (read, now) = self.now();
        let Some(now) = now else {
            return Vec::new();
        };
        let mut left: Vec<String> = now
            .left_to_person()
            .into_iter()
            .map(str::to_owned)
            .collect();
        let fields = now.fields.iter().zip(&now.form.fields);
        for (taken, field) in fields.filter(|(_, field)| field.required) {
            let label = field.label.in_language(&self.language);
            if is_empty(taken, &read) && !left.iter().any(|it| it == label) {
                left.push(label.to_owned());
            }
        }
        left
    }

    pub fn show(&self) {
        self.host.show_for_review();
    }
}

/// Tells forms from each other by what they ask for. Bounds, options and titles may have today's date in them, or
/// a count: an interview that was begun goes on all the same.
fn fingerprint(asked: &TakenForm, language: &str) -> String {
    let mut sum = DefaultHasher::new();
    language.hash(&mut sum);
    for field in &asked.form.fields {
        let answer = serde_json::to_value(&field.answer).unwrap_or_default();
        let kind = answer.get("type").and_then(Json::as_str);
        (field.id.as_str(), kind).hash(&mut sum);
    }
    format!("{:016x}", sum.finish())
}

fn problem(field: &Field, message: String, said: Option<String>) -> Problem {
    Problem {
        field: field.id.as_str().to_owned(),
        label: field.label.all().next().unwrap_or_default().to_owned(),
        message,
        said,
        reads: None,
    }
}

/// Whether the page does not show a control, or does not have it, at present.
fn is_not_there(why: &FillProblem) -> bool {
    matches!(
        why,
        FillProblem::Gone | FillProblem::LeftAlone(Reason::NotShown | Reason::Disabled)
    )
}
