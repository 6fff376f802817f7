//! The page of notices: where somebody is told that it is their turn, when not, and whether it arrives.

use axum::extract::Form;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Redirect, Response};
use maud::Markup;
use pages::html;
use serde::Deserialize;
use table::{Text, many, say, tongue};

use super::App;
use super::me::{label_of, one_button, plain};
use super::table::address;
use crate::guest::Guest;
use crate::notices::{
    Browser, Fared, HOOK, Hook, Hooks, Keys, Quiet, Speech, Target, Tried, Unsent, Wishes, hook_reach,
    push_reach, shown, to_browser,
};
use crate::table::now;
use crate::trouble::Trouble;

/// Where the page is.
const PAGE: &str = "/me/notices";

/// How long ago that was.
pub fn ago(at: u64) -> Text {
    let minutes = now().saturating_sub(at) / 60_000;
    match minutes {
        0 => say!("just now"),
        1..60 => say!("{} ago", many(minutes as i64, "minute")),
        60..2880 => say!("{} ago", many(minutes as i64 / 60, "hour")),
        _ => say!("{} ago", many(minutes as i64 / 1440, "day")),
    }
}

/// How the last notice fared, and what to do about it.
fn fared(tried: Option<&Tried>) -> (&'static str, Text) {
    let Some(Tried { at, fared, label: _ }) = tried else { return ("soft", say!("Nothing sent yet.")) };
    let why = match fared {
        Fared::Taken => return ("good", say!("Last notice delivered {}.", ago(*at))),
        Fared::Gone => say!("This browser no longer takes notices. Turn them on there again."),
        Fared::Refused(status) => {
            say!("Last notice refused {}: the service answered {}.", ago(*at), *status as i64)
        }
        Fared::Unsent(Unsent::Inside) => {
            say!("Last notice not sent: this address is part of the server’s own network.")
        }
        Fared::Unsent(Unsent::Nobody) => say!("Last notice not sent {}: nobody answers there.", ago(*at)),
        Fared::Unsent(Unsent::Unsafe) => {
            say!("Last notice not sent {}: no secure connection is possible.", ago(*at))
        }
        Fared::Unsent(Unsent::Slow) => say!("Last notice not sent {}: the service took too long.", ago(*at)),
        Fared::Disallowed => say!("Last notice not sent: this server does not send notices there."),
    };
    ("bad", why)
}

/// One way by which somebody is told.
fn way_row(way: &str, name: &Markup, tried: Option<&Tried>) -> Markup {
    let (class, words) = fared(tried);
    html! {
        li {
            span class="name" { (name) }
            span class=(class) { (words) }
            form method="post" action="/me/notices/off" {
                input type="hidden" name="way" value=(way);
                button class="quiet" { "Turn off" }
            }
        }
    }
}

/// Every way by which somebody is told, and those that are no more.
fn ways(guest: &Guest, wishes: &Wishes) -> Markup {
    let here = to_browser(&guest.device.id);
    let lost = |way: &str| {
        way.starts_with("push/") && !wishes.browsers.keys().any(|device| to_browser(device) == way)
    };
    let name = |way: &str, label: &str| html! { (label) @if way == here { " " small { "(this device)" } } };
    html! {
        ol class="chairs devices" {
            @for (device, browser) in &wishes.browsers {
                @let way = to_browser(device);
                (way_row(&way, &name(&way, &browser.label), wishes.tried.get(&way)))
            }
            @for (way, tried) in wishes.tried.iter().filter(|(way, _)| lost(way)) {
                (way_row(way, &name(way, &tried.label), Some(tried)))
            }
            @if let Some(hook) = &wishes.hook {
                (way_row(HOOK, &html! { span class="url" { (hook.url) } }, wishes.tried.get(HOOK)))
            }
        }
    }
}

