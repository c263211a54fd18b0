//! Figures: golden SVGs, equal bytes for equal commands, sizes, fonts, text that never overlaps, errors.

mod common;
mod place;
mod skip;

use std::{fs, path::Path, path::PathBuf};

use place::Place;
use proxpool::{
    figure::{
        self, FIGURES, FigureError, FigureRequest, Format, Ground, Options, Scene,
        file::svg::svg,
        kinds::Needs,
        options::LEAST_PT,
        scene::{Item, Rect},
        text::{Face, bounds},
    },
    graph::{Dataset, Graph, features::SignalKind},
    readers::catalog::{Catalog, LoadOptions},
    trace::order::NodeOrder,
    train::{
        Config, DataSource, Event, History, RunFile, RunFolder,
        compare::Run,
        curve::{Curve, Quantity},
        event::{EpochRow, SplitRow, TestScore},
    },
    view::{
        look::ColourBy,
        palette::{self, ColourMap, Rgb, SEED},
        reduction::Reduction,
    },
};

fn load(name: &str) -> Dataset {
    Catalog::from_environment().load(name, &LoadOptions::default()).unwrap()
}

fn request(kind: &str, dataset: &Dataset, graph: usize, methods: &[&str], options: Options) -> FigureRequest {
    let data = DataSource {
        source: dataset.name.clone(),
        label: None,
        strip_hydrogens: false,
        name: dataset.name.clone(),
        graphs: dataset.graphs.len(),
        fingerprint: dataset.fingerprint(),
    };
    let signal = if dataset.node_labels.is_empty() { SignalKind::Degree } else { SignalKind::Labels };
    FigureRequest {
        kind: kind.to_owned(),
        data: Some(data),
        graph,
        methods: methods.iter().map(|&method| method.to_owned()).collect(),
        signal,
        options,
        ..FigureRequest::default()
    }
}

fn draw(request: &FigureRequest, dataset: Option<&Dataset>, runs: &[Run]) -> Result<Scene, FigureError> {
    let data = figure::gather(request, dataset, runs.to_vec())?;
    figure::draw(&data, request)
}

/// A run with made-up numbers that look like training.
fn run(dataset: &str, pool: &str, n_splits: usize, n_epochs: usize) -> Run {
    let mut events = Vec::new();
    for split in 0..n_splits {
        let shift = split as f64 / n_splits as f64;
        for epoch in 1..=n_epochs + split {
            let t = epoch as f64 / n_epochs as f64;
            events.push(Event::EpochEnded(EpochRow {
                split,
                epoch,
                train_loss: 0.2 + 0.5 * (-2.0 * t).exp(),
                train_accuracy: 0.9 - 0.3 * (-2.0 * t).exp(),
                validation_loss: 0.25 + 0.5 * (-2.0 * t).exp() + 0.1 * shift,
                validation_accuracy: 0.85 - 0.3 * (-2.0 * t).exp() + 0.1 * shift,
                gradient_norm: 1.0,
                is_best: true,
                seconds: 0.1,
                graphs_per_second: 100.0,
                ..EpochRow::default()
            }));
        }
        events.push(Event::SplitEnded(SplitRow {
            split,
            epochs: n_epochs,
            best_epoch: n_epochs,
            validation_accuracy: 0.8,
            validation_loss: 0.4,
            test: Some(TestScore {
                accuracy: 0.75 + 0.05 * shift,
                loss: 0.4,
                confusion: proxpool::train::Confusion::new(2),
            }),
        }));
    }
    let data = DataSource {
        source: dataset.to_owned(),
        label: None,
        strip_hydrogens: false,
        name: dataset.to_owned(),
        graphs: 188,
        fingerprint: String::new(),
    };
    let config = Config { pool: pool.to_owned(), splits: n_splits, ..Config::for_dataset(&load("MUTAG")) };
    let file = RunFile { program: "test".to_owned(), data, config, ..RunFile::default() };
    let (name, folder) = (format!("{dataset}-{pool}"), RunFolder::at(Path::new("")));
    Run { name, folder, file, history: History::from_events(events) }
}

