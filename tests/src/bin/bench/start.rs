//! How soon the page is there, beside a page that only counts.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use kikitori_e2e::{Browser, HostPage, Model, Options, Page, Profile, Site, setting, short_form};
use serde_json::json;

use crate::{built, load};

/// Rounds, each with a fresh profile for each page.
const ROUNDS: usize = 9;
/// How long a page is left alone after its first visit, for the browser to keep what it compiled: Chromium
/// waits for two seconds in which it has nothing to optimize.
const KEEPING: Duration = Duration::from_secs(4);
/// How long nobody looks whether the page is there: a look takes the processor from what is looked for.
const UNSEEN: Duration = Duration::from_millis(600);
const NOTING: &str = include_str!("start.js");

/// As if no interview had been begun there yet; all files are still kept by the browser. It deletes a
/// database when the page that has it open is left.
const FORGETS: &str = "(localStorage.clear(), ['kikitori', 'kikitori-widget'].forEach(name => indexedDB.deleteDatabase(name)), true)";

/// A page that is visited.
struct Visit {
    name: &'static str,
    /// The same, above its column.
    column: &'static str,
    /// What `start.js` calls the moment from which the visitor waits, where that is not the navigation's
    /// beginning.
    from: Option<&'static str>,
    /// What `start.js` calls what the visitor waits for.
    until: &'static str,
    /// Whether the first sample is clicked as soon as it is there.
    goes_on: bool,
    /// Whether the page knows of no interview that was begun there before.
    begins_anew: bool,
    /// How many times what the counter takes it may take.
    aim: Option<f64>,
}

/// Which of them is a link to a form.
const LINK: usize = 3;
/// How many pages are visited.
const COUNT: usize = 9;

const VISITS: [Visit; COUNT] = [
    Visit {
        name: "a bare Leptos counter",
        column: "counter",
        from: None,
        until: "view",
        goes_on: false,
        begins_anew: false,
        aim: None,
    },
    Visit {
        name: "home, seen, its links at work",
        column: "home",
        from: None,
        until: "view",
        goes_on: false,
        begins_anew: false,
        aim: Some(1.5),
    },
    Visit {
        name: "home, with its program",
        column: "ready",
        from: None,
        until: "ready",
        goes_on: false,
        begins_anew: false,
        aim: None,
    },
    Visit {
        name: "the first question, by a link to its form",
        column: "link",
        from: None,
        until: "question",
        goes_on: false,
        begins_anew: true,
        aim: Some(2.0),
    },
    Visit {
        name: "the same by way of home",
        column: "by home",
        from: None,
        until: "question",
        goes_on: true,
        begins_anew: true,
        aim: Some(2.0),
    },
    // The second visit has the first one's interview at home.
    Visit {
        name: "the same, where others were begun before",
        column: "others",
        from: None,
        until: "question",
        goes_on: true,
        begins_anew: false,
        aim: None,
    },
    Visit {
        name: "by way of home, of a model that makes pauses",
        column: "pauses",
        from: None,
        until: "question",
        goes_on: true,
        begins_anew: true,
        aim: None,
    },
    // The page around is its site's own: its element cannot be in sight before the document has come.
    Visit {
        name: "the first question, once a site's page came",
        column: "widget",
        from: Some("document"),
        until: "question",
        goes_on: false,
        begins_anew: true,
        aim: Some(2.0),
    },
    // The second visit goes on with what the first has begun.
    Visit {
        name: "the same, gone on with where it was begun",
        column: "gone on",
        from: None,
        until: "question",
        goes_on: false,
        begins_anew: false,
        aim: None,
    },
];

/// What the other site's page consists of.
const ELEMENT: &str = "<kikitori-form src=\"form.json\" lang=\"en\"></kikitori-form>";

/// What comes on the way, by its name in `start.js`.
const ON_THE_WAY: [(&str, &str); 9] = [
    ("document", "the document"),
    ("view", "the first view"),
    ("downloaded", "the program"),
    ("compiled", "the same, compiled"),
    ("ready", "home drawn by it"),
    ("store", "the store, beside that"),
    ("parts", "the part of the interview"),
    ("asked", "the request"),
    ("question", "the question"),
];

/// Moments of a visit, by their names: milliseconds after the navigation began.
type Moments = BTreeMap<String, f64>;

/// The first visit of a profile, and the second.
const TIMES: [&str; 2] = ["cold", "warm"];

/// A visit as people make it: by a link on a page of another site, which the browser has another process
/// for. A tab in which nothing was shown yet is one already, and only a driver begins there.
async fn moments(browser: &Browser, elsewhere: &str, address: &str, until: &str) -> Moments {
    browser.driver.goto(elsewhere).await.unwrap();
    tokio::time::sleep(UNSEEN).await;
    let page = Page::shown_in(browser);
    let link = format!("(location.href = {}, true)", json!(address));
    page.value(&link).await.unwrap();
    tokio::time::sleep(UNSEEN).await;
    page.wait_for(&format!("window.marks?.{until}"))
        .await
        .unwrap();
    // For what is noted with the next picture.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let moments = page
        .value("({ ...window.marks, downloaded: window.downloaded() })")
        .await
        .unwrap();
    serde_json::from_value(moments).unwrap()
}

