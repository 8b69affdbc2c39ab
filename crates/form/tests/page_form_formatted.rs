//! What a page makes of what is put into its inputs: its own way of writing it, or something else.

use kikitori_form::page_form::is_as_formatted;

#[test]
fn a_page_may_write_an_answer_in_its_own_way_but_no_other_number() {
    // What is put in, what the input reads then, and whether that is the answer.
    let cases = [
        ("1200", "1.200,00", true),
        ("1200", "1,200.00", true),
        ("1200", "1 200", true),
        ("1200", "R$ 1.200,00", true),
        ("1200", "CHF 1’200.–", true),
        ("150000", "₹1,50,000", true),
        ("12.5", "12,5", true),
        ("12,5", "12.50 %", true),
        ("0.5", ".5", true),
        ("500", "Rs.500", true),
        ("-5", "−5,00 €", true),
        ("1200", "12,00", false),
        ("1200", "12.00", false),
        ("12,5", "1,25", false),
        ("12.5", "125", false),
        ("12.5", "1.25", false),
        ("-5", "5", false),
        ("5", "-5", false),
        ("1", "0,01", false),
        ("1234567", "1,234.567", false),
        // Of codes marks say nothing.
        ("2125550123", "(212) 555-0123", true),
        ("2125550123", "212.555.0123", true),
        ("0612345678", "06.12.34.56.78", true),
        ("0930", "09.30", true),
        ("12345678901", "123.456.789-01", true),
        ("2026-03-09", "2026/03/09", true),
        ("FR7630006000", "FR76 3000 6000", true),
        ("Ada", "ADA", true),
        ("2125550123", "212 555 012", false),
        ("Ada", "", false),
        ("?", "", false),
        ("Ada", "Nobody", false),
    ];
    for (way, reads, is_it) in cases {
        assert_eq!(is_as_formatted(way, reads), is_it, "{way:?} as {reads:?}");
    }
}
