//! Export of figures, with a live preview, and of matrices.
//!
//! The preview is rendered by the code that writes the file, at a lower resolution.

mod choices;
mod matrices;
mod preview;
mod screen;

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{
    self, Button, ComboBox, Context, Label, RichText, Role, ScrollArea, Sense, TextureHandle, Ui, WidgetInfo, vec2,
};

use self::matrices::Left;
use super::{
    graph_file,
    overlay::Overlay,
    path_box::{PathBox, Purpose},
};
use crate::{
    app::{
        state::{
            action::Action,
            command::{Command, ShellCommand},
            explored::Explored,
            labels,
            session_file::{self, SessionFile},
            subject::Subject,
            tab::Tab,
            version::Version,
        },
        widgets::{
            parts::part_ui,
            places::{self, Place},
            toasts::Toasts,
        },
        work::{
            export::{self, Drawn, OfferedRuns, Question, Task, Written},
            file_dialog::{Answer, FileDialog},
            slot::Slot,
        },
    },
    figure::{self, FIGURES, FigureRequest, Format, kinds::Needs},
    names::Named as _,
    snippet::Language,
    symbols::Symbol,
    trace::matrices::Selection,
};

#[derive(Default)]
pub(crate) struct Export {
    is_open: bool,
    /// The tab from which the dialog was opened.
    tab: Option<Tab>,
    /// Chosen options; the graph is filled in from the window.
    request: FigureRequest,
    format: Format,
    drawn: Slot<Question, Drawn>,
    texture: Option<(Version, TextureHandle)>,
    /// The export task, numbered so that an equal one can run again.
    written: Slot<(u64, Task), Written>,
    wanted: Option<(u64, Task)>,
    n_tasks: u64,
    is_copy_wanted: bool,
    dialog: FileDialog,
    save_target: Option<SaveTarget>,
    /// Suggested file names of the graph or the session, the figure and the matrices.
    graph_name: String,
    figure_name: String,
    matrices_name: String,
    /// The matrices that are written, and the dialog in which they are chosen.
    selection: Selection,
    left: Left,
}

pub(crate) enum Contents {
    Graph(Arc<Explored>, Box<FigureRequest>),
    Runs(OfferedRuns),
    /// A study, or the word for the bundled results.
    Study(PathBuf),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SaveTarget {
    Figure,
    Matrices,
    Graph,
    Session,
}

/// Width of the options in points.
const CHOICES: f32 = 316.0;
/// Height of the formats and the buttons, in points.
const BUTTONS: f32 = 72.0;

impl Export {
    fn open(&mut self) {
        self.is_open = true;
    }

