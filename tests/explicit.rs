//! What a person sets goes before what a model was trained with; what nobody sets is the model's.
#![cfg(feature = "gui")]

mod driven;
mod models;
mod place;

use std::{collections::HashMap, fs, path::Path};

use candle_core::{DType, Tensor};
use driven::{assert_shows, settle};
use eframe::egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};
use models::{
    Differences, GRAPH, Models, cli_figure, drop_on, expected, gathered, method, mutag, shown_trace, trained,
    untrained, window,
};
use place::Place;
use proxpool::{
    app::{Tab, WindowArguments, labels},
    figure,
    graph::features::{Signal, SignalKind},
    math::rng::Rng,
    model::WeightSource,
    pooling::{Params, Weights, weights::glorot},
    train::checkpoint::{read_metadata, read_model},
};

fn with<'a>(flags: &'a [String; 2], more: &[&'a str]) -> Vec<&'a str> {
    flags.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn flags_that_are_given_go_before_the_model_and_a_link_says_everything() {
    let models = Models::train(["proxpool"]);
    let (flags, path) = (models.flags("proxpool"), models.path("proxpool"));
    let mut differences = Differences::default();
    let of = |params: &Params| models.expected("proxpool", method("proxpool"), params);
    // A default that is named is named.
    for (more, params) in [
        (&["--tau", "0.7", "--levels", "1"][..], Params { tau: 0.7, levels: 1, ..trained() }),
        (&["--s", "3", "--rho", "0.3"], Params { s: 3, rho: 0.3, ..trained() }),
    ] {
        differences.note_archive(&with(&flags, more), &of(&params));
        differences.note_figure(&with(&flags, more), &of(&params));
    }
    let link = format!("proxpool:MUTAG?graph={GRAPH}&tau=0.7&seed=5&signal=model:{}", path.display());
    let explicit = Params { tau: 0.7, q_width: 8, seed: 5, ..Params::default() }.sized_for(mutag());
    differences.note("link", shown_trace(&driven::on(&link)), &of(&explicit));

    let mut harness = window(Tab::Explore, Path::new("nowhere"));
    drop_on(&mut harness, path);
    harness.get_by_role_and_label(Role::Slider, "filter order s").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowLeft);
    settle(&mut harness);
    differences.note("slider", shown_trace(&harness), &of(&Params { s: 1, ..trained() }));
    let (view, explored) = (harness.state().state().view(), harness.state().explored().unwrap());
    assert_eq!((view.params.s, view.params.tau, &explored.params), (1, 0.1, &Params { s: 1, ..trained() }));
    differences.assert_none();
}

#[test]
fn the_operator_is_the_models_unless_another_is_named() {
    let models = Models::train(["gpool", "proxpool"]);
    let (gpool, proxpool) = (models.flags("gpool"), models.flags("proxpool"));
    let place = Place::new();
    let output = place.run(&[&["trace", "MUTAG", "--graph", "3"][..], &with(&gpool, &[])].concat()).fine();
    assert!(output.starts_with("MUTAG · graph 3 · gPool\n"), "{output}");
    let (request, _) = cli_figure(&gpool).unwrap();
    assert_eq!((&request.methods[..], request.params), (&["gpool".to_owned()][..], trained()));

    // From runs: all of their operators, each as it was trained.
    let runs = models.runs().display().to_string();
    let (request, traces) = cli_figure(&["--run", &runs]).unwrap();
    assert_eq!(request.methods, ["gpool", "proxpool"]);
    assert!(
        traces
            .iter()
            .zip(["gpool", "proxpool"])
            .all(|(trace, key)| { *trace == models.expected(key, method(key), &trained()) })
    );

    // Another operator gets what the model has for it.
    let mut differences = Differences::default();
    let other = models.expected("proxpool", method("proxpool-ns"), &trained());
    differences.note_archive(&with(&proxpool, &["--pool", "proxpool-ns"]), &other);
    differences.note_figure(&with(&proxpool, &["--pool", "proxpool-ns"]), &other);
    differences.assert_none();
    let command = ["trace", "MUTAG", "--graph", "3", "--pool", "gpool"];
    let error = place.run(&[&command[..], &with(&proxpool, &[])].concat()).error();
    assert!(error.ends_with("pool.0.p is missing; was it trained with another operator?"), "{error}");

    // The signal is the model's.
    let error =
        place.run(&[&["trace", "MUTAG", "--graph", "3", "--signal", "labels"][..], &with(&gpool, &[])].concat());
    assert!(error.error().ends_with("was trained on another signal; omit --signal"));
    place.run(&[&["trace", "MUTAG", "--graph", "3", "--signal", "degree"][..], &with(&gpool, &[])].concat()).fine();
}

#[test]
fn beside_a_model_other_operators_are_untrained_and_say_so() {
    let models = Models::train(["proxpool"]);
    let own = models.expected("proxpool", method("proxpool"), &trained());
    let link = format!("proxpool:MUTAG?graph={GRAPH}&tab=compare&operators=proxpool,proxpool-ns,diffpool");
    let settings = "&s=2&tau=0.1&rho=0.5&seed=5";
    let link = format!("{link}{settings}&signal=model:{}", models.path("proxpool").display());
    let mut harness = driven::on(&link);
    let (mut differences, keys) = (Differences::default(), ["proxpool", "proxpool-ns", "diffpool"]);
    let expected = keys.map(|key| if key == "proxpool" { own.clone() } else { untrained(method(key), &trained()) });
    for (key, expected) in keys.iter().zip(&expected) {
        let compared = harness.state().compared(key).map(|explored| &explored.trace);
        differences.note(&format!("Compare of {key}"), compared, expected);
    }
    assert_eq!(harness.query_all_by_label(labels::compare::UNTRAINED).count(), 2);
    assert_shows(&harness, &labels::model("proxpool", 0, 1));

    // The figures of the window and of the command line.
    let place = Place::new();
    let exported = |harness: &mut driven::Driven, name: &str| {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
        settle(harness);
        harness.state_mut().save_figure(place.path(name));
        settle(harness);
        figure::read_request(&fs::read(place.path(name)).unwrap()).unwrap()
    };
    let traces = gathered(&exported(&mut harness, "three.svg"));
    let by_hand = cli_figure(&with(&models.flags("proxpool"), &["--pool", "proxpool,proxpool-ns,diffpool"])).unwrap().1;
    for ((key, expected), (trace, by_hand)) in keys.iter().zip(&expected).zip(traces.iter().zip(&by_hand)) {
        differences.note(&format!("figure of {key}"), Some(trace), expected);
        differences.note(&format!("figure of {key} by the command line"), Some(by_hand), expected);
    }
    let text = fs::read_to_string(place.path("three.svg")).unwrap();
    assert_eq!(text.matches(", untrained").count(), 2, "both are named as such");

    // Alone in the Compare tab, and still not the model's.
    let mut harness = driven::on(&link.replace("proxpool,proxpool-ns,diffpool", "diffpool"));
    let request = exported(&mut harness, "one.svg");
    assert_eq!(request.weights, WeightSource::Untrained);
    differences.note("figure of diffpool alone", gathered(&request).first(), &expected[2]);
    differences.assert_none();
}

#[test]
fn an_operator_goes_from_compare_to_explore_as_it_is() {
    let models = Models::train(["gpool"]);
    let arguments = WindowArguments {
        dataset: Some(format!("proxpool:MUTAG?graph={GRAPH}&tab=compare&operators=gpool")),
        runs: Some(models.runs()),
        ..WindowArguments::default()
    };
    let mut harness = driven::window(arguments);
    let at = harness.get_by_label_contains(&labels::level(0)).rect().center();
    harness.hover_at(at);
    harness.run_steps(2);
    for pressed in [true, false] {
        let (button, modifiers) = (eframe::egui::PointerButton::Secondary, Modifiers::NONE);
        harness.event(eframe::egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        harness.run_steps(2);
    }
    harness.get_by_label(labels::compare::OPEN_IN_EXPLORE).click();
    settle(&mut harness);
    assert_eq!(harness.state().state().tab(), Tab::Explore);
    assert!(shown_trace(&harness) == Some(&models.expected("gpool", method("gpool"), &trained())));
}

#[test]
fn a_value_beyond_the_sliders_stays_as_it_was_trained() {
    let place = Place::new();
    let size = ["--splits", "1", "--epochs", "1", "--hidden", "4"];
    let output = place.run(&[&["train", "MUTAG", "--s", "12", "--tau", "0.001", "--out", "run"], &size[..]].concat());
    assert_eq!(output.code, Some(0), "{}", output.err);
    let mut harness = window(Tab::Explore, Path::new("nowhere"));
    drop_on(&mut harness, place.path("run/best.safetensors"));
    let params = &harness.state().explored().unwrap().params;
    assert_eq!((params.s, params.tau), (12, 0.001));
    for (symbol, value) in [("filter order s", 12.0), ("RBF precision τ", 0.001)] {
        let slider = harness.get_by_role_and_label(Role::Slider, symbol);
        assert_eq!(slider.accesskit_node().numeric_value(), Some(value), "{symbol} on screen");
    }
}

/// Weights as another program may write them: two levels of convolution and W_Q for the labels of MUTAG.
fn write_plain(path: &Path) {
    let mut rng = Rng::new(3);
    let mut new = |name: &str, shape| (name.to_owned(), glorot(shape, &mut rng, DType::F32).unwrap());
    let width = Signal::new(mutag(), SignalKind::Labels).unwrap().width();
    let tensors: HashMap<String, Tensor> = HashMap::from([
        new("conv.0.w", [width, 8]),
        new("pool.0.wq", [8, 4]),
        new("conv.1.w", [8, 8]),
        new("pool.1.wq", [8, 4]),
    ]);
    candle_core::safetensors::save(&tensors, path).unwrap();
}

#[test]
fn a_file_of_another_program_gives_its_weights_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plain.safetensors");
    write_plain(&path);
    let flags = ["--model".to_owned(), path.display().to_string()];
    let params = Params { s: 4, ..Params::default() }.sized_for(mutag());
    let operator = method("proxpool");
    let weights = Weights::load(&path, operator.operator, 7, &params).unwrap();
    let expected = expected(operator, &params, SignalKind::Labels, &weights);
    let mut differences = Differences::default();
    differences.note_archive(&with(&flags, &["--s", "4"]), &expected);
    differences.note_figure(&with(&flags, &["--s", "4"]), &expected);
    let mut harness = driven::on(&format!("proxpool:MUTAG?graph={GRAPH}&s=4"));
    drop_on(&mut harness, path);
    differences.note("Explore", shown_trace(&harness), &expected);
    // Beside others, for those whose weights it has.
    let traces = cli_figure(&with(&flags, &["--pool", "proxpool,gpool", "--s", "4"])).unwrap().1;
    differences.note("figure of two", traces.first(), &expected);
    differences.note("figure of two", traces.get(1), &untrained(method("gpool"), &params));
    differences.assert_none();
}

#[test]
fn what_a_model_says_of_itself_is_read_from_the_head_of_its_file() {
    let models = Models::train(["diffpool"]);
    let path = models.path("diffpool");
    assert_eq!(read_metadata(&path).unwrap(), Some(read_model(&path).unwrap().metadata));
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.safetensors");
    write_plain(&other);
    assert_eq!(read_metadata(&other).unwrap(), None);
    for bytes in [&b"short"[..], b"not a model at all", &[0xff; 64], &fs::read(&path).unwrap()[..100]] {
        fs::write(&other, bytes).unwrap();
        let error = read_metadata(&other).unwrap_err().to_string();
        assert!(error.contains("other.safetensors: this safetensors file is incomplete or damaged"), "{error}");
    }
    let mut harness = window(Tab::Explore, Path::new("nowhere"));
    drop_on(&mut harness, other);
    assert_shows(&harness, "this safetensors file is incomplete or damaged");
    assert!(!harness.state().state().can_undo(), "nothing was chosen");
}
