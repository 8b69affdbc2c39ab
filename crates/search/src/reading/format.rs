//! What kind of file it is.

/// The kinds of files that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Markdown.
    Markdown,
    /// A web page.
    Html,
    /// A PDF.
    Pdf,
    /// Everything else that turns out to be text.
    Text,
}

impl Format {
    /// The kind that a file's name tells.
    ///
    /// ```
    /// use kikitori_search::Format;
    /// assert_eq!(Format::of("Manual.HTM"), Format::Html);
    /// assert_eq!(Format::of("LICENSE"), Format::Text);
    /// ```
    pub fn of(name: &str) -> Self {
        let end = name.rsplit('.').next().unwrap_or_default();
        match end.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "pdf" => Self::Pdf,
            _ => Self::Text,
        }
    }
}
