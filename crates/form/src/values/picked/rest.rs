//! What a text says beside the answer that is taken from it.

use std::borrow::Cow;

use super::Candidate;
use crate::file::answer::AnswerType;
use crate::plain::narrow_letter;
use crate::session_form::FormField;
use crate::values::no_answer::is_unspaced;

/// Words that stand around an answer and tell nothing of it.
const AROUND: &str = "a an the my is was it it's its this that that's here here's are am i i'm you your me of on at for to \
    and or so well oh hi hello hey please thanks thank sure ok okay fine alright right then btw by way yes yeah call under sorry think believe guess \
    o u el la lo los mi es son está en de del y sí por favor gracias perdón hola aquí vale bueno pues cierto \
    le les l mon ma mes c'est est au et ou oui voici merci bonjour pardon voilà bon d'accord alors d'ailleurs \
    der die das den dies war also ich glaube denke mein meine meinen ist lautet sind es und oder ja hier bitte danke hallo unter gut na schön übrigens \
    il i mio mia miei è e sì era questo quello allora credo penso ecco grazie prego ciao scusi va bene \
    o os meu minha são isso isto foi então acho sim obrigado obrigada olá aqui bem bom \
    de het mijn en dank graag goed min mitt är er det och og tak tack \
    mój moja moje to jest dziękuję proszę мой моя моё это спасибо вот да пожалуйста benim şu teşekkürler \
    और का की के को है हैं मेरा मेरी मेरे जी हाँ हां तो यह ये से में și si din la pe este meu mea mulțumesc multumesc \
    je a můj moje z na ano az és ez köszönöm igen on ja se minun kiitos το τα η ο του της και είναι μου ναι \
    в на с из та з і він це мій моя так так yang adalah dan di saya ini của là và tôi من في هو هي هذا نعم و של את הוא זה כן";
/// What an answer is called, whichever field it is.
const KINDS: &str = "number no nr num phone telephone tel mobile cell fax email e mail mail address date birth born \
    born url link website mailto \
    número numero teléfono telefono móvil correo dirección fecha numéro téléphone portable courriel adresse né née \
    nummer telefon telefonnummer handy mailadresse e-mail-adresse geburtsdatum cellulare nato nata \
    telemóvel celular e-mail numer telefonu номер телефон почта \
    नंबर नम्बर संख्या क्रमांक फ़ोन फोन मोबाइल ईमेल पता număr numar numărul numarul adresă adresa čísla číslo číslem telefonní \
    szám száma számom telefonszám telefonszámom cím címem numero numeroni puhelin puhelinnumero osoite sähköposti numara \
    numarası numaram numarasi telefonum adres adresi adresim αριθμός αριθμό τηλέφωνο κινητό διεύθυνση номера номерът телефона \
    адрес адреса пошта имейл број broj številka رقم الرقم هاتف الهاتف جوال عنوان شماره تلفن آدرس מספר המספר טלפון נייד כתובת \
    nomor nombor telepon ponsel alamat số điện thoại nummeret numret nummerets telefonnumret epost e-post";
/// What a phone number is called, and what an e-mail address.
const PHONES: &str = "phone telephone tel mobile cell telefon telefonnummer handy handynummer mobilnummer \
    teléfono móvil celular téléphone portable cellulare telefono telefone telemóvel telefoon telefonu телефон \
    telefoni telefonum telefonszám telefonszámom telefonní telefonnummeret telefonnumret puhelin puhelinnumero puhelinnumeroni \
    τηλέφωνο κινητό телефону телефона هاتف الهاتف جوال تلفن טלפון נייד फ़ोन फोन मोबाइल telepon ponsel thoại";
const EMAILS: &str = "email mail emails mailadresse correo courriel adresse e-mail posta почта";
/// Words between the name of a field and its value, where one is told in place of another.
const BETWEEN: &str = "as said told already before can could change update use take have \
    actually really now rather instead not no was were be should would will but \
    doch eigentlich jetzt nun nicht sondern war wäre en fait maintenant plutôt pas était ahora realmente sino era \
    adesso invece non agora afinal não nu eigenlijk niet jednak teraz";
