//! Passkeys on the guest's own page: making one, coming in by one, removing one.

use axum::Json;
use axum::extract::Form;
use axum::http::HeaderMap;
use axum::response::{Redirect, Response};
use maud::Markup;
use pages::html;
use serde::Deserialize;
use serde_json::{Value, json};
use table::{say, tongue};

use super::App;
use super::me::{as_guest, label_of};
use super::notices::ago;
use super::table::address;
use crate::guest::Guest;
use crate::notices::written_bytes;
use crate::passkey::{Brought, KnownKey, Place, Purpose};
use crate::trouble::Trouble;

fn place(headers: &HeaderMap) -> Place {
    Place::new(address(headers, ""))
}

/// The passkeys of a guest, on their page.
pub fn passkeys(keys: &[KnownKey]) -> Markup {
    html! {
        section class="slab new-table" data-passkeys data-say-cannot=(tongue::phrase("This browser can’t use passkeys here."))
            data-say-failed=(tongue::phrase("That did not work, or it was cancelled. Please try again.")) {
            h2 { "Passkeys" }
            p class="meaning" { "Sign in on any of your devices with your fingerprint, face or screen lock. No password, no account." }
            @if !keys.is_empty() {
                ol class="chairs devices" {
                    @for key in keys {
                        li {
                            span class="name" { (key.label) }
                            span class="soft" { "added " (ago(key.at)) }
                            form method="post" action="/me/passkeys/remove" {
                                input type="hidden" name="id" value=(key.id);
                                button class="quiet" aria-label={ "Remove the passkey from " (key.label) } { "Remove" }
                            }
                        }
                    }
                }
            }
            div class="row scripted-only" {
                button type="button" data-passkey="make" { "Add a passkey" }
                button type="button" data-passkey="enter" { "Sign in with a passkey" }
            }
            p class="soft" role="status" {}
            noscript { p { "Passkeys need JavaScript." } }
            script src=(pages::assets::passkeys_path()) defer {}
        }
    }
}

/// What a browser needs to make a passkey.
pub async fn begin(app: App, guest: Guest, headers: HeaderMap) -> Result<Json<Value>, Trouble> {
    let challenge = app.tables.challenge(&Purpose::Make(guest.id.clone())).await?;
    let known: Vec<String> =
        app.tables.passkeys(&guest).await?.into_iter().map(|key| key.credential).collect();
    // The authenticator keeps one key for each of these; it is nobody else's business who that is.
    let user = written_bytes(guest.id.as_bytes());
    Ok(Json(
        json!({ "challenge": challenge, "site": place(&headers).name(), "user": user, "name": guest.name, "known": known }),
    ))
}

/// Keeps a passkey that was made.
pub async fn add(
    app: App,
    guest: Guest,
    headers: HeaderMap,
    Form(brought): Form<Brought>,
) -> Result<Redirect, Trouble> {
    let label = label_of(&headers);
    app.tables.know_device(&guest, &label).await?;
    if !app.tables.add_passkey(&guest, &brought, (&place(&headers), &label)).await? {
        return Err(Trouble::Bad(
            say!("This is no passkey for this site, or it took too long. Please try again.").to_string(),
        ));
    }
    Ok(Redirect::to("/me"))
}

/// Which passkey.
#[derive(Debug, Deserialize)]
pub struct Which {
    id: String,
}

/// Removes a passkey.
pub async fn remove(app: App, guest: Guest, Form(which): Form<Which>) -> Result<Redirect, Trouble> {
    if !app.tables.drop_passkey(&guest, &which.id).await? {
        return Err(Trouble::Missing("passkey"));
    }
    Ok(Redirect::to("/me"))
}

/// What a browser needs to show a passkey.
pub async fn ask(app: App, headers: HeaderMap) -> Result<Json<Value>, Trouble> {
    let challenge = app.tables.challenge(&Purpose::Enter).await?;
    Ok(Json(json!({ "challenge": challenge, "site": place(&headers).name() })))
}

/// Becomes the guest of a passkey.
pub async fn enter(app: App, headers: HeaderMap, Form(brought): Form<Brought>) -> Result<Response, Trouble> {
    let wrong =
        || Trouble::Bad(say!("This passkey is not known here. It may have been removed.").to_string());
    let guest = app.tables.enter_by_passkey(&brought, &place(&headers)).await?.ok_or_else(wrong)?;
    let guest = app.tables.sign_in(&guest, &label_of(&headers)).await?;
    Ok(as_guest(&app, &guest, Redirect::to("/games")))
}