const GOLDEN: &[(&str, usize, &[&str])] = &[
    ("pooling", 0, &["diffpool", "proxpool"]),
    ("kernels", 0, &["proxpool"]),
    ("assignment", 0, &["gpool", "proxpool"]),
    ("matrix", 0, &["proxpool"]),
    ("pipeline", 0, &["proxpool"]),
    ("spectrum", 0, &["proxpool"]),
    ("training", 0, &[]),
    ("results", 0, &[]),
];

/// `PROXPOOL_REWRITE=1 cargo test --test figures golden` writes them anew; look at what changed.
#[test]
fn every_figure_equals_its_golden_svg() {
    let dataset = load("MUTAG");
    assert_eq!(GOLDEN.len(), FIGURES.len());
    let mut changed = Vec::new();
    for (kind, graph, methods) in GOLDEN {
        let options = Options { has_title: true, has_caption: true, ..Options::default() };
        let runs = [run("MUTAG", "proxpool", 4, 12), run("NCI1", "gpool", 3, 9), run("NCI1", "proxpool", 3, 9)];
        let request = request(kind, &dataset, *graph, methods, options);
        let scene = draw(&request, Some(&dataset), &runs).unwrap();
        let written = svg(&scene, Some(&serde_json::to_string(&request).unwrap()), false);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/figures/{kind}.svg"));
        if std::env::var_os("PROXPOOL_REWRITE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &written).unwrap();
        }
        if !is_same(&fs::read_to_string(&path).unwrap_or_default(), &written) {
            changed.push(*kind);
        }
    }
    assert!(changed.is_empty(), "{changed:?} differ from tests/golden/figures; see PROXPOOL_REWRITE in this file");
}

/// Whether two drawings are the same but for the last digits of numbers: other processors round otherwise.
fn is_same(golden: &str, new: &str) -> bool {
    const SLACK_MM: f64 = 0.02;
    let parts = |text: &str| -> Vec<String> {
        let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let mut parts: Vec<String> = Vec::new();
        let mut was_number = None;
        for c in text.chars() {
            match parts.last_mut() {
                Some(part) if was_number == Some(is_number(c)) => part.push(c),
                _ => parts.push(c.to_string()),
            }
            was_number = Some(is_number(c));
        }
        parts
    };
    let (golden, new) = (parts(golden), parts(new));
    let is_close = |(a, b): (&String, &String)| {
        a == b || a.parse::<f64>().ok().zip(b.parse::<f64>().ok()).is_some_and(|(a, b)| (a - b).abs() < SLACK_MM)
    };
    golden.len() == new.len() && golden.iter().zip(&new).all(is_close)
}

/// Splits that stop early leave the mean; the window and the figure of a run end it at the same epoch.
#[test]
fn curves_of_the_figure_are_those_of_the_window() {
    let mut run = run("MUTAG", "proxpool", 5, 12);
    for (split, history) in &mut run.history.splits {
        history.epochs.truncate([3, 4, 7, 9, 12][*split]);
    }
    let window = Curve::band(&run.history, Quantity::ValidationAccuracy);
    assert_eq!((window.epochs.last(), window.epochs.len()), (Some(&12.0), 12));
    let request = FigureRequest { kind: "training".to_owned(), ..FigureRequest::default() };
    let scene = draw(&request, None, &[run]).unwrap();
    let of_line = |item: &Item| match item {
        Item::Line(line) if line.points.len() > 3 => Some(line.points.clone()),
        _ => None,
    };
    let lines: Vec<_> = scene.items.iter().filter_map(of_line).collect();
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [12; 4], "training and validation, loss and accuracy");
    // Heights on paper are those of the values but for the axis.
    let paper = &lines[3];
    let slope = |at: usize| (paper[at][1] - paper[0][1]) / (window.values[at] - window.values[0]);
    assert!((1..12).all(|at| (slope(at) - slope(1)).abs() < 1e-6 * slope(1).abs()), "{paper:?}\n{window:?}");
}