const YES_OR_NO: &str =
    "yes yeah yep no ok okay sí si no oui non ja nein sim não nee tak nie да нет evet hayır";
/// The same where no spaces stand between words, the longest first.
const UNSPACED: &str = "でございます/になります/お願いします/ありがとうございます/メールアドレス/電話番号/アドレス/番号/電話/携帯/メール/\
    ですね/でした/です/ます/わたし/私/僕/はい/えっと/ええと/は/が/の/を/に/へ/と/で/も/ね/よ/\
    我的/號碼/号码/是/的/谢谢/謝謝/제/입니다/이에요/예요/번호/전화/는/은/이/가/요/\
    หมายเลข/เบอร์/รหัส/ของผม/ของฉัน/ของดิฉัน/ของเรา/คือ/เป็น/ขอบคุณ/สวัสดี/ครับ/ค่ะ/คะ/นะ/ผม/ฉัน/ดิฉัน";
/// Words of a sentence that may be told once more, and letters where there are no spaces.
const LEAST_WORDS: usize = 3;
const LEAST_LETTERS: usize = 8;

/// Letters of a word at least by which a longer one is meant.
const LEAST_END: usize = 4;

/// The words around answers to a field.
pub(super) struct Words<'a> {
    /// What it is called, in small letters.
    labels: Vec<String>,
    /// Words of these that others are called too.
    shared: Vec<String>,
    /// What any answer of its kind is called.
    called: &'static str,
    fold: &'a dyn Fn(&str) -> String,
}

impl<'a> Words<'a> {
    pub(super) fn of(field: &FormField, fold: &'a dyn Fn(&str) -> String) -> Self {
        // What whoever made the form calls it is what many call it.
        let id = fold(&field.field_id.as_str().replace(['_', '-'], " "));
        let labels = field.label.all().map(fold).chain([id]).collect();
        let called = match &field.answer {
            AnswerType::Phone(_) => PHONES,
            AnswerType::Email(_) => EMAILS,
            _ => "",
        };
        Self {
            labels,
            shared: Vec::new(),
            called,
            fold,
        }
    }

