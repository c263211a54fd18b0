//! Rows and columns of a map have the axes that the operator declares: other axes are not treated as nodes.

#![cfg(feature = "gui")]

mod driven;

use eframe::egui::vec2;
use egui_kittest::kittest::Queryable as _;
use proxpool::app::labels;

#[test]
fn pointing_at_an_eigenvector_is_about_one_node_and_not_about_a_pair() {
    let mut harness = driven::on("proxpool:MUTAG?graph=3&pool=eigenpool");
    let map = harness.get_by_label_contains(&labels::heatmap("U")).rect();
    // Off the diagonal.
    harness.hover_at(map.min + vec2(0.2, 0.6) * map.size());
    harness.run_steps(3);
    assert!(!driven::has(&harness, " hop"), "a column of U is no node that could be some hops away");
    let names = &harness.state().explored().unwrap().levels[0].names;
    let is_shown = |(node, name): (u32, &String)| driven::has(&harness, &labels::explore::node(name, node, 0));
    assert!((0..).zip(names).any(is_shown), "the node is not on screen");
}
