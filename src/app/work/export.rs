//! Drawing and writing of exports in the background.

use std::{ffi::OsStr, path::PathBuf, sync::Arc};

use eframe::egui::ColorImage;

use super::{error::WorkError, slot::Job};
use crate::{
    app::state::{explored::Explored, labels, subject::Subject, version::Version},
    figure::{self, FigureRequest, Scene},
    trace::matrices,
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
    Matrices(Arc<Explored>, PathBuf),
    Graph(Subject, PathBuf),
}

impl PartialEq for Task {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Figure(a, path), Self::Figure(b, other)) => a.version == b.version && path == other,
            (Self::Copy(a), Self::Copy(b)) => a.version == b.version,
            (Self::Matrices(a, path), Self::Matrices(b, other)) => a.version == b.version && path == other,
            (Self::Graph(a, path), Self::Graph(b, other)) => a == b && path == other,
            _ => false,
        }
    }
}

pub(crate) enum Written {
    File(PathBuf),
    /// For the clipboard.
    Picture(ColorImage),
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
        Task::Matrices(explored, path) => {
            matrices::write(&explored.trace, &path)
                .map_err(|error| format!("{} {} ({error})", path.display(), labels::NOT_WRITTEN))?;
            Ok(Written::File(path))
        }
        Task::Graph(subject, path) => {
            let path = as_graphml(path);
            graphml::write(&subject.data.dataset, &*subject.found()?, &path)
                .map_err(|error| format!("{} {} ({error})", path.display(), labels::NOT_WRITTEN))?;
            Ok(Written::File(path))
        }
    }
}

/// A path with an extension that the reader accepts.
fn as_graphml(path: PathBuf) -> PathBuf {
    let is_known = |ending: &OsStr| ["graphml", "xml"].iter().any(|known| ending.eq_ignore_ascii_case(known));
    if path.extension().is_some_and(is_known) {
        path
    } else {
        let mut name = path.into_os_string();
        name.push(".graphml");
        name.into()
    }
}

fn image(pixels: &figure::file::png::Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width as usize, pixels.height as usize], &pixels.rgba)
}
