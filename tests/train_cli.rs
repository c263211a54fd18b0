//! `train`, `evaluate` and `runs` from outside.

mod place;

use std::fs;

use place::Place;
use serde_json::Value;

/// A short run into a folder of the place.
fn train(place: &Place, out: &str, more: &[&str]) -> Value {
    let arguments = ["train", "MUTAG", "--splits", "2", "--epochs", "3", "--hidden", "8", "--out", out, "--json"];
    let output = place.run(&[&arguments, more].concat());
    assert_eq!(output.code, Some(0), "{}", output.err);
    serde_json::from_str(&output.out).unwrap()
}

#[test]
fn a_run_reports_its_splits_and_leaves_a_folder() {
    let place = Place::new();
    let output = place.run(&["train", "MUTAG", "--splits", "2", "--epochs", "3", "--hidden", "8"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert!(
        output
            .out
            .starts_with("MUTAG · ProxPool · s 3 · τ 1 · ρ 0.3 · lr 0.001, wd 0.0001, batch 64, hidden 8 · seed 0\n")
    );
    assert!(output.out.contains("test accuracy"), "{}", output.out);
    assert!(output.out.ends_with("run folder     runs/MUTAG-proxpool\n"), "{}", output.out);
    assert!(output.err.contains("of memory; run folder runs/MUTAG-proxpool"), "{}", output.err);
    for file in
        ["run.json", "events.jsonl", "best.safetensors", "split-01/last.safetensors", "split-01/best.safetensors"]
    {
        assert!(place.path("runs/MUTAG-proxpool").join(file).is_file(), "{file}");
    }
    let run: Value = serde_json::from_slice(&fs::read(place.path("runs/MUTAG-proxpool/run.json")).unwrap()).unwrap();
    assert_eq!((run["data"]["graphs"].as_u64(), run["data"]["name"].as_str()), (Some(188), Some("MUTAG")));
    assert_eq!(run["splits"][1]["test"].as_array().unwrap().len(), 19);
    assert_eq!(run["config"]["patience"], 50);
    assert!(run["program"].as_str().unwrap().starts_with("proxpool "));
    // A second run does not touch the first.
    let again = place.run(&["train", "MUTAG", "--splits", "1", "--epochs", "1", "--hidden", "8"]);
    assert!(again.out.ends_with("run folder     runs/MUTAG-proxpool-2\n"), "{}", again.out);
}

#[test]
fn json_has_every_split_and_the_paper() {
    let place = Place::new();
    let result = train(&place, "run", &["--pool", "gpool", "--seed", "5"]);
    assert_eq!(result["config"]["pool"], "gpool");
    assert_eq!(result["splits"].as_array().unwrap().len(), 2);
    let accuracy = result["splits"][0]["test"]["accuracy"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&accuracy));
    assert_eq!(result["test_accuracy"]["splits"], 2);
    assert_eq!(result["paper"], Value::Null, "the paper has no MUTAG");
}

#[test]
fn a_finished_run_resumes_to_the_same_result() {
    let place = Place::new();
    let first = train(&place, "run", &[]);
    let output = place.run(&["train", "--resume", "run", "--json"]);
    assert_eq!(output.code, Some(0), "{}", output.err);
    let again: Value = serde_json::from_str(&output.out).unwrap();
    assert_eq!((&again["splits"], &again["test_accuracy"]), (&first["splits"], &first["test_accuracy"]));
}

#[test]
fn evaluate_gives_the_test_scores_of_training_again() {
    let place = Place::new();
    let trained = train(&place, "run", &[]);
    let output = place.run(&["evaluate", "run", "MUTAG", "--json"]);
    let scores: Value = serde_json::from_str(&output.fine()).unwrap();
    for split in 0..2 {
        let parts = scores[split]["parts"].as_array().unwrap();
        let names: Vec<&str> = parts.iter().map(|part| part["part"].as_str().unwrap()).collect();
        assert_eq!(names, ["train", "validation", "test"]);
        assert_eq!(parts[2]["score"], trained["splits"][split]["test"], "split {split}");
        assert_eq!(parts[1]["score"]["loss"], trained["splits"][split]["validation_loss"]);
    }
    let text = place.run(&["evaluate", "run/best.safetensors", "MUTAG"]).fine();
    assert!(text.contains("confusion matrix (test; rows: true class, columns: predicted)"), "{text}");
    assert!(text.contains("mutagenic"), "{text}");

    // Other data with other labels is refused; the explorer reads the same file.
    let error = place.run(&["evaluate", "run/best.safetensors", "molecules", "--label", "family"]);
    assert_eq!(error.code, Some(1));
    assert!(error.err.contains("whose labels or classes differ from those of molecules"), "{}", error.err);
    let traced = place.run(&["trace", "MUTAG", "--graph", "0", "--model", "run/best.safetensors"]);
    assert_eq!(traced.code, Some(0), "{}", traced.err);
}

fn run_file(place: &Place, out: &str) -> Value {
    serde_json::from_slice(&fs::read(place.path(out).join("run.json")).unwrap()).unwrap()
}

#[test]
fn folds_are_written_trained_on_and_resumed() {
    let place = Place::new();
    let wrote = place.run(&["splits", "MUTAG", "--folds", "4", "--seed", "3", "--out", "folds.json"]).fine();
    assert_eq!(wrote, "4 splits of 188 graphs: folds.json\n");
    let short = ["--epochs", "2", "--hidden", "8", "--json", "--seed", "3"];
    let drawn = place.run(&[&["train", "MUTAG", "--folds", "4", "--out", "drawn"], &short[..]].concat());
    assert_eq!(drawn.code, Some(0), "{}", drawn.err);
    let read = place.run(&[&["train", "MUTAG", "--splits-from", "folds.json", "--out", "read"], &short[..]].concat());
    assert_eq!(read.code, Some(0), "{}", read.err);
    let [drawn, read]: [Value; 2] = [drawn, read].map(|output| serde_json::from_str(&output.out).unwrap());
    assert_eq!(drawn["splits"], read["splits"], "the same splits give the same scores");
    assert_eq!(drawn["splits"].as_array().unwrap().len(), 4);
    let [drawn, read] = ["drawn", "read"].map(|out| run_file(&place, out));
    assert_eq!(drawn["splits"], read["splits"]);
    assert_eq!((&drawn["config"]["division"], &read["config"]["division"]), (&"folds".into(), &"file".into()));
    assert!(read["splits_from"].as_str().unwrap().ends_with("folds.json"));
    for out in ["drawn", "read"] {
        let output = place.run(&["train", "--resume", out]);
        assert_eq!(output.code, Some(0), "{}", output.err);
        // The sets are those of the run, not those of its seed.
        let scores: Value = serde_json::from_str(&place.run(&["evaluate", out, "MUTAG", "--json"]).fine()).unwrap();
        let names: Vec<&str> =
            scores[2]["parts"].as_array().unwrap().iter().map(|part| part["part"].as_str().unwrap()).collect();
        assert_eq!(names, ["train", "validation", "test"]);
        let trained = run_file(&place, out)["splits"][2]["test"].as_array().unwrap().len();
        let confusion = scores[2]["parts"][2]["score"]["confusion"].as_array().unwrap();
        let scored: u64 = confusion.iter().flat_map(|row| row.as_array().unwrap()).map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(scored, trained as u64);
    }
    // A run is a file of splits, too.
    let again =
        place.run(&[&["train", "MUTAG", "--splits-from", "read/run.json", "--out", "again"], &short[..]].concat());
    assert_eq!(again.code, Some(0), "{}", again.err);
    assert_eq!(run_file(&place, "again")["splits"], read["splits"]);
}

#[test]
fn splits_that_do_not_fit_are_refused() {
    let place = Place::new();
    let wrote = place.run(&["splits", "gallery:", "--splits", "2", "--out", "x.json"]);
    assert_ne!(wrote.code, Some(0), "the gallery has no classes");
    place.run(&["splits", "MUTAG", "--splits", "2", "--out", "mutag.json"]).fine();
    let copied = place.run(&["splits", "MUTAG", "--splits-from", "mutag.json", "--out", "copy.json"]).fine();
    assert_eq!(copied, "2 splits of 188 graphs: copy.json\n");
    assert_eq!(fs::read(place.path("copy.json")).unwrap(), fs::read(place.path("mutag.json")).unwrap());
    fs::write(place.path("few.json"), r#"[{"train": [0, 1], "validation": [2], "test": [3, 188]}]"#).unwrap();
    let train = |file: &str| place.run(&["train", "MUTAG", "--splits-from", file, "--out", "run"]).error();
    assert_eq!(
        train("few.json"),
        "few.json: split 0: test graph 188 does not exist: MUTAG has graphs 0 to 187; give the splits of MUTAG, which has \
         188 graphs, counted from 0"
    );
    let folds = place.run(&["train", "MUTAG", "--folds", "500", "--out", "run"]).error();
    assert_eq!(folds, "188 graphs cannot be divided into 500 folds; choose 2 to 188 folds");
    assert!(!place.path("run").exists());
    // Splits that were changed by hand are noticed when the run is resumed.
    let short = ["train", "MUTAG", "--splits-from", "mutag.json", "--epochs", "1", "--hidden", "8", "--out", "run"];
    assert_eq!(place.run(&short).code, Some(0));
    let mut run = run_file(&place, "run");
    let moved = run["splits"][1]["test"][0].clone();
    run["splits"][1]["train"].as_array_mut().unwrap().push(moved.clone());
    fs::write(place.path("run/run.json"), serde_json::to_vec(&run).unwrap()).unwrap();
    let error = place.run(&["train", "--resume", "run"]).error();
    let expected =
        format!("split 1: graph {moved} is in the training set and in the test set; give the splits of this dataset");
    assert_eq!(error, expected);
}

#[test]
fn runs_are_compared_on_equal_splits_only() {
    let place = Place::new();
    train(&place, "all/a", &[]);
    train(&place, "all/b", &["--pool", "none"]);
    train(&place, "all/c", &["--seed", "1"]);
    let text = place.run(&["runs", "all"]).fine();
    assert!(text.contains(" ± "), "{text}");
    assert!(text.contains("b − a"), "{text}");
    assert!(!text.contains("c − a") && !text.contains("c − b"), "other splits cannot be paired:\n{text}");
    assert!(text.contains("Wilcoxon"), "{text}");
    let row = text.lines().find(|line| line.contains("b − a")).unwrap();
    assert!(row.ends_with("n too small") || row.ends_with("identical"), "{text}");
    let json: Value = serde_json::from_str(&place.run(&["runs", "all", "--json"]).fine()).unwrap();
    assert_eq!((json["runs"].as_array().unwrap().len(), json["pairs"].as_array().unwrap().len()), (3, 1));
    assert!(json["pairs"][0]["p"].is_null(), "{json}");
    let difference = json["pairs"][0]["mean_difference"].as_f64().unwrap();
    let mean = |run: usize| json["runs"][run]["test_accuracy"]["mean"].as_f64().unwrap();
    assert!((difference - (mean(1) - mean(0))).abs() < 1e-9);

    fs::write(place.path("all/b/run.json"), "{").unwrap();
    let output = place.run(&["runs", "all"]);
    assert_eq!(output.code, Some(0));
    assert!(output.err.contains("all/b/run.json: this is not a valid run description"), "{}", output.err);
}

#[test]
fn the_grid_tests_only_what_it_chose() {
    let place = Place::new();
    let result = train(&place, "grid", &["--grid", "--pool", "gpool"]);
    assert!(result["run"].as_str().unwrap().starts_with("grid/s3-tau1-wd"), "{result}");
    let mut tested = 0;
    for entry in fs::read_dir(place.path("grid")).unwrap() {
        let log = fs::read_to_string(entry.unwrap().path().join("events.jsonl")).unwrap();
        tested += usize::from(log.contains("\"confusion\""));
    }
    assert_eq!((fs::read_dir(place.path("grid")).unwrap().count(), tested), (3, 1));
}

#[test]
fn a_network_without_pooling_is_trained_evaluated_resumed_and_not_traced() {
    let place = Place::new();
    let trained = train(&place, "run", &["--network", "sum-mlp", "--patience-on", "accuracy", "--best-by", "loss"]);
    assert_eq!(trained["config"]["network"], "sum-mlp");
    assert_eq!(
        (&trained["config"]["patience_on"], &trained["config"]["best_by"]),
        (&"accuracy".into(), &"loss".into())
    );
    let scores: Value = serde_json::from_str(&place.run(&["evaluate", "run", "MUTAG", "--json"]).fine()).unwrap();
    assert_eq!(scores[1]["parts"][2]["score"], trained["splits"][1]["test"]);
    let again = place.run(&["train", "--resume", "run"]).succeeded();
    assert!(again.starts_with("MUTAG · Sum and MLP · lr 0.001, wd 0.0001, batch 64, hidden 8 · seed 0\n"), "{again}");
    let runs = place.run(&["runs", "."]).fine();
    assert!(runs.contains("sum-mlp"), "{runs}");

    let traced = place.run(&["trace", "MUTAG", "--graph", "0", "--model", "run/best.safetensors"]).error();
    assert_eq!(
        traced,
        "run/best.safetensors: this model (sum-mlp) has no convolution and no pooling to show; score it with `proxpool \
         evaluate`, or choose a model of an operator"
    );
    let pool = place.run(&["train", "MUTAG", "--network", "sum-mlp", "--pool", "gpool"]).error();
    assert_eq!(pool, "the network sum-mlp has no pooling; leave out --pool gpool");
    // A run of the paper's network says nothing of what it did not choose.
    let usual = train(&place, "usual", &[]);
    assert!(["network", "patience_on", "best_by"].iter().all(|key| usual["config"][key].is_null()), "{usual}");
}

#[test]
fn a_setting_is_chosen_for_each_split_and_trained_anew() {
    let place = Place::new();
    place.run(&["splits", "MUTAG", "--folds", "4", "--out", "folds.json"]).fine();
    let command = [
        "train",
        "MUTAG",
        "--network",
        "sum-mlp",
        "--grid",
        "--select-per-split",
        "--repeats",
        "2",
        "--splits-from",
        "folds.json",
        "--epochs",
        "4",
        "--batch",
        "64",
        "--hidden",
        "8",
        "--lr",
        "0.01",
        "--out",
        "all",
    ];
    let search =
        || -> Value { serde_json::from_str(&place.run(&[&command[..], &["--json"]].concat()).succeeded()).unwrap() };
    let result = search();
    let splits = result["splits"].as_array().unwrap();
    assert_eq!((splits.len(), &result["repeats"], &result["test_accuracy"]["splits"]), (4, &2.into(), &4.into()));
    for split in splits {
        assert_eq!(split["test_accuracies"].as_array().unwrap().len(), 2);
        // The best of all candidates on this split, and on no other.
        let of = |name: &str| -> f64 {
            let log = fs::read_to_string(place.path("all").join(name).join("events.jsonl")).unwrap();
            let ended = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            let row = ended.filter(|row| row["event"] == "split_ended").find(|row| row["split"] == split["split"]);
            let row = row.unwrap();
            assert!(row["test"].is_null(), "the search leaves the test sets alone");
            100.0 * row["validation_accuracy"].as_f64().unwrap()
        };
        let candidates: Vec<String> = fs::read_dir(place.path("all"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.starts_with("lr0.01-"))
            .collect();
        assert_eq!(candidates.len(), 3 * 2, "weight decay and early stopping are left to search");
        let chosen = of(split["setting"].as_str().unwrap());
        assert_eq!(chosen, split["validation_accuracy"].as_f64().unwrap());
        assert!(candidates.iter().all(|name| of(name) <= chosen));
    }
    // Interrupted or not, the same command line says the same again.
    assert_eq!(search(), result);
    let other = place.run(&[&command[..], &["--seed", "7"]].concat());
    let problem = "this folder contains a run with other settings (seed 0 there, 7 here)";
    assert!(other.code == Some(1) && other.err.contains(problem), "{}", other.err);
}

#[test]
fn one_command_line_starts_a_run_goes_on_with_it_and_leaves_it() {
    let place = Place::new();
    let command = |more: &[&str]| {
        let start = ["train", "MUTAG", "--splits", "2", "--hidden", "8", "--out", "run", "--or-resume"];
        place.run(&[&start[..], more].concat())
    };
    fs::create_dir(place.path("run")).unwrap();
    fs::write(place.path("run/.proxpool-abc"), "a start that was killed").unwrap();
    let first = command(&["--epochs", "3"]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    let log = fs::read(place.path("run/events.jsonl")).unwrap();
    let again = command(&["--epochs", "3"]);
    assert_eq!((again.code, &again.out), (Some(0), &first.out));
    assert!(again.err.contains("run is finished; nothing is left to train"), "{}", again.err);
    assert_eq!(fs::read(place.path("run/events.jsonl")).unwrap(), log);

    // As if it had been stopped: the log ends early, and a split has no state.
    let text = String::from_utf8(log).unwrap();
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.contains("\"split\":1") && !line.contains("finished")).collect();
    fs::write(place.path("run/events.jsonl"), lines.join("\n") + "\n").unwrap();
    fs::remove_dir_all(place.path("run/split-01")).unwrap();
    assert_eq!(command(&["--epochs", "3"]).out, first.out);

    let error = command(&["--epochs", "4", "--tau", "0.5", "--pool", "proxpool-nt"]).error();
    assert_eq!(
        error,
        "run: this folder contains a run with other settings (pool proxpool there, proxpool-nt here; tau 1.0 there, 0.5 here; \
         epochs 3 there, 4 here); give its settings, or choose another folder (--out)"
    );
    place.run(&["splits", "MUTAG", "--splits", "2", "--seed", "1", "--out", "other.json"]).fine();
    let error = place
        .run(&[
            "train",
            "MUTAG",
            "--splits-from",
            "other.json",
            "--hidden",
            "8",
            "--epochs",
            "3",
            "--out",
            "run",
            "--or-resume",
        ])
        .error();
    assert!(error.contains("(division random there, file here)"), "{error}");
    assert_eq!(place.run(&["train", "MUTAG", "--or-resume"]).code, Some(2), "where is to be said");
}

#[test]
fn what_cannot_be_trained_is_said() {
    let place = Place::new();
    let error = |arguments: &[&str]| {
        let output = place.run(arguments);
        assert_eq!(output.code, Some(1), "{}", output.err);
        output.err.lines().last().unwrap().strip_prefix("proxpool: ").unwrap().to_owned()
    };
    assert_eq!(
        error(&["train", "gallery"]),
        "gallery has 0 class(es), but a classifier needs at least two; choose a field as class (--label)"
    );
    assert_eq!(
        error(&["train", "MUTAG", "--lr", "-1"]),
        "learning rate (--lr) = -1 is out of range; choose a number from 0 to 10"
    );
    assert_eq!(error(&["train", "MUTAG", "--rho", "2"]), "ρ = 2 is out of range; choose a number from 0 to 1");
    assert_eq!(
        error(&["train", "MUTAG", "--splits", "0"]),
        "splits = 0 is out of range; choose a whole number from 1 to 10000"
    );
    fs::create_dir(place.path("full")).unwrap();
    fs::write(place.path("full/mine.txt"), "x").unwrap();
    assert_eq!(
        error(&["train", "MUTAG", "--out", "full"]),
        "full: this folder is not empty; choose another folder (--out)"
    );
    assert!(error(&["train", "--resume", "full"]).starts_with("full/run.json: cannot be read"));
    assert!(error(&["evaluate", "full/mine.txt", "MUTAG"]).contains("this safetensors file is incomplete or damaged"));
    assert!(error(&["runs", "full"]).starts_with("no run found in full"));
}
