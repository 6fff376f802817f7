//! The guest's own page: name, devices, a link to another one, a code to write down; all data, and their end.

use axum::extract::{Form, Path};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::Markup;
use pages::html;
use room::waited;
use serde::Deserialize;
use table::{say, tongue};

use super::App;
use super::gather::called;
use super::passkeys::passkeys;
use super::table::address;
use crate::account::{Known, label};
use crate::guard::{GUEST, cookie_of};
use crate::guest::Guest;
use crate::ratings::public_id;
use crate::table::now;
use crate::trouble::Trouble;

/// What the browser of a request is.
pub fn label_of(headers: &HeaderMap) -> String {
    label(headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default())
}

/// An answer that makes somebody this guest.
pub fn as_guest(app: &App, guest: &Guest, response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.headers_mut().insert(SET_COOKIE, cookie_of(&app.tables, guest));
    response
}

/// A page of the guest's own.
pub fn plain(app: &App, guest: &Guest, title: &str, body: &Markup) -> Html<String> {
    Html(pages::page(title, Some(&app.shown(guest)), "plain-page", body).into_string())
}

/// A form with nothing but a button.
pub fn one_button(action: &str, class: &str, words: &'static str) -> Markup {
    html! { form method="post" action=(action) { button class=(class) { (tongue::phrase(words)) } } }
}

fn device_row(guest: &Guest, known: &Known) -> Markup {
    let here = known.id == guest.device.id;
    let since = waited(known.since, now());
    html! {
        li {
            span class="name" { (known.label) @if here { " " small { "(this device)" } } }
            span class="soft" { @if let Some(since) = since { "signed in " (since) " ago" } @else { "signed in just now" } }
            @if !here {
                form method="post" action="/me/out" {
                    input type="hidden" name="device" value=(known.id);
                    button class="quiet" aria-label={ "Sign out " (known.label) } { "Sign out" }
                }
            }
        }
    }
}

fn devices(guest: &Guest, known: &[Known]) -> Markup {
    html! {
        section class="slab new-table" {
            h2 { "Your devices" }
            p class="meaning" { "There is no account: this browser remembers you. Take your games along to another device, or write a code down in case this browser forgets you." }
            div class="row" {
                (one_button("/me/link", "main", "Continue on another device"))
                (one_button("/me/code", "", "Get a recovery code"))
            }
            ol class="chairs devices" { @for known in known { (device_row(guest, known)) } }
            div class="row" {
                @if known.len() > 1 { (one_button("/me/out-others", "", "Sign out all other devices")) }
                details class="sure" {
                    summary { "Sign out here…" }
                    p { "Without another device or a recovery code your games are lost to you." }
                    (one_button("/me/out", "danger", "Yes, sign out here"))
                }
            }
            form class="sit" method="post" action="/recover" {
                label for="code" { "Do you have a recovery code?" }
                input id="code" name="code" maxlength="40" required autocomplete="off" autocapitalize="characters" spellcheck="false";
                button { "Use it" }
            }
        }
    }
}

fn data(token: &str) -> Markup {
    html! {
        section class="slab new-table" {
            h2 { "Your data" }
            p class="meaning" { "A file with all that is kept about you: your name, your devices, your games, what you decided and what you said." }
            div class="row" {
                a class="button" href="/me/export" download="gloria.json" { "Download your data" }
                details class="sure" {
                    summary { "Delete everything…" }
                    p { "Games that only you play are deleted. Where others play, a bot takes your seat, your words go, and you are called “a former guest”. Nobody can undo this." }
                    (one_button("/me/delete", "danger", "Yes, delete everything"))
                }
            }
            details {
                summary { "A token for your programs" }
                p class="meaning" { "Keep it secret: whoever has it can play as you. See " a href="/api" { "the bot API" } "." }
                input class="link" readonly value=(token) aria-label="Your token" data-copy;
            }
        }
    }
}

/// The guest's own page.
pub async fn me(app: App, guest: Guest, headers: HeaderMap) -> Result<Html<String>, Trouble> {
    let mut known = app.tables.devices(&guest).await?;
    // The one they are at is one of them, whether anybody was told of it or not.
    if known.iter().all(|known| known.id != guest.device.id) {
        let (id, since) = (guest.device.id.clone(), guest.device.since);
        known.insert(0, Known { id, label: label_of(&headers), since });
    }
    let keys = app.tables.passkeys(&guest).await?;
    let token = app.tables.signer.sign(&guest);
    let public = public_id(&guest.id);
    let has_page = app.tables.player(&public).await.is_ok();
    let body = html! {
        form class="slab new-table" method="post" action="/me" {
            h1 { "You" }
            div class="field" {
                label for="name" { "Your name" }
                input id="name" name="name" value=(guest.name) maxlength="24" required;
                p class="meaning" { "Others see it at the tables you join from now on." }
            }
            div class="row" { button class="main" { "Save" } a class="button" href="/games" { "Your games" } a class="button" href="/me/notices" { "Notices" } @if has_page { a class="button" href={ "/players/" (public) } { "Your ratings" } } }
        }
        (devices(&guest, &known))
        (passkeys(&keys))
        (data(&token))
    };
    Ok(plain(&app, &guest, "You", &body))
}

