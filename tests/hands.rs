//! Hands and keys: sliders, the graph chooser, the filter of the list, Escape.
#![cfg(feature = "gui")]

mod driven;

use driven::{Driven, assert_shows, has, settle};
use eframe::egui::{Key, Modifiers, Pos2, accesskit::Role};
use egui_kittest::kittest::Queryable;
use proxpool::app::{Action, Tab, WindowArguments, labels};

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
