//! Studies from outside: interrupted, shared, collected, reported, refused.

mod place;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use place::{Place, finish};
use proxpool::{
    math::rng::Rng,
    study::{Report, StudyFolder, Summary, source},
    train::paper,
};
use serde_json::{Value, json};

/// Small enough for a test, long enough to be interrupted.
const PLAN: &str = "name = \"small\"\ndatasets = [\"MUTAG\"]\npools = [\"gpool\", \"none\", \"random\"]\nseeds = [0, 1]\n\n\
                    [settings]\nsplits = 2\nepochs = 12\nhidden = 8\n";

fn place_with(plan: &str) -> Place {
    let place = Place::new();
    fs::write(place.path("plan.toml"), plan).unwrap();
    place
}

fn new(place: &Place, study: &str) {
    place.run(&["study", "new", "plan.toml", study]).fine();
}

fn start(place: &Place, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proxpool"));
    command.env_clear().env("HOME", place.path("")).env("XDG_DATA_HOME", place.path("share"));
    command.current_dir(place.path("")).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// All models of a study, by their path within it.
fn models(study: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(folder: &Path, base: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, base, found);
            } else if path.extension().is_some_and(|ending| ending == "safetensors") {
                found.insert(path.strip_prefix(base).unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(&study.join("runs"), &study.join("runs"), &mut found);
    found
}

fn summary(place: &Place, study: &str) -> Vec<u8> {
    place.run(&["study", "collect", study]).fine();
    fs::read(place.path(study).join("summary.json")).unwrap()
}

fn assert_equal(place: &Place, one: &str, other: &str) {
    let [one_models, other_models] = [one, other].map(|study| models(&place.path(study)));
    assert!(!one_models.is_empty());
    assert_eq!(one_models.keys().collect::<Vec<_>>(), other_models.keys().collect::<Vec<_>>());
    let differing: Vec<_> = one_models.iter().filter(|(path, bytes)| other_models[*path] != **bytes).collect();
    assert!(differing.is_empty(), "{:?} differ", differing.iter().map(|(path, _)| path).collect::<Vec<_>>());
    assert!(summary(place, one) == summary(place, other), "the summaries differ");
}

#[test]
fn a_study_interrupted_at_random_ten_times_equals_an_uninterrupted_one() {
    let place = place_with(&PLAN.replace("epochs = 12", "epochs = 40"));
    new(&place, "whole");
    new(&place, "broken");
    let begun = Instant::now();
    place.run(&["study", "run", "whole", "--threads", "2"]).succeeded();
    let whole = begun.elapsed();
    let mut rng = Rng::new(17);
    let mut n_killed = 0;
    while n_killed < 10 {
        let mut child =
            start(&place, &["study", "run", "broken", "--threads", if n_killed % 2 == 0 { "1" } else { "2" }]);
        // On average 3 % of the work, so that there is something left to the last.
        std::thread::sleep(whole.mul_f64(0.06 * rng.f64()) + Duration::from_millis(5));
        assert!(child.try_wait().unwrap().is_none(), "there was nothing left to interrupt after {n_killed} times");
        // SIGKILL: no handler, no last words.
        child.kill().unwrap();
        child.wait().unwrap();
        n_killed += 1;
    }
    let done: usize = source::read(&place.path("broken")).unwrap().cells.iter().map(|cell| cell.splits.len()).sum();
    assert!(done < 12, "nothing was left to do");
    place.run(&["study", "run", "broken"]).succeeded();
    assert_equal(&place, "broken", "whole");
    // No leftovers of the killed ones.
    let status: Value = serde_json::from_str(&place.run(&["study", "status", "broken", "--json"]).fine()).unwrap();
    assert_eq!((&status["finished"], &status["running"], &status["foreign"]), (&json!(6), &json!(0), &json!([])));
}

#[test]
fn two_processes_share_the_work_and_give_the_same() {
    let place = place_with(PLAN);
    new(&place, "alone");
    new(&place, "shared");
    place.run(&["study", "run", "alone", "--threads", "1"]).succeeded();
    let both = [1, 2].map(|_| start(&place, &["study", "run", "shared", "--threads", "1"]));
    let told = both.map(|child| {
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{told}");
        let heading =
            |line: &str| line.strip_prefix('[')?.split_once("] ")?.1.split_once(';').map(|(key, _)| key.to_owned());
        told.lines().filter_map(heading).collect::<Vec<String>>()
    });
    let mut all = told.concat();
    all.sort();
    let mut keys: Vec<String> =
        StudyFolder::open(&place.path("shared")).unwrap().jobs().iter().map(|job| job.key.clone()).collect();
    keys.sort();
    assert_eq!(all, keys, "each job was done once");
    assert!(told.iter().all(|jobs| !jobs.is_empty()), "{told:?}");
    assert_equal(&place, "shared", "alone");
}

#[test]
fn a_stopped_study_ends_with_130_and_goes_on() {
    let place = place_with(&PLAN.replace("epochs = 12", "epochs = 400"));
    new(&place, "study");
    let child = start(&place, &["study", "run", "study", "--threads", "1"]);
    std::thread::sleep(Duration::from_millis(600));
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("Go on with:\n  proxpool study run study"), "{told}");
    let status: Value = serde_json::from_str(&place.run(&["study", "status", "study", "--json"]).fine()).unwrap();
    assert_eq!(status["running"], 0);
    assert!(
        fs::read_dir(place.path("study/claims"))
            .unwrap()
            .all(|entry| entry.unwrap().path().extension().unwrap() != "json")
    );
}

#[test]
fn a_search_tests_the_chosen_setting_alone() {
    let plan = "name = \"search\"\ndatasets = [\"MUTAG\"]\npools = [\"gpool\"]\n[settings]\nsplits = 2\nepochs = 4\nhidden = 8\n\
                [search]\nwd = [0, 0.01]\nrho = [0.2, 0.5]\n";
    let place = place_with(plan);
    new(&place, "study");
    place.run(&["study", "run", "study"]).succeeded();
    let runs = source::read(&place.path("study/runs")).unwrap();
    let tested: Vec<usize> = runs.cells.iter().map(|cell| cell.splits.len()).collect();
    assert_eq!((tested.len(), tested.iter().sum::<usize>()), (4, 2), "{tested:?}");
    let report = Report::of(&source::read(&place.path("study")).unwrap());
    assert_eq!((report.cells.len(), report.cells[0].splits, report.cells[0].candidates_left), (1, 2, 0));
    assert!(report.cells[0].settings.starts_with("grid"), "{}", report.cells[0].settings);
    let chosen = report.cells[0].chosen.as_ref().unwrap();
    assert!(chosen.contains("wd 0") && chosen.contains("ρ 0."), "{chosen}");
    // All over again: nothing is left.
    let again = place.run(&["study", "run", "study"]).fine();
    assert!(again.starts_with("4 jobs done."), "{again}");
}

#[test]
fn one_task_is_one_job() {
    let place = place_with(PLAN);
    new(&place, "study");
    place.run(&["study", "run", "study", "--task", "3"]).succeeded();
    let done = |jobs: &StudyFolder| -> Vec<String> {
        jobs.jobs().iter().filter(|job| jobs.is_trained(job).unwrap()).map(|job| job.key.clone()).collect()
    };
    let study = StudyFolder::open(&place.path("study")).unwrap();
    assert_eq!(done(&study), [study.jobs()[3].key.clone()]);
    fs::write(place.path("list"), "MUTAG-none-seed0\tand more\nNCI1-none-seed0\n").unwrap();
    place.run(&["study", "run", "study", "--manifest", "list", "--task", "0"]).succeeded();
    assert_eq!(done(&study).len(), 2);
    let error = place.run(&["study", "run", "study", "--manifest", "list", "--task", "1"]).error();
    assert_eq!(error, "task 1 is NCI1-none-seed0, which is no job of this study; submit it again");
    let error = place.run(&["study", "run", "study", "--task", "6"]).error();
    assert_eq!(error, "there is no task 6: the list has 6 jobs, counted from 0");
    place.run(&["study", "run", "study", "--jobs", "*gpool*"]).succeeded();
    assert_eq!(done(&study).len(), 4 - usize::from(study.jobs()[3].key.contains("gpool")));
    let error = place.run(&["study", "run", "study", "--jobs", "NCI1*"]).error();
    assert!(error.starts_with("no job matches “NCI1*”"), "{error}");
}

#[test]
fn runs_from_elsewhere_are_taken_over_and_others_are_reported() {
    let place = place_with(PLAN);
    new(&place, "study");
    let train = |pool: &str, hidden: &str| {
        let out = format!("runs/{pool}-{hidden}");
        let size = ["--splits", "2", "--epochs", "12", "--hidden", hidden, "--pool", pool, "--out", &out];
        place.run(&[&["train", "MUTAG"], &size[..]].concat()).succeeded();
    };
    train("gpool", "8");
    train("none", "9");
    let told = place.run(&["study", "collect", "study", "runs"]).fine();
    assert!(told.contains("MUTAG-gpool-seed0: taken over from runs\n"), "{told}");
    assert!(told.ends_with("study/summary.json: 4 of 14 splits in 7 cells\n"), "{told}");
    let taken = place.path("study/runs/MUTAG-gpool-seed0/best.safetensors");
    assert!(fs::read(taken).unwrap() == fs::read(place.path("runs/gpool-8/best.safetensors")).unwrap());
    let told = place.run(&["study", "collect", "study", "runs/gpool-8"]).fine();
    assert!(told.contains("runs/gpool-8: 1 run that this study has already"), "{told}");
    // The run of another size is in the summary, under its settings.
    let report: Value = serde_json::from_str(&place.run(&["study", "report", "study", "--json"]).fine()).unwrap();
    let cells = report["cells"].as_array().unwrap();
    assert!(cells.iter().any(|cell| cell["pool"] == "none" && cell["settings"].as_str().unwrap().contains("hidden 9")));
    // A summary of another machine is merged; the same split with another result is refused.
    new(&place, "other");
    let told = place.run(&["study", "collect", "other", "study/summary.json"]).fine();
    assert!(told.ends_with("other/summary.json: 4 of 14 splits in 7 cells\n"), "{told}");
    let mut changed = Summary::read(&place.path("study/summary.json")).unwrap();
    let split = changed.cells.iter_mut().find_map(|cell| cell.splits.first_mut()).unwrap();
    split.test_accuracy = 0.1234;
    changed.write(&place.path("changed.json")).unwrap();
    let error = place.run(&["study", "collect", "other", "changed.json"]).error();
    assert!(error.contains("has 12.34 % here") && error.contains("keep one of them"), "{error}");
}

#[test]
fn broken_plans_are_refused_with_their_line() {
    let refused = |name: &str, plan: &str| {
        let place = Place::new();
        fs::write(place.path(name), plan).unwrap();
        let error = place.run(&["study", "new", name, "study"]).error();
        assert!(!place.path("study").exists(), "{error}");
        error
    };
    let toml = |more: &str| refused("p.toml", &format!("name = \"x\"\ndatasets = [\"MUTAG\"]\n{more}"));
    assert!(toml("pools = [\"gpool\"\n").starts_with("p.toml:"), "{}", toml("pools = [\"gpool\"\n"));
    assert!(toml("pool = [\"gpool\"]").starts_with("p.toml:3: unknown field `pool`"), "{}", toml("pool = [\"gpool\"]"));
    let unknown = toml("pools = [\"gpool\",\n  \"gpol\"]");
    assert!(unknown.starts_with("p.toml:4: unknown pooling operator “gpol”; choose one of proxpool, "), "{unknown}");
    let setting = toml("pools = [\"none\"]\n[settings]\nepoch = 3");
    assert!(setting.starts_with("p.toml:5: unknown setting `epoch`; choose among "), "{setting}");
    assert!(setting.contains("epochs") && setting.contains("tau") && setting.contains("signal"), "{setting}");
    let range = toml("pools = [\"none\"]\n[settings]\nrho = 1.5");
    assert_eq!(range, "p.toml:5: `rho` cannot be 1.5: ρ = 1.5 is out of range; choose a number from 0 to 1");
    let word = toml("pools = [\"none\"]\n[settings]\nlr = \"fast\"");
    assert_eq!(word, "p.toml:5: `lr` has to be a number, not \"fast\"");
    let signal = toml("pools = [\"none\"]\n[settings]\nsignal = \"smoke\"");
    assert!(signal.starts_with("p.toml:5: `signal` cannot be \"smoke\": "), "{signal}");
    assert!(toml("pools = [\"none\", \"none\"]").starts_with("p.toml:3: “none” is listed twice"));
    assert!(toml("").starts_with("p.toml: there is no operator"), "{}", toml(""));
    let change = toml("pools = [\"none\"]\n[[change]]\npools = [\"gpool\"]");
    assert!(change.starts_with("p.toml:5: “gpool” in `[[change]]` is neither"), "{change}");
    let json = refused("p.json", "{\"name\": \"x\",\n \"datasets\": [\"MUTAG\"],\n \"pols\": []}");
    assert!(json.starts_with("p.json:3: unknown field `pols`"), "{json}");

    let place = place_with("name = \"x\"\ndatasets = [\"NCI12\"]\npools = [\"none\"]\n");
    let error = place.run(&["study", "new", "plan.toml", "study"]).error();
    assert!(error.contains("NCI12: no such file or dataset") && error.contains("proxpool fetch"), "{error}");
    let error = place.run(&["study", "new", "lunch", "study"]).error();
    assert_eq!(error, "there is no study file lunch; give one, or one of paper, ablation, controls, smoke");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let place = place_with(PLAN);
    new(&place, "study");
    let error = place.run(&["study", "new", "smoke", "study"]).error();
    assert_eq!(
        error,
        "study: this folder already contains a study (“small”); run that one, or choose another folder (--out)"
    );
    fs::create_dir(place.path("full")).unwrap();
    fs::write(place.path("full/x"), "").unwrap();
    let error = place.run(&["study", "new", "smoke", "full"]).error();
    assert!(error.starts_with("full: this folder is not empty"), "{error}");
    let error = place.run(&["study", "run", "nowhere"]).error();
    assert!(error.starts_with("nowhere/jobs.json: cannot be read"), "{error}");

    // A run with other settings in the place of a job.
    let foreign = ["train", "MUTAG", "--pool", "gpool", "--splits", "1", "--epochs", "2", "--hidden", "4"];
    place.run(&[&foreign[..], &["--out", "study/runs/MUTAG-gpool-seed0"]].concat()).succeeded();
    for command in ["run", "collect", "report"] {
        let error = place.run(&["study", command, "study"]).error();
        let start = "study/runs/MUTAG-gpool-seed0: this run is not that of the job MUTAG-gpool-seed0: ";
        assert!(error.starts_with(start) && error.contains("epochs is 2 in place of 12"), "{command}: {error}");
    }
    let status = place.run(&["study", "status", "study"]).succeeded();
    assert!(status.contains("failed: study/runs/MUTAG-gpool-seed0"), "{status}");
    // A run that no job of the study is called.
    fs::rename(place.path("study/runs/MUTAG-gpool-seed0"), place.path("study/runs/mine")).unwrap();
    let error = place.run(&["study", "run", "study"]).error();
    assert!(error.starts_with("study/runs/mine: this is no run of the study “small”; move it elsewhere"), "{error}");
    assert!(place.run(&["study", "status", "study"]).err.contains("warning: runs/mine is no run of this study"));
    fs::remove_dir_all(place.path("study/runs/mine")).unwrap();

    // Another plan in the folder.
    let mut text = fs::read_to_string(place.path("study/study.toml")).unwrap();
    text += "# mine\n";
    fs::write(place.path("study/study.toml"), text).unwrap();
    let error = place.run(&["study", "run", "study"]).error();
    assert!(error.starts_with("study/study.toml: this plan was changed after its study was made"), "{error}");
}

#[test]
fn data_that_has_changed_is_refused() {
    let molecules = |last: &str| {
        let rows = (0..11).map(|n| format!("{},{}\n", "C".repeat(n + 1), n % 2));
        format!("smiles,y\n{}{last},1\n", rows.collect::<String>())
    };
    let place = place_with(
        "name = \"x\"\ndatasets = [{ source = \"m.csv\", label = \"y\" }]\npools = [\"none\"]\n[settings]\nsplits = 1\nepochs = 2\n",
    );
    fs::write(place.path("m.csv"), molecules("CCO")).unwrap();
    new(&place, "study");
    fs::write(place.path("m.csv"), molecules("CCN")).unwrap();
    let error = place.run(&["study", "run", "study"]).error();
    assert!(error.contains("m.csv: the data has changed since this study was made"), "{error}");
    fs::write(place.path("m.csv"), molecules("CCO")).unwrap();
    place.run(&["study", "run", "study"]).succeeded();
}

/// Files that cannot grow stand for a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_study_and_loses_nothing() {
    let place = place_with(PLAN);
    new(&place, "study");
    new(&place, "whole");
    let program = env!("CARGO_BIN_EXE_proxpool");
    let script = format!("trap '' XFSZ; ulimit -f 8; exec '{program}' study run study");
    let mut shell = assert_cmd::Command::new("bash");
    shell.env_clear().env("HOME", place.path("")).env("PATH", "/usr/bin:/bin").current_dir(place.path(""));
    let full = finish(shell.args(["-c", &script]));
    assert_eq!(full.code, Some(1), "{}", full.err);
    assert!(full.err.contains("could not be written: File too large"), "{}", full.err);
    let last = full.err.lines().last().unwrap();
    assert!(last.starts_with("proxpool: study/runs: cannot be written to (File too large"), "{last}");
    assert!(last.ends_with("the study goes on where it was once there is room"), "{last}");
    place.run(&["study", "run", "study"]).succeeded();
    place.run(&["study", "run", "whole"]).succeeded();
    assert_equal(&place, "study", "whole");
}

