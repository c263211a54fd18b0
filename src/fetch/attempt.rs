//! One attempt at a download.

use std::io::Read;

use ureq::{Agent, Body, Error, Proxy, Timeout, http::Response};

use crate::fetch::{Download, FetchError, OnProgress, PartialDownload};

/// How many bytes are taken at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// Why an attempt failed.
pub(super) enum DownloadError {
    /// Not retryable.
    Final(FetchError),
    /// No connection.
    Unreachable(String),
    /// HTTP status of a server error.
    Server(u16),
    /// The connection was interrupted.
    Broken(String),
}

impl DownloadError {
    /// The error to show when no attempt is left.
    pub(super) fn into_error(self, download: &Download<'_>, received: u64) -> FetchError {
        let (url, by_hand) = (download.url.clone(), download.by_hand());
        match self {
            Self::Final(error) => error,
            Self::Unreachable(reason) => FetchError::Offline { url, reason, by_hand },
            Self::Server(status) => FetchError::Server { url, status, by_hand },
            Self::Broken(reason) => FetchError::Broken { url, received, reason, by_hand },
        }
    }
}

impl From<FetchError> for DownloadError {
    fn from(error: FetchError) -> Self {
        Self::Final(error)
    }
}

/// The HTTP client. Connections are not reused, because one that broke must not be used again.
pub(super) fn agent(download: &Download<'_>) -> Agent {
    let settings = download.settings;
    // A proxy cannot reach local addresses of this machine.
    let host = download.url.split_once("://").map_or("", |(_, rest)| rest);
    let is_local = ["127.0.0.1", "localhost", "[::1]"].iter().any(|local| host.starts_with(local));
    Agent::config_builder()
        .http_status_as_error(false)
        .user_agent(concat!("proxpool/", env!("CARGO_PKG_VERSION")))
        // Packing on the way would make the byte counts of a resumed download wrong.
        .accept_encoding("identity")
        .proxy(if is_local { None } else { Proxy::try_from_env() })
        .max_idle_connections(0)
        .timeout_resolve(Some(settings.connect_timeout))
        .timeout_connect(Some(settings.connect_timeout))
        .timeout_per_read(Some(settings.idle_timeout))
        .build()
        .new_agent()
}

/// Downloads into the partial file, resuming it if the server allows.
pub(super) fn download(
    download: &Download<'_>,
    agent: &Agent,
    part: &mut PartialDownload,
    progress: &mut OnProgress<'_>,
) -> Result<(), DownloadError> {
    let mut request = agent.get(&download.url);
    if let Some(validator) = part.validator() {
        request = request.header("Range", format!("bytes={}-", part.len())).header("If-Range", validator);
    }
    let response = request.call().map_err(|error| download_error(download, &error))?;
    let total = match response.status().as_u16() {
        200 => start(&response, part)?,
        206 => resume(&response, part)?,
        // The part is as long as the file or longer, so it is of something else.
        416 if part.len() > 0 => return Err(restart(part)),
        404 | 410 => {
            return Err(FetchError::NotFound { name: download.name.to_owned(), url: download.url.clone() }.into());
        }
        status @ (408 | 429 | 500..) => return Err(DownloadError::Server(status)),
        status => return Err(DownloadError::Final(DownloadError::Server(status).into_error(download, part.len()))),
    };
    take(download, response, total, part, progress)
}

fn take(
    download: &Download<'_>,
    response: Response<Body>,
    total: Option<u64>,
    part: &mut PartialDownload,
    progress: &mut OnProgress<'_>,
) -> Result<(), DownloadError> {
    let max_bytes = download.settings.max_bytes;
    let too_large = || FetchError::TooLarge { url: download.url.clone(), max_bytes, by_hand: download.by_hand() };
    if total.is_some_and(|total| total > max_bytes) {
        return Err(too_large().into());
    }
    let mut body = response.into_body().into_reader();
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        if progress(part.len(), total).is_break() {
            return Err(FetchError::Cancelled { name: download.name.to_owned() }.into());
        }
        let bytes = match body.read(&mut chunk) {
            Ok(0) => break,
            Ok(n) => chunk.get(..n).unwrap_or_default(),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(DownloadError::Broken(words(&Error::from(error)))),
        };
        // The length given by the server is not trusted.
        if part.len() + bytes.len() as u64 > max_bytes {
            return Err(too_large().into());
        }
        part.append(bytes)?;
    }
    match total {
        Some(total) if part.len() < total => {
            Err(DownloadError::Broken("the server closed the connection early".to_owned()))
        }
        Some(total) if part.len() > total => Err(restart(part)),
        _ => Ok(()),
    }
}