    /// The same where there are `others` too: what all of them are called names none.
    pub(super) fn beside(mut self, others: &[Words<'_>]) -> Self {
        let own = self.labels.iter().flat_map(|label| words(label));
        let is_shared = |word: &&str| others.iter().any(|it| it.is_label(word));
        self.shared = own.filter(is_shared).map(str::to_owned).collect();
        self
    }

    /// Whether a text tells nothing beside an answer.
    pub(super) fn is_framing(&self, text: &str) -> bool {
        let mut said = (self.fold)(text).replace(['’', '‘'], "'");
        for label in self.labels.iter().filter(|it| it.contains(is_unspaced)) {
            said = said.replace(label.as_str(), " ");
        }
        if said.contains(is_unspaced) {
            for word in UNSPACED.split('/') {
                said = said.replace(word, " ");
            }
        }
        let mut words = words(&said);
        words.all(|word| is_among(word, AROUND) || is_among(word, KINDS) || self.is_label(word))
    }

    /// The same beside a value: that it is told once more, or in place of another.
    fn is_around_value(&self, text: &str) -> bool {
        let said = (self.fold)(text);
        let words = words(&said).filter(|word| !is_among(word, BETWEEN));
        let others: Vec<&str> = words.collect();
        match said.contains(is_unspaced) {
            true => self.is_framing(text),
            false => self.is_framing(&others.join(" ")),
        }
    }

    /// Whether the field is named right before a place in a text.
    pub(super) fn names(&self, text: &str, at: usize) -> bool {
        let before = (self.fold)(text.get(..at).unwrap_or_default());
        let bare =
            before.trim_end_matches(|it: char| !it.is_alphanumeric() || "はがの".contains(it));
        let mut unspaced = self.labels.iter().filter(|it| it.contains(is_unspaced));
        if unspaced.any(|label| bare.ends_with(label.as_str())) {
            return true;
        }
        let words: Vec<&str> = words(&before).collect();
        let mut words = words.into_iter().rev();
        let named = words.find(|word| self.is_of_name(word) || !is_passed_over(word));
        named.is_some_and(|word| self.is_of_name(word))
    }

    /// Whether a word is of the field's name, or what an answer of its kind is called where it has no other.
    pub(super) fn is_name(&self, word: &str) -> bool {
        let has_own = |label: &&String| words(label).any(is_own);
        let mut labels = self.labels.iter().filter(|it| !it.contains(is_unspaced));
        let is_called = || {
            let mut called = self.called.split_whitespace();
            called.any(|it| it == word || has_article(word, it))
        };
        self.is_of_name(word) || (!labels.all(|it| has_own(&it)) && is_called())
    }

    /// Whether a word is of the field's name: one of its own, where it has some.
    fn is_of_name(&self, word: &str) -> bool {
        let mut labels = self.labels.iter().filter(|it| !it.contains(is_unspaced));
        let bare = without_marks(word);
        !is_among(word, AROUND)
            && labels.any(|label| {
                let names = |it: &str| is_own(it) && !self.shared.iter().any(|other| other == it);
                let has_own = words(label).any(names);
                let is_it = |it: &str| {
                    let it = without_marks(it);
                    let is_it = |it: &str| {
                        it == bare || ends_with_word(it, &bare) || has_its_ending(&bare, it)
                    };
                    is_it(&it) || of_genitive(&it).is_some_and(|it| is_it(&it))
                };
                let is_there = words(label).any(|it| is_it(it) && (names(it) || !has_own))
                    || are_initials_of(word, label);
                is_there && (is_own(word) || !has_own)
            })
    }

    /// Where a name without spaces ends that stands in a text, the last one.
    pub(super) fn unspaced_name_in(&self, text: &str) -> Option<usize> {
        let labels = self.labels.iter().filter(|it| it.contains(is_unspaced));
        let ends = labels.filter_map(|label| Some(text.rfind(label.as_str())? + label.len()));
        ends.max()
    }

    fn is_label(&self, word: &str) -> bool {
        let mut labels = self.labels.iter();
        !is_among(word, AROUND) && labels.any(|label| words(label).any(|it| it == word))
    }
}

/// Whether a word is a name in another form, as where the article stands at its end: "policenummeret",
/// "numrets", "numaram", "koodin", or where the name has the ending: "cazierul" of "cazierului", or each
/// has its own: "iskaznica" of "iskaznice".
fn has_its_ending(word: &str, name: &str) -> bool {
    const LEAST: usize = 5;
    const ENDING: usize = 3;
    const OWN_ENDINGS: usize = 2;
    let softened = softened(name);
    let is_of = |word: &str, name: &str| {
        let ending = word.strip_prefix(name).filter(|it| !it.is_empty());
        let is_long = name.chars().nth(LEAST - 1).is_some();
        is_long && ending.is_some_and(|it| it.chars().nth(ENDING).is_none())
    };
    let have_own_endings = || {
        let same = word
            .chars()
            .zip(name.chars())
            .take_while(|(one, other)| one == other);
        let same = same.count();
        let is_short = |it: &str| it.chars().count() <= same + OWN_ENDINGS;
        same >= LEAST && is_short(word) && is_short(name)
    };
    is_of(word, name)
        || is_of(name, word)
        || softened.is_some_and(|name| is_of(word, &name))
        || have_own_endings()
}

/// Whether a word is this one with an article at its end: "mailul", "telefonen".
fn has_article(word: &str, name: &str) -> bool {
    let article = word.strip_prefix(name);
    article.is_some_and(|it| is_among(it, "ul ului en et eten an a em om ot"))
}

/// Letters and what some write in their place, in passing, without what stands above or below them.
const MARKED: [(&str, char); 15] = [
    ("áàâäãåăāą", 'a'),
    ("çćč", 'c'),
    ("ďđ", 'd'),
    ("éèêëěęēė", 'e'),
    ("ğ", 'g'),
    ("íìîïīıį", 'i'),
    ("ł", 'l'),
    ("ñńň", 'n'),
    ("óòôöõőø", 'o'),
    ("řŕ", 'r'),
    ("šśşș", 's'),
    ("ťţț", 't'),
    ("úùûüůűūų", 'u'),
    ("ýÿ", 'y'),
    ("žźż", 'z'),
];

/// A word as somebody writes it who leaves the marks of its letters out.
pub(super) fn without_marks(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let bare = |letter: char| {
        let mut marked = MARKED.iter();
        let found = marked.find(|(all, _)| all.contains(letter));
        found.map_or(letter, |(_, bare)| *bare)
    };
    Cow::Owned(word.chars().map(bare).collect())
}

/// A name as it stands before an ending in Turkish, where that is another letter: "kimliğin" of "kimlik". Both
/// without their marks.
fn softened(name: &str) -> Option<String> {
    let soft = match name.chars().next_back()? {
        'k' => 'g',
        'p' => 'b',
        't' => 'd',
        _ => return None,
    };
    let mut letters = name.chars();
    letters.next_back();
    Some(format!("{}{soft}", letters.as_str()))
}

/// The name of which a word is the genitive in Finnish: "vakuutus" of "vakuutuksen".
fn of_genitive(word: &str) -> Option<String> {
    let stem = word
        .strip_suffix("ksen")
        .or_else(|| word.strip_suffix("den"))?;
    stem.ends_with(['a', 'o', 'u', 'y', 'i', 'e'])
        .then(|| format!("{stem}s"))
}

pub(super) fn is_among(word: &str, known: &str) -> bool {
    known.split_whitespace().any(|it| it == word)
}

/// Whether a clause answers a question with a word.
pub(super) fn is_yes_or_no(clause: &str, fold: &dyn Fn(&str) -> String) -> bool {
    let clause = fold(clause);
    let said = clause.trim_matches(|it: char| !it.is_alphanumeric());
    words(said).any(|word| is_among(word, YES_OR_NO)) || said.starts_with("はい")
}

/// Whether a word is the first letters of a name, as the PO of a purchase order number.
fn are_initials_of(word: &str, label: &str) -> bool {
    let own = words(label).filter(|it| is_own(it));
    let initials: String = own.filter_map(|it| it.chars().next()).collect();
    initials.chars().nth(1).is_some() && initials == word && is_own(word)
}

/// Whether a word is the end of a longer one, as a microchip is a chip and a Reisepass a Pass, be it with
/// the ending of its case: "des Bibliotheksausweises".
fn ends_with_word(longer: &str, word: &str) -> bool {
    const LEAST_BEFORE_ENDING: usize = 5;
    let is_long = word.chars().nth(LEAST_BEFORE_ENDING - 1).is_some();
    let bare = ["es", "s", "en", "n"].into_iter();
    let mut bare = bare.filter_map(|ending| longer.strip_suffix(ending));
    let ends = longer.ends_with(word) || (is_long && bare.any(|it| it.ends_with(word)));
    word.chars().nth(LEAST_END - 1).is_some() && ends && is_own(word)
}

/// Whether a word, in small letters, stands before any answer or is what it is called.
pub(super) fn is_called(word: &str) -> bool {
    !is_own(word)
}

/// Whether a word is more than what any answer is called.
fn is_own(word: &str) -> bool {
    !is_among(word, AROUND) && !is_among(word, KINDS)
}

/// Whether a word between a name and a value tells nothing of what is named.
fn is_passed_over(word: &str) -> bool {
    is_among(word, AROUND) || is_among(word, KINDS) || is_among(word, BETWEEN)
}

pub(super) fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '\'');
    words.filter(|word| word.contains(char::is_alphanumeric))
}

