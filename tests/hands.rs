//! Hands and keys: sliders, the graph chooser, the filter of the list, Escape.
#![cfg(feature = "gui")]

mod driven;

use driven::{Driven, assert_shows, has, settle};
use eframe::egui::{Key, Modifiers, Pos2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;
use proxpool::{
    app::{Action, Tab, WindowArguments, labels},
    names::Named as _,
    trace::order::NodeOrder,
};

fn in_tab(tab: Tab) -> Driven {
    driven::window(WindowArguments { dataset: Some("MUTAG".to_owned()), tab: Some(tab), ..WindowArguments::default() })
}

fn press_at(harness: &mut Driven, at: Pos2) {
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(1);
}

fn s(harness: &Driven) -> usize {
    harness.state().state().view().params.s
}

#[test]
fn arrow_keys_belong_to_the_slider_that_was_clicked() {
    let mut harness = in_tab(Tab::Explore);
    let slider = harness.get_by_role_and_label(Role::Slider, "filter order s").rect();
    press_at(&mut harness, slider.center());
    settle(&mut harness);
    let before = s(&harness);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!((s(&harness), harness.state().state().view().graph), (before + 1, 0));
}

#[test]
fn a_double_click_sets_the_default() {
    let mut harness =
        driven::quick(WindowArguments { dataset: Some("MUTAG".to_owned()), ..WindowArguments::default() });
    let slider = harness.get_by_role_and_label(Role::Slider, "filter order s").rect();
    let at = slider.left_center() + 0.9 * (slider.right_center() - slider.left_center());
    press_at(&mut harness, at);
    assert_ne!(s(&harness), 3);
    press_at(&mut harness, at);
    settle(&mut harness);
    assert_eq!(s(&harness), 3);
}

#[test]
fn every_tab_steps_through_the_graphs() {
    for tab in [Tab::Compare, Tab::Spectrum, Tab::Steps] {
        let mut harness = in_tab(tab);
        driven::click(&mut harness, Action::NextGraph.label());
        assert_eq!(harness.state().state().view().graph, 1, "{tab:?}");
        driven::click(&mut harness, Action::PreviousGraph.label());
        assert_eq!(harness.state().state().view().graph, 0, "{tab:?}");
    }
}

#[test]
fn compare_has_the_parameters_of_its_operators() {
    let mut harness = in_tab(Tab::Compare);
    for name in ["filter order s", "RBF precision τ", "pooling levels"] {
        harness.get_by_role_and_label(Role::Slider, name);
    }
    harness.get_by_role_and_label(Role::Slider, "pooling ratio ρ").focus();
    harness.run_steps(1);
    let before = harness.state().state().view().params.rho;
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert!(harness.state().state().view().params.rho > before);
    assert_eq!(harness.state().state().view().graph, 0);
}

#[test]
fn the_filter_finds_classes_and_enter_opens_the_first_hit() {
    let mut harness = in_tab(Tab::Explore);
    harness.get_by_label(labels::explore::FILTER).focus();
    harness.run_steps(1);
    harness.get_by_label(labels::explore::FILTER).type_text("not mut");
    harness.run_steps(3);
    assert_shows(&harness, "63 of 188 graphs");
    harness.key_press(Key::Enter);
    settle(&mut harness);
    let view = harness.state().state().view();
    let data = harness.state().state().data().unwrap();
    let class = data.dataset.graphs[view.graph].class.unwrap();
    assert_eq!(data.dataset.classes.show(class), "not mutagenic");
    driven::click(&mut harness, labels::explore::CLEAR_FILTER);
    assert!(!has(&harness, "of 188 graphs"));
}

#[test]
fn escape_leaves_the_start_page() {
    let mut harness = in_tab(Tab::Explore);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    settle(&mut harness);
    assert!(harness.state().state().is_start_shown());
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(!harness.state().state().is_start_shown());
}

#[test]
fn escape_closes_messages() {
    let mut harness = in_tab(Tab::Explore);
    driven::drop_file(&mut harness, "no-such-file.smi");
    settle(&mut harness);
    assert_shows(&harness, "no-such-file.smi");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert!(!has(&harness, "no-such-file.smi"));
}

// ---- Undo

fn undo(harness: &mut Driven) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(harness);
}

fn redo(harness: &mut Driven) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    settle(harness);
}

