//! Numbers in the words of languages that no library reads: each is put together of a few dozen pieces, in words
//! of their own or in one.

use crate::values::languages::is_one_of;

/// A language, and the pieces that its numbers are made of.
struct Pieces {
    languages: &'static str,
    /// Words that are added: each value with its forms.
    added: &'static str,
    /// What makes tens of the units before it, and what makes them those above ten.
    tens: &'static str,
    teens: &'static str,
    /// What is counted in hundreds and thousands.
    hundreds: &'static str,
    thousands: &'static str,
    /// What stands between them, within a word or as one.
    and: &'static str,
}

const NO_PIECES: Pieces = Pieces {
    languages: "",
    added: "",
    tens: "",
    teens: "",
    hundreds: "",
    thousands: "",
    and: "",
};

#[rustfmt::skip]
const LANGUAGES: [Pieces; 19] = [
    Pieces { languages: "fi", added: "1 yksi yks,2 kaksi kaks,3 kolme kolmet,4 neljä,5 viisi viis,6 kuusi kuus,7 seitsemän seittemän,8 kahdeksan kaheksan,9 yhdeksän yheksän,10 kymmenen", tens: "kymmentä kyt kyttä", teens: "toista", hundreds: "sata sataa", thousands: "tuhat tuhatta", ..NO_PIECES },
    Pieces { languages: "et", added: "1 üks,2 kaks,3 kolm,4 neli,5 viis,6 kuus,7 seitse,8 kaheksa,9 üheksa,10 kümme", tens: "kümmend", teens: "teist", hundreds: "sada", thousands: "tuhat", ..NO_PIECES },
    Pieces { languages: "hu", added: "1 egy,2 kettő két,3 három,4 négy,5 öt,6 hat,7 hét,8 nyolc,9 kilenc,10 tíz tizen,20 húsz huszon,30 harminc,40 negyven,50 ötven,60 hatvan,70 hetven,80 nyolcvan,90 kilencven", hundreds: "száz", thousands: "ezer", ..NO_PIECES },
    Pieces { languages: "sv", added: "1 en ett,2 två,3 tre,4 fyra,5 fem,6 sex,7 sju,8 åtta,9 nio,10 tio,11 elva,12 tolv,13 tretton,14 fjorton,15 femton,16 sexton,17 sjutton,18 arton,19 nitton,20 tjugo,30 trettio,40 fyrtio,50 femtio,60 sextio,70 sjuttio,80 åttio,90 nittio", hundreds: "hundra", thousands: "tusen", and: "och", ..NO_PIECES },
    Pieces { languages: "nb no nn", added: "1 en ett ein eitt,2 to,3 tre,4 fire,5 fem,6 seks,7 sju syv,8 åtte,9 ni,10 ti,11 elleve,12 tolv,13 tretten,14 fjorten,15 femten,16 seksten,17 sytten,18 atten,19 nitten,20 tjue tyve,30 tretti tredve,40 førti,50 femti,60 seksti,70 sytti,80 åtti,90 nitti", hundreds: "hundre", thousands: "tusen", and: "og", ..NO_PIECES },
    Pieces { languages: "pl", added: "1 jeden jedna,2 dwa dwie,3 trzy,4 cztery,5 pięć,6 sześć,7 siedem,8 osiem,9 dziewięć,10 dziesięć,11 jedenaście,12 dwanaście,13 trzynaście,14 czternaście,15 piętnaście,16 szesnaście,17 siedemnaście,18 osiemnaście,19 dziewiętnaście,20 dwadzieścia,30 trzydzieści,40 czterdzieści,50 pięćdziesiąt,60 sześćdziesiąt,70 siedemdziesiąt,80 osiemdziesiąt,90 dziewięćdziesiąt,100 sto,200 dwieście,300 trzysta,400 czterysta,500 pięćset,600 sześćset,700 siedemset,800 osiemset,900 dziewięćset", thousands: "tysiąc tysiące tysięcy", ..NO_PIECES },
    Pieces { languages: "cs", added: "1 jeden jedna jedno,2 dva dvě,3 tři,4 čtyři,5 pět,6 šest,7 sedm,8 osm,9 devět,10 deset,11 jedenáct,12 dvanáct,13 třináct,14 čtrnáct,15 patnáct,16 šestnáct,17 sedmnáct,18 osmnáct,19 devatenáct,20 dvacet,30 třicet,40 čtyřicet,50 padesát,60 šedesát,70 sedmdesát,80 osmdesát,90 devadesát,100 sto", hundreds: "stě sta set", thousands: "tisíc tisíce", and: "a", ..NO_PIECES },
    Pieces { languages: "sk", added: "1 jeden jedna jedno,2 dva dve,3 tri,4 štyri,5 päť,6 šesť,7 sedem,8 osem,9 deväť,10 desať,11 jedenásť,12 dvanásť,13 trinásť,14 štrnásť,15 pätnásť,16 šestnásť,17 sedemnásť,18 osemnásť,19 devätnásť,20 dvadsať,30 tridsať,40 štyridsať,50 päťdesiat,60 šesťdesiat,70 sedemdesiat,80 osemdesiat,90 deväťdesiat", hundreds: "sto", thousands: "tisíc", ..NO_PIECES },
    Pieces { languages: "sl", added: "1 en ena eno,2 dva dve,3 tri,4 štiri,5 pet,6 šest,7 sedem,8 osem,9 devet,10 deset,11 enajst,12 dvanajst,13 trinajst,14 štirinajst,15 petnajst,16 šestnajst,17 sedemnajst,18 osemnajst,19 devetnajst,20 dvajset,30 trideset,40 štirideset,50 petdeset,60 šestdeset,70 sedemdeset,80 osemdeset,90 devetdeset", hundreds: "sto", thousands: "tisoč", and: "in", ..NO_PIECES },
    Pieces { languages: "hr sr bs", added: "1 jedan jedna jedno,2 dva dvije dve,3 tri,4 četiri,5 pet,6 šest,7 sedam,8 osam,9 devet,10 deset,11 jedanaest,12 dvanaest,13 trinaest,14 četrnaest,15 petnaest,16 šesnaest,17 sedamnaest,18 osamnaest,19 devetnaest,20 dvadeset,30 trideset,40 četrdeset,50 pedeset,60 šezdeset,70 sedamdeset,80 osamdeset,90 devedeset,200 dvjesto dvjesta dvesta,300 tristo trista,600 šeststo", hundreds: "sto stotinu stotine stotina", thousands: "tisuću tisuća tisuće hiljadu hiljada hiljade", and: "i", ..NO_PIECES },
    Pieces { languages: "ru", added: "1 один одна одно,2 два две,3 три,4 четыре,5 пять,6 шесть,7 семь,8 восемь,9 девять,10 десять,11 одиннадцать,12 двенадцать,13 тринадцать,14 четырнадцать,15 пятнадцать,16 шестнадцать,17 семнадцать,18 восемнадцать,19 девятнадцать,20 двадцать,30 тридцать,40 сорок,50 пятьдесят,60 шестьдесят,70 семьдесят,80 восемьдесят,90 девяносто,100 сто,200 двести,300 триста,400 четыреста,500 пятьсот,600 шестьсот,700 семьсот,800 восемьсот,900 девятьсот", thousands: "тысяча тысячу тысячи тысяч", ..NO_PIECES },
    Pieces { languages: "uk", added: "1 один одна одне,2 два дві,3 три,4 чотири,5 пять,6 шість,7 сім,8 вісім,9 девять,10 десять,11 одинадцять,12 дванадцять,13 тринадцять,14 чотирнадцять,15 пятнадцять,16 шістнадцять,17 сімнадцять,18 вісімнадцять,19 девятнадцять,20 двадцять,30 тридцять,40 сорок,50 пятдесят,60 шістдесят,70 сімдесят,80 вісімдесят,90 девяносто,100 сто,200 двісті,300 триста,400 чотириста,500 пятсот,600 шістсот,700 сімсот,800 вісімсот,900 девятсот", thousands: "тисяча тисячу тисячі тисяч", ..NO_PIECES },
    Pieces { languages: "bg mk", added: "1 един една едно,2 два две,3 три,4 четири,5 пет,6 шест,7 седем,8 осем,9 девет,10 десет,11 единадесет единайсет,12 дванадесет дванайсет,13 тринадесет тринайсет,14 четиринадесет четиринайсет,15 петнадесет петнайсет,16 шестнадесет шестнайсет,17 седемнадесет седемнайсет,18 осемнадесет осемнайсет,19 деветнадесет деветнайсет,20 двадесет двайсет,30 тридесет трийсет,40 четиридесет четирийсет,50 петдесет,60 шестдесет шейсет,70 седемдесет,80 осемдесет,90 деветдесет,100 сто,200 двеста,300 триста", hundreds: "стотин", thousands: "хиляда хиляди илјада илјади", and: "и", ..NO_PIECES },
    Pieces { languages: "lt", added: "1 vienas viena,2 du dvi,3 trys,4 keturi keturios,5 penki penkios,6 šeši šešios,7 septyni septynios,8 aštuoni aštuonios,9 devyni devynios,10 dešimt,11 vienuolika,12 dvylika,13 trylika,14 keturiolika,15 penkiolika,16 šešiolika,17 septyniolika,18 aštuoniolika,19 devyniolika,20 dvidešimt,30 trisdešimt,40 keturiasdešimt,50 penkiasdešimt,60 šešiasdešimt,70 septyniasdešimt,80 aštuoniasdešimt,90 devyniasdešimt", hundreds: "šimtas šimtai šimtų šimtus", thousands: "tūkstantis tūkstančiai tūkstančių", ..NO_PIECES },
    Pieces { languages: "lv", added: "1 viens viena,2 divi divas,3 trīs,4 četri četras,5 pieci piecas,6 seši sešas,7 septiņi septiņas,8 astoņi astoņas,9 deviņi deviņas,10 desmit,11 vienpadsmit,12 divpadsmit,13 trīspadsmit,14 četrpadsmit,15 piecpadsmit,16 sešpadsmit,17 septiņpadsmit,18 astoņpadsmit,19 deviņpadsmit,20 divdesmit,30 trīsdesmit,40 četrdesmit,50 piecdesmit,60 sešdesmit,70 septiņdesmit,80 astoņdesmit,90 deviņdesmit", hundreds: "simts simti simt", thousands: "tūkstotis tūkstoši tūkstoš", ..NO_PIECES },
    Pieces { languages: "ro", added: "1 unu una,2 doi două doua,3 trei,4 patru,5 cinci,6 șase sase,7 șapte sapte,8 opt,9 nouă,10 zece,11 unsprezece,12 doisprezece douăsprezece,13 treisprezece,14 paisprezece,15 cincisprezece,16 șaisprezece,17 șaptesprezece,18 optsprezece,19 nouăsprezece,20 douăzeci,30 treizeci,40 patruzeci,50 cincizeci,60 șaizeci,70 șaptezeci,80 optzeci,90 nouăzeci", hundreds: "sută sute suta", thousands: "mie mii", and: "și si", ..NO_PIECES },
    Pieces { languages: "el", added: "1 ένα μία,2 δύο δυο,3 τρία τρεις,4 τέσσερα τέσσερις,5 πέντε,6 έξι,7 εφτά επτά,8 οχτώ οκτώ,9 εννιά εννέα,10 δέκα,11 έντεκα,12 δώδεκα,13 δεκατρία,14 δεκατέσσερα,15 δεκαπέντε,16 δεκαέξι,17 δεκαεφτά δεκαεπτά,18 δεκαοχτώ δεκαοκτώ,19 δεκαεννιά δεκαεννέα,20 είκοσι,30 τριάντα,40 σαράντα,50 πενήντα,60 εξήντα,70 εβδομήντα,80 ογδόντα,90 ενενήντα,100 εκατό εκατόν,200 διακόσια διακόσιοι διακόσιες,300 τριακόσια,400 τετρακόσια,500 πεντακόσια,600 εξακόσια,700 εφτακόσια επτακόσια,800 οχτακόσια οκτακόσια,900 εννιακόσια", thousands: "χίλια χίλιοι χίλιες χιλιάδες", and: "και", ..NO_PIECES },
    Pieces { languages: "tr", added: "1 bir,2 iki,3 üç,4 dört,5 beş,6 altı,7 yedi,8 sekiz,9 dokuz,10 on,20 yirmi,30 otuz,40 kırk,50 elli,60 altmış,70 yetmiş,80 seksen,90 doksan", hundreds: "yüz", thousands: "bin", ..NO_PIECES },
    Pieces { languages: "id ms", added: "1 satu,2 dua,3 tiga,4 empat,5 lima,6 enam,7 tujuh,8 delapan lapan,9 sembilan,10 sepuluh,11 sebelas,100 seratus,1000 seribu", tens: "puluh", teens: "belas", hundreds: "ratus", thousands: "ribu", ..NO_PIECES },
];

