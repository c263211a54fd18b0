//! The table of named commands, from which menus, palette and keys are built.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    command::{Command, ShellCommand},
    edit::EditCommand,
    run_command::RunCommand,
    tour_command::TourCommand,
    train_command::TrainCommand,
};

const fn ctrl(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

const fn ctrl_shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key))
}

const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

const NONE: Option<KeyboardShortcut> = None;

macro_rules! actions {
    ($($name:ident $label:literal $key:expr => $command:expr,)*) => {
        /// A command without arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($name,)*
        }

        impl Action {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// In menus and in the palette.
            pub fn label(self) -> &'static str {
                match self {
                    $(Self::$name => $label,)*
                }
            }

            /// The label without the ellipsis, as the title of its dialog.
            pub fn title(self) -> &'static str {
                self.label().trim_end_matches('…')
            }

            pub fn shortcut(self) -> Option<KeyboardShortcut> {
                match self {
                    $(Self::$name => $key,)*
                }
            }

            pub(in crate::app) fn command(self) -> Command {
                use {Command as C, ShellCommand as Shell, TrainCommand as Train};
                match self {
                    $(Self::$name => $command,)*
                }
            }
        }
    };
}

actions! {
    OpenFile "Open file…" ctrl(Key::O) => Shell::ChooseFile.into(),
    OpenPath "Open path or link…" ctrl_shift(Key::O) => Shell::TypePath.into(),
    TypeSmiles "Enter SMILES…" ctrl(Key::M) => Shell::TypeSmiles.into(),
    StartPage "Start page" ctrl(Key::N) => C::ToggleStart,
    SaveGraph "Save as GraphML…" NONE => Shell::ExportGraph.into(),
    ExportFigure "Export figure…" ctrl(Key::E) => Shell::ExportFigure(None).into(),
    CopyFigure "Copy figure" NONE => Shell::CopyFigure.into(),
    ExportMatrices "Export matrices…" NONE => Shell::ExportMatrices(None).into(),
    SaveSession "Save session…" ctrl(Key::S) => Shell::ExportSession.into(),
    CopyLink "Copy link to this view" ctrl(Key::L) => C::CopyLink,
    NextGraph "Next graph" plain(Key::ArrowRight) => Shell::StepGraph(1).into(),
    PreviousGraph "Previous graph" plain(Key::ArrowLeft) => Shell::StepGraph(-1).into(),
    NextStep "Next step" plain(Key::PageDown) => Shell::MoveStep(1).into(),
    PreviousStep "Previous step" plain(Key::PageUp) => Shell::MoveStep(-1).into(),
    PlaySteps "Play steps" NONE => Shell::PlaySteps.into(),
    Undo "Undo" ctrl(Key::Z) => C::Undo,
    Redo "Redo" ctrl(Key::Y) => C::Redo,
    EditGraph "Edit graph" plain(Key::E) => C::Edit(EditCommand::Toggle),
    RemoveLocked "Remove locked node or edge" plain(Key::Delete) => C::Edit(EditCommand::RemoveLocked),
    DiscardEdits "Discard all edits" NONE => C::Edit(EditCommand::Discard),
    ToggleLayout "Run/pause layout" plain(Key::Space) => Shell::ToggleLayout.into(),
    RestartLayout "Restart layout" NONE => Shell::RestartLayout.into(),
    NewLayout "New random layout" NONE => C::NewLayout,
    UnpinAll "Unpin all nodes" NONE => C::UnpinAll,
    Fit "Fit to view" plain(Key::F) => Shell::Fit.into(),
    NextOrder "Cycle node ordering" plain(Key::O) => C::NextOrder,
    Hulls "Show/hide cluster hulls" plain(Key::H) => C::ToggleHulls,
    OneLevel "One level at a time" plain(Key::V) => C::ToggleOneLevel,
    ToggleLock "Lock/unlock pair" plain(Key::L) => C::ToggleLock,
    Unlock "Unlock pair" plain(Key::Escape) => C::Lock(None),
    SetS "Set filter order s" plain(Key::S) => Shell::Focus("s").into(),
    SetTau "Set RBF precision τ" plain(Key::T) => Shell::Focus("tau").into(),
    SetRho "Set pooling ratio ρ" plain(Key::R) => Shell::Focus("rho").into(),
    Level0 "Level 0" plain(Key::Num1) => C::SetLevel(0),
    Level1 "Level 1" plain(Key::Num2) => C::SetLevel(1),
    Level2 "Level 2" plain(Key::Num3) => C::SetLevel(2),
    ZoomIn "Zoom in" ctrl(Key::Plus) => Shell::Zoom(Some(1.1)).into(),
    ZoomOut "Zoom out" ctrl(Key::Minus) => Shell::Zoom(Some(1.0 / 1.1)).into(),
    ZoomReset "Reset zoom" ctrl(Key::Num0) => Shell::Zoom(None).into(),
    Theme "Toggle theme" ctrl(Key::D) => Shell::ToggleTheme.into(),
    Palette "Command palette…" ctrl(Key::K) => Shell::ShowPalette.into(),
    Keys "Keyboard shortcuts…" plain(Key::Questionmark) => Shell::ShowKeys.into(),
    Glossary "Glossary…" plain(Key::F1) => Shell::ShowGlossary.into(),
    Tour "Take the tour" NONE => C::Tour(TourCommand::Start),
    Presentation "Presentation mode" plain(Key::F11) => C::TogglePresentation,
    NextTab "Next tab" ctrl(Key::PageDown) => C::StepTab(1),
    PreviousTab "Previous tab" ctrl(Key::PageUp) => C::StepTab(-1),
    List "Show/hide graph list" ctrl(Key::B) => Shell::ToggleList.into(),
    Motion "Reduce motion" NONE => Shell::ToggleMotion.into(),
    ResetPanels "Reset panel layout" NONE => Shell::ResetPanels.into(),
    StartTraining "Start training" NONE => C::Train(Train::Start),
    PauseTraining "Pause/resume training" NONE => C::Train(Train::TogglePause),
    StopTraining "Stop training" NONE => C::Train(Train::Stop),
    UseModel "Use shown epoch in Explore" NONE => C::Train(Train::UseModel),
    UseBestModel "Use best model of the run in Explore" NONE => C::Train(Train::UseBestModel),
    ImportRun "Import run…" NONE => C::Train(Train::ChooseRun),
    ExportCurves "Export training curves" NONE => C::Train(Train::ExportCurves),
    ExportTrainingFigure "Export training figure…" NONE => C::Train(Train::ExportFigure),
    RenameRun "Rename run…" NONE => C::Train(Train::OfRun(RunCommand::AskName, None)),
    EditNote "Edit note of run…" NONE => C::Train(Train::OfRun(RunCommand::AskNote, None)),
    CompareSettings "Compare settings of two runs…" NONE => C::Train(Train::OfRun(RunCommand::CompareSettings, None)),
    CopyCommandLine "Copy command line of run" NONE => C::Train(Train::OfRun(RunCommand::CopyCommandLine, None)),
    OpenRunFolder "Open run folder" NONE => C::Train(Train::OfRun(RunCommand::OpenFolder, None)),
    DeleteRun "Delete run" NONE => C::Train(Train::OfRun(RunCommand::Delete, None)),
    RestoreRun "Restore deleted run" NONE => C::Train(Train::RestoreRun),
    Quit "Quit" ctrl(Key::Q) => Shell::Quit.into(),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_actions_share_a_label_or_a_shortcut() {
        for (idx, one) in Action::ALL.iter().enumerate() {
            for other in &Action::ALL[..idx] {
                assert_ne!(one.label(), other.label());
                assert!(one.shortcut().is_none() || one.shortcut() != other.shortcut(), "{one:?} and {other:?}");
            }
        }
    }
}
