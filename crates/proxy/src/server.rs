//! Listening, within limits, and stopping without cutting anyone off at once.
//!
//! `axum::serve` has no limits in time or number, so the loop is our own, around hyper's server.

use crate::{Limits, address::OpenConnections};
use axum::{Router, body::Body, extract::ConnectInfo, http::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use std::{future::Future, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
};
use tokio_io_timeout::TimeoutWriter;
use tower::ServiceExt;

/// How long streams that are still open may go on after the proxy was told to stop.
pub const GRACE: Duration = Duration::from_secs(5);

/// After a failed accept: whatever was missing, such as file handles, may be there again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(500);

/// The address of this machine by which a connection came.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalAddress(pub SocketAddr);

/// Serves `router` until `shutdown` resolves, within the usual [`Limits`]; then takes no new
/// connection, lets open requests end, and returns when all have ended or after [`GRACE`], when
/// what is still open is cut off.
///
/// # Errors
/// When the listener fails for good.
pub async fn serve<F>(listener: TcpListener, router: Router, shutdown: F) -> io::Result<()>
where
    F: Future<Output = ()>,
{
    serve_within(&Limits::default(), listener, router, shutdown).await
}

/// The same within `limits`.
///
/// # Errors
/// When the listener fails for good.
pub async fn serve_within<F>(
    limits: &Limits,
    listener: TcpListener,
    router: Router,
    shutdown: F,
) -> io::Result<()>
where
    F: Future<Output = ()>,
{
    let room = Arc::new(Semaphore::new(
        limits.connections.min(Semaphore::MAX_PERMITS),
    ));
    let open = OpenConnections::new(limits.connections_per_address);
    let http = protocol(limits);
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            accepted = accept(&listener, &room) => accepted,
        };
        let (permit, stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !ends_one_connection(&error) {
                    tracing::warn!(%error, "no connection can be taken just now");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
                continue;
            }
        };
        let Some(permit_of_address) = open.acquire(peer.ip()) else {
            continue;
        };
        let Ok(local) = stream.local_addr() else {
            continue;
        };
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(LocalAddress(local));
            router.clone().oneshot(request.map(Body::new))
        });
        let connection = http.serve_connection(timed(stream, limits), service);
        let connection = graceful.watch(connection);
        connections.spawn(async move {
            let _until_it_ends = (permit, permit_of_address);
            // Someone who leaves, or is too slow, ends it with an error that concerns nobody.
            let _ = connection.await;
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(GRACE) => {}
    }
    Ok(())
}

fn protocol(limits: &Limits) -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(limits.headers)
        .max_header_size(limits.header_bytes);
    http
}

/// The next connection, once there is room for it.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<(OwnedSemaphorePermit, TcpStream, SocketAddr)> {
    let permit = Arc::clone(room).acquire_owned().await;
    let permit = permit.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((permit, stream, peer))
}

/// Whether a failed accept concerns only the connection that was to be accepted.
fn ends_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// `stream`, which ends when the other side takes nothing for too long.
fn timed(
    stream: TcpStream,
    limits: &Limits,
) -> TokioIo<std::pin::Pin<Box<TimeoutWriter<TcpStream>>>> {
    // Streamed text comes in small pieces that should not wait for each other.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(limits.write_time));
    TokioIo::new(Box::pin(stream))
}
