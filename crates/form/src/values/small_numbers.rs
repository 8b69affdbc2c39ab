//! Small numbers in words, in languages whose numbers code does not read otherwise: enough to see that a
//! value is another one than was said.

use super::languages::is_one_of;
use super::number::numbers_told;

/// A language and its words for the numbers from 2 to 12, and for a half behind a number. Words that mean
/// something else too, as "sei", "noua" or "hét", are left out.
struct Words {
    languages: &'static str,
    /// The words for 2, for 3 and so on, with commas between the numbers.
    numbers: &'static str,
    halves: &'static [&'static str],
}

#[rustfmt::skip]
const WORDS: [Words; 26] = [
    Words { languages: "fr", numbers: "deux,trois,quatre,cinq,six,sept,huit,,dix,onze,douze", halves: &["et demi", "et demie"] },
    Words { languages: "es ca gl", numbers: "dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,,doce", halves: &["y medio", "y media"] },
    Words { languages: "it", numbers: "due,tre,quattro,cinque,,sette,otto,nove,dieci,undici,dodici", halves: &["e mezzo", "e mezza"] },
    Words { languages: "pt", numbers: "dois duas,três,quatro,cinco,seis,sete,oito,nove,dez,onze,doze", halves: &["e meio", "e meia"] },
    Words { languages: "de", numbers: "zwei,drei,vier,fünf,sechs,sieben,,neun,zehn,elf,zwölf", halves: &["einhalb", "und ein halb"] },
    Words { languages: "nl", numbers: "twee,drie,vier,vijf,zes,zeven,,negen,tien,elf,twaalf", halves: &["en een half", "en een halve"] },
    Words { languages: "sv", numbers: "två,tre,fyra,fem,,sju,åtta,nio,tio,elva,tolv", halves: &["och en halv", "och ett halvt"] },
    Words { languages: "da nb no nn", numbers: "to,tre,fire,fem,seks,syv sju,otte åtte,ni,ti,elleve,tolv", halves: &["og en halv", "og et halvt"] },
    Words { languages: "pl", numbers: "dwa dwie,trzy,cztery,pięć,sześć,siedem,osiem,dziewięć,dziesięć,jedenaście,dwanaście", halves: &["i pół"] },
    Words { languages: "cs", numbers: "dva dvě,tři,čtyři,pět,šest,sedm,osm,devět,deset,jedenáct,dvanáct", halves: &["a půl"] },
    Words { languages: "sk", numbers: "dva dve,tri,štyri,päť,šesť,sedem,osem,deväť,desať,jedenásť,dvanásť", halves: &["a pol", "a pól"] },
    Words { languages: "hr sr bs", numbers: "dva dvije dve,tri,četiri,pet,šest,sedam,osam,devet,deset,jedanaest,dvanaest", halves: &["i pol", "i po"] },
    Words { languages: "sl", numbers: "dva dve,tri,štiri,pet,šest,sedem,osem,devet,deset,enajst,dvanajst", halves: &["in pol"] },
    Words { languages: "hu", numbers: "kettő két,három,négy,öt,hat,,nyolc,kilenc,tíz,tizenegy,tizenkettő", halves: &["és fél"] },
    Words { languages: "fi", numbers: "kaksi,kolme,neljä,viisi,kuusi,seitsemän,kahdeksan,yhdeksän,kymmenen,yksitoista,kaksitoista", halves: &["ja puoli"] },
    Words { languages: "ro", numbers: "doi două doua,trei,patru,cinci,șase sase,șapte sapte,opt,,zece,unsprezece,doisprezece douăsprezece", halves: &["și jumătate", "si jumatate", "jumate"] },
    Words { languages: "ru", numbers: "два две,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать", halves: &["с половиной"] },
    Words { languages: "uk", numbers: "два дві,три,чотири,,шість,сім,вісім,,десять,одинадцять,дванадцять", halves: &["з половиною"] },
    Words { languages: "bg mk", numbers: "две два,три,четири,пет,шест,седем,осем,девет,десет,единадесет,дванадесет", halves: &["и половина"] },
    Words { languages: "el", numbers: "δύο δυο,τρία τρεις,τέσσερα τέσσερις,πέντε,έξι,εφτά επτά,οχτώ οκτώ,εννιά εννέα,δέκα,έντεκα,δώδεκα", halves: &["και μισό", "και μισή"] },
    Words { languages: "tr", numbers: "iki,üç,dört,beş,,,sekiz,dokuz,,,", halves: &["buçuk"] },
    Words { languages: "id ms", numbers: "dua,tiga,empat,lima,enam,tujuh,delapan lapan,sembilan,sepuluh,sebelas,", halves: &["setengah"] },
    Words { languages: "vi", numbers: "hai,,bốn,,sáu,bảy,tám,chín,mười,,", halves: &["rưỡi"] },
    Words { languages: "hi", numbers: ",तीन,चार,पाँच पांच,छह छः छे,सात,आठ,नौ,दस,ग्यारह,बारह", halves: &[] },
    Words { languages: "ar", numbers: "اثنان اثنين,ثلاثة ثلاث,أربعة أربع,خمسة خمس,ستة ست,سبعة سبع,ثمانية ثماني,تسعة تسع,,,", halves: &["ونصف", "و نصف"] },
    Words { languages: "he", numbers: "שתיים שניים,שלוש שלושה,ארבע ארבעה,חמש חמישה,שש שישה,שבע שבעה,שמונה,תשע תשעה,,,", halves: &["וחצי"] },
];

/// A longer sentence may well count other things.
const WORDS_AT_MOST: usize = 12;

