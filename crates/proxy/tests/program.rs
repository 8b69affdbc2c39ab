//! The program itself: how it starts, what it says, how it ends.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "tests"
)]
#![cfg(unix)]

use crate::support;

use std::{
    net::SocketAddr,
    process::Stdio,
    time::{Duration, Instant},
};
use support::{Client, JSON, KEY, PATIENCE, exchange, nowhere, post, upstream};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

struct Program {
    child: Child,
    address: SocketAddr,
    said: String,
}

async fn start(arguments: &[&str]) -> Program {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kikitori-proxy"))
        .args(["--listen", "127.0.0.1:0"])
        .args(arguments)
        .env("KIKITORI_TEST_KEY", KEY)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = String::new();
    loop {
        let line = timeout(PATIENCE, lines.next_line())
            .await
            .unwrap()
            .unwrap()
            .expect("ended");
        said.push_str(&line);
        said.push('\n');
        if let Some((_, rest)) = line.split_once("Kikitori is at http://") {
            let address = rest.split(' ').next().unwrap();
            let port = address.rsplit(':').next().unwrap().parse().unwrap();
            return Program {
                child,
                address: ([127, 0, 0, 1], port).into(),
                said,
            };
        }
    }
}

impl Program {
    async fn terminate(&self) {
        let id = self.child.id().unwrap().to_string();
        Command::new("sh")
            .args(["-c", &format!("kill -s TERM {id}")])
            .status()
            .await
            .unwrap();
    }

    /// Waits for its end; returns how it ended and all it wrote to standard error.
    async fn end(mut self) -> (std::process::ExitStatus, String) {
        let status = timeout(PATIENCE, self.child.wait())
            .await
            .expect("still running")
            .unwrap();
        let mut text = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut text)
            .await
            .unwrap();
        (status, text)
    }
}

#[tokio::test]
async fn it_stops_at_once_when_nothing_is_open() {
    let program = start(&["--demo"]).await;
    assert!(program.said.contains("scripted"), "{}", program.said);
    let begun = Instant::now();
    program.terminate().await;
    let (status, _) = program.end().await;
    assert!(status.success());
    assert!(begun.elapsed() < kikitori_proxy::GRACE);
}

/// It may be told so the moment it says that it is there.
#[tokio::test]
async fn it_stops_in_good_order_however_early_it_is_told() {
    for _ in 0..30 {
        let program = start(&["--demo"]).await;
        program.terminate().await;
        let (status, _) = program.end().await;
        assert!(status.success(), "{status}");
    }
}

#[tokio::test]
async fn an_open_answer_may_end_before_it_stops() {
    let endpoint = upstream(|_, mut connection| async move {
        let head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n";
        connection.write_all(head).await.unwrap();
        tokio::time::sleep(Duration::from_millis(700)).await;
        connection
            .write_all(b"4\r\nlast\r\n0\r\n\r\n")
            .await
            .unwrap();
    })
    .await;
    let url = format!("http://{endpoint}/v1");
    let program = start(&["--endpoint", &url, "--model", "small"]).await;
    let mut client = Client::connect(program.address).await;
    client.ask(program.address, "{}").await;
    client.read_until(b"first").await;
    program.terminate().await;
    client.read_until(b"last\r\n0\r\n\r\n").await;
    drop(client);
    assert!(program.end().await.0.success());
}

#[tokio::test]
async fn an_answer_without_end_does_not_keep_it_from_stopping() {
    let endpoint = upstream(|_, mut connection| async move {
        let head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nfirst\r\n";
        connection.write_all(head).await.unwrap();
        tokio::time::sleep(Duration::from_secs(600)).await;
    })
    .await;
    let url = format!("http://{endpoint}/v1");
    let program = start(&["--endpoint", &url, "--model", "small"]).await;
    let mut client = Client::connect(program.address).await;
    client.ask(program.address, "{}").await;
    client.read_until(b"first").await;
    program.terminate().await;
    assert!(program.end().await.0.success());
}

#[tokio::test]
async fn neither_key_nor_content_is_in_what_it_writes() {
    let url = format!("http://{}/v1", nowhere().await);
    let arguments = [
        "--endpoint",
        &url,
        "--model",
        "small",
        "--key-env",
        "KIKITORI_TEST_KEY",
    ];
    let program = start(&arguments).await;
    let said = program.said.clone();
    assert!(said.contains("KIKITORI_TEST_KEY"), "{said}");
    let answer = post(program.address, JSON, b"{\"x\":\"private words\"}").await;
    assert_eq!(answer.status, 502);
    program.terminate().await;
    let (_, errors) = program.end().await;
    assert!(errors.contains("did not answer"), "{errors}");
    for text in [said, errors] {
        assert!(!text.contains(KEY) && !text.contains("private"), "{text}");
    }
}

