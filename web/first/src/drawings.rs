//! The drawings that stand in the first view: lines on a grid of 20 units.

/// The fields of a form.
pub const FIELDS: &str = "M7.5 5.5h9M7.5 10h9M7.5 14.5h9M3.6 5.5h.2M3.6 10h.2M3.6 14.5h.2";
/// What stays on this device.
pub const PRIVATE: &str = "M5.2 9h9.6v7.5H5.2zM7.4 9V6.4a2.6 2.6 0 0 1 5.2 0V9M10 12v1.5";
/// Sends.
pub const SEND: &str = "M10 16.2V4M4.8 9.2L10 4l5.2 5.2";
/// Ends what is under way.
pub const STOP: &str = "M5.5 5.5h9v9h-9z";
