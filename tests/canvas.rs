//! The canvas, driven by pointer and keys.
#![cfg(feature = "gui")]

use eframe::egui::{
    Color32, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Shape, TouchPhase, Ui, Vec2,
    epaint::Vertex, vec2,
};
use egui_kittest::{Harness, kittest::Queryable};
use proxpool::{
    app::{
        labels,
        widgets::canvas::{Arrangement, Canvas, CanvasInput, CanvasLook, CanvasOutput, Lit},
    },
    view::{
        palette::SEED,
        picture::{Bond, EdgeLook, LevelLook, NodeLook},
    },
};

/// A canvas with its input and all its outputs.
struct Stage {
    canvas: Canvas,
    levels: Vec<LevelLook>,
    arrangement: Arrangement,
    outputs: Vec<CanvasOutput>,
}

impl Stage {
    fn last(&self) -> CanvasOutput {
        self.outputs.last().unwrap().clone()
    }

    fn find<T>(&self, pick: impl Fn(&CanvasOutput) -> Option<T>) -> Option<T> {
        self.outputs.iter().rev().find_map(pick)
    }

    fn at(&self, level: usize, node: u32) -> Pos2 {
        self.canvas.node_screen_pos(level, node).unwrap()
    }
}

/// A square with a tail, and a coarse graph of two nodes.
fn levels() -> Vec<LevelLook> {
    let look = |name: &str| NodeLook { name: name.to_owned(), label: name[..1].to_owned(), ..NodeLook::default() };
    let edge = |(a, b): (u32, u32)| EdgeLook { a, b, width_weight: 1.0, bond: Bond::Aromatic };
    let mut fine = LevelLook {
        title: "level 0 · 5 atoms".to_owned(),
        positions: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 1.0]],
        nodes: ["C0", "C1", "C2", "N3", "O4"].map(look).to_vec(),
        edges: [(0, 1), (1, 2), (2, 3), (3, 0), (2, 4)].map(edge).to_vec(),
        clusters: vec![vec![0, 1, 2], vec![3], vec![2, 4]],
        ..LevelLook::default()
    };
    fine.nodes[0].is_seed = true;
    fine.nodes[3].is_dropped = true;
    let coarse = LevelLook {
        title: "level 1 · 2 nodes".to_owned(),
        positions: vec![[0.0, 0.0], [1.0, 0.0]],
        nodes: ["C0", "O4"].map(look).to_vec(),
        edges: vec![edge((0, 1))],
        loops: vec![(0, 2.0), (1, 1.0)],
        ..LevelLook::default()
    };
    vec![fine, coarse]
}

fn harness_of(levels: Vec<LevelLook>) -> Harness<'static, Stage> {
    let draw = |ui: &mut Ui, stage: &mut Stage| {
        let look = CanvasLook { arrangement: stage.arrangement, are_hulls_shown: true, are_labels_shown: true };
        let lit = [Lit {
            level: 0,
            nodes: &[(1, 0.5), (99, 1.0)],
            has_numbers: true,
            pair: Some((0, 2)),
            selected: &[4],
            edges: &[(0, 1, 0.7), (0, 99, 1.0)],
        }];
        let output = stage.canvas.ui(ui, &CanvasInput { levels: &stage.levels, look, lit: &lit }, &mut |_, _, _| {});
        stage.outputs.push(output);
    };
    let stage = Stage { canvas: Canvas::default(), levels, arrangement: Arrangement::SideBySide, outputs: Vec::new() };
    let mut harness = Harness::builder().with_size([900.0, 500.0]).with_step_dt(1.0 / 60.0).build_ui_state(draw, stage);
    harness.run();
    harness
}

fn harness() -> Harness<'static, Stage> {
    harness_of(levels())
}

fn button(harness: &Harness<'_, Stage>, pos: Pos2, pressed: bool) {
    harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
}

fn click(harness: &mut Harness<'_, Stage>, pos: Pos2) {
    harness.hover_at(pos);
    button(harness, pos, true);
    harness.step();
    button(harness, pos, false);
    harness.step();
}

