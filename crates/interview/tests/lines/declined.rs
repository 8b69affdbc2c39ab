//! Lines told with other words than they are recorded with: in a language that declines names and whose number
//! words code does not read, or by a part of their names.

use super::*;

const FORM: &str = r#"{"id": "sale", "title": "Sale", "language": "en", "fields": [
    {"id": "lots", "label": "Objects", "required": true, "answer": {"type": "group", "fields": [
        {"id": "what", "label": "What it is", "required": true, "answer": {"type": "shortText"}},
        {"id": "made", "label": "Made in (year)", "required": false, "answer": {"type": "integer", "min": 1400, "max": 2026}},
        {"id": "count", "label": "Pieces", "required": true, "answer": {"type": "integer", "min": 1}},
        {"id": "reserve", "label": "Lowest price", "required": false, "answer": {"type": "number", "unit": "EUR", "min": 0}}]}},
    {"id": "town", "label": "Town", "required": true}]}"#;
const SAID: &str = "Tak hlavně podlahové hodiny, asi z roku 1860, jsou zrestaurované a pod dva tisíce osm set eur \
    bych s nimi nešla. Pak šest židlí Thonet, jedna je rozbitá, těch pět je dobrých, nejmíň devadesát za kus. \
    A porcelánový servis pro dvanáct osob, dvacátá léta, dohromady 86 kusů.";

/// The same with its middle left out, as the Interviewer is told to quote what is long.
const QUOTED: &str =
    "Tak hlavně podlahové hodiny, asi z roku 1860 … dvacátá léta, dohromady 86 kusů";

#[test]
fn words_and_numbers_in_other_forms_are_let_through_beside_figures_of_other_lines() {
    for quote in [SAID, QUOTED] {
        are_let_through(quote);
    }
}

fn are_let_through(quote: &'static str) {
    let lines = json!([
        {"what": "podlahové hodiny", "made": "1860", "count": "1", "reserve": "2800"},
        {"what": "židle Thonet", "count": "5", "reserve": "90"},
        {"what": "židle Thonet, rozbitá", "count": "1", "reserve": "90"},
        {"what": "porcelánový servis", "made": "1925", "count": "86"}]);
    let (model, sent) = recorded(move |request: &ChatRequest| {
        if said_last(request).last().is_none_or(|it| it != SAID) {
            return respond(request);
        }
        let mut entry = heard("lots", quote);
        entry["value"] = json!(lines.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(FORM, model);
    block_on(interview.advance()).unwrap();
    let language = LanguageTag::new("cs").unwrap();
    block_on(interview.take(Command::Settle(Settle::Language(language)))).unwrap();
    say(&mut interview, &[SAID]);
    assert!(!holds(&sent, "Not asked"));
    let sheet = interview
        .orchestrator()
        .state()
        .sheet_of(&FieldId::new("lots").unwrap());
    let told: Vec<(Option<Value>, Confidence)> = sheet
        .lines
        .iter()
        .map(|line| (line.cells().get("reserve").cloned(), line.confidence))
        .collect();
    let medium = Confidence::Medium;
    let expected = [
        (Some(2800), medium),
        (Some(90), medium),
        (Some(90), medium),
        (None, Confidence::Low),
    ];
    let expected = expected.map(|(it, confidence)| (it.map(Value::from), confidence));
    assert_eq!(told, expected);
}

#[test]
fn who_lets_two_lines_change_places_calls_them_by_a_part_of_their_names() {
    const FORM: &str = r#"{"id": "run", "title": "Run", "language": "en", "fields": [
        {"id": "runners", "label": "Runners", "required": true, "answer": {"type": "group", "fields": [
            {"id": "name", "label": "Name", "required": true, "answer": {"type": "shortText"}},
            {"id": "km", "label": "Km", "required": true, "answer": {"type": "number"}}]}},
        {"id": "town", "label": "Town", "required": true}]}"#;
    const FIRST: &str = "Siti Rahma 5 km, Agus Wijaya 7 km";
    const NEXT: &str = "Siti and Agus change places";
    let (model, sent) = recorded(move |request: &ChatRequest| {
        let lines = match said_last(request).pop().as_deref() {
            Some(FIRST) => {
                json!([{"name": "Siti Rahma", "km": 5}, {"name": "Agus Wijaya", "km": 7}])
            }
            Some(NEXT) => json!([{"@line": "1 Siti Rahma", "name": "Agus Wijaya", "km": 7},
                {"@line": "2 Agus Wijaya", "name": "Siti Rahma", "km": 5}]),
            _ => return respond(request),
        };
        let said = said_last(request).pop().unwrap();
        let mut entry = heard("runners", &said);
        entry["value"] = json!(lines.to_string());
        calls("ask", asking(request, vec![entry]))
    });
    let mut interview = interview_of(FORM, model);
    say(&mut interview, &[FIRST, NEXT]);
    assert!(!holds(&sent, "Not asked"));
    let state = interview.orchestrator().state();
    let sheet = state.sheet_of(&FieldId::new("runners").unwrap());
    let lines: Vec<Value> = sheet.lines.iter().map(|line| json!(line.cells())).collect();
    let expected = [
        json!({"name": "Agus Wijaya", "km": 7}),
        json!({"name": "Siti Rahma", "km": 5}),
    ];
    assert_eq!(lines, expected);
}
