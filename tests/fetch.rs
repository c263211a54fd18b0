//! Downloads against a server on this machine that misbehaves in every way a server can.
//! Nothing but 127.0.0.1 is contacted.

use std::{
    fs,
    io::{Cursor, Read, Write},
    net::{TcpListener, TcpStream},
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use proxpool::{
    fetch::{FetchError, Settings, check_dataset, fetch},
    math::rng::Rng,
    readers::{Place, ReadError, source::Source},
};
use tempfile::TempDir;

type Reply = Box<dyn FnOnce(&str, &mut TcpStream) + Send>;

/// Answers each connection with the next reply, then stops.
struct Server {
    url: String,
    requests: Arc<Mutex<Vec<String>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let (seen, stopped) = (requests.clone(), stop.clone());
        let thread = thread::spawn(move || {
            let deadline = Instant::now() + Duration::from_secs(10);
            for reply in replies {
                let mut stream = loop {
                    match listener.accept() {
                        Ok((stream, _)) => break stream,
                        Err(_) if stopped.load(Ordering::Relaxed) || Instant::now() > deadline => return,
                        Err(_) => thread::sleep(Duration::from_millis(1)),
                    }
                };
                stream.set_nonblocking(false).unwrap();
                stream.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
                stream.set_write_timeout(Some(Duration::from_secs(2))).unwrap();
                let request = read_request(&mut stream);
                seen.lock().unwrap().push(request.clone());
                reply(&request, &mut stream);
            }
        });
        Self { url, requests, stop, thread: Some(thread) }
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") && bytes.len() < 8192 && matches!(stream.read(&mut byte), Ok(1)) {
        bytes.push(byte[0]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn header<'a>(request: &'a str, name: &str) -> Option<&'a str> {
    request
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find_map(|(key, value)| key.eq_ignore_ascii_case(name).then_some(value.trim()))
}

/// Sends a head and a body, which may be shorter or longer than the declared length.
fn answer(head: String, body: Vec<u8>) -> Reply {
    Box::new(move |_, stream| {
        let _ = stream.write_all(format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes());
        let _ = stream.write_all(&body);
    })
}

fn status(line: &str) -> Reply {
    answer(format!("{line}\r\nContent-Length: 0"), Vec::new())
}

fn whole(body: &[u8], etag: &str) -> Reply {
    cut(body, etag, body.len())
}

/// Promises all and sends the first `n` bytes.
fn cut(body: &[u8], etag: &str, n: usize) -> Reply {
    answer(format!("200 OK\r\nContent-Length: {}\r\nETag: {etag}", body.len()), body[..n].to_vec())
}

/// Sends the rest that was asked for, if the validator is the right one, else all.
fn rest(body: &[u8], etag: &str) -> Reply {
    let (body, etag) = (body.to_vec(), etag.to_owned());
    Box::new(move |request, stream| {
        let from =
            header(request, "range").and_then(|range| range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok());
        match from {
            Some(from) if header(request, "if-range") == Some(&etag) => {
                let rest = body[from..].to_vec();
                let head = format!(
                    "206 Partial Content\r\nContent-Length: {}\r\nContent-Range: bytes {from}-{}/{}\r\nETag: {etag}",
                    rest.len(),
                    body.len() - 1,
                    body.len()
                );
                answer(head, rest)(request, stream);
            }
            _ => whole(&body, &etag)(request, stream),
        }
    })
}

/// A zip of incompressible bytes that has the file by which a dataset is known.
fn zip_of(member: &str, seed: u64) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    zip.start_file(member, options).unwrap();
    let mut rng = Rng::new(seed);
    for _ in 0..20_000 {
        zip.write_all(&rng.next_u64().to_le_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn demo() -> Vec<u8> {
    zip_of("DEMO/DEMO_A.txt", 1)
}

fn is_demo(path: &Path) -> Result<(), ReadError> {
    let names = Source::zip_file(path)?.names();
    if names.iter().any(|name| name.ends_with("DEMO_A.txt")) {
        Ok(())
    } else {
        Err(ReadError::new(Place::default(), "no DEMO_A.txt", "look again"))
    }
}

fn settings(url: &str) -> Settings {
    Settings {
        base_url: url.to_owned(),
        max_bytes: 1 << 20,
        back_off: Duration::from_millis(1),
        connect_timeout: Duration::from_secs(2),
        idle_timeout: Duration::from_secs(2),
        ..Settings::new(thread::sleep)
    }
}

fn get(settings: &Settings, folder: &TempDir) -> Result<Vec<u8>, FetchError> {
    let path = fetch("DEMO", folder.path(), settings, &is_demo, &mut |_, _| ControlFlow::Continue(()))?;
    assert_eq!(path, folder.path().join("DEMO.zip"));
    Ok(fs::read(path).unwrap())
}

/// A folder with an older download in it.
fn folder_with_old() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("DEMO.zip"), "old").unwrap();
    folder
}

fn files(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The error of a download that must leave the older one as it was and nothing beside it.
fn failure(replies: Vec<Reply>) -> FetchError {
    let server = Server::start(replies);
    let folder = folder_with_old();
    let error = get(&settings(&server.url), &folder).unwrap_err();
    assert_eq!(fs::read(folder.path().join("DEMO.zip")).unwrap(), b"old");
    assert_eq!(files(&folder), ["DEMO.zip"]);
    error
}

/// A download that must succeed, and the requests it took.
fn success(replies: Vec<Reply>) -> Vec<String> {
    let server = Server::start(replies);
    let folder = folder_with_old();
    assert!(get(&settings(&server.url), &folder).unwrap() == demo(), "other bytes came than were sent");
    assert_eq!(files(&folder), ["DEMO.zip"]);
    server.requests()
}

#[test]
fn a_download_arrives_byte_for_byte() {
    let server = Server::start(vec![whole(&demo(), "\"a\"")]);
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data/new");
    let mut steps = Vec::new();
    let path = fetch("DEMO", &folder, &settings(&format!("{}/", server.url)), &is_demo, &mut |received, total| {
        steps.push((received, total));
        ControlFlow::Continue(())
    });
    assert!(fs::read(path.unwrap()).unwrap() == demo());
    let len = demo().len() as u64;
    assert_eq!((steps.first(), steps.last()), (Some(&(0, Some(len))), Some(&(len, Some(len)))));
    assert!(server.requests()[0].starts_with("GET /DEMO.zip HTTP/1.1\r\n"));
}

#[test]
fn a_length_is_not_needed() {
    success(vec![answer("200 OK".to_owned(), demo())]);
}

#[test]
fn a_name_the_server_does_not_know_is_said_with_the_list() {
    let error = failure(vec![status("404 Not Found")]).to_string();
    assert!(error.starts_with("no dataset “DEMO” at http://127.0.0.1:"), "{error}");
    assert!(error.ends_with("/DEMO.zip; see the list of names at https://chrsmrrs.github.io/datasets"), "{error}");
}

#[test]
fn a_server_in_trouble_is_asked_again() {
    let requests = success(vec![status("500 Internal Server Error"), status("503 Busy"), whole(&demo(), "\"a\"")]);
    assert_eq!(requests.len(), 3);
}

#[test]
fn a_server_that_stays_in_trouble_is_given_up() {
    let error = failure((0..4).map(|_| status("502 Bad Gateway")).collect());
    assert!(matches!(error, FetchError::Server { status: 502, .. }), "{error}");
    assert!(matches!(failure(vec![status("403 Forbidden")]), FetchError::Server { status: 403, .. }));
}

#[test]
fn a_broken_download_is_continued_where_it_broke() {
    let requests = success(vec![cut(&demo(), "\"a\"", 50_000), rest(&demo(), "\"a\"")]);
    assert_eq!(header(&requests[0], "range"), None);
    assert_eq!(header(&requests[1], "range"), Some("bytes=50000-"));
    assert_eq!(header(&requests[1], "if-range"), Some("\"a\""));
}

#[test]
fn a_server_that_ignores_ranges_starts_over() {
    success(vec![cut(&demo(), "\"a\"", 50_000), whole(&demo(), "\"a\"")]);
}

#[test]
fn a_file_that_changed_meanwhile_starts_over() {
    success(vec![cut(&zip_of("DEMO_A.txt", 2), "\"a\"", 50_000), rest(&demo(), "\"b\"")]);
    // One that continues at another byte, or with another file, is asked for the whole.
    let len = demo().len();
    let wrong = format!("206 Partial Content\r\nContent-Range: bytes 40000-{}/{len}\r\nETag: \"a\"", len - 1);
    let wrong = answer(wrong, demo()[40_000..len - 10_000].to_vec());
    let requests = success(vec![cut(&demo(), "\"a\"", 50_000), wrong, rest(&demo(), "\"a\"")]);
    assert_eq!(header(&requests[2], "range"), None);
    let other = format!("206 Partial Content\r\nContent-Range: bytes 5-{}/{len}\r\nETag: \"b\"", len - 1);
    let requests = success(vec![cut(&demo(), "\"a\"", 5), answer(other, demo()[5..].to_vec()), rest(&demo(), "\"a\"")]);
    assert_eq!(header(&requests[2], "range"), None);
    success(vec![cut(&demo(), "\"a\"", 50_000), status("416 Range Not Satisfiable"), rest(&demo(), "\"a\"")]);
}

#[test]
fn a_weak_validator_is_not_trusted() {
    let requests = success(vec![cut(&demo(), "W/\"a\"", 50_000), rest(&demo(), "W/\"a\"")]);
    assert_eq!(header(&requests[1], "range"), None);
}

#[test]
fn what_came_stays_for_the_next_time() {
    let folder = folder_with_old();
    let server = Server::start((0..4).map(|_| cut(&demo(), "\"a\"", 50_000)).chain([rest(&demo(), "\"a\"")]).collect());
    let error = get(&settings(&server.url), &folder).unwrap_err().to_string();
    assert!(
        error.contains(
            "was interrupted after 50000 bytes (the server closed the connection early); start it again, or download \
             http://"
        ),
        "{error}"
    );
    assert_eq!(files(&folder), ["DEMO.zip", "DEMO.zip.part", "DEMO.zip.part.tag"]);
    assert_eq!(fs::read(folder.path().join("DEMO.zip")).unwrap(), b"old");
    assert!(get(&settings(&server.url), &folder).unwrap() == demo());
    assert_eq!(header(&server.requests()[4], "range"), Some("bytes=50000-"));
    assert_eq!(files(&folder), ["DEMO.zip"]);
}

#[test]
fn a_part_of_another_address_or_without_a_tag_is_not_continued() {
    for tag in [None, Some("http://elsewhere/DEMO.zip\n\"a\"\n"), Some("\u{0}\n\n"), Some("")] {
        let folder = folder_with_old();
        fs::write(folder.path().join("DEMO.zip.part"), "junk").unwrap();
        if let Some(tag) = tag {
            fs::write(folder.path().join("DEMO.zip.part.tag"), tag).unwrap();
        }
        let server = Server::start(vec![rest(&demo(), "\"a\"")]);
        assert!(get(&settings(&server.url), &folder).unwrap() == demo());
        assert_eq!(header(&server.requests()[0], "range"), None);
        assert_eq!(files(&folder), ["DEMO.zip"]);
    }
}

#[test]
fn a_web_page_is_not_a_dataset() {
    let page = b"<!DOCTYPE html><html>Please sign in</html>".to_vec();
    let error =
        failure(vec![answer(format!("200 OK\r\nContent-Type: text/html\r\nContent-Length: {}", page.len()), page)]);
    assert!(error.to_string().contains("is not the dataset “DEMO” ("), "{error}");
    assert!(error.to_string().contains("this is a web page, not data"), "{error}");
    assert!(matches!(failure(vec![whole(&zip_of("OTHER_A.txt", 3), "\"a\"")]), FetchError::NotADataset { .. }));
    assert!(matches!(failure(vec![status("200 OK")]), FetchError::NotADataset { .. }));
}

#[test]
fn the_check_of_a_dataset_wants_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.zip.part");
    fs::write(&path, zip_of("OTHER/OTHER_A.txt", 3)).unwrap();
    let error = check_dataset(&path, "DEMO").unwrap_err();
    assert_eq!(error.what, "this zip contains no DEMO_A.txt");
}

#[test]
fn an_endless_answer_ends_at_the_cap() {
    let endless: Reply = Box::new(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        let chunk = vec![7; 64 << 10];
        for _ in 0..200 {
            if stream.write_all(&chunk).is_err() {
                break;
            }
        }
    });
    let error = failure(vec![endless]);
    assert!(matches!(error, FetchError::TooLarge { max_bytes: 1_048_576, .. }), "{error}");
}

