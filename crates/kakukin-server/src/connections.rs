//! Connections: how many, how long they may be silent, and how they end when the server stops.

use crate::{
    app::State,
    clients::{Client, Shares},
    limits::{BACKLOG, LEAVE_TIME, RESERVE, RESERVE_TIME, RETRY_AFTER, WRITE_TIME},
};
use axum::{Router, body::Body, http::Request};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    signal,
    time::sleep,
};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// Listens at an address.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that is started again gets its port at once; elsewhere this would share the port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Serves with the first app, and beyond the bound on connections with the second, until the process is asked to stop.
pub(crate) async fn serve(
    listener: TcpListener,
    [app, reserve]: [Router; 2],
    state: &Arc<State>,
    mut stop: Stop,
) {
    let graceful = GracefulShutdown::new();
    let places = Shares::halves(state.limits.connections);
    let reserved = Shares::new(RESERVE, RESERVE / 4);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, or a connection that was gone at once.
                    tracing::warn!(%error, "not accepted");
                    sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
            () = stop.job() => break,
        };
        let client = Client::from(address.ip());
        let (place, spare) = (places.share(client), reserved.share(client));
        // Whether the server is well can be asked whatever happens.
        let (app, head_time) = if place.take(1) {
            (&app, state.limits.head_time)
        } else if spare.take(1) {
            (&reserve, state.limits.head_time.min(RESERVE_TIME))
        } else {
            turn_away(&stream);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let app = app.clone().map_request(move |request: Request<_>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(client);
            request
        });
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIME));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(head_time)
            .max_buf_size(64 << 10)
            .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(app));
        let connection = graceful.watch(connection);
        let state = Arc::clone(state);
        tokio::spawn(async move {
            state.metrics.connections.inc();
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection ended");
            }
            state.metrics.connections.dec();
            drop((place, spare));
        });
    }
    drop(listener);
    tracing::info!("stopping");
    tokio::select! {
        () = graceful.shutdown() => {}
        () = sleep(LEAVE_TIME) => tracing::warn!("some requests were not answered"),
        // Whoever asks twice does not want to wait.
        () = stop.job() => tracing::warn!("stopped at once"),
    }
}

/// One connection too many. What it asks is not even read.
fn turn_away(stream: &TcpStream) {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {RETRY_AFTER}\r\n\
         Content-Length: 0\r\nConnection: close\r\n\r\n"
    );
    // If it does not fit into an empty buffer, the other side is gone.
    let _ = stream.try_write(answer.as_bytes());
}

/// Ctrl-C, or the signal that service managers send. Whatever comes after this is made is heard,
/// so it is made before anybody is told that there is a server.
#[derive(Debug)]
pub(crate) struct Stop {
    #[cfg(unix)]
    signals: [signal::unix::Signal; 2],
    #[cfg(windows)]
    signal: signal::windows::CtrlC,
}

impl Stop {
    #[cfg(unix)]
    pub(crate) fn new() -> io::Result<Self> {
        use signal::unix::{SignalKind, signal};
        Ok(Self { signals: [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?] })
    }

    #[cfg(windows)]
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { signal: signal::windows::ctrl_c()? })
    }

    /// Waits until the process is asked to stop, once more if it has been.
    async fn job(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = &mut self.signals;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
        #[cfg(windows)]
        self.signal.recv().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{net::TcpStream as Client, time::Instant};

    #[tokio::test]
    async fn nobody_of_a_crowd_is_told_to_come_again() {
        let listener = listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        let (address, start) = (listener.local_addr().unwrap(), Instant::now());
        // Nobody is accepted yet. A connection that finds no place is tried again after a second.
        let crowd: Vec<_> = (0..400).map(|_| Client::connect(address).unwrap()).collect();
        assert!(start.elapsed() < Duration::from_millis(900), "{:?}", start.elapsed());
        assert_eq!(crowd.len(), 400);
    }
}