/// A piece of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Added(u32),
    Tens,
    Teens,
    Hundreds,
    Thousands,
    And,
}

/// A number that is being put together.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    /// Its thousands.
    above: u32,
    /// What is below those so far.
    below: u32,
    /// Whether it has more than what is counted in.
    has_own: bool,
}

impl Sum {
    /// The same with one piece more; none where that begins another number.
    fn with(self, piece: Piece, is_in_word: bool) -> Option<Self> {
        let Self { above, below, .. } = self;
        let unit = below % 10;
        // Of "štiriinšestdeset" the four comes first.
        let is_reversed = is_in_word && below % 100 == unit;
        let (above, below) = match piece {
            Piece::And => return Some(self),
            Piece::Added(more @ 0..10) if unit == 0 && !(1..20).contains(&(below % 100)) => {
                (above, below + more)
            }
            Piece::Added(more @ 10..100) if below.is_multiple_of(100) || is_reversed => {
                (above, below + more)
            }
            Piece::Added(more @ 100..1000) if below == 0 => (above, more),
            Piece::Added(more @ 1000..) if below == 0 && above == 0 => (more, 0),
            Piece::Hundreds if below == 0 => (above, 100),
            Piece::Thousands if above == 0 => (below.max(1) * 1000, 0),
            Piece::Added(_) | Piece::Tens | Piece::Teens | Piece::Hundreds | Piece::Thousands => {
                return None;
            }
        };
        Some(Self {
            above,
            below,
            has_own: self.has_own || matches!(piece, Piece::Added(_)),
        })
    }
}