fn drag(harness: &mut Harness<'_, Stage>, from: Pos2, way: Vec2) {
    harness.hover_at(from);
    button(harness, from, true);
    harness.step();
    for part in 1..=4 {
        harness.hover_at(from + way * (part as f32 / 4.0));
        harness.step();
    }
    button(harness, from + way, false);
    harness.step();
}

fn ground(harness: &Harness<'_, Stage>) -> Pos2 {
    harness.state().at(0, 0) - vec2(60.0, 0.0)
}

/// The colours that are drawn within some points of a node.
fn colours_at(harness: &Harness<'_, Stage>, node: u32, reach: f32) -> Vec<Color32> {
    let at = harness.state().at(0, node);
    let shapes = harness.output().shapes.iter();
    let meshes = shapes.filter_map(|clipped| if let Shape::Mesh(mesh) = &clipped.shape { Some(mesh) } else { None });
    let near = |vertex: &&Vertex| vertex.pos.distance(at) < reach;
    meshes.flat_map(|mesh| mesh.vertices.iter().filter(near).map(|vertex| vertex.color)).collect()
}

#[test]
fn a_seed_has_a_red_ring_around_its_own_colour() {
    let mut levels = levels();
    levels[0].nodes[0].fill = [10, 200, 30];
    levels[0].nodes[1].fill = [10, 30, 200];
    let harness = harness_of(levels);
    let [r, g, b] = SEED;
    let (red, own) = (Color32::from_rgb(r, g, b), Color32::from_rgb(10, 200, 30));
    let seed = colours_at(&harness, 0, 20.0);
    assert!(seed.contains(&red) && seed.contains(&own), "{seed:?}");
    assert!(!colours_at(&harness, 1, 20.0).contains(&red), "no other node is red");
}

#[test]
fn the_node_under_the_pointer_is_found_and_named() {
    let mut harness = harness();
    assert_eq!(harness.state().last(), CanvasOutput::default());
    for (level, node, name) in [(0, 3, "N3"), (1, 1, "O4")] {
        harness.hover_at(harness.state().at(level, node) + vec2(3.0, -2.0));
        harness.run();
        assert_eq!(harness.state().last().hovered, Some((level, node)));
        harness.get_by_label(name);
    }
    harness.hover_at(ground(&harness));
    harness.run();
    assert_eq!(harness.state().last().hovered, None);
}

#[test]
fn an_editable_canvas_says_what_was_drawn_on_level_0() {
    let mut harness = harness();
    harness.state_mut().canvas.is_editable = true;
    let [a, b] = [0, 4].map(|node| harness.state().at(0, node));
    drag(&mut harness, a, b - a);
    assert_eq!(harness.state().find(|output| output.joined), Some([0, 4]));
    let unit = harness.state().at(0, 1).x - a.x;
    drag(&mut harness, b, vec2(0.0, -unit));
    let (from, [x, y]) = harness.state().find(|output| output.added).unwrap();
    assert!(from == Some(4) && (x - 2.0).abs() < 1e-3 && y.abs() < 1e-3, "{from:?}, {x}, {y}");
    assert_eq!(harness.state().find(|output| output.dragged), None, "nodes are not moved meanwhile");
    let middle = a + (harness.state().at(0, 1) - a) * 0.5;
    click(&mut harness, middle);
    assert_eq!(harness.state().find(|output| output.clicked_edge), Some([0, 1]));
    harness.state_mut().outputs.clear();
    click(&mut harness, a - vec2(0.0, 0.6 * unit));
    let (from, _) = harness.state().find(|output| output.added).unwrap();
    assert_eq!(from, None);
    harness.state_mut().outputs.clear();
    let coarse = [0, 1].map(|node| harness.state().at(1, node));
    drag(&mut harness, coarse[0], coarse[1] - coarse[0]);
    assert_eq!(harness.state().find(|output| output.joined), None, "coarse levels follow from level 0");
}

