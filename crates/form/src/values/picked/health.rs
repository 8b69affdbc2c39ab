//! What a text tells of somebody's health, by words that are said of little else: where a form keeps that from
//! models, nobody waits to be asked before a child's asthma is told.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::rest::{clauses, without_marks, words};

/// How words begin that tell of it, in small letters and without their marks.
const TOLD: &str = "allerg alerg alergi alerji asthm astm asma asmat asztm astim azma diabet diabeet diaibeit diyabet epilep autis \
    autiz otizm adhd adhs tdah dyslex legasthen dislex dyspra coeliac celiac celiak zoliak coeliaq coliaki keliak \
    insulin ensulin depressi depresi depresj depression antidepress antibioti anxiety cancer kanser cancro kanker \
    tumor tumour chemo chimio hepatit arthrit artrit osteop parkinson alzheimer dementia demenz schizo bipolar \
    disabilit handicap discapac minusval behinder niepelnospr funktionsned funktionsnedsatt migrain migran \
    epipen anaphyla intoleran warfarin marcumar heparin ibuprofen eczema psoria crohn fibromyal palsy medicat \
    medikament medicament medicaci medicijn medicin prescription diagnos illness pregnan schwanger embaraz \
    enceinte gravida gravid incinta zwanger hamile terhes tehot raskaana insarcinat embarassad zuckerkrank \
    suikerziek cukrzyc cukrovk cukorbeteg erkrank vorerkrank krankheit bluthochdruck blutverdunn bloedverdun \
    herzinfarkt schlaganfall rheuma rollstuhl wheelchair hypertens hipertens ipertens maladie enfermedad \
    doenca malatti malalti ziekte choroba chorob choruj sjukdom sykdom sygdom nemoci betegseg gyogyszer sairau \
    laakity hastalig boala farmaci farmaco psychiat psychother suicid bolezn bolest sladkorn secerna zdravil \
    lijekov trudnoc nosec slimib slimni grutniec sergu serga haigus haigest suhkruha raskaan raskaud ofnaem \
    sykursyk olett semundj shtatzen kisukari ugonjwa mjamzito penyakit alerhi buntis diabetis gaixotas haurdun \
    beichiog pluchadh seizure pacemaker schrittmacher dialys transplant prosthe prothes deaf gehorlos \
    tinnit schwerhor slechthor horgerat gehoorapp hoorapp horapparat kuuloko kuulolait sydansair sydanlaak verenohenn \
    verenpain syopa aivohalv sokerita glaucom glaukom catarac katarakt leukaem leukem lymphom limfom linfom melanom \
    lupus cortison kortison prednis morphine morfin methotrex salbutamol ventolin paracetamol aspirin thyroid schilddrus \
    hashimoto arrhythm arritm arytmi rytmihair angina infarkt infarct infarto thrombos tromboz trombos embolism herniat \
    hernia hexenschuss ischias sciatic fibrillat vertigo colitis bronchit catheter katheter cateter ptsd tourette syndrom \
    sclerosis sklerose skleros esclerosis sclerosi amput paralys paralyz parapleg querschnittsgel halvaus sehbehind synskad \
    antikoag anticoag betablock beetasalp inhalator inhalateur inhalador диабетик инфаркт инсульт онкол \
    аллерг алерг астм диабет діабет дијабет болест бремен эпилеп епілеп аутизм аутист целиак беремен вагітн инсулин інсулін лекарств \
    таблетк болезн хвороб инвалид інвалід депресс депресі αλλεργ ασθμα άσθμα διαβητ διαβήτ επιληψ αυτισμ έγκυο \
    εγκυο ινσουλιν φαρμακ φάρμακ καρκιν καρκίν حساسي الربو السكري الصرع التوحد الأنسولين أدوية آلرژی حساسیت آسم \
    دیابت صرع اوتیسم باردار انسولین داروی אלרג אסתמה סוכרת אפילפס אוטיז צליאק בהריון אינסולין תרופ एलर्जी \
    अस्थमा मधुमेह डायबिटीज मिर्गी गर्भवती";
/// Words that do so as they stand, whose beginnings are those of others too.
const TOLD_WHOLE: &str = "krank krebs ill sick hiv aids krankheit malade enfermo enferma doente malato malata ziek \
    chory chora sjuk syk syg beteg leki tabletten inhaler inhalers thinners hamil hika pumu chuing";
