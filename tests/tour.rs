//! The tour, the glossary and the presentation, driven by their labels and keys.
#![cfg(feature = "gui")]

mod driven;

use std::time::Duration;

use driven::{Driven, has, on, settle};
use eframe::egui::{Key, Modifiers, Pos2, Rect, accesskit::Role, pos2};
use egui_kittest::{Harness, kittest::Queryable};
use proxpool::app::{Action, N_STOPS, Tab, Window, WindowArguments, labels};

/// Frames until something is as it is wanted.
fn wait(harness: &mut Driven, what: &str, is_so: impl Fn(&Driven) -> bool) {
    for _ in 0..3000 {
        harness.step();
        if is_so(harness) {
            return;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    panic!("{what} does not come");
}

fn choose(harness: &mut Driven, menu: &str, item: &str) {
    harness.get_by_label(menu).click();
    harness.run_steps(2);
    harness.get_by_label_contains(item).click();
    settle(harness);
}

fn is_at(harness: &Driven, stop: usize) -> bool {
    harness.query_by_label(&labels::shell::stop(stop, N_STOPS)).is_some()
}

// ---- Tour

#[test]
fn the_tour_goes_through_all_tabs_by_next_and_puts_everything_back() {
    let mut harness = on("proxpool:MUTAG?graph=3&pool=gpool&level=1&tab=compare");
    let view = harness.state().state().view().clone();
    choose(&mut harness, labels::shell::HELP, Action::Tour.label());
    let mut tabs = Vec::new();
    for stop in 1..=N_STOPS {
        wait(&mut harness, &format!("stop {stop}"), |harness| is_at(harness, stop));
        tabs.push(harness.state().state().tab());
        assert_eq!(harness.state().state().view().method.key, "proxpool", "stop {stop} shows ProxPool");
        harness.get_by_label(if stop == N_STOPS { labels::shell::END_TOUR } else { labels::shell::NEXT_STOP }).click();
        settle(&mut harness);
    }
    for (tab, name) in Tab::ALL {
        assert!(tabs.contains(tab), "the tour shows {name}");
    }
    let state = harness.state().state();
    assert_eq!((state.view(), state.tab(), state.can_undo()), (&view, Tab::Compare, false));
    assert!(!has(&harness, &format!("of {N_STOPS}")));
}

#[test]
fn things_happen_on_the_way() {
    let mut harness = on("MUTAG");
    choose(&mut harness, labels::shell::HELP, Action::Tour.label());
    for stop in 2..=3 {
        harness.key_press(Key::ArrowRight);
        settle(&mut harness);
        assert!(is_at(&harness, stop));
    }
    wait(&mut harness, "the lit seed", |harness| has(harness, &labels::explore::rank(1, 17, true)));
    harness.key_press(Key::Enter);
    wait(&mut harness, "s = 1", |harness| harness.state().state().view().params.s == 1);
    wait(&mut harness, "s = 4", |harness| harness.state().state().view().params.s == 4);
    harness.key_press(Key::ArrowRight);
    wait(&mut harness, "the pair", |harness| has(harness, labels::explore::CONTRIBUTION));
    assert_eq!(harness.state().state().view().params.s, 3);
    harness.key_press(Key::ArrowLeft);
    wait(&mut harness, "the stop before", |harness| is_at(harness, 4));
    wait(&mut harness, "s = 1 again", |harness| harness.state().state().view().params.s == 1);
    // Whoever takes over is not fought.
    harness.get_by_role_and_label(Role::Slider, "RBF precision τ").focus();
    harness.run_steps(1);
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    let params = harness.state().state().view().params.clone();
    assert!(params.tau > 1.0 && is_at(&harness, 4), "the arrow is the slider's");
    harness.run_steps(60);
    assert_eq!(harness.state().state().view().params, params);
    harness.key_press(Key::Escape);
    settle(&mut harness);
    let params = &harness.state().state().view().params;
    assert_eq!((params.s, params.tau, harness.state().state().can_undo()), (3, 1.0, false));
}

#[test]
fn skipping_puts_the_view_back_at_every_stop() {
    let mut harness = on("proxpool:MUTAG?graph=5&s=2&hulls=yes&pair=0,1,2");
    let view = harness.state().state().view().clone();
    for stop in 1..=N_STOPS {
        choose(&mut harness, labels::shell::HELP, Action::Tour.label());
        for _ in 1..stop {
            harness.key_press(Key::ArrowRight);
            settle(&mut harness);
        }
        assert!(is_at(&harness, stop));
        match harness.query_by_label(labels::shell::SKIP_TOUR) {
            Some(skip) => skip.click(),
            None => harness.key_press(Key::Escape),
        }
        settle(&mut harness);
        let state = harness.state().state();
        assert_eq!((state.view(), state.tab()), (&view, Tab::Explore), "stop {stop}");
        assert!(!is_at(&harness, stop) && !has(&harness, labels::shell::FIGURE_PREVIEW));
    }
}

#[test]
fn the_first_start_shows_the_tour_and_the_next_does_not() {
    let mut first = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(|creation| Window::greeting(&creation.egui_ctx, WindowArguments::default(), None));
    settle(&mut first);
    assert!(is_at(&first, 1));
    first.key_press(Key::Escape);
    settle(&mut first);
    assert!(!is_at(&first, 1));
    let session = first.state().session();
    let mut second = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(|creation| Window::greeting(&creation.egui_ctx, WindowArguments::default(), Some(session)));
    settle(&mut second);
    assert!(!is_at(&second, 1));
    choose(&mut second, labels::shell::HELP, Action::Tour.label());
    assert!(is_at(&second, 1));
}

#[test]
fn the_card_stays_in_a_window_that_is_small_or_becomes_it() {
    let mut harness = on("MUTAG");
    choose(&mut harness, labels::shell::HELP, Action::Tour.label());
    for stop in 1..=N_STOPS {
        for size in [[700.0, 420.0], [1000.0, 640.0]] {
            harness.set_size(size.into());
            settle(&mut harness);
            let screen = Rect::from_min_size(Pos2::ZERO, size.into());
            let button = harness
                .get_by_label(if stop == N_STOPS { labels::shell::END_TOUR } else { labels::shell::NEXT_STOP })
                .rect();
            assert!(screen.contains_rect(button), "stop {stop}: {button:?} in {size:?}");
        }
        harness.key_press(Key::Enter);
        settle(&mut harness);
    }
}

#[test]
fn a_dataset_opened_on_the_way_stays() {
    let mut harness = on("MUTAG");
    choose(&mut harness, labels::shell::HELP, Action::Tour.label());
    choose(&mut harness, labels::shell::FILE, "gallery");
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert_eq!(harness.state().explored().unwrap().data.dataset.name, "gallery");
}

// ---- Glossary

#[test]
fn the_glossary_finds_symbols_and_shows_the_numbers_of_their_equations() {
    let mut harness = on("MUTAG");
    harness.key_press(Key::F1);
    harness.run_steps(3);
    harness.get_by_label(labels::shell::GLOSSARY);
    harness.get_by_label("vertices");
    for (typed, name, source) in [
        ("K_t", "structure kernel", "Eqs. 5 and 9"),
        ("τ", "RBF precision (inverse bandwidth)", "Eq. 11"),
        ("coupling", "coupling", "Eqs. 15 and 16"),
        ("C", "assignment", "Eq. 20"),
        ("rhat", "candidates", "Eq. 19"),
        ("NT", "ProxPool-NT", "Section 6.2"),
        ("diffpool", "soft assignment", "Ying et al. 2018"),
    ] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.get_by_label(labels::shell::FIND_SYMBOL).type_text(typed);
        harness.run_steps(3);
        assert!(harness.query_all_by_label(name).next().is_some(), "{typed}: {name}");
        assert!(harness.query_all_by_label(source).next().is_some(), "{typed}: {source}");
    }
    assert!(harness.query_by_label("vertices").is_none());
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label(labels::shell::GLOSSARY).is_none());
    choose(&mut harness, labels::shell::HELP, Action::Glossary.label());
    harness.get_by_label(labels::shell::GLOSSARY);
}

