//! The window, driven by its labels; and once for real, where there is a display.
#![cfg(feature = "gui")]

mod driven;
mod skip;

use std::{path::Path, time::Duration};

use driven::{
    Driven, drop_file,
    limited::{MOST_NODES, limited},
    settle,
};
use eframe::egui::{self, Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::{Harness, kittest::Queryable};
use proxpool::{
    app::{Action, Tab, Window, WindowArguments, labels},
    pooling::trace::Value,
    symbols,
};

fn window(dataset: Option<&str>) -> Driven {
    driven::window(WindowArguments { dataset: dataset.map(str::to_owned), ..WindowArguments::default() })
}

fn open(harness: &mut Driven, name: &str) {
    harness.get_by_label(labels::shell::FILE).click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Button, name).click();
    settle(harness);
}

/// Non-zeros of K_t at level 0.
fn nnz_of_k_t(harness: &Driven) -> usize {
    match harness.state().explored().unwrap().trace.levels[0].get(&symbols::K_T) {
        Some(Value::Sparse(matrix)) => matrix.pattern.nnz(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn it_opens_on_mutag_and_every_bundled_set_is_a_click_away() {
    let mut harness = window(None);
    harness.get_by_label("MUTAG");
    harness.get_by_label_contains(&labels::shell::graph_of(0, 188));
    for (name, idx, graph) in [("molecules", 0, Some("methane")), ("gallery", 0, Some("Path")), ("MUTAG", 5, None)] {
        open(&mut harness, name);
        let row = &labels::explore::graph(idx, graph);
        assert!(harness.query_all_by_label_contains(row).next().is_some(), "{name} does not show {row}");
    }
}

#[test]
fn a_graph_is_chosen_from_the_list_and_by_keys() {
    let mut harness = window(None);
    harness.get_by_label(&labels::explore::graph(3, None)).click();
    settle(&mut harness);
    assert_eq!(harness.state().state().view().graph, 3);
    harness.get_by_label_contains(&labels::shell::graph_of(3, 188));
    for (key, graph) in [(Key::ArrowRight, 4), (Key::ArrowRight, 5), (Key::ArrowLeft, 4)] {
        harness.key_press(key);
        settle(&mut harness);
        assert_eq!(harness.state().state().view().graph, graph);
    }
}

#[test]
fn a_change_of_s_changes_k_t_and_undo_takes_it_back() {
    let mut harness = window(None);
    let before = nnz_of_k_t(&harness);
    let slider = harness.get_by_role_and_label(Role::Slider, "filter order s");
    slider.focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowLeft);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().params.s, 2);
    assert!(nnz_of_k_t(&harness) < before);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    assert_eq!((harness.state().state().view().params.s, nnz_of_k_t(&harness)), (3, before));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Y);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().params.s, 2);
}

#[test]
fn every_operator_is_a_click_away() {
    let mut harness = window(None);
    for (name, symbol) in [("gPool", "C"), ("DIFFPOOL", "S"), ("ProxPool-NS", "K_t")] {
        harness.get_by_role_and_label(Role::ComboBox, labels::explore::OPERATOR).click();
        harness.run_steps(2);
        harness.get_by_label(name).click();
        settle(&mut harness);
        assert_eq!(harness.state().explored().unwrap().method.name, name);
        harness.get_by_label_contains(&labels::heatmap(symbol));
    }
}

#[test]
fn an_operator_that_is_too_much_for_a_graph_says_so_and_the_old_one_stays() {
    let name = limited();
    let mut harness = window(Some("gallery:grid:rows=46,columns=46"));
    harness.get_by_role_and_label(Role::ComboBox, labels::explore::OPERATOR).click();
    harness.run_steps(2);
    harness.get_by_label(name).click();
    settle(&mut harness);
    harness.get_by_label_contains(&labels::node_limit(MOST_NODES, 2116));
    let (state, explored) = (harness.state().state(), harness.state().explored().unwrap());
    assert_eq!((state.view().method.name, explored.method.name), ("ProxPool", "ProxPool"));
    assert!(!state.can_undo() && !state.can_redo(), "there is nothing to take back");
}

