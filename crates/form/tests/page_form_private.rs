//! What of other people's pages no model is told.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use kikitori_form::page_form::{PageForm, take_over};
use kikitori_json::FromJson;
use serde_json::{Value as Json, json};

fn is_private(control: &Json) -> bool {
    let mut control = control.clone();
    if control["kind"].is_null() {
        control["kind"] = "text".into();
    }
    let page = json!({"id": "f", "title": "F", "controls": [control]});
    let taken = take_over(&PageForm::from_json(page).unwrap()).unwrap();
    taken.form.fields[0].private
}

#[test]
fn a_number_that_says_who_somebody_is_is_told_to_no_model() {
    for control in [
        json!({"name": "a", "label": "IBAN"}),
        json!({"name": "a", "label": "Your IBAN (for refunds)"}),
        json!({"name": "bank_iban", "label": "Account"}),
        json!({"name": "a", "placeholder": "Passport number"}),
        json!({"name": "passportNo", "label": "Number"}),
        json!({"name": "a", "label": "Reisepassnummer"}),
        json!({"name": "a", "label": "パスポート番号（半角）"}),
        json!({"name": "a", "label": "Tax ID"}),
        json!({"name": "num_fiscal", "label": "Numéro"}),
        json!({"name": "a", "label": "Steueridentifikationsnummer"}),
        json!({"name": "a", "label": "NIF/CIF:"}),
        json!({"name": "a", "label": "DNI / NIE"}),
        json!({"name": "cpf", "label": "CPF (obrigatório)"}),
        json!({"name": "ctl00$MainContent$txtPesel", "label": "PESEL"}),
        json!({"kind": "number", "name": "ssn", "label": "Last four digits"}),
        json!({"name": "socialSecurityNumber", "label": "Number"}),
        json!({"name": "a", "label": "Numéro de sécurité sociale"}),
        json!({"name": "a", "label": "マイナンバー"}),
        json!({"name": "a", "label": "身份证号码"}),
        json!({"name": "a", "label": "Паспорт (серия и номер)"}),
        json!({"name": "a", "label": "National identity number"}),
    ] {
        assert!(is_private(&control), "{control}");
    }
}

#[test]
fn what_only_has_such_letters_or_is_of_the_document_is_told() {
    for control in [
        json!({"name": "a", "label": "Name"}),
        json!({"name": "a", "label": "Ilość dni"}),
        json!({"name": "a", "label": "Was haben Sie noch nie gegessen?"}),
        json!({"name": "a", "label": "Size of the tin"}),
        json!({"name": "a", "label": "Caribani"}),
        json!({"name": "passport_expiry", "label": "Expiry"}),
        json!({"name": "a", "label": "Country that issued your passport"}),
        json!({"name": "a", "label": "VAT number"}),
        json!({"kind": "textArea", "name": "a", "label": "What did you need your passport for?"}),
        json!({"kind": "checkbox", "name": "a", "label": "I have a passport"}),
    ] {
        assert!(!is_private(&control), "{control}");
    }
}

#[test]
fn what_the_page_says_itself_counts() {
    for (control, private) in [
        (
            json!({"name": "a", "label": "Illness", "private": true}),
            true,
        ),
        (
            json!({"kind": "textArea", "name": "a", "label": "Illness", "private": true}),
            true,
        ),
        (
            json!({"name": "a", "label": "IBAN", "private": false}),
            false,
        ),
    ] {
        assert_eq!(is_private(&control), private, "{control}");
    }
}
