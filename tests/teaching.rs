//! The Spectrum and Compare tabs, driven by their labels; what they show is what the library computes.
#![cfg(feature = "gui")]

mod common;
mod driven;

use std::time::Duration;

use common::methods;
use driven::{Driven, assert_shows, click, has, settle};
use eframe::egui::{self, Key, accesskit::Role};
use egui_kittest::kittest::Queryable;
use proxpool::{
    app::{SpectrumPage, Tab, WindowArguments, labels},
    graph::features::Signal,
    names::Named as _,
    pooling::{Params, Trace, Weights, explore, method},
    readers::catalog::{Catalog, LoadOptions},
    symbols,
    trace::{level::Level, summary::Summary},
    view::{
        look::{ColourBy, MOST_DRAWN, Pooled},
        scale::significant,
    },
};

fn arguments(dataset: &str, tab: Tab) -> WindowArguments {
    WindowArguments { dataset: Some(dataset.to_owned()), tab: Some(tab), ..WindowArguments::default() }
}

fn window(dataset: &str, tab: Tab) -> Driven {
    driven::window(arguments(dataset, tab))
}

/// A label as it is read: without the signs for indices.
fn read(label: &str) -> String {
    label.replace('_', "")
}

// ---- Spectrum

#[test]
fn the_tabs_are_a_click_away() {
    let mut harness = window("MUTAG", Tab::Explore);
    click(&mut harness, Tab::Spectrum.name());
    assert_shows(&harness, &labels::spectrum::spectrum(17, 17));
    click(&mut harness, Tab::Compare.name());
    assert_shows(&harness, "EigenPool");
    assert!(!has(&harness, &labels::spectrum::spectrum(17, 17)));
}

#[test]
fn arrow_keys_step_through_the_eigenvalues_of_a_path() {
    let mut harness = window("gallery:path:n=6", Tab::Spectrum);
    let lambda = |k: usize| 1.0 - (std::f64::consts::PI * k as f64 / 5.0).cos();
    harness.get_by_label(&labels::spectrum::spectrum(6, 6)).focus();
    harness.run_steps(2);
    for (k, index) in [(1, "₂"), (2, "₃"), (3, "₄")] {
        let value = significant(lambda(k), 4);
        assert_shows(&harness, &format!("λ{index} = {value}"));
        // The sum over edges is the eigenvalue.
        assert_shows(&harness, &format!(")2={value}"));
        harness.key_press(Key::ArrowRight);
        harness.run_steps(3);
    }
    assert_eq!(harness.state().state().view().graph, 0, "the arrows are the plot's");
    harness.key_press(Key::Home);
    harness.run_steps(3);
    assert_shows(&harness, &labels::spectrum::equal_ends(5));
}

#[test]
fn degenerate_eigenvalues_are_marked_as_such() {
    let harness = window("gallery:petersen", Tab::Spectrum);
    assert_shows(&harness, "λ₂ = 0.6667");
    assert_shows(&harness, &labels::spectrum::degenerate(5, "₂", 1));
    assert_shows(&harness, &read(&labels::spectrum::cuts_eigenspace(4, 5)));
}

#[test]
fn k_t_is_there_three_ways_with_times_and_differences() {
    let mut harness = window("MUTAG", Tab::Spectrum);
    for symbol in ["K_t", "K_U", "K_m", "ΔK_U", "ΔK_m"] {
        assert_shows(&harness, &labels::heatmap_of_shape(symbol, 17, 17));
    }
    assert_shows(&harness, labels::spectrum::DEFAULT_METHOD);
    assert_shows(&harness, labels::spectrum::DECOMPOSITION);
    assert_shows(&harness, labels::spectrum::ROUND_OFF);
    assert_shows(&harness, &labels::spectrum::truncated(4, 17));
    let slider = harness.get_by_role_and_label(Role::Slider, "m");
    slider.focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_shows(&harness, &labels::spectrum::truncated(5, 17));
    let slider = harness.get_by_role_and_label(Role::Slider, "s");
    slider.focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().params.s, 4, "s is the same in all tabs");
    assert_shows(&harness, labels::spectrum::ROUND_OFF);
}

