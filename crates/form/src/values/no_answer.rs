//! Words by which somebody gives no answer, told from answers by code: for what no model may read.

use super::asks_back;
use crate::file::answer::AnswerType;
use crate::session_form::FormField;

/// How somebody gives no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    /// They will not give it.
    Declined,
    /// They do not know it.
    DoesNotKnow,
    /// They have none of it.
    HasNone,
}

/// Further ways to say it, in one text each with ` / ` between them, such as
/// `I won't say / no comment`: those of a language that is not told here.
#[derive(Debug, Clone, Copy, Default)]
pub struct Phrases<'a> {
    /// That they will not give it.
    pub declined: &'a str,
    /// That they do not know it.
    pub unknown: &'a str,
}

/// By which people refuse: within a few other words, or, where it is one word, by itself.
const DECLINED: &str = "rather not/prefer not/not going to/won't say/won't tell/won't give/will not say/\
    will not tell/will not give/don't want to/do not want to/don't wish to/do not wish to/not telling/\
    no comment/none of your business/not comfortable/refuse to/i refuse/i decline/not willing/\
    leave it open/leave it out/leave it blank/leave this/skip it/skip this/to myself/to ourselves/keep it private/\
    keep that private/keep this private/behalte ich/für mich behalten/garder pour moi/pour moi-même/tenerlo per me/\
    tenerla per me/tengo per me/me lo guardo/guardármelo para/guardarlo para/para mí mismo/guardar para mim/fica comigo/\
    voor mezelf/voor mij houden/dla siebie/при себе/для себя/omana tietonani/omana tietonamme/för mig själv/for meg selv/for mig selv/\
    pro sebe/pre seba/za sebe/pentru mine/magamnak/kendime sakla/per a mi/\
    pass/skip/decline/declined/refuse/refused/private/confidential/\
    答えたくない/答えたくありません/言いたくない/言いたくありません/教えたくない/教えたくありません/\
    書きたくない/書きたくありません/答えられません/お答えできません/お断り/遠慮します/遠慮させて/\
    控えます/控えさせて/スキップ/とばして/飛ばして/秘密です/嫌です/パス/秘密/\
    je ne veux/je préfère ne pas/je prefere ne pas/je ne souhaite/je refuse/ne pas le dire/\
    donnerai pas/dirai pas/je ne donne pas/je ne le donne pas/je ne la donne pas/je ne vais pas/\
    no quiero/prefiero no/no deseo/no voy a/no lo doy/no la doy/no lo daré/no la daré/\
    möchte nicht/möchte ich nicht/will nicht/will ich nicht/sage ich nicht/lieber nicht/keine angabe/\
    gebe ich nicht/werde ich nicht/verrate ich nicht/\
    non voglio/preferisco non/non desidero/non lo do/non la do/non lo dico/\
    não quero/prefiro não/não desejo/não vou dar/não dou/\
    wil niet/wil ik niet/liever niet/geef ik niet/не хочу/не буду/предпочитаю не/nie chcę/nie powiem/wolę nie/\
    لا أريد/أفضل عدم/لا أرغب/istemiyorum/不想说/不想說/不想回答/不愿意/不便透露/\
    말하고 싶지 않/답하고 싶지 않/알려주고 싶지/말하기 싫/\
    en halua/en kerro sitä/en anna sitä/mieluummin en/ei halua/ma ei soovi/ma ei taha/\
    vill inte/vill helst inte/helst inte/jag säger inte/vil ikke/vil helst ikke/helst ikke/ønsker ikke/önskar inte/\
    nem szeretném/nem akarom/inkább nem/nem adom meg/nechci to/nechci říct/nechci uvádět/nechci dát/raději ne/\
    nechcem to/nechcem povedať/nechcem uviesť/radšej nie/nu vreau/nu doresc/prefer să nu/aș prefera să nu/\
    δεν θέλω/δε θέλω/προτιμώ να μην/δεν επιθυμώ/не искам/предпочитам да не/не желая/не скажу/волію не/\
    ne želim/ne bih/radije ne/neću da/не желим/нећу да/nočem povedati/raje ne/\
    no vull/prefereixo no/không muốn/không tiện/tidak mau/tidak ingin/lebih baik tidak/keberatan untuk/\
    לא רוצה/לא רוצים/מעדיף לא/מעדיפה לא/מעדיפים לא/לא מעוניין/לא מעוניינת/نمی‌خواهم/نمیخواهم/ترجیح می‌دهم/ترجیح می‌دم/ترجیح میدم/ترجیح میدهم/نمی‌خوام/نمیخوام/نمی‌گم/نمیگم/\
    wolałbym nie/wolałabym nie/nie podam/nie podaję/nie chciałbym/nie chciałabym/lepiej nie/raději bych ne/nerad bych/\
    nerada bych/radšej by som ne/не хотел бы/не хотела бы/не хотелось бы/предпочёл бы не/предпочла бы не/лучше не/краще не/\
    не хотів би/не хотіла б/je préférerais ne pas/je préfèrerais ne pas/j'aimerais mieux ne pas/j'aime mieux ne pas/\
    preferiría no/no quisiera/no me gustaría/preferia não/preferiria não/não gostaria/preferirei non/non vorrei/\
    θα προτιμούσα να μην/δεν θα ήθελα/nu aș vrea/istemem/vermeyeyim/עדיף לא/أفضل ألا/لا أود/\
    밝히고 싶지/주고 싶지/알려 드리고 싶지/不想给/不想給/不想提供/不方便/नहीं बताना/नहीं देना/नहीं चाहता/नहीं चाहती/ไม่อยาก/ไม่ต้องการ/ไม่ขอบอก/ไม่สะดวก/söylemek istemem/vermek istemem/vermem";