#[test]
fn without_slurm_it_says_so_and_a_dry_run_writes_the_script() {
    let place = place_with(PLAN);
    new(&place, "study");
    // The search path is empty here, so there is no Slurm.
    let error = place.run(&["study", "submit", "study", "--slurm"]).error();
    assert!(
        error.starts_with(
            "there is no Slurm here (no sbatch); on this machine work the study off with `proxpool study run study`"
        ),
        "{error}"
    );
    let dry = [
        "study",
        "submit",
        "study",
        "--slurm",
        "--dry-run",
        "--time",
        "4:00:00",
        "--partition",
        "short",
        "--max-jobs",
        "3",
    ];
    let told = place.run(&[&dry[..], &["--sbatch=--account=chem"]].concat()).fine();
    assert!(told.starts_with("6 jobs in ") && told.contains("  sbatch "), "{told}");
    let manifest = fs::read_to_string(place.path("study/slurm/0001/manifest.txt")).unwrap();
    assert_eq!(manifest.lines().count(), 6);
    assert!(manifest.lines().all(|line| line.starts_with("MUTAG-") && line.contains("\t2 threads\t")), "{manifest}");
    let script = fs::read_to_string(place.path("study/slurm/0001/array-0.sh")).unwrap();
    for line in [
        "#SBATCH --array=0-5%3",
        "#SBATCH --requeue",
        "#SBATCH --open-mode=append",
        "#SBATCH --signal=B:TERM@60",
        "#SBATCH --cpus-per-task=2",
        "#SBATCH --partition=short",
        "#SBATCH --time=4:00:00",
        "#SBATCH --account=chem",
        "    --task $((0 + SLURM_ARRAY_TASK_ID)) &",
    ] {
        assert!(script.lines().any(|own| own == line), "{line} is not in\n{script}");
    }
    assert!(script.contains("/logs/%A_%a.log\n"), "{script}");
    assert!(
        Command::new("bash")
            .args(["-n", place.path("study/slurm/0001/array-0.sh").to_str().unwrap()])
            .status()
            .unwrap()
            .success()
    );
    // Only what is missing is submitted.
    place.run(&["study", "run", "study", "--jobs", "*none*"]).succeeded();
    place.run(&dry).fine();
    assert_eq!(fs::read_to_string(place.path("study/slurm/0002/manifest.txt")).unwrap().lines().count(), 4);
    place.run(&["study", "run", "study"]).succeeded();
    assert!(place.run(&["study", "submit", "study", "--slurm"]).fine().starts_with("Nothing is missing"));
}

