//! A notice on its way: to every browser and address that somebody has named, again where that may help, and how it fared.

use std::sync::Arc;

use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use serde_json::json;
use table::{say, speaking};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::kept::{Browser, Fared, HOOK, Hook, Speech, Wishes, to_browser};
use super::outward::{Target, Unsent, post};
use super::push::encrypted;
use super::service::{hook_reach, push_reach};
use super::{Hooks, Notice};
use crate::table::now;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// How long a push service keeps a notice for a browser that is not there, in seconds.
const KEPT: &str = "86400";

/// Whom push services may ask where the server is known by no address of its own.
const NOBODY: &str = "mailto:nobody@gloria.invalid";

/// A way by which somebody is told.
enum Way {
    /// To a browser on this device.
    Browser(String, Browser),
    /// To an address.
    Hook(Hook),
}

/// Whether it may help to try again later.
const fn may_help(fared: Fared) -> bool {
    match fared {
        Fared::Unsent(Unsent::Nobody | Unsent::Slow) => true,
        Fared::Refused(status) => status == 429 || status >= 500,
        Fared::Unsent(Unsent::Inside | Unsent::Unsafe) => false,
        Fared::Taken | Fared::Gone | Fared::Disallowed => false,
    }
}

impl Tables {
    /// Tells a guest something by every way they have named, and keeps how it fared; again after so many times the usual pause where that
    /// may help. It goes on by itself; whoever wants to can wait for it.
    pub(super) fn tell_everywhere(
        self: &Arc<Self>,
        guest: &str,
        wishes: Wishes,
        notice: &Notice,
        tries: &'static [u32],
    ) -> impl Future<Output = ()> + use<> {
        let browsers = wishes.browsers.into_iter().map(|(device, browser)| Way::Browser(device, browser));
        let mut told = JoinSet::new();
        for way in browsers.chain(wishes.hook.map(Way::Hook)) {
            let (tables, guest, notice) = (Arc::clone(self), guest.to_owned(), notice.clone());
            told.spawn(async move { tables.tell_one_way(&guest, &way, &notice, tries).await });
        }
        // Whoever does not wait for them lets them go on.
        let done = tokio::spawn(async move { while told.join_next().await.is_some() {} });
        async move { drop(done.await) }
    }

    async fn tell_one_way(&self, guest: &str, way: &Way, notice: &Notice, tries: &[u32]) {
        let mut fared = self.tell_once(way, notice).await;
        for pause in tries {
            if !may_help(fared) {
                break;
            }
            sleep(self.config.notices.delay * *pause).await;
            fared = self.tell_once(way, notice).await;
        }
        let (name, label) = match way {
            Way::Browser(device, browser) => (to_browser(device), browser.label.as_str()),
            Way::Hook(_) => (HOOK.to_owned(), ""),
        };
        if let Err(trouble) = self.keep_fared(guest, (&name, label), fared).await {
            tracing::warn!("How a notice fared can't be kept: {trouble}");
        }
    }

    async fn tell_once(&self, way: &Way, notice: &Notice) -> Fared {
        match way {
            Way::Browser(_, browser) => self.tell_browser(browser, notice).await,
            Way::Hook(hook) => self.tell_hook(hook, notice).await,
        }
    }

    /// Sends a notice to try whether it arrives, and waits how it fares.
    pub async fn try_notice(self: &Arc<Self>, guest: &str) -> Result<(), Trouble> {
        let wishes = self.wishes_of(guest).await?;
        let count = self.waiting_for(guest).len();
        let text = speaking(self.config.tongue, || say!("This is how a notice looks.").to_string());
        let notice = Notice { text, path: "/me/notices".to_owned(), count };
        self.tell_everywhere(guest, wishes, &notice, &[]).await;
        Ok(())
    }

    async fn tell_browser(&self, browser: &Browser, notice: &Notice) -> Fared {
        let allowed = Target::read(&browser.endpoint).and_then(|target| {
            let reach = push_reach(&self.config.notices.services, &target)?;
            Some((target, reach))
        });
        let Some((target, reach)) = allowed else { return Fared::Disallowed };
        let told = json!({ "text": notice.text, "path": notice.path, "count": notice.count }).to_string();
        let base = Some(browser.base.as_str()).filter(|base| base.starts_with("https://"));
        let contact = self.config.notices.contact.as_deref().or(base).unwrap_or(NOBODY);
        let signed = match self.vapid().await {
            Ok(vapid) => vapid.signed(&target.origin(), contact, now()),
            Err(_) => None,
        };
        let sealed = encrypted(&browser.keys, told.as_bytes());
        let (Some(signed), Some(sealed)) =
            (signed.and_then(|text| HeaderValue::from_str(&text).ok()), sealed)
        else {
            return Fared::Disallowed;
        };
        let fixed = HeaderValue::from_static;
        let headers = [
            (AUTHORIZATION, signed),
            (CONTENT_ENCODING, fixed("aes128gcm")),
            (CONTENT_TYPE, fixed("application/octet-stream")),
            (HeaderName::from_static("ttl"), fixed(KEPT)),
            (HeaderName::from_static("urgency"), fixed("high")),
            // A newer one takes the place of one that has not arrived yet.
            (HeaderName::from_static("topic"), fixed("turn")),
        ];
        match post(&target, reach, &headers, sealed).await {
            Ok(status) if status.is_success() => Fared::Taken,
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => Fared::Gone,
            Ok(status) => Fared::Refused(status.as_u16()),
            Err(unsent) => Fared::Unsent(unsent),
        }
    }

    async fn tell_hook(&self, hook: &Hook, notice: &Notice) -> Fared {
        let (Hooks::On, Some(target)) = (self.config.notices.hooks, Target::read(&hook.url)) else {
            return Fared::Disallowed;
        };
        let Some(reach) = hook_reach(&self.config.notices.services, &target) else {
            return Fared::Disallowed;
        };
        let link = format!("{}{}", hook.base, notice.path);
        let (kind, body) = match hook.speech {
            Speech::Ntfy => ("text/plain; charset=utf-8", notice.text.clone()),
            Speech::Json => (
                "application/json",
                json!({ "text": notice.text, "link": link, "waiting": notice.count }).to_string(),
            ),
        };
        let mut headers = vec![(CONTENT_TYPE, HeaderValue::from_static(kind))];
        if let (Speech::Ntfy, Ok(link)) = (hook.speech, HeaderValue::from_str(&link)) {
            headers.push((HeaderName::from_static("title"), HeaderValue::from_static("Gloria")));
            headers.push((HeaderName::from_static("click"), link));
        }
        match post(&target, reach, &headers, body.into_bytes()).await {
            Ok(status) if status.is_success() => Fared::Taken,
            Ok(status) => Fared::Refused(status.as_u16()),
            Err(unsent) => Fared::Unsent(unsent),
        }
    }
}