/// By which they refuse where what is asked for cannot be answered with it.
const NO: &str = "no/nope/nah/いいえ/いや/non/nein/nee/nej/nie/não/нет/لا/不/아니요/ei/nem/nei/ne/nu/ні/όχι/לא/không/\
    tidak/hayır/नहीं/ไม่/نه";

/// By which they say that they do not know, in the same way.
const UNKNOWN: &str = "don't know/dont know/do not know/not sure/no idea/can't remember/cannot remember/\
    don't remember/do not remember/don't have it/dont have it/do not have it/haven't got it/havent got it/do that later/do it later/tell you later/ask me later/i forgot/forgotten/\
    dunno/unknown/idk/couldn't tell you/could not tell you/couldn't say/\
    わかりません/分かりません/わからない/分からない/知りません/知らない/覚えていません/覚えていない/\
    忘れました/忘れた/手元にありません/手元にない/不明です/不明/\
    je ne sais pas/je sais pas/je ne sais plus/je ne connais pas/aucune idée/je ne m'en souviens/\
    je ne me souviens/je ne l'ai pas/je ne l'ai plus/je vous le donne plus tard/\
    no sé/no lo sé/no me acuerdo/no recuerdo/no lo tengo/no la tengo/luego se lo/luego se la/ni idea/\
    weiß nicht/weiss nicht/weiß ich nicht/weiss ich nicht/keine ahnung/habe ich nicht/hab ich nicht/habe ich gerade nicht/hab ich gerade nicht/sage ich später/\
    non lo so/non so/non ricordo/non ce l'ho/nessuna idea/não sei/não me lembro/não lembro/\
    weet niet/weet ik niet/geen idee/не знаю/не помню/nie wiem/nie pamiętam/\
    لا أعرف/لا أدري/لا أتذكر/bilmiyorum/hatırlamıyorum/不知道/不清楚/不记得/不記得/\
    모르겠/몰라요/모릅니다/기억이 안/기억나지/\
    en tiedä/en muista/ei ole tietoa/ma ei tea/ei mäleta/vet inte/vet ej/minns inte/kommer inte ihåg/vet ikke/\
    ved ikke/husker ikke/nem tudom/nem emlékszem/nevím to/nevím teď/nepamatuji si/nevzpomínám si/nepamätám si/\
    nu știu/nu stiu/nu-mi amintesc/nu îmi amintesc/δεν ξέρω/δε ξέρω/δεν θυμάμαι/δεν γνωρίζω/не знам/не помня/\
    не пам'ятаю/ne znam/ne sjećam se/ne sećam se/ne vem/ne spomnim se/no ho sé/no me'n recordo/\
    không biết/không nhớ/tidak tahu/tidak ingat/saya lupa/לא יודע/לא יודעת/לא יודעים/לא זוכר/לא זוכרת/אין לי מושג/\
    نمی‌دانم/نمیدانم/نمی‌دونم/نمیدونم/یادم نیست/یادم نمیاد/पता नहीं/नहीं पता/याद नहीं/नहीं जानता/नहीं जानती/ไม่ทราบ/ไม่รู้/จำไม่ได้";

