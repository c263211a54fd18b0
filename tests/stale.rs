//! A picture that is out of date is marked as such until the new one is there.

mod driven;

use std::{
    sync::{
        Once,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use candle_core::Result;
use eframe::egui::{Key, accesskit::Role};
use egui_kittest::kittest::Queryable as _;
use proxpool::{
    app::labels,
    cancel::checkpoint,
    pooling::{
        Family, Laws, METHODS, Method, Params, Pooling, Precomputed,
        laws::{EdgeLaw, Membership, Numbering, SizeLaw},
        parameter::{LEVELS, RHO},
        register,
        stages::{Context, Graphs, Selection},
    },
    tensor::{Segments, Sparse},
};

/// Random selection that takes a duration set by the test.
struct Slow;

static MILLISECONDS: AtomicU64 = AtomicU64::new(0);

static METHOD: Method = Method {
    key: "slow",
    name: "Slow",
    short: "SL",
    paper: "of this test",
    about: "random selection that takes its time",
    family: Family::Control,
    laws: Laws {
        membership: Membership::WholeOrNone,
        edges: EdgeLaw::Galerkin,
        size: SizeLaw::Ratio,
        numbering: Numbering::Counts,
        ..Laws::PARTITION
    },
    parameters: &[&RHO, &LEVELS],
    matrices: &[&proxpool::symbols::A, &proxpool::symbols::C],
    intermediates: &[],
    symbols: &[],
    losses: &[],
    max_nodes_interactive: None,
    is_random: true,
    is_compared_by_default: false,
    operator: &Slow,
};

fn random() -> &'static dyn Pooling {
    METHODS.iter().find(|method| method.key == "random").unwrap().operator
}

impl Pooling for Slow {
    fn precompute(&self, a: &Sparse, segments: &Segments, cx: &mut Context<'_>) -> Result<Precomputed> {
        random().precompute(a, segments, cx)
    }

    fn select(&self, graphs: &Graphs, precomputed: &Precomputed, cx: &mut Context<'_>) -> Result<Selection> {
        for _ in 0..MILLISECONDS.load(Ordering::Relaxed) / 5 {
            checkpoint();
            std::thread::sleep(Duration::from_millis(5));
        }
        random().select(graphs, precomputed, cx)
    }
}

fn registered() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| register(&METHOD).unwrap());
}

#[test]
fn what_is_out_of_date_is_dimmed_and_said_so() {
    registered();
    assert_eq!(Params::default().levels, 2);
    for tab in ["explore", "compare&operators=slow"] {
        MILLISECONDS.store(0, Ordering::Relaxed);
        let mut harness = driven::on(&format!("proxpool:MUTAG?graph=3&pool=slow&tab={tab}"));
        assert!(harness.query_by_label(labels::UPDATING).is_none(), "{tab}: at rest");
        MILLISECONDS.store(600, Ordering::Relaxed);
        harness.get_by_role_and_label(Role::Slider, "pooling ratio ρ").focus();
        harness.run_steps(2);
        harness.key_press(Key::ArrowRight);
        harness.run_steps(3);
        std::thread::sleep(Duration::from_millis(250));
        harness.run_steps(2);
        assert!(harness.query_all_by_label(labels::UPDATING).next().is_some(), "{tab}: not marked");
        driven::settle(&mut harness);
        assert!(harness.query_by_label(labels::UPDATING).is_none(), "{tab}: still marked");
    }
}
