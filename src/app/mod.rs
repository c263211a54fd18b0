//! The window. egui is named only in this room.

mod shell;
mod state;
mod tabs;
pub mod widgets;
mod work;

use std::time::Instant;

use anyhow::{Context as _, bail};
use eframe::egui;
use shell::startup::Startup;
pub use shell::tour::N_STOPS;
pub use shell::window::Window;
pub use state::action::Action;
pub use state::arguments::{ThemeChoice, WindowArguments};
pub use state::labels;
pub use state::link::Link;
pub use state::looks::spectrum::Page as SpectrumPage;
pub use state::session::Session;
pub use state::session_file::{OpenedRuns, SessionFile};
pub use state::tab::Tab;
pub use state::version::Version;

/// Opens the window and returns when it is closed.
pub fn run(arguments: WindowArguments) -> anyhow::Result<()> {
    let mut startup = arguments.time_to_picture.then(|| Startup::new(Instant::now()));
    if !has_display() {
        bail!(
            "no display found; use the command line instead, for example \
             “proxpool info MUTAG” (all commands: “proxpool --help”)"
        );
    }
    let [width, height] = arguments.size.unwrap_or([1280, 800]);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("ProxPool Explorer")
            .with_app_id("proxpool")
            .with_icon(widgets::icon::icon(128))
            .with_inner_size([width as f32, height as f32]),
        // A picture must not depend on where the window was last.
        persist_window: arguments.screenshot.is_none() && !arguments.time_to_picture,
        ..Default::default()
    };
    eframe::run_native(
        "ProxPool Explorer",
        options,
        Box::new(|creation| {
            startup.iter_mut().for_each(|startup| startup.reach("window"));
            let mut window = Window::restored(&creation.egui_ctx, arguments, creation.storage);
            startup.iter_mut().for_each(|startup| startup.reach("state"));
            window.time_start(startup);
            Ok(Box::new(window))
        }),
    )
    .map_err(|error| anyhow::anyhow!("{error}"))
    .context("could not open the window; the command line (“proxpool --help”) works without one")
}

/// Whether a window system is there to be asked.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")
}
