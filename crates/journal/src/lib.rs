//! The stored history of sessions: every engine's, and a graph's.
//!
//! A [`Journaled`] state changes only by typed updates. A [`Journal`] stores them as they come, one
//! record a step, and now and then the whole state, so that reading is never much more than what
//! was written since. What cannot be read costs the record it is in and is told as [`Damage`]. A
//! [`Writer`] has the right to write a session until another one claims it; each of its batches is
//! refused from then on, by the store itself. [`Sessions`] lists, exports, imports and deletes what
//! there is, whichever engine's it is.
//!
//! | key | what lies there |
//! | --- | --- |
//! | `head/<id>` | what a list shows of the session, and the number of its last update ([`SessionHead`]) |
//! | `session/<id>/journal/<stream>/snapshot/<n>` | the state after update `n` |
//! | `session/<id>/journal/<stream>/update/<n>` | the updates of step `n` |
//! | `session/<id>/epoch` | who may write |
//! | `database` | a name that tells this database from one made later in its place |

mod error;
mod file;
mod head;
mod history;
mod journal;
mod journaled;
mod key;
mod load;
mod numbers;
mod sessions;
mod usage;
mod writer;

pub use error::{Damage, DamageReason, JournalError};
pub use file::ImportError;
pub use head::{Progress, SessionHead, SessionStatus};
pub use history::History;
pub use journal::{Journal, put_forget};
pub use journaled::{Journaled, Part};
pub use key::{SessionKey, StreamPath};
pub use load::{Loaded, state_at};
pub use sessions::{Entry, Sessions};
pub use usage::{StoreUsage, Usage};
pub use writer::{Writer, commit_beside};
