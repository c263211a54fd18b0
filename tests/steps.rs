//! The Steps tab, driven by its labels; its numbers are those of the trace.
#![cfg(feature = "gui")]

mod driven;

use driven::{assert_shows, click, has, on as window, settle};
use eframe::egui::Key;
use proxpool::{
    app::labels::{self, steps::TITLES},
    pooling::trace::Value,
    symbols,
    view::scale::significant,
};

/// A number as the equations write it.
fn written(value: f64) -> String {
    significant(value, 3).replace('-', "−")
}

#[test]
fn every_step_is_a_click_away_and_says_what_it_is() {
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps");
    for (idx, title) in TITLES.iter().enumerate() {
        click(&mut harness, &labels::steps::button(idx + 1, title));
        assert_eq!(harness.state().state().step(), idx);
        assert_shows(&harness, &labels::steps::place(idx + 1, 12));
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
        assert_eq!(harness.state().state().step(), expected, "{key:?}");
    }
    assert_eq!(harness.state().state().view().graph, 3, "the arrows are the steps'");
}

#[test]
fn steps_play_to_the_end_and_stop() {
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps&step=11");
    harness.key_press(Key::Space);
    harness.run_steps(3);
    assert_shows(&harness, labels::PAUSE);
    settle(&mut harness);
    assert_eq!(harness.state().state().step(), 11, "it played to the last step");
    assert_shows(&harness, labels::steps::PLAY);
}

#[test]
fn the_numbers_of_every_step_are_those_of_the_trace() {
    let (i, j) = (4, 6);
    let mut harness = window(&format!("proxpool:MUTAG?graph=3&tab=steps&pair=0,{i},{j}"));
    let explored = harness.state().explored().unwrap().clone();
    let (fine, coarse) = (&explored.trace.levels[0], &explored.trace.levels[1]);
    let entry = |symbol: &str, row: u32, col: u32| {
        explored.entry(0, proxpool::pooling::glossary::find(symbol).unwrap(), row, col).unwrap()
    };
    let name = |node: u32| explored.levels[0].names[node as usize].as_str();
    let degree = |node: u32| fine.sparse(&symbols::A).unwrap().row(node).map(|(_, weight)| weight).sum::<f64>();
    let [m, m_i, m_j] = [(i, j), (i, i), (j, j)].map(|(row, col)| entry("M", row, col));
    let [a, k_t, k_s, r, l] = ["A", "K_t", "K_s", "R", "L"].map(|symbol| entry(symbol, i, j));
    assert!((m / (m_i * m_j).sqrt() - k_t).abs() < 1e-12 && (k_t * k_s - r).abs() < 1e-12);
    let Some(Value::Dense(q)) = fine.get(&symbols::Q) else { panic!("no Q") };
    let squared: f64 = q.row(i as usize).iter().zip(q.row(j as usize)).map(|(a, b)| (a - b).powi(2)).sum();
    let coupling = explored.levels[0].scores.as_ref().unwrap();
    let seeds = fine.seeds().unwrap();
    let c = fine.sparse(&symbols::C).unwrap();
    let home = |node: u32| match seeds.iter().position(|&seed| seed == node) {
        Some(row) => row,
        None => (0..seeds.len()).max_by(|&a, &b| c.get(a, node as usize).total_cmp(&c.get(b, node as usize))).unwrap(),
    };
    let (row, other) = (home(i), home(j));
    let (seed, own) = (name(seeds[row]), c.get(row, j as usize));
    let joined = coarse.sparse(&symbols::A).unwrap().get(row, other);
    let first = |node: u32| written(q[[node as usize, 0]]);

    let (shown_i, shown_j) = (name(i), name(j));
    for (step, expected) in [
        (1, format!("A{shown_i},{shown_j}={},d{shown_i}={}", written(a), written(degree(i)))),
        (2, format!("L{shown_i},{shown_j}=0−1√{}⋅{}={}", written(degree(i)), written(degree(j)), written(l))),
        (3, format!("={}", written(m))),
        (4, format!("={}√{}⋅{}={}", written(m), written(m_i), written(m_j), written(k_t))),
        (5, format!("q{shown_i}=({},", first(i))),
        (5, format!("q{shown_j}=({},", first(j))),
        (6, format!("=exp(−1⋅{})={}", written(squared), written(k_s))),
        (7, format!("R{shown_i},{shown_j}={}⋅{}={}", written(k_t), written(k_s), written(r))),
        (8, format!("={}", written(coupling[i as usize]))),
        (9, format!("n′=⌈0.3⋅19⌉={}", seeds.len())),
        (9, format!("E{shown_i}={}", written(coupling[i as usize]))),
        (10, format!("p{seed},")),
        (11, format!("C{seed},{seed}=1,C{seed},{shown_j}={}", written(own))),
        (12, format!("={}", written(joined))),
    ] {
        click(&mut harness, &labels::steps::button(step, TITLES[step - 1]));
        assert!(has(&harness, &expected), "step {step}: {expected}");
    }
}

