//! The tabs by name.

use clap::ValueEnum;
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The table of tabs: name, kind of figure, and page in the room `tabs`.
macro_rules! each_tab {
    ($make:ident) => {
        $make! {
            /// One graph pooled by one operator.
            Explore "pooling" explore: explore::ExploreTab,
            /// One graph pooled by several operators.
            Compare "pooling" compare: compare::CompareTab,
            /// The eigenvalues of a graph, filters on them, and the kernels they make.
            Spectrum "spectrum" spectrum: spectrum::SpectrumTab,
            /// The operator, step by step.
            Steps "pipeline" steps: steps::StepsTab,
            /// Training, its runs, and a graph at every epoch.
            Train "training" train: train::TrainTab,
            /// What a study found, beside the paper.
            Results "results" results: results::ResultsTab,
        }
    };
}
pub(in crate::app) use each_tab;

macro_rules! make_names {
    ($($(#[$about:meta])* $name:ident $figure:literal $field:ident: $page:ty,)*) => {
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, EnumMessage, EnumString, IntoStaticStr, VariantArray,
        )]
        #[strum(serialize_all = "lowercase")]
        pub enum Tab {
            #[default]
            $($(#[$about])* $name,)*
        }

        impl Tab {
            /// Names, in display order.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$name, stringify!($name))),*];

            /// Default kind of figure in the export dialog.
            pub fn figure_kind(self) -> &'static str {
                match self {
                    $(Self::$name => $figure,)*
                }
            }
        }
    };
}
each_tab!(make_names);

impl Tab {
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Whether it shows the graph that is open; results are of whole datasets.
    pub fn is_of_graph(self) -> bool {
        self != Self::Results
    }

    /// The tab `step` places further, cyclically.
    pub fn stepped(self, step: isize) -> Self {
        let at = (self as isize + step).rem_euclid(Self::ALL.len() as isize);
        Self::ALL[at as usize].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_stepped_through_in_a_circle() {
        assert_eq!(Tab::default(), Tab::Explore);
        assert_eq!((Tab::Results.stepped(1), Tab::Explore.stepped(-1)), (Tab::Explore, Tab::Results));
        assert_eq!(Tab::ALL[2], (Tab::Spectrum, "Spectrum"));
    }
}
