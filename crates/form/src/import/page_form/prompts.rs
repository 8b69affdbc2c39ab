//! Options that are no answers and only ask for one, in the languages that pages are written in.

use super::control::{Control, ControlOption};
use super::date_part::is_part;
use super::words::{begins_with_any, is_in};

/// Words that ask for a choice, at the beginning of an option. Those with a space behind them are whole
/// words.
const ASKS: &str = "\
    select |choose |pick |wähl|auswähl|choisi|sélection|seleccion|elija |elige |elegir |\
    escoja |escoge |selezion|scegli|selecion|escolh|kies |kiezen |maak een keuze|selecteer|\
    vælg |velg |välj |valitse |valige |izvēl|pasirink|wybierz|vyber|zvolte |válas|alege|\
    selectează |selectați |seç |seçin|seçiniz |выбер|выбра|оберіть |виберіть |избер|одабер|\
    изабер|odaber|izaber|izberi|επιλέξτε |επιλογή |اختر|إختر|اختيار |حدد |انتخاب |בחר|\
    चुनें |pilih |chọn ";
/// The same where no spaces stand between words: alone.
const ASKS_WITHOUT_SPACES: &str = "เลือก|选择|選擇|選択|선택";
/// What asks for a choice whatever stands behind it.
const ASKS_KINDLY: &str = "\
    please |bitte |veuillez |merci de |por favor|per favore|alstublieft |lütfen |prosím |\
    proszę |пожалуйста|будь ласка|παρακαλώ |kérjük |vă rugăm|vennligst |silakan |vui lòng |\
    กรุณา|请选择|請選擇|선택하";
/// What may stand behind such a word before what is chosen, where no option is called so.
const ANY: &str = "\
    a|an|one|the|your|from|option|below|here|ein|eine|einen|ihr|ihre|ihren|aus|un|une|le|la|\
    les|votre|dans|una|uno|el|l|su|il|lo|o|um|uma|seu|sua|een|uw|je|de";
/// Values that pages give to what is none.
const NO_VALUES: &str =
    "none|null|undefined|nil|default|placeholder|select|choose|prompt|empty|blank|na|n/a";

/// Whether the first option of a select only asks for another, as “-- Select --” does. What asks and may be
/// an answer too, as “Select Comfort mattress” may, asks where its value stands for nothing.
pub(super) fn is_prompt(option: &ControlOption, control: &Control) -> bool {
    const JAPANESE: [&str; 4] = ["選択してください", "選んでください", "お選び", "を選択"];
    let text = option.text.trim();
    let behind_dash = text.trim_start_matches(['-', '—', '–', '―', '─']);
    // A number below nought is an answer.
    let is_number = |it: &str| it.trim_start().starts_with(|it: char| it.is_ascii_digit());
    let is_dashed = behind_dash.len() < text.len() && !is_number(behind_dash);
    let words = text.trim_matches(|it: char| !it.is_alphanumeric());
    let words = words.to_lowercase();
    let spaced = format!("{words} ");
    let begins = |all: &str| begins_with_any(&spaced, all);
    if is_dashed || begins(ASKS_KINDLY) || JAPANESE.iter().any(|it| text.contains(it)) {
        return true;
    }
    let value = option.value.trim();
    let is_nothing = stands_for_nothing(value) || value == text;
    let is_label = !words.is_empty() && words == control.label.trim().to_lowercase();
    if words.is_empty() || is_part(&words) || is_label {
        return stands_for_nothing(value);
    }
    let asks_alone = is_in(&words, ASKS_WITHOUT_SPACES);
    let mut next = words.split([' ', '\'', '’']).skip(1);
    let names_none = next.next().is_none_or(|it| is_in(it, ANY));
    let trails = text.ends_with('…') || text.ends_with("...");
    let asks = begins(ASKS) || begins(ASKS_WITHOUT_SPACES);
    asks_alone || (begins(ASKS) && names_none) || (asks && (trails || is_nothing))
}

/// Whether pages give this value to what is no choice.
fn stands_for_nothing(value: &str) -> bool {
    let bare = value.trim_matches(['_', ' ']);
    let is_below_one = bare.parse::<i64>().is_ok_and(|it| it < 1);
    bare.is_empty() || is_below_one || is_in(&bare.to_lowercase(), NO_VALUES)
}
