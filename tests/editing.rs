//! Editing a graph by hand, driven by labels and by the pointer; what is shown is what the library computes of the copy.
#![cfg(feature = "gui")]

mod common;
mod driven;

use std::path::Path;

use driven::{Driven, on, settle};
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use proxpool::{
    app::{Action, Tab, labels},
    graph::{
        Dataset, Graph,
        edit::{Edit, edited},
        features::Signal,
    },
    pooling::{Params, Trace, Weights, explore},
    readers::{
        self,
        catalog::{Catalog, LoadOptions},
    },
};

/// Aspirin.
const MOLECULE: &str = "smiles:CC(=O)Oc1ccccc1C(=O)O";

/// A window in which the graph is being edited.
fn editing(dataset: &str) -> Driven {
    let mut harness = on(dataset);
    click(&mut harness, Action::EditGraph.label());
    harness
}

fn click(harness: &mut Driven, label: &str) {
    harness.get_by_role_and_label(Role::Button, label).click();
    settle(harness);
}

fn choose(harness: &mut Driven, combo: &str, choice: &str) {
    harness.get_by_role_and_label(Role::ComboBox, combo).click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Button, choice).click();
    settle(harness);
}

/// Types a number into a field, as hands on the keys do.
fn set(harness: &mut Driven, field: &str, number: &str) {
    harness.get_by_role_and_label(Role::SpinButton, field).focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(1);
    harness.event(egui::Event::Text(number.to_owned()));
    harness.run_steps(1);
    harness.key_press(Key::Enter);
    settle(harness);
}

fn press(harness: &Driven, pos: Pos2, button: PointerButton, pressed: bool) {
    harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
}

fn click_at(harness: &mut Driven, pos: Pos2, button: PointerButton) {
    harness.hover_at(pos);
    harness.run_steps(2);
    press(harness, pos, button, true);
    harness.run_steps(1);
    press(harness, pos, button, false);
    settle(harness);
}

fn drag(harness: &mut Driven, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.run_steps(2);
    press(harness, from, PointerButton::Primary, true);
    harness.run_steps(1);
    for part in 1..=4 {
        harness.hover_at(from + (to - from) * (part as f32 / 4.0));
        harness.run_steps(1);
    }
    press(harness, to, PointerButton::Primary, false);
    settle(harness);
}

fn at(harness: &Driven, node: u32) -> Pos2 {
    harness.state().node_screen_pos(0, node).expect("the node is drawn")
}

fn shown_graph(harness: &Driven) -> &Graph {
    &harness.state().explored().unwrap().edited_graph
}

fn n_edits(harness: &Driven) -> usize {
    harness.state().state().view().edits.len()
}

fn undo(harness: &mut Driven) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(harness);
}

fn redo(harness: &mut Driven) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    settle(harness);
}

fn load(source: &str) -> Dataset {
    Catalog::from_environment().load(source, &LoadOptions::default()).unwrap()
}

/// The trace that the library makes of a copy.
fn trace_of(dataset: &Dataset, graph: usize, edits: &[Edit]) -> Trace {
    let copy = edited(&dataset.graphs[graph], edits, dataset).unwrap();
    let signal = Signal::default_for(dataset);
    let params = Params::default().sized_for(dataset);
    let method = proxpool::pooling::method("proxpool").unwrap();
    explore(method, &copy, &signal.values(&copy), signal.width(), &params, &Weights::default()).unwrap()
}

/// What is on screen is the library's trace of the copy, entry by entry.
fn assert_is_of(harness: &Driven, source: &str, graph: usize) {
    let dataset = load(source);
    let explored = harness.state().explored().unwrap();
    let trace = trace_of(&dataset, graph, &harness.state().state().view().edits);
    assert_eq!(explored.trace.levels.len(), trace.levels.len());
    for (level, computed) in explored.trace.levels.iter().zip(&trace.levels) {
        for step in &computed.steps {
            assert_eq!(level.get(step.symbol), Some(&step.value), "{} differs", step.symbol);
        }
    }
    let sizes: Vec<String> = explored.summary.levels.iter().map(|level| level.nodes.to_string()).collect();
    let line = format!("{} {}", sizes.join(" → "), labels::shell::DROPPED);
    assert!(harness.query_all_by_label_contains(&line).next().is_some(), "“{line}” is not on screen");
}

