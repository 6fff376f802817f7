//! Pages that need somebody to do something first: lessons in the middle and at their end, a hint, a film, and what takes two people.

use crate::player::Hands;
use crate::story::{Others, Story};
use crate::tour::GAMES;
use crate::{Browser, Motion, Screen, Server, Theme};

/// Where in its lessons each game is looked at: the game, what the page is called, the lesson, and after how many hundredths of it.
const LESSONS: [(&str, &str, &str, u32); 12] = [
    ("glory-to-rome", "lesson-middle", "first", 50),
    ("glory-to-rome", "lesson-end", "first", 100),
    ("glory-to-rome", "lesson-two", "clients", 40),
    ("glory-to-rome", "lesson-three", "endings", 60),
    ("for-glory", "lesson-middle", "first", 50),
    ("for-glory", "lesson-end", "first", 100),
    ("for-glory", "lesson-two", "reactions", 40),
    ("for-glory", "lesson-three", "champions", 60),
    ("glory", "lesson-middle", "first", 50),
    ("glory", "lesson-end", "first", 100),
    ("glory", "lesson-two", "odds", 40),
    ("glory", "lesson-three", "quests", 60),
];

/// Whether a page is one of these, of which few sizes say enough.
pub(crate) fn brief(name: &str) -> bool {
    const PARTS: [&str; 8] =
        ["-lesson-", "-hint", "-film", "resign", "look-back", "device", "pair-wait", "returning"];
    PARTS.iter().any(|part| name.contains(part))
}

/// Lessons on their way and at their end.
pub(crate) async fn lessons(
    server: &Server,
    browser: &Browser,
    wanted: &dyn Fn(&str) -> bool,
    see: &mut impl AsyncFnMut(&str),
) {
    for (game, page, lesson, hundredths) in LESSONS {
        let name = format!("{game}-{page}");
        if wanted(&name) {
            browser.study(server, game, lesson, hundredths).await;
            see(&name).await;
        }
    }
    if wanted("learn-returning") {
        browser.go(&server.at("/learn")).await;
        see("learn-returning").await;
    }
}

/// What is asked for at a table: a hint, the film of what happened, the question before one resigns, a look back.
pub(crate) async fn asked(
    server: &Server,
    browser: &Browser,
    wanted: &dyn Fn(&str) -> bool,
    see: &mut impl AsyncFnMut(&str),
) {
    for (game, players) in GAMES {
        let name = format!("{game}-hint");
        if wanted(&name) {
            let story = Story::of(game, players.min(3), 71);
            browser.enter(server, &story, story.after(40), Others::Bots).await;
            browser.click("#tools form[action$='/hint'] button").await;
            browser.wait("document.querySelector('#advice li')").await;
            see(&name).await;
        }
        let name = format!("{game}-film");
        if wanted(&name) {
            let story = Story::of(game, players.min(3), 72);
            browser.enter(server, &story, story.after(40), Others::Bots).await;
            browser.film().await;
            see(&name).await;
        }
    }
    if wanted("resign") {
        browser.open_table(server, "for-glory", &["me", "bot:greedy"]).await;
        browser.click("#tools button[popovertarget=more]").await;
        browser.click("#more button[popovertarget=stop-resign]").await;
        browser.wait("document.querySelector('#stop-resign:popover-open')").await;
        see("resign").await;
    }
    if wanted("look-back") {
        let story = Story::of("glory-to-rome", 3, 73);
        browser.enter(server, &story, story.after(50), Others::Bots).await;
        let path = browser.value("location.pathname").await;
        browser.go(&server.at(&format!("{}/replay?at=40", path.as_str().unwrap_or_default()))).await;
        see("look-back").await;
    }
}

/// What takes two: an invitation, looking on, another device, somebody to be paired with, a player's page, a tournament.
pub(crate) async fn together(
    server: &Server,
    browser: &Browser,
    wanted: &dyn Fn(&str) -> bool,
    see: &mut impl AsyncFnMut(&str),
) {
    const PAGES: [&str; 7] =
        ["sit-down", "onlooker", "device", "device-join", "pair-wait", "player", "tournament"];
    if !PAGES.iter().any(|page| wanted(page)) {
        return;
    }
    let friend = Browser::open(Screen::DESKTOP).await;
    friend.call_me(server, "Julia").await;
    if wanted("sit-down") {
        friend.open_table(server, "for-glory", &["me", "link", "bot:greedy"]).await;
        friend.wait("document.querySelector('#table.waiting')").await;
        let link = friend.value("document.querySelector('input.link').value").await;
        browser.go(link.as_str().unwrap_or_default()).await;
        see("sit-down").await;
    }
    if wanted("onlooker") {
        let story = Story::of("for-glory", 3, 74);
        friend.enter(server, &story, story.after(40), Others::Bots).await;
        let table = friend.show().await;
        browser.go(&table).await;
        browser.wait("document.querySelector('#board')").await;
        see("onlooker").await;
    }
    if wanted("device") {
        browser.go(&server.at("/me")).await;
        browser.submit("/me/link", &[]).await;
        browser
            .wait("document.querySelector('[data-poll=open]') && document.readyState === 'complete'")
            .await;
        see("device").await;
    }
    if wanted("device-join") {
        friend.go(&server.at("/me")).await;
        friend.submit("/me/link", &[]).await;
        friend.wait("document.querySelector('[data-poll=open]') && document.readyState === 'complete'").await;
        let link = friend.value("document.querySelector('input.link').value").await;
        browser.go(link.as_str().unwrap_or_default()).await;
        see("device-join").await;
    }
    strangers(server, browser, &friend, wanted, see).await;
    friend.close().await;
}

