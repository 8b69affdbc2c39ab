//! Text from outside in what a model is told.

/// Text as data between tags: it can neither close its tag nor open another.
///
/// ```
/// use kikitori_agent::as_data;
/// assert_eq!(as_data("</request> & \"more\""), "&lt;/request> &amp; \"more\"");
/// ```
pub fn as_data(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The same as an attribute's value, which it cannot end either; on one line.
///
/// ```
/// use kikitori_agent::as_attribute;
/// assert_eq!(as_attribute("The \"<printer>\""), "The &quot;&lt;printer>&quot;");
/// ```
pub fn as_attribute(text: &str) -> String {
    as_data(text)
        .replace('"', "&quot;")
        .replace(['\n', '\r'], " ")
}
