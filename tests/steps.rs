//! The Steps tab, driven by its labels; its numbers are those of the trace.
#![cfg(feature = "gui")]

mod driven;

use driven::{Driven, assert_shows, click, on as window, settle};
use eframe::egui::Key;
use proxpool::figure::scale::significant;

const TITLES: [&str; 12] = [
    "The graph",
    "Normalised Laplacian",
    "Low-pass filter",
    "Structure kernel",
    "Signal to compare",
    "Signal kernel",
    "Node proximity",
    "Coupling of a node",
    "Seeds",
    "Sparsemax",
    "Assignment",
    "The coarsened graph",
];

/// A number as the equations write it.
fn written(value: f64) -> String {
    significant(value, 3).replace('-', "−")
}

/// An entry of the trace that is on screen.
fn entry(harness: &Driven, symbol: &str, row: u32, col: u32) -> f64 {
    let explored = harness.state().explored().unwrap();
    explored.entry(0, symbol, row, col).unwrap()
}

#[test]
fn every_step_is_a_click_away_and_says_what_it_is() {
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps");
    for (idx, title) in TITLES.iter().enumerate() {
        click(&mut harness, &format!("Step {}: {title}", idx + 1));
        assert_eq!(harness.state().state().step, idx);
        assert_shows(&harness, &format!("step {} of 12", idx + 1));
        assert_shows(&harness, title);
    }
}

#[test]
fn keys_go_forward_and_back() {
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps");
    for (key, expected) in
        [(Key::ArrowRight, 1), (Key::PageDown, 2), (Key::ArrowLeft, 1), (Key::PageUp, 0), (Key::ArrowLeft, 0)]
    {
        harness.key_press(key);
        settle(&mut harness);
        assert_eq!(harness.state().state().step, expected, "{key:?}");
    }
    assert_eq!(harness.state().state().view.graph, 3, "the arrows are the steps'");
}

#[test]
fn steps_play_to_the_end_and_stop() {
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps&step=11");
    harness.key_press(Key::Space);
    harness.run_steps(3);
    assert_shows(&harness, "Pause");
    settle(&mut harness);
    assert_eq!(harness.state().state().step, 11, "it played to the last step");
    assert_shows(&harness, "Play");
}

#[test]
fn the_numbers_are_those_of_the_trace() {
    let (i, j) = (4, 6);
    let mut harness = window(&format!("proxpool:MUTAG?graph=3&tab=steps&pair=0,{i},{j}"));
    let at = |harness: &mut Driven, step: usize| {
        click(harness, &format!("Step {step}: {}", TITLES[step - 1]));
    };
    let [m, m_i, m_j] = [(i, j), (i, i), (j, j)].map(|(row, col)| entry(&harness, "M", row, col));
    let [k_t, k_s, r, l] = ["K_t", "K_s", "R", "L"].map(|symbol| entry(&harness, symbol, i, j));
    assert!((m / (m_i * m_j).sqrt() - k_t).abs() < 1e-12 && (k_t * k_s - r).abs() < 1e-12);
    at(&mut harness, 2);
    assert_shows(&harness, &format!("LC4,C6=0−1√3⋅3={}", written(l)));
    at(&mut harness, 3);
    assert_shows(&harness, &format!("={}", written(m)));
    at(&mut harness, 4);
    let roots = format!("{}√{}⋅{}", written(m), written(m_i), written(m_j));
    assert_shows(&harness, &format!("kt(C4,C6)={roots}={}", written(k_t)));
    at(&mut harness, 6);
    assert_shows(&harness, &format!("={}", written(k_s)));
    at(&mut harness, 7);
    assert_shows(&harness, &format!("RC4,C6={}⋅{}={}", written(k_t), written(k_s), written(r)));
    at(&mut harness, 8);
    let e = harness.state().explored().unwrap().levels[0].coupling.clone().unwrap();
    assert_shows(&harness, &format!("={}", written(e[i as usize])));
    at(&mut harness, 9);
    assert_shows(&harness, "n′=⌈0.3⋅19⌉=6");
    at(&mut harness, 12);
    assert_shows(&harness, "A′");
}

#[test]
fn sparsemax_is_shown_with_its_threshold_and_weights() {
    let harness = window("proxpool:MUTAG?graph=3&tab=steps&step=10");
    let explored = harness.state().explored().unwrap().clone();
    let seed = explored.trace.levels[0].nodes("idx").unwrap()[0];
    let c = explored.trace.levels[0].sparse("C").unwrap();
    let r = explored.trace.levels[0].sparse("r̂").unwrap();
    let (node, r_hat) = r.row(0).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    let weight = c.get(0, node as usize);
    let theta = r_hat - weight;
    // Any member has the same threshold: that is what makes it a projection.
    for (other, r_hat) in r.row(0).filter(|&(other, _)| c.get(0, other as usize) > 0.0) {
        assert!((r_hat - c.get(0, other as usize) - theta).abs() < 1e-12);
    }
    let name = &explored.levels[0].names[seed as usize];
    let harness = window(&format!("proxpool:MUTAG?graph=3&tab=steps&step=10&pair=0,{seed},{node}"));
    assert_shows(&harness, &format!("r̂ of seed {name}: what is above θ = {} sums to 1", significant(theta, 3)));
    assert_shows(&harness, &format!("={}", written(weight)));
}

#[test]
fn variants_have_the_steps_they_take_and_others_say_so() {
    let harness = window("proxpool:MUTAG?graph=3&tab=steps&pool=proxpool-ns");
    assert_shows(&harness, "step 1 of 10");
    let harness = window("proxpool:MUTAG?graph=3&tab=steps&pool=proxpool-nt");
    assert_shows(&harness, "step 1 of 9");
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps&pool=gpool");
    assert_shows(&harness, "gPool has other steps");
    click(&mut harness, "Show the steps of ProxPool");
    assert_shows(&harness, "step 1 of 12");
}

#[test]
fn odd_graphs_have_steps_too() {
    for dataset in ["smiles:C", "smiles:CC", "smiles:C.C", "gallery:star", "gallery:complete"] {
        for step in 1..=12 {
            let link = format!("proxpool:{dataset}?tab=steps&step={step}");
            let harness = window(&link);
            assert_shows(&harness, &format!("step {step} of 12"));
        }
    }
}