/// Whether one of the words is a small number in a language of which code knows the words.
pub(crate) fn says_small_number(words: &str, number: usize, language: &str) -> bool {
    let words = words.to_lowercase();
    let mut words = words.split(is_apart);
    let index = number.checked_sub(2);
    let named = index.and_then(|index| Words::of(language)?.numbers.split(',').nth(index));
    let named = named.unwrap_or_default();
    words.any(|word| !word.is_empty() && named.split(' ').any(|it| it == word))
}

fn is_apart(letter: char) -> bool {
    !letter.is_alphabetic() && !matches!(letter, '\u{93c}' | '\u{94d}')
}

impl Words {
    fn of(language: &str) -> Option<&'static Self> {
        WORDS.iter().find(|it| is_one_of(language, it.languages))
    }
}

/// The number that `words` in a language say in place of this one, which is written in figures: one that
/// code knows and no other, with no figures beside it, or this one and a half, which is told without it. A
/// number above twelve, which may have been put together or reckoned, is not held against smaller ones.
pub(crate) fn another_number(words: &str, number: &str, language: &str) -> Option<usize> {
    // "Tri i pol" is no 2.5.
    let (whole, is_half) = match number.strip_suffix(".5") {
        Some(whole) => (whole, true),
        None => (number, false),
    };
    let number: usize = whole.parse().ok()?;
    let said = words.to_lowercase();
    if said.contains(char::is_numeric) {
        return None;
    }
    if !is_half && let Some(large) = another_large_number(&said, number, language) {
        return Some(large);
    }
    let known = Words::of(language).filter(|_| (2..=12).contains(&number))?;
    let said: Vec<&str> = said.split(is_apart).filter(|it| !it.is_empty()).collect();
    if said.len() > WORDS_AT_MOST {
        return None;
    }
    let named = |word: &&str| {
        let mut numbers = known.numbers.split(',');
        numbers.position(|it| it.split(' ').any(|it| it == *word))
    };
    let mut numbers: Vec<usize> = said.iter().filter_map(named).map(|it| it + 2).collect();
    numbers.dedup();
    let whole = format!(" {} ", said.join(" "));
    let mut halves = known.halves.iter();
    let has_half = halves.any(|half| whole.contains(&format!(" {half} ")));
    match numbers.as_slice() {
        // Another one with a half may be told in another unit.
        [only] if is_half && has_half => (*only != number).then_some(*only),
        [only] if !is_half && (*only == number) == has_half => Some(*only),
        _ => None,
    }
}

/// What one unit is of another, or a dozen of its pieces; a fortnight has fifteen days in some languages.
const OTHER_UNITS: [f64; 10] = [
    60.0, 24.0, 7.0, 7.5, 12.0, 10.0, 100.0, 1_000.0, 3_600.0, 10_000.0,
];

/// The same of numbers above twelve, where words tell that one and no other. It may be told in another unit.
fn another_large_number(said: &str, number: usize, language: &str) -> Option<usize> {
    let mut told = numbers_told(said, language)?;
    told.dedup();
    let [only] = told.as_slice() else {
        return None;
    };
    let only: usize = only.parse().ok()?;
    let (more, less) = (only.max(number) as f64, only.min(number) as f64);
    let is_of_other_unit = || {
        OTHER_UNITS
            .iter()
            .any(|unit| (more - less * unit).abs() < 1e-6)
    };
    (only > 12 && only != number && !is_of_other_unit()).then_some(only)
}

#[cfg(test)]
mod tests {
    use super::another_number;

    #[test]
    fn another_small_number_is_one_that_stands_there_alone() {
        for (words, number, language, is_another) in [
            ("उसमें चार लिख दीजिए", "5", "hi", true),
            ("उसमें चार लिख दीजिए", "4", "hi", false),
            ("रोज़ कोई छह घंटे", "5", "hi-IN", true),
            ("vreau cinci, nu mai mult", "4", "ro", true),
            ("cinci", "5", "ro", false),
            ("dvanáct a půl procenta", "12", "cs", true),
            ("dvanáct a půl procenta", "13", "cs", false),
            ("dvanáct", "12", "cs", false),
            ("wir sind vier", "5", "de-AT", true),
            ("zwei Erwachsene und drei Kinder", "5", "de", false),
            ("trente-cinq", "35", "fr", false),
            ("trente-sept", "5", "fr", true),
            ("mille cinq cents pièces", "1050", "fr", true),
            ("quatre-vingt-dix minutes", "1", "fr", true),
            ("cento venti minuti", "2", "it", false),
            ("quinze jours", "2", "fr", false),
            ("vingt adultes et trente enfants", "50", "fr", false),
            ("vingt-cinq minutes", "25", "fr", false),
            ("deux semaines", "14", "fr", false),
            ("dix-sept", "7", "fr", true),
            ("4 ou cinq", "4", "fr", false),
            ("some of them", "5", "fr", false),
            ("tri i pol godine", "2.5", "hr", true),
            ("tri i pol godine", "3.5", "hr", false),
            ("tri godine", "3.5", "hr", false),
            ("satakuusikymmentäneljä senttiä", "165", "fi", true),
            ("satakuusikymmentäneljä senttiä", "164", "fi", false),
            ("sto osemdeset evrov", "108", "sl", true),
            ("sto osemdeset evrov", "180", "sl", false),
            ("šimtas dvidešimt", "210", "lt", true),
            ("שלוש", "2", "he", true),
            ("خمسة عشر", "5", "ar", false),
        ] {
            let another = another_number(words, number, language);
            assert_eq!(another.is_some(), is_another, "{words}: {number}");
        }
    }
}
