//! A file dialog inside the window, for systems without one: a text field, and below it the matching files of the folder.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use eframe::egui::{
    Button, Context, Id, Key, Role, ScrollArea, TextEdit, Ui, WidgetInfo,
    text::{CCursor, CCursorRange},
    vec2,
};

use crate::{
    app::{
        state::{
            command::{Command, ShellCommand},
            labels, link, session_file,
        },
        work::{
            folder::{self, Folder, Item},
            slot::Slot,
        },
    },
    readers, units,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Open,
    SaveFigure,
    SaveMatrices,
    SaveGraph,
    SaveSession,
}

impl Purpose {
    fn hint(self) -> &'static str {
        match self {
            Self::Open => "Select a file or folder, type its path, or paste a link",
            Self::SaveFigure => "Save figure as (.png, .svg or .pdf)",
            Self::SaveMatrices => "Save matrices as (.npz, .npy or .csv)",
            Self::SaveGraph => "Save graph as (.graphml)",
            Self::SaveSession => "Save session as (.proxpool-session)",
        }
    }

    /// Accessible name of the text field.
    fn label(self) -> &'static str {
        match self {
            Self::Open => labels::shell::PATH,
            Self::SaveFigure => "Figure path",
            Self::SaveMatrices => "Matrices path",
            Self::SaveGraph => "Graph path",
            Self::SaveSession => "Session path",
        }
    }

    fn command(self, path: String) -> Command {
        match self {
            Self::Open => Command::Open(path),
            Self::SaveFigure => Command::Shell(ShellCommand::SaveFigure(path.into())),
            Self::SaveMatrices => Command::Shell(ShellCommand::SaveMatrices(path.into())),
            Self::SaveGraph => Command::Shell(ShellCommand::SaveGraph(path.into())),
            Self::SaveSession => Command::Shell(ShellCommand::SaveSession(path.into())),
        }
    }

    /// Whether a file has a matching extension.
    fn takes(self, name: &str) -> bool {
        let ending = Path::new(name).extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match self {
            Self::Open => readers::endings().any(|known| known == ending) || ending == session_file::ENDING,
            Self::SaveFigure => ["png", "svg", "pdf"].contains(&&*ending),
            Self::SaveMatrices => ["npz", "npy", "csv"].contains(&&*ending),
            Self::SaveGraph => ending == "graphml",
            Self::SaveSession => ending == session_file::ENDING,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PathBox {
    purpose: Purpose,
    text: String,
    /// The row that Enter selects; without one, the typed path.
    chosen: Option<usize>,
}

impl PathBox {
    /// Starts in the working directory, with a suggested file name.
    pub(crate) fn new(purpose: Purpose, name: &str) -> Self {
        let folder = std::env::current_dir().unwrap_or_default();
        Self { purpose, text: folder.join(name).display().to_string(), chosen: None }
    }

    /// The listed folder and the prefix of the file name; none for a link or a SMILES string.
    fn place(&self) -> Option<(PathBuf, String)> {
        let is_other = [link::SCHEME, "smiles:", "gallery:"].iter().any(|scheme| self.text.starts_with(scheme));
        if is_other {
            return None;
        }
        let typed = at_home(&self.text);
        let (folder, begin) = typed.rsplit_once(MAIN_SEPARATOR).unwrap_or((".", &typed));
        Some((PathBuf::from(format!("{folder}{MAIN_SEPARATOR}")), begin.to_lowercase()))
    }

    /// Matching entries of a folder. When saving, the file name is not a filter.
    fn rows<'f>(&self, folder: &'f Folder, begin: &str) -> Vec<&'f Item> {
        let is_wanted = |item: &&Item| {
            let name = item.name.to_lowercase();
            let fits = self.purpose != Purpose::Open || name.starts_with(begin);
            let is_hidden = name.starts_with('.') && !begin.starts_with('.');
            fits && !is_hidden && (item.is_folder || self.purpose.takes(&item.name))
        };
        folder.items.iter().filter(is_wanted).collect()
    }

    /// Changes the folder and keeps the file name.
    fn go(&mut self, folder: &Path) {
        let name = match self.purpose {
            Purpose::Open => String::new(),
            _ => self.text.rsplit_once(MAIN_SEPARATOR).map_or(&*self.text, |(_, name)| name).to_owned(),
        };
        self.text = folder.join(name).display().to_string();
        self.chosen = None;
    }
}

/// Expands `~`.
pub(super) fn at_home(text: &str) -> String {
    let home = directories::BaseDirs::new().map(|all| all.home_dir().display().to_string());
    match (text.strip_prefix('~'), home) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with(MAIN_SEPARATOR) => format!("{home}{rest}"),
        _ => text.to_owned(),
    }
}

