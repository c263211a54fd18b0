//! Clusters as node colours: a pie where a node belongs to several, and the colour of its cluster in between.

use crate::{
    pooling::Trace,
    trace::level::{Level, Share},
    view::{
        look::{ColourBy, Legend},
        palette::{self, Rgb},
    },
};

/// A share of a node that is smaller is no slice of its pie.
const THINNEST_SLICE: f32 = 0.02;

/// More clusters than there are colours have no legend.
const MOST_NAMED: usize = palette::CLUSTERS.len();

impl ColourBy {
    /// The node colouring: the chosen one, or by default what the operator selects by. For a partition,
    /// membership; where it is a learned score alone, the score; where nodes gather around seeds, the label.
    pub fn settled(self, trace: &Trace) -> Self {
        match (self, trace.levels.first()) {
            (Self::Automatic, Some(level)) if level.is_partition() => Self::Cluster,
            (Self::Automatic, Some(level)) if level.is_ranked_alone() => Self::Coupling,
            (Self::Automatic, _) => Self::Label,
            (colour, _) => colour,
        }
    }
}

/// The colour of each node between its strongest cluster and that of nodes without one: the paler, the less it belongs.
///
/// The nodes of a last level are clusters, and have the colour that they had below.
pub(super) fn fills(levels: &[Level], level: usize, is_dark: bool) -> (Vec<Rgb>, Legend) {
    let (neutral, names) = (palette::neutral(is_dark), &levels[level]);
    if level > 0 && level + 1 == levels.len() {
        return ((0..names.names.len()).map(palette::cluster).collect(), Legend::None);
    }
    let fill = |shares: &Vec<Share>| {
        shares.first().map_or(neutral, |one| mixed(neutral, palette::cluster(one.cluster as usize), one.share))
    };
    (names.shares.iter().map(fill).collect(), legend(levels, level))
}

/// The names of clusters that are no nodes; those of seeds are seen at the seeds.
fn legend(levels: &[Level], level: usize) -> Legend {
    let coarse = levels.get(level + 1).filter(|coarse| (1..=MOST_NAMED).contains(&coarse.names.len()));
    match coarse.filter(|coarse| coarse.origin.iter().all(Option::is_none)) {
        Some(coarse) => {
            // The first has the title.
            let word = |idx: usize, name: &str| if idx == 0 { name.to_owned() } else { idx.to_string() };
            let words = coarse.names.iter().enumerate().map(|(idx, name)| (word(idx, name), palette::cluster(idx)));
            Legend::Words(words.collect())
        }
        None => Legend::None,
    }
}

/// The slices of a node's pie, the largest first; none where it belongs to one cluster alone. What is left over is grey.
pub(super) fn slices(shares: &[Share], is_dark: bool) -> Vec<(Rgb, f32)> {
    let seen = shares.iter().filter(|one| one.share >= THINNEST_SLICE);
    let mut slices: Vec<(Rgb, f32)> = seen.map(|one| (palette::cluster(one.cluster as usize), one.share)).collect();
    let left = 1.0 - slices.iter().map(|(_, share)| share).sum::<f32>();
    if left >= THINNEST_SLICE && !slices.is_empty() {
        slices.push((palette::neutral(is_dark), left));
    }
    if slices.len() < 2 { Vec::new() } else { slices }
}

fn mixed(from: Rgb, to: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|channel| {
        let (from, to) = (f32::from(from[channel]), f32::from(to[channel]));
        (from + share * (to - from)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(of: &[(u32, f32)]) -> Vec<Share> {
        of.iter().map(|&(cluster, share)| Share { cluster, share }).collect()
    }

    #[test]
    fn a_pie_is_whole_and_only_where_there_are_several() {
        assert!(slices(&shares(&[(3, 1.0)]), true).is_empty());
        assert!(slices(&[], true).is_empty());
        let pie = slices(&shares(&[(1, 0.6), (0, 0.25), (2, 0.01)]), true);
        let expected = [palette::cluster(1), palette::cluster(0), palette::neutral(true)];
        assert_eq!(pie.iter().map(|(colour, _)| *colour).collect::<Vec<_>>(), expected);
        assert!((pie.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_node_is_as_strong_as_it_belongs() {
        assert_eq!(mixed([0; 3], [100, 200, 50], 1.0), [100, 200, 50]);
        assert_eq!(mixed([0; 3], [100, 200, 50], 0.5), [50, 100, 25]);
    }
}