/// A summary with made-up accuracies: 8 splits, of which the operators differ by known amounts.
fn made_up() -> Value {
    let cell = |dataset: &str, pool: &str, n: usize, shift: f64| {
        let split = |split: usize| {
            json!({
                "split": split, "graphs": format!("{dataset}{split}"), "epochs": 9, "best_epoch": 7,
                "validation_accuracy": 0.8, "validation_loss": 0.5,
                "test_accuracy": 0.75 + 0.01 * split as f64 + shift * (1.0 + split as f64),
            })
        };
        json!({
            "dataset": dataset, "fingerprint": dataset, "pool": pool, "settings": "", "seed": 0, "wanted": 8,
            "splits": (0..n).map(split).collect::<Vec<_>>(),
        })
    };
    json!({
        "format": 1,
        "name": "made up",
        "about": "numbers for a test",
        "cells": [
            cell("NCI1", "proxpool", 8, 0.0),
            cell("NCI1", "gpool", 8, -0.002),
            cell("NCI1", "diffpool", 5, 0.001),
            cell("MUTAG", "proxpool", 8, 0.0),
            cell("MUTAG", "gpool", 8, 0.001),
            cell("MUTAG", "diffpool", 0, 0.0),
        ],
    })
}

#[test]
fn a_report_has_the_same_numbers_in_every_form() {
    let place = Place::new();
    fs::write(place.path("made-up.json"), made_up().to_string()).unwrap();
    let report = |format: &str| place.run(&["study", "report", "made-up.json", "--format", format]).fine();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/study");
    for (format, file) in [
        ("terminal", "report.txt"),
        ("markdown", "report.md"),
        ("csv", "report.csv"),
        ("latex", "report.tex"),
        ("json", "report.json"),
    ] {
        let (found, path) = (report(format), golden.join(file));
        if std::env::var_os("PROXPOOL_NEW_GOLDEN").is_some() {
            fs::create_dir_all(&golden).unwrap();
            fs::write(&path, &found).unwrap();
        }
        assert_eq!(found, fs::read_to_string(&path).unwrap(), "{file}");
    }
    assert_eq!(place.run(&["study", "report", "made-up.json", "--json"]).fine(), report("json"));
    // The numbers themselves.
    let json: Value = serde_json::from_str(&report("json")).unwrap();
    let cells = json["cells"].as_array().unwrap();
    let near =
        |value: &Value, expected: f64| assert!((value.as_f64().unwrap() - expected).abs() < 1e-9, "{value} {expected}");
    near(&cells[0]["mean"], 78.5);
    near(&cells[0]["paper_mean"], 77.83);
    near(&cells[0]["paper_std"], 2.39);
    assert_eq!(cells[0]["difference"], Value::Null, "ProxPool is not compared with itself");
    // Eight differences of one sign: p = 2/2⁸; two tests in the family.
    near(&cells[1]["difference"]["mean"], -0.9);
    near(&cells[1]["difference"]["p"], 2.0 / 256.0);
    near(&cells[1]["difference"]["p_holm"], 4.0 / 256.0);
    near(&cells[4]["difference"]["p_holm"], 4.0 / 256.0);
    assert_eq!(
        (&cells[2]["difference"]["p"], &cells[2]["difference"]["why_no_p"]),
        (&Value::Null, &json!("n too small"))
    );
    near(&cells[2]["deviation"], (cells[2]["mean"].as_f64().unwrap() - 74.62) / 2.04);
    assert_eq!((&cells[5]["splits"], &cells[5]["mean"], &json["tests"]), (&json!(0), &Value::Null, &json!(2)));
    let out = place.run(&["study", "report", "made-up.json", "--format", "latex", "--out", "t.tex"]).fine();
    assert_eq!((out.as_str(), fs::read_to_string(place.path("t.tex")).unwrap()), ("t.tex\n", report("latex")));
}

