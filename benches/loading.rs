//! How fast datasets are read, beside what no reader can do without: unpacking, and finding lines.
//!
//! `cargo bench --bench loading` prints a table of medians. The bundled datasets are always there;
//! NCI1 and DD are taken from the folder that `PROXPOOL_DATA` names, if it has them.

use std::{
    fs,
    hint::black_box,
    io::{Cursor, Read as _},
    path::Path,
    time::{Duration, Instant},
};

use proxpool::readers::{ReadOptions, smiles, source::Source, source::TextFile, tu};

const RUNS: usize = 5;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!(
        "{:<10} {:>8}   {:>16}   {:>16}   {:>16}",
        "dataset", "MB", "load ms (MB/s)", "unpack ms (MB/s)", "+ lines ms (MB/s)"
    );
    zip_row("MUTAG", &root.join("assets/MUTAG.zip"));
    text_row("molecules", &root.join("assets/molecules.smi"));
    match std::env::var_os("PROXPOOL_DATA").filter(|folder| !folder.is_empty()) {
        Some(folder) => {
            for name in ["NCI1", "DD"] {
                zip_row(name, &Path::new(&folder).join(format!("{name}.zip")));
            }
        }
        None => println!("PROXPOOL_DATA is not set; NCI1 and DD are skipped"),
    }
}

fn zip_row(name: &str, path: &Path) {
    let packed = match fs::read(path) {
        Ok(packed) => packed,
        Err(error) => return println!("{name:<10} skipped: {}: {error}", path.display()),
    };
    let n_bytes: usize = unpack(&packed).iter().map(Vec::len).sum();
    let load = median(|| {
        let source = Source::zip(name, packed.clone()).expect("the zip is whole");
        tu::read(source, &ReadOptions::default()).expect("the dataset is right").graphs.len()
    });
    let unpacking = median(|| unpack(&packed).len());
    let lines = median(|| unpack(&packed).iter().map(|bytes| n_lines(bytes)).sum());
    print_row(name, n_bytes, [Some(load), Some(unpacking), Some(lines)]);
}

/// A plain file has nothing to unpack.
fn text_row(name: &str, path: &Path) {
    let bytes = fs::read(path).expect("the file is part of the project");
    let load = median(|| {
        let file = TextFile::from_bytes(name, bytes.clone()).expect("the file is text");
        smiles::read(&file, &ReadOptions::default()).expect("the molecules are right").graphs.len()
    });
    print_row(name, bytes.len(), [Some(load), None, Some(median(|| n_lines(&bytes)))]);
}

fn unpack(packed: &[u8]) -> Vec<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(packed)).expect("the zip is whole");
    (0..archive.len())
        .map(|idx| {
            let mut member = archive.by_index(idx).expect("the zip is whole");
            let mut bytes = Vec::with_capacity(member.size() as usize);
            member.read_to_end(&mut bytes).expect("the zip is whole");
            bytes
        })
        .collect()
}

fn n_lines(bytes: &[u8]) -> usize {
    std::str::from_utf8(bytes).map_or(0, |text| text.lines().count())
}

/// The middle of [`RUNS`] times, after one run that is not counted.
fn median(mut work: impl FnMut() -> usize) -> Duration {
    black_box(work());
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[RUNS / 2]
}

fn print_row(name: &str, n_bytes: usize, times: [Option<Duration>; 3]) {
    let megabytes = n_bytes as f64 / 1e6;
    let cells = times.map(|time| {
        time.map_or("–".to_owned(), |time| {
            format!("{:.2} ({:.0})", 1e3 * time.as_secs_f64(), megabytes / time.as_secs_f64())
        })
    });
    println!("{name:<10} {megabytes:>8.2}   {:>16}   {:>16}   {:>16}", cells[0], cells[1], cells[2]);
}
