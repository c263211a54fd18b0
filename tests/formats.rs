//! Files of the formats there were stay readable: a run, its log and models, figures, a session, links.
//!
//! `tests/golden/formats` has a folder for every release whose files differ from those before; its README says how they
//! were made. They are never made anew.

mod place;

use std::{
    fs,
    path::{Path, PathBuf},
};

use place::Place;
use proxpool::{
    figure::{FigureRequest, read_request},
    train::{Event, History, RunFolder, Status, checkpoint, event::EpochRow},
};
use serde_json::{Value, json};

fn golden(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/formats/0.1").join(below)
}

fn golden_json(below: &str) -> Value {
    serde_json::from_slice(&fs::read(golden(below)).unwrap()).unwrap()
}

/// A copy of a golden folder that can be changed.
fn copy(place: &Place, below: &str) -> PathBuf {
    fn copy_folder(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let from = entry.unwrap().path();
            let to = to.join(from.file_name().unwrap());
            if from.is_dir() { copy_folder(&from, &to) } else { assert!(fs::copy(&from, &to).is_ok()) }
        }
    }
    let to = place.path(below);
    copy_folder(&golden(below), &to);
    to
}

/// The value without each of its fields in turn, with the place of the field; of lists the first element is looked at.
fn without_each_field(value: &Value) -> Vec<(String, Value)> {
    fn places(value: &Value, at: &str, paths: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let at = format!("{at}/{key}");
                    places(value, &at, paths);
                    paths.push(at);
                }
            }
            Value::Array(values) => values.iter().take(1).for_each(|value| places(value, &format!("{at}/0"), paths)),
            _ => {}
        }
    }
    let mut paths = Vec::new();
    places(value, "", &mut paths);
    let without = |at: String| {
        let mut value = value.clone();
        let (parent, key) = at.rsplit_once('/').unwrap();
        value.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key);
        (at, value)
    };
    paths.into_iter().map(without).collect()
}

const NEWER: &str =
    "was written by a newer version of ProxPool Explorer (format 2; this version reads up to 1); update to open it";
const UNKNOWN: &str = "unknown field “wind”; it may come from a newer version of ProxPool Explorer";

#[test]
fn a_run_opens_with_its_numbers() {
    let (folder, run) = RunFolder::open(&golden("run")).unwrap();
    let config = &run.config;
    assert_eq!(
        (config.pool.as_str(), config.hidden, config.batch, config.epochs, config.splits),
        ("proxpool", 4, 64, 2, 2)
    );
    assert_eq!((run.data.name.as_str(), run.data.graphs, run.splits[1].test.len()), ("MUTAG", 188, 19));
    let history = History::from_events(folder.events().unwrap());
    assert_eq!((history.status.clone(), history.splits.len()), (Status::Finished, 2));
    // As the log has them.
    let log = fs::read_to_string(golden("run/events.jsonl")).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let events = |event: &str| lines.iter().filter(|line| line["event"] == event).cloned().collect::<Vec<_>>();
    let epochs: Vec<_> = history.splits.values().flat_map(|split| &split.epochs).collect();
    assert_eq!((epochs.len(), events("epoch_ended").len()), (4, 4));
    for mut line in events("epoch_ended") {
        let is_it =
            |row: &&&EpochRow| (json!(row.split), json!(row.epoch)) == (line["split"].clone(), line["epoch"].clone());
        let row = epochs.iter().find(is_it).unwrap();
        // Of the matrices, a history keeps the newest of each split.
        if row.validation_confusion.is_none() {
            line.as_object_mut().unwrap().remove("validation_confusion");
        }
        assert_eq!(serde_json::to_value(Event::EpochEnded((**row).clone())).unwrap(), line);
    }
    for (line, row) in events("split_ended").iter().zip(history.ended()) {
        assert_eq!(serde_json::to_value(Event::SplitEnded(row.clone())).unwrap(), *line);
    }
}

