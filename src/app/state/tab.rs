//! The tabs by name.

use clap::ValueEnum;
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The one list of tabs: name, the kind of figure that shows it best, and its page in the room `tabs`. Both rooms make
/// what they need of it.
macro_rules! each_tab {
    ($make:ident) => {
        $make! {
            /// One graph through one operator.
            Explore "pooling" explore: explore::ExploreTab,
            /// One graph through several operators.
            Compare "pooling" compare: compare::CompareTab,
            /// The eigenvalues of a graph, filters on them, and the kernels they make.
            Spectrum "spectrum" spectrum: spectrum::SpectrumTab,
            /// The operator, one step after the other.
            Steps "pipeline" steps: steps::StepsTab,
            /// Training, its runs, and a graph at every epoch.
            Train "training" train: train::TrainTab,
        }
    };
}
pub(in crate::app) use each_tab;

macro_rules! make_names {
    ($($(#[$about:meta])* $name:ident $figure:literal $field:ident: $page:ty,)*) => {
        /// A tab.
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, EnumMessage, EnumString, IntoStaticStr, VariantArray,
        )]
        #[strum(serialize_all = "lowercase")]
        pub enum Tab {
            #[default]
            $($(#[$about])* $name,)*
        }

        impl Tab {
            /// All with their names, in the order they stand.
            pub const ALL: &[(Self, &'static str)] = &[$((Self::$name, stringify!($name))),*];

            /// The kind of figure that shows best what is in the tab.
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
    /// The tab this many places further, from the last to the first.
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
        assert_eq!((Tab::Train.stepped(1), Tab::Explore.stepped(-1)), (Tab::Explore, Tab::Train));
        assert_eq!(Tab::ALL[2], (Tab::Spectrum, "Spectrum"));
    }
}