/// Two who look for a game, and who have played one.
async fn strangers(
    server: &Server,
    browser: &Browser,
    friend: &Browser,
    wanted: &dyn Fn(&str) -> bool,
    see: &mut impl AsyncFnMut(&str),
) {
    let pair = server.at("/pair");
    if wanted("pair-wait") || wanted("player") {
        browser.go(&pair).await;
        browser.click("#players option[value='2']").await;
        browser.click("form[action='/pair'] button.main").await;
        browser
            .wait("document.querySelector('[data-poll=open]') && document.readyState === 'complete'")
            .await;
        if wanted("pair-wait") {
            see("pair-wait").await;
        }
        friend.go(&pair).await;
        friend.click("form[action='/pair'] button.main").await;
        for one in [browser, friend] {
            one.wait("location.pathname.startsWith('/t/') && document.querySelector('#company .clock') && document.readyState === 'complete'").await;
        }
        let resign = "fetch(location.pathname + '/resign', { method: 'POST', body: new URLSearchParams({ seat: \
             document.querySelector('[name=seat]')?.value ?? 'B' }) })";
        friend.window.execute(resign, vec![]).await.expect("a post can be sent");
        browser.wait("document.querySelector('#ending')").await;
    }
    if wanted("player") {
        browser.go(&server.at("/me")).await;
        browser.until("document.querySelector('a[href^=\"/players/\"]') || (location.reload(), null)").await;
        browser.click("a[href^='/players/']").await;
        browser.wait("document.querySelector('.plot') && document.readyState === 'complete'").await;
        see("player").await;
    }
    if wanted("tournament") {
        browser.go(&server.at("/tournaments")).await;
        let fill = "document.querySelector('#title').value = 'Ludi Romani'; document.querySelector('[name=rounds]').value = 2;";
        browser.window.execute(fill, vec![]).await.expect("the form can be filled in");
        browser.click("form[action='/tournaments'] button.main").await;
        browser
            .wait("location.pathname.startsWith('/tournaments/') && document.readyState === 'complete'")
            .await;
        let link = browser.window.current_url().await.expect("a page has an address");
        for one in [friend, browser] {
            one.go(link.as_str()).await;
            one.click("form[action$='/join'] button").await;
            one.wait(
                "document.querySelector('form[action$=\"/leave\"]') && document.readyState === 'complete'",
            )
            .await;
        }
        see("tournament").await;
    }
}

impl Browser {
    /// Goes through a lesson, by its first ways, until so many hundredths of it are done; all of them are its closing page.
    pub async fn study(&self, server: &Server, game: &str, lesson: &str, hundredths: u32) {
        self.go(&server.at("/learn")).await;
        self.submit(&format!("/learn/{game}/{lesson}"), &[]).await;
        self.wait("location.pathname.startsWith('/t/') && document.readyState === 'complete'").await;
        let far = format!(
            "(() => {{ const [at, of] = document.querySelector('#coach h3 small')?.textContent.split(' of ').map(Number) ?? [0, 1]; return document.querySelector('#coach.closing') || at * 100 >= of * {hundredths} && {hundredths} < 100 ? 'there' : \
             document.querySelector('#actions .choice[data-key]') ? 'asks' : ''; }})()"
        );
        for _ in 0..300 {
            if self.until(&far).await == "there" {
                self.quiet().await;
                return;
            }
            self.decide(Hands::Mouse, 0).await;
        }
        panic!("{game}: the lesson {lesson} has no end");
    }

    /// Plays on until something has happened between two decisions, and stops the film of it at its first moment.
    async fn film(&self) {
        for turn in 0..30 {
            assert!(self.my_turn().await, "the game is over before anything has happened");
            if turn > 0 && self.is("document.querySelector('#log .since')").await {
                break;
            }
            self.decide(Hands::Mouse, 0).await;
        }
        self.media(Theme::Light, Motion::Reduced).await;
        // The film waits between two moments: there it stays.
        let stay = "const usual = setTimeout; window.setTimeout = (what, time, ...more) => time > 500 && time < 2000 ? 0 : usual(what, time, ...more);";
        self.window.execute(stay, vec![]).await.expect("the page runs it");
        // Not by the pointer, which would then point at whatever comes under it.
        self.window
            .execute("document.getElementById('film').click()", vec![])
            .await
            .expect("the page runs it");
        self.wait("!document.querySelector('#film-box').hidden && document.querySelector('#film-box .caption').textContent").await;
    }
}
