//! The tabs, one on screen at a time. Each is a folder with a [`TabPage`] and a line in [`each_tab`]; none names another.

pub(super) mod compare;
pub(super) mod explore;
pub(super) mod results;
pub(super) mod spectrum;
pub(super) mod steps;
pub(super) mod train;

use std::{path::Path, sync::Arc, time::Duration};

use eframe::egui::{Context, Ui};

use crate::{
    app::{
        state::{
            State,
            arguments::WindowArguments,
            command::Command,
            explored::Explored,
            tab::{Tab, each_tab},
        },
        work::{drawing::Drawing, spectra::Spectra},
    },
    readers::catalog::Entry,
};

pub(super) trait TabPage {
    fn new(arguments: &WindowArguments) -> Self
    where
        Self: Sized;

    fn ui(&mut self, ui: &mut Ui, cx: &Cx<'_>, commands: &mut Vec<Command>);

    /// Whether pending work will change the picture.
    fn is_busy(&self) -> bool {
        false
    }

    /// Fits graphs to view.
    fn fit(&mut self) {}

    /// Rescans for new runs.
    fn rescan(&mut self) {}

    /// Commands of the tab's own keys, which precede those of the window.
    fn pressed(&self, _: &Context) -> Option<Command> {
        None
    }
}

macro_rules! make_pages {
    ($($(#[$about:meta])* $name:ident $figure:literal $field:ident: $page:ty,)*) => {
        /// The pages of all tabs.
        pub(crate) struct Tabs {
            $(pub $field: $page,)*
        }

        impl Tabs {
            pub(crate) fn new(arguments: &WindowArguments) -> Self {
                Self { $($field: <$page as TabPage>::new(arguments),)* }
            }

            pub(crate) fn page(&self, tab: Tab) -> &dyn TabPage {
                match tab {
                    $(Tab::$name => &self.$field,)*
                }
            }

            pub(crate) fn page_mut(&mut self, tab: Tab) -> &mut dyn TabPage {
                match tab {
                    $(Tab::$name => &mut self.$field,)*
                }
            }

            pub(crate) fn pages(&mut self) -> impl Iterator<Item = &mut dyn TabPage> {
                let pages: Vec<&mut dyn TabPage> = vec![$(&mut self.$field),*];
                pages.into_iter()
            }
        }
    };
}
each_tab!(make_pages);

#[derive(Clone, Copy)]
pub(super) struct Cx<'a> {
    pub state: &'a State,
    /// The newest trace, possibly of an earlier view; none while another graph takes long.
    pub explored: Option<&'a Arc<Explored>>,
    /// The layout of its graph; in tabs with traces of their own, of the graph of the view.
    pub layout: Option<&'a Drawing>,
    /// Eigenvectors, if requested.
    pub spectra: Option<&'a Arc<Spectra>>,
    /// Key of the parameter to focus.
    pub focus: Option<&'static str>,
    /// For how long the trace has been that of an earlier view.
    pub stale: Option<Duration>,
    /// Runs folder.
    pub runs: &'a Path,
    /// Datasets available by name.
    pub entries: &'a [Entry],
}
