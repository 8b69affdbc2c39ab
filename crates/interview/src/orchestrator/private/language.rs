//! Wishes for another language at a private question: no model hears them, so code does.

use super::Orchestrator;
use crate::language_name::{in_english, tags};
use crate::locale::{LanguageTag, language_of};
use kikitori_form::values::sentences;

/// Who wishes for a language writes no more than so many words, or signs where words are not parted.
const MOST_WORDS: usize = 10;
const MOST_SIGNS: usize = 40;

/// What stands beside a language's name in such a wish, and in no answer by itself.
const BESIDE: &str = "please can could may we you i would like want prefer d let s lets us to do it this \
    that speak talk write switch change continue go back on in into the rest now instead language better and \
    ok okay sorry is possible with me use \
    bitte auf können koennen wir lieber sprechen schreiben weiter jetzt geht das ich möchte \
    weitermachen fortfahren reden machen wechseln \
    en por favor podemos hablar seguir puede quiero prefiero mejor \
    s'il vous te plaît plait svp on peut parler continuer je préfère peux pouvez tu \
    per favore possiamo parlare continuare preferisco meglio \
    em podemos falar continuar prefiro \
    graag het kunnen praten verder alstublieft aub liever \
    på tack kan vi prata tala fortsätta skriva gärna helst takk snakke tak tale vær så snill være \
    po proszę prosze możemy rozmawiać mówić w wolę \
    по на пожалуйста можно говорить давайте мы можем лучше продолжим будь ласка можна давайте краще \
    prosím můžeme mluvit v česky môžeme hovoriť \
    kiitos voimmeko puhua jatkaa mieluummin kérem beszélhetünk folytathatjuk inkább \
    lütfen konuşabilir miyiz devam edelim edebilir vă rog putem vorbi în mă \
    μπορούμε να μιλήσουμε στα παρακαλώ σε tolong silakan pakai dalam bisa boleh kita \
    xin vui lòng nói bằng \
    لطفا لطفاً به میشه میشود می شود صحبت حرف بزنیم کنیم ادامه بدیم بدهیم";

/// One of these at least has a wish where any text would be an answer: “it is German” is none.
const WISHES: &str = "please in into speak talk write switch change continue auf bitte sprechen en hablar favor \
    parler plaît plait per parlare falar graag het praten på prata tala snakke po proszę prosze по говорить \
    пожалуйста na prosím mluvit kiitos kérem lütfen konuşabilir rog vorbi στα παρακαλώ tolong pakai dalam xin bằng به";

/// Who says one of these of a language does not wish for it.
const NOT: &str = "not no don't dont can't cannot nicht kein keine ne pas n'est non nem nie ikke inte niet geen \
    não nu не ні hayır değil نه نمی";

/// The same where words are not parted.
const BESIDE_UNSPACED: [&str; 30] = [
    "でお願いします",
    "でおねがいします",
    "でお願いできますか",
    "でいいですか",
    "に切り替えてください",
    "に切り替えて",
    "にしてください",
    "に変えてください",
    "に変えて",
    "にして",
    "で話してください",
    "で話したいです",
    "で続けてください",
    "で続けて",
    "ください",
    "で",
    "に",
    "请用",
    "請用",
    "可以用",
    "换成",
    "換成",
    "改用",
    "说",
    "說",
    "吗",
    "嗎",
    "吧",
    "好",
    "用",
];

/// What a language is called in such a wish, beside its names: as it is said in its own words, and English
/// in those of others. What is two words has `_` between them.
const SAID: &str = "pl=polsku ru=русски русском uk=українською українськи be=беларуску \
    cs=česky češtině čeština sk=slovensky slovenčine fi=suomeksi hu=magyarul tr=türkçe hr=hrvatskom hrvatski \
    sr=srpski srpskom српски српском sl=slovensko slovenščini lt=lietuviškai lv=latviski et=eesti \
    ro=română romana românește bg=български el=ελληνικά he=בעברית ar=بالعربية hi=हिंदी es=castellano \
    no=norsk da=dansk sv=svenska nl=nederlands vi=tiếng_việt id=bahasa_indonesia ms=bahasa_melayu th=ภาษาไทย zh=中文 汉语 漢語 普通话 ko=한국어로 \
    한국말로 ja=日本語 fa=فارسی pt=português portugues fr=français francais de=deutsch es=español espanol \
    en=english englisch anglais inglés ingles inglese inglês engels engelska engelsk angielsku английском \
    англійською англійській английски anglicky angličtině angličtine englanniksi angolul ingilizce engleză \
    englanti engleskom αγγλικά 英語 英语 英文 영어로 อังกฤษ אנגלית באנגלית بالإنجليزية الإنجليزية अंग्रेज़ी tiếng_anh bahasa_inggris";

