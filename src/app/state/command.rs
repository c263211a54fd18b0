//! What a panel, a key or a menu asks for.

use std::{path::PathBuf, sync::Arc};

use super::{
    edit::EditCommand,
    looks::{compare::CompareLook, maps::MapsLook, spectrum::SpectrumLook},
    tab::Tab,
    tour_command::TourCommand,
    train_command::TrainCommand,
    view::{Hover, Pair, SignalSource, View},
};
use crate::{
    pooling::{Method, Params},
    trace::order::NodeOrder,
    train::predict::Predictions,
    view::look::ColourBy,
};

/// A change of the state, or something that the window does beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Load a dataset: a path, a name, `smiles:…`, `gallery:…` or a link.
    Open(String),
    /// Load a dataset and show a graph of it.
    OpenAt(String, usize),
    /// Show or leave the start page.
    ToggleStart,
    SelectGraph(usize),
    SetMethod(&'static Method),
    /// Steps of one drag are one change.
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
    /// What the pointer is on.
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
    /// Pin a node where it was dragged to; steps of one drag are one change.
    Drag {
        node: u32,
        position: [f32; 2],
        is_same_gesture: bool,
    },
    Unpin(u32),
    UnpinAll,
    SetLayoutSeed(u64),
    /// One level at a time, or all side by side.
    ToggleOneLevel,
    Undo,
    Redo,
    ShowTab(Tab),
    /// The tab this many places further.
    StepTab(isize),
    /// Show a step of the pipeline, from 0.
    SetStep(usize),
    /// Show an operator with these parameters and this signal, in one change.
    ShowOperator {
        method: &'static Method,
        params: Params,
        signal: SignalSource,
    },
    /// Show a view in a tab, as a part of the gesture before it.
    ShowView {
        tab: Tab,
        view: Box<View>,
    },
    SetPredictions(Option<Arc<Predictions>>),
    ShowList(bool),
    TogglePresentation,
    SetSpectrumLook(SpectrumLook),
    SetCompareLook(Box<CompareLook>),
    SetMapsLook(Box<MapsLook>),
    /// Put a link to what is on screen on the clipboard.
    CopyLink,
    Edit(EditCommand),
    Shell(ShellCommand),
    Train(TrainCommand),
    Tour(TourCommand),
}

/// What the window does without a change of the state, or what a widget has to answer first.
#[derive(Clone, Debug, PartialEq)]
pub enum ShellCommand {
    /// Ask for a file.
    ChooseFile,
    /// Ask for a path or a link, within the window.
    TypePath,
    TypeSmiles,
    /// Show the graph this many rows further in the list.
    StepGraph(isize),
    /// Show the step of the pipeline this many further.
    MoveStep(isize),
    /// Play the steps, or pause.
    PlaySteps,
    /// Run or pause the layout.
    ToggleLayout,
    RestartLayout,
    /// Fit the graphs into their canvases.
    Fit,
    /// Give a parameter the keyboard focus.
    Focus(&'static str),
    /// Put a text on the clipboard.
    Copy(String),
    ToggleTheme,
    ToggleList,
    ToggleMotion,
    ResetPanels,
    ShowPalette,
    ShowKeys,
    ShowGlossary,
    /// Open the export dialog; for this kind of figure, where one is given.
    ExportFigure(Option<&'static str>),
    CloseExport,
    CopyFigure,
    SaveFigure(PathBuf),
    /// Ask where to write the matrices.
    ExportMatrices,
    SaveMatrices(PathBuf),
    /// Ask where to write the graph.
    ExportGraph,
    /// Write the graph as GraphML.
    SaveGraph(PathBuf),
    Quit,
}

impl From<ShellCommand> for Command {
    fn from(command: ShellCommand) -> Self {
        Self::Shell(command)
    }
}
