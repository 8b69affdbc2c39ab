//! Files that are none, or damaged.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use kikitori_database::SqliteDatabase;
use kikitori_statements::victim;
use support::fast_clock;

#[test]
fn a_file_that_is_none_or_damaged_is_told() {
    let bytes = victim();
    let told = |bytes: &[u8]| match SqliteDatabase::open(bytes, fast_clock) {
        Ok(database) => {
            // Whatever is in it, questions come to an end.
            let _ = database.select("SELECT * FROM accounts, sales ORDER BY 1, 2, 3");
            None
        }
        Err(error) => Some(error.to_string()),
    };
    assert_eq!(
        told(b"id,name\n1,x\n").as_deref(),
        Some("this is no SQLite database")
    );
    assert_eq!(told(b"").as_deref(), Some("this is no SQLite database"));
    assert!(told(&bytes).is_none());
    let header = bytes.get(..100).unwrap();
    assert!(told(header).is_some(), "cut after its header");
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        for _ in 0..random.usize(1..40) {
            let at = random.usize(16..damaged.len());
            if let Some(byte) = damaged.get_mut(at) {
                *byte = random.u8(..);
            }
        }
        damaged.truncate(random.usize(100..=bytes.len()));
        told(&damaged);
    }
}