fn told_here(guest: &Guest, wishes: &Wishes, key: &str) -> Markup {
    let here = wishes.browsers.keys().any(|device| to_browser(device) == to_browser(&guest.device.id));
    let any = !wishes.is_nowhere() || wishes.tried.keys().any(|way| way.starts_with("push/"));
    html! {
        section class="slab new-table" {
            h1 { "Notices" }
            p class="meaning" { "Be told when it’s your turn and you are not at the table: one short notice, with the game and who plays, and nothing else." }
            @if !here {
                div data-push=(key) data-say-cannot=(tongue::phrase("This browser can’t show notices. On an iPhone or iPad, add Gloria to the home screen first."))
                    data-say-denied=(tongue::phrase("Notices from this site are blocked in the browser’s settings. Allow them there, then try again."))
                    data-say-failed=(tongue::phrase("That did not work. Please try again."))
                    data-say-refused=(tongue::phrase("This server does not send notices to this browser’s push service.")) {
                    div class="row scripted-only" { button type="button" class="main" { "Turn on for this device" } }
                    p class="soft" role="status" {}
                    noscript { p { "Notices on this device need JavaScript." } }
                }
            }
            @if any {
                h2 { "Where you are told" }
                (ways(guest, wishes))
            }
            @if !wishes.is_nowhere() { div class="row" { (one_button("/me/notices/test", "", "Send a test notice")) } }
        }
    }
}

fn quiet_hours(wishes: &Wishes) -> Markup {
    let (from, to, zone) = match &wishes.quiet {
        Some(quiet) => (shown(quiet.from), shown(quiet.to), Some(quiet.zone.as_str())),
        None => ("22:00".to_owned(), "07:00".to_owned(), None),
    };
    html! {
        section class="slab new-table" {
            h2 { "Quiet hours" }
            p class="meaning" {
                @if wishes.quiet.is_some() { "No notice comes in these hours. What happens meanwhile is told once they are over." }
                @else { "No quiet hours are set." }
            }
            form method="post" action="/me/notices/quiet" {
                input type="hidden" name="on" value="true";
                div class="field" { label for="from" { "From" } input id="from" name="from" type="time" value=(from) required; }
                div class="field" { label for="to" { "Until" } input id="to" name="to" type="time" value=(to) required; }
                div class="field" {
                    label for="zone" { "Time zone" }
                    input id="zone" name="zone" value=(zone.unwrap_or("UTC")) maxlength="64" required autocomplete="off" spellcheck="false" data-guess[zone.is_none()];
                    p class="meaning" { "For example " code { "Europe/Berlin" } " or " code { "America/New_York" } "." }
                }
                div class="row" { button class="main" { "Save" } }
            }
            @if wishes.quiet.is_some() {
                form method="post" action="/me/notices/quiet" {
                    input type="hidden" name="on" value="false";
                    div class="row" { button { "No quiet hours" } }
                }
            }
        }
    }
}

fn elsewhere(wishes: &Wishes) -> Markup {
    let json = wishes.hook.as_ref().is_some_and(|hook| hook.speech == Speech::Json);
    html! {
        section class="slab new-table" {
            h2 { "Another way" }
            p class="meaning" { "Name a topic of ntfy or a webhook of your own. It is told the same as a notice, with a link to the table. A topic has an address like " code { "https://ntfy.sh/my-topic" } "." }
            form method="post" action="/me/notices/hook" {
                div class="field" {
                    label for="url" { "Address" }
                    input id="url" name="url" type="url" maxlength="1000" required value=[wishes.hook.as_ref().map(|hook| &hook.url)];
                }
                div class="field" {
                    label for="speech" { "Kind" }
                    select id="speech" name="speech" {
                        option value="ntfy" { "ntfy topic" }
                        option value="json" selected[json] { "Webhook (JSON)" }
                    }
                }
                div class="row" { button class="main" { "Save" } }
            }
        }
    }
}

/// The page.
pub async fn notices(app: App, guest: Guest) -> Result<Html<String>, Trouble> {
    let wishes = app.tables.wishes_of(&guest.id).await?;
    let key = app.tables.push_key().await?;
    let body = html! {
        (told_here(&guest, &wishes, &key))
        (quiet_hours(&wishes))
        @if app.tables.config.notices.hooks == Hooks::On { (elsewhere(&wishes)) }
        p class="new-table" { a class="button" href="/me" { "Back" } }
        script src=(pages::assets::notices_path()) defer {}
    };
    Ok(plain(&app, &guest, "Notices", &body))
}

/// What a browser gives out so that it can be told.
#[derive(Debug, Deserialize)]
pub struct Subscription {
    endpoint: String,
    p256dh: String,
    auth: String,
}

