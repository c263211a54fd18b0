//! The window: takes what has been loaded, then draws the panels around it.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Panel, ThemePreference, ViewportCommand};

use super::{ThemeChoice, WindowArguments, loading::Loading, panels, theme};
use crate::{
    files::write_atomically,
    readers::catalog::{Catalog, Entry},
};

/// The application.
pub struct Window {
    catalog: Catalog,
    entries: Vec<Entry>,
    loading: Loading,
    screenshot: Option<PathBuf>,
}

/// What a panel asks for.
pub enum Command {
    Open(String),
}

impl Window {
    /// A window that starts to load what the arguments ask for, or MUTAG.
    pub fn new(ctx: &egui::Context, arguments: WindowArguments) -> Self {
        theme::install(ctx);
        match arguments.theme {
            Some(ThemeChoice::Dark) => ctx.set_theme(ThemePreference::Dark),
            Some(ThemeChoice::Light) => ctx.set_theme(ThemePreference::Light),
            None => {}
        }
        let catalog = Catalog::from_environment();
        let mut window =
            Self { entries: catalog.entries(), catalog, loading: Loading::default(), screenshot: arguments.screenshot };
        window.apply(Command::Open(arguments.dataset.unwrap_or_else(|| "MUTAG".to_owned())), ctx);
        window
    }

    /// Whether a dataset is still being loaded.
    pub fn is_busy(&self) -> bool {
        self.loading.running().is_some()
    }

    /// Takes finished work, draws, then does what the panels asked for.
    pub fn draw(&mut self, ui: &mut egui::Ui) {
        self.loading.poll();
        let mut commands = Vec::new();
        let frame = egui::Frame::side_top_panel(ui.style()).inner_margin(12.0);
        Panel::left("datasets").frame(frame).default_size(280.0).size_range(200.0..=420.0).show(ui, |ui| {
            panels::datasets_ui(ui, &self.entries, &self.loading, &mut commands);
        });
        let frame = egui::Frame::central_panel(ui.style()).inner_margin(egui::Margin::symmetric(20, 12));
        egui::CentralPanel::default().frame(frame).show(ui, |ui| panels::overview_ui(ui, &self.loading));
        let ctx = ui.ctx().clone();
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().display().to_string()));
        commands.extend(dropped.map(Command::Open));
        for command in commands {
            self.apply(command, &ctx);
        }
    }

    fn apply(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::Open(wanted) => self.loading.start(&wanted, &self.catalog, ctx),
        }
    }

    fn take_screenshot_when_ready(&mut self, ctx: &egui::Context) {
        // A few frames settle sizes that depend on the frame before.
        const SETTLED_AFTER: u64 = 4;
        if self.screenshot.is_none() || self.is_busy() {
            return;
        }
        ctx.request_repaint();
        if ctx.cumulative_frame_nr() < SETTLED_AFTER {
            return;
        }
        if let Some(path) = self.screenshot.take() {
            let then = ctx.clone();
            let save = move |image: std::sync::Arc<egui::ColorImage>| {
                if let Err(error) = save_png(&path, &image) {
                    eprintln!("proxpool: {} could not be written ({error})", path.display());
                    std::process::exit(1);
                }
                then.send_viewport_cmd(ViewportCommand::Close);
                then.request_repaint();
            };
            ctx.send_viewport_cmd(ViewportCommand::Screenshot(egui::ScreenshotCallback::new(save)));
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.draw(ui);
        self.take_screenshot_when_ready(&ui.ctx().clone());
    }
}

fn save_png(path: &Path, image: &egui::ColorImage) -> anyhow::Result<()> {
    let rgba: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_srgba_unmultiplied()).collect();
    let [width, height] = image.size.map(|side| side as u32);
    write_atomically(path, |file| {
        let encoder = image::codecs::png::PngEncoder::new(file);
        Ok(image::ImageEncoder::write_image(encoder, &rgba, width, height, image::ExtendedColorType::Rgba8)?)
    })
}
