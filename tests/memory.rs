//! Memory: a broken file cannot take much of it, a good one takes it in proportion to its size.
//!
//! An allocator that counts is the allocator of this test binary alone.

#![expect(unsafe_code, reason = "an allocator cannot be written without")]

mod bomb;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fmt::Write as _,
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use proxpool::{
    graph::Dataset,
    readers::{
        self, ReadOptions,
        catalog::{Catalog, LoadOptions},
        source::{MAX_UNPACKED_BYTES, Source},
    },
    train::{Config, DataSource, Engine, Event, Job},
};

const MIB: usize = 1 << 20;
const MOST_FOR_A_BROKEN_FILE: usize = 64 * MIB;

struct Counting;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn add(bytes: usize) {
    let live = LIVE.fetch_add(bytes, Relaxed) + bytes;
    PEAK.fetch_max(live, Relaxed);
}

// SAFETY: everything is handed on to the system's allocator; only counts are kept beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // A block that moves exists twice for a moment.
        add(size);
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Tests of one binary run side by side, and would count each other's bytes.
static ALONE: Mutex<()> = Mutex::new(());

/// The most bytes that were live at once during `work`, beyond those that were before.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let outcome = work();
    (outcome, PEAK.load(Relaxed).saturating_sub(before))
}

fn alone() -> std::sync::MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn broken_files() -> Vec<PathBuf> {
    let bad = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bad");
    let entries =
        |folder: &Path| -> Vec<PathBuf> { fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    entries(&bad).iter().flat_map(|format| entries(format)).filter(|path| !path.ends_with("expected.txt")).collect()
}

#[test]
fn the_count_counts() {
    let _alone = alone();
    let (_, peak) = peak_of(|| vec![1_u8; 5 * MIB]);
    assert!((5 * MIB..6 * MIB).contains(&peak), "{peak}");
}

#[test]
fn no_broken_file_takes_much() {
    let _alone = alone();
    let files = broken_files();
    assert!(files.len() >= 40);
    for path in files {
        let (outcome, peak) = peak_of(|| readers::open_with(&path, &ReadOptions::strict()));
        assert!(outcome.is_err(), "{} is read", path.display());
        let (_, tolerant) = peak_of(|| readers::open(&path));
        let peak = peak.max(tolerant);
        assert!(peak < MOST_FOR_A_BROKEN_FILE, "{} takes {} MiB", path.display(), peak / MIB);
    }
}

#[test]
fn a_zip_of_ten_gigabytes_takes_no_more_than_its_own_bytes() {
    let _alone = alone();
    for declared in [10_000 << 20, 12] {
        let zip = bomb::bomb("B/B_A.txt", declared);
        let (outcome, peak) =
            peak_of(|| Source::zip("bomb.zip", zip).and_then(|mut source| source.read("B/B_A.txt")).map(|_| ()));
        assert!(outcome.is_err());
        assert!(peak < MOST_FOR_A_BROKEN_FILE, "{} MiB", peak / MIB);
    }
}

#[test]
fn a_folder_is_refused_by_the_size_of_all_its_files_together() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("DS_graph_indicator.txt"), "1\n").unwrap();
    // A file with a length and no content takes no space on the disk.
    File::create(folder.path().join("DS_A.txt")).unwrap().set_len(MAX_UNPACKED_BYTES).unwrap();
    let (outcome, peak) = peak_of(|| readers::open(folder.path()));
    let message = outcome.unwrap_err().to_string();
    assert!(message.ends_with("this unpacks to 1.1 GB, more than the limit of 1 GiB; split the dataset"), "{message}");
    assert!(peak < MOST_FOR_A_BROKEN_FILE, "{} MiB", peak / MIB);
}

/// Rings of 25 nodes with labels of all kinds, and one attribute: about 20 MB.
fn write_rings(folder: &Path) -> usize {
    const N_GRAPHS: usize = 18_000;
    const N_NODES: usize = 25;
    let (mut indicator, mut a, mut edge_labels, mut node_labels, mut attributes, mut classes) =
        (String::new(), String::new(), String::new(), String::new(), String::new(), String::new());
    for graph in 0..N_GRAPHS {
        writeln!(classes, "{}", graph % 2).unwrap();
        for node in 0..N_NODES {
            let (u, v) = (graph * N_NODES + node + 1, graph * N_NODES + (node + 1) % N_NODES + 1);
            writeln!(indicator, "{}", graph + 1).unwrap();
            writeln!(a, "{u}, {v}\n{v}, {u}").unwrap();
            writeln!(edge_labels, "{0}\n{0}", node % 4).unwrap();
            writeln!(node_labels, "{}", node % 7).unwrap();
            writeln!(attributes, "0.{node}").unwrap();
        }
    }
    let files = [
        ("A", a),
        ("graph_indicator", indicator),
        ("edge_labels", edge_labels),
        ("node_labels", node_labels),
        ("node_attributes", attributes),
        ("graph_labels", classes),
    ];
    for (kind, text) in &files {
        fs::write(folder.join(format!("RINGS_{kind}.txt")), text).unwrap();
    }
    files.iter().map(|(_, text)| text.len()).sum()
}

#[test]
fn a_dataset_takes_memory_in_proportion() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let size = write_rings(folder.path());
    assert!((18 * MIB..24 * MIB).contains(&size), "{size}");
    let (dataset, peak) = peak_of(|| readers::open(folder.path()).unwrap());
    assert_eq!(dataset.graphs.len(), 18_000);
    assert!(peak < 8 * size, "{:.1} times its size", peak as f64 / size as f64);
    eprintln!("peak: {:.1} times the size of the files", peak as f64 / size as f64);
}

/// The most bytes that a run of so many splits takes; its weights are about 150 KB, with their moments 450 KB.
fn peak_of_training(dataset: &Arc<Dataset>, splits: usize) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { pool: "none".into(), splits, epochs: 1, ..Config::for_dataset(dataset) };
    let source = DataSource::new(dataset, &dataset.name, None, false);
    let (last, peak) = peak_of(|| {
        let mut job = Job::create(dataset.clone(), source, config, &folder.path().join("run")).unwrap();
        (job.threads, job.keeps_snapshots) = (2, false);
        Engine::start(job, || ()).unwrap().events().last()
    });
    assert_eq!(last, Some(Event::Finished));
    peak
}

#[test]
fn a_run_of_many_splits_takes_no_more_than_one_of_few() {
    let _alone = alone();
    let dataset = Arc::new(Catalog::default().load("MUTAG", &LoadOptions::default()).unwrap());
    let [few, many] = [20, 220].map(|splits| peak_of_training(&dataset, splits));
    // A split is listed with its graphs, and has a line in the log.
    let more = many.saturating_sub(few);
    assert!(more < 4 * MIB, "{few} bytes with 20 splits, {many} with 220");
    eprintln!("peak: {} KiB with 20 splits, {} KiB with 220", few / 1024, many / 1024);
}
