//! Every test of forms, in one program: what they share is compiled and linked once.

mod choices;
mod contacts;
mod dates;
mod dates_on_any_day;
mod days_with_times;
mod edit_bounds;
mod edit_conditions;
mod edits;
mod form_file;
mod form_rules;
mod form_schema;
mod grounds;
mod host_forms;
mod import;
mod in_words;
mod kinds_of_answers;
mod line_claims;
mod lines;
mod numbers;
mod page_form;
mod page_form_answers;
mod said_in_english;
mod said_in_japanese;
mod support;
mod told_by_clock;
mod values;