#[test]
fn by_fields_and_buttons_a_node_is_added_joined_labelled_weighed_and_removed() {
    let mut harness = editing(MOLECULE);
    assert_eq!(shown_graph(&harness).n_nodes, 13);
    click(&mut harness, labels::explore::ADD_NODE);
    harness.get_by_label(&labels::explore::edited(1));
    harness.get_by_label_contains(&labels::level_of_size(0, 14));
    assert_is_of(&harness, MOLECULE, 0);
    // The list has the sizes of the copy, and says so.
    let n_edges = shown_graph(&harness).n_edges();
    assert!(driven::has(&harness, &labels::explore::edited_copy(14, n_edges)));

    // The new node is the one that is edited.
    choose(&mut harness, labels::explore::NODE_LABEL, "O");
    assert_eq!(shown_graph(&harness).node_labels.as_ref().unwrap()[13], 1);
    set(&mut harness, labels::explore::SECOND_NODE, "2");
    click(&mut harness, labels::explore::ADD_EDGE);
    assert!(shown_graph(&harness).edges.contains(&[2, 13]));
    harness.get_by_label_contains(&labels::explore::pair("O13", "O2", &labels::explore::hops(1)));
    set(&mut harness, labels::explore::EDGE_WEIGHT, "2.5");
    assert_eq!(harness.state().explored().unwrap().entry(0, &proxpool::symbols::A, 13, 2), Some(2.5));
    choose(&mut harness, labels::explore::EDGE_LABEL, "double");
    harness.get_by_label(&labels::explore::edited(5));
    assert_is_of(&harness, MOLECULE, 0);

    click(&mut harness, labels::explore::REMOVE_EDGE);
    assert!(!shown_graph(&harness).edges.contains(&[2, 13]));
    click(&mut harness, labels::explore::REMOVE_NODE);
    assert_eq!(shown_graph(&harness).n_nodes, 13);
    assert_is_of(&harness, MOLECULE, 0);
    assert_eq!(harness.state().explored().unwrap().data.dataset.graphs[0].n_nodes, 13, "the dataset stays as it is");
}

#[test]
fn undo_redo_and_discard_go_back_and_forth() {
    let mut harness = editing(MOLECULE);
    click(&mut harness, labels::explore::SELECT_FIRST);
    click(&mut harness, labels::explore::REMOVE_NODE);
    click(&mut harness, labels::explore::ADD_NODE);
    assert_eq!((n_edits(&harness), shown_graph(&harness).n_nodes), (2, 13));
    undo(&mut harness);
    assert_eq!((n_edits(&harness), shown_graph(&harness).n_nodes), (1, 12));
    undo(&mut harness);
    assert_eq!((n_edits(&harness), shown_graph(&harness).n_nodes), (0, 13));
    assert!(harness.query_by_label_contains(labels::explore::EDITED).is_none());
    redo(&mut harness);
    redo(&mut harness);
    harness.get_by_label(&labels::explore::edited(2));
    assert_is_of(&harness, MOLECULE, 0);
    click(&mut harness, labels::explore::DISCARD);
    assert_eq!((n_edits(&harness), shown_graph(&harness).n_nodes), (0, 13));
    undo(&mut harness);
    assert_eq!(n_edits(&harness), 2, "what was discarded can be had back");
}

#[test]
fn by_the_pointer_nodes_and_edges_are_drawn_chosen_and_removed() {
    let mut harness = editing("gallery:path:n=5");
    let before = at(&harness, 2);
    let ground = before + vec2(0.0, 90.0);
    click_at(&mut harness, ground, PointerButton::Primary);
    assert_eq!(shown_graph(&harness).n_nodes, 6);
    assert!((at(&harness, 5) - ground).length() < 12.0, "it comes where it was put: {:?}, {ground:?}", at(&harness, 5));
    assert!((at(&harness, 2) - before).length() < 12.0, "the others stay");

    let (from, to) = (at(&harness, 5), at(&harness, 2));
    drag(&mut harness, from, to);
    assert!(shown_graph(&harness).edges.contains(&[2, 5]));
    let middle = at(&harness, 2) + (at(&harness, 5) - at(&harness, 2)) * 0.5;
    click_at(&mut harness, middle, PointerButton::Primary);
    let locked = harness.state().state().view().locked.unwrap();
    assert_eq!((locked.row, locked.col), (2, 5), "a click on an edge chooses it");
    harness.key_press(Key::Delete);
    settle(&mut harness);
    assert!(!shown_graph(&harness).edges.contains(&[2, 5]));

    // From a node to the ground: a new node at the end of an edge.
    let (from, n_before) = (at(&harness, 0), n_edits(&harness));
    drag(&mut harness, from, from + vec2(0.0, -70.0));
    assert_eq!((shown_graph(&harness).n_nodes, n_edits(&harness)), (7, n_before + 2));
    assert!(shown_graph(&harness).edges.contains(&[0, 6]));
    undo(&mut harness);
    assert_eq!(shown_graph(&harness).n_nodes, 6, "both are one change");

    let node = at(&harness, 5);
    click_at(&mut harness, node, PointerButton::Primary);
    harness.key_press(Key::Delete);
    settle(&mut harness);
    assert_eq!(shown_graph(&harness).n_nodes, 5);
    assert_is_of(&harness, "gallery:path:n=5", 0);
}

