//! The one connection that hears what others wrote.

use std::future::poll_fn;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, Client};

use super::address::{Address, PATIENCE};
use super::tls::Tls;
use crate::watch::{News, Teller};

/// How long a quiet connection is trusted before it has to show that it is alive: what is cut off silently must not stay unnoticed.
const QUIET: Duration = Duration::from_secs(3);

/// How long to wait before trying again to connect, at first and at most.
const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(2);

/// Opens a connection that passes news on; it has begun to listen when this answers.
pub async fn begin(address: &Address, tls: &Tls, teller: &Teller) -> Result<Client, tokio_postgres::Error> {
    let (client, mut connection) = address.config.connect(tls.clone()).await?;
    let teller = teller.clone();
    tokio::spawn(async move {
        // How it ends is noticed by whoever has the client.
        while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
            if let AsyncMessage::Notification(told) = message
                && let Some((news, owed)) = News::read(told.payload())
            {
                teller.tell(news);
                if owed {
                    teller.tell(News::Thoughts);
                }
            }
        }
    });
    client.batch_execute("LISTEN gloria").await?;
    Ok(client)
}

/// Whether the connection still answers.
async fn is_alive(client: &Client) -> bool {
    !client.is_closed() && timeout(PATIENCE, client.batch_execute("")).await.is_ok_and(|done| done.is_ok())
}

/// Listens for ever: whenever the connection was lost and is there again, everybody is told to read everything anew.
pub async fn listen(address: Address, tls: Tls, teller: Teller, first: Client) {
    let mut client = first;
    loop {
        while is_alive(&client).await {
            sleep_or_closed(&client).await;
        }
        let mut pause = FIRST;
        client = loop {
            if let Ok(Ok(client)) = timeout(PATIENCE, begin(&address, &tls, &teller)).await {
                break client;
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST);
        };
        teller.tell(News::Anew);
    }
}

/// Waits until the connection has to show that it is alive, or is known not to be.
async fn sleep_or_closed(client: &Client) {
    let step = Duration::from_millis(100);
    for _ in 0..QUIET.as_millis() / step.as_millis() {
        if client.is_closed() {
            return;
        }
        sleep(step).await;
    }
}
