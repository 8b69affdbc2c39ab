//! Currencies, as forms name the units of amounts.

/// A currency, as a form names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency {
    /// Its ISO 4217 code.
    pub code: &'static str,
    /// Whether the form names it by its code rather than by its sign.
    pub by_code: bool,
}

/// Signs that are of one currency only. A dollar or a krone may be of any of several.
const SIGNS: [(&str, &str); 9] = [
    ("€", "EUR"),
    ("£", "GBP"),
    ("US$", "USD"),
    ("R$", "BRL"),
    ("₹", "INR"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("₺", "TRY"),
    ("₴", "UAH"),
];
/// Currencies with hundredths that are in wide use and are named by their codes.
const CODES: [&str; 24] = [
    "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "ILS", "INR", "MXN",
    "NOK", "NZD", "PLN", "RON", "SAR", "SEK", "SGD", "TRY", "UAH", "USD", "ZAR",
];

/// What a currency's sign is called by its code, and the other way round.
pub(super) fn other_name(unit: &str) -> Option<&'static str> {
    SIGNS.iter().find_map(|(sign, code)| match unit.trim() {
        it if it == *sign => Some(*code),
        it if it == *code => Some(*sign),
        _ => None,
    })
}

/// The code that a unit is, where what people write for it is of that currency, and read as it.
pub(super) fn code_with_sign(unit: &str) -> Option<&'static str> {
    let codes = SIGNS.iter().map(|(_, code)| *code);
    let mut codes = codes.chain(["JPY"]);
    codes.find(|code| *code == unit.trim())
}

impl Currency {
    /// The currency that a unit names, if it is one with hundredths.
    ///
    /// ```
    /// use kikitori_form::values::Currency;
    ///
    /// let real = Currency { code: "BRL", by_code: false };
    /// assert_eq!(Currency::of_unit("R$"), Some(real));
    /// assert_eq!(Currency::of_unit("kg"), None);
    /// ```
    pub fn of_unit(unit: &str) -> Option<Self> {
        let unit = unit.trim();
        if let Some((_, code)) = SIGNS.iter().find(|(sign, _)| *sign == unit) {
            let by_code = false;
            return Some(Self { code, by_code });
        }
        let code = CODES.iter().find(|code| **code == unit)?;
        Some(Self {
            code,
            by_code: true,
        })
    }
}

/// Whether a unit is a sign that stands before its amount, as in $40 and US$40.
pub(super) fn is_sign_of_money(unit: &str) -> bool {
    unit.trim()
        .ends_with(['$', '£', '€', '¥', '￥', '₹', '₩', '₺', '₴'])
}

/// Whether a sign is of money that has hundredths, whichever it is: of dollars all have.
pub(super) fn has_hundredths(unit: &str) -> bool {
    is_sign_of_money(unit) && !unit.contains(['¥', '￥', '₩'])
}

/// Digits with hundredths, where they have tenths only.
pub(super) fn with_cents(digits: &str) -> String {
    match digits.split_once('.') {
        Some((whole, tenths)) if tenths.len() == 1 => format!("{whole}.{tenths}0"),
        _ => digits.to_owned(),
    }
}