/// The pieces of a text between its marks: from where to where, with the mark that ends each.
pub(super) fn pieces(text: &str, is_end: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let end = at + letter.len_utf8();
        let next = letters.peek().map(|(_, next)| *next);
        // One within a number or an address ends nothing.
        let is_apart = !letter.is_ascii() || letter == '\n' || next.is_none_or(char::is_whitespace);
        // "11. januar" goes on.
        let is_ordinal = letter == '.' && {
            let before = text.get(..at).and_then(|it| it.chars().next_back());
            let mut behind = text.get(end..).unwrap_or_default().trim_start().chars();
            before.is_some_and(|it| it.is_ascii_digit())
                && behind.next().is_some_and(char::is_lowercase)
        };
        if is_end(letter) && is_apart && !is_ordinal {
            found.push((start, end));
            start = end;
        }
    }
    if start < text.len() {
        found.push((start, text.len()));
    }
    found
}

/// The sentences of a text: from where to where, in bytes, each with the mark that ends it and the spaces before
/// it. A full stop within a number or an address ends none.
///
/// ```
/// let text = "It is 5.5 km. Better an hour later.";
/// let sentences = kikitori_form::values::sentences(text).into_iter();
/// let sentences: Vec<&str> = sentences.filter_map(|(from, to)| text.get(from..to)).collect();
/// assert_eq!(sentences, ["It is 5.5 km.", " Better an hour later."]);
/// ```
pub fn sentences(text: &str) -> Vec<(usize, usize)> {
    pieces(text, ends_sentence)
}