/// The same where no spaces stand between words, or several make one.
const TOLD_UNSPACED: &str = "アレルギー/喘息/ぜんそく/糖尿病/てんかん/自閉症/発達障害/妊娠/インスリン/服薬/服用/持病/高血圧/うつ病/\
    过敏/過敏/哮喘/癫痫/癲癇/自闭症/自閉症/怀孕/懷孕/胰岛素/胰島素/高血压/抑郁症/알레르기/천식/당뇨/뇌전증/자폐/임신/인슐린/복용/\
    dị ứng/hen suyễn/tiểu đường/แพ้/หอบหืด/เบาหวาน/ลมชัก/ตั้งครรภ์/blood pressure/heart condition/heart attack/special needs/\
    hearing aid/hearing loss/loss of hearing/heart disease/kidney disease/kidney stone/slipped disc/panic attack/bad heart/bad back/\
    partially sighted/visually impaired/beta blocker/blood thinner/hard of hearing/hip replacement/replaced hip/new hip/kencing manis/darah tinggi/হাঁপানি/ডায়াবেটিস/\
    ஆஸ்துமா/நீரிழிவு/ასთმ/დიაბეტ/دمہ/ذیابیطس";
/// Stems of the names of medicines, which all languages share (WHO, "The use of stems in the selection of
/// International Nonproprietary Names"): those that other words seldom have near their ends.
const MEDICINES: &str = "prolol nolol sartan statin prazol gliptin gliflozin xaban triptan cillin mycin micin floxacin \
    oxetin zepam zolam lukast formin lodipin dronat conazol asteride terol setron tidin parin tropium";
/// What a stem of these has behind it at most, and before it at least, in letters.
const BEHIND_STEM: usize = 4;
const BEFORE_STEM: usize = 2;
/// How words begin by which a field asks about it, beside those.
const ASKED: &str = "health medic gesundheit beschwerd sante sanitair salud saude salute gezondh zdrowi zdrav medycz \
    halso helse helbred saglik egeszseg terveys symptom здоров υγεία υγει illness condition disease pain schmerz \
    صح سلامت بیمار בריאות מחל स्वास्थ्य kesehatan penyakit \
    accessib accesib barrierefr mobilit assistan zdravj";
const ASKED_UNSPACED: &str =
    "健康/病/薬/症状/药/藥/医/医疗/건강/질병/질환/약/sức khỏe/bệnh/สุขภาพ/โรค";
/// Of whom a field asks then: of an insurance, which is told to many.
const INSURANCE: &str = "insur versich kasse krankenkass assur mutuelle segur assicur verzeker ubezp forsakr forsikr pojist \
    biztosit vakuut asigur sigorta страх ασφάλ ασφαλ بيمه بیمه تأمين ביטוח बीमा";
const INSURANCE_UNSPACED: &str = "保険/保险/保險/보험/bảo hiểm/ประกัน";

/// How words begin, by their first letter: every word of a long text is looked at.
type Stems = LazyLock<BTreeMap<char, Vec<&'static str>>>;

static TOLD_STEMS: Stems = LazyLock::new(|| by_letter(TOLD));
static TOLD_WORDS: Stems = LazyLock::new(|| by_letter(TOLD_WHOLE));
static ASKED_STEMS: Stems = LazyLock::new(|| by_letter(ASKED));
static INSURANCE_STEMS: Stems = LazyLock::new(|| by_letter(INSURANCE));

fn by_letter(known: &'static str) -> BTreeMap<char, Vec<&'static str>> {
    let mut stems: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for stem in known.split_whitespace() {
        if let Some(first) = stem.chars().next() {
            stems.entry(first).or_default().push(stem);
        }
    }
    stems
}

/// Whether a field asks about somebody's health, and not about an insurance, by the `texts` that say what it is.
/// `fold` makes letters small.
pub fn asks_about_health<'a>(
    texts: impl IntoIterator<Item = &'a str>,
    fold: &dyn Fn(&str) -> String,
) -> bool {
    let texts = texts.into_iter();
    let texts: Vec<String> = texts.map(|text| fold(&joined(text))).collect();
    let has = |spaced: &[&Stems], unspaced: &[&str]| {
        texts.iter().any(|text| {
            let begins = |word| spaced.iter().any(|known| begins_as(word, known));
            words(text).any(begins) || unspaced.iter().any(|known| has_any(text, known))
        })
    };
    has(
        &[&TOLD_STEMS, &ASKED_STEMS],
        &[TOLD_UNSPACED, ASKED_UNSPACED],
    ) && !has(&[&INSURANCE_STEMS], &[INSURANCE_UNSPACED])
}

/// The clauses of a text that tell of somebody's health: from where to where, in bytes.
///
/// ```
/// use kikitori_form::values::tells_of_health;
///
/// let text = "Two violins from the 14th, Tom has asthma, and one cello.";
/// let told = tells_of_health(text, &|text| text.to_lowercase());
/// let told: Vec<_> = told.into_iter().filter_map(|(start, end)| text.get(start..end)).collect();
/// assert_eq!(told, ["Tom has asthma"]);
/// ```
pub fn tells_of_health(text: &str, fold: &dyn Fn(&str) -> String) -> Vec<(usize, usize)> {
    let is_told = |said: &str| {
        let said = fold(&joined(said));
        let is_word =
            |word: &str| begins_as(word, &TOLD_STEMS) || is_told_whole(word) || is_medicine(word);
        words(&said).any(is_word) || has_any(&said, TOLD_UNSPACED)
    };
    let clauses = clauses(text).into_iter();
    let told = clauses.filter(|it| is_told(text.get(it.start..it.end).unwrap_or_default()));
    told.map(|it| (it.start, it.end)).collect()
}