/// Draws the dialog; returns whether it is done.
pub(crate) fn path_ui(
    ui: &mut Ui,
    path: &mut PathBox,
    folders: &mut Slot<PathBuf, Folder>,
    commands: &mut Vec<Command>,
) -> bool {
    ui.weak(path.purpose.hint());
    let id = Id::unique("path of the box");
    let edit = ui.add(TextEdit::singleline(&mut path.text).id(id).desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, path.purpose.label()));
    let (is_entered, down, up) = ui.input(|input| {
        (input.key_pressed(Key::Enter), input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp))
    });
    if !edit.has_focus() {
        edit.request_focus();
    }
    if edit.changed() {
        path.chosen = None;
    }
    let place = path.place();
    if let Some((folder, _)) = &place {
        folders.ask(folder.clone(), ui.ctx(), &folder::FOLDER);
        folders.poll();
    }
    let folder = folders.answer().filter(|_| place.is_some()).cloned();
    let (here, begin) = place.unwrap_or_default();
    let rows = folder.as_deref().map_or_else(Vec::new, |folder| path.rows(folder, &begin));
    path.chosen = moved(path.chosen, down, up, rows.len());
    let mut taken = rows_ui(ui, path, folder.as_deref(), &rows, &here);
    if is_entered && let Some(chosen) = path.chosen {
        taken = rows.get(chosen).map(|item| (*item).clone());
    }
    let ends = ends_ui(ui, path, folder.as_deref(), &here);
    match taken {
        Some(item) if item.is_folder => {
            path.go(&here.join(format!("{}{MAIN_SEPARATOR}", item.name)));
            cursor_to_end(ui.ctx(), id, &path.text);
        }
        Some(item) if path.purpose == Purpose::Open => {
            commands.push(Command::Open(here.join(item.name).display().to_string()));
            return true;
        }
        // An existing file is overwritten only after confirmation.
        Some(item) => {
            path.text = here.join(item.name).display().to_string();
            path.chosen = None;
            cursor_to_end(ui.ctx(), id, &path.text);
        }
        None if (is_entered && path.chosen.is_none()) || ends == Some(End::Typed) => {
            let is_here = begin.is_empty() && folder.as_deref().is_some_and(Folder::is_dataset);
            return finish(path, at_home(path.text.trim()), is_here, commands);
        }
        None => {}
    }
    match ends {
        Some(End::Folder) => {
            commands.push(Command::Open(here.display().to_string()));
            true
        }
        Some(End::Nothing) => true,
        _ => false,
    }
}

/// Submits the typed path; a folder that is not a dataset is entered instead.
fn finish(path: &mut PathBox, typed: String, is_dataset: bool, commands: &mut Vec<Command>) -> bool {
    let folder = Path::new(&typed);
    if typed.is_empty() {
        return false;
    }
    if folder.is_dir() && !(path.purpose == Purpose::Open && (is_dataset || is_named_dataset(folder))) {
        path.go(&folder.join(""));
        return false;
    }
    commands.push(path.purpose.command(typed));
    true
}

/// Whether a folder is a TU dataset: it contains `NAME_A.txt`.
fn is_named_dataset(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.join(format!("{name}_A.txt")).is_file()
}

fn moved(chosen: Option<usize>, down: bool, up: bool, n_rows: usize) -> Option<usize> {
    let moved = match (chosen, down, up) {
        (None, true, _) => Some(0),
        (Some(0), _, true) => None,
        (Some(row), true, _) => Some(row + 1),
        (Some(row), _, true) => Some(row - 1),
        (same, ..) => same,
    };
    moved.map(|row| row.min(n_rows.saturating_sub(1))).filter(|_| n_rows > 0)
}

/// Returns the clicked row.
fn rows_ui(ui: &mut Ui, path: &PathBox, folder: Option<&Folder>, rows: &[&Item], here: &Path) -> Option<Item> {
    const HEIGHT: f32 = 280.0;
    let mut taken = None;
    ui.set_min_height(HEIGHT);
    ScrollArea::vertical().max_height(HEIGHT).min_scrolled_height(HEIGHT).auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let width = ui.available_width();
        let row = |is_chosen: bool, name: &str, size: String| {
            Button::selectable(is_chosen, name).shortcut_text(size).min_size(vec2(width, 24.0))
        };
        let has_parent = here.parent().is_some_and(|parent| parent.is_absolute());
        if has_parent && ui.add(row(false, "../", String::new())).on_hover_text("Parent folder").clicked() {
            taken = Some(Item { name: "..".to_owned(), is_folder: true, bytes: 0 });
        }
        for (idx, item) in rows.iter().enumerate() {
            let is_chosen = path.chosen == Some(idx);
            let (name, size) = if item.is_folder {
                (format!("{}/", item.name), String::new())
            } else {
                (item.name.clone(), units::bytes(item.bytes))
            };
            let response = ui.add(row(is_chosen, &name, size));
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &name));
            if is_chosen {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                taken = Some((*item).clone());
            }
        }
        match folder {
            Some(Folder { problem: Some(problem), .. }) => _ = ui.weak(problem),
            Some(Folder { is_cut: true, .. }) => _ = ui.weak("More files: type the start of the name"),
            Some(_) if rows.is_empty() => _ = ui.weak("No matching files"),
            _ => {}
        }
    });
    taken
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Typed,
    Folder,
    Nothing,
}

fn ends_ui(ui: &mut Ui, path: &PathBox, folder: Option<&Folder>, here: &Path) -> Option<End> {
    let mut end = None;
    let is_open = path.purpose == Purpose::Open;
    let is_dataset = folder.is_some_and(Folder::is_dataset);
    let name = Path::new(&path.text).file_name().unwrap_or_default();
    let is_there = folder.is_some_and(|folder| folder.items.iter().any(|item| !item.is_folder && *item.name == *name));
    ui.horizontal(|ui| {
        if ui.button(if is_open { "Open" } else { "Save" }).clicked() {
            end = Some(End::Typed);
        }
        if is_open && is_dataset {
            let name = here.file_name().unwrap_or_default().to_string_lossy();
            if ui.button(format!("Open dataset {name}")).clicked() {
                end = Some(End::Folder);
            }
        }
        if ui.button(labels::CANCEL).clicked() {
            end = Some(End::Nothing);
        }
        if !is_open && is_there {
            ui.weak("The existing file will be overwritten.");
        }
    });
    end
}

fn cursor_to_end(ctx: &Context, id: Id, text: &str) {
    if let Some(mut state) = TextEdit::load_state(ctx, id) {
        state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(text.chars().count()))));
        state.store(ctx, id);
    }
}
