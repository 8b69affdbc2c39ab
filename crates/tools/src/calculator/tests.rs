//! What expressions come to.

use std::time::{Duration, Instant};

use super::{CalculatorError, Limit, calculate};

/// The result or the error, as the model reads it.
fn told(text: &str) -> String {
    match calculate(text) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn numbers_are_read_and_printed_as_python_does() {
    let cases = [
        ("0", "0"),
        ("00_0", "0"),
        ("1_000", "1000"),
        ("0x_fF", "255"),
        ("0b101", "5"),
        ("0o17", "15"),
        ("1.", "1.0"),
        (".5e1", "5.0"),
        ("1_0.0_1e0_2", "1001.0"),
        ("012.5", "12.5"),
        ("-0.0", "-0.0"),
        ("1e15", "1000000000000000.0"),
        ("1e16", "1e+16"),
        ("0.0001", "0.0001"),
        ("0.00001", "1e-05"),
        ("5e-324", "5e-324"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("1e400", "inf"),
        ("-1e400", "-inf"),
        ("1e400 - 1e400", "nan"),
    ];
    for (text, expected) in cases {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn operators_have_pythons_precedence_and_meaning() {
    let cases = [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("-2**2", "-4"),
        ("2**-1", "0.5"),
        ("2**3**2", "512"),
        ("2**-3**2", "0.001953125"),
        ("--+-1", "-1"),
        ("10 - 4 - 3", "3"),
        ("7 // 2 * 2.0", "6.0"),
        ("-7 // 2", "-4"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("-7.5 // 2", "-4.0"),
        ("-1 % 1e300", "1e+300"),
        ("1 // 0.1", "9.0"),
        ("-0.0 % 5", "0.0"),
        ("0 / -5", "-0.0"),
        ("4 / 2", "2.0"),
        ("0**0", "1"),
        ("0.0**0", "1.0"),
        ("(-1)**(10**30)", "1"),
        ("2**-10000", "0.0"),
        ("(\n 1 +\n 2 )", "3"),
        (" 3 ", "3"),
        ("(2**200 + 1) // 2**190 % 1000", "24"),
        ("10**40 / 10**39", "10.0"),
    ];
    for (text, expected) in cases {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn what_has_no_result_says_why_and_where() {
    let cases = [
        ("1 / 0", "ZeroDivisionError at column 3: division by zero"),
        (
            "2 + 1.5 % 0.0",
            "ZeroDivisionError at column 9: division by zero",
        ),
        ("0**-1", "ZeroDivisionError at column 2: division by zero"),
        (
            "10**400 * 1.0",
            "OverflowError at column 9: int too large to convert to float",
        ),
        (
            "10**400 / 3",
            "OverflowError at column 9: integer division result too large for a float",
        ),
        (
            "10.0**400",
            "OverflowError at column 5: the power is too large for a float",
        ),
        (
            "(-8)**(1/3)",
            "Column 5: a negative number to a power that is no integer is a complex number, which is not calculated",
        ),
        (
            "",
            "SyntaxError at column 1: the expression ends where a number is expected",
        ),
        (
            "1 +",
            "SyntaxError at column 4: the expression ends where a number is expected",
        ),
        (
            "1 * / 2",
            "SyntaxError at column 5: a number or an opening parenthesis is expected",
        ),
        (
            "1 2",
            "SyntaxError at column 3: an operator is expected; to multiply, write *",
        ),
        (
            "(1 + 2",
            "SyntaxError at column 1: a closing parenthesis is missing",
        ),
        (
            "1)",
            "SyntaxError at column 2: this parenthesis closes none",
        ),
        (
            "1__0",
            "SyntaxError at column 1: this is no number: underscores stand between digits, and letters not at all",
        ),
        (
            "1 + 012",
            "SyntaxError at column 5: an integer does not begin with 0",
        ),
        (
            "$5",
            "SyntaxError at column 1: this character belongs to no expression",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn everything_but_arithmetic_is_refused_by_its_name_and_place() {
    let cases = [
        ("x + 1", 1, "the name `x`"),
        ("1 + abs(-2)", 5, "the call of `abs`"),
        ("__import__('os')", 1, "the call of `__import__`"),
        ("2(3)", 2, "the call of a value (to multiply, write *)"),
        ("(1).real", 4, "an attribute"),
        ("1 < 2", 3, "a comparison"),
        ("1 == 1", 3, "a comparison"),
        ("(x := 1)", 2, "the name `x`"),
        ("1 := 2", 3, "an assignment"),
        ("1 if 2 else 3", 3, "the name `if`"),
        ("not 1", 1, "the name `not`"),
        ("lambda: 1", 1, "the name `lambda`"),
        ("'a' * 3", 1, "text in quotes"),
        ("f\"{1}\"", 1, "text in quotes"),
        ("[1][0]", 1, "a list, a set or an index"),
        ("1,000", 2, "a comma (write 1000 or 1_000 for a thousand)"),
        ("2 ^ 3", 3, "the operator ^ (for a power, write **)"),
        ("1 << 100", 3, "the operator <"),
        ("~1", 1, "the operator ~"),
        ("1 @ 2", 3, "the operator @"),
        ("2j", 1, "an imaginary number"),
        ("1 # + 2", 3, "a comment"),
        ("1; 2", 2, "a second line or statement"),
        ("1\n+ 2", 2, "a second line or statement"),
        ("2 × 3", 3, "the sign × (write *)"),
        ("１ + 1", 1, "the sign １ (write the digits 0 to 9)"),
        ("2 − 1", 3, "the sign − (write -)"),
        ("合計 + 1", 1, "the name `合計`"),
    ];
    for (text, column, construct) in cases {
        let error = calculate(text).unwrap_err();
        let CalculatorError::Refused {
            column: at,
            construct: found,
        } = &error
        else {
            panic!("{text}: {error}");
        };
        assert_eq!(
            (*at, found.to_string().as_str()),
            (column, construct),
            "{text}"
        );
    }
    let long = format!("{}(1)", "a".repeat(60_000));
    assert!(told(&long).len() < 200, "a long name is told in short");
}

#[test]
fn what_would_take_long_ends_at_a_limit_within_ten_milliseconds() {
    let full = "1".repeat(1_230);
    let products = format!("{}1", format!("{full}*0+").repeat(52));
    let powers = format!("{}1", "3**2584%7+".repeat(1_400));
    let remainders = format!("{}1", format!("7**1400%{full}*0+").repeat(50));
    let cases = [
        ("9**9**9", Err(Limit::Bits)),
        ("9**(9**9)", Err(Limit::Bits)),
        ("2**4096", Err(Limit::Bits)),
        ("2**4095 * 2", Err(Limit::Bits)),
        ("2**4095 - 1 + 2**4095", Ok(())),
        ("2**-10000", Ok(())),
        (powers.as_str(), Err(Limit::Fuel)),
        (products.as_str(), Ok(())),
        (remainders.as_str(), Ok(())),
        (&"9".repeat(5_000), Err(Limit::Bits)),
        (&format!("0x{}", "f".repeat(60_000)), Err(Limit::Bits)),
        (&format!("1{}", "+1".repeat(4_999)), Ok(())),
        (&format!("1{}", "+1".repeat(5_000)), Err(Limit::Nodes)),
        (&format!("{}1{}", "(".repeat(64), ")".repeat(64)), Ok(())),
        (
            &format!("{}1{}", "(".repeat(65), ")".repeat(65)),
            Err(Limit::Depth),
        ),
        (&"(".repeat(60_000), Err(Limit::Depth)),
        (&"-".repeat(60_000), Err(Limit::Depth)),
        (&"1**".repeat(20_000), Err(Limit::Depth)),
        (&"1+".repeat(500_000), Err(Limit::Bytes)),
        (&"9".repeat(1_000_000), Err(Limit::Bytes)),
        (&"é".repeat(500_000), Err(Limit::Bytes)),
    ];
    // Without optimisation it is many times as slow, and the machine may be busy.
    let allowed = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 10 });
    for (text, expected) in cases {
        let short: String = text.chars().take(30).collect();
        // The machine may be busy with something else: the best of three counts.
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let begun = Instant::now();
            let found = calculate(text);
            best = best.min(begun.elapsed());
            match (&found, expected) {
                (Ok(_), Ok(())) => {}
                (Err(CalculatorError::Limit { limit, .. }), Err(expected)) => {
                    assert_eq!(*limit, expected, "{short}");
                }
                _ => panic!("{short}: {found:?}, not {expected:?}"),
            }
        }
        assert!(best < allowed, "{short} took {best:?}");
    }
}
