//! The stored history of sessions: every engine's, and a graph's.
//!
//! A [`Journaled`] state changes only by typed updates. A [`Journal`] stores them as they come, one
//! record a step, and now and then the whole state, so that reading is never much more than what
//! was written since. What cannot be read costs the record it is in and is told as [`Damage`]. A
//! [`Writer`] has the right to write a session until another one claims it; each of its batches is
//! refused from then on, by the store itself.
//!
//! | key | what lies there |
//! | --- | --- |
//! | `session/<id>/journal/<stream>/snapshot/<n>` | the state after update `n` |
//! | `session/<id>/journal/<stream>/update/<n>` | the updates of step `n` |
//! | `session/<id>/epoch` | who may write |
//! | `database` | a name that tells this database from one made later in its place |

mod error;
mod journal;
mod journaled;
mod key;
mod load;
mod writer;

pub use error::{Damage, DamageReason, JournalError};
pub use journal::{Journal, put_forget};
pub use journaled::{Journaled, Part};
pub use key::{SessionKey, StreamPath};
pub use load::{Loaded, state_at};
pub use writer::Writer;
