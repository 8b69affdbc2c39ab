//! What happens on a network after a request was sent.

/// What happens after a request was sent, one after the other.
#[derive(Debug, Clone)]
pub enum Then {
    /// So many seconds pass.
    Wait(u64),
    /// The head of the response arrives.
    Head(u16),
    /// A piece of its body arrives.
    Piece(Vec<u8>),
    /// The connection breaks.
    Break,
    /// Nothing happens any more, and the connection stays open.
    Hang,
}

/// What comes of one request.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub headers: Vec<(String, String)>,
    pub happens: Vec<Then>,
    /// Whether a page of another origin may ask and may read what comes.
    pub allows_origin: bool,
}

impl Exchange {
    pub fn new(content_type: &str, happens: Vec<Then>) -> Self {
        Self {
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            happens,
            allows_origin: true,
        }
    }

    pub fn stream(happens: Vec<Then>) -> Self {
        Self::new("text/event-stream", happens)
    }

    /// A whole body at once.
    pub fn body(status: u16, body: impl Into<Vec<u8>>) -> Self {
        let happens = vec![Then::Head(status), Then::Piece(body.into())];
        Self::new("application/json", happens)
    }

    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn for_its_own_origin(mut self) -> Self {
        self.allows_origin = false;
        self
    }
}
