//! The names of writers.

use kikitori_ports::Ids;

/// Names the writer of a run as the run. Nobody else writes it, and no run is begun twice.
pub struct RunName(pub String);

impl Ids for RunName {
    fn new_id(&self) -> String {
        self.0.clone()
    }
}