/// What is wrong with the text of a scene.
fn text_problems(scene: &Scene) -> Vec<String> {
    const SLACK_MM: f64 = 0.02;
    let texts: Vec<_> = scene.texts().map(|text| (text, bounds(text))).collect();
    let mut problems = Vec::new();
    let page = Rect::new(0.0, 0.0, scene.width_mm, scene.height_mm);
    for (idx, (text, rect)) in texts.iter().enumerate() {
        let words = text.words.flat();
        if rect.x < page.x || rect.y < page.y || rect.right() > page.right() || rect.bottom() > page.bottom() {
            problems.push(format!("“{words}” leaves the page: {rect:?}"));
        }
        if text.size_pt < LEAST_PT {
            problems.push(format!("“{words}” has {} pt", text.size_pt));
        }
        if let Some(strange) = words.chars().find(|&c| text.face.glyph(c).is_none()) {
            problems.push(format!("“{words}”: {:?} has no {strange:?}", text.face));
        }
        for item in &scene.items {
            if let Item::Image(image) = item
                && rect.overlaps(&image.rect, SLACK_MM)
            {
                problems.push(format!("“{words}” lies on a map"));
            }
        }
        for (other, box_of_other) in &texts[..idx] {
            if rect.overlaps(box_of_other, SLACK_MM) {
                problems.push(format!("“{words}” lies on “{}”", other.words.flat()));
            }
        }
    }
    problems
}

fn looks() -> Vec<(&'static str, Options)> {
    let plain = Options::default();
    let mut slide = plain.clone();
    slide.set_preset(figure::Preset::Slide);
    vec![
        ("double", plain.clone()),
        ("single", Options { width_mm: 84.0, has_title: true, has_caption: true, ..plain.clone() }),
        ("slide", Options { has_title: true, ground: Ground::Dark, ..slide }),
        ("ordered", Options { order: NodeOrder::SeedCluster, level: 1, map: ColourMap::Magma, ..plain.clone() }),
        ("large", Options { font_pt: 11.0, has_title: true, has_caption: true, ..plain }),
    ]
}

/// Every figure of some graphs with all options; returns the faults.
fn check_graphs(dataset: &Dataset, graphs: impl Iterator<Item = usize>) -> Vec<String> {
    let mut problems = Vec::new();
    for graph in graphs {
        for figure in FIGURES.iter().filter(|figure| figure.needs.has_graph()) {
            let is_large = dataset.graphs[graph].n_nodes > 1500;
            if is_large && figure.needs.contains(Needs::SPECTRUM) {
                continue;
            }
            for (look, options) in looks() {
                let methods: &[&str] = match figure.key {
                    "pooling" | "assignment" if !is_large => &["sagpool", "diffpool", "eigenpool", "proxpool"],
                    _ => &["proxpool"],
                };
                let request = request(figure.key, dataset, graph, methods, options);
                let place = format!("{} of {} {graph}, {look}", figure.key, dataset.name);
                match draw(&request, Some(dataset), &[]) {
                    Ok(scene) => problems.extend(text_problems(&scene).into_iter().map(|p| format!("{place}: {p}"))),
                    Err(error) => problems.push(format!("{place}: {error}")),
                }
            }
        }
    }
    problems
}

fn assert_none(problems: &[String]) {
    assert!(
        problems.is_empty(),
        "{} problems, such as\n{}",
        problems.len(),
        problems[..problems.len().min(30)].join("\n")
    );
}

#[test]
fn text_never_overlaps_on_the_molecules() {
    let dataset = load("molecules");
    assert_none(&check_graphs(&dataset, (0..dataset.graphs.len()).step_by(5)));
}

#[test]
fn text_never_overlaps_on_mutag() {
    let dataset = load("MUTAG");
    assert_none(&check_graphs(&dataset, (0..dataset.graphs.len()).step_by(6)));
}

