//! Sessions as older pages stored them.
