//! Commands on one run: in the menu of its row, in the menu bar and in the palette.

use super::action::Action;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunCommand {
    /// Ask for another name.
    AskName,
    /// Show the note, to be changed.
    AskNote,
    OpenFolder,
    CopyCommandLine,
    /// Show where its settings differ from those of another run.
    CompareSettings,
    /// Move it to the bin.
    Delete,
}

impl RunCommand {
    /// In the order of the menu.
    pub const ALL: &[Self] =
        &[Self::AskName, Self::AskNote, Self::CompareSettings, Self::CopyCommandLine, Self::OpenFolder, Self::Delete];

    /// The same command on the selected run.
    pub fn action(self) -> Action {
        match self {
            Self::AskName => Action::RenameRun,
            Self::AskNote => Action::EditNote,
            Self::OpenFolder => Action::OpenRunFolder,
            Self::CopyCommandLine => Action::CopyCommandLine,
            Self::CompareSettings => Action::CompareSettings,
            Self::Delete => Action::DeleteRun,
        }
    }

    /// Whether it moves the folder, which nobody may be using.
    pub fn is_moving(self) -> bool {
        matches!(self, Self::AskName | Self::Delete)
    }
}
