//! Export of figures, with a live preview, and of matrices.
//!
//! The preview is rendered by the code that writes the file, at a lower resolution.

mod choices;
mod preview;
mod screen;

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{self, Button, ComboBox, Context, Role, Sense, TextureHandle, Ui, WidgetInfo, vec2};

use super::{
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
            subject::Subject,
            tab::Tab,
            version::Version,
        },
        widgets::{
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
    /// Height of the preview area in points.
    high: f32,
    /// The export task, numbered so that an equal one can run again.
    written: Slot<(u64, Task), Written>,
    wanted: Option<(u64, Task)>,
    n_tasks: u64,
    is_copy_wanted: bool,
    dialog: FileDialog,
    asked: Option<Asked>,
    /// Suggested file name of the graph.
    graph_name: String,
}

pub(crate) enum Given {
    Graph(Arc<Explored>, Box<FigureRequest>),
    Runs(OfferedRuns),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Figure,
    Matrices,
    Graph,
}

/// Width of the options in points.
const CHOICES: f32 = 316.0;
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

    pub(crate) fn ask_for_matrices(&mut self, ctx: &Context) {
        self.asked = Some(Asked::Matrices);
        self.dialog.start_save(Action::ExportMatrices.title(), "matrices.npz", &["npz", "csv"], ctx);
    }

    pub(crate) fn ask_for_graph(&mut self, name: &str, ctx: &Context) {
        self.asked = Some(Asked::Graph);
        name.clone_into(&mut self.graph_name);
        self.dialog.start_save(Action::SaveGraph.title(), name, &["graphml"], ctx);
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
                    Some(Written::File(path)) => toasts.note(format!("{} {}", labels::SAVED, path.display()), ctx),
                    Some(Written::Picture(picture)) => {
                        ctx.copy_image(picture.clone());
                        toasts.note(format!("{} figure", labels::COPIED), ctx);
                    }
                    None => {}
                }
            }
        }
        let asked = self.asked?;
        let command = |path: PathBuf| match asked {
            Asked::Figure => ShellCommand::SaveFigure(path),
            Asked::Matrices => ShellCommand::SaveMatrices(path),
            Asked::Graph => ShellCommand::SaveGraph(path),
        };
        match self.dialog.take_answer()? {
            Answer::Chosen(path) => {
                self.asked = None;
                return Some(command(path.into()).into());
            }
            Answer::Cancelled => self.asked = None,
            Answer::NoDialog => {
                self.asked = None;
                *overlay = Overlay::Path(match asked {
                    Asked::Figure => PathBox::new(Purpose::SaveFigure, &format!("figure.{}", self.ending())),
                    Asked::Matrices => PathBox::new(Purpose::SaveMatrices, "matrices.npz"),
                    Asked::Graph => PathBox::new(Purpose::SaveGraph, &self.graph_name),
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

    pub(crate) fn save_matrices(&mut self, explored: &Arc<Explored>, path: PathBuf) {
        self.start(Task::Matrices(explored.clone(), path));
    }

    pub(crate) fn save_graph(&mut self, subject: Subject, path: PathBuf) {
        self.start(Task::Graph(subject, path));
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

    fn ui(&mut self, ctx: &Context, given: Given) {
        let table = preview::table_width(ctx, CHOICES);
        let room = preview::room_px(ctx, [table, self.high]);
        let (question, offered) = match given {
            Given::Graph(explored, request) => {
                (Question { explored: Some(explored), request: *request, room, version: 0 }, None)
            }
            Given::Runs(offered) => {
                let runs = if self.request.runs.is_empty() { &offered.defaults } else { &self.request.runs };
                let (kind, options) = (self.request.kind.clone(), self.request.options.clone());
                let request = FigureRequest { kind, options, runs: runs.clone(), ..FigureRequest::default() };
                (Question { explored: None, request, room, version: offered.version }, Some(offered))
            }
        };
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
        let shown = egui::Window::new(Action::ExportFigure.title())
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .anchor(egui::Align2::CENTER_CENTER, vec2(0.0, 0.0))
            .show(ctx, |ui| {
                let margin = egui::Margin { left: 6, right: 6, top: 4, bottom: 6 };
                egui::Frame::new().inner_margin(margin).show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        ui.spacing_mut().item_spacing.x = 20.0;
                        let choices = ui.vertical(|ui| {
                            ui.set_width(CHOICES);
                            ui.spacing_mut().item_spacing.x = 8.0;
                            self.kind_ui(ui);
                            choices::options_ui(ui, &mut self.request, offered.as_ref());
                            ui.add_space(8.0);
                            self.buttons_ui(ui, ctx);
                        });
                        self.high = choices.response.rect.height().max(preview::MIN_HEIGHT);
                        let (rect, _) = ui.allocate_exact_size(vec2(table, self.high), Sense::hover());
                        self.table_ui(ui, rect);
                    });
                });
            });
        if let Some(shown) = shown {
            places::mark_whole(ctx, Place::Export, shown.response.rect);
        }
        self.is_open = is_open;
    }

    fn kind_ui(&mut self, ui: &mut Ui) {
        let shown = FIGURES.iter().find(|figure| figure.key == self.request.kind);
        let combo = ComboBox::from_id_salt("figure")
            .selected_text(shown.map_or("", |figure| figure.title))
            .width(CHOICES - 8.0);
        let response = combo.show_ui(ui, |ui| {
            for figure in FIGURES {
                let choice = ui.selectable_label(figure.key == self.request.kind, figure.title);
                if choice.on_hover_text(figure.about).clicked() {
                    self.request.kind = figure.key.to_owned();
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, labels::shell::FIGURE_TYPE));
        ui.weak(shown.map_or("", |figure| figure.about));
    }

    fn buttons_ui(&mut self, ui: &mut Ui, ctx: &Context) {
        let is_ready = self.drawn.is_current() && self.wanted.is_none();
        ui.horizontal(|ui| {
            for (format, ending) in Format::all() {
                ui.selectable_value(&mut self.format, format, ending.to_uppercase());
            }
        });
        ui.horizontal(|ui| {
            if ui.add_enabled(is_ready, Button::new("Save…")).clicked() {
                self.asked = Some(Asked::Figure);
                let ending = self.ending();
                self.dialog.start_save(Action::ExportFigure.title(), &format!("figure.{ending}"), &[ending], ctx);
            }
            if ui.add_enabled(is_ready, Button::new("Copy")).on_hover_text("Copy figure to clipboard").clicked() {
                self.is_copy_wanted = true;
            }
            if self.wanted.is_some() {
                ui.spinner();
            }
        });
    }
}