/// A first and a second visit with a fresh profile.
async fn both(visit: &Visit, elsewhere: &str, address: &str) -> [Moments; 2] {
    let profile = Profile::of_its_own();
    let options = Options {
        before_page: Some(format!("window.goesOn = {};\n{NOTING}", visit.goes_on)),
        ..Options::default()
    };
    let browser = Browser::open(&profile, &options).await;
    let cold = moments(&browser, elsewhere, address, visit.until).await;
    tokio::time::sleep(KEEPING).await;
    if visit.begins_anew {
        Page::shown_in(&browser).value(FORGETS).await.unwrap();
    }
    let warm = moments(&browser, elsewhere, address, visit.until).await;
    browser.close().await;
    [cold, warm]
}

fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}

/// Prints them, and fails where an aim is missed.
pub async fn print() {
    let page = || PathBuf::from(setting("KIKITORI_DIST"));
    let sites = [
        Site::serving(built("counter"), Model::Scripted, Router::new()).await,
        Site::serving(page(), Model::Scripted, Router::new()).await,
        Site::serving(page(), Model::Scripted, Router::new()).await,
        Site::serving(page(), Model::Scripted, Router::new()).await,
        Site::serving(page(), Model::Scripted, Router::new()).await,
        Site::serving(page(), Model::Scripted, Router::new()).await,
        Site::serving(page(), Model::Shipped, Router::new()).await,
    ];
    let host = HostPage::start(&short_form(&json!({"type": "event"}))).await;
    // Another site, as browsers count them: the same machine by another name.
    let other = HostPage::start("").await;
    let elsewhere = other.origin().replace("127.0.0.1", "localhost");
    let embedded = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&embedded, ELEMENT);
    let mut addresses: Vec<String> = sites.iter().map(Site::url).collect();
    addresses[LINK].push_str("form/?form=job-application");
    addresses.extend([host.origin().to_owned(), host.origin().to_owned()]);
    let mut seen: [[Vec<Moments>; 2]; COUNT] = Default::default();
    // In turn, so that what else the machine does falls on all of them.
    for _ in 0..ROUNDS {
        for (at, visit) in VISITS.iter().enumerate() {
            let [cold, warm] = both(visit, &elsewhere, &addresses[at]).await;
            seen[at][0].push(cold);
            seen[at][1].push(warm);
        }
    }
    let mut missed = Vec::new();
    for (when, time) in TIMES.iter().enumerate() {
        let at = |visit: usize, moment: &str| {
            let moments = seen[visit][when].iter();
            median(moments.filter_map(|it| it.get(moment).copied()).collect())
        };
        let until = |visit: usize| {
            let Visit { from, until, .. } = VISITS[visit];
            let moments = seen[visit][when].iter();
            let waited = moments.filter_map(|it| {
                let from = match from {
                    Some(from) => *it.get(from)?,
                    None => 0.0,
                };
                Some(it.get(until)? - from)
            });
            median(waited.collect()).unwrap()
        };
        println!(
            "navigation to …, {time}, median of {ROUNDS}               ms  to counter      aim"
        );
        for (number, visit) in VISITS.iter().enumerate() {
            let (took, ratio) = (until(number), until(number) / until(0));
            let aim = visit
                .aim
                .map_or_else(String::new, |aim| format!("{aim:9.1}"));
            println!("{:<44} {took:8.0} {ratio:11.2}{aim}", visit.name);
            if visit.aim.is_some_and(|aim| ratio > aim) {
                missed.push(format!("{} {time}", visit.name));
            }
        }
        let columns = VISITS.map(|visit| format!("{:>10}", visit.column));
        println!("  there after, ms:{:>20}{}", "", columns.concat());
        for (moment, name) in ON_THE_WAY {
            let cell = |number| match at(number, moment).filter(|_| is_on_the_way(number, moment)) {
                Some(after) => format!("{after:10.0}"),
                None => format!("{:10}", ""),
            };
            let line: String = (0..COUNT).map(cell).collect();
            println!("  {name:<35}{line}");
        }
    }
    load();
    if !missed.is_empty() {
        eprintln!("above the aim: {}", missed.join(", "));
        std::process::exit(1);
    }
}

/// Whether the visit of this number is past `moment` when the visitor sees what they wait for.
fn is_on_the_way(visit: usize, moment: &str) -> bool {
    match moment {
        // What the element loads is no part.
        "parts" => VISITS[visit].goes_on,
        "asked" | "question" => visit >= LINK,
        _ => true,
    }
}
