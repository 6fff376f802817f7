//! The table of all routes: who is answered what.

/// What a route gets from each: nobody known, a guest who never looked, a guest who looks on, the seat itself (A), and
/// another seat at the table (B, speaking for A). Reviewed by hand: who may change nothing gets 403, what the rules or the
/// moment forbid gets 422.
pub struct Door {
    pub method: &'static str,
    /// As the router has it.
    pub route: &'static str,
    /// What stands for the route's names, after the table's own: the rest of the address.
    pub query: &'static str,
    pub body: &'static str,
    pub expected: [u16; 5],
}

impl Door {
    /// What the one on the seat gets on another device, after having asked on the first: the same, but that a game is given up once.
    pub fn elsewhere(&self) -> u16 {
        let [.., seat, _] = self.expected;
        if self.route == "/t/{id}/resign" { 422 } else { seat }
    }

    /// What a device gets where the one on the seat was signed in and is not any more: what nobody gets.
    pub const fn signed_out(&self) -> u16 {
        self.expected[0]
    }
}

const fn door(
    method: &'static str,
    route: &'static str,
    query: &'static str,
    body: &'static str,
    expected: [u16; 5],
) -> Door {
    Door { method, route, query, body, expected }
}

const ALL_200: [u16; 5] = [200; 5];
const SEAT_422: [u16; 5] = [403, 403, 403, 422, 403];
const SEAT_422_BY_TOKEN: [u16; 5] = [401, 403, 403, 422, 403];

