//! Drawing and writing of exports in the background.

use std::{ffi::OsStr, io::Write as _, path::PathBuf, sync::Arc};

use eframe::egui::ColorImage;

use super::{error::WorkError, slot::Job};
use crate::{
    app::state::{
        explored::Explored,
        labels,
        session_file::{self, SessionFile},
        subject::Subject,
        version::Version,
    },
    figure::{self, FigureRequest, Scene},
    files::write_atomically,
    names::Named as _,
    snippet::{self, Language, Origin},
    symbols::Symbol,
    trace::matrices::{self, Selection},
    train::{DataSource, folder::absolute},
    writers::graphml,
};

pub struct OfferedRuns {
    /// Folders and names.
    pub all: Vec<(PathBuf, String)>,
    /// Runs drawn by default.
    pub defaults: Vec<PathBuf>,
    /// Changes when a run makes progress.
    pub version: u64,
}

#[derive(Clone)]
pub(crate) struct Question {
    /// None for a figure of runs.
    pub explored: Option<Arc<Explored>>,
    pub request: FigureRequest,
    /// Maximum size of the preview in pixels.
    pub room: [f32; 2],
    /// Version of the runs.
    pub version: u64,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        let key = |of: &Self| (of.explored.as_ref().map(|explored| explored.version), of.room, of.version);
        key(self) == key(other) && self.request == other.request
    }
}

pub(crate) struct Drawn {
    /// Unique per drawing.
    pub version: Version,
    /// Complete request, from which the figure can be reproduced.
    pub request: FigureRequest,
    pub scene: Scene,
    pub preview: ColorImage,
}

#[derive(Clone)]
pub(crate) enum Task {
    Figure(Arc<Drawn>, PathBuf),
    Copy(Arc<Drawn>),
    Matrices(Arc<Explored>, Selection, PathBuf),
    MatrixSnippet(Arc<Explored>, (usize, &'static Symbol), Language),
    /// With the trace on screen; none for a figure of runs.
    FigureSnippet(Arc<Drawn>, Option<Arc<Explored>>, Language),
    Graph(Subject, PathBuf),
    Session(Box<SessionFile>, PathBuf),
}

impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Figure(a, path), Self::Figure(b, other)) => a.version == b.version && path == other,
            (Self::Copy(a), Self::Copy(b)) => a.version == b.version,
            (Self::Matrices(a, chosen, path), Self::Matrices(b, others, other)) => {
                a.version == b.version && chosen == others && path == other
            }
            (Self::MatrixSnippet(a, place, language), Self::MatrixSnippet(b, other, in_other)) => {
                a.version == b.version && place == other && language == in_other
            }
            (Self::FigureSnippet(a, _, language), Self::FigureSnippet(b, _, other)) => {
                a.version == b.version && language == other
            }
            (Self::Graph(a, path), Self::Graph(b, other)) => a == b && path == other,
            (Self::Session(a, path), Self::Session(b, other)) => a == b && path == other,
            _ => false,
        }
    }
}

pub(crate) enum Written {
    File(PathBuf),
    /// For the clipboard.
    Picture(ColorImage),
    /// For the clipboard; `what` is the message.
    Text {
        what: String,
        text: String,
    },
}

pub(crate) const DRAW: Job<Question, Drawn> = Job { name: "figure", run: draw };

fn draw(Question { explored, mut request, room, .. }: Question) -> Result<Drawn, WorkError> {
    let loaded = explored.as_ref().map(|explored| &explored.data);
    request.data = loaded.map(|loaded| DataSource {
        source: absolute(&loaded.source),
        label: None,
        strip_hydrogens: false,
        name: loaded.dataset.name.clone(),
        graphs: loaded.dataset.graphs.len(),
        fingerprint: loaded.fingerprint.clone(),
    });
    let request = request.checked()?;
    if explored.is_none() && request.kind == "training" && request.runs.is_empty() {
        return Err(labels::shell::NO_RUN_TO_DRAW.into());
    }
    let runs = request.open_runs()?;
    let data = figure::gather(&request, loaded.map(|loaded| &*loaded.dataset), runs)?;
    let scene = figure::draw(&data, &request)?;
    let per_mm = (f64::from(room[0]) / scene.width_mm).min(f64::from(room[1]) / scene.height_mm);
    let preview = image(&figure::to_pixels(&scene, 25.4 * per_mm)?);
    Ok(Drawn { version: Version::next(), request, scene, preview })
}

pub(crate) const WRITE: Job<(u64, Task), Written> = Job { name: "write", run: write };

fn write((_, task): (u64, Task)) -> Result<Written, WorkError> {
    match task {
        Task::Figure(drawn, path) => {
            figure::write(&drawn.scene, &drawn.request, &path)?;
            Ok(Written::File(path))
        }
        Task::Copy(drawn) => {
            let pixels = figure::to_pixels(&drawn.scene, drawn.request.options.dpi);
            Ok(Written::Picture(image(&pixels?)))
        }
        Task::MatrixSnippet(explored, (level, symbol), language) => {
            let origin = Origin {
                source: &explored.data.source,
                dataset: &explored.data.dataset.name,
                graph: explored.graph,
                edits: &explored.edits,
                explored: &explored.pooling,
            };
            let text = snippet::matrix(origin, level, symbol, language)?;
            Ok(Written::Text { what: labels::copied_as(symbol.text, language.name()), text })
        }
        Task::FigureSnippet(drawn, explored, language) => {
            let request = &drawn.request;
            let text = if language == Language::CommandLine {
                snippet::figure_command(request)?
            } else {
                let dataset = explored.as_ref().map(|explored| &*explored.data.dataset);
                snippet::figure(request, &figure::gather(request, dataset, request.open_runs()?)?, language)?
            };
            Ok(Written::Text { what: labels::copied_as(labels::FIGURE, language.name()), text })
        }
        Task::Matrices(explored, selection, path) => {
            matrices::write_selected(&explored.trace, &explored.signal.columns, &selection, &path)
                .map_err(|error| format!("{} {} ({error})", path.display(), labels::NOT_WRITTEN))?;
            Ok(Written::File(path))
        }
        Task::Graph(subject, path) => {
            let path = with_ending(path, &["graphml", "xml"]);
            graphml::write(&subject.data.dataset, &*subject.edited_graph()?, &path)
                .map_err(|error| format!("{} {} ({error})", path.display(), labels::NOT_WRITTEN))?;
            Ok(Written::File(path))
        }
        Task::Session(session, path) => {
            let path = with_ending(path, &[session_file::ENDING]);
            let json = session.to_json()?;
            write_atomically(&path, |file| file.write_all(&json))
                .map_err(|error: std::io::Error| format!("{} {} ({error})", path.display(), labels::NOT_WRITTEN))?;
            Ok(Written::File(path))
        }
    }
}

/// A path with an extension that the reader accepts, the first of these by default.
fn with_ending(path: PathBuf, endings: &[&str]) -> PathBuf {
    let is_known = |ending: &OsStr| endings.iter().any(|known| ending.eq_ignore_ascii_case(known));
    if path.extension().is_some_and(is_known) {
        path
    } else {
        let mut name = path.into_os_string();
        name.push(format!(".{}", endings[0]));
        name.into()
    }
}

fn image(pixels: &figure::file::png::Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width as usize, pixels.height as usize], &pixels.rgba)
}
