//! `proxpool fetch`: downloads datasets of the TU collection.

use std::ops::ControlFlow;

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{
    fetch::{DEFAULT_BASE_URL, Settings, check_dataset, fetch},
    readers::catalog,
};

#[derive(Args)]
pub struct Arguments {
    /// Dataset names as in the TU collection, such as NCI1 or PROTEINS
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,

    /// URL of the folder that contains NAME.zip
    #[arg(long, value_name = "ADDRESS", env = "PROXPOOL_FETCH_URL", default_value = DEFAULT_BASE_URL)]
    url: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let folder = catalog::user_data_folder().context("no data folder found; set HOME")?;
    let settings = Settings { base_url: arguments.url.clone(), ..Settings::new(std::thread::sleep) };
    for name in &arguments.names {
        let bar = ProgressBar::no_length().with_message(name.clone());
        bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {bytes}/{total_bytes} {eta}")?);
        let mut show = |received, total: Option<u64>| {
            if let Some(total) = total {
                bar.set_length(total);
            }
            bar.set_position(received);
            ControlFlow::Continue(())
        };
        let path = fetch(name, &folder, &settings, &|path| check_dataset(path, name), &mut show)?;
        bar.finish_and_clear();
        println!("{name} is in {}", path.display());
    }
    Ok(())
}
