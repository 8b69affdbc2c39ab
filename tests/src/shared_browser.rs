//! Chromiums that outlive the test that started them: starting one takes longer than most tests.

use std::sync::Mutex;

use serde_json::json;
use thirtyfour::error::WebDriverResult;
use thirtyfour::prelude::*;

use crate::browser::{Options, new_folder};
use crate::chromium::Chromium;

/// Those that no test has now.
static IDLE: Mutex<Vec<Chromium>> = Mutex::new(Vec::new());

/// Whether one can be as these want it: what is not told to it while it runs is told when it starts.
pub(crate) fn fits(options: &Options) -> bool {
    options.flags.is_empty()
}

/// One that no other test has, started as these want it.
pub(crate) async fn take(options: &Options) -> Chromium {
    let idle = {
        let mut idle = IDLE.lock().unwrap();
        let place = idle.iter().position(|it| it.is_as(options));
        place.map(|place| idle.swap_remove(place))
    };
    match idle {
        Some(idle) => idle,
        None => Chromium::start(new_folder("shared"), options).await,
    }
}

/// Leaves nothing of what the test before stored or showed.
pub(crate) async fn forget(driver: &WebDriver) -> WebDriverResult<()> {
    let fresh = driver.new_tab().await?;
    for window in driver.windows().await? {
        if window != fresh {
            driver.switch_to_window(window).await?;
            driver.close_window().await?;
        }
    }
    driver.switch_to_window(fresh).await?;
    for (command, parameters) in [
        (
            "Storage.clearDataForOrigin",
            json!({"origin": "*", "storageTypes": "all"}),
        ),
        ("Network.clearBrowserCache", json!({})),
        ("Browser.resetPermissions", json!({})),
    ] {
        driver.cdp().send_raw(command, parameters).await?;
    }
    driver.browser_log().await?;
    Ok(())
}

/// Has it for whoever needs one next.
pub(crate) fn give_back(idle: Chromium) {
    IDLE.lock().unwrap().push(idle);
}
