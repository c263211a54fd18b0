//! Training throughput in graphs per second, per operator: the numbers in docs/performance.md.
//!
//! `cargo bench --bench training` runs on MUTAG, and on NCI1, PROTEINS and DD if `PROXPOOL_DATA`
//! names their folder. Arguments select datasets and operators: `cargo bench --bench training -- NCI1 gpool`.
//! Set `THREADS` for another number of computing threads.

use std::{sync::Arc, time::Instant};

use proxpool::{
    graph::Dataset,
    pooling::methods,
    readers::catalog::Catalog,
    train::{Config, DataSource, Engine, Event, Job, engine::default_threads},
};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const DATASETS: [&str; 4] = ["MUTAG", "NCI1", "PROTEINS", "DD"];
/// Epochs of each measurement; slow ones are cut off by the clock.
const EPOCHS: usize = 20;
const SECONDS: f64 = 8.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_chosen = |name: &str, among: &[&str]| {
        !words.iter().any(|word| among.contains(&word.as_str())) || words.iter().any(|word| word == name)
    };
    let keys: Vec<&str> = methods().map(|method| method.key).collect();
    let threads = std::env::var("THREADS").ok().and_then(|text| text.parse().ok()).unwrap_or_else(default_threads);
    println!("Training graphs a second, {threads} threads, batch 64, hidden 64\n");
    println!("{:<10} {:<12} {:>11} {:>11} {:>13}", "data", "pool", "one split", "epoch", "side by side");
    for name in DATASETS.into_iter().filter(|name| is_chosen(name, &DATASETS)) {
        let Ok(dataset) = Catalog::from_environment().load(name, &Default::default()) else {
            println!("{name:<10} not found, skipped: set PROXPOOL_DATA to the folder that has it");
            continue;
        };
        let dataset = Arc::new(dataset);
        for key in keys.iter().filter(|key| is_chosen(key, &keys)) {
            // DIFFPOOL makes 1150 clusters of every protein, EigenPool decomposes it whole: minutes, when asked for.
            if name == "DD" && ["diffpool", "eigenpool"].contains(key) && !words.iter().any(|word| word == key) {
                continue;
            }
            let (one, seconds) = measure(&dataset, key, threads, 1);
            let (all, _) = measure(&dataset, key, threads, threads);
            println!("{name:<10} {key:<12} {one:>11.0} {seconds:>9.3} s {all:>13.0}");
        }
    }
}

/// Graphs per second and seconds per epoch of the best run, with a number of concurrent splits.
fn measure(dataset: &Arc<Dataset>, key: &str, threads: usize, splits: usize) -> (f64, f64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = Config { pool: key.into(), splits, epochs: EPOCHS, patience: EPOCHS, ..Config::for_dataset(dataset) };
    let source = DataSource::new(dataset, &dataset.name, None, false);
    let mut job = Job::create(dataset.clone(), source, config, &folder.path().join("run")).expect("a job");
    (job.threads, job.concurrent_splits) = (threads, Some(splits));
    let engine = Engine::start(job, || ()).expect("an engine");
    let mut start = Instant::now();
    let (mut best, mut seconds) = (0.0_f64, f64::INFINITY);
    // Of each split the best epoch: the machine's other work only ever slows one down.
    let mut rates = vec![0.0_f64; splits];
    for event in engine.events() {
        match event {
            Event::Started(_) => start = Instant::now(),
            Event::EpochEnded(row) => {
                rates[row.split] = rates[row.split].max(row.graphs_per_second);
                seconds = seconds.min(row.seconds);
                best = rates.iter().sum();
                if start.elapsed().as_secs_f64() > SECONDS && row.epoch > 1 {
                    engine.control().stop();
                }
            }
            Event::Failed { reason } => println!("{} {key}: {reason}", dataset.name),
            _ => {}
        }
    }
    (best, seconds)
}