impl Orchestrator {
    /// The language that a text wishes for, in one of its sentences where it has several: what stands
    /// beside that is no answer without figures. Where it `fits` as an answer too, a name alone is one.
    pub(super) fn language_wished(&self, text: &str, fits: bool) -> Option<LanguageTag> {
        if text.contains(|it: char| it.is_numeric() || it == '@') {
            return None;
        }
        let parts = sentences(text).into_iter();
        let mut parts = parts.filter_map(|(start, end)| text.get(start..end));
        parts.find_map(|part| self.wished_in(part, fits))
    }

    fn wished_in(&self, text: &str, fits: bool) -> Option<LanguageTag> {
        let folded = self.locale.fold(text).to_lowercase().replace('’', "'");
        if folded.chars().nth(MOST_SIGNS * 2).is_some() {
            return None;
        }
        let is_part = |letter: char| letter == '\'' || !is_between(letter);
        let words: Vec<&str> = folded.split(|letter| !is_part(letter)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let beside = |word: &&&str| !BESIDE.split_whitespace().any(|it| it == **word);
        let named: Vec<&str> = words.iter().filter(beside).copied().collect();
        let has_few = words.len() <= MOST_WORDS;
        let is_wish = || {
            let mut wishes = WISHES.split_whitespace();
            wishes.any(|wish| words.contains(&wish))
        };
        let tag = match named.as_slice() {
            // “bahasa Indonesia”, “tiếng Việt”.
            names @ ([_] | [_, _]) if has_few => self.language_called(&names.join(" ")),
            _ => None,
        };
        // In other words, where no answer is made of any.
        let is_refused = || NOT.split_whitespace().any(|it| words.contains(&it));
        let tag = match tag {
            None if !fits && has_few && is_wish() && !is_refused() => {
                named.iter().find_map(|name| self.language_called(name))
            }
            tag => tag,
        };
        let tag = match tag {
            Some(_) if fits && !is_wish() && !says_how(&folded) => None,
            Some(tag) => Some(tag),
            None => self.language_in_unspaced(&folded),
        };
        let tag = tag.and_then(|tag| self.locale.canonical_language(&LanguageTag::new(tag)?))?;
        (language_of(tag.as_str()) != language_of(self.state.language())).then_some(tag)
    }

    /// The language of this name: its own, the one in English or in the language that is spoken.
    fn language_called(&self, name: &str) -> Option<&'static str> {
        let said = SAID.split_whitespace().scan("", |tag, word| {
            let (named, word) = word.split_once('=').unwrap_or((tag, word));
            *tag = named;
            Some((named, word))
        });
        let mut said = said.filter(|(_, word)| word.split('_').eq(name.split(' ')));
        if let Some((known, _)) = said.next() {
            return Some(known);
        }
        let is_called = |tag: &str, language: &str| {
            let called = self.locale.language_name(tag, language);
            called.is_some_and(|it| self.locale.fold(&it).to_lowercase() == name)
        };
        let spoken = self.state.language();
        tags().find(|tag| {
            in_english(tag).is_some_and(|it| self.locale.fold(it) == name)
                || is_called(tag, tag)
                || is_called(tag, spoken)
        })
    }

    /// The same where words are not parted: a name, and nothing beside it but what a wish has.
    fn language_in_unspaced(&self, folded: &str) -> Option<&'static str> {
        let text = folded.replace(is_between, "");
        if text.is_ascii() || text.chars().nth(MOST_SIGNS).is_some() {
            return None;
        }
        let mut rest = text.as_str();
        let before = BESIDE_UNSPACED
            .iter()
            .filter_map(|it| rest.strip_prefix(it));
        rest = before.min_by_key(|it| it.len()).unwrap_or(rest);
        let mut is_wish = rest.len() < text.len();
        while let Some(shorter) = BESIDE_UNSPACED
            .iter()
            .filter_map(|it| rest.strip_suffix(it))
            .min_by_key(|it| it.len())
        {
            (rest, is_wish) = (shorter, true);
        }
        is_wish.then(|| self.language_called(rest)).flatten()
    }
}

/// Whether a single word is no name but says how to speak: “magyarul”.
fn says_how(folded: &str) -> bool {
    const HOW: [&str; 12] = [
        "suomeksi",
        "magyarul",
        "türkçe",
        "lietuviškai",
        "latviski",
        "česky",
        "한국어로",
        "한국말로",
        "영어로",
        "englanniksi",
        "angolul",
        "ingilizce",
    ];
    let word = folded.trim_matches(is_between);
    HOW.contains(&word)
}

fn is_between(letter: char) -> bool {
    letter.is_whitespace() || letter.is_ascii_punctuation() || "。、！？¿¡…".contains(letter)
}