/// By which they say that they have none, where that is no answer.
const NONE: &str = "none/n a/not applicable/i have none/i don't have one/i do not have one/don't have one/don't have any/\
    i haven't got one/nothing/なし/無し/ありません/ないです/該当なし/特になし/持っていません/持ってない/\
    ninguno/ninguna/no tengo/aucun/aucune/je n'en ai pas/keine/keiner/keines/habe keine/habe keinen/ich habe keine/\
    nessuno/nessuna/non ne ho/nenhum/nenhuma/não tenho/geen/heb ik niet/ingen/inget/brak/nie mam/nemám/нету/\
    yok/لا يوجد/没有/沒有/无/無/없음/없어요/없습니다";

/// Letters of a phrase at least, so that no single word of a longer text is taken for one.
const LEAST_LETTERS: usize = 3;
/// What stands around a phrase at most: in words, and in characters where no spaces stand between words. In a
/// longer text it may be a part of an answer.
const AROUND: Around = Around(8, 12);
/// The same where a code is asked for.
const AROUND_CODE: Around = Around(24, 40);
/// The same where the phrase is to be all that they say.
const AROUND_ALONE: Around = Around(2, 12);
/// A short answer has so many words at most, or so many characters where no spaces stand between them:
/// more tell of other things too.
const WORDS_OF_SHORT: usize = 12;
const CHARACTERS_OF_SHORT: usize = 60;
/// A text of which more characters fit takes words as well as a code.
const MOST_OF_COUNTED: u32 = 40;
/// Words without a digit that stand around a code at most.
const WORDS_OF_CODE: usize = 2;

/// What a field is called whose answer is a code or a number of something.
const CODES: &str = " code codes number no pin iban card numéro numero número numeri nummer nummeret numret nr num № numer \
    numru numeris numurs number număr numărul numar numarul číslo čísla szám száma számú αριθμός αριθμοσ номер номерът номера \
    број broj številka numara numarası رقم الرقم شماره מספר नंबर नम्बर संख्या क्रमांक নম্বর எண் nomor nombor số codice código \
    codi cod codul kód kódja kode kod kodu kodi koodi kods kodas κωδικός κωδικόσ код коду קוד رمز الرمز کد कोड কোড mã ";
/// What such a word ends with where it is one with what it is of, as a Kundennummer.
const ENDS_OF_CODES: [&str; 13] = [
    "nummer", "nummeret", "numret", "nummern", "numero", "numeron", "szám", "száma", "kode",
    "code", "koden", "koodi", "kod",
];
/// The same where no spaces stand between words.
const UNSPACED_CODES: [&str; 7] = ["番号", "コード", "号码", "號碼", "번호", "รหัส", "หมายเลข"];

