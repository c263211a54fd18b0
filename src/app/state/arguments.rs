//! Command-line arguments of the window.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::tab::Tab;

#[derive(Args, Clone, Debug, Default)]
pub struct WindowArguments {
    /// Dataset: a path, a name from `proxpool list`, `smiles:STRING`, `gallery:NAME`, a link to a view, or a session file
    pub dataset: Option<String>,

    /// Index of the graph, from 0
    #[arg(long, value_name = "INDEX")]
    pub graph: Option<usize>,

    /// Tab to show
    #[arg(long, value_enum, value_name = "NAME")]
    pub tab: Option<Tab>,

    /// Run to show in the Train tab
    #[arg(long, value_name = "RUN_DIR")]
    pub run: Option<PathBuf>,

    /// Epoch of the run to show in the Train tab [default: the best]
    #[arg(long, value_name = "N", requires = "run")]
    pub epoch: Option<usize>,

    /// Study, summary or folder of runs to show in the Results tab [default: the bundled results]
    #[arg(long, value_name = "STUDY")]
    pub study: Option<PathBuf>,

    /// Run to resume in the Train tab
    #[arg(long, value_name = "RUN_DIR")]
    pub resume: Option<PathBuf>,

    /// Close the window when the run has ended, and print frame times (for the benchmark)
    #[arg(long, hide = true, requires = "resume")]
    pub close_when_done: bool,

    /// Print how long it took to the first picture, by stage, and exit (for the benchmark)
    #[arg(long, hide = true)]
    pub time_to_picture: bool,

    /// Runs folder of the Train tab [default: that of the last window, at first proxpool/runs in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,

    /// Theme of the window [default: that of the system]
    #[arg(long, value_enum)]
    pub theme: Option<ThemeChoice>,

    /// Start in presentation mode: full screen, large type, no menus
    #[arg(long)]
    pub presentation: bool,

    /// Window size in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    pub size: Option<[u32; 2]>,

    /// Write a screenshot to this PNG file once the layout has converged and the matrices are computed, and exit
    #[arg(long, value_name = "FILE.png", value_parser = parse_png)]
    pub screenshot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeChoice {
    /// Light text on a dark ground.
    Dark,
    /// Dark text on a light ground.
    Light,
}

fn parse_png(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        Ok(path)
    } else {
        Err("screenshots are PNG files: use a name that ends in .png".to_owned())
    }
}

fn parse_size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides
        .filter(|sides: &[u32; 2]| sides.iter().all(|side| (200..=16_384).contains(side)))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 200 to 16384 pixels, such as 1280x800".to_owned())
}