/// A name.
#[derive(Debug, Deserialize)]
pub struct Rename {
    name: String,
}

/// Chooses a name.
pub async fn rename(app: App, guest: Guest, Form(form): Form<Rename>) -> Result<Response, Trouble> {
    let was = guest;
    let guest = called(&was, Some(&form.name))?;
    app.tables.may_rename(&was, &guest.name)?;
    app.tables.rename_player(&guest).await?;
    Ok(as_guest(&app, &guest, Redirect::to("/")))
}

/// Makes a link to another device.
pub async fn link(app: App, guest: Guest, headers: HeaderMap) -> Result<Redirect, Trouble> {
    app.tables.know_device(&guest, &label_of(&headers)).await?;
    let code = app.tables.make_link(&guest).await?;
    Ok(Redirect::to(&format!("/me/link/{code}")))
}

/// The link and its QR code; once somebody has asked by it, the question whether that is right.
pub async fn passing(
    app: App,
    guest: Guest,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Html<String>, Trouble> {
    let passing = own_link(&app, &guest, &code).await?;
    let there = address(&headers, &format!("/join/{code}"));
    let path = format!("/me/link/{code}");
    let answer = |yes: bool, class: &str, words: &'static str| {
        html! {
            form method="post" action=(path) {
                input type="hidden" name="yes" value=(yes);
                button class=(class) { (tongue::phrase(words)) }
            }
        }
    };
    let body = html! {
        section class="slab message" data-poll={ @if passing.asker.is_some() { "asked" } @else { "open" } } {
            h1 { "Continue on another device" }
            @match &passing.asker {
                None => {
                    p { "Open this link on the other device, or scan the code with it. It works once, for ten minutes." }
                    (pages::share("link", &there, "The link for your other device"))
                    p class="soft" role="status" { "Waiting for the other device…" }
                    noscript { p { a href=(path) { "Look again" } } }
                }
                Some(_) if passing.granted => { p role="status" { "Agreed. Go on at the other device." } }
                Some((_, label)) => {
                    p role="alert" { "A device wants to continue as you: " strong { (label) } ". Is that yours?" }
                    div class="row" { (answer(true, "main", "Yes, that is me")) (answer(false, "danger", "No")) }
                }
            }
            p { a class="button" href="/me" { "Back" } }
        }
    };
    Ok(plain(&app, &guest, "Continue on another device", &body))
}

/// A link of the guest's own.
async fn own_link(app: &App, guest: &Guest, code: &str) -> Result<crate::account::Passing, Trouble> {
    let passing = app.tables.passing(code).await?;
    if passing.guest != guest.id {
        return Err(Trouble::Forbidden("This link is not yours."));
    }
    Ok(passing)
}

/// Whether the other device is the guest's.
#[derive(Debug, Deserialize)]
pub struct Agreed {
    yes: bool,
}

/// Lets the other device in, or not.
pub async fn agree(
    app: App,
    guest: Guest,
    Path(code): Path<String>,
    Form(Agreed { yes }): Form<Agreed>,
) -> Result<Redirect, Trouble> {
    let passing = own_link(&app, &guest, &code).await?;
    if passing.asker.is_none() {
        return Err(Trouble::NotNow("No other device has asked yet."));
    }
    if yes {
        app.tables.grant_link(&code).await?;
        Ok(Redirect::to(&format!("/me/link/{code}")))
    } else {
        app.tables.drop_link(&code).await?;
        Ok(Redirect::to("/me"))
    }
}

/// What the other device shows: whose link it is, and how far it has come.
pub async fn join(app: App, guest: Guest, Path(code): Path<String>) -> Result<Html<String>, Trouble> {
    let passing = app.tables.passing(&code).await?;
    let path = format!("/join/{code}");
    let own = app.tables.tables_of(&guest.id, 1).await?.len();
    let button =
        |words: Markup| html! { form method="post" action=(path) { button class="main" { (words) } } };
    let name = &passing.name;
    let (state, inner) = match &passing.asker {
        _ if passing.guest == guest.id => (
            "own",
            html! { p { "You are " strong { (name) } " here already. Open this link on your other device." } },
        ),
        None => (
            "open",
            html! {
                p { "Do you want to be " strong { (name) } " on this device too, with all games?" }
                @if own > 0 { p { "The games you have here as " (guest.name) " do not come along." } }
                (button(html! { "Continue as " (name) }))
            },
        ),
        Some((asker, _)) if *asker != guest.id => {
            ("other", html! { p { "Another device has used this link already. Please make a new one." } })
        }
        Some(_) if passing.granted => ("granted", button(html! { "Go on as " (name) })),
        Some(_) => (
            "asked",
            html! {
                p role="status" { "Now say yes on your first device. This page goes on by itself." }
                noscript { p { a href=(path) { "Look again" } } }
            },
        ),
    };
    let body =
        html! { section class="slab message" data-poll=(state) { h1 { "Continue on this device" } (inner) } };
    Ok(plain(&app, &guest, "Continue on this device", &body))
}