#[test]
fn text_never_overlaps_on_odd_and_large_graphs() {
    for spec in ["gallery:karate", "gallery:star:leaves=40", "gallery:grid:rows=25,columns=24", "smiles:C", "smiles:CC"]
    {
        assert_none(&check_graphs(&load(spec), 0..1));
    }
    let mut apart = Dataset { name: "apart".to_owned(), ..Dataset::default() };
    apart.graphs.push(Graph { n_nodes: 5, ..Graph::default() });
    assert_none(&check_graphs(&apart, 0..1));
}

#[test]
fn text_never_overlaps_on_a_large_protein() {
    let Ok(dataset) = Catalog::from_environment().load("PROTEINS", &LoadOptions::default()) else {
        return skip::skipped("set PROXPOOL_DATA to a folder with PROTEINS to draw its largest graph");
    };
    let largest = (0..dataset.graphs.len()).max_by_key(|&graph| dataset.graphs[graph].n_nodes).unwrap();
    assert_none(&check_graphs(&dataset, largest..largest + 1));
}

#[test]
fn text_never_overlaps_on_the_largest_protein() {
    let Ok(dataset) = Catalog::from_environment().load("DD", &LoadOptions::default()) else {
        return skip::skipped("set PROXPOOL_DATA to a folder with DD to draw its largest graph");
    };
    let largest = (0..dataset.graphs.len()).max_by_key(|&graph| dataset.graphs[graph].n_nodes).unwrap();
    let options = Options { width_mm: 84.0, has_title: true, has_caption: true, ..Options::default() };
    for kind in ["pooling", "kernels", "assignment", "pipeline"] {
        let scene = draw(&request(kind, &dataset, largest, &["proxpool"], options.clone()), Some(&dataset), &[]);
        assert_none(&text_problems(&scene.unwrap()));
    }
}

/// The part of a page that maps and their colour bars cover, from the highest to the lowest.
fn covered(scene: &Scene) -> f64 {
    let images =
        scene.items.iter().filter_map(|item| if let Item::Image(image) = item { Some(image.rect) } else { None });
    let (top, bottom) =
        images.fold((f64::MAX, 0.0_f64), |(top, bottom), rect| (top.min(rect.y), bottom.max(rect.bottom())));
    (bottom - top) / scene.height_mm
}

#[test]
fn matrices_fill_a_slide() {
    let mut options = Options::default();
    options.set_preset(figure::Preset::Slide);
    for (name, graph) in [("molecules", 100), ("MUTAG", 5)] {
        let dataset = load(name);
        for kind in ["kernels", "assignment"] {
            let request = request(kind, &dataset, graph, &["proxpool"], options.clone());
            let share = covered(&draw(&request, Some(&dataset), &[]).unwrap());
            assert!(share > 0.3, "the {kind} of {name} {graph} cover {share} of the height");
        }
    }
}

#[test]
fn columns_are_named_wherever_their_order_is_another() {
    let dataset = load("MUTAG");
    let n_titles = |order: NodeOrder| {
        let options = Options { order, ..Options::default() };
        let request = request("assignment", &dataset, 5, &["sagpool", "proxpool"], options);
        let scene = draw(&request, Some(&dataset), &[]).unwrap();
        scene.texts().filter(|text| text.words.flat().starts_with("node")).count()
    };
    assert_eq!((n_titles(NodeOrder::Index), n_titles(NodeOrder::SeedCluster)), (1, 2));
}

#[test]
fn the_usual_operators_fit_on_a_page() {
    let dataset = load("MUTAG");
    let usual = common::methods().filter(|method| method.is_compared_by_default);
    let all: Vec<&str> = usual.map(|method| method.key).collect();
    let scene = draw(&request("pooling", &dataset, 5, &all, Options::default()), Some(&dataset), &[]).unwrap();
    assert!(scene.height_mm < 240.0, "{}", scene.height_mm);
    assert_none(&text_problems(&scene));
}