/// How a text gives no answer to a field, if it does: nobody's words with a digit in them.
///
/// A text of several lines may well have such words in it, so there they count by themselves only.
///
/// ```
/// use kikitori_form::parse_form;
/// use kikitori_form::values::{NoAnswer, Phrases, no_answer};
///
/// let form = parse_form(
///     r#"{"id": "f", "title": "F", "fields": [
///         {"id": "pin", "label": "PIN", "required": true, "answer": {"type": "shortText"}}]}"#,
/// )
/// .unwrap();
/// let fold = |text: &str| text.to_lowercase();
/// let told = |text: &str| no_answer(text, &form.fields[0], Phrases::default(), &fold);
/// assert_eq!(told("I’d rather not, sorry."), Some(NoAnswer::Declined));
/// assert_eq!(told("weiß ich nicht"), Some(NoAnswer::DoesNotKnow));
/// assert_eq!(told("4711"), None);
/// ```
pub fn no_answer(
    text: &str,
    field: &FormField,
    phrases: Phrases<'_>,
    fold: &dyn Fn(&str) -> String,
) -> Option<NoAnswer> {
    let by_itself = matches!(field.answer, AnswerType::LongText(_));
    told(text, field, by_itself, phrases, fold)
}

fn told(
    text: &str,
    field: &FormField,
    by_itself: bool,
    phrases: Phrases<'_>,
    fold: &dyn Fn(&str) -> String,
) -> Option<NoAnswer> {
    if has_digit(text) {
        return None;
    }
    let said = Said::new(text, fold);
    let is_text = matches!(
        field.answer,
        AnswerType::ShortText(_) | AnswerType::LongText(_) | AnswerType::Address(_)
    );
    let is_of_digits = matches!(
        field.answer,
        AnswerType::Phone(_) | AnswerType::Number(_) | AnswerType::Integer(_)
    );
    // Without a digit no words are a part of a code or a number, so that they may say why besides.
    let is_code = is_called_code(field) || has_one_length(field) || has_digits(field);
    let around = match is_code || is_of_digits {
        true => AROUND_CODE,
        false => AROUND,
    };
    let says_among = |known: &str, more: &str, around: Around| {
        let known = known.split('/').chain(more.split(['/', '／']));
        let mut known = known.filter(|phrase| !phrase.trim().is_empty());
        known.any(|phrase| said.has(phrase, by_itself, around, fold))
    };
    let says = |known, more| says_among(known, more, AROUND);
    // Who does not know it may say so with a word that also refuses.
    if says(UNKNOWN, phrases.unknown) {
        return Some(NoAnswer::DoesNotKnow);
    }
    let takes_no_words = is_counted(field) || asks_for_code(field);
    let mut none = NONE.split('/');
    if (asks_for_code(field) || !is_text) && none.any(|none| said.is(none, true, fold)) {
        return Some(NoAnswer::HasNone);
    }
    let is_no = takes_no_words && says(NO, "");
    (is_no || says_among(DECLINED, phrases.declined, around)).then_some(NoAnswer::Declined)
}

/// Whether a text refuses what is asked or does not know it, whatever that is, or is no more than a
/// no.
pub(crate) fn tells_nothing(text: &str, fold: &dyn Fn(&str) -> String) -> bool {
    let said = Said::new(text, fold);
    let mut known = [DECLINED, UNKNOWN].into_iter().flat_map(|it| it.split('/'));
    let is_no = || NO.split('/').any(|no| said.is(no, true, fold));
    // Among more words it may be about something else.
    let says = |phrase| said.has(phrase, false, AROUND_ALONE, fold);
    !has_digit(text) && (known.any(says) || is_no())
}

/// Whether a clause says that somebody does not know what is asked, be it with the name of that.
pub(crate) fn tells_unknown(text: &str, fold: &dyn Fn(&str) -> String) -> bool {
    const AROUND: Around = Around(4, 12);
    let said = Said::new(text, fold);
    let mut known = UNKNOWN.split('/');
    !has_digit(text) && known.any(|phrase| said.has(phrase, false, AROUND, fold))
}

