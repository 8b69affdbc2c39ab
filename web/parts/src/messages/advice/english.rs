//! In English.

use kikitori_llm::ErrorKind;

/// What the person in front of the page can do about such an error, as one to three sentences.
pub fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Unreachable => {
            "There is no connection to the AI. Check that you are online and that its server is still running, then try again."
        }
        ErrorKind::NotLoaded => {
            "The demonstration did not load. Check that you are online, then try again; if it stays so, reload the page."
        }
        ErrorKind::BrokeOff => {
            "The AI's reply broke off on the way. Try again: the same step is repeated."
        }
        ErrorKind::SlowToBegin => {
            "The AI did not begin to reply in time. It may still be loading, or be busy with others. Try again: the same step is repeated."
        }
        ErrorKind::WentSilent => {
            "The AI's reply stopped half-way. Check that you are still online, then try again: the same step is repeated."
        }
        ErrorKind::TookTooLong => {
            "The AI's reply took too long and was stopped. Try again; if it stays so, whoever runs this page may need a faster model."
        }
        ErrorKind::ForeignOrigin => {
            "The server answers its own page only, and this page came from another address. Open the page at the server's own address."
        }
        ErrorKind::UnknownHost => {
            "The server does not know the name in this page's address. Open the page as localhost, or ask whoever runs it to allow this name (--host NAME)."
        }
        ErrorKind::UnknownAddress => {
            "There is no AI at the address that was asked. Reload the page; if it stays so, whoever runs it needs to check the endpoint's URL."
        }
        ErrorKind::EndpointUnreachable => {
            "This page's server cannot reach the AI. Whoever runs the page needs to check that the model's server is running and that its URL is right; then try again."
        }
        ErrorKind::EndpointTooSlow => {
            "The AI did not answer this page's server in time. It may still be loading the model. Try again in a moment."
        }
        ErrorKind::EndpointRedirects => {
            "The AI's server sends requests to another address, which is not followed so that the key goes nowhere else. Whoever runs this page needs to set the endpoint's URL to that address."
        }
        ErrorKind::WrongKey => {
            "The endpoint refused the key. Whoever runs this page needs to check the API key and start it again; then try again."
        }
        ErrorKind::UnknownModel => {
            "The endpoint does not know this model or address. Whoever runs this page needs to check the model's name and the endpoint's URL."
        }
        ErrorKind::NoQuota => {
            "The endpoint's account has no quota left. Whoever runs this page needs to top it up."
        }
        ErrorKind::TooOften => {
            "The endpoint is asked too often just now. Wait a little, then try again."
        }
        ErrorKind::TooLong => {
            "The conversation is too long for this endpoint. Whoever runs this page can choose a model with a larger context."
        }
        ErrorKind::ServerTrouble => "The AI is having trouble. Try again in a moment.",
        ErrorKind::Refused => {
            "The endpoint refused the request. Whoever runs this page can find the reason in the details."
        }
        ErrorKind::Reported => "The AI reported a problem. Try again in a moment.",
        ErrorKind::TokenLimit => {
            "The AI ran out of room before its reply was complete. Try again; if it stays so, whoever runs this page needs to give the model a larger context or a higher output limit."
        }
        ErrorKind::NotChat => {
            "The AI's server sent something that is not a chat reply. Check that the endpoint's URL ends in /v1 and speaks the OpenAI protocol."
        }
        ErrorKind::Filtered => {
            "The endpoint withheld its reply. Try again, or say it in other words."
        }
    }
}