#[test]
fn pointing_at_a_cell_shows_the_arithmetic_of_the_pair() {
    let mut harness = window(None);
    let map = harness.get_by_label_contains(&labels::heatmap("R")).rect();
    // Off the diagonal.
    harness.hover_at(map.min + vec2(0.2, 0.5) * map.size());
    harness.run_steps(3);
    harness.get_by_label_contains("r=kt⋅ks=");
    assert!(harness.query_all_by_label_contains(labels::explore::CONTRIBUTION).next().is_some());
}

/// Drags node 0 to the right and down, in this number of steps; returns its first position.
fn drag_first_node(harness: &mut Driven, n_steps: usize) -> egui::Pos2 {
    let start = harness.state().node_screen_pos(0, 0).expect("the node is drawn");
    harness.hover_at(start);
    harness.run_steps(2);
    harness.drag_at(start);
    harness.run_steps(2);
    let way = vec2(40.0, 32.0);
    for step in 1..=n_steps {
        harness.hover_at(start + way * step as f32 / n_steps as f32);
        harness.run_steps(2);
    }
    harness.drop_at(start + way);
    settle(harness);
    start
}

#[test]
fn a_dragged_node_stays_where_it_was_put() {
    let mut harness = window(Some("smiles:CCCCCC"));
    let start = drag_first_node(&mut harness, 1);
    let moved = harness.state().node_screen_pos(0, 0).unwrap();
    assert!((moved - start).length() > 15.0, "{start:?} → {moved:?}");
}

#[test]
fn a_drag_is_one_change_and_undo_lets_the_node_go_back() {
    let mut harness = window(Some("smiles:CCCCCC"));
    drag_first_node(&mut harness, 8);
    assert_eq!(harness.state().state().view().pins.len(), 1);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut harness);
    let state = harness.state().state();
    assert!(state.view().pins.is_empty() && !state.can_undo(), "eight steps of one drag are one change");
}

#[test]
fn a_file_is_found_in_its_folder_where_the_system_has_no_dialog() {
    let mut harness = window(None);
    harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    harness.run_steps(2);
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("inner")).unwrap();
    std::fs::write(folder.path().join("inner/two.smi"), "CCO ethanol\nCC ethane\n").unwrap();
    std::fs::write(folder.path().join("inner/notes.md"), "no graph").unwrap();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.get_by_label(labels::shell::PATH).type_text(&format!("{}/in", folder.path().display()));
    wait_for(&mut harness, "inner/");
    harness.get_by_label("inner/").click();
    wait_for(&mut harness, "two.smi");
    assert!(harness.query_by_label_contains("notes.md").is_none(), "what cannot be opened is not offered");
    harness.get_by_label("two.smi").click();
    settle(&mut harness);
    harness.get_by_label_contains(&labels::explore::graph(0, Some("ethanol")));
}

/// Frames until something is on screen.
fn wait_for(harness: &mut Driven, label: &str) {
    for _ in 0..2000 {
        harness.step();
        if harness.query_by_label_contains(label).is_some() {
            return;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    panic!("“{label}” does not come");
}

#[test]
fn two_clicks_on_nodes_make_a_pair() {
    let mut harness = window(Some("smiles:CCCCCC"));
    for node in [0, 3] {
        let at = harness.state().node_screen_pos(0, node).unwrap();
        harness.hover_at(at);
        harness.run_steps(2);
        harness.drag_at(at);
        harness.drop_at(at);
        settle(&mut harness);
    }
    let pair = harness.state().state().view().locked.expect("a pair is kept");
    assert_eq!((pair.level, pair.row, pair.col), (0, 0, 3));
    harness.get_by_label_contains(&labels::explore::hops(3));
}

#[test]
fn commands_are_found_by_name() {
    let mut harness = window(None);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
    harness.run_steps(2);
    harness.get_by_label(labels::shell::FIND_COMMAND).type_text(&Action::NextGraph.label()[..7]);
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().graph, 1);
}

#[test]
fn a_broken_file_says_why_and_the_old_graph_stays() {
    let mut harness = window(Some("molecules"));
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bad/tu/edges-node-zero");
    drop_file(&mut harness, broken);
    settle(&mut harness);
    harness.get_by_label_contains("DS_A.txt:1: there is no node 0");
    harness.get_by_label_contains(&labels::explore::graph(0, Some("methane")));
}

#[test]
fn what_cannot_be_found_is_said_on_the_start_page() {
    let mut harness = window(Some("no such dataset"));
    harness.get_by_label_contains("no such file or dataset");
    harness.get_by_label_contains(labels::shell::NOTHING_OPEN);
    harness.get_by_label("gallery").click();
    settle(&mut harness);
    harness.get_by_label_contains(&labels::explore::graph(0, Some("Path")));
}

#[test]
fn one_level_at_a_time_is_a_key_away() {
    let mut harness = window(Some("smiles:CC(=O)Oc1ccccc1C(=O)O"));
    harness.get_by_label_contains(&labels::level(2));
    harness.key_press(Key::V);
    settle(&mut harness);
    harness.get_by_label_contains(&labels::level(0));
    assert!(harness.query_by_label_contains(&labels::level(1)).is_none());
    harness.key_press(Key::Num2);
    settle(&mut harness);
    harness.get_by_label_contains(&labels::level(1));
    harness.get_by_label_contains(&labels::heatmap_of_shape("A", 4, 4));
    harness.key_press(Key::Num1);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().level, 0);
    assert!(!harness.state().state().can_undo(), "a level is looked at");
}

