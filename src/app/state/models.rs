//! Trained models among the choices of the signal, each with a unique name.

use super::{SignalSource, State, labels};
use crate::{
    graph::features::SignalKind,
    names::Named as _,
    train::{RunFolder, checkpoint::read_progress},
};

/// A model that was used.
pub struct UsedModel {
    pub signal: SignalSource,
    /// Run, split and epoch.
    pub name: String,
}

impl State {
    /// Trained models used so far.
    pub fn models(&self) -> &[UsedModel] {
        &self.models
    }

    /// The text of a signal on screen.
    pub fn signal_name(&self, signal: &SignalSource) -> String {
        let used = self.models.iter().find(|model| model.signal == *signal);
        match (signal, used, &self.data) {
            (_, Some(model), _) => model.name.clone(),
            (SignalSource::Default, _, Some(data)) => SignalKind::default_for(&data.dataset).name().to_owned(),
            _ => signal.name(),
        }
    }

    /// Adds a trained model to the choices. A file that was written anew has a new name.
    pub(super) fn note_model(&mut self, signal: &SignalSource) {
        let name = match signal {
            SignalSource::Model(path) => {
                let name = RunFolder::of_file(path).map(|run| run.name());
                let name = name.or_else(|| Some(path.file_name()?.to_string_lossy().into_owned()));
                match read_progress(path) {
                    Ok(Some(progress)) => labels::model(&name.unwrap_or_default(), progress.split, progress.epoch),
                    // Weights of another program have neither split nor epoch.
                    Ok(None) | Err(_) => signal.name(),
                }
            }
            SignalSource::Epoch { .. } => signal.name(),
            SignalSource::Default | SignalSource::Kind(_) | SignalSource::RandomNetwork => return,
        };
        self.models.retain(|model| model.signal != *signal);
        self.models.push(UsedModel { signal: signal.clone(), name });
    }
}