#[test]
fn pointing_at_a_kernel_points_at_the_pair() {
    let mut harness = window("MUTAG", Tab::Spectrum);
    let map = harness.get_by_label_contains(&labels::heatmap("K_U")).rect();
    harness.hover_at(map.min + egui::vec2(0.1, 0.3) * map.size());
    harness.run_steps(3);
    assert_shows(&harness, "KU(C5, C1) = ");
}

#[test]
fn a_delta_reaches_exactly_the_nodes_within_s_hops() {
    let mut harness = window("gallery:path:n=9", Tab::Spectrum);
    click(&mut harness, SpectrumPage::Delta.name());
    assert_shows(&harness, &labels::spectrum::within(3, "0", 4));
    assert_shows(&harness, &read(&labels::spectrum::positive(4)));
    assert_shows(&harness, &read(labels::spectrum::EXACTLY_WITHIN));
    assert_shows(&harness, &labels::heatmap_of_shape("M", 9, 9));
    // Not the check box of its curve.
    harness.get_by_role_and_label(Role::RadioButton, labels::spectrum::HEAT_KERNEL).click();
    settle(&mut harness);
    assert_shows(&harness, labels::spectrum::NOT_LOCAL);
    assert_shows(&harness, &labels::spectrum::row("0", 9));
}

#[test]
fn the_cosine_of_two_smooth_signals_is_the_traces_k_t() {
    let mut harness = window("MUTAG", Tab::Spectrum);
    click(&mut harness, SpectrumPage::Signals.name());
    let k_t = harness.state().explored().unwrap().entry(0, &symbols::K_T, 0, 1).unwrap();
    let value = significant(k_t, 4);
    assert_shows(&harness, &format!("∘={value}"));
    assert_shows(&harness, &format!("kt={value}"));
    assert_shows(&harness, &read(labels::spectrum::SAME_COSINE));
    assert!(harness.query_by_role_and_label(Role::SpinButton, labels::spectrum::SECOND_NODE).is_some());
}

#[test]
fn what_is_proved_is_tried_on_the_graph_on_screen() {
    use labels::spectrum::{BIPARTITE, CONNECTED, FACTORS_CANCEL, NOT_BIPARTITE, bipartite, rank, separate};
    for (graph, verdicts) in [
        ("gallery:hypercube", [rank(15, 16), BIPARTITE.to_owned(), CONNECTED.to_owned()]),
        ("smiles:CCO.c1ccccc1", [rank(7, 9), bipartite(2), separate(2)]),
        ("gallery:petersen", [rank(10, 10), NOT_BIPARTITE.to_owned(), CONNECTED.to_owned()]),
        ("smiles:C", [rank(1, 1), NOT_BIPARTITE.to_owned(), CONNECTED.to_owned()]),
    ] {
        let mut harness = window(graph, Tab::Spectrum);
        click(&mut harness, SpectrumPage::Proofs.name());
        for verdict in verdicts.iter().map(String::as_str).chain([FACTORS_CANCEL]) {
            assert!(has(&harness, &read(verdict)), "{graph}: {verdict}");
        }
    }
}