fn places(harness: &Driven) -> Vec<Pos2> {
    (0..).map_while(|node| harness.state().node_screen_pos(0, node)).collect()
}

/// Drags node 0, in several steps.
fn drag_node(harness: &mut Driven) {
    let start = harness.state().node_screen_pos(0, 0).expect("the node is drawn");
    harness.hover_at(start);
    harness.run_steps(2);
    harness.drag_at(start);
    harness.run_steps(2);
    for step in 1..=6 {
        harness.hover_at(start + 10.0 * step as f32 * vec2(1.0, 0.8));
        harness.run_steps(2);
    }
    harness.drop_at(start + 60.0 * vec2(1.0, 0.8));
    settle(harness);
}

/// The greatest distance between the same nodes of two drawings.
fn farthest(one: &[Pos2], other: &[Pos2]) -> f32 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(a, b)| (*a - *b).length()).fold(0.0, f32::max)
}

#[test]
fn an_undone_drag_brings_every_node_back_to_where_it_was() {
    let mut harness = driven::on("smiles:CC(=O)Oc1ccccc1C(=O)O");
    harness.run_steps(20);
    let before = places(&harness);
    drag_node(&mut harness);
    harness.run_steps(20);
    let dragged = places(&harness);
    assert!(farthest(&before, &dragged) > 20.0);
    assert_eq!(harness.state().state().undo_name().as_deref(), Some("drag of C0"));
    undo(&mut harness);
    harness.run_steps(60);
    settle(&mut harness);
    assert!(farthest(&before, &places(&harness)) < 0.5, "{before:?} {:?}", places(&harness));
    assert!(!harness.state().state().can_undo(), "a drag is one step");
    redo(&mut harness);
    harness.run_steps(60);
    settle(&mut harness);
    assert!(farthest(&dragged, &places(&harness)) < 0.5);
}

#[test]
fn an_undone_removal_brings_the_node_back_to_where_it_was() {
    let mut harness = driven::on("smiles:CC(=O)Oc1ccccc1C(=O)O");
    harness.run_steps(20);
    let before = places(&harness);
    harness.key_press(Key::E);
    settle(&mut harness);
    let at = harness.state().node_screen_pos(0, 2).unwrap();
    press_at(&mut harness, at);
    harness.key_press(Key::Delete);
    settle(&mut harness);
    assert_eq!(harness.state().explored().unwrap().edited_graph.n_nodes, 12);
    assert_eq!(harness.state().state().undo_name().as_deref(), Some("remove O2"));
    undo(&mut harness);
    harness.run_steps(60);
    settle(&mut harness);
    let after = places(&harness);
    // The camera may have moved; the drawing is the same if all distances are.
    let spans = |all: &[Pos2]| -> Vec<f32> { all.iter().map(|at| (*at - all[0]).length()).collect() };
    let (spans, others) = (spans(&before), spans(&after));
    let scale = spans[12] / others[12];
    assert!(spans.iter().zip(&others).all(|(a, b)| (a - scale * b).abs() < 1.0), "{spans:?} {others:?}");
}

#[test]
fn the_menu_says_what_is_undone() {
    let mut harness = in_tab(Tab::Explore);
    harness.get_by_role_and_label(Role::Slider, "filter order s").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    driven::click(&mut harness, labels::shell::EDIT);
    harness.get_by_label_contains("Undo s = 3 → 4").click();
    settle(&mut harness);
    assert_eq!(s(&harness), 3);
    driven::click(&mut harness, labels::shell::EDIT);
    harness.get_by_label_contains("Redo s = 3 → 4").click();
    settle(&mut harness);
    assert_eq!(s(&harness), 4);
}

// ---- Command palette

fn find(harness: &mut Driven, text: &str) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    harness.get_by_label(labels::shell::FIND_COMMAND).type_text(text);
    harness.run_steps(2);
}

fn run(harness: &mut Driven, text: &str) {
    find(harness, text);
    harness.key_press(Key::Enter);
    settle(harness);
    assert!(!has(harness, labels::shell::FIND_COMMAND), "“{text}” does something");
}