#[test]
fn a_run_is_evaluated_and_traced() {
    let place = Place::new();
    copy(&place, "run");
    let scores: Value = serde_json::from_str(&place.run(&["evaluate", "run", "MUTAG", "--json"]).fine()).unwrap();
    let (folder, _) = RunFolder::open(&place.path("run")).unwrap();
    for row in History::from_events(folder.events().unwrap()).ended() {
        let score = &scores[row.split]["parts"][2]["score"];
        let test = row.test.as_ref().unwrap();
        assert_eq!(score["confusion"], serde_json::to_value(&test.confusion).unwrap());
        // Other processors round otherwise.
        assert!((score["loss"].as_f64().unwrap() - test.loss).abs() < 1e-4, "{score}");
    }
    let snapshots = proxpool::train::snapshot::saved_epochs(&folder.epochs(0));
    assert_eq!(snapshots.iter().map(|(epoch, _)| *epoch).collect::<Vec<_>>(), [1, 2]);
    for (epoch, file) in snapshots {
        assert_eq!(checkpoint::read_model(&file).unwrap().progress.epoch, epoch);
    }
    let traced = place.run(&["trace", "MUTAG", "--graph", "0", "--model", "run/best.safetensors"]);
    assert_eq!(traced.code, Some(0), "{}", traced.err);
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let place = Place::new();
    let path = copy(&place, "stopped");
    let before = History::from_events(RunFolder::open(&path).unwrap().0.events().unwrap());
    assert_eq!(before.status, Status::Stopped);
    let n_done = before.splits[&0].epochs.len();
    let output = place.run(&["train", "--resume", "stopped", "--json"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let (folder, run) = RunFolder::open(&path).unwrap();
    let after = History::from_events(folder.events().unwrap());
    assert!(n_done > 0 && n_done < run.config.epochs);
    assert_eq!((after.status.clone(), after.splits[&0].epochs.len()), (Status::Finished, run.config.epochs));
    let rows = |history: &History| {
        let rows = history.splits[&0].epochs[..n_done].iter().cloned();
        rows.map(|row| EpochRow { validation_confusion: None, ..row }).collect::<Vec<_>>()
    };
    assert_eq!(rows(&after), rows(&before));
    assert!(after.splits[&0].epochs.last().unwrap().validation_confusion.is_some());
}

#[test]
fn figures_are_made_again() {
    for (file, kind) in [("figures/assignment.svg", "assignment"), ("figures/pooling.png", "pooling")] {
        let place = Place::new();
        let old = golden(file);
        let request = read_request(&fs::read(&old).unwrap()).unwrap();
        assert_eq!((request.kind.as_str(), request.graph, request.params.s), (kind, 7, 2), "{file}");
        assert_eq!((request.options.font_pt, request.params.rho), (7.0, 0.4), "{file}");
        let out = place.path(Path::new(file).file_name().unwrap().to_str().unwrap());
        place.run(&["figure", "--from", old.to_str().unwrap(), "--out", out.to_str().unwrap()]).fine();
        assert_eq!(read_request(&fs::read(&out).unwrap()).unwrap(), request, "{file}");
    }
}

/// Opens a run whose `run.json` is this.
fn open(run: &Value) -> Result<(), String> {
    let place = Place::new();
    fs::write(place.path("run.json"), run.to_string()).unwrap();
    RunFolder::open(&place.path("")).map(drop).map_err(|error| error.to_string())
}

/// Reads a log of one line.
fn read_event(line: &Value) -> Result<(), String> {
    let place = Place::new();
    fs::write(place.path("events.jsonl"), format!("{line}\n")).unwrap();
    RunFolder::at(&place.path("")).events().map(drop).map_err(|error| error.to_string())
}

/// Reads a figure that was made from this.
fn read_figure(request: &Value) -> Result<FigureRequest, String> {
    let text = fs::read_to_string(golden("figures/assignment.svg")).unwrap();
    let (start, end) = request_range(&text);
    let text = format!("{}{request}{}", &text[..start], &text[end..]);
    read_request(text.as_bytes()).map_err(|error| error.to_string())
}

fn request_range(svg: &str) -> (usize, usize) {
    let start = svg.find("<proxpool:figure").unwrap();
    let start = start + svg[start..].find('>').unwrap() + 1;
    (start, svg.find("</proxpool:figure>").unwrap())
}

fn request() -> Value {
    let text = fs::read_to_string(golden("figures/assignment.svg")).unwrap();
    let (start, end) = request_range(&text);
    serde_json::from_str(&text[start..end]).unwrap()
}

/// Reads a model whose description is this.
fn read_model(metadata: &Value) -> Result<(), String> {
    let place = Place::new();
    let (file, bytes) = (place.path("model.safetensors"), fs::read(golden("run/best.safetensors")).unwrap());
    let (n, tensors) = header_of(&bytes);
    let mut header: Value = serde_json::from_slice(&bytes[8..8 + n]).unwrap();
    header["__metadata__"]["proxpool"] = json!(metadata.to_string());
    let mut header = header.to_string();
    header += &" ".repeat(header.len().next_multiple_of(8) - header.len());
    let bytes = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), tensors].concat();
    fs::write(&file, bytes).unwrap();
    checkpoint::read(&file).map(drop).map_err(|error| error.to_string())
}

