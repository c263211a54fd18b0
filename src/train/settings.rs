//! The numbers that decide how a network is trained, described as the parameters of operators are.

use super::config::Config;
use crate::{
    pooling::Parameter,
    symbols::{Source::Section, Symbol},
};

/// All of them, in the order in which they are set.
pub static SETTINGS: &[&Parameter<Config>] =
    &[&LEARNING_RATE, &WEIGHT_DECAY, &BATCH, &HIDDEN, &EPOCHS, &PATIENCE, &SPLITS];

/// A symbol without an equation: `lr`, on screen "learning rate".
const fn symbol(key: &'static str, text: &'static str, latex: &'static str, name: &'static str) -> Symbol {
    Symbol::new([key, text, latex], name, Section("6.1"), "", "")
}

static LR: Symbol = symbol("lr", "learning rate", r"\eta", "Adam learning rate");
static WD: Symbol = symbol("wd", "weight decay", r"\lambda_{\mathrm{wd}}", "Weight decay (L2 penalty of Adam)");
static BATCH_SIZE: Symbol = symbol("batch", "batch size", "B", "Batch size (graphs)");
static HIDDEN_DIM: Symbol = symbol("hidden", "hidden dimension", "d_h", "Hidden dimension of every convolution");
static N_EPOCHS: Symbol = symbol("epochs", "epochs", "T", "Maximum number of epochs");
static EARLY_STOPPING: Symbol =
    symbol("patience", "patience", "P", "Early-stopping patience (epochs without a lower validation loss)");
static N_SPLITS: Symbol = symbol("splits", "splits", "k", "Number of random train/validation/test splits, 8:1:1");

/// Adam's learning rate.
pub static LEARNING_RATE: Parameter<Config> =
    Parameter::field(&LR, (0.0, 10.0), 1e-3, |config| config.lr, |config, value| config.lr = value);
pub static WEIGHT_DECAY: Parameter<Config> =
    Parameter::field(&WD, (0.0, 10.0), 1e-4, |config| config.wd, |config, value| config.wd = value);
pub static BATCH: Parameter<Config> = Parameter::field(
    &BATCH_SIZE,
    (1.0, 65_536.0),
    64.0,
    |config: &Config| config.batch as f64,
    |config, value| config.batch = value as usize,
)
.whole();
pub static HIDDEN: Parameter<Config> = Parameter::field(
    &HIDDEN_DIM,
    (1.0, 4096.0),
    64.0,
    |config: &Config| config.hidden as f64,
    |config, value| config.hidden = value as usize,
)
.whole();
pub static EPOCHS: Parameter<Config> = Parameter::field(
    &N_EPOCHS,
    (1.0, 1e6),
    200.0,
    |config: &Config| config.epochs as f64,
    |config, value| config.epochs = value as usize,
)
.whole();
pub static PATIENCE: Parameter<Config> = Parameter::field(
    &EARLY_STOPPING,
    (1.0, 1e6),
    50.0,
    |config: &Config| config.patience as f64,
    |config, value| config.patience = value as usize,
)
.whole();
pub static SPLITS: Parameter<Config> = Parameter::field(
    &N_SPLITS,
    (1.0, 10_000.0),
    20.0,
    |config: &Config| config.splits as f64,
    |config, value| config.splits = value as usize,
)
.whole();