/// Asks to be let in; once that is granted, comes in.
pub async fn come(
    app: App,
    guest: Guest,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let passing = app.tables.passing(&code).await?;
    let kind = label_of(&headers);
    match &passing.asker {
        None if passing.guest != guest.id => app.tables.ask_by_link(&code, &guest, &kind).await?,
        Some((asker, _)) if *asker == guest.id && passing.granted => {
            if !app.tables.use_link(&code).await? {
                return Err(Trouble::Missing("link"));
            }
            let known = Guest { id: passing.guest, name: passing.name, device: guest.device };
            let known = app.tables.sign_in(&known, &kind).await?;
            return Ok(as_guest(&app, &known, Redirect::to("/games")));
        }
        None | Some(_) => {}
    }
    Ok(Redirect::to(&format!("/join/{code}")).into_response())
}

/// Makes a code to write down, and shows it once.
pub async fn code(app: App, guest: Guest, headers: HeaderMap) -> Result<Html<String>, Trouble> {
    app.tables.know_device(&guest, &label_of(&headers)).await?;
    let code = app.tables.make_code(&guest).await?;
    let body = html! {
        section class="slab message" {
            h1 { "Your recovery code" }
            p class="code" { code { (code) } }
            p { "Write it down and keep it safe: whoever has it can be you. It is shown only now, works once, and replaces the one before." }
            p { a class="button main" href="/me" { "I have written it down" } }
        }
    };
    Ok(plain(&app, &guest, "Your recovery code", &body))
}

/// A code that was written down.
#[derive(Debug, Deserialize)]
pub struct Code {
    code: String,
}

/// Becomes the guest of a code.
pub async fn recover(app: App, headers: HeaderMap, Form(form): Form<Code>) -> Result<Response, Trouble> {
    let wrong = || {
        Trouble::Bad(
            say!("This code does not work: it may be mistyped, used already, or replaced by a newer one.")
                .to_string(),
        )
    };
    let guest = app.tables.use_code(&form.code).await?.ok_or_else(wrong)?;
    let guest = app.tables.sign_in(&guest, &label_of(&headers)).await?;
    // The code is used up: the page where a new one can be made comes next.
    Ok(as_guest(&app, &guest, Redirect::to("/me")))
}

/// Which device.
#[derive(Debug, Default, Deserialize)]
pub struct Which {
    device: Option<String>,
}

/// Signs a device out: this one, or another of the guest's.
pub async fn out(app: App, guest: Guest, Form(which): Form<Which>) -> Result<Response, Trouble> {
    let here = which.device.as_ref().is_none_or(|device| *device == guest.device.id);
    app.tables.sign_out(&guest, which.device.as_deref().unwrap_or(&guest.device.id)).await?;
    Ok(if here { left(Redirect::to("/")) } else { Redirect::to("/me").into_response() })
}

/// An answer after which nobody is known here.
fn left(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    let gone = format!("{GUEST}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    let gone = HeaderValue::from_str(&gone).expect("a cookie without a value is plain text");
    response.headers_mut().insert(SET_COOKIE, gone);
    response
}

/// Signs out all devices but this one.
pub async fn out_others(app: App, guest: Guest, headers: HeaderMap) -> Result<Response, Trouble> {
    let guest = app.tables.sign_out_others(&guest, &label_of(&headers)).await?;
    Ok(as_guest(&app, &guest, Redirect::to("/me")))
}

/// All that is kept about the guest, as a file.
pub async fn export(app: App, guest: Guest) -> Result<Response, Trouble> {
    let text = serde_json::to_string_pretty(&app.tables.all_of(&guest).await?)
        .map_err(|error| Trouble::Bad(error.to_string()))?;
    let headers =
        [(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, "attachment; filename=\"gloria.json\"")];
    Ok((headers, text).into_response())
}

/// Deletes everything that is kept about the guest.
pub async fn delete(app: App, guest: Guest) -> Result<Response, Trouble> {
    app.tables.erase(&guest).await?;
    let page = pages::message(
        "Everything is deleted",
        &say!("Nothing about you is kept here any more.").to_string(),
        &[("/", "Go to the tables")],
    );
    Ok(left((StatusCode::OK, Html(page.into_string()))))
}