/// Length of the header of a safetensors file, and what comes after it.
fn header_of(bytes: &[u8]) -> (usize, &[u8]) {
    let n = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    (n, &bytes[8 + n..])
}

fn model_metadata() -> Value {
    let bytes = fs::read(golden("run/best.safetensors")).unwrap();
    let header: Value = serde_json::from_slice(&bytes[8..8 + header_of(&bytes).0]).unwrap();
    serde_json::from_str(header["__metadata__"]["proxpool"].as_str().unwrap()).unwrap()
}

fn log_lines() -> Vec<Value> {
    let log = fs::read_to_string(golden("run/events.jsonl")).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_a_newer_version_wrote_is_said_to_be_newer() {
    // Whatever else is in them.
    let newer = |mut value: Value, at: &str| {
        value.pointer_mut(at).unwrap()["format"] = json!(2);
        value["wind"] = json!(1);
        value
    };
    assert!(
        open(&newer(golden_json("run/run.json"), "")).unwrap_err().ends_with(&format!("run.json: this file {NEWER}"))
    );
    assert!(read_event(&newer(log_lines()[1].clone(), "")).unwrap_err().ends_with(&format!("this file {NEWER}")));
    assert!(read_model(&newer(model_metadata(), "/card")).unwrap_err().ends_with(&format!("this file {NEWER}")));
    assert!(read_figure(&newer(request(), "")).unwrap_err().ends_with(&format!("this file {NEWER}")));
}

#[test]
fn what_is_written_has_the_number_and_is_read_with_it() {
    let with = |mut value: Value| {
        value["format"] = json!(1);
        value
    };
    open(&with(golden_json("run/run.json"))).unwrap();
    read_event(&with(log_lines()[1].clone())).unwrap();
    read_figure(&with(request())).unwrap();
    assert_eq!(model_metadata()["card"]["format"], 1);
    let place = Place::new();
    let arguments = ["figure", "pooling", "MUTAG", "--width", "single", "--out", "a.svg"];
    place.run(&arguments).fine();
    assert!(fs::read_to_string(place.path("a.svg")).unwrap().contains(r#"{"format":1,"kind":"pooling""#));
    let (folder, run) = RunFolder::open(&golden("run")).unwrap();
    assert!(folder.model().is_file());
    RunFolder::create(&place.path("new"), &run).unwrap();
    let written: Value = serde_json::from_slice(&fs::read(place.path("new/run.json")).unwrap()).unwrap();
    let mut expected = with(golden_json("run/run.json"));
    // Fields that were added since.
    expected["config"]["levels"] = json!(2);
    expected["config"]["division"] = json!("random");
    assert_eq!(written, expected);
}

#[test]
fn a_field_that_is_not_known_is_named() {
    let at = |mut value: Value, at: &str| {
        value.pointer_mut(at).unwrap()["wind"] = json!(1);
        value
    };
    let run = golden_json("run/run.json");
    for place in ["", "/data", "/config", "/splits/0"] {
        let error = open(&at(run.clone(), place)).unwrap_err();
        assert!(error.ends_with(&format!("this is not a valid run description: {UNKNOWN}")), "{place}: {error}");
    }
    for line in log_lines().iter().filter(|line| line.as_object().unwrap().len() > 1) {
        let error = read_event(&at(line.clone(), "")).unwrap_err();
        assert!(error.ends_with(&format!("line 1: this is not a valid event: {UNKNOWN}")), "{error}");
    }
    for place in ["", "/card", "/card/config", "/progress", "/progress/best"] {
        let error = read_model(&at(model_metadata(), place)).unwrap_err();
        assert!(error.ends_with(&format!("the metadata of the model cannot be read: {UNKNOWN}")), "{error}");
    }
    for place in ["", "/data", "/params", "/options"] {
        let error = read_figure(&at(request(), place)).unwrap_err();
        assert_eq!(error, format!("the figure description in this file cannot be read: {UNKNOWN}"));
    }
}

/// As if each field had been added after these files were written.
#[test]
fn a_field_that_is_not_there_yet_has_a_default() {
    for (field, run) in without_each_field(&golden_json("run/run.json")) {
        let opened = open(&run);
        // A run is made of its splits, so that their number is not what it should be any more.
        let is_splits = ["/config", "/config/splits", "/splits"].contains(&field.as_str());
        assert_eq!(opened.is_err(), is_splits, "{field}: {opened:?}");
    }
    for line in log_lines() {
        for (field, line) in without_each_field(&line).into_iter().filter(|(field, _)| field != "/event") {
            read_event(&line).unwrap_or_else(|error| panic!("{field}: {error}"));
        }
    }
    for (field, metadata) in without_each_field(&model_metadata()) {
        // Without what the network is made of, the tensors have another shape than is looked for.
        let opened = read_model(&metadata);
        let is_read = opened.as_ref().err().is_none_or(|error| !error.contains("cannot be read"));
        assert!(is_read, "{field}: {opened:?}");
    }
    let full = read_figure(&request()).unwrap();
    for (field, request) in without_each_field(&request()) {
        let request_read = read_figure(&request).unwrap_or_else(|error| panic!("{field}: {error}"));
        assert!(field.starts_with("/data") || request_read.data == full.data);
    }
}

#[cfg(feature = "gui")]
mod window {
    use std::collections::BTreeMap;

    use eframe::Storage as _;
    use egui_kittest::{Harness, kittest::Queryable as _};
    use proxpool::app::{Link, Session, SessionFile, Tab, Window, WindowArguments};

    use super::*;

    #[derive(Default)]
    struct Memory(BTreeMap<String, String>);

    impl Memory {
        fn with(session: String) -> Self {
            Self(BTreeMap::from([("session".to_owned(), session)]))
        }
    }

    impl eframe::Storage for Memory {
        fn get_string(&self, key: &str) -> Option<String> {
            self.0.get(key).cloned()
        }

        fn set_string(&mut self, key: &str, value: String) {
            self.0.insert(key.to_owned(), value);
        }

        fn remove_string(&mut self, key: &str) {
            self.0.remove(key);
        }

        fn flush(&mut self) {}
    }

    /// A window on what a storage has kept.
    fn restored(storage: Memory) -> Harness<'static, Window> {
        let mut harness = Harness::builder().with_size([1280.0, 800.0]).build_eframe(move |creation| {
            Window::restored(&creation.egui_ctx, WindowArguments::default(), Some(&storage))
        });
        for _ in 0..4000 {
            harness.step();
            if harness.state().state().data().is_some() && !harness.state().is_busy() {
                return harness;
            }
            std::thread::sleep(std::time::Duration::from_millis(3));
        }
        panic!("the window does not come to rest");
    }

    #[test]
    fn a_session_comes_back() {
        let kept = golden_json("session.json");
        let harness = restored(Memory::with(kept.to_string()));
        let window = harness.state();
        let view = window.state().view();
        assert_eq!(
            (view.graph, view.method.key, view.params.s, view.selected.as_slice()),
            (7, "gpool", 2, &[1, 2][..])
        );
        let session: Session = window.session();
        let now: Value = serde_json::from_str(&serde_json::to_string(&session).unwrap()).unwrap();
        for field in ["link", "is_still", "is_tour_seen", "panels"] {
            assert_eq!(now[field], kept[field], "{field}");
        }
        // What the session opens is the newest.
        let mut recent = kept["recent"].as_array().unwrap().clone();
        recent.retain(|path| path != "MUTAG");
        recent.insert(0, json!("MUTAG"));
        assert_eq!(now["recent"], json!(recent));
        assert_eq!(now["train"]["root"], kept["train"]["root"]);
    }

    #[test]
    fn each_part_of_a_session_may_be_missing() {
        for (field, session) in without_each_field(&golden_json("session.json")) {
            // The panels are the toolkit's.
            if !field.starts_with("/panels/") {
                let read = Session::read(&Memory::with(session.to_string()));
                assert!(read.is_ok_and(|session| session.is_some()), "{field}");
            }
        }
    }

    #[test]
    fn a_newer_session_is_kept_and_said() {
        let mut kept = golden_json("session.json");
        (kept["format"], kept["panels"]) = (json!(2), json!("elsewhere"));
        let mut harness = restored(Memory::with(kept.to_string()));
        harness.get_by_label_contains(&format!("this session {NEWER}"));
        let mut storage = Memory::with(kept.to_string());
        eframe::App::save(harness.state_mut(), &mut storage);
        assert_eq!(storage.get_string("session-unreadable"), Some(kept.to_string()));
        let written: Value = serde_json::from_str(&storage.get_string("session").unwrap()).unwrap();
        assert_eq!((&written["format"], &written["is_tour_seen"]), (&json!(1), &json!(true)));
    }

    #[test]
    fn a_session_file_leads_where_it_led() {
        let session = SessionFile::read(&golden("aspirin.proxpool-session")).unwrap();
        let link: Link = session.link.parse().unwrap();
        assert_eq!((link.dataset.as_str(), link.view.method.key), ("smiles:CC(=O)Oc1ccccc1C(=O)O", "gpool"));
        assert_eq!((session.pins.len(), session.positions.len()), (1, 13));
        assert_eq!(session.pins[&4], session.positions[4]);
        assert!(session.colour_map.is_some() && session.colour_scale.is_some() && session.runs.folder.is_some());
        let kept = golden_json("aspirin.proxpool-session");
        for (field, json) in without_each_field(&kept) {
            let read = SessionFile::from_json(json.to_string().as_bytes());
            // A pin has both of its coordinates; without a view there is no session.
            assert_eq!(read.is_ok(), field != "/link", "{field}: {read:?}");
        }
        let problem = |json: Value| SessionFile::from_json(json.to_string().as_bytes()).unwrap_err();
        let mut newer = kept.clone();
        newer["format"] = json!(2);
        assert_eq!(problem(newer), format!("this session file {NEWER}"));
        let mut unknown = kept;
        unknown["wind"] = json!(1);
        assert_eq!(problem(unknown), format!("this is not a session file: {UNKNOWN}"));
    }

    #[test]
    fn links_lead_where_they_led() {
        let text = fs::read_to_string(golden("links.txt")).unwrap();
        let links: Vec<Link> = text.lines().map(|line| line.parse().unwrap()).collect();
        for (line, link) in text.lines().zip(&links) {
            assert_eq!(link.to_string(), line);
        }
        let [plain, explore, steps, spectrum, compare, difference, model, epoch, train] = &links[..] else {
            panic!("{} links", links.len())
        };
        assert_eq!(
            (plain.dataset.as_str(), plain),
            ("MUTAG", &Link { dataset: "MUTAG".to_owned(), ..Link::default() })
        );
        let view = &explore.view;
        assert_eq!(explore.dataset, "smiles:CC(=O)Oc1ccccc1C(=O)O");
        assert_eq!((view.graph, view.method.key, view.level, view.layout_seed), (0, "gpool", 1, 5));
        let params = &view.params;
        assert_eq!((params.s, params.tau, params.rho, params.levels, params.seed), (2, 0.5, 0.4, 3, 9));
        let edits: Vec<String> = view.edits.iter().map(|edit| edit.to_string()).collect();
        assert_eq!(edits, ["add:0", "join:13:4:0", "bond:0:1:1", "cut:0:1", "label:3:0", "remove:12"]);
        assert_eq!(
            format!("{:?} {:?} {:?}", view.signal, view.order, view.colour),
            "Kind(Degree) CuthillMcKee Eigenvector(4)"
        );
        let pair = view.locked.unwrap();
        assert_eq!((pair.level, pair.row, pair.col, view.selected.as_slice()), (0, 4, 11, &[1, 2, 5][..]));
        assert!(view.are_hulls_shown && view.is_one_level);
        assert_eq!((steps.tab, steps.step), (Tab::Steps, 4));
        let look = &spectrum.spectrum;
        assert_eq!((spectrum.tab, look.at, look.m, look.t), (Tab::Spectrum, 4, 7, 0.25));
        assert_eq!(
            (format!("{:?}", look.page), look.is_low_pass_shown, look.is_heat_shown),
            ("Delta".to_owned(), false, true)
        );
        assert_eq!((compare.tab, &compare.compare.chosen[..]), (Tab::Compare, &["gpool", "none"][..]));
        assert!(!compare.compare.is_trained_wanted);
        let look = &difference.compare;
        assert_eq!((look.pair, format!("{:?}", look.mode)), (["gpool", "random"], "Difference".to_owned()));
        assert_eq!(format!("{:?}", model.view.signal), "Model(\"runs/a b/best.safetensors\")");
        assert_eq!(format!("{:?}", epoch.view.signal), "Epoch { run: \"runs/a\", epoch: 12 }");
        assert_eq!((train.tab, format!("{:?}", train.view.colour)), (Tab::Train, "Coupling".to_owned()));
    }
}