#[test]
fn nodes_are_coloured_by_any_eigenvector() {
    let mut harness = window(Some("gallery:path:n=6"));
    harness.get_by_role_and_label(Role::ComboBox, labels::explore::COLOUR_BY).click();
    harness.run_steps(2);
    harness.get_by_label(labels::explore::EIGENVECTOR).click();
    settle(&mut harness);
    // λ_2 of a path of 6 nodes: 1 − cos(π / 5).
    harness.get_by_label_contains("λ = 0.191");
    assert!(harness.query_by_role_and_label(Role::SpinButton, labels::explore::EIGENVECTOR_INDEX).is_some());
}

#[test]
fn no_legend_moves_the_graphs() {
    let mut harness = window(Some("proxpool:MUTAG?graph=3"));
    let place = |harness: &Driven| {
        let label = labels::level(0);
        let level = harness.query_all_by_label_contains(&label).next();
        level.expect("level 0 is drawn").rect()
    };
    let before = place(&harness);
    for colour in ["score E or y", "cluster", "degree"] {
        harness.get_by_role_and_label(Role::ComboBox, labels::explore::COLOUR_BY).click();
        harness.run_steps(2);
        harness.get_by_label(colour).click();
        settle(&mut harness);
        assert_eq!(place(&harness), before, "coloured by {colour}");
    }
}

#[test]
fn a_thumbnail_opens_its_graph() {
    let mut harness = window(None);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::N);
    wait_for(&mut harness, &labels::shell::open("caffeine"));
    harness.get_by_label(&labels::shell::open("caffeine")).click();
    settle(&mut harness);
    let explored = harness.state().explored().unwrap();
    let graph = &explored.data.dataset.graphs[explored.graph];
    assert_eq!((&*explored.data.dataset.name, graph.name.as_deref()), ("molecules", Some("caffeine")));
}

#[test]
fn what_can_be_done_with_a_cell_is_a_right_click_away() {
    let mut harness = window(None);
    let map = harness.get_by_label_contains(&labels::heatmap("K_t")).rect();
    let cell = map.min + vec2(0.2, 0.2) * map.size();
    let press = |pressed| egui::Event::PointerButton {
        pos: cell,
        button: egui::PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.hover_at(cell);
    harness.run_steps(2);
    harness.event(press(true));
    harness.run_steps(1);
    harness.event(press(false));
    harness.run_steps(3);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label(labels::explore::COPY_VALUE).is_none(), "Escape closes the menu");
    harness.event(press(true));
    harness.run_steps(1);
    harness.event(press(false));
    harness.run_steps(3);
    harness.get_by_label(labels::explore::COPY_VALUE).click();
    harness.run_steps(5);
    harness.get_by_label_contains(labels::COPIED);
}

