//! `proxpool list`: the datasets available by name.

use clap::Args;

use super::table::{self, Align};
use crate::{graph::gallery, readers::catalog::Catalog};

#[derive(Args)]
pub struct Arguments {
    /// List the gallery graphs with their parameters instead
    #[arg(long)]
    gallery: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let rows: Vec<Vec<String>> = if arguments.gallery {
        gallery::GALLERY.iter().map(|generator| vec![usage(generator), generator.description.to_owned()]).collect()
    } else {
        let entries = Catalog::from_environment().entries();
        entries
            .into_iter()
            .map(|entry| {
                let place = entry.path.map_or("bundled".to_owned(), |path| path.display().to_string());
                vec![entry.name, entry.about.map_or(place, str::to_owned)]
            })
            .collect()
    };
    print!("{}", table::render(&[Align::Left, Align::Left], &rows));
    Ok(())
}

/// `gallery:grid:rows=4,columns=6`, with the defaults.
fn usage(generator: &gallery::Generator) -> String {
    let parameters: Vec<String> =
        generator.parameters.iter().map(|parameter| format!("{}={}", parameter.name, parameter.default)).collect();
    if parameters.is_empty() {
        format!("gallery:{}", generator.name)
    } else {
        format!("gallery:{}:{}", generator.name, parameters.join(","))
    }
}