#[test]
fn the_palette_finds_things_of_every_kind() {
    let mut harness = in_tab(Tab::Explore);
    run(&mut harness, "gpool");
    assert_eq!(harness.state().state().view().method.key, "gpool");
    run(&mut harness, "operator proxpool");
    assert_eq!(harness.state().state().view().method.key, "proxpool");
    run(&mut harness, "set s 5");
    assert_eq!(s(&harness), 5);
    run(&mut harness, "rho 0.5");
    assert_eq!(harness.state().state().view().params.rho, 0.5);
    run(&mut harness, "graph 12");
    assert_eq!(harness.state().state().view().graph, 12);
    run(&mut harness, "magma");
    assert_eq!(harness.state().state().looks().maps.map.key(), "magma");
    run(&mut harness, "mckee");
    assert_eq!(harness.state().state().view().order, NodeOrder::CuthillMcKee);
    run(&mut harness, "spectrum");
    assert_eq!(harness.state().state().tab(), Tab::Spectrum);
    run(&mut harness, "molecules");
    assert_eq!(harness.state().state().data().unwrap().dataset.name, "molecules");
    run(&mut harness, "caffeine");
    let state = harness.state().state();
    let graph = &state.data().unwrap().dataset.graphs[state.view().graph];
    assert_eq!(graph.name.as_deref(), Some("caffeine"));
}

#[test]
fn the_palette_opens_what_is_pasted() {
    let mut harness = in_tab(Tab::Explore);
    run(&mut harness, "CC(=O)Oc1ccccc1C(=O)O");
    assert_eq!(harness.state().explored().unwrap().edited_graph.n_nodes, 13);
    run(&mut harness, "proxpool:MUTAG?graph=3&pool=gpool");
    let view = harness.state().state().view();
    assert_eq!((view.graph, view.method.key), (3, "gpool"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.smi");
    std::fs::write(&path, "CCO ethanol\nCC ethane\n").unwrap();
    run(&mut harness, &path.display().to_string());
    assert_eq!(harness.state().state().data().unwrap().dataset.graphs.len(), 2);
}

#[test]
fn the_palette_says_when_nothing_matches() {
    let mut harness = in_tab(Tab::Explore);
    find(&mut harness, "zebra");
    assert_shows(&harness, labels::shell::NO_MATCH);
    assert_shows(&harness, labels::shell::CAN_BE_TYPED);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert_shows(&harness, labels::shell::NO_MATCH);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label(labels::shell::FIND_COMMAND).type_text("rho 7");
    harness.run_steps(2);
    assert_shows(&harness, "out of range");
}

// ---- SMILES

fn type_smiles(harness: &mut Driven, text: &str) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::M);
    harness.run_steps(2);
    harness.get_by_label(labels::shell::SMILES).type_text(text);
    settle(harness);
}

#[test]
fn a_fault_in_a_smiles_string_is_shown_where_it_is() {
    let mut harness = in_tab(Tab::Explore);
    type_smiles(&mut harness, "c1ccccc(C");
    harness.key_press(Key::Enter);
    settle(&mut harness);
    harness.run_steps(3);
    assert_shows(&harness, "character ");
    let field = harness.get_by_label(labels::shell::SMILES);
    assert!(field.is_focused(), "the dialog stays");
    assert_eq!(harness.state().state().data().unwrap().dataset.name, "MUTAG");
    // The ring is open at its first digit, the second character: what is typed now stands before it.
    harness.get_by_label(labels::shell::SMILES).type_text("C");
    harness.run_steps(2);
    let text = harness.get_by_label(labels::shell::SMILES).value().unwrap_or_default();
    assert!(text.len() == 10 && text != "c1ccccc(CC", "the cursor is at the fault: {text}");
}

#[test]
fn a_molecule_is_told_while_it_is_typed_and_opened_by_the_button() {
    let mut harness = in_tab(Tab::Explore);
    type_smiles(&mut harness, "CCO");
    assert_shows(&harness, "C2H6O · 3 atoms, 2 bonds");
    driven::click(&mut harness, labels::shell::OPEN);
    assert_eq!(harness.state().explored().unwrap().edited_graph.n_nodes, 3);
    type_smiles(&mut harness, "C");
    driven::click(&mut harness, labels::CANCEL);
    assert!(!has(&harness, labels::shell::SMILES));
    assert_eq!(harness.state().explored().unwrap().edited_graph.n_nodes, 3);
}

// ---- Gallery

fn source(harness: &Driven) -> String {
    harness.state().state().data().unwrap().source.clone()
}

