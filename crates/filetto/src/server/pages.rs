//! The page's files, inside the binary.

use axum::body::Body;
use axum::http::header::{self, HeaderMap};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/app/"]
struct Files;

/// Proofs that the atlas speaks of.
#[derive(RustEmbed)]
#[folder = "../../fixtures/certificates/"]
struct Certificates;

/// Whether there is a certificate of this name.
pub(super) fn has_certificate(name: &str) -> bool {
    name.ends_with(".cert") && Certificates::iter().any(|known| known == name)
}

/// The bytes of a certificate.
pub(super) fn certificate(name: &str) -> Option<Vec<u8>> {
    has_certificate(name).then(|| Certificates::get(name)).flatten().map(|file| file.data.into_owned())
}

fn find(wanted: &str) -> Option<EmbeddedFile> {
    match wanted.strip_prefix("certificates/") {
        Some(wanted) => has_certificate(wanted).then(|| Certificates::get(wanted)).flatten(),
        None => Files::iter().find(|name| name == wanted).and_then(|name| Files::get(&name)),
    }
}

/// The file that a path names, if it is one of ours. The path is compared with the list of files and goes no further.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let wanted = uri.path().trim_start_matches('/');
    let wanted = if wanted.is_empty() { "index.html" } else { wanted };
    let Some(file) = find(wanted) else { return (StatusCode::NOT_FOUND, "there is no such page\n").into_response() };
    let tag = tag(&file);
    let fresh = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    // Asked for every time, sent only when changed: a new binary never meets an old page.
    let head = [(header::CONTENT_TYPE, kind(wanted)), (header::CACHE_CONTROL, "no-cache")];
    let body = if fresh { Body::empty() } else { Body::from(file.data) };
    let status = if fresh { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    (status, head, [(header::ETAG, tag)], body).into_response()
}

fn tag(file: &EmbeddedFile) -> String {
    let hash: String = file.metadata.sha256_hash().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}\"")
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