#[test]
fn a_length_above_the_cap_is_refused_before_the_bytes() {
    let huge = || answer("200 OK\r\nContent-Length: 99999999999".to_owned(), vec![7; 100]);
    assert!(matches!(failure(vec![huge()]), FetchError::TooLarge { .. }));
    let liar = answer(
        "206 Partial Content\r\nContent-Range: bytes 10-99999998/99999999\r\nETag: \"a\"\r\nContent-Length: 99999989"
            .to_owned(),
        Vec::new(),
    );
    assert!(matches!(failure(vec![cut(&demo(), "\"a\"", 10), liar]), FetchError::TooLarge { .. }));
}

#[test]
fn without_a_connection_the_message_says_how_to_do_it_by_hand() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let folder = folder_with_old();
    let settings =
        Settings { pause: |_| panic!("there is nothing to wait for"), ..settings(&format!("http://{address}")) };
    let error = get(&settings, &folder).unwrap_err().to_string();
    let url = format!("http://{address}/DEMO.zip");
    assert_eq!(
        error,
        format!(
            "{url} cannot be reached (connection refused); check the connection, or download {url} in a browser and \
             put DEMO.zip into {}",
            folder.path().display()
        )
    );
    assert_eq!(files(&folder), ["DEMO.zip"]);
}