#[test]
fn the_menu_of_a_node_and_of_an_edge_offers_what_can_be_changed() {
    let mut harness = editing(MOLECULE);
    let first = at(&harness, 0);
    click_at(&mut harness, first, PointerButton::Primary);
    let other = at(&harness, 2);
    click_at(&mut harness, other, PointerButton::Secondary);
    click(&mut harness, &labels::explore::add_edge_to("C0"));
    assert!(shown_graph(&harness).edges.contains(&[0, 2]));
    let other = at(&harness, 2);
    click_at(&mut harness, other, PointerButton::Secondary);
    click(&mut harness, &labels::explore::remove_edge_to("C0"));
    assert!(!shown_graph(&harness).edges.contains(&[0, 2]));

    let node = at(&harness, 0);
    click_at(&mut harness, node, PointerButton::Secondary);
    harness.get_by_role_and_label(Role::Button, labels::explore::NODE_LABEL).click();
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::Button, "O").click();
    settle(&mut harness);
    assert_eq!(shown_graph(&harness).node_labels.as_ref().unwrap()[0], 1);

    let middle = at(&harness, 0) + (at(&harness, 1) - at(&harness, 0)) * 0.5;
    click_at(&mut harness, middle, PointerButton::Secondary);
    harness.get_by_label(labels::explore::EDGE_WEIGHT);
    click(&mut harness, labels::explore::REMOVE_EDGE);
    assert!(!shown_graph(&harness).edges.contains(&[0, 1]));

    // With nothing kept, the side panel offers no such button beside the menu.
    harness.key_press(Key::Escape);
    settle(&mut harness);
    let node = at(&harness, 0);
    click_at(&mut harness, node, PointerButton::Secondary);
    click(&mut harness, labels::explore::REMOVE_NODE);
    assert_eq!(shown_graph(&harness).n_nodes, 12);
    assert_is_of(&harness, MOLECULE, 0);
}

#[test]
fn outside_the_edit_mode_the_canvas_is_as_before() {
    let mut harness = on(MOLECULE);
    let canvas = harness.get_by_label_contains(&labels::level(0)).rect();
    click_at(&mut harness, canvas.min + vec2(12.0, 12.0), PointerButton::Primary);
    let (from, to) = (at(&harness, 0), at(&harness, 2));
    drag(&mut harness, from, to);
    harness.key_press(Key::Delete);
    settle(&mut harness);
    assert_eq!(n_edits(&harness), 0);
    let node = at(&harness, 4);
    click_at(&mut harness, node, PointerButton::Secondary);
    harness.get_by_label(labels::explore::LOCK_NODE);
    assert!(harness.query_by_label(labels::explore::REMOVE_NODE).is_none());
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let mut harness = editing("smiles:C");
    click(&mut harness, labels::explore::SELECT_FIRST);
    assert!(harness.get_by_role_and_label(Role::Button, labels::explore::REMOVE_NODE).accesskit_node().is_disabled());
    harness.key_press(Key::Delete);
    settle(&mut harness);
    harness.get_by_label_contains("the last one cannot be removed");
    assert_eq!(n_edits(&harness), 0);
    let broken = on("proxpool:smiles:CCO?edits=remove:7");
    broken.get_by_label_contains("there is no node 7");
    assert_eq!((n_edits(&broken), shown_graph(&broken).n_nodes), (0, 3));
}

#[test]
fn another_graph_starts_without_edits_and_undo_brings_them_back() {
    let mut harness = editing("MUTAG");
    click(&mut harness, labels::explore::ADD_NODE);
    harness.get_by_label(&labels::explore::graph(3, None)).click();
    settle(&mut harness);
    assert_eq!(n_edits(&harness), 0);
    harness.get_by_label(&labels::explore::graph(3, None));
    undo(&mut harness);
    assert_eq!((harness.state().state().view().graph, n_edits(&harness)), (0, 1));
    assert_is_of(&harness, "MUTAG", 0);
}