#[test]
fn small_eigenvalues_are_written_as_they_are() {
    let dataset = load("gallery:path:n=101");
    let scene = draw(&request("spectrum", &dataset, 0, &[], Options::default()), Some(&dataset), &[]).unwrap();
    let texts: Vec<String> =
        scene.texts().map(|text| text.words.flat()).filter(|words| words.starts_with("λ = ")).collect();
    // λ_k = 1 − cos(π (k − 1)/100) on a path of 101 nodes.
    assert_eq!(texts, ["λ = 0", "λ = 0.000493", "λ = 0.00197", "λ = 0.00444"]);
}

/// The fills of the hexagons of a figure, from the bottom up.
fn hexagons(scene: &Scene) -> Vec<Rgb> {
    let fill = |item: &Item| match item {
        Item::Polygon(polygon) if polygon.points.len() == 6 => Some(polygon.fill?.colour),
        _ => None,
    };
    scene.items.iter().filter_map(fill).collect()
}

#[test]
fn a_seed_has_a_red_ring_around_the_colour_of_its_attribute() {
    let dataset = load("MUTAG");
    for colour in [ColourBy::Label, ColourBy::Cluster, ColourBy::Coupling, ColourBy::Eigenvector(1)] {
        let options = Options { colour, ..Options::default() };
        let scene = draw(&request("pooling", &dataset, 3, &["proxpool"], options), Some(&dataset), &[]).unwrap();
        let fills = hexagons(&scene);
        let inside: Vec<Rgb> = fills.windows(2).filter(|pair| pair[0] == SEED).map(|pair| pair[1]).collect();
        // 6 and 2 seeds, and one in the legend.
        assert!(inside.len() > 2 && inside.iter().all(|&fill| fill != SEED), "{colour:?}: {fills:?}");
        if colour == ColourBy::Cluster {
            let is_there = |&cluster: &usize| inside.contains(&palette::cluster(cluster));
            assert!([0, 1, 2].iter().all(is_there), "the colour of a cluster is that of its seed: {inside:?}");
        }
    }
}

#[test]
fn nodes_have_the_colours_of_an_eigenvector() {
    let dataset = load("smiles:CCO");
    let options = Options { colour: ColourBy::Eigenvector(1), ..Options::default() };
    let scene = draw(&request("pooling", &dataset, 0, &["proxpool"], options), Some(&dataset), &[]).unwrap();
    assert!(
        scene.texts().any(|text| text.words.flat().contains("eigenvector\u{a0}2 −")),
        "the range is below each graph"
    );
    let large = load("gallery:grid:rows=50,columns=50");
    let options = Options { colour: ColourBy::Eigenvector(1), ..Options::default() };
    let error = draw(&request("pooling", &large, 0, &["proxpool"], options), Some(&large), &[]).unwrap_err();
    assert!(error.to_string().contains("eigenvectors are computed for at most 2000 nodes"), "{error}");
}

#[test]
fn a_map_of_means_says_so() {
    let large = load("gallery:grid:rows=40,columns=40");
    let words = |reduction| {
        let options = Options { reduction, dpi: 72.0, matrix: Some("K_t".to_owned()), ..Options::default() };
        let scene = draw(&request("matrix", &large, 0, &["proxpool"], options), Some(&large), &[]).unwrap();
        scene.texts().map(|text| text.words.flat()).collect::<Vec<_>>().join("|")
    };
    assert!(!words(Reduction::Maximum).contains("per pixel"));
    assert!(words(Reduction::Mean).contains("1600 × 1600, mean per pixel"), "{}", words(Reduction::Mean));
    assert!(words(Reduction::Density).contains("density per pixel"));
}