#[test]
fn a_symbol_that_is_pointed_at_says_its_name_and_the_number_of_its_equation() {
    let mut harness = on("MUTAG");
    let k_s = harness.get_by_role_and_label(Role::Button, "Ks").rect();
    let tau = harness.get_by_role_and_label(Role::Slider, "RBF precision τ").rect();
    for (at, source) in [(k_s.center(), "Eqs. 11 and 12"), (tau.left_center() + eframe::egui::vec2(4.0, 0.0), "Eq. 11")]
    {
        harness.hover_at(at);
        wait(&mut harness, source, |harness| harness.query_by_label(source).is_some());
    }
}

// ---- Presentation

#[test]
fn a_presentation_hides_the_chrome_and_comes_back() {
    let mut harness = on("MUTAG");
    harness.get_by_label(&labels::explore::graph(3, None));
    harness.key_press(Key::F11);
    settle(&mut harness);
    let graph = labels::explore::graph(3, None);
    let chrome = [labels::shell::FILE, labels::shell::HELP, &graph, labels::explore::MATRICES, labels::explore::CANVAS];
    for hidden in chrome {
        assert!(harness.query_by_label(hidden).is_none(), "{hidden} is hidden");
    }
    assert!(!has(&harness, labels::shell::TIE));
    assert!((harness.ctx.zoom_factor() - 1.4).abs() < 0.01);
    harness.get_by_label_contains(&labels::heatmap("R"));
    harness.get_by_label_contains(&labels::level(2));
    harness.key_press(Key::ArrowRight);
    settle(&mut harness);
    assert_eq!(harness.state().state().view().graph, 1);
    harness.key_press(Key::Escape);
    settle(&mut harness);
    assert_eq!(harness.ctx.zoom_factor(), 1.0);
    for back in &chrome[..4] {
        harness.get_by_label(back);
    }
}

