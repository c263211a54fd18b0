//! What a panel, a key or a menu asks for; and the table of those that have a key.

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    edit::EditCommand,
    state::{Hover, Pair, SignalSource},
    tabs::Tab,
    tour::TourCommand,
    train_tab::TrainCommand,
};
use crate::{
    figure::look::ColourBy,
    pooling::{Method, Params, order::NodeOrder},
    train::predict::Predictions,
};

/// A wish.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Load a dataset: a path, a name, `smiles:…` or `gallery:…`.
    Open(String),
    /// Load a dataset and show a graph of it.
    OpenAt(String, usize),
    /// The start page, or back from it.
    ToggleStart,
    /// Ask for a file.
    ChooseFile,
    /// Ask for a path or a link, within the window.
    TypePath,
    /// Ask for a SMILES string.
    TypeSmiles,
    /// Show a graph of the dataset.
    SelectGraph(usize),
    /// Show the next or the one before.
    StepGraph(isize),
    /// Another operator.
    SetMethod(&'static Method),
    /// Other parameters; steps of one drag are one change.
    SetParams { params: Params, is_same_gesture: bool },
    /// Another signal.
    SetSignal(SignalSource),
    /// Another order of rows and columns.
    SetOrder(NodeOrder),
    /// The next order.
    NextOrder,
    /// Another level's matrices.
    SetLevel(usize),
    /// Other colours.
    SetColour(ColourBy),
    /// Hulls on or off.
    ToggleHulls,
    /// What the pointer is on.
    Hover(Hover),
    /// Keep a pair in view; none lets go.
    Lock(Option<Pair>),
    /// Mark nodes of a level, whose matrices are then shown.
    Select { level: usize, nodes: Vec<u32> },
    /// Keep a node where it was dragged to; steps of one drag are one change.
    Drag { node: u32, position: [f32; 2], is_same_gesture: bool },
    /// Let a dragged node move again.
    Unpin(u32),
    /// Let all of them move again.
    UnpinAll,
    /// Start or pause the layout.
    ToggleLayout,
    /// Shake the layout.
    Reheat,
    /// Lay the graph out from another seed.
    SetLayoutSeed(u64),
    /// One level at a time, or all side by side.
    ToggleOneLevel,
    /// Keep what the pointer is on in view, or let go of it.
    ToggleLock,
    /// Send the keys to a parameter.
    Focus(&'static str),
    /// Put what is on screen on the clipboard, in one line.
    CopyLink,
    /// Put a text on the clipboard.
    Copy(String),
    /// Fit the graphs into the canvas.
    Fit,
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Dark or light.
    ToggleTheme,
    /// Everything by name.
    TogglePalette,
    /// All keys.
    ToggleKeys,
    /// All symbols.
    ShowGlossary,
    /// What the tour asks for.
    Tour(TourCommand),
    /// Large type and nothing but the picture, or back.
    TogglePresentation,
    /// Show or hide the list of graphs.
    ToggleList,
    /// Movements of the window on or off.
    ToggleMotion,
    /// Panels to their usual places.
    ResetPanels,
    /// Choose a figure to export; of this kind, where one is named.
    ExportFigure(Option<&'static str>),
    /// Leave the dialog for figures.
    CloseExport,
    /// Copy the figure to the clipboard.
    CopyFigure,
    /// Write the figure.
    SaveFigure(PathBuf),
    /// Ask where the matrices are to be written.
    ExportMatrices,
    /// Write the matrices.
    SaveMatrices(PathBuf),
    /// Another tab.
    ShowTab(Tab),
    /// The tab so many places further.
    StepTab(isize),
    /// Another step of the pipeline, counted from 0.
    SetStep(usize),
    /// The next step, or the one before.
    MoveStep(isize),
    /// One step after the other, or no more.
    PlaySteps,
    /// Show an operator with these parameters and this signal, in one change.
    ShowOperator { method: &'static Method, params: Params, signal: SignalSource },
    /// What a model says of all graphs.
    SetPredictions(Option<Arc<Predictions>>),
    /// What is asked of the graph itself.
    Edit(EditCommand),
    /// What the Train tab asks for.
    Train(TrainCommand),
    /// Close the window.
    Quit,
}

/// A command that has a name, and a key where it is often used.
pub struct Named {
    /// As in menus and the palette.
    pub name: &'static str,
    /// What it does.
    pub command: Command,
    /// Its key.
    pub key: Option<KeyboardShortcut>,
}

const fn ctrl(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

const fn ctrl_shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key))
}

const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

/// All commands that need nothing else said.
pub fn named() -> Vec<Named> {
    let mut all = vec![
        Named { name: "Open file…", command: Command::ChooseFile, key: ctrl(Key::O) },
        Named { name: "Open path or link…", command: Command::TypePath, key: ctrl_shift(Key::O) },
        Named { name: "Type SMILES…", command: Command::TypeSmiles, key: ctrl(Key::M) },
        Named { name: "Start page", command: Command::ToggleStart, key: ctrl(Key::N) },
        Named { name: "Save as GraphML…", command: Command::Edit(EditCommand::AskForPath), key: None },
        Named { name: "Export figure…", command: Command::ExportFigure(None), key: ctrl(Key::E) },
        Named { name: "Copy figure", command: Command::CopyFigure, key: None },
        Named { name: "Export matrices…", command: Command::ExportMatrices, key: None },
        Named { name: "Copy link to this view", command: Command::CopyLink, key: ctrl(Key::L) },
        Named { name: "Next graph", command: Command::StepGraph(1), key: plain(Key::ArrowRight) },
        Named { name: "Previous graph", command: Command::StepGraph(-1), key: plain(Key::ArrowLeft) },
        Named { name: "Next step", command: Command::MoveStep(1), key: plain(Key::PageDown) },
        Named { name: "Previous step", command: Command::MoveStep(-1), key: plain(Key::PageUp) },
        Named { name: "Play the steps", command: Command::PlaySteps, key: None },
        Named { name: "Undo", command: Command::Undo, key: ctrl(Key::Z) },
        Named { name: "Redo", command: Command::Redo, key: ctrl(Key::Y) },
        Named { name: "Edit the graph", command: Command::Edit(EditCommand::Toggle), key: plain(Key::E) },
        Named {
            name: "Remove the kept node or edge",
            command: Command::Edit(EditCommand::RemoveKept),
            key: plain(Key::Delete),
        },
        Named { name: "Discard all edits", command: Command::Edit(EditCommand::Discard), key: None },
        Named { name: "Start or pause the layout", command: Command::ToggleLayout, key: plain(Key::Space) },
        Named { name: "Shake the layout", command: Command::Reheat, key: None },
        Named { name: "Unpin all nodes", command: Command::UnpinAll, key: None },
        Named { name: "Fit graphs", command: Command::Fit, key: plain(Key::F) },
        Named { name: "Next node order", command: Command::NextOrder, key: plain(Key::O) },
        Named { name: "Hulls around clusters", command: Command::ToggleHulls, key: plain(Key::H) },
        Named { name: "One level at a time", command: Command::ToggleOneLevel, key: plain(Key::V) },
        Named { name: "Keep the pair, or let go", command: Command::ToggleLock, key: plain(Key::L) },
        Named { name: "Set the hops s", command: Command::Focus("s"), key: plain(Key::S) },
        Named { name: "Set the precision τ", command: Command::Focus("tau"), key: plain(Key::T) },
        Named { name: "Set the share ρ", command: Command::Focus("rho"), key: plain(Key::R) },
        Named { name: "Let go of the pair", command: Command::Lock(None), key: plain(Key::Escape) },
        Named { name: "Dark or light", command: Command::ToggleTheme, key: ctrl(Key::D) },
        Named { name: "All commands…", command: Command::TogglePalette, key: ctrl(Key::K) },
        Named { name: "Keys…", command: Command::ToggleKeys, key: plain(Key::Questionmark) },
        Named { name: "Glossary…", command: Command::ShowGlossary, key: plain(Key::F1) },
        Named { name: "Take the tour", command: Command::Tour(TourCommand::Start), key: None },
        Named { name: "Presentation", command: Command::TogglePresentation, key: plain(Key::F11) },
        Named { name: "Next tab", command: Command::StepTab(1), key: ctrl(Key::PageDown) },
        Named { name: "Previous tab", command: Command::StepTab(-1), key: ctrl(Key::PageUp) },
        Named { name: "List of graphs", command: Command::ToggleList, key: ctrl(Key::B) },
        Named { name: "Less motion", command: Command::ToggleMotion, key: None },
        Named { name: "Panels to their places", command: Command::ResetPanels, key: None },
        Named { name: "Start training", command: Command::Train(TrainCommand::Start), key: None },
        Named { name: "Pause or resume training", command: Command::Train(TrainCommand::TogglePause), key: None },
        Named { name: "Stop training", command: Command::Train(TrainCommand::Stop), key: None },
        Named { name: "Use the trained model in Explore", command: Command::Train(TrainCommand::UseModel), key: None },
        Named { name: "Import a run…", command: Command::Train(TrainCommand::ChooseRun), key: None },
        Named { name: "Export the curves of runs", command: Command::Train(TrainCommand::ExportCurves), key: None },
        Named { name: "Export a figure of runs", command: Command::Train(TrainCommand::ExportFigure), key: None },
        Named { name: "Quit", command: Command::Quit, key: ctrl(Key::Q) },
    ];
    let levels = [(0, "Level 0", Key::Num1), (1, "Level 1", Key::Num2), (2, "Level 2", Key::Num3)];
    all.extend(levels.map(|(level, name, key)| Named { name, command: Command::SetLevel(level), key: plain(key) }));
    all
}