#[test]
fn sparsemax_is_shown_with_its_threshold_and_weights() {
    let harness = window("proxpool:MUTAG?graph=3&tab=steps&step=10");
    let explored = harness.state().explored().unwrap().clone();
    let seed = explored.trace.levels[0].seeds().unwrap()[0];
    let c = explored.trace.levels[0].sparse(&symbols::C).unwrap();
    let r = explored.trace.levels[0].sparse(&symbols::R_HAT).unwrap();
    let (node, r_hat) = r.row(0).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    let weight = c.get(0, node as usize);
    let theta = r_hat - weight;
    // Any member has the same threshold: that is what makes it a projection.
    for (other, r_hat) in r.row(0).filter(|&(other, _)| c.get(0, other as usize) > 0.0) {
        assert!((r_hat - c.get(0, other as usize) - theta).abs() < 1e-12);
    }
    let name = &explored.levels[0].names[seed as usize];
    let harness = window(&format!("proxpool:MUTAG?graph=3&tab=steps&step=10&pair=0,{seed},{node}"));
    assert_shows(&harness, &labels::steps::candidates(name, &significant(theta, 3), "1"));
    assert_shows(&harness, &format!("={}", written(weight)));
}

#[test]
fn variants_have_the_steps_they_take_and_others_say_so() {
    let harness = window("proxpool:MUTAG?graph=3&tab=steps&pool=proxpool-ns");
    assert_shows(&harness, &labels::steps::place(1, 10));
    let harness = window("proxpool:MUTAG?graph=3&tab=steps&pool=proxpool-nt");
    assert_shows(&harness, &labels::steps::place(1, 9));
    let mut harness = window("proxpool:MUTAG?graph=3&tab=steps&pool=gpool");
    assert_shows(&harness, labels::steps::PROXPOOL_ONLY);
    click(&mut harness, labels::steps::SHOW_PROXPOOL);
    assert_shows(&harness, &labels::steps::place(1, 12));
}

#[test]
fn odd_graphs_have_steps_too() {
    for dataset in ["smiles:C", "smiles:CC", "smiles:C.C", "gallery:star", "gallery:complete"] {
        for step in 1..=12 {
            let link = format!("proxpool:{dataset}?tab=steps&step={step}");
            let harness = window(&link);
            assert_shows(&harness, &labels::steps::place(step, 12));
        }
    }
}

#[test]
fn the_names_of_nodes_cannot_be_taken_for_their_labels() {
    let mut harness = window("proxpool:gallery:sbm:blocks=3,size=12?tab=steps&pair=0,30,31");
    let mut n_named = 0;
    for (idx, title) in TITLES.iter().enumerate() {
        click(&mut harness, &labels::steps::button(idx + 1, title));
        // Equations are read out without spaces.
        n_named += usize::from(has(&harness, "30(block3),31(block3)"));
        assert!(!has(&harness, "block330") && !has(&harness, "block331"), "{title}");
    }
    assert!(n_named >= 3, "{n_named} steps name the pair");
}
