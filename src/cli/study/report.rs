//! `proxpool study report`: the table, for people, papers and programs.

use std::{io::Write as _, path::PathBuf};

use clap::Args;
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::tables;
use crate::{
    cli::trace::choice,
    files::write_atomically,
    study::{Report, source},
};

#[derive(Args)]
pub struct Arguments {
    /// Folder of a study, a summary, a folder of runs, or `paper` for the bundled results; several are merged
    #[arg(required = true, value_name = "STUDY_DIR|SUMMARY|paper")]
    sources: Vec<PathBuf>,

    /// Print JSON, as --format json does
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// terminal, markdown, csv, latex (with booktabs) or json
    #[arg(long, value_name = "FORMAT", default_value = "terminal", value_parser = choice::<TableFormat>())]
    format: TableFormat,

    /// Write to this file instead of the terminal
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Forms of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub(super) enum TableFormat {
    Terminal,
    Markdown,
    Csv,
    Latex,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let report = Report::of(&source::read_all(&arguments.sources)?);
    let format = if arguments.json { TableFormat::Json } else { arguments.format };
    let text = match format {
        TableFormat::Terminal => tables::terminal(&report),
        TableFormat::Markdown => tables::markdown(&report),
        TableFormat::Csv => tables::csv(&report)?,
        TableFormat::Latex => tables::latex(&report),
        TableFormat::Json => serde_json::to_string_pretty(&report)? + "\n",
    };
    match &arguments.out {
        None => print!("{text}"),
        Some(out) => {
            write_atomically(out, |file| file.write_all(text.as_bytes()))
                .map_err(|error| anyhow::anyhow!("{} could not be written: {error}", out.display()))?;
            println!("{}", out.display());
        }
    }
    Ok(())
}
