//! One model, one trace: `trace`, a figure, the Explore tab, the Compare tab and the Train tab show the same numbers, bit for
//! bit; and so they do without a model.
#![cfg(feature = "gui")]

mod driven;
mod models;
mod place;

use std::path::Path;

use models::{
    Differences, GRAPH, Models, drop_on, expected, gathered, mutag, shown_trace, trained, undo, untrained, window,
};
use proxpool::{
    app::{Tab, WindowArguments},
    figure::FigureRequest,
    graph::features::{Signal, SignalKind},
    math::rng::Rng,
    model::{Architecture, NetworkKind, Parameters, WeightSource},
    pooling::{Method, Params, Trace, methods},
};

fn keys() -> impl Iterator<Item = &'static str> {
    methods().map(|method| method.key)
}

fn all_operators() -> String {
    keys().collect::<Vec<_>>().join(",")
}

#[test]
fn a_model_is_the_same_in_trace_figure_and_explore() {
    let (models, mut differences) = (Models::train(keys()), Differences::default());
    let mut harness = window(Tab::Explore, Path::new("nowhere"));
    for method in methods() {
        let (key, flags) = (method.key, models.flags(method.key));
        let expected = models.expected(key, method, &trained());
        differences.note_archive(&flags, &expected);
        differences.note_figure(&flags, &expected);
        let before = harness.state().state().view().clone();
        drop_on(&mut harness, models.path(key));
        differences.note(&format!("Explore of {key}"), shown_trace(&harness), &expected);
        if harness.state().state().view().method != method {
            differences.0.push(format!("Explore keeps {}", before.method.key));
        }
        undo(&mut harness);
        if *harness.state().state().view() != before {
            differences.0.push(format!("{key} is taken back in more than one step"));
        }
    }
    differences.assert_none();
}

#[test]
fn a_model_is_the_same_in_compare_and_train() {
    let (models, mut differences) = (Models::train(keys()), Differences::default());
    let link = format!("proxpool:MUTAG?graph={GRAPH}&tab=compare&operators={}", all_operators());
    let runs = Some(models.runs());
    let harness = driven::window(WindowArguments { dataset: Some(link), runs, ..WindowArguments::default() });
    for method in methods() {
        let compared = harness.state().compared(method.key).map(|explored| &explored.trace);
        let expected = models.expected(method.key, method, &trained());
        differences.note(&format!("Compare of {}", method.key), compared, &expected);
        let harness = driven::window(WindowArguments {
            dataset: Some("MUTAG".to_owned()),
            graph: Some(GRAPH),
            tab: Some(Tab::Train),
            run: Some(models.runs().join(method.key)),
            ..WindowArguments::default()
        });
        let scrubbed = harness.state().train().scrubbed().map(|explored| &explored.trace);
        differences.note(&format!("Train of {}", method.key), scrubbed, &expected);
    }
    differences.assert_none();
}

/// A network before training.
fn random_network(method: &'static Method) -> Trace {
    let params = Params::default().sized_for(mutag());
    let width = Signal::new(mutag(), SignalKind::Labels).unwrap().width();
    let network =
        Architecture { network: NetworkKind::Pooling, method, params: params.clone(), width, hidden: 64, classes: 2 };
    let weights = Parameters::start(&network, &mut Rng::new(0)).unwrap().for_exploring().unwrap();
    expected(method, &params, SignalKind::Labels, &weights)
}

#[test]
fn without_a_model_all_fronts_agree_too() {
    let mut differences = Differences::default();
    for weights in [WeightSource::Untrained, WeightSource::RandomNetwork] {
        let is_random = weights == WeightSource::RandomNetwork;
        let link = format!("proxpool:MUTAG?graph={GRAPH}{}", if is_random { "&signal=random" } else { "" });
        let compare = driven::on(&format!("{link}&tab=compare&operators={}", all_operators()));
        for method in methods() {
            let key = method.key;
            let expected = if is_random { random_network(method) } else { untrained(method, &Params::default()) };
            let explore = driven::on(&format!("{link}&pool={key}"));
            differences.note(&format!("Explore of {key}"), shown_trace(&explore), &expected);
            let compared = compare.state().compared(key).map(|explored| &explored.trace);
            differences.note(&format!("Compare of {key}"), compared, &expected);
            let methods = vec![key.to_owned()];
            let request = FigureRequest { graph: GRAPH, methods, weights: weights.clone(), ..FigureRequest::default() };
            differences.note(&format!("figure of {key}"), gathered(&request).first(), &expected);
            if !is_random {
                differences.note_archive(&["--pool", key], &expected);
                differences.note_figure(&["--pool", key], &expected);
            }
        }
    }
    differences.assert_none();
}
