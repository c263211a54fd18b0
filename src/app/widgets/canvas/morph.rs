//! One level at a time, and the way from one to the next: members move to the seed they belong to,
//! while the coarse graph appears around the seeds, which stay where they are.

use eframe::egui::Pos2;

use crate::view::picture::LevelLook;

/// From one level to the next.
const SECONDS: f32 = 0.45;

/// Where between the levels the picture is: 1.25 is a quarter of the way from level 1 to level 2.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Morph {
    position: f32,
}

/// What is drawn of a moment: levels with their strength and how far their nodes are on their way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Phase {
    pub level: usize,
    pub opacity: f32,
    /// 0 where they stand, 1 at their seeds.
    pub way: f32,
}

impl Morph {
    /// One frame on towards a level; whether it is still on its way.
    pub(super) fn step(&mut self, to: usize, dt: f32, is_animated: bool) -> bool {
        let to = to as f32;
        let step = dt / SECONDS;
        self.position = match to - self.position {
            way if !is_animated || way.abs() <= step => to,
            way => self.position + step * way.signum(),
        };
        self.position != to
    }

    pub(super) fn phases(&self) -> Vec<Phase> {
        let level = self.position.floor() as usize;
        let t = self.position - self.position.floor();
        if t == 0.0 {
            return vec![Phase { level, opacity: 1.0, way: 0.0 }];
        }
        let eased = t * t * (3.0 - 2.0 * t);
        // The fine graph is gone only at the end: until then one sees who goes where.
        let fine = Phase { level, opacity: 1.0 - eased * eased * eased, way: eased };
        vec![fine, Phase { level: level + 1, opacity: eased, way: 0.0 }]
    }
}

/// Nodes on their way to where their cluster's coarse node is.
pub(super) fn moved(fine: &LevelLook, fine_screen: &[Pos2], coarse_screen: &[Pos2], way: f32) -> Vec<Pos2> {
    let mut screen = fine_screen.to_vec();
    for (members, &to) in fine.clusters.iter().zip(coarse_screen) {
        for &member in members {
            if let Some(at) = screen.get_mut(member as usize) {
                *at = at.lerp(to, way);
            }
        }
    }
    screen
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;

    #[test]
    fn it_passes_through_every_level_and_comes_to_rest() {
        let mut morph = Morph::default();
        let mut levels = Vec::new();
        let mut frames = 0;
        while morph.step(2, 0.1, true) {
            levels.extend(morph.phases().iter().map(|phase| phase.level));
            frames += 1;
            assert!(frames < 20);
        }
        levels.dedup();
        assert!(frames > 5 && levels.contains(&0) && levels.contains(&1), "{levels:?}");
        assert_eq!(morph.phases(), [Phase { level: 2, opacity: 1.0, way: 0.0 }]);
        assert!(!morph.step(0, 0.1, false), "without animation it jumps");
        assert_eq!(morph.phases()[0].level, 0);
    }

    #[test]
    fn members_go_to_their_seed_and_the_dropped_stay() {
        let level = LevelLook { clusters: vec![vec![0, 1]], ..LevelLook::default() };
        let fine = [pos2(0.0, 0.0), pos2(4.0, 0.0), pos2(9.0, 9.0)];
        let screen = moved(&level, &fine, &[pos2(4.0, 0.0)], 0.5);
        assert_eq!(screen, [pos2(2.0, 0.0), pos2(4.0, 0.0), pos2(9.0, 9.0)]);
    }
}