impl Pieces {
    fn of(language: &str) -> Option<&'static Self> {
        LANGUAGES
            .iter()
            .find(|it| is_one_of(language, it.languages))
    }

    /// What a number is with what it counts behind it: "kaksi" and "kymmentä" are twenty.
    fn counted(&self, piece: Piece, next: Piece) -> Option<Piece> {
        // Where eleven is no word of its own it is ten and one.
        let are_added = self.teens.is_empty() && !self.added.contains(",11 ");
        match (piece, next) {
            (Piece::Added(unit @ 1..10), Piece::Tens) => Some(Piece::Added(unit * 10)),
            (Piece::Added(unit @ 1..10), Piece::Teens) => Some(Piece::Added(unit + 10)),
            (Piece::Added(many @ 1..100), Piece::Hundreds) => Some(Piece::Added(many * 100)),
            (Piece::Added(10), Piece::Added(unit @ 1..10)) if are_added => {
                Some(Piece::Added(unit + 10))
            }
            _ => None,
        }
    }

    /// All of them with their words, the longest words first.
    fn all(&self) -> Vec<(&'static str, Piece)> {
        let added = self.added.split(',').flat_map(|entry| {
            let mut words = entry.split(' ');
            let value = words.next().and_then(|it| it.parse().ok());
            let value = value.map(Piece::Added);
            words.filter_map(move |word| Some((word, value?)))
        });
        let others = [
            (self.tens, Piece::Tens),
            (self.teens, Piece::Teens),
            (self.hundreds, Piece::Hundreds),
            (self.thousands, Piece::Thousands),
            (self.and, Piece::And),
        ];
        let others = others
            .into_iter()
            .flat_map(|(words, piece)| words.split_whitespace().map(move |word| (word, piece)));
        let mut all: Vec<(&str, Piece)> = added.chain(others).collect();
        all.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
        all
    }
}