#[test]
fn a_graph_of_the_gallery_has_its_parameters() {
    let mut harness = driven::on("gallery:sbm:blocks=2,size=6");
    harness.get_by_role_and_label(Role::Slider, "blocks").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(source(&harness), "gallery:sbm:size=6");
    assert_eq!(harness.state().explored().unwrap().edited_graph.n_nodes, 18);
    harness.get_by_role_and_label(Role::SpinButton, "random seed");
    assert!(harness.state().link_text().unwrap().starts_with("proxpool:gallery:sbm:size"));
    assert_eq!(harness.state().state().undo_name().as_deref(), Some("blocks = 2 → 3"));
    undo(&mut harness);
    assert_eq!(
        (source(&harness).as_str(), harness.state().explored().unwrap().edited_graph.n_nodes),
        ("gallery:sbm:blocks=2,size=6", 12)
    );
    redo(&mut harness);
    assert_eq!(harness.state().explored().unwrap().edited_graph.n_nodes, 18);
}

#[test]
fn the_gallery_and_its_graphs_lead_to_each_other() {
    let mut harness = driven::on("proxpool:gallery?graph=1&s=2");
    harness.get_by_role_and_label(Role::Slider, "nodes").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert!(source(&harness).starts_with("gallery:cycle:n="), "{}", source(&harness));
    assert_eq!(s(&harness), 2, "settings stay");
    undo(&mut harness);
    assert_eq!((source(&harness).as_str(), harness.state().state().view().graph), ("gallery", 1));
}

// ---- Start page

#[test]
fn the_start_page_hides_what_is_not_on_it_and_a_tab_leaves_it() {
    let mut harness = in_tab(Tab::Explore);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    settle(&mut harness);
    assert!(!has(&harness, labels::shell::DROPPED), "the status bar speaks of a hidden graph");
    assert!(!has(&harness, &labels::shell::graph_of(0, 188)));
    driven::click(&mut harness, Tab::Explore.name());
    assert!(!harness.state().state().is_start_shown());
}

#[test]
fn recent_remembers_names_and_smiles() {
    let mut harness = in_tab(Tab::Explore);
    type_smiles(&mut harness, "CCO");
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().session().recent, ["smiles:CCO", "MUTAG"]);
}

// ---- Sessions

#[test]
fn a_session_is_saved_and_dropped_on_another_window() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("aspirin");
    let mut harness = driven::on("proxpool:smiles:CC(=O)Oc1ccccc1C(=O)O?pool=gpool&s=2");
    drag_node(&mut harness);
    let (pins, drawing) = (harness.state().state().view().pins.clone(), places(&harness));
    harness.state_mut().save_session(path);
    settle(&mut harness);
    let path = folder.path().join("aspirin.proxpool-session");
    assert_shows(&harness, &path.display().to_string());
    let mut other = in_tab(Tab::Compare);
    driven::drop_file(&mut other, path.clone());
    settle(&mut other);
    other.run_steps(60);
    settle(&mut other);
    let state = other.state().state();
    assert_eq!((state.tab(), state.view().method.key, &state.view().pins), (Tab::Explore, "gpool", &pins));
    let spans = |all: &[Pos2]| -> Vec<f32> { all.iter().map(|at| (*at - all[0]).length()).collect() };
    let (spans, others) = (spans(&drawing), spans(&places(&other)));
    let scale = spans[12] / others[12];
    assert!(spans.iter().zip(&others).all(|(a, b)| (a - scale * b).abs() < 1.0), "{spans:?} {others:?}");
    // The same from the command line; a broken one is reported.
    let again = driven::on(&path.display().to_string());
    assert_eq!(again.state().state().view().pins, pins);
    std::fs::write(&path, "{").unwrap();
    let broken = driven::on(&path.display().to_string());
    assert_shows(&broken, "this is not a session file");
}

// ---- List

#[test]
fn the_list_draws_its_graphs_when_asked() {
    let mut harness = in_tab(Tab::Explore);
    assert_eq!(harness.state().n_row_pictures(), 0);
    driven::click(&mut harness, labels::explore::ROW_PICTURES);
    assert!(harness.state().n_row_pictures() >= 10, "{}", harness.state().n_row_pictures());
    driven::click(&mut harness, labels::explore::ROW_PICTURES);
    assert!(!harness.state().session().has_row_pictures);
}