#[test]
fn keys_reach_the_parameters_and_keep_a_pair() {
    let mut harness = window(None);
    harness.key_press(Key::S);
    harness.run_steps(2);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().params.s, 4, "S sends the arrows to s");
    harness.key_press(Key::Escape);
    let map = harness.get_by_label_contains(&labels::heatmap("R")).rect();
    harness.hover_at(map.min + vec2(0.2, 0.5) * map.size());
    harness.run_steps(3);
    harness.key_press(Key::L);
    harness.run_steps(2);
    assert!(harness.state().state().view().locked.is_some());
}

#[test]
fn a_window_in_which_nothing_moves_is_not_drawn_again() {
    let mut harness = window(None);
    harness.run_steps(30);
    let delay = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert!(delay > Duration::from_secs(3600), "the next frame is wanted in {delay:?}");
}

#[test]
fn in_a_narrow_window_the_list_makes_room_until_it_is_asked_for() {
    let arguments = WindowArguments { dataset: Some("MUTAG".to_owned()), ..WindowArguments::default() };
    let mut harness = Harness::builder()
        .with_size([1000.0, 700.0])
        .build_eframe(|creation| Window::new(&creation.egui_ctx, arguments, None));
    settle(&mut harness);
    assert!(harness.query_by_label(&labels::explore::graph(3, None)).is_none());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::B);
    settle(&mut harness);
    harness.get_by_label(&labels::explore::graph(3, None));
}

#[test]
fn a_figure_is_chosen_previewed_and_saved_as_it_was_previewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kernels.png");
    let mut harness = window(Some("molecules"));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    settle(&mut harness);
    harness.get_by_label(labels::shell::FIGURE_PREVIEW);
    harness.get_by_role_and_label(Role::ComboBox, labels::shell::FIGURE_TYPE).click();
    harness.run_steps(2);
    harness.get_by_label("Kernels").click();
    settle(&mut harness);
    harness.get_by_label_contains("174 × ");
    harness.state_mut().save_figure(path.clone());
    settle(&mut harness);
    harness.get_by_label_contains(labels::SAVED);
    let request = proxpool::figure::read_request(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!((&*request.kind, request.graph), ("kernels", 0));
    assert!(request.positions.is_some(), "the drawing of the window is kept");
    assert_eq!(image::open(&path).unwrap().width(), 2055, "174 mm at 300 DPI");
}

#[test]
fn a_link_opens_the_same_view_in_another_window() {
    let link = "proxpool:molecules?graph=140&pool=proxpool-ns&s=2&order=Fiedler&level=1&pair=0,2,5";
    let mut harness = window(Some(link));
    let view = harness.state().state().view();
    assert_eq!((view.graph, view.method.key, view.params.s, view.level), (140, "proxpool-ns", 2, 1));
    let explored = harness.state().explored().unwrap();
    assert_eq!(explored.data.dataset.graphs[explored.graph].name.as_deref(), Some("nicotine"));
    harness.get_by_label_contains("C2 – ");
    harness.key_press_modifiers(Modifiers::COMMAND, Key::L);
    harness.run_steps(3);
    harness.get_by_label(&format!("{} {link}", labels::COPIED));
    let broken = window(Some("proxpool:MUTAG?pool=maxpool"));
    broken.get_by_label_contains(&labels::shell::unknown_in_link("pool", "maxpool"));
}

#[test]
fn a_kept_pair_of_a_level_that_shrinks_is_let_go() {
    let mut harness = window(Some("proxpool:MUTAG?graph=3&level=1&pair=1,4,5"));
    harness.get_by_label_contains("r=kt⋅ks");
    harness.key_press(Key::R);
    harness.run_steps(2);
    for _ in 0..20 {
        harness.key_press(Key::ArrowLeft);
        harness.run_steps(1);
    }
    settle(&mut harness);
    assert!(harness.state().explored().unwrap().levels[1].names.len() < 5);
    harness.get_by_label_contains(labels::explore::PAIR_HINT);
}

#[test]
fn matrices_are_saved_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.csv");
    let mut harness = window(Some("smiles:CCO"));
    harness.state_mut().save_matrices(path.clone());
    settle(&mut harness);
    harness.get_by_label_contains(labels::SAVED);
    let table = std::fs::read_to_string(&path).unwrap();
    assert!(table.starts_with("matrix,level,row,column,value,feature\n") && table.contains("\nKt,0,0,1,"), "{table}");
    let nowhere = Path::new("/proc/no/such/folder/t.csv").to_owned();
    harness.state_mut().save_matrices(nowhere);
    settle(&mut harness);
    harness.get_by_label_contains(labels::NOT_WRITTEN);
}