#[test]
fn a_graph_too_large_for_eigenvectors_says_so_and_still_has_k_t() {
    let mut harness = driven::started(arguments("gallery:grid:rows=46,columns=46", Tab::Spectrum));
    // The layout of a large graph runs for longer than the test waits.
    let (k_t, ends) = (labels::heatmap_of_shape("K_t", 2116, 2116), labels::spectrum::spectrum(100, 2116));
    let start = std::time::Instant::now();
    while !(has(&harness, &k_t) && has(&harness, &ends)) && start.elapsed() < Duration::from_secs(300) {
        harness.step();
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_shows(&harness, &k_t);
    assert_shows(&harness, &ends);
    assert!(!has(&harness, &labels::heatmap("K_U")));
}

#[test]
fn a_single_node_has_every_page() {
    let mut harness = window("smiles:C", Tab::Spectrum);
    assert_shows(&harness, &labels::spectrum::spectrum(1, 1));
    // The first page last.
    let pages: Vec<&str> = SpectrumPage::all().map(|(_, page)| page).collect();
    for page in pages.into_iter().rev() {
        click(&mut harness, &read(page));
    }
    assert_shows(&harness, &labels::heatmap_of_shape("K_m", 1, 1));
    click(&mut harness, Tab::Compare.name());
    assert_shows(&harness, &labels::compare::nodes("1 → 1 → 1"));
    click(&mut harness, labels::compare::DIFFERENCE);
    assert_shows(&harness, &labels::compare::common_seeds(1));
}

#[test]
fn a_link_opens_what_a_lecturer_saw() {
    let link = "proxpool:gallery:hypercube?tab=spectrum&eigenvalue=3&page=delta&m=6&heat=yes&pair=0,2,2";
    let harness = driven::on(link);
    assert_shows(&harness, &labels::spectrum::degenerate(4, "₃", 2));
    assert_shows(&harness, &labels::spectrum::row("odd2", 16));
    assert_eq!(harness.state().session().link().unwrap().unwrap().to_string(), link);
    let link = "proxpool:MUTAG?tab=compare&operators=gpool,random&difference=proxpool,proxpool-nt&matrix=K_s";
    let mut harness = driven::on(link);
    assert_shows(&harness, &labels::heatmap_of_shape("ΔK_s", 17, 17));
    assert_eq!(harness.state().session().link().unwrap().unwrap().to_string(), link);
    click(&mut harness, labels::compare::SIDE_BY_SIDE);
    assert_eq!(n_cards(&harness), 2);
}

// ---- Compare

/// An operator on graph 0 of MUTAG, straight from the library.
fn trace(key: &str) -> Trace {
    let data = Catalog::from_environment().load("MUTAG", &LoadOptions::default()).unwrap();
    let method = method(key).unwrap();
    let params = Params::default().sized_for(&data);
    let signal = Signal::default_for(&data);
    let weights = Weights::untrained(method.operator, signal.width(), &params).unwrap();
    let graph = &data.graphs[0];
    explore(method, graph, &signal.values(graph), signal.width(), &params, &weights).unwrap()
}

#[test]
fn every_usual_operator_has_a_card_with_the_numbers_of_its_trace() {
    let harness = window("MUTAG", Tab::Compare);
    let (usual, others): (Vec<&str>, Vec<&str>) =
        methods().map(|method| method.key).partition(|key| harness.state().compared(key).is_some());
    let of_the_paper =
        ["proxpool", "proxpool-nt", "proxpool-ns", "diffpool", "gpool", "sagpool", "eigenpool", "random"];
    assert_eq!(usual, of_the_paper, "whoever wants to see others, or the graph unpooled, chooses them");
    assert!(others.contains(&"none") && others.contains(&"mincut"));
    for &key in &usual {
        let expected_trace = trace(key);
        let summary = Summary::new(&expected_trace);
        let levels = |of: fn(&proxpool::trace::summary::LevelSummary) -> usize, by: &str| {
            summary.levels.iter().map(|level| of(level).to_string()).collect::<Vec<_>>().join(by)
        };
        let dropped: Vec<String> =
            summary.levels.iter().filter_map(|level| Some(level.pooling.as_ref()?.dropped.len().to_string())).collect();
        let expected = labels::compare::losses(
            &dropped.join("/"),
            &levels(|level| level.components, "/"),
            &levels(|level| level.edges, " → "),
        );
        assert!(has(&harness, &expected), "{key}: {expected}");
        let compared = harness.state().compared(key).unwrap();
        assert!(compared.trace == expected_trace, "{key}: another trace");
    }
    assert_eq!(n_cards(&harness), usual.len());
}

#[test]
fn of_a_coarse_graph_that_joins_everything_the_heaviest_edges_are_drawn() {
    let data = Catalog::from_environment().load("MUTAG", &LoadOptions::default()).unwrap();
    let (graph, signal) = (&data.graphs[0], Signal::default_for(&data));
    let method = method("diffpool").unwrap();
    // As many clusters as a dataset of large graphs has, each joined to every other.
    let params = Params { max_nodes: 1500, levels: 1, ..Params::default() };
    let weights = Weights::untrained(method.operator, signal.width(), &params).unwrap();
    let trace = explore(method, graph, &signal.values(graph), signal.width(), &params, &weights).unwrap();
    let (summary, levels) = (Summary::new(&trace), Level::all(&trace, &data, graph));
    let pooled = Pooled { dataset: &data, graph, trace: &trace, summary: &summary, levels: &levels };
    let drawn = |level| pooled.look(level, ColourBy::Label, None, true).0;
    assert!(summary.levels[1].edges > MOST_DRAWN);
    assert_eq!((drawn(0).edges.len(), drawn(1).edges.len()), (graph.edges.len(), MOST_DRAWN));
    assert!(drawn(1).title.ends_with(&format!("{MOST_DRAWN} of {} edges", summary.levels[1].edges)));
}

/// Operators on screen.
fn n_cards(harness: &Driven) -> usize {
    harness.query_all_by_label_contains(&labels::heatmap("C, ")).count()
}

#[test]
fn operators_are_chosen_by_their_boxes() {
    let mut harness = window("MUTAG", Tab::Compare);
    let before = n_cards(&harness);
    for name in ["gPool", "SAGPool"] {
        harness.get_by_role_and_label(Role::CheckBox, name).click();
        settle(&mut harness);
    }
    // Others are in a list, which stays open.
    harness.get_by_role_and_label(Role::ComboBox, labels::compare::MORE).click();
    harness.run_steps(2);
    harness.get_by_label("none").click();
    settle(&mut harness);
    assert_eq!(n_cards(&harness), before - 2 + 1, "two are taken out, and one in");
    assert!(harness.state().compared("none").is_some());
}

#[test]
fn two_operators_are_shown_as_a_difference() {
    let mut harness = window("MUTAG", Tab::Compare);
    click(&mut harness, labels::compare::DIFFERENCE);
    assert_shows(&harness, &labels::heatmap_of_shape("ΔC^TC", 17, 17));
    let seeds = |key: &str| trace(key).levels[0].seeds().unwrap().to_vec();
    let (a, b) = (seeds("proxpool"), seeds("proxpool-ns"));
    let common = a.iter().filter(|seed| b.contains(seed)).count();
    assert_shows(&harness, &labels::compare::common_seeds(common));
    click(&mut harness, "Kt");
    assert_shows(&harness, labels::compare::IDENTICAL);
    assert_shows(&harness, &labels::heatmap_of_shape("ΔK_t", 17, 17));
}

#[test]
fn an_operator_that_was_trained_has_the_weights_of_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("short");
    let trained = std::process::Command::new(env!("CARGO_BIN_EXE_proxpool"))
        .args(["train", "MUTAG", "--pool", "gpool", "--epochs", "1", "--splits", "1", "--out"])
        .arg(&run)
        .output()
        .unwrap();
    assert!(trained.status.success(), "{}", String::from_utf8_lossy(&trained.stderr));
    let arguments = WindowArguments {
        dataset: Some("MUTAG".to_owned()),
        tab: Some(Tab::Compare),
        runs: Some(folder.path().to_owned()),
        ..WindowArguments::default()
    };
    let mut harness = driven::window(arguments);
    assert_shows(&harness, &labels::compare::trained("short"));
    assert!(harness.state().compared("gpool").unwrap().trace != trace("gpool"), "trained weights choose otherwise");
    assert!(harness.state().compared("sagpool").unwrap().trace == trace("sagpool"), "no run, no weights");
    harness.get_by_role_and_label(Role::CheckBox, labels::compare::TRAINED).click();
    settle(&mut harness);
    assert!(harness.state().compared("gpool").unwrap().trace == trace("gpool"));
}

#[test]
fn tabs_in_which_nothing_moves_are_not_drawn_again() {
    for tab in [Tab::Spectrum, Tab::Compare, Tab::Steps] {
        let mut harness = window("MUTAG", tab);
        harness.run_steps(30);
        let delay = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
        assert!(delay > Duration::from_secs(3600), "{tab:?}: the next frame is wanted in {delay:?}");
    }
}
