//! Scripts that wait for something.

use std::time::Duration;

use serde_json::Value;

use crate::Browser;

/// How long one may take.
const PATIENCE: Duration = Duration::from_secs(60);

impl Browser {
    /// What `script` comes to in the page that is shown; it may `await` and says it with `return`.
    pub async fn awaited(&self, script: &str) -> Value {
        let wrapped = format!(
            "const done = arguments[0]; (async () => {{ {script} }})().then(done, error => done(`failed: ${{error}}`));"
        );
        self.driver.set_script_timeout(PATIENCE).await.unwrap();
        let found = self.driver.execute_async(wrapped, vec![]).await.unwrap();
        found.json().clone()
    }
}
