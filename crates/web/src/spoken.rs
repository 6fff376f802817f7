//! The language of an answer: whatever is drawn for a request is drawn in it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use table::speaking;
use table::tongue::{English, Tongue};

use crate::tables::Tables;

/// Work that is done in a language, on whatever thread.
struct Spoken {
    tongue: &'static dyn Tongue,
    work: Pin<Box<dyn Future<Output = Response> + Send>>,
}

impl Future for Spoken {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Response> {
        let tongue = self.tongue;
        speaking(tongue, || self.work.as_mut().poll(context))
    }
}

/// Answers in the server's language, and programs in English. A guest's own would be chosen here.
pub async fn speak(State(tables): State<Arc<Tables>>, request: Request, next: Next) -> Response {
    let program = request.uri().path().starts_with("/api/");
    let tongue = if program { &English } else { tables.config.tongue };
    Spoken { tongue, work: Box::pin(next.run(request)) }.await
}
