//! The widget as sites take it from npm: packed, installed into a project of Vite's, built, and opened
//! in pages of plain HTML, React and Vue under a strict policy.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use kikitori_e2e::{
    Browser, HostPage, Model, Options, Profile, Site, WidgetElement, setting, short_form,
};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};

const VERSION: &str = "0.1.0";

pub(crate) fn run(program: &str, arguments: &[&str], folder: &Path) {
    let mut command = Command::new(program);
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    let succeeded = output.status.success();
    assert!(succeeded, "{program} {arguments:?}: {said} {wrong}");
}

pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// A folder that is gone with this. It is on the disk: no other place can have links to what is installed there.
pub(crate) struct Project(TempDir);

impl std::ops::Deref for Project {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

/// A project with the packed widget in it. Nothing is asked of any network.
pub(crate) fn project() -> Project {
    let project = Project(
        tempfile::Builder::new()
            .prefix("project")
            .tempdir()
            .unwrap(),
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let place = project.to_owned();
    copy(&root.join("tests/npm/pages"), &place);
    let widget = Path::new(&setting("KIKITORI_DIST")).join("widget");
    let package = place.join("package/kikitori");
    let given = [widget.to_str().unwrap(), package.to_str().unwrap(), VERSION];
    run(
        "node",
        &[&["web/package/pack.mjs"], &given[..]].concat(),
        root,
    );
    run("npm", &["pack", "--silent", "./package/kikitori"], &place);
    // What was installed for it, with links to its files.
    let tools = PathBuf::from(setting("KIKITORI_NPM_TESTS"));
    copy(&tools, &place);
    let modules = tools.join("node_modules");
    run(
        "cp",
        &["-al", modules.to_str().unwrap(), "node_modules"],
        &place,
    );
    let packed = format!("./kikitori-{VERSION}.tgz");
    let quiet = [
        "--offline",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
    ];
    run(
        "npm",
        &[&["install"], &quiet[..], &[&packed]].concat(),
        &place,
    );
    project
}

pub(crate) const VITE: &str = "node_modules/vite/bin/vite.js";

/// What is built of it: below the root of a site, and in `deep` for whatever folder.
fn built(project: &Path) -> PathBuf {
    run("node", &[VITE, "build"], project);
    let deep = ["--base", "./", "--outDir", "dist/deep"];
    run("node", &[&[VITE, "build"], &deep[..]].concat(), project);
    project.join("dist")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_project_of_vite_with_plain_html_react_and_vue_has_it_from_its_own_origin() {
    let profile = Profile::new();
    let project = project();
    // Where a site is drawn on a server, neither needs what only browsers have.
    for name in ["kikitori", "kikitori/vite"] {
        let import = format!("await import('{name}')");
        run("node", &["--input-type=module", "-e", &import], &project);
    }
    let built = built(&project);
    let form = short_form(&json!({"type": "event"}));
    let host = HostPage::serving(&form, Some(&built)).await;
    let site = Site::embedded_by(Model::Scripted, host.origin()).await;
    host.shows(&site, "");
    let browser = Browser::open(&profile, &Options::default()).await;
    for kind in ["plain", "react", "vue", "deep/plain"] {
        let endpoint = site.url();
        let address = format!("{}/{kind}.html?endpoint={endpoint}", host.origin());
        browser.driver.goto(&address).await.unwrap();
        let talk = WidgetElement::shown_in(&browser, "talk");
        let page = &talk.page;
        // One after the other is kept under the same name.
        if kind != "plain" {
            page.wait_for("talk.reset && talk.getData().name")
                .await
                .unwrap();
            page.value("talk.reset()").await.unwrap();
        }
        talk.answer(&format!("Ada of {kind}")).await.unwrap();
        let recorded = format!("talk.getData().name === 'Ada of {kind}'");
        page.wait_for(&recorded).await.unwrap();
        if !kind.ends_with("plain") {
            // The framework hears of it and draws it.
            let shown = format!("document.querySelector('output').textContent === 'Ada of {kind}'");
            page.wait_for(&shown).await.unwrap();
            // It sets what has a property by that, which is a method's name too.
            let side = "(it => it.getAttribute('mode') === 'bubble' && typeof it.open === 'function' && it)(document.getElementById('side'))";
            assert_eq!(page.value(&format!("{side}.isOpen")).await.unwrap(), false);
            page.value("(openSide(), 1)").await.unwrap();
            page.wait_for(&format!("{side}.isOpen")).await.unwrap();
        }
        // All of the program is of the page's own origin.
        let foreign = "performance.getEntriesByType('resource').map(it => it.name).filter(it => !it.startsWith(location.origin) && !/config.json$|v1.chat.completions$/.test(it))";
        assert_eq!(page.value(foreign).await.unwrap(), json!([]), "{kind}");
        page.console_is_clean(&[]).await.unwrap();
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_project_of_vite_is_worked_on_the_element_is_there_too() {
    let profile = Profile::new();
    let project = project();
    let public = project.join("public");
    std::fs::create_dir_all(&public).unwrap();
    let form = short_form(&json!({"type": "event"}));
    std::fs::write(public.join("form.json"), form).unwrap();
    let port = {
        let free = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        free.local_addr().unwrap().port().to_string()
    };
    let at = ["--host", "127.0.0.1", "--strictPort", "--port", &port];
    let mut server = tokio::process::Command::new("node")
        .args([&[VITE], &at[..]].concat())
        .current_dir(&*project)
        .kill_on_drop(true)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(server.stdout.take().unwrap()).lines();
    let ready = async {
        while let Some(line) = said.next_line().await.unwrap() {
            if line.contains(&port) {
                return true;
            }
        }
        false
    };
    let ready = tokio::time::timeout(Duration::from_secs(60), ready).await;
    assert!(ready.unwrap(), "Vite ended");
    let origin = format!("http://127.0.0.1:{port}");
    let site = Site::embedded_by(Model::Scripted, &origin).await;
    let browser = Browser::open(&profile, &Options::default()).await;
    let address = format!("{origin}/plain.html?endpoint={}", site.url());
    browser.driver.goto(&address).await.unwrap();
    let talk = WidgetElement::shown_in(&browser, "talk");
    talk.answer("Ada Lovelace").await.unwrap();
    let recorded = "talk.getData().name === 'Ada Lovelace'";
    talk.page.wait_for(recorded).await.unwrap();
    // Vite has no icon.
    talk.page.console_is_clean(&["favicon.ico"]).await.unwrap();
    browser.close().await;
}

#[test]
fn the_package_has_its_licenses_and_all_that_its_documents_lead_to() {
    let project = project();
    let package = project.join("node_modules/kikitori");
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        assert!(package.join(name).is_file(), "{name}");
    }
    for name in ["README.md", "widget.md", "widget-forms.md", "forms.md"] {
        let text = std::fs::read_to_string(package.join(name)).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            let is_here = target.is_empty() || target.starts_with("https://");
            assert!(
                is_here || package.join(target).is_file(),
                "{name}: {target}"
            );
        }
    }
}