#[test]
fn the_bundled_results_are_those_of_the_papers_protocol() {
    let place = Place::new();
    let report: Value = serde_json::from_str(&place.run(&["study", "report", "paper", "--json"]).fine()).unwrap();
    assert!(report["cells"].is_array());
    let summary = source::bundled().unwrap();
    for cell in &summary.cells {
        let what = format!("{} on {}", cell.pool, cell.dataset);
        assert!(paper::DATASETS.contains(&&*cell.dataset), "{what}");
        assert!(!cell.splits.is_empty() || cell.program.is_empty(), "{what}");
        assert!(cell.splits.len() <= cell.wanted && cell.fingerprint.len() == 32, "{what}");
        assert!(cell.splits.windows(2).all(|pair| pair[0].split < pair[1].split), "{what}");
        for split in &cell.splits {
            assert!((0.0..=1.0).contains(&split.test_accuracy) && split.split < cell.wanted, "{what}");
            assert!(split.best_epoch <= split.epochs && split.epochs <= cell.config.epochs, "{what}");
            assert_eq!(split.graphs.len(), 16, "{what}");
        }
        // Operators are tested on the same splits.
        for other in summary.cells.iter().filter(|other| other.dataset == cell.dataset && other.seed == cell.seed) {
            assert_eq!(other.fingerprint, cell.fingerprint, "{what}");
            // A cell in progress has some of the splits, in no order.
            let is_common = |number: usize| other.splits.iter().any(|split| split.split == number);
            let n_common = cell.splits.iter().filter(|split| is_common(split.split)).count();
            assert_eq!(cell.less(other).len(), n_common, "{what}");
        }
        let command = format!("--pool {}", cell.config.pool);
        assert!(cell.splits.is_empty() || cell.command.contains(&command), "{what}: {}", cell.command);
    }
}