/// The pieces that a word is made of; none where something else is in it.
fn pieces_of(word: &str, known: &[(&'static str, Piece)]) -> Option<Vec<Piece>> {
    if word.is_empty() {
        return Some(Vec::new());
    }
    known.iter().find_map(|(piece, kind)| {
        let rest = pieces_of(word.strip_prefix(piece)?, known)?;
        Some([*kind].into_iter().chain(rest).collect())
    })
}

/// The numbers, in digits, that `words` in a language tell; none where the language is not read here. What is only
/// counted in, such as a thousand, may be another word where it stands alone, and is left out.
pub(super) fn numbers_told(words: &str, language: &str) -> Option<Vec<String>> {
    /// Longer words are no numbers.
    const LONGEST: usize = 64;
    let pieces = Pieces::of(language)?;
    let known = pieces.all();
    let words = words.to_lowercase().replace(['\'', '’', 'ʼ'], "");
    // Each piece, and whether it stands within a word; none where another word is.
    let mut told: Vec<Option<(Piece, bool)>> = Vec::new();
    for word in words.split(|it: char| !it.is_alphabetic()) {
        let pieces = match word.len() <= LONGEST {
            true => pieces_of(word, &known),
            false => None,
        };
        match pieces {
            Some(pieces) => {
                let pieces = pieces.into_iter().enumerate();
                told.extend(pieces.map(|(at, piece)| Some((piece, at > 0))));
            }
            None => told.push(None),
        }
    }
    let mut found = Vec::new();
    let mut sum = Sum::default();
    let mut end = |sum: &mut Sum| {
        let done = std::mem::take(sum);
        if done.has_own {
            found.push((done.above + done.below).to_string());
        }
    };
    let mut rest = told.as_slice();
    while let [first, after @ ..] = rest {
        let (piece, taken) = match (first, after.first()) {
            (Some((piece, is_in_word)), Some(Some((next, _)))) => {
                match pieces.counted(*piece, *next) {
                    Some(whole) => (Some((whole, *is_in_word)), 2),
                    None => (*first, 1),
                }
            }
            _ => (*first, 1),
        };
        rest = rest.get(taken..).unwrap_or_default();
        let more = piece.and_then(|(piece, is_in_word)| sum.with(piece, is_in_word));
        sum = match (more, piece) {
            (Some(more), _) => more,
            (None, piece) => {
                end(&mut sum);
                let begins = piece.and_then(|(piece, _)| Sum::default().with(piece, false));
                begins.unwrap_or_default()
            }
        };
    }
    end(&mut sum);
    found.retain(|it| it != "1");
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, numbers_told};

    #[test]
    fn a_number_that_is_put_together_is_read_whole() {
        for (language, words, number) in [
            ("fi", "satakuusikymmentäneljä senttiä", "164"),
            ("fi", "kaksituhatta kolmesataaviisikymmentä", "2350"),
            ("fi", "kaksitoista kiloa", "12"),
            ("fi", "kakskytviis", "25"),
            ("et", "sada kuuskümmend neli", "164"),
            ("hu", "százhatvannégy", "164"),
            ("hu", "kétezer-ötszáz", "2500"),
            ("sv", "hundrasextiofyra", "164"),
            ("sv", "tvåtusen femhundra", "2500"),
            ("nb", "to hundre og femti", "250"),
            ("pl", "sto sześćdziesiąt cztery", "164"),
            ("pl", "dwa tysiące pięćset złotych", "2500"),
            ("cs", "sto šedesát čtyři", "164"),
            ("cs", "pětadvacet", "25"),
            ("cs", "dvě stě padesát", "250"),
            ("sk", "dvestopäťdesiat", "250"),
            ("sl", "sto štiriinšestdeset", "164"),
            ("sl", "petindvajset", "25"),
            ("hr", "dvjesto pedeset", "250"),
            ("sr", "petsto dvadeset i tri", "523"),
            ("ru", "две тысячи пятьсот", "2500"),
            ("uk", "сто шістдесят п'ять", "165"),
            ("bg", "сто шестдесет и четири", "164"),
            ("lt", "šimtas šešiasdešimt keturi", "164"),
            ("lv", "divi simti piecdesmit", "250"),
            ("ro", "o sută șaizeci și patru", "164"),
            ("el", "εκατόν εξήντα τέσσερα", "164"),
            ("tr", "yüz altmış dört", "164"),
            ("tr", "iki bin beş yüz", "2500"),
            ("tr", "on iki", "12"),
            ("hu", "tizenöt", "15"),
            ("id", "seratus enam puluh empat", "164"),
            ("id", "dua belas", "12"),
        ] {
            assert_eq!(numbers_told(words, language).unwrap(), [number], "{words}");
        }
    }

    #[test]
    fn several_numbers_are_told_apart_and_other_words_are_none() {
        for (language, words, numbers) in [
            ("fi", "kolme tai neljä, riippuu", &["3", "4"][..]),
            ("fi", "kaksikymmentä kolmekymmentä", &["20", "30"]),
            ("fi", "minun kuusipuuni", &[]),
            ("ro", "mie îmi place", &[]),
            ("tr", "bana bin", &[]),
            ("pl", "mój dom, dwa razy po sto", &["2", "100"]),
            ("sl", "pet ali šest", &["5", "6"]),
            ("hu", "ketten jövünk", &[]),
        ] {
            assert_eq!(numbers_told(words, language).unwrap(), numbers, "{words}");
        }
        assert_eq!(numbers_told("two", "en"), None);
    }

    #[test]
    fn every_language_has_what_its_numbers_are_made_of() {
        for of in &LANGUAGES {
            let all = of.all();
            assert!(all.len() > 13, "{}", of.languages);
            for (word, _) in all {
                assert!(
                    !word.contains(char::is_whitespace),
                    "{}: {word}",
                    of.languages
                );
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn no_words_break_what_reads_them(
            at in 0..LANGUAGES.len(),
            picks in proptest::collection::vec(0usize..60, 0..16),
            other in ".{0,12}",
        ) {
            let of = LANGUAGES.get(at).unwrap();
            let language = of.languages.split(' ').next().unwrap();
            let all = of.all();
            let words = picks.iter().filter_map(|it| all.get(*it)).map(|(word, _)| *word);
            let words: Vec<&str> = words.collect();
            for apart in [" ", ""] {
                let _ = numbers_told(&format!("{} {other}", words.join(apart)), language);
            }
        }
    }
}