#[test]
fn a_server_that_stalls_is_left() {
    let stall = |n: usize| -> Reply {
        Box::new(move |request, stream| {
            cut(&demo(), "\"a\"", n)(request, stream);
            thread::sleep(Duration::from_millis(450));
        })
    };
    let server = Server::start(vec![stall(100), rest(&demo(), "\"a\"")]);
    let folder = folder_with_old();
    let quick = Settings { idle_timeout: Duration::from_millis(200), retries: 0, ..settings(&server.url) };
    let error = get(&quick, &folder).unwrap_err().to_string();
    assert!(error.contains("was interrupted after 100 bytes (timeout)"), "{error}");
    assert!(get(&settings(&server.url), &folder).unwrap() == demo());
    assert_eq!(header(&server.requests()[1], "range"), Some("bytes=100-"));
}

#[test]
fn cancelling_keeps_what_came() {
    let server = Server::start(vec![whole(&demo(), "\"a\""), rest(&demo(), "\"a\"")]);
    let folder = folder_with_old();
    let mut half = |received: u64, _: Option<u64>| {
        if received > 60_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let error = fetch("DEMO", folder.path(), &settings(&server.url), &is_demo, &mut half).unwrap_err();
    assert!(matches!(error, FetchError::Cancelled { .. }), "{error}");
    assert_eq!(fs::read(folder.path().join("DEMO.zip")).unwrap(), b"old");
    let kept = fs::metadata(folder.path().join("DEMO.zip.part")).unwrap().len();
    assert!(get(&settings(&server.url), &folder).unwrap() == demo());
    assert_eq!(header(&server.requests()[1], "range"), Some(&*format!("bytes={kept}-")));
}

#[test]
fn a_redirect_is_followed_and_an_endless_one_is_not() {
    let to = |location: &str| answer(format!("302 Found\r\nLocation: {location}\r\nContent-Length: 0"), Vec::new());
    let requests = success(vec![to("/elsewhere/DEMO.zip"), whole(&demo(), "\"a\"")]);
    assert!(requests[1].starts_with("GET /elsewhere/DEMO.zip "));
    let error = failure((0..20).map(|_| to("/DEMO.zip")).collect()).to_string();
    assert!(error.contains("too many redirects"), "{error}");
}

#[test]
fn one_download_at_a_time() {
    let server = Server::start(vec![whole(&demo(), "\"a\"")]);
    let folder = folder_with_old();
    let mut inner = None;
    let mut meanwhile = |_: u64, _: Option<u64>| {
        inner.get_or_insert_with(|| get(&settings(&server.url), &folder).unwrap_err());
        ControlFlow::Continue(())
    };
    fetch("DEMO", folder.path(), &settings(&server.url), &is_demo, &mut meanwhile).unwrap();
    assert!(matches!(inner, Some(FetchError::Busy { .. })));
}

#[test]
fn names_addresses_and_folders_are_checked() {
    let folder = folder_with_old();
    let mut go = |_: u64, _: Option<u64>| ControlFlow::Continue(());
    let error = fetch("../DEMO", folder.path(), &settings("http://127.0.0.1:1"), &is_demo, &mut go).unwrap_err();
    assert_eq!(
        error.to_string(),
        "“../DEMO” is not a valid dataset name; use letters, digits and - _ + . as in “PTC_MR”"
    );
    for address in ["127.0.0.1", "", "ftp://127.0.0.1", "http://"] {
        let error = get(&settings(address), &folder).unwrap_err();
        assert!(matches!(error, FetchError::BadAddress { .. }), "{address}: {error}");
    }
    let file = folder.path().join("DEMO.zip/below");
    let error = fetch("DEMO", &file, &settings("http://127.0.0.1:1"), &is_demo, &mut go).unwrap_err();
    assert!(matches!(error, FetchError::Disk { .. }), "{error}");
    assert_eq!(files(&folder), ["DEMO.zip"]);
}
