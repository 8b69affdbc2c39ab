//! A host that serves the built page and nothing else, as those for static sites do.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

use crate::setting;

/// The folder in which the page lies as well.
const FOLDER: &str = "people/us/";

/// A running host for files. It sets no headers but the type.
pub struct FileHost {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl FileHost {
    /// Starts one with the built page.
    pub async fn start() -> Self {
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let router = Router::new().fallback(file).with_state(asked.clone());
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(kikitori_proxy::serve(
            listener,
            router,
            std::future::pending(),
        ));
        Self { address, asked }
    }

    /// The page's address.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// The address of the same page in a folder of the host.
    pub fn url_in_folder(&self) -> String {
        format!("{}{FOLDER}", self.url())
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The requests so far, with all that they said.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn file(State(asked): State<Arc<Mutex<Vec<String>>>>, request: Request) -> Response {
    asked
        .lock()
        .unwrap()
        .push(format!("{} {:?}", request.uri(), request.headers()));
    let path = request.uri().path().trim_start_matches('/');
    let path = path.strip_prefix(FOLDER).unwrap_or(path);
    assert!(!path.contains(".."));
    let mut file = PathBuf::from(setting("KIKITORI_DIST")).join(path);
    if file.is_dir() {
        file.push("index.html");
    }
    let kind = match file.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    match std::fs::read(file) {
        Ok(content) => ([(header::CONTENT_TYPE, kind)], content).into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}
