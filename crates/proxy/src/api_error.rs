//! The proxy's own errors, in the shape in which OpenAI-compatible endpoints send theirs, so that
//! the page reads both in one way.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// An error of the proxy itself, never of the model.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    kind: &'static str,
    code: &'static str,
    message: String,
    /// Seconds after which it is worth asking again.
    retry_after: Option<HeaderValue>,
}

impl ApiError {
    pub fn foreign_origin() -> Self {
        Self::request(
            StatusCode::FORBIDDEN,
            "foreign_origin",
            "This proxy answers its own page only, not pages of other sites.",
        )
    }

    pub fn unknown_origin() -> Self {
        Self::request(
            StatusCode::BAD_REQUEST,
            "unknown_origin",
            "Nothing in the request says that it does not come from another site. \
             Send it with the header Content-Type: application/json.",
        )
    }

    pub fn unknown_host() -> Self {
        Self::request(
            StatusCode::MISDIRECTED_REQUEST,
            "unknown_host",
            "This proxy does not know the host name it was called by. \
             Whoever runs it can allow that name with --host NAME.",
        )
    }

    pub fn not_json() -> Self {
        Self::request(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "The request must be JSON, with the content type application/json.",
        )
    }

    pub fn too_large() -> Self {
        Self::request(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "The conversation has grown too large to be sent in one request.",
        )
    }

    pub fn broken_body() -> Self {
        Self::request(
            StatusCode::BAD_REQUEST,
            "broken_body",
            "The request ended before all of it had arrived.",
        )
    }

    pub fn slow_body() -> Self {
        Self::request(
            StatusCode::REQUEST_TIMEOUT,
            "slow_body",
            "The request took too long to arrive. Check the connection, then try again.",
        )
    }

    pub fn too_often(seconds: u64) -> Self {
        let error = Self::request(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "Too many requests came from this address. Wait a little, then try again.",
        );
        error.after(Some(seconds.into()))
    }

    pub fn not_found() -> Self {
        Self::request(
            StatusCode::NOT_FOUND,
            "not_found",
            "There is nothing here: this proxy knows /v1/chat/completions and /v1/models.",
        )
    }

    pub fn wrong_method() -> Self {
        Self::request(
            StatusCode::METHOD_NOT_ALLOWED,
            "wrong_method",
            "This address does not take requests of that kind.",
        )
    }

    pub fn unreachable(host: &str) -> Self {
        Self::upstream(
            StatusCode::BAD_GATEWAY,
            "upstream_unreachable",
            format!(
                "The model endpoint {host} cannot be reached. \
                 Check that it is running and that its address is right, then try again."
            ),
        )
    }

    pub fn too_slow(host: &str) -> Self {
        Self::upstream(
            StatusCode::GATEWAY_TIMEOUT,
            "upstream_timeout",
            format!("The model endpoint {host} did not answer in time. Try again in a moment."),
        )
    }

    pub fn redirected(host: &str) -> Self {
        Self::upstream(
            StatusCode::BAD_GATEWAY,
            "upstream_redirected",
            format!(
                "The model endpoint {host} sent the request elsewhere, which is not followed so \
                 that the key goes nowhere else. Check the endpoint's address."
            ),
        )
    }

    /// A reply that is neither JSON nor an event stream, where one of them was promised.
    pub fn not_an_answer(host: &str, what: &str) -> Self {
        Self::upstream(
            StatusCode::BAD_GATEWAY,
            "upstream_not_json",
            format!(
                "The model endpoint {host} answered with {what}, where JSON or an event stream \
                 was expected. Check that the endpoint's address ends in /v1 and belongs to a \
                 model."
            ),
        )
    }

    /// An error of the endpoint that it did not put as JSON: its status, and what it said as far
    /// as that is plain text.
    pub fn said_otherwise(host: &str, status: StatusCode, said: &str) -> Self {
        let message = match said.trim() {
            "" => format!("The model endpoint {host} answered with the status {status}."),
            said => format!("The model endpoint {host} answered with the status {status}: {said}"),
        };
        Self::upstream(status, "upstream_error", message)
    }

    /// The same, to be tried again after what an endpoint said.
    #[must_use]
    pub fn after(self, retry_after: Option<HeaderValue>) -> Self {
        Self {
            retry_after,
            ..self
        }
    }

    /// The same for a person at a page's address, where JSON would only be in the way.
    pub fn in_words(self) -> Response {
        (self.status, format!("{}\n", self.message)).into_response()
    }

    fn request(status: StatusCode, code: &'static str, message: &str) -> Self {
        Self {
            status,
            kind: "invalid_request_error",
            code,
            message: message.to_owned(),
            retry_after: None,
        }
    }

    fn upstream(status: StatusCode, code: &'static str, message: String) -> Self {
        Self {
            status,
            kind: "upstream_error",
            code,
            message,
            retry_after: None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = serde_json::json!({
            "error": { "message": self.message, "type": self.kind, "code": self.code },
        });
        let mut response = (self.status, Json(body)).into_response();
        if let Some(after) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, after);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::{ApiError, StatusCode};
    use kikitori_llm::{ErrorKind, LlmError};

    /// The page tells its person what to do by these codes; by the status alone it would tell
    /// them of a wrong key, or of a model that is failing.
    #[test]
    fn the_page_understands_what_is_refused_and_why() {
        for (error, cause) in [
            (ApiError::foreign_origin(), ErrorKind::ForeignOrigin),
            (ApiError::unknown_origin(), ErrorKind::Refused),
            (ApiError::unknown_host(), ErrorKind::UnknownHost),
            (ApiError::not_json(), ErrorKind::Refused),
            (ApiError::too_large(), ErrorKind::TooLong),
            (ApiError::broken_body(), ErrorKind::Refused),
            (ApiError::too_often(1), ErrorKind::TooOften),
            (
                ApiError::not_an_answer("host", "text/html"),
                ErrorKind::NotChat,
            ),
            (
                ApiError::said_otherwise("host", StatusCode::UNAUTHORIZED, "No."),
                ErrorKind::WrongKey,
            ),
            (ApiError::not_found(), ErrorKind::UnknownAddress),
            (ApiError::wrong_method(), ErrorKind::Refused),
            (
                ApiError::unreachable("host"),
                ErrorKind::EndpointUnreachable,
            ),
            (ApiError::too_slow("host"), ErrorKind::EndpointTooSlow),
            (ApiError::redirected("host"), ErrorKind::EndpointRedirects),
        ] {
            let code = error.code;
            let read_by_the_page = LlmError::Status {
                status: error.status.as_u16(),
                message: error.message,
                code: Some(code.to_owned()),
                retry_after: None,
            };
            assert_eq!(read_by_the_page.kind(), cause, "{code}");
        }
    }
}