/// The server sends the whole file; earlier bytes are discarded.
fn start(response: &Response<Body>, part: &mut PartialDownload) -> Result<Option<u64>, FetchError> {
    let length = response.body().content_length();
    // Without a length a break can go unnoticed, so such a download is not continued.
    part.restart(length.and_then(|_| validator(response)).as_deref())?;
    Ok(length)
}

/// The server sends the rest; accepted if it belongs to the same file and starts at the right byte.
fn resume(response: &Response<Body>, part: &mut PartialDownload) -> Result<Option<u64>, DownloadError> {
    let is_same = validator(response).is_none_or(|validator| part.validator() == Some(&*validator));
    match header(response, "Content-Range").and_then(content_range) {
        Some((from, total)) if is_same && part.len() > 0 && from == part.len() => {
            Ok(total.or(response.body().content_length().and_then(|length| length.checked_add(from))))
        }
        _ => Err(restart(part)),
    }
}

/// Discards the partial file, so that the next attempt requests the whole file.
fn restart(part: &mut PartialDownload) -> DownloadError {
    match part.restart(None) {
        Ok(()) => DownloadError::Broken("the file on the server has changed".to_owned()),
        Err(error) => DownloadError::Final(error),
    }
}

/// Identifies this version of the file: a strong ETag, or else a date.
fn validator(response: &Response<Body>) -> Option<String> {
    let etag = header(response, "ETag").filter(|etag| etag.starts_with('"'));
    etag.or_else(|| header(response, "Last-Modified")).map(str::to_owned)
}

fn header<'r>(response: &'r Response<Body>, name: &str) -> Option<&'r str> {
    response.headers().get(name).and_then(|value| value.to_str().ok())
}

/// First byte and total of `bytes 10-99/100`; the total may be `*`.
fn content_range(value: &str) -> Option<(u64, Option<u64>)> {
    let (range, total) = value.strip_prefix("bytes ")?.split_once('/')?;
    let (first, last) = range.split_once('-')?;
    let (first, last): (u64, u64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    let total = if total.trim() == "*" { None } else { Some(total.trim().parse().ok()?) };
    (first <= last && total.is_none_or(|total| last < total)).then_some((first, total))
}

fn download_error(download: &Download<'_>, error: &Error) -> DownloadError {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, Interrupted, TimedOut, UnexpectedEof};
    match error {
        Error::BadUri(_) | Error::Http(_) => FetchError::BadAddress { url: download.url.clone() }.into(),
        Error::Io(io)
            if matches!(
                io.kind(),
                BrokenPipe | ConnectionAborted | ConnectionReset | Interrupted | TimedOut | UnexpectedEof
            ) =>
        {
            DownloadError::Broken(words(error))
        }
        Error::Timeout(Timeout::Connect | Timeout::Resolve) => DownloadError::Unreachable(words(error)),
        Error::Timeout(_) | Error::Protocol(_) | Error::BodyStalled => DownloadError::Broken(words(error)),
        Error::TooManyRedirects | Error::RedirectFailed | Error::LargeResponseHeader(..) => {
            DownloadError::Final(DownloadError::Broken(words(error)).into_error(download, 0))
        }
        _ => DownloadError::Unreachable(words(error)),
    }
}

/// A readable reason.
fn words(error: &Error) -> String {
    match error {
        Error::HostNotFound => "host not found".to_owned(),
        Error::Timeout(_) => "timeout".to_owned(),
        Error::TooManyRedirects => "too many redirects".to_owned(),
        Error::Io(error) => match error.kind() {
            std::io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
            std::io::ErrorKind::UnexpectedEof => "the server closed the connection early".to_owned(),
            std::io::ErrorKind::ConnectionReset => "connection reset by the server".to_owned(),
            _ => error.to_string(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_ranges_are_read_strictly() {
        assert_eq!(content_range("bytes 10-99/100"), Some((10, Some(100))));
        assert_eq!(content_range("bytes 10-99/*"), Some((10, None)));
        for bad in
            ["10-99/100", "bytes 99-10/100", "bytes 10-100/100", "bytes -5/100", "bytes */100", "bytes 1-2/x", ""]
        {
            assert_eq!(content_range(bad), None, "{bad}");
        }
    }
}