/// Whether a text that fits a field, or may, reads as something said rather than as its answer: it
/// has no digit although a code or a number of something is asked for, or it is several words where
/// the field says how many characters there are, or a whole sentence, or more than a short answer has,
/// or nothing but signs, or, where several lines fit, a few words that would be no answer elsewhere.
pub fn reads_as_said(
    text: &str,
    field: &FormField,
    phrases: Phrases<'_>,
    fold: &dyn Fn(&str) -> String,
) -> bool {
    let text = text.trim();
    if asks_back(text, fold) || !text.contains(char::is_alphanumeric) {
        return true;
    }
    if matches!(field.answer, AnswerType::LongText(_)) {
        return told(text, field, false, phrases, fold).is_some();
    }
    let is_sentence = text.ends_with(['.', '!', '！', '…']) || text.contains(['。', '、']);
    let has_words = is_counted(field) && text.split_whitespace().nth(1).is_some();
    let is_long = match text.contains(is_unspaced) {
        true => text.chars().nth(CHARACTERS_OF_SHORT).is_some(),
        false => text.split_whitespace().nth(WORDS_OF_SHORT).is_some(),
    };
    let beside = text.split_whitespace().filter(|word| !has_digit(word));
    let is_around = asks_for_code(field) && beside.count() > WORDS_OF_CODE;
    is_sentence || is_long || is_around || (!has_digit(text) && (has_words || asks_for_code(field)))
}

/// Whether the field says how many characters a short text has, other than that it is no essay.
fn is_counted(field: &FormField) -> bool {
    match &field.answer {
        AnswerType::ShortText(it) => {
            let is_short = it.max_length.is_some_and(|most| most.0 <= MOST_OF_COUNTED);
            it.min_length.is_some() || is_short
        }
        _ => false,
    }
}

/// Whether the field is called the code or the number of something, or by the capitals of one, such as
/// MMSI, or takes a text of one length only, or one whose pattern has digits of their own.
pub fn asks_for_code(field: &FormField) -> bool {
    let is_capitals = |word: &str| {
        word.chars().nth(1).is_some() && word.chars().all(|it| it.is_ascii_uppercase())
    };
    let has_capitals = || {
        let mut words = field.label.all().flat_map(words_of);
        words.any(is_capitals)
    };
    is_called_code(field) || has_capitals() || has_one_length(field) || has_digits(field)
}

fn words_of(label: &str) -> impl Iterator<Item = &str> {
    label.split(|letter: char| !letter.is_alphanumeric())
}

fn is_called_code(field: &FormField) -> bool {
    let is_code = |word: &str| {
        let word = word.to_lowercase();
        let is_end = |end: &str| word.ends_with(end);
        !word.is_empty()
            && (CODES.contains(&format!(" {word} ")) || ENDS_OF_CODES.iter().any(|it| is_end(it)))
    };
    field.label.all().any(|label| {
        let small = label.to_lowercase();
        words_of(label).any(is_code) || UNSPACED_CODES.iter().any(|code| small.contains(code))
    })
}

fn has_one_length(field: &FormField) -> bool {
    match &field.answer {
        AnswerType::ShortText(it) => it.min_length.is_some() && it.min_length == it.max_length,
        _ => false,
    }
}

fn has_digits(field: &FormField) -> bool {
    match &field.answer {
        AnswerType::ShortText(it) => it.pattern.as_ref().is_some_and(|pattern| {
            let pattern = pattern.as_str();
            ["[0-9]", r"\d"].iter().any(|digit| pattern.contains(digit))
        }),
        _ => false,
    }
}

fn has_digit(text: &str) -> bool {
    text.contains(char::is_numeric)
}

/// So many words, or characters.
#[derive(Debug, Clone, Copy)]
struct Around(usize, usize);

/// A text as phrases are held against it: small letters, and one space around each word.
struct Said {
    words: String,
}

impl Said {
    fn new(text: &str, fold: &dyn Fn(&str) -> String) -> Self {
        Self {
            words: plain_words(text, fold),
        }
    }

    fn is(&self, phrase: &str, by_itself: bool, fold: &dyn Fn(&str) -> String) -> bool {
        self.has(phrase, by_itself, AROUND, fold)
    }