pub(super) fn ends_sentence(letter: char) -> bool {
    matches!(
        letter,
        '\n' | '.' | '!' | '?' | '。' | '！' | '？' | '؟' | '।' | '…'
    )
}

fn ends_clause(letter: char) -> bool {
    ends_sentence(letter) || matches!(letter, ',' | ';' | '、' | '，' | '；' | '،' | '؛')
}

/// The parts of a text that may be an answer each, if it has several.
pub(super) fn clauses(text: &str) -> Vec<Candidate> {
    let pieces = pieces(text, ends_clause);
    let pieces = pieces.into_iter().filter_map(|(start, end)| {
        let piece = text.get(start..end)?;
        let before = piece.len() - piece.trim_start().len();
        let kept = piece
            .trim()
            .trim_end_matches(|it| ends_clause(it) && it != '…');
        (!kept.is_empty()).then(|| Candidate::words(start + before, start + before + kept.len()))
    });
    pieces.collect()
}

/// `text` without what is `cut` out of it, and without the words that only stood around that. What
/// `is_answer` by itself is a rest too.
pub(super) fn rest(
    text: &str,
    mut cut: Vec<(usize, usize)>,
    words: &Words<'_>,
    is_answer: &dyn Fn(&str) -> bool,
) -> Option<String> {
    cut.sort_unstable();
    let is_cut = |at: usize| cut.iter().any(|(start, end)| (*start..*end).contains(&at));
    let mut rest = String::new();
    let mut is_any = false;
    let mut pieces = pieces(text, ends_clause);
    // A mark within what is cut out ends nothing.
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for piece in pieces.drain(..) {
        match joined.last_mut() {
            Some(last) if is_cut(last.1) && is_cut(last.1.saturating_sub(1)) => last.1 = piece.1,
            _ => joined.push(piece),
        }
    }
    for (start, end) in joined {
        let piece = text.get(start..end).unwrap_or_default();
        let mut kept = String::new();
        let mut at = start;
        for (from, to) in &cut {
            if *to <= at || *from >= end {
                continue;
            }
            let before = text.get(at..(*from).max(at)).unwrap_or_default();
            kept.push_str(before);
            if !kept.ends_with('…') {
                kept.push('…');
            }
            at = *to;
        }
        let was_cut = at > start;
        kept.push_str(text.get(at.min(end)..end).unwrap_or_default());
        let is_framing = words.is_around_value(&kept);
        is_any |= !is_framing || (!was_cut && is_answer(piece));
        match was_cut {
            true if is_framing => {}
            true => {
                let kept = without_edges(&kept, piece, words);
                // Of what was a clause of its own no space is left.
                if !kept.trim().is_empty() {
                    rest.push_str(&kept);
                }
            }
            false => rest.push_str(piece),
        }
    }
    let is_mark = |it: char| it.is_whitespace() || (ends_clause(it) && !"?？؟!！".contains(it));
    let rest = rest.trim_start_matches(is_mark).trim_end();
    let is_loose = |it: char| it.is_whitespace() || ",;:-、，；：،؛".contains(it);
    let rest = rest.trim_end_matches(is_loose);
    (is_any && !rest.is_empty()).then(|| rest.to_owned())
}