#[test]
fn dragging_a_node_says_where_it_is_wanted() {
    let mut harness = harness();
    let (from, unit) = (harness.state().at(0, 1), harness.state().at(0, 1).x - harness.state().at(0, 0).x);
    // Taken off its middle, a node must not jump to the pointer.
    drag(&mut harness, from + vec2(4.0, 3.0), vec2(0.5 * unit, -2.0 * unit));
    let (level, node, [x, y]) = harness.state().find(|output| output.dragged).unwrap();
    assert_eq!((level, node), (0, 1));
    assert!((x - 1.5).abs() < 1e-3 && (y + 2.0).abs() < 1e-3, "{x}, {y}");
    assert_eq!(harness.state().find(|output| output.drag_ended), Some((0, 1)));
    assert_eq!(harness.state().find(|output| output.clicked), None);
    assert_eq!(harness.state().at(0, 1), from, "the canvas moves no node by itself");
}

#[test]
fn a_held_node_does_not_move_the_camera() {
    let mut harness = harness();
    let (held, other) = (harness.state().at(0, 1), harness.state().at(0, 0));
    harness.hover_at(held);
    button(&harness, held, true);
    harness.step();
    for part in 1..=6 {
        harness.hover_at(held + vec2(0.0, -20.0 * part as f32));
        harness.step();
        if let Some((_, node, at)) = harness.state().last().dragged {
            harness.state_mut().levels[0].positions[node as usize] = at;
        }
    }
    assert_eq!(harness.state().at(0, 0), other);
    assert!(harness.state().at(0, 1).distance(held + vec2(0.0, -120.0)) < 25.0);
}

#[test]
fn the_wheel_zooms_at_the_cursor() {
    let mut harness = harness();
    let (fixed, far) = (harness.state().at(0, 2), harness.state().at(0, 0));
    let coarse = harness.state().at(1, 0);
    harness.hover_at(fixed);
    harness.step();
    let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Wheel);
    let (delta, modifiers) = (vec2(0.0, 60.0), Modifiers::NONE);
    harness.event(Event::MouseWheel { unit, delta, phase, source, modifiers });
    // The toolkit spreads a turn of the wheel over some frames.
    harness.run_steps(30);
    assert!(harness.state().at(0, 2).distance(fixed) < 0.5);
    assert!(harness.state().at(0, 0).distance(fixed) > 1.15 * far.distance(fixed));
    assert_eq!(harness.state().at(1, 0), coarse, "the other level stays");
}

#[test]
fn dragging_the_ground_pans_and_a_double_click_on_it_fits() {
    let mut harness = harness();
    let (before, from) = (harness.state().at(0, 0), ground(&harness));
    drag(&mut harness, from, vec2(-30.0, 50.0));
    assert!(harness.state().at(0, 0).distance(before + vec2(-30.0, 50.0)) < 1.0);
    assert_eq!(harness.state().find(|output| output.dragged), None);
    click(&mut harness, from);
    assert!(harness.state().last().clicked_ground);
    click(&mut harness, from);
    harness.run();
    assert!(harness.state().at(0, 0).distance(before) < 0.5);
}

#[test]
fn clicks_say_the_node_and_double_clicks_unpin_it() {
    let mut harness = harness();
    let pos = harness.state().at(0, 4);
    click(&mut harness, pos);
    assert_eq!(harness.state().last().clicked, Some((0, 4)));
    click(&mut harness, pos);
    assert_eq!(harness.state().last().unpinned, Some((0, 4)));
    assert_eq!(harness.state().last().clicked, None);
}

#[test]
fn keys_move_from_node_to_node() {
    let mut harness = harness();
    harness.get_by_label(&labels::level_of_size(0, 5)).focus();
    harness.run();
    harness.key_press(Key::ArrowRight);
    harness.run();
    let start = harness.state().last().hovered;
    assert!(start.is_some_and(|(level, _)| level == 0), "{start:?}");
    for key in [Key::ArrowLeft, Key::ArrowLeft, Key::ArrowDown, Key::ArrowRight, Key::ArrowRight] {
        harness.key_press(key);
        harness.run();
    }
    assert_eq!(harness.state().last().hovered, Some((0, 4)));
    harness.get_by_label("O4");
    harness.key_press(Key::Enter);
    harness.step();
    harness.step();
    assert_eq!(harness.state().find(|output| output.clicked), Some((0, 4)));
    // The pointer takes over where it moves.
    harness.hover_at(harness.state().at(0, 0));
    harness.run();
    assert_eq!(harness.state().last().hovered, Some((0, 0)));
}

