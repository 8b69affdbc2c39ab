//! The calculator as browsers run it: its values and kinds of errors are Python's there too. What
//! WebAssembly does itself, such as powers of floats, is another thing than on a machine.

use kikitori_tools::calculator::{CalculatorError, calculate};
use wasm_bindgen_test::wasm_bindgen_test;

/// Expressions with Python's answers, which `crates/tools/tests/python.rs` holds against `python3`.
const ANSWERS: &str = include_str!("../../tools/tests/expressions.txt");

fn answer(text: &str) -> String {
    match calculate(text) {
        Ok(value) => value.to_string(),
        Err(CalculatorError::Syntax { .. } | CalculatorError::Refused { .. }) => {
            "no arithmetic".into()
        }
        Err(CalculatorError::ZeroDivision { .. }) => "ZeroDivisionError".into(),
        Err(CalculatorError::Overflow { .. }) => "OverflowError".into(),
        Err(CalculatorError::Complex { .. }) => "Complex".into(),
        Err(CalculatorError::Limit { .. }) => "Limit".into(),
    }
}

#[wasm_bindgen_test]
fn values_and_kinds_of_errors_are_those_of_python_to_the_last_digit() {
    let lines = ANSWERS.lines().filter_map(|it| it.split_once('\t'));
    let lines: Vec<(&str, &str)> = lines.collect();
    assert!(lines.len() > 1_000, "only {} expressions", lines.len());
    let wrong = lines.iter().filter_map(|(text, python)| {
        let ours = answer(text);
        (ours != *python).then(|| format!("{text}: {ours}, not {python}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(
        wrong.is_empty(),
        "{} of {} differ:\n{}",
        wrong.len(),
        lines.len(),
        wrong.join("\n")
    );
}