/// Compares with a picture that is kept; `UPDATE_SNAPSHOTS=1` keeps the new one.
///
/// Drivers differ by a shade at the borders of shapes, so a few pixels may differ.
fn assert_looks_like(picture: &image::RgbImage, name: &str) {
    const MOST_DIFFERENT: f64 = 0.02;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        picture.save(&path).unwrap();
        return;
    }
    let kept = image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into_rgb8();
    assert_eq!(kept.dimensions(), picture.dimensions());
    let is_other = |(a, b): (&image::Rgb<u8>, &image::Rgb<u8>)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 40);
    let different = kept.pixels().zip(picture.pixels()).filter(|pair| is_other(*pair)).count();
    let share = different as f64 / f64::from(kept.width() * kept.height());
    if share > MOST_DIFFERENT {
        let seen = std::env::temp_dir().join(name);
        picture.save(&seen).unwrap();
        panic!("{:.1} % of {name} look different; the new picture is {}", 100.0 * share, seen.display());
    }
}

/// A picture of the real window with a graph of MUTAG; none where there is no display.
fn real_window(tab: &str, theme: &str, scale: &str, (width, height): (u32, u32)) -> Option<image::RgbImage> {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        skip::skipped("there is no display for a real window (make test brings one)");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("window.png");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_proxpool"));
    if tab == "results" {
        // Not the bundled results, which are trained anew from time to time.
        command.arg("--study").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/screens/study.json"));
    }
    if tab == "train" {
        command.arg("--run").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/formats/0.1/run"));
    }
    let output = command
        .args(["MUTAG", "--graph", "4", "--tab", tab, "--theme", theme, "--size", &format!("{width}x{height}")])
        .arg("--screenshot")
        .arg(&picture)
        .env("XDG_DATA_HOME", folder.path())
        .env("WINIT_X11_SCALE_FACTOR", scale)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let image = image::open(&picture).unwrap().into_rgb8();
    assert_eq!(image.dimensions(), (width, height), "whatever the screen, the picture has the pixels asked for");
    Some(image)
}

#[test]
fn the_real_window_opens_draws_and_closes() {
    for (theme, scale, size) in [("dark", "1", (900, 600)), ("light", "1", (900, 600)), ("dark", "2", (1600, 1100))] {
        let Some(image) = real_window("explore", theme, scale, size) else { return };
        let is_seed_red = |pixel: &image::Rgb<u8>| pixel.0[0] > 200 && pixel.0[1] < 110 && pixel.0[2] < 110;
        assert!(image.pixels().any(is_seed_red), "there is no seed on the canvas");
        if scale == "1" {
            assert_looks_like(&image, &format!("explore-{theme}.png"));
        }
    }
}

/// Times, and folders of the test, are a few letters, less than what may differ.
#[test]
fn every_tab_looks_as_it_did() {
    // Explore has a test of its own.
    for tab in Tab::ALL.iter().map(|(_, name)| name.to_lowercase()).filter(|name| name != "explore") {
        for theme in ["dark", "light"] {
            let Some(image) = real_window(&tab, theme, "1", (900, 600)) else { return };
            assert_looks_like(&image, &format!("{tab}-{theme}.png"));
        }
    }
}

#[test]
fn a_picture_of_what_is_not_there_is_an_error() {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        skip::skipped("there is no display for a real window (make test brings one)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("window.png");
    for (arguments, message) in [
        (&["no-such-set"][..], "no such file or dataset"),
        (&["MUTAG", "--graph", "188"], "MUTAG has no graph 188"),
        (&["proxpool:MUTAG?pool=maxpool"], &labels::shell::unknown_in_link("pool", "maxpool")),
    ] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_proxpool"))
            .args(arguments)
            .arg("--screenshot")
            .arg(&picture)
            .env("XDG_DATA_HOME", folder.path())
            .output()
            .unwrap();
        let message_shown = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && message_shown.contains(message), "{message_shown}");
        assert!(!picture.exists(), "nothing is written");
    }
}
