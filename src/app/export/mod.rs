//! Exporting what the window shows: figures with a live preview, and matrices.
//!
//! The preview is the figure itself, drawn by what writes the file, in fewer pixels.

mod choices;
mod work;

use std::{path::PathBuf, sync::Arc};

use eframe::egui::{
    self, Button, Color32, ColorImage, ComboBox, Context, Layout, Role, Sense, TextureHandle, TextureOptions, Ui,
    WidgetInfo, vec2,
};

use super::{
    command::Command,
    edit::EditCommand,
    explored::Explored,
    file_dialog::{Answer, FileDialog},
    jobs::Slot,
    panels::{Overlay, PathBox, Purpose},
    places::{self, Place},
    state::View,
    subject::Subject,
    toasts::Toasts,
};
use crate::figure::{FIGURES, FigureRequest, Format, kinds::Needs};
use work::{Drawn, Question, Task, Written};

/// What is to be exported, and how far that is.
#[derive(Default)]
pub struct Export {
    is_open: bool,
    /// What was chosen; the data of the graph is filled in from the window.
    request: FigureRequest,
    format: Format,
    drawn: Slot<Question, Drawn>,
    texture: Option<(u64, TextureHandle)>,
    /// Something to be written, with a number so that the same can be written twice.
    written: Slot<(u64, Task), Written>,
    wanted: Option<(u64, Task)>,
    n_tasks: u64,
    is_copy_wanted: bool,
    dialog: FileDialog,
    /// What the dialog asks a path for.
    asked: Option<Asked>,
    /// The name that is offered for the graph.
    graph_name: String,
}

/// What a path is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Figure,
    Matrices,
    Graph,
}

/// Width of the preview in points.
const PREVIEW: f32 = 560.0;

impl Export {
    /// Opens the dialog for what is on screen.
    pub fn open(&mut self, view: &View, kind: Option<&str>) {
        self.choose(view, kind);
        self.is_open = true;
    }

    /// Closes it.
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Whether the dialog is open.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    fn choose(&mut self, view: &View, kind: Option<&str>) {
        if let Some(kind) = kind {
            self.request.kind = kind.to_owned();
        }
        self.request.methods = vec![view.method.key.to_owned()];
        self.request.options.order = view.order;
        self.request.options.level = view.level.min(view.params.levels.saturating_sub(1));
        self.request.options.colour = view.colour;
        self.request.options.node = view.locked.map(|pair| pair.row);
    }

    /// Whether something is being drawn or written.
    pub fn is_busy(&self) -> bool {
        self.drawn.is_busy() || self.written.is_busy() || self.wanted.is_some()
    }

    /// Asks where the matrices are to be written.
    pub fn ask_for_matrices(&mut self, ctx: &Context) {
        self.asked = Some(Asked::Matrices);
        self.dialog.start_save("Export the matrices", "matrices.npz", &["npz", "csv"], ctx);
    }

    /// Asks where the graph is to be written; a name is offered.
    pub fn ask_for_graph(&mut self, name: &str, ctx: &Context) {
        self.asked = Some(Asked::Graph);
        name.clone_into(&mut self.graph_name);
        self.dialog.start_save("Save the graph as GraphML", name, &["graphml"], ctx);
    }

