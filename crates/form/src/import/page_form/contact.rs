//! Which lines of text are for an e-mail address or a phone number, as their names tell.

use super::control::{Control, ControlKind};
use super::words::{begins_with_any, completes, holds_any, is_in, words_of, words_of_name};

/// Words behind `email` or `phone` in a name that leave it what it is.
const STILL: &str = "\
    address|addr|adress|adresse|number|numbers|num|no|nr|nummer|field|input|home|work|\
    office|business|private|personal|mobile|cell|day|daytime|evening|main|primary|secondary";

/// Words of a label that say that it is about something else, whatever its name is.
const SOMETHING_ELSE: &str = "\
    mailing|postal|street|city|town|zip|postcode|subject|betreff|objet|asunto|assunto|\
    oggetto|onderwerp|preference|preferences|model|modell|modèle|modelo|modello|brand|\
    provider|extension|time|times";

/// Whether it takes an e-mail address.
pub(super) fn is_email(control: &Control) -> bool {
    let is_named = || is_named(control, &["email", "mail"]);
    control.kind == ControlKind::Email || completes(control, &["email"]) || is_named()
}

/// Whether it takes a phone number.
pub(super) fn is_phone(control: &Control) -> bool {
    let is_named = || is_named(control, &["tel", "phone", "telephone"]);
    control.kind == ControlKind::Tel || completes(control, &["tel", "tel-national"]) || is_named()
}

/// Whether a text's name or id is one of `wanted` or ends with it, as `user[email]` does and
/// `email_subject` does not, and its label does not say otherwise.
fn is_named(control: &Control, wanted: &[&str]) -> bool {
    let ends_so = |name: &String| {
        let words = words_of(name);
        let last = words.iter().rev().find_map(|word| {
            let word = word.trim_end_matches(|it: char| it.is_ascii_digit());
            let says_nothing = word.is_empty() || is_in(word, STILL);
            (!says_nothing).then_some(word)
        });
        last.is_some_and(|it| wanted.contains(&it))
    };
    control.kind == ControlKind::Text
        && [&control.name, &control.id].into_iter().any(ends_so)
        && !words_of(&control.label)
            .iter()
            .any(|it| is_in(it, SOMETHING_ELSE))
}

/// Beginnings of words of a name that say that it is asked for again.
const AGAIN_NAMES: &str = "\
    confirm|conferm|repeat|repet|repit|again|verif|check|retype|reenter|retap|ressais|\
    wiederh|bestaetig|bestatig|ripet|herhaal|bevestig|powtorz|potwierdz|potvrd|tekrar|\
    kakunin|zopakuj";
/// Words of a name that say so.
const AGAIN_WORDS: &str = "re|conf|chk|bis";
/// What says so in a label.
const AGAIN_LABELS: &str = "\
    confirm|again|repeat|re-enter|reenter|re-type|retype|verify|wiederhol|bestätig|erneut|\
    nochmal|noch einmal|répét|retap|ressais|vérifi|à nouveau|repetir|repita|repite|repet|\
    reescrib|de nuevo|otra vez|conferm|ripet|di nuovo|reinser|nuovamente|novamente|redigit|\
    herhaal|bevestig|opnieuw|nogmaals|powtórz|potwierd|ponownie|potvr|znovu|zopak|ismét|\
    megerős|újra|tekrar|doğrula|повтор|подтвер|ещё раз|еще раз|підтвер|επιβεβ|ξανά|upprepa|\
    bekräft|gentag|bekræft|gjenta|bekreft|toista|vahvista|uudelleen|تأكيد|إعادة|مرة أخرى|\
    אימות|שוב|ulangi|konfirmasi|nhập lại|xác nhận|ยืนยัน|อีกครั้ง|确认|確認|再次|再入力|もう一度|확인|다시";

/// Whether `second` asks for what `first` does again. A number alone says so only where the page does not
/// call the two differently, as a second address.
pub(super) fn is_again(first: &Control, second: &Control) -> bool {
    let says_so = |it: &String| holds_any(it, AGAIN_LABELS);
    if says_so(&second.label) || says_so(&second.placeholder) {
        return true;
    }
    let names = words_of_name(second);
    let is_again = |word: &String| begins_with_any(word, AGAIN_NAMES) || is_in(word, AGAIN_WORDS);
    if names.iter().any(is_again) {
        return true;
    }
    let called = |it: &Control| match it.label.is_empty() {
        true => it.placeholder.clone(),
        false => it.label.clone(),
    };
    let stem = |it: &Control| {
        let stem = it.name.trim_end_matches(|it: char| !it.is_alphabetic());
        (!stem.is_empty()).then(|| stem.to_owned())
    };
    let is_counted = second.name.ends_with(|it: char| it.is_ascii_digit());
    let has_stem = stem(first).is_some() && stem(first) == stem(second);
    let named = called(second);
    is_counted && has_stem && (named.is_empty() || named == called(first))
}
