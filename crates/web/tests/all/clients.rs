//! The example clients, run against the real server on a real socket.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::house::House;

async fn server() -> (House, SocketAddr) {
    let house = House::new().await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = house.app.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    (house, address)
}

async fn finishes(program: PathBuf, arguments: Vec<String>) {
    let run = move || std::process::Command::new(program).args(arguments).stderr(Stdio::inherit()).output();
    let output = tokio::task::spawn_blocking(run).await.unwrap().expect("the example starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("winners:"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client_plays_to_the_end() {
    let (_house, address) = server().await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/client.py");
    finishes(PathBuf::from("python3"), vec![script.display().to_string(), format!("http://{address}")]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rust_client_plays_to_the_end() {
    let (_house, address) = server().await;
    // Cargo builds a package's examples with its tests, beside them.
    let here = std::env::current_exe().unwrap();
    let client = here
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples")
        .join(format!("client{}", std::env::consts::EXE_SUFFIX));
    finishes(client, vec![address.to_string()]).await;
}