    /// Whether it is the phrase, or has it with so many words around it at most.
    fn has(
        &self,
        phrase: &str,
        by_itself: bool,
        Around(words_around, characters_around): Around,
        fold: &dyn Fn(&str) -> String,
    ) -> bool {
        let phrase = plain_words(phrase, fold);
        if self.words == phrase {
            return true;
        }
        let letters = phrase.chars().filter(|it| it.is_alphanumeric()).count();
        let has_words = phrase.trim().contains(' ');
        let is_unspaced = phrase.contains(is_unspaced);
        let is_long = letters >= LEAST_LETTERS && (has_words || is_unspaced);
        if by_itself || !is_long {
            return false;
        }
        if is_unspaced {
            let around = self
                .words
                .chars()
                .count()
                .saturating_sub(phrase.chars().count());
            return around <= characters_around && self.words.contains(phrase.trim());
        }
        let count = |text: &str| text.split_whitespace().count();
        count(&self.words) <= count(&phrase) + words_around && self.words.contains(&phrase)
    }
}

/// Whether it is of a script without spaces between words, or with endings joined to them.
pub fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{d7ff}')
}

/// Whether it is a mark that many leave out, as in "dont".
pub(super) fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '‘' | '`' | 'ʼ')
}

/// Small letters, no apostrophes, and one space around each word.
fn plain_words(text: &str, fold: &dyn Fn(&str) -> String) -> String {
    let text = fold(text.trim());
    let mut plain = String::from(" ");
    for letter in text.chars() {
        match letter {
            letter if is_apostrophe(letter) => {}
            letter if letter.is_alphanumeric() || is_mark(letter) => plain.push(letter),
            _ if plain.ends_with(' ') => {}
            _ => plain.push(' '),
        }
    }
    if !plain.ends_with(' ') {
        plain.push(' ');
    }
    plain
}

/// A mark that belongs to the letter before it, or the sound mark of kana.
pub(super) fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}' | '\u{e30}'..='\u{e4f}' | 'ー')
}

#[cfg(test)]
mod tests {
    use super::{NoAnswer, Phrases, no_answer, reads_as_said};
    use crate::parse_form;
    use crate::session_form::FormField;