#[test]
fn text_never_overlaps_on_figures_of_runs() {
    let several =
        || ["proxpool", "proxpool-nt", "gpool", "diffpool", "none"].map(|pool| run("PROTEINS", pool, 20, 160)).to_vec();
    let mut problems = Vec::new();
    for runs in [vec![run("MUTAG", "proxpool", 1, 1)], several(), vec![run("NCI1", "proxpool", 2, 200); 3]] {
        for (look, options) in looks() {
            for kind in ["training", "results"] {
                let request =
                    FigureRequest { kind: kind.to_owned(), options: options.clone(), ..FigureRequest::default() };
                match draw(&request, None, &runs) {
                    Ok(scene) => {
                        problems.extend(text_problems(&scene).into_iter().map(|p| format!("{kind} {look}: {p}")))
                    }
                    Err(error) => problems.push(format!("{kind} {look}: {error}")),
                }
            }
        }
    }
    assert_none(&problems);
}

#[test]
fn a_wish_for_a_height_is_kept_or_refused() {
    let dataset = load("MUTAG");
    for figure in FIGURES {
        for height in [45.0, 90.0, 160.0] {
            let options = Options { height_mm: Some(height), ..Options::default() };
            let request = request(figure.key, &dataset, 5, &["proxpool"], options);
            match draw(&request, Some(&dataset), &[run("NCI1", "proxpool", 3, 9)]) {
                Ok(scene) => {
                    assert_eq!(scene.height_mm, height);
                    assert_none(&text_problems(&scene));
                }
                Err(FigureError::NoRoom(problem)) => assert!(problem.contains("choose a larger page"), "{problem}"),
                Err(error) => panic!("{}: {error}", figure.key),
            }
        }
    }
}