    /// Takes what is finished: answers of dialogs, drawings, files.
    pub fn take_finished(&mut self, overlay: &mut Overlay, toasts: &mut Toasts, ctx: &Context) -> Option<Command> {
        // What cannot be drawn is told where the preview would be.
        if let Some(error) = self.drawn.poll()
            && std::mem::take(&mut self.is_copy_wanted)
        {
            toasts.error(error, ctx);
        }
        if let Some(error) = self.written.poll() {
            self.wanted = None;
            toasts.error(error, ctx);
        }
        if let Some(wanted) = self.wanted.clone() {
            self.written.ask(wanted, ctx, |(_, task)| work::write(task));
            if self.written.is_current() {
                self.wanted = None;
                match self.written.answer().map(|written| &**written) {
                    Some(Written::File(path)) => toasts.note(format!("Saved {}", path.display()), ctx),
                    Some(Written::Picture(picture)) => {
                        ctx.copy_image(picture.clone());
                        toasts.note("Copied the figure".to_owned(), ctx);
                    }
                    None => {}
                }
            }
        }
        let asked = self.asked?;
        let command = |path: PathBuf| match asked {
            Asked::Figure => Command::SaveFigure(path),
            Asked::Matrices => Command::SaveMatrices(path),
            Asked::Graph => Command::Edit(EditCommand::Save(path)),
        };
        match self.dialog.take_answer()? {
            Answer::Chosen(path) => {
                self.asked = None;
                return Some(command(path.into()));
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

    /// Writes the figure that is shown.
    pub fn save_figure(&mut self, path: PathBuf) {
        if let Some(drawn) = self.drawn.answer().filter(|_| self.drawn.is_current()) {
            self.start(Task::Figure(drawn.clone(), path));
        }
    }

    /// Writes all matrices of a trace.
    pub fn save_matrices(&mut self, explored: &Arc<Explored>, path: PathBuf) {
        self.start(Task::Matrices(explored.clone(), path));
    }

    /// Writes a graph.
    pub fn save_graph(&mut self, subject: Subject, path: PathBuf) {
        self.start(Task::Graph(subject, path));
    }

    /// Copies the figure to the clipboard once it is drawn.
    pub fn copy(&mut self, view: &View) {
        if !self.is_open {
            self.choose(view, None);
        }
        self.is_copy_wanted = true;
    }

    fn ending(&self) -> &'static str {
        Format::ALL.iter().find(|(format, _)| *format == self.format).map_or("png", |(_, ending)| ending)
    }

    fn start(&mut self, task: Task) {
        self.n_tasks += 1;
        self.wanted = Some((self.n_tasks, task));
    }

    /// The dialog.
    pub fn ui(
        &mut self,
        ctx: &Context,
        explored: Option<&Arc<Explored>>,
        question: impl FnOnce(&Arc<Explored>, FigureRequest) -> FigureRequest,
    ) {
        let Some(explored) = explored.filter(|_| self.is_open || self.is_copy_wanted) else { return };
        let request = question(explored, self.request.clone());
        let dpi = 25.4 * f64::from(PREVIEW * ctx.pixels_per_point()) / request.options.width_mm;
        self.drawn.ask(Question { explored: explored.clone(), request, dpi }, ctx, work::draw);
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
        let shown = egui::Window::new("Export figure")
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .anchor(egui::Align2::CENTER_CENTER, vec2(0.0, 0.0))
            .show(ctx, |ui| {
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| {
                        ui.set_width(280.0);
                        self.kind_ui(ui);
                        choices::options_ui(ui, &mut self.request);
                        ui.add_space(8.0);
                        self.buttons_ui(ui, ctx);
                    });
                    ui.separator();
                    ui.vertical(|ui| {
                        ui.set_width(PREVIEW);
                        self.preview_ui(ui);
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
        let combo =
            ComboBox::from_id_salt("figure").selected_text(shown.map_or("", |figure| figure.title)).width(272.0);
        let response = combo.show_ui(ui, |ui| {
            // Figures of runs are exported where the runs are.
            for figure in FIGURES.iter().filter(|figure| !figure.needs.contains(Needs::RUNS)) {
                let choice = ui.selectable_label(figure.key == self.request.kind, figure.title);
                if choice.on_hover_text(figure.about).clicked() {
                    self.request.kind = figure.key.to_owned();
                }
            }
        });
        response.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, "Kind of figure"));
        ui.weak(shown.map_or("", |figure| figure.about));
    }

    fn buttons_ui(&mut self, ui: &mut Ui, ctx: &Context) {
        let is_ready = self.drawn.is_current() && self.wanted.is_none();
        ui.horizontal(|ui| {
            for &(format, ending) in Format::ALL {
                ui.selectable_value(&mut self.format, format, ending.to_uppercase());
            }
        });
        ui.horizontal(|ui| {
            if ui.add_enabled(is_ready, Button::new("Save…")).clicked() {
                self.asked = Some(Asked::Figure);
                let ending = self.ending();
                self.dialog.start_save("Export the figure", &format!("figure.{ending}"), &[ending], ctx);
            }
            if ui.add_enabled(is_ready, Button::new("Copy")).on_hover_text("Copy the figure to the clipboard").clicked()
            {
                self.is_copy_wanted = true;
            }
            if self.wanted.is_some() {
                ui.spinner();
            }
        });
    }

    fn preview_ui(&mut self, ui: &mut Ui) {
        let Some(drawn) = self.drawn.answer().filter(|_| self.drawn.error().is_none()).cloned() else {
            ui.allocate_ui_with_layout(
                vec2(PREVIEW, 200.0),
                Layout::centered_and_justified(egui::Direction::TopDown),
                |ui| match self.drawn.error() {
                    Some(error) => ui.weak(error),
                    None => ui.spinner(),
                },
            );
            return;
        };
        let is_new = self.texture.as_ref().is_none_or(|(version, _)| *version != drawn.version);
        if is_new {
            let image = drawn.preview.clone();
            let texture = ui.ctx().load_texture("figure", image, TextureOptions::LINEAR);
            self.texture = Some((drawn.version, texture));
        }
        let Some((_, texture)) = &self.texture else { return };
        let size = texture.size_vec2() / ui.pixels_per_point();
        // A tall figure is shown smaller, so that the buttons stay on screen.
        let size = size * (ui.ctx().content_rect().height() - 160.0).max(120.0).min(size.y) / size.y;
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Preview of the figure"));
        // Paper under a transparent figure, also in a dark window.
        ui.painter().rect_filled(rect, 0.0, Color32::WHITE);
        egui::Image::new(texture).paint_at(ui, rect);
        let (width, height) = (drawn.scene.width_mm, drawn.scene.height_mm);
        let options = &drawn.request.options;
        let px = |mm: f64| (mm / 25.4 * options.dpi).round();
        ui.horizontal(|ui| {
            ui.weak(format!(
                "{width:.0} × {height:.0} mm · {} × {} pixels at {} DPI",
                px(width),
                px(height),
                options.dpi
            ));
            if !self.drawn.is_current() {
                ui.spinner();
            }
        });
    }
}

/// A picture as the toolkit wants it.
fn image(pixels: &crate::figure::file::png::Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width as usize, pixels.height as usize], &pixels.rgba)
}
