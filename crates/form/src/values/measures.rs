//! What people call the units of measures that forms name by their signs: "83,5 Kilo" where a form has kg.

/// The signs of a unit, and its words in other languages, with `_` for a space.
const MEASURES: [(&str, &str); 9] = [
    (
        "kg",
        "kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramos kilogrammi quilo quilos \
         quilogramas chilo chili chilogrammi kilogramów kilogramy kila кг кило килограмм килограмма килограммов \
         килограми кілограмів キロ キログラム 公斤 千克 킬로 킬로그램 كيلو كغ",
    ),
    (
        "g",
        "gram grams gramme grammes gramm gramos gramas grammi gramów грамм граммов грамів グラム 克 그램",
    ),
    (
        "km",
        "kilometre kilometres kilometer kilometers kilometern kilometro kilometros kilómetro kilómetros kilomètre \
         kilomètres quilómetros quilômetros chilometri kilometrów километров кілометрів キロ キロメートル 公里 \
         千米 킬로미터",
    ),
    (
        "m",
        "metre metres meter meters metern metro metros mètre mètres metri metrów метр метра метров метрів メートル \
         米 公尺 미터",
    ),
    (
        "cm",
        "centimetre centimetres centimeter centimeters zentimeter zentimetern centímetros centimètres centimetri \
         centymetrów сантиметров センチ センチメートル 厘米 公分 센티 센티미터",
    ),
    (
        "l",
        "litre litres liter liters litern litro litros litri litrów литр литра литров літрів リットル 升 리터",
    ),
    (
        "m2",
        "sqm sq_m square_metres square_meters qm quadratmeter quadratmetern mètres_carrés metros_cuadrados \
         metros_quadrados metri_quadri metri_quadrati vierkante_meter kvadratmeter 平米 平方メートル 平方米 제곱미터",
    ),
    (
        "%",
        "percent per_cent prozent procent pour_cent por_ciento por_cento per_cento procento procentų процентов \
         パーセント 百分 퍼센트",
    ),
    (
        "°c",
        "degrees degrees_celsius celsius grad grad_celsius degrés grados graus gradi stopni 度",
    ),
];

/// What else a unit is called, where it is one that many forms have. `unit` is in small letters, and `m2` for m².
pub(super) fn other_names(unit: &str) -> impl Iterator<Item = String> {
    let is_it = |sign: &str, words: &'static str| sign == unit || names(words).any(|it| it == unit);
    let found = MEASURES.iter().find(|(sign, words)| is_it(sign, words));
    let found = found.into_iter();
    found.flat_map(|(sign, words)| [(*sign).to_owned()].into_iter().chain(names(words)))
}

fn names(words: &'static str) -> impl Iterator<Item = String> {
    words.split_whitespace().map(|word| word.replace('_', " "))
}