#[test]
fn positions_that_are_carried_are_those_that_are_drawn() {
    let dataset = load("smiles:CCO");
    let mut request = request("pooling", &dataset, 0, &["proxpool"], Options::default());
    request.positions = Some(vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
    let carried = draw(&request, Some(&dataset), &[]).unwrap();
    request.positions = Some(vec![[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]);
    assert_ne!(carried, draw(&request, Some(&dataset), &[]).unwrap());
    request.positions = Some(vec![[0.0, 0.0]]);
    let error = draw(&request, Some(&dataset), &[]).unwrap_err();
    assert_eq!(error.to_string(), "the node positions do not match this graph");
}

#[test]
fn operators_without_kernels_say_what_they_have() {
    let dataset = load("MUTAG");
    let error = |kind, method| {
        draw(&request(kind, &dataset, 0, &[method], Options::default()), Some(&dataset), &[]).unwrap_err().to_string()
    };
    assert_eq!(
        error("kernels", "gpool"),
        "gPool has no kernels: its matrices are A, y, C; choose proxpool, or the figure “assignment”"
    );
    assert!(error("pipeline", "diffpool").starts_with("DIFFPOOL has no proximity matrix R; choose proxpool"));
    let options = Options { level: 2, ..Options::default() };
    let deep = draw(&request("kernels", &dataset, 0, &["proxpool"], options), Some(&dataset), &[]).unwrap_err();
    assert_eq!(deep.to_string(), "level 2 is not pooled; choose a level from 0 to 1");
}

// ---- files ----

#[test]
fn equal_commands_give_equal_bytes_and_a_file_makes_itself_again() {
    let place = Place::new();
    for extension in ["svg", "png", "pdf"] {
        for kind in ["kernels", "pooling"] {
            let names = ["one", "two", "again"].map(|name| format!("{kind}-{name}.{extension}"));
            for name in &names[..2] {
                let output = place
                    .run(&["figure", kind, "MUTAG", "--graph", "3", "--tau", "0.5", "--dpi", "120", "--out", name]);
                assert_eq!(output.fine(), format!("{name}\n"));
            }
            place.run(&["figure", "--from", &names[0], "--out", &names[2]]).fine();
            let [one, two, again] = names.map(|name| fs::read(place.path(&name)).unwrap());
            assert!(one == two, "{kind}.{extension} differs from run to run");
            assert!(one == again, "{kind}.{extension} differs when made again");
            assert!(one.len() < 1_000_000, "{kind}.{extension} has {} bytes", one.len());
        }
    }
    // From one format to another, the figure is the same.
    place.run(&["figure", "--from", "kernels-one.pdf", "--out", "other.png"]).fine();
    assert_eq!(fs::read(place.path("other.png")).unwrap(), fs::read(place.path("kernels-one.png")).unwrap());
}

#[test]
fn a_png_has_the_pixels_the_resolution_and_the_request() {
    let place = Place::new();
    for (ground, colour) in [("light", png::ColorType::Rgb), ("transparent", png::ColorType::Rgba)] {
        let size = ["--width", "84", "--height", "60", "--dpi", "254", "--background", ground];
        let command = ["figure", "kernels", "smiles:CCO", "--out", "x.png"];
        place.run(&[&command[..], &size[..]].concat()).fine();
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(place.path("x.png")).unwrap()));
        let reader = decoder.read_info().unwrap();
        let info = reader.info();
        assert_eq!((info.width, info.height, info.color_type), (840, 600, colour));
        let size = info.pixel_dims.unwrap();
        assert_eq!((size.xppu, size.yppu, size.unit), (10_000, 10_000, png::Unit::Meter));
        let request = figure::read_request(&fs::read(place.path("x.png")).unwrap()).unwrap();
        assert_eq!((request.kind.as_str(), request.options.dpi), ("kernels", 254.0));
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_pdf_has_the_size_the_fonts_and_text_that_can_be_selected() {
    let place = Place::new();
    place.run(&["figure", "pooling", "MUTAG", "--width", "single", "--height", "50", "--out", "x.pdf"]).fine();
    let bytes = fs::read(place.path("x.pdf")).unwrap();
    // 84 × 50 mm in points.
    let at = bytes.windows(9).position(|window| window == b"/MediaBox").unwrap();
    let media: String = bytes[at..at + 60].iter().map(|&byte| char::from(byte)).collect();
    let numbers: Vec<f64> =
        media.split(['[', ']']).nth(1).unwrap().split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert!(
        (numbers[2] - 84.0 * 72.0 / 25.4).abs() < 1e-2 && (numbers[3] - 50.0 * 72.0 / 25.4).abs() < 1e-2,
        "{media}"
    );
    for part in ["/FontFile", "/ToUnicode", "/Inter", "Pooling: MUTAG, graph 0", "<proxpool:figure"] {
        assert!(contains(&bytes, part) || contains(&bytes, &part.replace("/Inter", "+Inter")), "{part}");
    }
    assert!(!contains(&bytes, "/CreationDate"));
}

#[test]
fn an_svg_carries_its_fonts_and_is_well_formed() {
    let place = Place::new();
    place.run(&["figure", "kernels", "MUTAG", "--graph", "5", "--title", "--out", "x.svg"]).fine();
    let text = fs::read_to_string(place.path("x.svg")).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("width"), Some("174mm"));
    assert!(text.contains("@font-face{font-family:'Inter';font-weight:400;") && text.contains("font-weight:600;src:"));
    let words: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        .filter_map(|node| node.text())
        .collect();
    assert!(words.contains(&"structure kernel"), "{words:?}");
}

#[test]
fn a_batch_makes_numbered_files() {
    let place = Place::new();
    let output = place.run(&["figure", "assignment", "MUTAG", "--graph", "0,9-11", "--out", "a.svg"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let names: Vec<String> = place.files().into_iter().filter(|name| name.starts_with("a-")).collect();
    assert_eq!(names, ["a-00.svg", "a-09.svg", "a-10.svg", "a-11.svg"]);
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let place = Place::new();
    fs::write(place.path("x.svg"), "old").unwrap();
    place.run(&["figure", "kernels", "smiles:CCO", "--out", "x.svg"]).fine();
    assert!(fs::read_to_string(place.path("x.svg")).unwrap().starts_with("<svg"));
    let before = fs::read(place.path("x.svg")).unwrap();
    place.run(&["figure", "kernels", "smiles:CCO", "--pool", "gpool", "--out", "x.svg"]).error();
    assert_eq!(fs::read(place.path("x.svg")).unwrap(), before);
    assert_eq!(place.files().len(), 1);
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    let place = Place::new();
    let error = |arguments: &[&str]| place.run(&[&["figure"], arguments].concat()).error();
    assert_eq!(
        error(&["kernel", "MUTAG", "--out", "x.png"]),
        "unknown figure “kernel”; choose one of pooling, kernels, assignment, matrix, pipeline, spectrum, training, results"
    );
    assert_eq!(error(&["kernels", "MUTAG", "--out", "x.jpg"]), "x.jpg: unknown file extension; use .png, .svg or .pdf");
    assert_eq!(
        error(&["kernels", "MUTAG", "--graph", "188", "--out", "x.png"]),
        "MUTAG has no graph 188; choose from 0 to 187"
    );
    assert_eq!(
        error(&["kernels", "--out", "x.png"]),
        "the figure “kernels” shows a graph; give a dataset, e.g. `proxpool figure kernels MUTAG --graph 0`"
    );
    assert_eq!(
        error(&["kernels", "MUTAG", "--dpi", "9", "--out", "x.png"]),
        "DPI = 9 is out of range; choose from 36 to 2400"
    );
    assert_eq!(
        error(&["kernels", "MUTAG", "--width", "3", "--out", "x.png"]),
        "width = 3 is out of range; choose from 40 to 1000 mm"
    );
    assert_eq!(
        error(&["kernels", "MUTAG", "--rho", "2", "--out", "x.png"]),
        "ρ = 2 is out of range; choose a number from 0 to 1"
    );
    let unwritable = error(&["kernels", "MUTAG", "--out", "no/such/x.png"]);
    assert!(unwritable.starts_with("no/such/x.png cannot be written: No such file or directory"), "{unwritable}");
    assert!(
        error(&["training", "--out", "x.png"])
            .starts_with("this figure shows runs; choose the folder of a run (--run)")
    );
    assert!(
        error(&["training", "--run", ".", "--out", "x.png"])
            .starts_with("no run found in .; start one with `proxpool train")
    );
    assert_eq!(
        error(&["pooling", "MUTAG", "--colour", "eigenvector-1", "--pool", "gpool", "--run", ".", "--out", "x.png"]),
        "no run found in .; start one with `proxpool train DATASET --out DIR`"
    );
    let both = place.run(&["figure", "--from", "x.png", "--dpi", "600"]);
    assert_eq!(both.code, Some(2));
    assert!(both.err.contains("'--from <FILE>' cannot be used with '--dpi <DPI>'"), "{}", both.err);
    fs::write(place.path("plain.svg"), "<svg/>").unwrap();
    assert_eq!(
        error(&["--from", "plain.svg", "--out", "x.svg"]),
        "plain.svg: this file contains no figure description; it was not made by this program, or another program has \
         changed it"
    );
    fs::write(place.path("edges.txt"), "a b\nb c\nc d\n").unwrap();
    place.command(&["figure", "kernels", "edges.txt", "--signal", "degree", "--out", "e.svg"]).output().unwrap();
    fs::write(place.path("edges.txt"), "a b\nb c\nc d\nd a\n").unwrap();
    let changed = error(&["--from", "e.svg", "--out", "x.svg"]);
    assert!(changed.contains("has changed since this figure was made"), "{changed}");
}

#[test]
fn all_figures_are_made_in_one_go() {
    let place = Place::new();
    let output = place.run(&["figures", "--out", "all", "--format", "svg"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    for figure in FIGURES {
        let path: PathBuf = place.path(&format!("all/{}.svg", figure.key));
        assert!(fs::metadata(&path).is_ok_and(|file| file.len() > 1000), "{}", path.display());
    }
    assert!(output.out.contains("3 splits of 20 epochs), too short to judge an operator"), "{}", output.out);
}

#[test]
fn faces_have_what_figures_write() {
    for face in Face::ALL {
        for c in "0123456789.−±×%·–…λτρ′".chars() {
            assert!(face.glyph(c).is_some(), "{face:?} has no {c}");
        }
    }
    assert_eq!(Format::from_path(Path::new("a.PNG")).unwrap(), Format::Png);
}