#[test]
fn a_figure_shows_a_study_beside_the_paper() {
    let place = Place::new();
    fs::write(place.path("made-up.json"), made_up().to_string()).unwrap();
    let figure = ["figure", "results", "--study", "made-up.json", "--out", "r.svg"];
    place.run(&figure).fine();
    let svg = fs::read_to_string(place.path("r.svg")).unwrap();
    assert!(svg.contains("made-up.json") && svg.len() > 2000);
    place.run(&["figure", "--from", "r.svg", "--out", "again.svg"]).fine();
    assert_eq!(fs::read_to_string(place.path("again.svg")).unwrap(), svg);
    let error = place.run(&["figure", "pooling", "MUTAG", "--study", "made-up.json", "--out", "r.svg"]).error();
    assert!(error.starts_with("the figure “pooling” shows no study"), "{error}");
}

#[test]
fn the_smoke_study_is_whole() {
    let place = Place::new();
    let told = place.run(&["study", "new", "smoke", "smoke", "--splits", "1", "--pool", "gpool,none"]).fine();
    assert!(told.starts_with("smoke: 2 jobs in 2 cells of the table, roughly "), "{told}");
    assert!(fs::read_to_string(place.path("smoke/study.toml")).unwrap().contains("splits = 1"));
    let told = place.run(&["study", "run", "smoke"]).succeeded();
    assert_eq!(told, "2 jobs done. See the table with:\n  proxpool study report smoke\n");
    let table = place.run(&["study", "report", "smoke"]).fine();
    assert!(table.contains("gPool") && table.contains("MUTAG"), "{table}");
}
