//! Commands of panels, keys and menus.

use std::{path::PathBuf, sync::Arc};

use super::{
    edit::EditCommand,
    looks::{compare::CompareLook, maps::MapsLook, results::ResultsLook, spectrum::SpectrumLook},
    session_file::SessionFile,
    tab::Tab,
    tour_command::TourCommand,
    train_command::TrainCommand,
    view::{Hover, Pair, SignalSource, View},
};
use crate::{
    graph::gallery::Chosen,
    pooling::{Method, Params},
    snippet::Language,
    symbols::Symbol,
    trace::order::NodeOrder,
    train::predict::Predictions,
    view::look::ColourBy,
};

/// A change of the state, or an action of the window.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Load a dataset: a path, a name, `smiles:…`, `gallery:…` or a link.
    Open(String),
    /// Load a dataset and show the graph with this index.
    OpenAt(String, usize),
    OpenSession(Box<SessionFile>),
    /// Show this graph of the gallery in place of the open one; one drag of a parameter is one undo step.
    Generate {
        chosen: Chosen,
        is_same_gesture: bool,
    },
    ToggleStart,
    SelectGraph(usize),
    SetMethod(&'static Method),
    /// One drag is one undo step.
    SetParams {
        params: Params,
        is_same_gesture: bool,
    },
    SetSignal(SignalSource),
    SetOrder(NodeOrder),
    NextOrder,
    /// The level whose matrices are shown.
    SetLevel(usize),
    SetColour(ColourBy),
    ToggleHulls,
    Hover(Hover),
    /// Lock a pair, or unlock it.
    Lock(Option<Pair>),
    /// Lock the pair under the pointer; unlock where there is none.
    ToggleLock,
    /// Select nodes of a level, whose matrices are then shown.
    Select {
        level: usize,
        nodes: Vec<u32>,
    },
    /// Pin a node where it was dragged to; one drag is one undo step.
    Drag {
        node: u32,
        position: [f32; 2],
        is_same_gesture: bool,
    },
    Unpin(u32),
    UnpinAll,
    /// A layout that starts from another random drawing, without pins.
    NewLayout,
    /// One level at a time, or all side by side.
    ToggleOneLevel,
    Undo,
    Redo,
    ShowTab(Tab),
    /// Move this many tabs further, cyclically.
    StepTab(isize),
    /// Show a step of the pipeline, from 0.
    SetStep(usize),
    /// Set operator, parameters and signal in one undo step.
    ShowOperator {
        method: &'static Method,
        params: Params,
        signal: SignalSource,
    },
    /// Show an epoch of a run in training with its operator and parameters; all epochs are one undo step.
    Follow {
        method: &'static Method,
        params: Params,
        signal: SignalSource,
    },
    /// Return to the operator, the parameters and the signal before the first epoch that was followed.
    StopFollowing,
    /// Show a view in a tab, in the same undo step as the previous one.
    ShowView {
        tab: Tab,
        view: Box<View>,
    },
    /// Show the predictions of a trained model.
    SetPredictions(SignalSource, Arc<Predictions>),
    /// Show no predictions of the model that is the signal.
    HidePredictions,
    ShowList(bool),
    TogglePresentation,
    SetSpectrumLook(SpectrumLook),
    SetCompareLook(Box<CompareLook>),
    SetMapsLook(Box<MapsLook>),
    SetResultsLook(ResultsLook),
    CopyLink,
    Edit(EditCommand),
    Shell(ShellCommand),
    Train(TrainCommand),
    Tour(TourCommand),
}

/// An action of the window that does not change the state, or needs a widget first.
#[derive(Clone, Debug, PartialEq)]
pub enum ShellCommand {
    /// Open the file dialog.
    ChooseFile,
    /// Ask for a path or a link in a dialog of the window.
    TypePath,
    TypeSmiles,
    /// Show the graph this many rows further in the list.
    StepGraph(isize),
    /// Show the step of the pipeline this many further.
    MoveStep(isize),
    PlaySteps,
    ToggleLayout,
    RestartLayout,
    /// Fit the graphs into their canvases.
    Fit,
    /// Give a parameter the keyboard focus.
    Focus(&'static str),
    /// Give up the trace that is being computed.
    CancelTrace,
    /// Open a folder in the file manager.
    OpenFolder(PathBuf),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Copy a text that is too long to show; the message names it.
    CopyAs {
        what: String,
        text: String,
    },
    ToggleTheme,
    ToggleList,
    ToggleMotion,
    ResetPanels,
    ShowPalette,
    ShowKeys,
    ShowGlossary,
    /// Open the export dialog, optionally for this kind of figure.
    ExportFigure(Option<&'static str>),
    CloseExport,
    CopyFigure,
    SaveFigure(PathBuf),
    /// Open the export dialog for one matrix of a level.
    ExportMap {
        level: usize,
        symbol: &'static Symbol,
    },
    /// Copy a matrix of a level in some language.
    CopyMatrix {
        level: usize,
        symbol: &'static Symbol,
        language: Language,
    },
    /// Ask which matrices to write: all at first, or one of a level.
    ExportMatrices(Option<(usize, &'static Symbol)>),
    SaveMatrices(PathBuf),
    /// Ask where to write the graph.
    ExportGraph,
    /// Ask where to write the session.
    ExportSession,
    SaveSession(PathBuf),
    /// Multiply the zoom of the whole window; none for the usual size.
    Zoom(Option<f32>),
    /// Write the graph as GraphML.
    SaveGraph(PathBuf),
    Quit,
}

impl From<ShellCommand> for Command {
    fn from(command: ShellCommand) -> Self {
        Self::Shell(command)
    }
}