/// Listening on every address, as far as this machine's own loopback addresses show it.
#[tokio::test]
async fn who_lets_others_spend_the_key_has_said_so_and_is_reminded() {
    let url = format!("http://{}/v1", nowhere().await);
    let program = start(&[
        "--listen",
        "0.0.0.0:0",
        "--let-network-use-key",
        "--host",
        "192.0.2.1",
        "--endpoint",
        &url,
        "--model",
        "small",
        "--key-env",
        "KIKITORI_TEST_KEY",
    ])
    .await;
    let said = &program.said;
    assert!(
        said.contains("can spend the key in KIKITORI_TEST_KEY"),
        "{said}"
    );
    assert!(
        said.contains("192.0.2.1 is no address of this machine"),
        "{said}"
    );
    // The address by which it was reached is a name of its own.
    let port = program.address.port();
    for (to, host, status) in [
        ([127, 0, 0, 1], "127.0.0.1", 200),
        ([127, 0, 0, 2], "127.0.0.2", 200),
        ([127, 0, 0, 1], "127.0.0.2", 421),
        ([127, 0, 0, 2], "192.0.2.1", 200),
        ([127, 0, 0, 2], "evil.example", 421),
    ] {
        let head = format!("GET /healthz HTTP/1.1\r\nhost: {host}:{port}");
        let answer = exchange((to, port).into(), &head, b"").await;
        assert_eq!(answer.status, status, "{host} at {to:?}");
    }
    program.terminate().await;
    assert!(program.end().await.0.success());
}

/// Taken for none, the endpoint would be asked without it and refuse everything.
#[tokio::test]
async fn a_key_that_is_not_text_is_not_taken_for_none() {
    use std::os::unix::ffi::OsStrExt;

    let output = Command::new(env!("CARGO_BIN_EXE_kikitori-proxy"))
        .args(["--listen", "127.0.0.1:0", "--model", "m"])
        .args(["--endpoint", "http://127.0.0.1:1/v1"])
        .args(["--key-env", "KIKITORI_TEST_KEY"])
        .env(
            "KIKITORI_TEST_KEY",
            std::ffi::OsStr::from_bytes(b"sk-hidden\xff"),
        )
        .kill_on_drop(true)
        .output();
    let output = timeout(PATIENCE, output).await;
    let output = output.expect("it runs without the key").unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("The key in KIKITORI_TEST_KEY"), "{text}");
    assert!(!text.contains("hidden"), "{text}");
}

#[tokio::test]
async fn what_cannot_work_is_said_in_a_sentence() {
    let holder = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = holder.local_addr().unwrap().to_string();
    for (arguments, code, words) in [
        (vec!["--demo", "--listen", &taken], 1, "choose another port"),
        (
            vec!["--demo", "--dist", "no-such-folder"],
            1,
            "cargo xtask build",
        ),
        (
            vec!["--endpoint", "example.org", "--model", "m"],
            1,
            "cannot be used",
        ),
        (
            vec!["--demo", "--budget", "no-such-file"],
            1,
            "cannot be read",
        ),
        (
            vec!["--demo", "--budget", "Cargo.toml"],
            1,
            "It should look like",
        ),
        (
            vec!["--demo", "--host", "http://demo.example:80/"],
            1,
            "the name in it is \"demo.example\"",
        ),
        (vec!["--demo", "--host", "0.0.0.0"], 1, "--listen 0.0.0.0"),
        // An address that is kept for documentation, and so no machine's.
        (
            vec!["--demo", "--listen", "192.0.2.1:8787"],
            1,
            "no address of this machine",
        ),
        (
            vec!["--demo", "--listen", "localhost:80"],
            2,
            "127.0.0.1:80",
        ),
        (
            vec![
                "--listen",
                "0.0.0.0:0",
                "--endpoint",
                "http://127.0.0.1:1/v1",
                "--model",
                "m",
                "--key-env",
                "KIKITORI_TEST_KEY",
            ],
            1,
            "--let-network-use-key",
        ),
        (vec!["--demo", "--key", "sk-1"], 2, "--key-env"),
        (vec![], 2, "either --demo"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_kikitori-proxy"))
            .args(&arguments)
            .env("KIKITORI_TEST_KEY", KEY)
            .kill_on_drop(true)
            .output();
        let output = timeout(PATIENCE, output).await;
        let output = output.expect("it runs as if nothing were wrong").unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
}