    fn field(label: &str, answer: &str) -> FormField {
        let form = format!(
            r#"{{"id": "f", "title": "F", "fields": [
                {{"id": "a", "label": "{label}", "required": true, "answer": {answer}}}]}}"#
        );
        parse_form(&form).unwrap().fields.remove(0)
    }

    fn told(text: &str, field: &FormField) -> Option<NoAnswer> {
        let fold = |text: &str| text.to_lowercase();
        let phrases = Phrases {
            declined: "Nechci to říct / bez komentáře",
            unknown: "nevím / netuším to",
        };
        no_answer(text, field, phrases, &fold)
    }

    #[test]
    fn refusals_and_not_knowing_are_told_from_answers() {
        use NoAnswer::{Declined, DoesNotKnow, HasNone};
        let code = field(
            "Code of the key box",
            r#"{"type": "shortText", "minLength": 4, "maxLength": 12}"#,
        );
        for (text, expected) in [
            ("I'd rather not say", Some(Declined)),
            (
                "Sorry, I would rather not give that to you.",
                Some(Declined),
            ),
            ("NO!", Some(Declined)),
            ("skip", Some(Declined)),
            ("don't know", Some(DoesNotKnow)),
            ("I don’t know it, sorry", Some(DoesNotKnow)),
            ("no i dont want to give that", Some(Declined)),
            ("id rather not", Some(Declined)),
            (
                "id rather not give my bank number over the internet, theres a fierce amount of scams about",
                Some(Declined),
            ),
            (
                "ネットで番号を教えたくないです、最近は詐欺も多いと聞きますし心配なので",
                Some(Declined),
            ),
            ("no idea", Some(DoesNotKnow)),
            ("je ne veux pas le donner", Some(Declined)),
            ("Je ne veux toujours pas", Some(Declined)),
            ("Je ne sais pas.", Some(DoesNotKnow)),
            ("no lo sé", Some(DoesNotKnow)),
            ("答えたくありません。", Some(Declined)),
            ("すみません、番号は分かりません", Some(DoesNotKnow)),
            ("不知道", Some(DoesNotKnow)),
            ("잘 모르겠어요", Some(DoesNotKnow)),
            ("Nechci to říct, promiňte", Some(Declined)),
            ("en halua antaa", Some(Declined)),
            ("אני לא רוצה לתת", Some(Declined)),
            ("Jag vill inte uppge det", Some(Declined)),
            ("Nem szeretném megadni", Some(Declined)),
            ("Wolałabym nie podawać", Some(Declined)),
            ("Je préférerais ne pas le donner", Some(Declined)),
            ("Не хотелось бы его называть", Some(Declined)),
            ("不方便给您", Some(Declined)),
            ("ไม่อยากบอก", Some(Declined)),
            ("فعلا ترجیح میدم نگم", Some(Declined)),
            ("نمیدونم", Some(DoesNotKnow)),
            ("en tiedä sitä", Some(DoesNotKnow)),
            ("אני לא זוכרת", Some(DoesNotKnow)),
            ("nevím", Some(DoesNotKnow)),
            ("none", Some(HasNone)),
            ("N/A", Some(HasNone)),
            ("なし", Some(HasNone)),
            ("no tengo", Some(HasNone)),
            ("none of them fits", None),
            ("nevím jak nevím", None),
            ("4711", None),
            ("I don't know, 4711 perhaps", None),
            ("K1234567", None),
            ("hunter", None),
            ("Nora Pass", None),
            ("", None),
        ] {
            assert_eq!(told(text, &code), expected, "{text}");
        }
        let long = field("Why", r#"{"type": "longText"}"#);
        assert_eq!(told("I don't want to work at night", &long), None);
        assert_eq!(told("No comment.", &long), Some(Declined));
        // Where words are an answer, this is one.
        assert_eq!(told("none", &long), None);
        assert_eq!(
            told("none", &field("Illnesses", r#"{"type": "shortText"}"#)),
            None
        );
        let counted = field("Allergies", r#"{"type": "shortText", "maxLength": 200}"#);
        assert_eq!(told("none", &counted), None);
        let phone = field("Phone", r#"{"type": "phone"}"#);
        assert_eq!(told("I have none", &phone), Some(HasNone));
    }

    #[test]
    fn what_has_no_digit_is_no_code_without_being_asked_about() {
        let counted = field(
            "Key box",
            r#"{"type": "shortText", "minLength": 4, "maxLength": 30}"#,
        );
        let code = field("Numéro de la puce", r#"{"type": "shortText"}"#);
        let free = field("Illnesses", r#"{"type": "shortText"}"#);
        let long = field("Illnesses", r#"{"type": "longText"}"#);
        let roomy = field("Illnesses", r#"{"type": "shortText", "maxLength": 200}"#);
        for (text, field, expected) in [
            ("under the mat", &counted, true),
            ("blue", &counted, false),
            ("1234 under the mat", &counted, false),
            ("plus tard", &code, true),
            ("plustard", &code, true),
            ("K1234567", &code, false),
            ("asthma and hay fever", &free, false),
            ("thin bones, osteoporosis", &roomy, false),
            ("I have none.", &free, true),
            ("Asthma. And hay fever.", &long, false),
            ("I'd rather not say that here", &long, true),
            ("Why do you ask?", &long, true),
            ("なぜ必要ですか", &free, true),
            ("👍", &free, true),
            ("it is K1234567 by my name Bob", &code, true),
            ("AB 123 456 C", &code, false),
            (
                "asthma and my name is Bob and I live in Kyoto with two children",
                &free,
                true,
            ),
        ] {
            let fold = |text: &str| text.to_lowercase();
            let said = reads_as_said(text, field, Phrases::default(), &fold);
            assert_eq!(said, expected, "{text}");
        }
    }
}
