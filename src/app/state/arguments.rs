//! What the command line tells the window.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::tab::Tab;

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

/// Pictures of the window are PNG files.
fn parse_png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        true => Ok(path),
        false => Err("screenshots are PNG files: use a name that ends in .png".to_owned()),
    }
}

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides
        .filter(|sides: &[u32; 2]| sides.iter().all(|side| (200..=16_384).contains(side)))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 200 to 16384 pixels, such as 1280x800".to_owned())
}
