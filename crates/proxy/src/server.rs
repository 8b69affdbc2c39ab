//! Listening, and stopping without cutting anyone off at once.

use axum::{Router, serve::ListenerExt};
use std::{
    future::{Future, IntoFuture},
    io,
    time::Duration,
};
use tokio::{net::TcpListener, sync::oneshot};

/// How long streams that are still open may go on after the proxy was told to stop.
pub const GRACE: Duration = Duration::from_secs(5);

/// Serves `router` until `shutdown` resolves; then takes no new connection, lets open requests
/// end, and returns when all have ended or after [`GRACE`]. What is open then ends with the
/// runtime.
///
/// # Errors
/// When the listener fails for good.
pub async fn serve<F>(listener: TcpListener, router: Router, shutdown: F) -> io::Result<()>
where
    F: Future<Output = ()> + Send + 'static,
{
    let (told, stopping) = oneshot::channel();
    let shutdown = async move {
        shutdown.await;
        // Nobody listens any more only when the server has already ended.
        let _ = told.send(());
    };
    // Streamed text comes in small pieces that should not wait for each other.
    let listener = listener.tap_io(|connection| {
        let _ = connection.set_nodelay(true);
    });
    let server = axum::serve(listener, router)
        .with_graceful_shutdown(shutdown)
        .into_future();
    let grace_over = async move {
        if stopping.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        result = server => result,
        () = grace_over => Ok(()),
    }
}