    pub(crate) fn close(&mut self) {
        self.is_open = false;
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    fn is_shown(&self) -> bool {
        self.is_open || self.is_copy_wanted
    }

    fn is_of_runs(&self) -> bool {
        figure::figure(&self.request.kind).is_ok_and(|figure| figure.needs.contains(Needs::RUNS))
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.drawn.is_busy() || self.written.is_busy() || self.wanted.is_some()
    }

    pub(crate) fn ask_for_graph(&mut self, name: &str, ctx: &Context) {
        self.save_target = Some(SaveTarget::Graph);
        name.clone_into(&mut self.graph_name);
        self.dialog.start_save(Action::SaveGraph.title(), name, &["graphml"], ctx);
    }

    pub(crate) fn ask_for_session(&mut self, dataset: &str, ctx: &Context) {
        self.save_target = Some(SaveTarget::Session);
        let plain = |c: char| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' };
        let name: String = dataset.chars().take(60).map(plain).collect();
        self.graph_name = format!("{name}.{}", session_file::ENDING);
        self.dialog.start_save(Action::SaveSession.title(), &self.graph_name, &[session_file::ENDING], ctx);
    }

    /// Takes finished work: answers of dialogs, previews, written files.
    pub(crate) fn take_finished(
        &mut self,
        overlay: &mut Overlay,
        toasts: &mut Toasts,
        ctx: &Context,
    ) -> Option<Command> {
        // Drawing errors are shown in place of the preview.
        if let Some(failure) = self.drawn.poll()
            && std::mem::take(&mut self.is_copy_wanted)
        {
            toasts.error(failure.error, ctx);
        }
        if let Some(failure) = self.written.poll() {
            self.wanted = None;
            toasts.error(failure.error, ctx);
        }
        if let Some(wanted) = self.wanted.clone() {
            self.written.ask(wanted, ctx, &export::WRITE);
            if self.written.is_current() {
                self.wanted = None;
                match self.written.answer().map(|written| &**written) {
                    Some(Written::File(path)) => {
                        let folder = path.parent().unwrap_or(path).to_owned();
                        let message = format!("{} {}", labels::SAVED, path.display());
                        toasts.offer(message, labels::OPEN_FOLDER, ShellCommand::OpenFolder(folder).into(), ctx);
                    }
                    Some(Written::Text { what, text }) => {
                        toasts.note(format!("{} {what}", labels::COPIED), ctx);
                        ctx.copy_text(text.clone());
                    }
                    Some(Written::Picture(picture)) => {
                        ctx.copy_image(picture.clone());
                        toasts.note(format!("{} figure", labels::COPIED), ctx);
                    }
                    None => {}
                }
            }
        }
        let save_target = self.save_target?;
        let command = |path: PathBuf| match save_target {
            SaveTarget::Figure => ShellCommand::SaveFigure(path),
            SaveTarget::Matrices => ShellCommand::SaveMatrices(path),
            SaveTarget::Graph => ShellCommand::SaveGraph(path),
            SaveTarget::Session => ShellCommand::SaveSession(path),
        };
        match self.dialog.take_answer()? {
            Answer::Chosen(path) => {
                self.save_target = None;
                return Some(command(path.into()).into());
            }
            Answer::Cancelled => self.save_target = None,
            Answer::NoDialog => {
                self.save_target = None;
                *overlay = Overlay::Path(match save_target {
                    SaveTarget::Figure => PathBox::new(Purpose::SaveFigure, &self.figure_name),
                    SaveTarget::Matrices => PathBox::new(Purpose::SaveMatrices, &self.matrices_name),
                    SaveTarget::Graph => PathBox::new(Purpose::SaveGraph, &self.graph_name),
                    SaveTarget::Session => PathBox::new(Purpose::SaveSession, &self.graph_name),
                });
            }
        }
        None
    }

    /// Writes the previewed figure.
    pub(crate) fn save_figure(&mut self, path: PathBuf) {
        if let Some(drawn) = self.drawn.answer().filter(|_| self.drawn.is_current()) {
            self.start(Task::Figure(drawn.clone(), path));
        }
    }

    /// Copies a matrix in some language.
    pub(crate) fn copy_matrix(
        &mut self,
        explored: &Arc<Explored>,
        place: (usize, &'static Symbol),
        language: Language,
    ) {
        self.start(Task::MatrixSnippet(explored.clone(), place, language));
    }

    pub(crate) fn save_graph(&mut self, subject: Subject, path: PathBuf) {
        self.start(Task::Graph(subject, path));
    }

    pub(crate) fn save_session(&mut self, session: SessionFile, path: PathBuf) {
        self.start(Task::Session(Box::new(session), path));
    }

    /// Copies the figure to the clipboard once it is drawn.
    fn copy(&mut self) {
        self.is_copy_wanted = true;
    }

    fn ending(&self) -> &'static str {
        self.format.key()
    }

    fn start(&mut self, task: Task) {
        self.n_tasks += 1;
        self.wanted = Some((self.n_tasks, task));
    }

    fn ui(&mut self, ctx: &Context, contents: Contents) {
        let table = preview::table_width(ctx, CHOICES);
        let high = preview::height(ctx);
        let room = preview::room_px(ctx, [table, high]);
        let (question, offered) = match contents {
            Contents::Graph(explored, request) => {
                self.figure_name = self.name_of(&graph_file::stem(&explored.subject()));
                (Question { explored: Some(explored), request: *request, room, version: 0 }, None)
            }
            Contents::Study(path) => {
                self.figure_name = self.name_of(&path.file_stem().unwrap_or_default().to_string_lossy());
                let (kind, options) = (self.request.kind.clone(), self.request.options.clone());
                let request = FigureRequest { kind, options, studies: vec![path], ..FigureRequest::default() };
                (Question { explored: None, request, room, version: 0 }, None)
            }
            Contents::Runs(offered) => {
                let runs = if self.request.runs.is_empty() { &offered.defaults } else { &self.request.runs };
                let (kind, options) = (self.request.kind.clone(), self.request.options.clone());
                let only = if let [run] = &runs[..] { run.file_name() } else { None };
                self.figure_name = self.name_of(&only.unwrap_or_default().to_string_lossy());
                let request = FigureRequest { kind, options, runs: runs.clone(), ..FigureRequest::default() };
                (Question { explored: None, request, room, version: offered.version }, Some(offered))
            }
        };
        let explored = question.explored.clone();
        self.drawn.ask(question, ctx, &export::DRAW);
        if self.is_copy_wanted && self.drawn.is_current() {
            self.is_copy_wanted = false;
            if let Some(drawn) = self.drawn.answer().cloned() {
                self.start(Task::Copy(drawn));
            }
        }
        if !self.is_open {
            return;
        }
        let mut is_open = true;
        let window = egui::Window::new(Action::ExportFigure.title())
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .anchor(egui::Align2::CENTER_CENTER, vec2(0.0, 0.0))
            .show(ctx, |ui| {
                let margin = egui::Margin { left: 6, right: 6, top: 4, bottom: 6 };
                egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        ui.spacing_mut().item_spacing.x = 20.0;
                        // Of one size for all kinds, so that nothing moves from under the pointer.
                        let (column, _) = ui.allocate_exact_size(vec2(CHOICES, high), Sense::hover());
                        let (rect, _) = ui.allocate_exact_size(vec2(table, high), Sense::hover());
                        let (options, buttons) = (
                            column.with_max_y(column.bottom() - BUTTONS),
                            column.with_min_y(column.bottom() - BUTTONS + 8.0),
                        );
                        part_ui(ui, options, "options", |ui| {
                            ui.spacing_mut().item_spacing.x = 8.0;
                            self.kind_ui(ui);
                            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                                choices::options_ui(ui, &mut self.request, offered.as_ref());
                            });
                        });
                        part_ui(ui, buttons, "buttons", |ui| self.buttons_ui(ui, ctx, explored.as_ref()));
                        self.table_ui(ui, rect);
                    });
                });
            });
        if let Some(window) = window {
            places::mark_whole(ctx, Place::Export, window.response.rect);
        }
        self.is_open = is_open;
    }

    fn kind_ui(&mut self, ui: &mut Ui) {
        let figure = FIGURES.iter().find(|figure| figure.key == self.request.kind);
        let combo = ComboBox::from_id_salt("figure")
            .selected_text(figure.map_or("", |figure| figure.title))
            .width(CHOICES - 8.0)
            .height(360.0);
        let response = combo.show_ui(ui, |ui| {
            for figure in FIGURES {
                let choice = ui.selectable_label(figure.key == self.request.kind, figure.title);
                if choice.on_hover_text(figure.about).clicked() {
                    self.request.kind = figure.key.to_owned();
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::shell::FIGURE_TYPE));
        // Room for two lines, however many there are.
        let (room, _) = ui.allocate_exact_size(vec2(CHOICES, 36.0), Sense::hover());
        part_ui(ui, room, "about", |ui| {
            ui.add(Label::new(RichText::new(figure.map_or("", |f| f.about)).weak()).wrap())
        });
    }

    /// `MUTAG-3-kernels.pdf`
    fn name_of(&self, of: &str) -> String {
        let what = match (&self.request.options.matrix, self.request.kind.as_str()) {
            (Some(key), "matrix") => key.chars().filter(|c| c.is_alphanumeric()).collect(),
            (_, kind) => kind.to_owned(),
        };
        let before = if of.is_empty() { String::new() } else { format!("{of}-") };
        format!("{before}{what}.{}", self.ending())
    }

    fn buttons_ui(&mut self, ui: &mut Ui, ctx: &Context, explored: Option<&Arc<Explored>>) {
        let is_ready = self.drawn.is_current() && self.wanted.is_none();
        ui.horizontal(|ui| {
            for (format, ending) in Format::all() {
                ui.selectable_value(&mut self.format, format, ending.to_uppercase());
            }
        });
        ui.horizontal(|ui| {
            if ui.add_enabled(is_ready, Button::new(labels::shell::SAVE)).clicked() {
                self.save_target = Some(SaveTarget::Figure);
                let ending = self.ending();
                self.dialog.start_save(Action::ExportFigure.title(), &self.figure_name, &[ending], ctx);
            }
            if ui.add_enabled(is_ready, Button::new("Copy")).on_hover_text("Copy figure to clipboard").clicked() {
                self.is_copy_wanted = true;
            }
            ui.add_enabled_ui(is_ready, |ui| {
                ui.menu_button(labels::COPY_AS, |ui| self.snippets_ui(ui, explored));
            });
            if self.wanted.is_some() {
                ui.spinner();
            }
        });
    }

    /// The figure as a command line or as Python.
    fn snippets_ui(&mut self, ui: &mut Ui, explored: Option<&Arc<Explored>>) {
        let is_of_runs = self.is_of_runs();
        for (language, name) in Language::all().filter(|(language, _)| !is_of_runs || language.has_runs()) {
            if ui.button(name).clicked() {
                if let Some(drawn) = self.drawn.answer().cloned() {
                    self.start(Task::FigureSnippet(drawn, explored.cloned(), language));
                }
                ui.close();
            }
        }
    }
}