/// A piece without the sign of what was cut out at its ends: there nothing is missing between words.
fn without_edges(kept: &str, piece: &str, words: &Words<'_>) -> String {
    let gap = piece.len() - piece.trim_start().len();
    let gap = piece.get(..gap).unwrap_or_default();
    let inner = kept.trim_start();
    let inner = inner.strip_prefix('…').map_or(inner, str::trim_start);
    let end = inner.trim_end_matches(|it: char| ends_clause(it) && it != '…' || it.is_whitespace());
    let marks = inner.get(end.len()..).unwrap_or_default();
    let inner = end
        .strip_suffix('…')
        .map_or(end, |it| without_name(it.trim_end(), words));
    // What the colon announced is gone.
    let inner = match marks.is_empty() {
        true => inner,
        false => inner.trim_end_matches(':'),
    };
    format!("{gap}{inner}{marks}")
}

/// What stands before an answer without the name of the field at its end: "and my number is".
fn without_name<'a>(before: &'a str, words: &Words<'_>) -> &'a str {
    let mut end = before.len();
    let mut is_named = false;
    for word in before.split(char::is_whitespace).rev() {
        if !word.is_empty() && !words.is_framing(word) {
            break;
        }
        let is_telling = |it: &str| is_among(it, KINDS) || words.is_label(it);
        is_named |= is_telling(&(words.fold)(word));
        end = end.saturating_sub(word.len());
        let gap = before.get(..end).and_then(|it| it.chars().next_back());
        end -= gap
            .filter(|it| it.is_whitespace())
            .map_or(0, char::len_utf8);
    }
    let name_cut = before.get(..end).filter(|_| is_named);
    name_cut.map_or(before, str::trim_end)
}

/// What a text says beside the sentences that `is_heard`, where that is a sentence or more: one that
/// tells nothing, or has a word or two, is left out.
pub fn rest_beside(
    text: &str,
    field: &FormField,
    fold: &dyn Fn(&str) -> String,
    is_heard: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let framing = Words::of(field, fold);
    let sentences = pieces(text, ends_sentence).into_iter();
    let sentences = sentences.filter_map(|(start, end)| text.get(start..end));
    let others = sentences.filter(|it| !is_heard(it) && !framing.is_framing(it));
    let others: Vec<&str> = others.collect();
    let tells = |it: &&str| {
        let letters = it.chars().filter(|it| it.is_alphanumeric()).count();
        let is_long = match it.contains(is_unspaced) {
            true => letters >= LEAST_LETTERS,
            false => words(it).count() >= LEAST_WORDS,
        };
        is_long || it.contains(|it| narrow_letter(it).is_ascii_digit())
    };
    let rest = others.concat();
    (others.iter().any(tells) && rest.trim() != text.trim()).then(|| rest.trim().to_owned())
}