#[test]
fn every_tab_shows_the_copy() {
    let mut harness = on("proxpool:MUTAG?graph=0&edits=add:0,join:0:17:0");
    assert_eq!(shown_graph(&harness).n_nodes, 18);
    harness.get_by_label_contains(labels::explore::IS_EDITED);
    click(&mut harness, Tab::Spectrum.name());
    harness.get_by_label(&labels::spectrum::spectrum(18, 18));
    click(&mut harness, Tab::Compare.name());
    let compared: Vec<_> = common::methods().filter_map(|method| harness.state().compared(method.key)).collect();
    assert!(compared.len() > 3, "the usual operators are compared");
    for explored in compared {
        assert_eq!(explored.edited_graph.n_nodes, 18, "{}", explored.method.key);
    }
    click(&mut harness, Tab::Explore.name());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    harness.run_steps(3);
    harness.get_by_label(&format!("{} proxpool:MUTAG?edits=add:0,join:0:17:0", labels::COPIED));
    assert_is_of(&harness, "MUTAG", 0);
}

#[test]
fn a_figure_of_the_copy_carries_the_edits_and_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let (path, again) = (folder.path().join("copy.svg"), folder.path().join("again.svg"));
    let mut harness = on("proxpool:molecules?graph=140&edits=remove:0,add:1");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut harness);
    harness.state_mut().save_figure(path.clone());
    settle(&mut harness);
    let request = proxpool::figure::read_request(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(request.edits.iter().map(Edit::to_string).collect::<Vec<_>>(), ["remove:0", "add:1"]);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_proxpool"))
        .args(["figure", "--from"])
        .arg(&path)
        .arg("--out")
        .arg(&again)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&again).unwrap());
}

#[test]
fn the_copy_is_saved_as_graphml_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.graphml");
    let mut harness = on("proxpool:molecules?graph=140&edits=add:1,join:0:12:0,weight:0:12:0.5,remove:3");
    harness.get_by_label(Action::SaveGraph.label());
    // The ending that the reader knows is added where it is missing.
    harness.state_mut().save_graph(folder.path().join("copy"));
    settle(&mut harness);
    harness.get_by_label_contains(labels::SAVED);
    let saved = harness.state().explored().unwrap();
    let opened = readers::open(&path).unwrap();
    assert_same(&saved.data.dataset, &saved.edited_graph, &opened);
    let mut harness = on(&path.display().to_string());
    harness.get_by_label_contains(&labels::explore::graph(0, Some("nicotine")));
    harness.state_mut().save_graph(Path::new("/proc/no/such/folder/x.graphml").to_owned());
    settle(&mut harness);
    harness.get_by_label_contains(labels::NOT_WRITTEN);
}

#[test]
fn every_bundled_graph_is_written_and_read_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("again.graphml");
    for name in ["MUTAG", "molecules", "gallery"] {
        let dataset = load(name);
        for (idx, graph) in dataset.graphs.iter().enumerate().step_by(7) {
            let ends = graph.edges.first().copied();
            let weighed = ends.map(|ends| Edit::SetWeight { ends, weight: 0.1 + 0.2 });
            let edits: Vec<Edit> = weighed.into_iter().collect();
            let copy = edited(graph, &edits, &dataset).unwrap();
            for graph in [graph, &copy] {
                proxpool::writers::graphml::write(&dataset, graph, &path).unwrap();
                let read = readers::open(&path).unwrap_or_else(|error| panic!("{name} {idx}: {error}"));
                assert!(read.warnings.is_empty(), "{name} {idx}: {:?}", read.warnings);
                assert_same(&dataset, graph, &read);
            }
        }
    }
}

/// The only graph of a file is the one that was written, with labels by name.
fn assert_same(dataset: &Dataset, graph: &Graph, opened: &Dataset) {
    let [read] = &opened.graphs[..] else { panic!("{} graphs", opened.graphs.len()) };
    assert_eq!((read.n_nodes, &read.edges), (graph.n_nodes, &graph.edges));
    let weights = |graph: &Graph| (0..graph.n_edges()).map(|idx| graph.edge_weight(idx)).collect::<Vec<_>>();
    assert_eq!(weights(read), weights(graph));
    let words = |labels: &proxpool::graph::Labels, column: &Option<Vec<u32>>| -> Vec<String> {
        column.iter().flatten().map(|&label| labels.show(label).to_owned()).collect()
    };
    assert_eq!(words(&opened.node_labels, &read.node_labels), words(&dataset.node_labels, &graph.node_labels));
    assert_eq!(words(&opened.edge_labels, &read.edge_labels), words(&dataset.edge_labels, &graph.edge_labels));
    let name = |dataset: &Dataset, graph: &Graph, node| dataset.node_name(graph, node);
    for node in 0..graph.n_nodes as u32 {
        assert_eq!(name(opened, read, node), name(dataset, graph, node));
    }
    assert_eq!(
        read.class.map(|class| opened.classes.show(class)),
        graph.class.map(|class| dataset.classes.show(class))
    );
    if graph.name.is_some() {
        assert_eq!(read.name, graph.name);
    }
    let own = |graph: &Graph| graph.fields.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("name")).count();
    assert!(own(read) <= own(graph));
}