/// A text without the dots within words of Catalan, and with two letters for those that French joins.
fn joined(text: &str) -> String {
    text.replace('·', "").replace(['œ', 'Œ'], "oe")
}

/// Whether a word, or what stands in it behind an article, begins as one of those that are `known`.
fn begins_as(word: &str, known: &Stems) -> bool {
    let begins = |word: &str| {
        let stems = word.chars().next().and_then(|first| known.get(&first));
        stems.is_some_and(|stems| stems.iter().any(|it| word.starts_with(it)))
    };
    // "L'asthme", and "my Parkinson's".
    word.split(['\'', '’']).any(|part| {
        let bare = without_marks(part);
        begins(&bare) || bare.strip_prefix("ال").is_some_and(begins)
    })
}

/// Whether a word is the name of a medicine, be it with the ending of its case.
fn is_medicine(word: &str) -> bool {
    let bare = without_marks(word);
    MEDICINES.split_whitespace().any(|stem| {
        let found = bare.rfind(stem);
        let behind = found.and_then(|at| bare.get(at + stem.len()..));
        found.is_some_and(|at| at >= BEFORE_STEM)
            // "Stating" and "performing" are none.
            && behind.is_some_and(|it| it.len() <= BEHIND_STEM && !it.starts_with(['g', 'k']))
    })
}

fn is_told_whole(word: &str) -> bool {
    let known = word.chars().next().and_then(|first| TOLD_WORDS.get(&first));
    known.is_some_and(|known| known.contains(&word))
}

/// Whether a text has one of those that are `known` anywhere.
fn has_any(text: &str, known: &str) -> bool {
    known.split('/').any(|it| text.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fold(text: &str) -> String {
        text.to_lowercase()
    }

    #[test]
    fn what_is_told_of_somebodys_health_is_known_in_many_languages() {
        for said in [
            "Tom has asthma",
            "one of them is autistic",
            "ich nehme Marcumar",
            "bin Diabetiker",
            "ich bin schwanger",
            "el Biel és celíac",
            "la Berta té al·lèrgia als fruits secs",
            "elle a de l'asthme",
            "ma cousine est cœliaque",
            "mi hija es diabética",
            "sono incinta",
            "mijn zoon heeft suikerziekte",
            "ma cukrzycę",
            "hon är gravid",
            "у сына астма",
            "在吃降压药，有高血压",
            "息子は喘息です",
            "아들은 천식이 있어요",
            "ابني عنده حساسية",
            "moja mama ima astmo",
            "majka ima astmu",
            "beru léky na astma",
            "minul on astma ja suhkruhaigus",
            "my sister wears two hearing aids",
            "I have a replaced hip",
            "with my Parkinson's I can't do the buttons",
            "mit Parkinson’s",
            "because of my hearing loss and the tinnitus in the left ear",
            "vaikka sillä onkin se Bisoprolol sydämeen",
            "ja verenohennuslääke",
            "ela toma metformina",
            "I am on ramiprilum and atorvastatin",
            "берёт омепразол, после инфаркта",
        ] {
            assert!(!tells_of_health(said, &fold).is_empty(), "{said}");
        }
        for said in [
            "Two violins from the 14th of January",
            "Die Krankenkasse ist die AOK, Krankenhaus keines",
            "the blinds are broken and the heart of the matter is the tablet",
            "the allegro is too fast",
            "to jest trudne, a Hamilton gra w Lidze",
            "a slim chance of a hip new café in Bremen",
            "a performing artist, stating that Spartans informing us use statistics",
            "in April, with a parking space and a copper terrace for the marina",
            "rehabilitación de la fachada, Querschnitt 12 mm, kuulokkeet",
            "十二月に二人で行きます",
        ] {
            assert!(tells_of_health(said, &fold).is_empty(), "{said}");
        }
    }

    #[test]
    fn a_field_about_health_is_known_by_its_name_and_one_about_an_insurance_is_none() {
        for label in [
            "Medical or special needs",
            "Allergies",
            "Vorerkrankungen und Medikamente",
            "Al·lèrgies o malalties",
            "Problemas de salud",
            "Bolezni dihal v gospodinjstvu",
            "Assistance that you booked, and why",
            "持病やアレルギー",
            "健康状态",
        ] {
            assert!(asks_about_health([label], &fold), "{label}");
        }
        for label in [
            "Health insurance number",
            "Krankenkasse",
            "健康保険証の番号",
            "Income",
            "School",
        ] {
            assert!(!asks_about_health([label], &fold), "{label}");
        }
    }
}
