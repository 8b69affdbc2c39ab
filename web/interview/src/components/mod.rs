//! What the screens are made of.

pub mod change;
pub mod changed_lines;
pub mod choices;
pub mod composer;
pub mod conversation;
pub mod damage_notice;
pub mod gone;
pub mod inspector;
pub mod new_part;
pub mod outline;
pub mod place_line;
pub mod private_line;
pub mod progress;
pub mod recorded;
pub mod slow;
pub mod trouble;
pub mod untold;
pub mod value;
pub mod was;
pub mod why;
