//! What a frame of the window costs: CPU time of its thread for taking the layout's positions,
//! building the panels with all five heatmaps, and cutting shapes into triangles.
//!
//! `cargo bench --bench frame` prints median, 95th percentile and worst frame while the layout moves, while the pointer goes
//! over a map, while it goes over the graph, and after changes of parameters, order and level. D&D's proteins are taken where `PROXPOOL_DATA` names the
//! folder that has them; else grids of about the same size stand in. The last two rows are of a molecule
//! while all cores train. Uploading and drawing the triangles is the graphics card's work and not counted.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;
use eframe::egui::{self, Event, Pos2, RawInput, Rect, pos2, vec2};
use proxpool::{
    app::{Tab, Window, WindowArguments},
    pooling::Params,
    readers::catalog::{Catalog, LoadOptions},
    trace::order::NodeOrder,
    train::{Config, DataSource, Job},
};

const SIZE: egui::Vec2 = vec2(1920.0, 1080.0);
const FRAMES: usize = 150;

fn main() {
    println!("CPU time per frame (ms), median (95th percentile, worst), at 1920×1080 with five heatmaps\n");
    let columns = ["layout running", "on a heatmap", "on the graph", "after changes"];
    let [a, b, c, d] = columns.map(|column| format!("{column:>22}"));
    println!("{:24} {:>6} {a} {b} {c} {d}", "graph", "nodes");
    let dd = Catalog::from_environment().load("DD", &LoadOptions::default()).ok();
    let protein = |n: usize| {
        let graphs = &dd.as_ref()?.graphs;
        let (idx, _) = graphs.iter().enumerate().min_by_key(|(_, graph)| graph.n_nodes.abs_diff(n))?;
        Some(("DD".to_owned(), idx))
    };
    let molecules = Catalog::default().load("molecules", &LoadOptions::default()).expect("bundled");
    let thirty = molecules.graphs.iter().position(|graph| graph.n_nodes == 30).expect("there is one of 30 atoms");
    row("a molecule", "molecules".to_owned(), thirty);
    for (n, grid) in [(1000, "gallery:grid:rows=25,columns=40"), (5748, "gallery:grid:rows=58,columns=99")] {
        let (dataset, graph) = protein(n).unwrap_or((grid.to_owned(), 0));
        row(if dataset == "DD" { "a protein of DD" } else { "a grid" }, dataset, graph);
    }
    for (name, tab) in [("Explore during training", Tab::Explore), ("Train during training", Tab::Train)] {
        training_row(name, tab);
    }
}

fn row(name: &str, dataset: String, graph: usize) {
    let arguments = WindowArguments { dataset: Some(dataset), graph: Some(graph), ..WindowArguments::default() };
    let mut stage = Stage::open(arguments);
    stage.settle();
    measured_row(name, &mut stage, |stage| stage.settle());
}

/// A tab during a run that takes longer than the measurement.
fn training_row(name: &str, tab: Tab) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = begin_run(&folder.path().join("run"));
    let arguments = WindowArguments {
        dataset: Some("MUTAG".to_owned()),
        graph: Some(3),
        tab: Some(tab),
        resume: Some(run),
        ..WindowArguments::default()
    };
    let mut stage = Stage::open(arguments);
    // Something new comes all the time, so nothing is waited for but the first epochs.
    let go_on = |stage: &mut Stage| {
        for _ in 0..120 {
            stage.frame();
            std::thread::sleep(Duration::from_millis(16));
        }
    };
    go_on(&mut stage);
    measured_row(name, &mut stage, go_on);
}

fn begin_run(path: &Path) -> std::path::PathBuf {
    let dataset = Arc::new(Catalog::default().load("MUTAG", &LoadOptions::default()).expect("bundled"));
    let config = Config { epochs: 10_000, patience: 10_000, ..Config::for_dataset(&dataset) };
    let source = DataSource::new(&dataset, &dataset.name, None, false);
    Job::create(dataset, source, config, path).expect("a run");
    path.to_owned()
}

