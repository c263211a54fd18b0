//! The window. egui is named only in this room.

mod apply;
pub mod canvas;
mod command;
mod compare_tab;
mod dock;
mod drawing;
mod edit;
mod explain;
mod explore_tab;
mod explored;
mod export;
mod file_dialog;
mod frame;
mod frames;
mod glossary;
mod icon;
mod jobs;
mod link;
mod live_layout;
mod loading;
mod matrix;
mod panels;
mod parts;
mod places;
mod presentation;
mod screenshot;
mod session;
mod spectra;
mod spectrum_tab;
mod state;
mod steps_tab;
mod subject;
mod tabs;
mod theme;
mod thumbnails;
mod toasts;
mod tour;
mod train_tab;
pub mod version;
pub mod widgets;
mod window;

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use eframe::egui;
pub use link::Link;
pub use session::Session;
pub use tabs::Tab;
pub use tour::N_STOPS;
pub use window::Window;

/// What the window opens on, and how.
#[derive(Args, Clone, Debug, Default)]
pub struct WindowArguments {
    /// Open this: a path, a name from `proxpool list`, `smiles:STRING`, `gallery:NAME`, or a link to a view
    pub dataset: Option<String>,

    /// Show this graph of it, counted from 0
    #[arg(long, value_name = "INDEX")]
    pub graph: Option<usize>,

    /// Show this tab
    #[arg(long, value_enum, value_name = "NAME")]
    pub tab: Option<Tab>,

    /// Show this run in the Train tab
    #[arg(long, value_name = "RUN_DIR")]
    pub run: Option<PathBuf>,

    /// Show the graph at this epoch of the run, in the Train tab [default: the best]
    #[arg(long, value_name = "N", requires = "run")]
    pub epoch: Option<usize>,

    /// Go on with this run in the Train tab
    #[arg(long, value_name = "RUN_DIR")]
    pub resume: Option<PathBuf>,

    /// Close the window when the run has ended, and print how long its frames took: for the benchmark
    #[arg(long, hide = true, requires = "resume")]
    pub close_when_done: bool,

    /// Folder of runs for the Train tab [default: runs]
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,

    /// Colours of the window; the system's choice where not given
    #[arg(long, value_enum)]
    pub theme: Option<ThemeChoice>,

    /// Begin with the presentation: large type, no menus, the whole screen
    #[arg(long)]
    pub presentation: bool,

    /// Size of the window in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    pub size: Option<[u32; 2]>,

    /// Write a picture of the window to this PNG file once layout and matrices have settled, and close
    #[arg(long, value_name = "FILE.png", value_parser = parse_png)]
    pub screenshot: Option<PathBuf>,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeChoice {
    /// Light text on a dark ground.
    Dark,
    /// Dark text on a light ground.
    Light,
}

/// Opens the window and returns when it is closed.
pub fn run(arguments: WindowArguments) -> anyhow::Result<()> {
    if !has_display() {
        bail!(
            "there is no display to open a window on; without one, use a command such as \
             “proxpool info MUTAG” or “proxpool list” (all of them: “proxpool --help”)"
        );
    }
    let [width, height] = arguments.size.unwrap_or([1280, 800]);
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("ProxPool Explorer")
            .with_app_id("proxpool")
            .with_icon(icon::icon(128))
            .with_inner_size([width as f32, height as f32]),
        // A picture must not depend on where the window was last.
        persist_window: arguments.screenshot.is_none(),
        ..Default::default()
    };
    eframe::run_native(
        "ProxPool Explorer",
        options,
        Box::new(|creation| Ok(Box::new(Window::restored(&creation.egui_ctx, arguments, creation.storage)))),
    )
    .map_err(|error| anyhow::anyhow!("{error}"))
    .context("the window could not be opened; the commands of “proxpool --help” work without one")
}

/// Whether a window system is there to be asked.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY") || set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")
}

/// Pictures of the window are PNG files.
fn parse_png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        true => Ok(path),
        false => Err("pictures of the window are PNG files: let the name end in .png".to_owned()),
    }
}

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides
        .filter(|sides: &[u32; 2]| sides.iter().all(|side| (200..=16_384).contains(side)))
        .ok_or_else(|| "write two sides from 200 to 16384 pixels, such as 1280x800".to_owned())
}