pub const DOORS: &[Door] = &[
    // Pages for everyone.
    door("GET", "/", "", "", ALL_200),
    door("GET", "/learn", "", "", ALL_200),
    door("GET", "/rules/{game}", "", "", ALL_200),
    door("GET", "/guide/{game}", "", "", ALL_200),
    door("GET", "/guide/{game}/{page}", "", "", ALL_200),
    door("GET", "/cards/{game}", "", "", ALL_200),
    door("GET", "/new/{game}", "", "", ALL_200),
    door("GET", "/gallery", "", "", ALL_200),
    door("GET", "/me", "", "", ALL_200),
    door("GET", "/games", "", "", ALL_200),
    door("GET", "/tables", "", "", ALL_200),
    door("GET", "/pair", "", "", ALL_200),
    // Nobody looks for others yet: they are led to where one can.
    door("GET", "/pair/wait", "", "", [303; 5]),
    door("POST", "/pair/leave", "", "", [303; 5]),
    door("POST", "/pair", "", "game=glory&players=2&pace=quick", [400; 5]),
    // Everyone may open a tournament; one that nobody has opened leads nowhere.
    door("GET", "/tournaments", "", "", ALL_200),
    door(
        "POST",
        "/tournaments",
        "",
        "title=Ludi&game=glory&players=2&mode=swiss&rounds=2&pace=live",
        [303; 5],
    ),
    door("GET", "/tournaments/{tournament}", "", "", [404; 5]),
    door("POST", "/tournaments/{tournament}/join", "", "", [404; 5]),
    door("POST", "/tournaments/{tournament}/leave", "", "", [404; 5]),
    door("POST", "/tournaments/{tournament}/start", "", "", [404; 5]),
    // Whoever has played no rated game has no page.
    door("GET", "/players/{player}", "", "", [404; 5]),
    door("POST", "/players/{player}/block", "", "on=true", [404; 5]),
    door("POST", "/players/{player}/report", "", "text=odd", [404; 5]),
    door("GET", "/healthz", "", "", ALL_200),
    door("GET", "/assets/{version}/{name}", "", "", ALL_200),
    // Everyone may open tables and records, and choose a name.
    door("POST", "/quick/{game}", "", "", [303; 5]),
    door("POST", "/new/{game}", "", "seat=me&seat=me", [303; 5]),
    door("POST", "/learn/{game}", "", "", [303; 5]),
    door("POST", "/learn/{game}/{lesson}", "", "", [303; 5]),
    door("POST", "/me", "", "name=Nemo", [303; 5]),
    door("POST", "/open", "", "record=nonsense", [400; 5]),
    door("GET", "/opened/{id}", "", "", ALL_200),
    door("POST", "/opened/{id}/fork", "", "at=0&seat=A", [303; 5]),
    // Everyone has devices; a link that nobody has made leads nowhere.
    door("POST", "/me/link", "", "", [303; 5]),
    door("GET", "/me/link/{code}", "", "", [404; 5]),
    door("POST", "/me/link/{code}", "", "yes=true", [404; 5]),
    door("GET", "/join/{code}", "", "", [404; 5]),
    door("POST", "/join/{code}", "", "", [404; 5]),
    door("POST", "/me/code", "", "", ALL_200),
    door("POST", "/recover", "", "code=0000", [400; 5]),
    door("GET", "/me/export", "", "", ALL_200),
    // Everyone says how they are told; what is no subscription, and addresses where nobody allows them, are refused.
    door("GET", "/me/notices", "", "", ALL_200),
    door("POST", "/me/notices/push", "", "endpoint=https://evil.test/&p256dh=AA&auth=AA", [400; 5]),
    door("POST", "/me/notices/quiet", "", "on=false", [303; 5]),
    door("POST", "/me/notices/hook", "", "url=https://ntfy.sh/x&speech=ntfy", [403; 5]),
    door("POST", "/me/notices/test", "", "", [303; 5]),
    door("POST", "/me/notices/off", "", "way=hook", [303; 5]),
    // Everyone may have passkeys; what is none leads nowhere.
    door("POST", "/me/passkeys/begin", "", "", ALL_200),
    door("POST", "/me/passkeys/add", "", "id=AA&client=AA&data=AA&key=AA", [400; 5]),
    door("POST", "/me/passkeys/remove", "", "id=00", [404; 5]),
    door("POST", "/passkey/begin", "", "", ALL_200),
    door("POST", "/passkey/enter", "", "id=AA&client=AA&data=AA&signature=AA", [400; 5]),
    door("GET", "/worker.js", "", "", ALL_200),
    door("GET", "/manifest.webmanifest", "", "", ALL_200),
    // Everyone may look at a table; what they see is another test's matter.
    door("GET", "/t/{id}", "", "", ALL_200),
    door("GET", "/t/{id}/invite", "", "", ALL_200),
    door("GET", "/t/{id}/replay", "", "", ALL_200),
    door("GET", "/t/{id}/live", "?seat=A", "", ALL_200),
    // The record of a live game is nobody's.
    door("GET", "/t/{id}/record", "", "", [422; 5]),
    door("POST", "/t/{id}/replay/fork", "", "at=0&seat=A", [422; 5]),
    // Only the seat itself decides, and here there is nothing it could do.
    door("POST", "/t/{id}/act", "", "seat=A&action=nonsense", SEAT_422),
    door("POST", "/t/{id}/undo", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/restart", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/ask-back", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/agree", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/refuse", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/standing", "", "seat=A&on=false", [403, 403, 403, 303, 403]),
    door("POST", "/t/{id}/heard", "", "seat=A", [403, 403, 403, 303, 403]),
    door("POST", "/t/{id}/read", "", "seat=A&answer=0", [403, 403, 403, 409, 403]),
    // No bot decides for anybody, and nobody has waited yet.
    door("POST", "/t/{id}/back", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/vote", "", "seat=A&about=B", SEAT_422),
    door("POST", "/t/{id}/nudge", "", "seat=A&about=B", SEAT_422),
    door("POST", "/t/{id}/shows", "", "seat=A&on=false", [403, 403, 403, 303, 403]),
    // This table is played without hints.
    door("POST", "/t/{id}/hint", "", "seat=A", SEAT_422),
    // Every seat is taken.
    door("POST", "/t/{id}/sit", "", "seat=A", [422; 5]),
    door("POST", "/t/{id}/seat-bot", "", "seat=A", [403, 403, 403, 422, 422]),
    // There is a game already.
    door("POST", "/t/{id}/fill", "", "seat=A", SEAT_422),
    door("POST", "/t/{id}/ready", "", "seat=A&on=true", SEAT_422),
    // Only the host says who may look on.
    door("POST", "/t/{id}/watch", "", "who=link", [403, 403, 403, 303, 403]),
    // One's own games are put away, and deleted where nobody else plays.
    door("POST", "/games/{id}/archive", "", "on=true", [403, 403, 403, 303, 303]),
    door("POST", "/games/{id}/delete", "", "", [403, 403, 403, 422, 422]),
    // Only who sat there plays again, and not before the end.
    door("POST", "/t/{id}/rematch", "", "", [403, 403, 403, 422, 422]),
    // Those at the table talk, the others only where it was opened so.
    door("POST", "/t/{id}/chat", "", "text=ave", [403, 403, 403, 303, 303]),
    // Only the host, who opened the table, removes and mutes; but not the own seat.
    door("POST", "/t/{id}/remove", "", "seat=A", [403, 403, 403, 422, 403]),
    door("POST", "/t/{id}/mute", "", "seat=A", [403, 403, 403, 422, 403]),
    door("POST", "/api/v1/tables/{id}/remove", "", r#"{"seat":"A"}"#, [401, 403, 403, 422, 403]),
    // Everyone may report.
    door("POST", "/t/{id}/report", "", "text=odd", ALL_200),
    // Programs bring a token; without one they are nobody.
    door("GET", "/api", "", "", ALL_200),
    door("GET", "/api/v1/openapi.json", "", "", ALL_200),
    door("GET", "/api/v1/games", "", "", ALL_200),
    door("POST", "/api/v1/tokens", "", r#"{"name":"Talos"}"#, ALL_200),
    door("POST", "/api/v1/pair", "", r#"{"game":"glory","players":9}"#, [401, 422, 422, 422, 422]),
    door("GET", "/api/v1/tournaments/{tournament}", "", "", [401, 404, 404, 404, 404]),
    door("POST", "/api/v1/tournaments/{tournament}/join", "", "", [401, 404, 404, 404, 404]),
    door("POST", "/api/v1/tables", "", r#"{"game":"glory","seats":["me","me"]}"#, [401, 200, 200, 200, 200]),
    door("GET", "/api/v1/tables/{id}", "?seat=A", "", [401, 200, 200, 200, 200]),
    door("GET", "/api/v1/tables/{id}/log", "?seat=A", "", [401, 200, 200, 200, 200]),
    door("GET", "/api/v1/tables/{id}/events", "?seat=A", "", [401, 200, 200, 200, 200]),
    door("POST", "/api/v1/tables/{id}/moves", "", r#"{"action":"nonsense","seat":"A"}"#, SEAT_422_BY_TOKEN),
    door("POST", "/api/v1/tables/{id}/seats", "", r#"{"seat":"A"}"#, [401, 422, 422, 422, 422]),
    // Resigning ends the game, so the two ways to stop come last; then there is nothing left to leave.
    door("POST", "/t/{id}/resign", "", "seat=A", [403, 403, 403, 303, 403]),
    door("POST", "/t/{id}/leave", "", "seat=A", SEAT_422),
    door("POST", "/api/v1/tables/{id}/resign", "", r#"{"seat":"A"}"#, SEAT_422_BY_TOKEN),
    door("POST", "/api/v1/tables/{id}/leave", "", r#"{"seat":"A"}"#, SEAT_422_BY_TOKEN),
    // Who signs out is somebody else with the next click, and who deletes everything is gone.
    door("POST", "/me/out", "", "device=ffff", [303; 5]),
    door("POST", "/me/out-others", "", "", [303; 5]),
    door("POST", "/me/delete", "", "", ALL_200),
];