#[test]
fn every_tab_can_be_presented_and_reached() {
    let mut harness = on("MUTAG");
    choose(&mut harness, labels::shell::VIEW, Action::Presentation.label());
    assert!(harness.query_by_label(labels::shell::FILE).is_none());
    for (tab, name) in Tab::ALL {
        assert_eq!(harness.state().state().tab(), *tab, "{name}");
        harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
        settle(&mut harness);
    }
    assert!(harness.query_by_label(labels::shell::LEAVE_PRESENTATION).is_none());
    harness.hover_at(pos2(300.0, 6.0));
    harness.run_steps(3);
    harness.get_by_label(Tab::Compare.name()).click();
    settle(&mut harness);
    assert_eq!(harness.state().state().tab(), Tab::Compare);
    harness.get_by_label(labels::shell::LEAVE_PRESENTATION).click();
    settle(&mut harness);
    harness.get_by_label(labels::shell::FILE);
}

#[test]
fn what_lies_over_a_presentation_is_closed_first() {
    let mut harness = on("MUTAG");
    harness.key_press(Key::F11);
    settle(&mut harness);
    for (modifiers, key, label) in [
        (Modifiers::NONE, Key::F1, labels::shell::GLOSSARY),
        (Modifiers::COMMAND, Key::E, labels::shell::FIGURE_PREVIEW),
    ] {
        harness.key_press_modifiers(modifiers, key);
        settle(&mut harness);
        harness.get_by_label(label);
        harness.key_press(Key::Escape);
        settle(&mut harness);
        assert!(harness.query_by_label(label).is_none(), "Escape closes {label}");
        assert!(harness.state().state().is_presenting());
    }
    harness.key_press(Key::F11);
    settle(&mut harness);
    assert!(!harness.state().state().is_presenting());
}
