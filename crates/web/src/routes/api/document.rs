//! The API's description: what the handlers say of themselves, with every error that there can be, the views of the games, and what leads
//! where.

use std::sync::LazyLock;

use games::{Playable, Visit};
use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{OpenApi, PartialSchema, ToSchema};

use super::answers::Position;
use crate::trouble::ApiError;

/// What the handlers say of themselves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Gloria",
        description = "Tables of Gloria for programs. Get a token, open or join a table, read positions, make moves. Every answer is JSON; whatever is refused says why in one sentence."
    ),
    paths(
        super::tokens,
        super::games,
        super::open,
        super::seats,
        super::position,
        super::log,
        super::moves,
        super::resign,
        super::leave,
        super::remove,
        super::events,
        super::strangers::pair,
        super::strangers::tournament,
        super::strangers::join
    ),
    components(schemas(ApiError))
)]
struct Api;

/// The OpenAPI document.
pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = serde_json::to_value(Api::openapi()).expect("the description is JSON");
    document["info"]["version"] = json!("1");
    document["components"]["securitySchemes"] = json!({ "token": { "type": "http", "scheme": "bearer" } });
    views(&mut document);
    inputs(&mut document);
    errors(&mut document);
    links(&mut document);
    document
});

/// A game's view: its name, and the schemas it is made of.
struct Views;

impl Visit for Views {
    type Answer = (String, Vec<(String, RefOr<Schema>)>);

    fn visit<G: Playable>(&mut self) -> Self::Answer {
        let name = G::Names::name().into_owned();
        let mut schemas = vec![(name.clone(), G::Names::schema())];
        G::Names::schemas(&mut schemas);
        (name, schemas)
    }
}

/// A position's view is one of those of the games, or none before the game begins.
fn views(document: &mut Value) {
    let (names, schemas): (Vec<_>, Vec<_>) = games::each(&mut Views).unzip();
    let all = &mut document["components"]["schemas"];
    for (name, schema) in schemas.into_iter().flatten() {
        all[name] = closed(serde_json::to_value(schema).expect("a schema is JSON"));
    }
    let mut forms: Vec<Value> =
        names.iter().map(|name| json!({ "$ref": format!("#/components/schemas/{name}") })).collect();
    forms.push(json!({ "type": "null" }));
    let view = json!({ "description": "What the viewer sees, in names; null before the game begins.", "oneOf": forms });
    let position = Position::name().into_owned();
    all[position]["properties"]["view"] = view;
    for (_, schema) in all.as_object_mut().into_iter().flatten() {
        *schema = closed(schema.take());
    }
}

/// What has fields has no others.
fn closed(mut schema: Value) -> Value {
    if schema.get("properties").is_some() {
        schema["additionalProperties"] = json!(false);
    }
    schema
}

/// What can be sent, as far as it follows from the games and the bots that there are.
fn inputs(document: &mut Value) {
    let levels: Vec<&str> = room::levels().iter().map(|(level, _)| *level).collect();
    let table = &mut document["components"]["schemas"]["NewTable"]["properties"];
    table["game"]["enum"] = json!(games::NAMES);
    table["seats"]["items"] =
        json!({ "type": "string", "pattern": format!("^(me|open|link|bot:({}))$", levels.join("|")) });
}

/// What each status means.
const MEANINGS: [(&str, &str); 10] = [
    ("400", "The request is not what this document says"),
    ("401", "No token, or none of this server"),
    ("403", "Not for this program: somebody else's seat or table, or a request from another site's page"),
    ("404", "No such table, game or tournament"),
    ("409", "The table has moved on since the position that the request was made in"),
    ("413", "The body is too long"),
    ("422", "Understood, but the table or the rules of the game do not allow it"),
    ("429", "Too much at once, or too much in the last hour"),
    ("500", "Something of the server's own is broken"),
    ("503", "The log can't be written or read at the moment, or the server is stopping"),
];

/// Every operation says all that can go wrong with it.
fn errors(document: &mut Value) {
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for (_, operation) in methods.as_object_mut().into_iter().flatten() {
            let (sends, identified) =
                (operation.get("requestBody").is_some(), operation.get("security").is_some());
            let (at_table, asks) = (path.contains("{id}"), operation.get("parameters").is_some());
            let can = |status: &str| match status {
                "400" => sends || asks,
                "401" => identified,
                "403" | "413" | "422" => sends || path.ends_with("/log"),
                "404" => {
                    let games = path.ends_with("/tables") || path.ends_with("/pair");
                    at_table || games || path.contains("/tournaments/")
                }
                "409" => sends && at_table,
                _ => true,
            };
            for (status, meaning) in MEANINGS.into_iter().filter(|(status, _)| can(status)) {
                operation["responses"][status] = json!({
                    "description": meaning,
                    "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ApiError" } } },
                });
            }
            if identified {
                operation["responses"]["401"]["headers"] = json!({
                    "WWW-Authenticate": { "description": "How to identify oneself", "schema": { "type": "string" } },
                });
            }
        }
    }
}

/// What can be done with an answer: a table that was opened can be looked at, a position can be played in.
fn links(document: &mut Value) {
    let table = json!({ "id": "$response.body#/table" });
    let link = |operation: &str, body: Option<Value>| {
        let mut link = json!({ "operationId": operation, "parameters": table });
        if let Some(body) = body {
            link["requestBody"] = body;
        }
        link
    };
    let mut all = Map::new();
    for operation in ["position", "log"] {
        all.insert(operation.to_owned(), link(operation, None));
    }
    for operation in ["seats", "resign", "leave"] {
        all.insert(operation.to_owned(), link(operation, Some(json!({}))));
    }
    let mut events = link("events", None);
    events["parameters"]["lines"] = json!(1);
    all.insert("events".to_owned(), events);
    all.insert("remove".to_owned(), link("remove", Some(json!({ "seat": "B", "then": "open" }))));
    let opened = Value::Object(all.clone());
    let first = json!({ "action": "$response.body#/legal/0/action", "seq": "$response.body#/seq", "seat": "$response.body#/seat" });
    all.insert("moves".to_owned(), link("moves", Some(first)));
    let shown = Value::Object(all);
    let paths = &mut document["paths"];
    paths["/api/v1/tables"]["post"]["responses"]["200"]["links"] = opened;
    for (path, method) in [("", "get"), ("/moves", "post"), ("/seats", "post")] {
        paths[format!("/api/v1/tables/{{id}}{path}")][method]["responses"]["200"]["links"] = shown.clone();
    }
}
