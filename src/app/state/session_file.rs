//! A session as a file, to be opened later or by somebody else: the view, pinned nodes with the layout they belong to, colours
//! of the matrices, and the opened runs.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{State, effect::Effect, history::Positions, link::Link, looks::maps::MapsLook};
use crate::{
    files::format::FileFormat,
    train::folder::absolute,
    view::{palette::ColourMap, scale::Scale},
};

/// Ending of the file name.
pub(crate) const ENDING: &str = "proxpool-session";
const FORMAT: FileFormat = FileFormat { noun: "session file", newest: 1 };

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SessionFile {
    /// Link to the view.
    pub link: String,
    /// Pinned nodes of level 0 with their positions, in edge lengths.
    pub pins: BTreeMap<u32, [f32; 2]>,
    /// Positions of all nodes of level 0, if any is pinned.
    pub positions: Vec<[f32; 2]>,
    pub colour_map: Option<ColourMap>,
    pub colour_scale: Option<Scale>,
    pub runs: OpenedRuns,
}

/// What the Train tab shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenedRuns {
    /// Runs folder.
    pub folder: Option<PathBuf>,
    /// Runs from elsewhere.
    pub imported: Vec<PathBuf>,
    pub selected: Option<PathBuf>,
    /// Runs whose curves are drawn beside it.
    pub compared: Vec<PathBuf>,
    /// Epoch that is replayed; none for the best.
    pub epoch: Option<usize>,
}

/// Whether a path is that of a session file.
pub(crate) fn is_session(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING))
}

impl SessionFile {
    pub fn to_json(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec_pretty(&FORMAT.numbered(self)).map_err(|error| error.to_string())
    }

    /// Reads a session file; files beside it are found where it has moved together with them.
    pub fn read(path: &Path) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::from_json(&bytes)
            .map(|session| session.moved_to(path.parent().unwrap_or(Path::new("."))))
            .map_err(|problem| format!("{}: {problem}", path.display()))
    }

    pub fn from_json(bytes: &[u8]) -> Result<Self, String> {
        let session: Self = FORMAT.read(bytes).map_err(|error| error.explained("this is not a session file"))?;
        if session.link.is_empty() {
            return Err("this is not a session file: it has no “link”".to_owned());
        }
        session.link.parse::<Link>()?;
        let numbers = session.pins.values().chain(&session.positions).flatten();
        if !numbers.into_iter().all(|x| x.is_finite()) {
            return Err("a position is not a number".to_owned());
        }
        Ok(session)
    }

    fn moved_to(mut self, folder: &Path) -> Self {
        if let Ok(mut link) = self.link.parse::<Link>() {
            let moved = beside(Path::new(&link.dataset), folder);
            if let Some(moved) = moved.filter(|_| Path::new(&link.dataset).is_absolute()) {
                link.dataset = moved.display().to_string();
                self.link = link.to_string();
            }
        }
        let runs = &mut self.runs;
        let paths =
            runs.folder.iter_mut().chain(&mut runs.imported).chain(&mut runs.selected).chain(&mut runs.compared);
        for path in paths {
            if let Some(moved) = beside(path, folder) {
                *path = moved;
            }
        }
        self
    }
}

/// What lies in a folder under the same name, for a path that leads nowhere.
fn beside(path: &Path, folder: &Path) -> Option<PathBuf> {
    let moved = folder.join(path.file_name()?);
    (!path.exists() && moved.exists()).then_some(moved)
}

impl State {
    /// The session as it is on screen; none before a dataset is open.
    pub fn session_file(&self, positions: Option<Positions>, runs: OpenedRuns) -> Option<SessionFile> {
        let mut link = self.link()?;
        link.dataset = absolute(&link.dataset);
        let pins = (*self.view.pins).clone();
        let positions = positions.filter(|_| !pins.is_empty()).map(|all| all.to_vec()).unwrap_or_default();
        let MapsLook { map, scale, .. } = self.looks.maps;
        let (colour_map, colour_scale) = (Some(map), Some(scale));
        Some(SessionFile { link: link.to_string(), pins, positions, colour_map, colour_scale, runs })
    }

    pub(super) fn open_session(&mut self, session: SessionFile) -> Vec<Effect> {
        let SessionFile { link, pins, positions, colour_map, colour_scale, runs } = session;
        let mut effects = self.load(&link);
        if let Some(view) = &mut self.pending.view {
            view.pins = Arc::new(pins);
            self.pending.positions = Some(Arc::new(positions)).filter(|positions| !positions.is_empty());
        }
        let maps = &mut self.looks.maps;
        maps.map = colour_map.unwrap_or(maps.map);
        maps.scale = colour_scale.unwrap_or(maps.scale);
        effects.push(Effect::OpenRuns(runs));
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::state::{command::Command, loaded::Loaded},
        graph::gallery,
    };

    fn opened() -> State {
        let mut state = State::default();
        state.open(Arc::new(Loaded::new("gallery:path:n=5", gallery::parse_spec("path:n=5").unwrap())));
        state
    }

    #[test]
    fn a_session_comes_back_with_its_pins_and_positions() {
        let mut state = opened();
        state.apply(Command::Drag { node: 2, position: [7.0, -1.5], is_same_gesture: false });
        let positions: Positions = Arc::new((0..5).map(|x| [x as f32, 0.5]).collect());
        let runs = OpenedRuns { selected: Some("/runs/a".into()), epoch: Some(3), ..OpenedRuns::default() };
        let session = state.session_file(Some(positions.clone()), runs.clone()).unwrap();
        let again = SessionFile::from_json(&session.to_json().unwrap()).unwrap();
        assert_eq!(again, session);
        let mut other = State::default();
        let effects = other.apply(Command::OpenSession(Box::new(again)));
        assert_eq!(effects, [Effect::Load("gallery:path:n=5".to_owned()), Effect::OpenRuns(runs)]);
        let data = Arc::new(Loaded::new("gallery:path:n=5", gallery::parse_spec("path:n=5").unwrap()));
        assert_eq!(other.open(data), [""; 0]);
        assert_eq!(other.view().pins, state.view().pins);
        assert_eq!(other.take_arranged(), Some(positions));
        assert_eq!(other.take_arranged(), None);
    }

    #[test]
    fn positions_are_kept_only_with_pins() {
        let session = opened().session_file(Some(Arc::new(vec![[0.0; 2]; 5])), OpenedRuns::default()).unwrap();
        assert!(session.positions.is_empty());
    }

    #[test]
    fn what_is_not_a_session_says_why() {
        let problem = |json: &str| SessionFile::from_json(json.as_bytes()).unwrap_err();
        assert!(problem("{}").contains("no “link”"));
        assert!(problem("[1]").starts_with("this is not a session file: "));
        assert!(problem(r#"{"format": 2}"#).contains("newer version"));
        assert!(problem(r#"{"link": "proxpool:MUTAG", "wind": 1}"#).contains("unknown field “wind”"));
        assert!(problem(r#"{"link": "proxpool:MUTAG?pool=maxpool"}"#).contains("maxpool"));
        assert!(is_session("a/my.proxpool-session") && !is_session("a.smi"));
    }
}