#[test]
fn every_level_has_a_name_and_a_title() {
    let harness = harness();
    harness.get_by_label(&labels::level_of_size(0, 5));
    harness.get_by_label(&labels::level_of_size(1, 2));
    harness.get_by_label("level 0 · 5 atoms");
}

#[test]
fn another_number_of_nodes_is_fitted_at_once() {
    let mut harness = harness();
    let from = ground(&harness);
    drag(&mut harness, from, vec2(-30.0, 50.0));
    harness.state_mut().levels.swap(0, 1);
    harness.step();
    let now = harness.state().at(1, 0);
    harness.run();
    assert_eq!(harness.state().at(1, 0), now);
}

#[test]
fn it_follows_moving_nodes_and_then_rests() {
    let mut harness = harness();
    harness.ctx.all_styles_mut(|style| style.animation_time = 0.1);
    for position in &mut harness.state_mut().levels[0].positions {
        *position = position.map(|x| 30.0 * x + 100.0);
    }
    harness.run_steps(2);
    let early = harness.state().at(0, 0);
    // `run` fails where repaints are asked for without end.
    harness.run_steps(120);
    harness.run();
    assert_ne!(harness.state().at(0, 0), early);
    assert!(harness.state().at(0, 4).x < 600.0 && harness.state().at(0, 0).x > 0.0);
    let seen = harness.state().outputs.len();
    harness.run();
    assert!(harness.state().outputs.len() - seen <= 2, "nothing moves, and yet it repaints");
}

#[test]
fn odd_pictures_do_no_harm() {
    let mut broken = levels();
    broken[0].positions[2] = [f32::NAN, f32::INFINITY];
    broken[0].positions.truncate(4);
    broken[0].loops = vec![(77, 1.0), (2, f32::NAN), (1, -1.0)];
    broken[0].clusters.push(vec![55, 2]);
    for edge in &mut broken[1].edges {
        (edge.a, edge.b, edge.bond) = (0, 9, Bond::Triple);
    }
    broken.push(LevelLook::default());
    for levels in [Vec::new(), vec![LevelLook::default()], broken] {
        let mut harness = harness_of(levels);
        for pos in [Pos2::new(100.0, 100.0), Pos2::new(450.0, 250.0)] {
            click(&mut harness, pos);
        }
        harness.run();
        assert_eq!(harness.state().canvas.node_screen_pos(0, 2), None);
    }
}

#[test]
fn one_level_at_a_time_shares_the_places_of_the_seeds() {
    let mut harness = harness();
    harness.state_mut().arrangement = Arrangement::One(0);
    harness.run_steps(60);
    let seed = harness.state().at(0, 0);
    harness.get_by_label_contains(&labels::level(0));
    harness.state_mut().arrangement = Arrangement::One(1);
    harness.step();
    harness.get_by_label_contains(&labels::level(1));
    assert!(harness.query_by_label_contains(&labels::level(0)).is_none());
    harness.run_steps(60);
    let coarse = harness.state().at(1, 0);
    assert!((seed - coarse).length() < 1.0, "the seed stays: {seed:?} → {coarse:?}");
    harness.hover_at(coarse);
    harness.run_steps(2);
    assert_eq!(harness.state().last().hovered, Some((1, 0)));
}

#[test]
fn a_rectangle_drawn_with_shift_selects_nodes() {
    let mut harness = harness();
    let (first, last) = (harness.state().at(0, 0), harness.state().at(0, 1));
    harness.event(Event::ModifiersChanged(Modifiers::SHIFT));
    let from = first - vec2(30.0, 30.0);
    drag(&mut harness, from, last + vec2(20.0, 20.0) - from);
    let brushed = harness.state().find(|output| output.brushed.clone());
    assert_eq!(brushed, Some((0, vec![0, 1])));
}
