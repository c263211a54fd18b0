//! How long the window takes to its first picture, by stage, for the benchmark of starting.

use std::time::Instant;

use eframe::egui::{Context, ViewportCommand};

/// Stages that have been reached, with the time of each since the program started.
pub(crate) struct Startup {
    start: Instant,
    reached: Vec<(&'static str, f64)>,
    /// Whether the frame with the graph has been handed to the screen.
    is_drawn: bool,
}

impl Startup {
    pub(crate) fn new(start: Instant) -> Self {
        Self { start, reached: Vec::new(), is_drawn: false }
    }

    /// Notes a stage the first time that it is reached.
    pub(crate) fn reach(&mut self, stage: &'static str) {
        if !self.reached.iter().any(|(known, _)| *known == stage) {
            self.reached.push((stage, 1e3 * self.start.elapsed().as_secs_f64()));
        }
    }

    /// At the beginning of a frame: the one before is on the screen by now. Prints the times when that had the graph, and
    /// closes the window.
    pub(crate) fn begin_frame(&mut self, ctx: &Context) {
        self.reach("first frame");
        if std::mem::take(&mut self.is_drawn) {
            self.reach("graph on screen");
            println!("{}", self.line());
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }

    /// At the end of a frame: whether the graph was drawn in it.
    pub(crate) fn end_frame(&mut self, has_graph: bool, ctx: &Context) {
        if has_graph && !self.reached.iter().any(|(stage, _)| *stage == "graph drawn") {
            self.reach("graph drawn");
            self.is_drawn = true;
            ctx.request_repaint();
        }
    }

    fn line(&self) -> String {
        let stages: Vec<String> = self.reached.iter().map(|(stage, ms)| format!("{stage} {ms:.0} ms")).collect();
        stages.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_noted_once_and_the_graph_when_it_is_on_the_screen() {
        let (mut startup, ctx) = (Startup::new(Instant::now()), Context::default());
        startup.reach("window");
        startup.begin_frame(&ctx);
        startup.end_frame(false, &ctx);
        startup.begin_frame(&ctx);
        startup.end_frame(true, &ctx);
        startup.begin_frame(&ctx);
        let stages: Vec<&str> = startup.reached.iter().map(|(stage, _)| *stage).collect();
        assert_eq!(stages, ["window", "first frame", "graph drawn", "graph on screen"]);
    }
}
