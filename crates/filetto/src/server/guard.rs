//! Who may talk to the server: this machine's user in this server's own page, nobody else's page.
//!
//! A page of another site can make the browser send requests here. It cannot forge `Origin`, so a WebSocket from it is refused;
//! and with a name of its own that it lets point here (DNS rebinding) it cannot forge `Host`, so only `localhost`, bare addresses
//! the name the user gave and those of the machine are answered.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;

/// What every answer carries: the page may load from here and talk to here, and nothing else may frame or read it.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses requests that come by a foreign name or from a foreign page; adds the headers to all answers.
pub(super) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.headers(), &app.names) {
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered, if it is not.
fn refusal(headers: &HeaderMap, own_names: &[String]) -> Option<&'static str> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(host) = text(header::HOST).filter(|host| is_ours(host, own_names)) else {
        return Some("this server does not answer to that name\n");
    };
    // Programs that are no browsers send no origin; a browser always does where it matters.
    let foreign = text(header::ORIGIN).is_some_and(|origin| {
        let origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host))
    });
    foreign.then_some("this server does not answer to pages of other sites\n")
}

/// Whether a `Host` header names this server: an address, `localhost`, or one of its own names. The port may differ: somebody
/// may have forwarded it.
fn is_ours(host: &str, own_names: &[String]) -> bool {
    let Some(authority) = host.parse::<Uri>().ok().and_then(|uri| uri.into_parts().authority) else { return false };
    let name = authority.host().trim_start_matches('[').trim_end_matches(']');
    let own = |own: &String| name.eq_ignore_ascii_case(own);
    name.parse::<IpAddr>().is_ok() || name.eq_ignore_ascii_case("localhost") || own_names.iter().any(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        refusal(&headers, &["board.lan".to_owned(), "Desk".to_owned()]).is_none()
    }

    #[test]
    fn only_our_own_names_and_pages_are_answered() {
        assert!(answered("127.0.0.1:7333", None));
        assert!(answered("[::1]:7333", Some("http://[::1]:7333")));
        assert!(answered("localhost:7333", Some("http://localhost:7333")));
        assert!(answered("board.lan:80", Some("https://board.lan:80")));
        assert!(answered("desk:7333", Some("http://desk:7333")));
        assert!(!answered("desk.evil.example:7333", None));
        assert!(!answered("evil.example:7333", None), "rebinding");
        assert!(!answered("127.0.0.1.evil.example", None));
        assert!(!answered("", None));
        assert!(!answered("127.0.0.1:7333", Some("http://evil.example")), "cross-site");
        assert!(!answered("127.0.0.1:7333", Some("http://localhost:7333")));
        assert!(!answered("127.0.0.1:7333", Some("http://127.0.0.1:8000")), "another server of this machine");
        assert!(!answered("127.0.0.1:7333", Some("null")));
    }
}
