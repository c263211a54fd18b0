//! What an operator decides by is seen on the canvas: clusters as pies, scores as colours, map and bars, ties as rings.

mod driven;

use driven::{assert_shows, click, has, on};
use egui_kittest::kittest::Queryable as _;
use proxpool::{
    app::labels,
    explore::{Exploration, Explored},
    graph::Dataset,
    pooling::{gpool, method},
    readers::catalog::{Catalog, LoadOptions},
    view::{
        look::{ColourBy, Legend, Pooled},
        palette,
        picture::LevelLook,
    },
};

fn load(source: &str) -> Dataset {
    Catalog::default().load(source, &LoadOptions::default()).unwrap()
}

fn explored(dataset: &Dataset, graph: usize, pool: &str) -> Explored {
    let exploration = Exploration { method: method(pool).unwrap(), ..Exploration::default() };
    exploration.run(dataset, &dataset.graphs[graph]).unwrap()
}

fn looks(dataset: &Dataset, graph: usize, explored: &Explored) -> Vec<(LevelLook, Legend)> {
    let pooled = Pooled::new(dataset, &dataset.graphs[graph], explored);
    (0..explored.levels.len()).map(|level| pooled.look(level, ColourBy::Automatic, None, true)).collect()
}

#[test]
fn soft_clusters_are_pies_and_hard_ones_colours() {
    let dataset = load("MUTAG");
    let soft = looks(&dataset, 3, &explored(&dataset, 3, "diffpool"));
    let first = &soft[0].0;
    assert!(first.nodes.iter().all(|node| node.slices.len() > 1), "every node belongs to several clusters");
    for node in &first.nodes {
        let whole: f32 = node.slices.iter().map(|(_, share)| share).sum();
        assert!((whole - 1.0).abs() < 0.05, "{}: {whole}", node.name);
    }
    assert!(soft[1].0.nodes.iter().enumerate().all(|(idx, node)| node.rim == Some(palette::cluster(idx))));
    assert!(soft[2].0.nodes.iter().enumerate().all(|(idx, node)| node.fill == palette::cluster(idx)));
    let Legend::Words(words) = &soft[0].1 else { panic!("clusters are named") };
    assert_eq!(words[0], ("cluster 0".to_owned(), palette::cluster(0)));

    let found = explored(&dataset, 3, "eigenpool");
    let hard = looks(&dataset, 3, &found);
    for (node, cluster) in hard[0].0.nodes.iter().zip(&found.levels[0].cluster_of) {
        assert_eq!((node.fill, node.slices.len()), (palette::cluster(cluster.unwrap() as usize), 0), "{}", node.name);
    }
}

#[test]
fn scores_are_a_column_and_colours() {
    let dataset = load("MUTAG");
    for pool in ["gpool", "sagpool"] {
        let found = explored(&dataset, 3, pool);
        let level = &found.trace.levels[0];
        let scores = level.scores().unwrap();
        let column = level.matrix(level.ranked_by.unwrap()).expect("scores are shown as a map");
        assert_eq!(column.value.shape(), Some((scores.len(), 1)), "{pool}");
        let (look, legend) = &looks(&dataset, 3, &found)[0];
        assert!(matches!(legend, Legend::Range { .. }), "{pool}: {legend:?}");
        let equal = |a: usize, b: usize| look.nodes[a].fill == look.nodes[b].fill;
        let highest = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
        let lowest = (0..scores.len()).min_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap();
        assert!(!equal(highest, lowest), "{pool}");
    }
    let proxpool = explored(&dataset, 3, "proxpool");
    assert!(matches!(&looks(&dataset, 3, &proxpool)[0].1, Legend::Words(words) if words[0].0 == "C"), "labels stay");
}

#[test]
fn nodes_among_which_the_index_decided_are_known_and_ringed() {
    let dataset = load("gallery:cycle:n=12");
    let found = explored(&dataset, 0, "proxpool");
    assert_eq!(found.trace.levels[0].tied, (0..12).collect::<Vec<u32>>());
    let (look, _) = &looks(&dataset, 0, &found)[0];
    assert!(look.nodes.iter().all(|node| node.is_tied));
    assert_eq!(look.notice, "E tied: index order decides (4 of 12 nodes)");
    let window = on("gallery:cycle:n=12");
    assert_shows(&window, "E tied: index order decides (4 of 12 nodes)");
    assert!(!has(&on("proxpool:MUTAG?graph=3"), "index order decides"));
}

#[test]
fn the_window_shows_clusters_scores_and_their_bars() {
    let window = on("proxpool:MUTAG?graph=3&pool=diffpool");
    assert_shows(&window, "cluster 0");
    let window = on("proxpool:MUTAG?graph=3&pool=gpool");
    assert_shows(&window, &labels::heatmap("y"));
    let name = labels::explore::scores(gpool::METHOD.matrices[1].name, "y");
    window.get_by_label(&labels::explore::bars_of(&name, 0));
    assert_shows(
        &on("proxpool:MUTAG?graph=3"),
        &labels::explore::bars_of(&labels::explore::scores("coupling", "E"), 0),
    );
}

#[test]
fn an_atom_above_its_usual_valence_is_told_but_not_forbidden() {
    let link = |edits: &str| format!("proxpool:smiles%3ACC%28C%29%28C%29C?edits={edits}");
    let window = on(&link("add:0"));
    assert!(!has(&window, "usually has at most"));
    let window = on(&link("add:0,join:1:5:0"));
    assert_shows(&window, "has 5 bonds; carbon usually has at most 4");
    assert_shows(&window, "6 atoms");
}

#[test]
fn the_table_of_compare_is_sorted_by_a_click() {
    let mut window = on("proxpool:MUTAG?graph=3&tab=compare&operators=proxpool,diffpool,gpool");
    let place = |window: &driven::Driven, name: &str| {
        window.get_by_label(&format!("{} {name}", labels::compare::UNTRAINED_MARK)).rect().center().y
    };
    assert!(place(&window, "ProxPool") < place(&window, "gPool"), "in the order of the operators");
    click(&mut window, &labels::compare::sort_by("operator"));
    assert!(place(&window, "DIFFPOOL") < place(&window, "gPool"));
    assert!(place(&window, "gPool") < place(&window, "ProxPool"));
    click(&mut window, &labels::compare::sort_by("operator"));
    assert!(place(&window, "ProxPool") < place(&window, "gPool"));
    click(&mut window, labels::compare::DIFFERENCE);
    assert_shows(&window, &labels::compare::subtracted("ProxPool", "ProxPool-NS"));
}
