//! Words that leave open what is said with them.

use super::no_answer::is_unspaced;

/// Words of somebody who has not made up their mind, as they stand among others.
const HEDGES: &str = "maybe/perhaps/possibly/probably/not sure/vielleicht/eventuell/evtl/womöglich/peut-être/peut etre/\
    quizá/quizás/quizas/tal vez/a lo mejor/forse/magari/talvez/se calhar/misschien/mogelijk/kanske/kanskje/måske/ehkä/\
    być może/może/chyba/možná/možno/azda/mogoče/morda/možda/talán/esetleg/poate/galbūt/gal/varbūt/võib-olla/belki/\
    potser/agur/efallai/b'fhéidir/может быть/возможно/наверное/мабуть/можливо/може би/можда/ίσως/ربما/شاید/אולי/\
    शायद/mungkin/có lẽ/có thể/labda/siguro";
/// What happens on each of several days, which are no day that is meant.
const EVERY: &str = "mondays/tuesdays/wednesdays/thursdays/fridays/saturdays/sundays/every monday/every tuesday/\
    every wednesday/every thursday/every friday/every saturday/every sunday/every day/every week/montags/dienstags/\
    mittwochs/donnerstags/freitags/samstags/sonnabends/sonntags/jeden tag/jede woche/los lunes/los martes/los miércoles/\
    los jueves/los viernes/los sábados/los domingos/tous les jours/tous les lundis/tous les mardis/tous les mercredis/\
    tous les jeudis/tous les vendredis/tous les samedis/tous les dimanches/ogni giorno/ogni settimana/elke dag/elke week/\
    maandags/dinsdags/donderdags/vrijdags/zaterdags/zondags/petkom/subotom/nedjeljom/ponedjeljkom/utorkom/srijedom/četvrtkom";
/// The same where no spaces stand between words.
const HEDGES_UNSPACED: &str = "たぶん/多分/かもしれ/おそらく/也许/也許/可能/大概/아마/อาจ/บางที";

/// The word by which a text leaves open what it says, or says it of several days; none where it is said for certain.
///
/// ```
/// use kikitori_form::values::left_open_by;
///
/// let fold = |text: &str| text.to_lowercase();
/// assert_eq!(left_open_by("Maybe next Tuesday, in the afternoon", &fold), Some("maybe"));
/// assert_eq!(left_open_by("the dog comes in on Fridays", &fold), Some("fridays"));
/// assert_eq!(left_open_by("next Tuesday, and the maybes stay at home", &fold), None);
/// ```
pub fn left_open_by(text: &str, fold: &dyn Fn(&str) -> String) -> Option<&'static str> {
    let folded = fold(text).replace('’', "'");
    let spaced = folded.split(|it: char| !it.is_alphanumeric() && !matches!(it, '-' | '\''));
    let spaced: Vec<&str> = spaced.filter(|it| !it.is_empty()).collect();
    let said = format!(" {} ", spaced.join(" "));
    let mut hedges = HEDGES.split('/').chain(EVERY.split('/'));
    let hedge = hedges.find(|it| said.contains(&format!(" {it} ")));
    let unspaced = || {
        let mut hedges = HEDGES_UNSPACED.split('/');
        hedges.find(|it| folded.contains(is_unspaced) && folded.contains(it))
    };
    hedge.or_else(unspaced)
}
