//! What a page keeps in memory.

use serde_json::json;

use crate::Browser;

impl Browser {
    /// Event listeners and nodes that are there after everything that can go is gone. `Performance` has
    /// to be enabled.
    pub async fn held(&self) -> (u64, u64) {
        for _ in 0..3 {
            self.tell("HeapProfiler.collectGarbage", json!({})).await;
        }
        let metrics = self.ask("Performance.getMetrics", json!({})).await;
        let of = |name: &str| {
            let mut all = metrics["metrics"].as_array().unwrap().iter();
            let found = all.find(|it| it["name"] == name).unwrap();
            found["value"].as_f64().unwrap().round() as u64
        };
        (of("JSEventListeners"), of("Nodes"))
    }
}
