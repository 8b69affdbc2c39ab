//! Lines told in a language that declines names and whose number words code does not read.

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
    let low = Confidence::Low;
    let expected = [Some(2800), Some(90), Some(90), None].map(|it| (it.map(Value::from), low));
    assert_eq!(told, expected);
}
