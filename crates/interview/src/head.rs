//! A session as lists show it.

use kikitori_engine::SessionHead;

use crate::field::FieldState;
use crate::state::MainSessionState;

