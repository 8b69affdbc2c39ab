//! Small numbers in words of languages that code reads otherwise only by their figures.

/// The words, each for one number. One that means two numbers in two languages is not among them.
const WORDS: [(u8, &str); 12] = [
    (1, "un une uno una um uma ein eine einen een jeden jedna"),
    (2, "deux due dos dois duas zwei twee dwa dwie två"),
    (3, "trois tre tres três drei drie trzy"),
    (4, "quatre quattro cuatro quatro vier cztery fyra fire"),
    (5, "cinq cinque cinco fünf vijf pięć fem"),
    (6, "sei seis sechs zes sześć seks"),
    (7, "sept sette siete sete sieben zeven siedem sju syv"),
    (8, "huit otto ocho oito acht osiem åtta otte"),
    (9, "neuf nove nueve neun negen dziewięć nio"),
    (10, "dix dieci diez dez zehn tien dziesięć tio"),
    (11, "onze undici elf jedenaście elva"),
    (12, "douze dodici doce doze zwölf twaalf dwanaście tolv"),
];

/// Whether words name this number, as it is written in figures.
pub(super) fn names(words: &str, number: &str) -> bool {
    let Some((_, known)) = WORDS.iter().find(|(known, _)| known.to_string() == number) else {
        return false;
    };
    let words = words.to_lowercase();
    let mut words = words.split(|it: char| !it.is_alphabetic());
    words.any(|word| known.split(' ').any(|known| known == word))
}
