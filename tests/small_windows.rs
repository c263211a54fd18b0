//! Small and flat windows: no text over another, and none cut off at the edge of its panel, in any tab.
//!
//! What is looked at are the texts that are painted, with the rectangles in which they are visible.
#![cfg(feature = "gui")]

mod driven;

use std::path::Path;

use driven::{Driven, settle};
use eframe::egui::{Rect, Shape, epaint::ClippedShape};
use egui_kittest::Harness;
use proxpool::app::{Tab, Window, WindowArguments};

fn window(size: [f32; 2], tab: Tab, arguments: WindowArguments) -> Driven {
    let arguments = WindowArguments { tab: Some(tab), ..arguments };
    let mut harness =
        Harness::builder().with_size(size).build_eframe(|creation| Window::new(&creation.egui_ctx, arguments, None));
    settle(&mut harness);
    // Captions find their room a frame later.
    harness.run_steps(5);
    settle(&mut harness);
    harness
}

struct Text {
    text: String,
    /// As it would be without a clip.
    whole: Rect,
    clip: Rect,
}

impl Text {
    fn visible(&self) -> Rect {
        self.whole.intersect(self.clip)
    }
}

fn texts(harness: &Driven) -> Vec<Text> {
    fn add(shape: &Shape, clip: Rect, all: &mut Vec<Text>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, all)),
            Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                let text_of = text.galley.text().to_owned();
                all.push(Text { text: text_of, whole: text.visual_bounding_rect(), clip });
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in &harness.output().shapes {
        add(shape, *clip_rect, &mut all);
    }
    all.retain(|text| text.visible().is_positive());
    all
}

/// Letters of neighbouring nodes and cells may touch; words may not.
fn problems(harness: &Driven) -> Vec<String> {
    const TOUCHING: f32 = 3.0;
    let all = texts(harness);
    let mut problems_here = Vec::new();
    for (idx, one) in all.iter().enumerate() {
        for other in &all[..idx] {
            let common = one.visible().intersect(other.visible());
            let is_same = one.text == other.text && one.whole == other.whole;
            if common.width() > TOUCHING && common.height() > TOUCHING && !is_same {
                problems_here.push(format!("“{}” over “{}” at {:?}", one.text, other.text, common));
            }
        }
        let beyond = (one.whole.right() - one.clip.right()).max(one.clip.left() - one.whole.left());
        // What is scrolled away downwards is not cut off.
        if beyond > TOUCHING && one.clip.y_range().contains(one.whole.center().y) {
            problems_here.push(format!("“{}” is cut off: {:?} in {:?}", one.text, one.whole, one.clip));
        }
    }
    problems_here
}

fn run() -> WindowArguments {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/formats/0.1/run");
    WindowArguments { run: Some(run), ..WindowArguments::default() }
}

/// Two runs, so that the table has the difference of one to the other.
fn two_runs(folder: &Path) -> WindowArguments {
    let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/formats/0.1/run");
    for name in ["MUTAG-proxpool", "MUTAG-proxpool-again"] {
        copy(&run, &folder.join(name));
    }
    WindowArguments {
        runs: Some(folder.to_owned()),
        run: Some(folder.join("MUTAG-proxpool")),
        ..WindowArguments::default()
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for file in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(file.file_name());
        if file.path().is_dir() {
            copy(&file.path(), &to);
        } else {
            std::fs::copy(file.path(), to).unwrap();
        }
    }
}

fn study() -> WindowArguments {
    let study = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens/study.json");
    WindowArguments { study: Some(study), ..WindowArguments::default() }
}

fn check(size: [f32; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let mut all_problems = Vec::new();
    for &(tab, name) in Tab::ALL {
        let mut all = vec![("MUTAG", "", WindowArguments::default()), ("molecules", "", WindowArguments::default())];
        if tab == Tab::Train {
            all.push(("MUTAG", " with a run", run()));
            all.push(("MUTAG", " with two runs", two_runs(folder.path())));
        }
        if tab == Tab::Results {
            all.push(("MUTAG", " with a study", study()));
        }
        for (dataset, how, arguments) in all {
            let harness = window(size, tab, WindowArguments { dataset: Some(dataset.to_owned()), ..arguments });
            all_problems
                .extend(problems(&harness).into_iter().map(|problem| format!("{name} of {dataset}{how}: {problem}")));
        }
    }
    assert!(all_problems.is_empty(), "{} at {size:?}:\n{}", all_problems.len(), all_problems.join("\n"));
}

#[test]
fn nothing_overlaps_in_a_small_window() {
    check([800.0, 600.0]);
}

#[test]
fn nothing_overlaps_in_a_flat_window() {
    check([1920.0, 520.0]);
}

#[test]
fn nothing_overlaps_in_a_window_of_the_usual_size() {
    check([1280.0, 800.0]);
}
