//! `proxpool list`: the datasets available by name; graphs of the gallery; operators.

use clap::Args;

use super::table::{self, Align};
use crate::{
    graph::gallery,
    names::Named as _,
    pooling::{Family, methods},
    readers::catalog::Catalog,
};

#[derive(Args)]
pub struct Arguments {
    /// List the gallery graphs with their parameters instead
    #[arg(long)]
    gallery: bool,
    /// List the pooling operators by families instead
    #[arg(long, conflicts_with = "gallery")]
    pools: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.pools {
        print!("{}", table::render(&[Align::Left; 3], &operators()));
        return Ok(());
    }
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

/// Key, what it does and who published it, family by family.
fn operators() -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (family, name) in Family::all() {
        rows.push(vec![name.to_owned(), family.about().to_owned(), String::new()]);
        let of_family = methods().filter(|method| method.family == family);
        rows.extend(
            of_family.map(|method| vec![format!("  {}", method.key), method.about.to_owned(), method.paper.to_owned()]),
        );
    }
    rows
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