/// Lets the browser take notices.
pub async fn push(
    app: App,
    guest: Guest,
    headers: HeaderMap,
    Form(form): Form<Subscription>,
) -> Result<Redirect, Trouble> {
    let keys = Keys::new(&form.p256dh, &form.auth);
    let (Some(target), Some(keys)) = (Target::read(&form.endpoint), keys) else {
        return Err(Trouble::Bad(say!("This is no subscription of a browser.").to_string()));
    };
    if push_reach(&app.tables.config.notices.services, &target).is_none() {
        return Err(Trouble::Forbidden("This server does not send notices to this browser’s push service."));
    }
    let (label, base) = (label_of(&headers), address(&headers, ""));
    app.tables.know_device(&guest, &label).await?;
    app.tables.add_browser(&guest, &Browser { endpoint: form.endpoint, keys, label, base }).await?;
    Ok(Redirect::to(PAGE))
}

/// A way by which somebody is told.
#[derive(Debug, Deserialize)]
pub struct Way {
    way: String,
}

/// Tells no more by a way.
pub async fn off(app: App, guest: Guest, Form(Way { way }): Form<Way>) -> Result<Redirect, Trouble> {
    let device = way.strip_prefix("push/");
    let plain = |name: &str| {
        (1..=32).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if way != HOOK && !device.is_some_and(plain) {
        return Err(Trouble::Missing("device"));
    }
    app.tables.drop_way(&guest.id, &way).await?;
    Ok(Redirect::to(PAGE))
}

/// Quiet hours, or none.
#[derive(Debug, Deserialize)]
pub struct Hours {
    on: bool,
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    zone: String,
}

/// Sets quiet hours.
pub async fn quiet(app: App, guest: Guest, Form(form): Form<Hours>) -> Result<Redirect, Trouble> {
    let Hours { on, from, to, zone } = form;
    let quiet = Quiet::new(&from, &to, zone.trim());
    if on && quiet.is_none() {
        let why = say!(
            "These are no quiet hours: expected two different times, and a time zone like Europe/Berlin."
        );
        return Err(Trouble::Bad(why.to_string()));
    }
    app.tables.put_quiet(&guest, quiet.as_ref().filter(|_| on)).await?;
    Ok(Redirect::to(PAGE))
}

/// An address that is told.
#[derive(Debug, Deserialize)]
pub struct Named {
    url: String,
    speech: Speech,
}

/// Lets an address be told.
pub async fn hook(
    app: App,
    guest: Guest,
    headers: HeaderMap,
    Form(form): Form<Named>,
) -> Result<Redirect, Trouble> {
    let config = &app.tables.config.notices;
    if config.hooks == Hooks::Off {
        return Err(Trouble::Forbidden("This server sends no notices to addresses of your own."));
    }
    let url = form.url.trim().to_owned();
    if Target::read(&url).and_then(|target| hook_reach(&config.services, &target)).is_none() {
        return Err(Trouble::Bad(
            say!("This is no address for notices: expected one like https://ntfy.sh/my-topic.").to_string(),
        ));
    }
    let hook = Hook { url, speech: form.speech, base: address(&headers, "") };
    app.tables.put_hook(&guest, &hook).await?;
    Ok(Redirect::to(PAGE))
}

/// Sends a notice to try whether it arrives.
pub async fn test(app: App, guest: Guest) -> Result<Redirect, Trouble> {
    if !app.tables.limits.may_try_notice(&guest.id) {
        return Err(Trouble::TooMuch("You have tried this a lot: please wait a minute."));
    }
    app.tables.try_notice(&guest.id).await?;
    Ok(Redirect::to(PAGE))
}

/// What shows notices in a browser while no page is open. Its address says where it may do so, and must stay the same.
pub async fn worker() -> Response {
    let headers = [(CONTENT_TYPE, "text/javascript; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (headers, pages::assets::worker()).into_response()
}

/// What a device needs to know to put the site on its home screen.
pub async fn manifest() -> Response {
    let told = serde_json::json!({
        "name": "Gloria", "short_name": "Gloria", "start_url": "/games", "scope": "/", "display": "standalone",
        "background_color": "#f6f1e7", "theme_color": "#7a3b22",
        "icons": [{ "src": pages::assets::icon_path(), "type": "image/svg+xml", "sizes": "any" }],
    });
    ([(CONTENT_TYPE, "application/manifest+json")], told.to_string()).into_response()
}
