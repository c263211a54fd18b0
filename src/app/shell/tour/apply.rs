//! Executes the commands of the tour.

use eframe::egui;

use super::{N_STOPS, Tour};
use crate::app::{
    shell::{overlay::Overlay, window::Window},
    state::{View, command::Command, tab::Tab, tour_command::TourCommand},
};

impl Window {
    pub(in crate::app) fn apply_tour(&mut self, command: TourCommand, ctx: &egui::Context) {
        match command {
            TourCommand::Start => self.start_tour(ctx),
            TourCommand::Show { tab, view } => self.show_stop(tab, view, ctx),
            TourCommand::Next => self.step_tour(|stop| stop + 1),
            TourCommand::Back => self.step_tour(|stop| stop.saturating_sub(1)),
            TourCommand::End => self.end_tour(),
        }
        ctx.request_repaint();
    }

    /// Starts the tour, and opens MUTAG if nothing is open.
    pub(in crate::app) fn start_tour(&mut self, ctx: &egui::Context) {
        self.end_tour();
        self.tour = Some(Tour::default());
        self.is_tour_seen = true;
        self.overlay = Overlay::None;
        if self.state.data().is_none() && self.loading.running().is_none() {
            self.apply(Command::Open("MUTAG".to_owned()), ctx);
        }
    }

    fn show_stop(&mut self, tab: Tab, view: Box<View>, ctx: &egui::Context) {
        let Some(tour) = &self.tour else { return };
        let has_export = tour.stop().has_export;
        self.apply(Command::ShowView { tab, view }, ctx);
        if has_export {
            self.open_export(None);
        }
    }

    fn step_tour(&mut self, step: fn(usize) -> usize) {
        let Some(tour) = &mut self.tour else { return };
        if tour.stop().has_export {
            self.export.close();
        }
        match step(tour.stop) {
            stop if stop < N_STOPS => tour.go(stop),
            _ => self.end_tour(),
        }
    }

    fn end_tour(&mut self) {
        let Some(tour) = self.tour.take() else { return };
        if tour.stop().has_export {
            self.export.close();
        }
        if let Some(before) = tour.before {
            self.state.restore(before);
        }
    }
}