fn measured_row(name: &str, stage: &mut Stage, rest: impl Fn(&mut Stage)) {
    let n_nodes = stage.window.explored().expect("explored").levels[0].names.len();
    let moving = stage.measure(|stage, frame| {
        if frame.is_multiple_of(40) {
            stage.window.shake();
        }
        None
    });
    rest(stage);
    // The lower middle is the maps' place, the upper left of the middle that of the graph.
    let over_map =
        stage.measure(|_, frame| Some(sweep(Rect::from_min_size(pos2(650.0, 780.0), vec2(120.0, 120.0)), frame)));
    let over_graph =
        stage.measure(|_, frame| Some(sweep(Rect::from_min_size(pos2(450.0, 180.0), vec2(300.0, 300.0)), frame)));
    let after_changes = stage.changes();
    let show = |[median, high, worst]: [f64; 3]| format!("{:>22}", format!("{median:.2} ({high:.2}, {worst:.2})"));
    let [a, b, c, d] = [moving, over_map, over_graph, after_changes].map(show);
    println!("{name:24} {n_nodes:>6} {a} {b} {c} {d}");
}

fn sweep(rect: Rect, frame: usize) -> Pos2 {
    let t = frame as f32 / FRAMES as f32;
    rect.min + vec2((7.0 * t).fract(), t) * rect.size()
}

struct Stage {
    ctx: egui::Context,
    window: Window,
    time: f64,
    events: Vec<Event>,
}

impl Stage {
    fn open(arguments: WindowArguments) -> Self {
        let ctx = egui::Context::default();
        let window = Window::new(&ctx, arguments, None);
        Self { ctx, window, time: 0.0, events: Vec::new() }
    }

    /// One frame; the CPU time it took.
    fn frame(&mut self) -> Duration {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.time),
            events: std::mem::take(&mut self.events),
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let output = self.ctx.run_ui(input, |ui| self.window.draw(ui));
        let shapes = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        let took = start.elapsed();
        std::hint::black_box(shapes);
        took
    }

    /// Frames until nothing is being loaded, computed or laid out.
    fn settle(&mut self) {
        let start = Instant::now();
        let mut calm = 0;
        while calm < 30 {
            self.frame();
            std::thread::sleep(Duration::from_millis(3));
            calm = if self.window.is_busy() { 0 } else { calm + 1 };
            assert!(start.elapsed() < Duration::from_secs(120), "the window does not come to rest");
        }
    }

    /// All frames from each of some changes until everything about it is on screen.
    fn changes(&mut self) -> [f64; 3] {
        let mut times = Vec::new();
        let usual = Params::default;
        let params = [
            Params { tau: 0.5, ..usual() },
            Params { rho: 0.5, ..usual() },
            Params { s: 2, ..usual() },
            Params { s: 4, ..usual() },
            usual(),
        ];
        for params in params {
            self.window.set_params(params, &self.ctx);
            self.until_calm(&mut times);
        }
        for order in [NodeOrder::SeedCluster, NodeOrder::Index, NodeOrder::Automatic] {
            self.window.set_order(order, &self.ctx);
            self.until_calm(&mut times);
        }
        for level in [1, 2, 0] {
            self.window.set_level(level, &self.ctx);
            self.until_calm(&mut times);
        }
        summary(times)
    }

    fn until_calm(&mut self, times: &mut Vec<f64>) {
        let start = Instant::now();
        let mut calm = 0;
        while calm < 10 && start.elapsed() < Duration::from_secs(20) {
            times.push(self.frame().as_secs_f64() * 1e3);
            std::thread::sleep(Duration::from_millis(3));
            calm = if self.window.is_busy() { 0 } else { calm + 1 };
        }
    }

    /// Frames, with the action before each.
    fn measure(&mut self, act: impl Fn(&mut Self, usize) -> Option<Pos2>) -> [f64; 3] {
        let times = (0..FRAMES)
            .map(|frame| {
                let pointer = act(self, frame);
                self.events.extend(pointer.map(Event::PointerMoved));
                let took = self.frame();
                // A screen shows 60 frames per second; meanwhile the layout continues.
                std::thread::sleep(Duration::from_millis(16).saturating_sub(took));
                took.as_secs_f64() * 1e3
            })
            .collect();
        summary(times)
    }
}

/// Median, 95th percentile and the worst.
fn summary(mut times: Vec<f64>) -> [f64; 3] {
    times.sort_by(f64::total_cmp);
    [times[times.len() / 2], times[times.len() * 95 / 100], times[times.len() - 1]]
}
