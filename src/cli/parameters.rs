//! Flags of parameters, made from their tables: a new parameter has its flag without a line here.

use clap::{Arg, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches};

use crate::{
    pooling::{Parameter, Params, all_parameters, parameter::HasParameters},
    train::{Config, settings::SETTINGS},
};

/// A type with a table of parameters.
pub(super) trait Table: HasParameters + Clone + Sized + 'static {
    /// Name of the group of its flags, for what conflicts with them.
    const GROUP: &'static str;

    fn table() -> Vec<&'static Parameter<Self>>;
}

impl Table for Params {
    const GROUP: &'static str = "parameters";

    fn table() -> Vec<&'static Parameter<Self>> {
        all_parameters()
    }
}

impl Table for Config {
    const GROUP: &'static str = "settings";

    fn table() -> Vec<&'static Parameter<Self>> {
        SETTINGS.to_vec()
    }
}

/// The parameters that were given on the command line.
#[derive(Clone, Debug)]
pub(super) struct Flags<T: Table> {
    given: Vec<(&'static Parameter<T>, f64)>,
}

impl<T: Table> Flags<T> {
    /// The keys of what was given.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.given.iter().map(|(parameter, _)| parameter.key())
    }

    /// Sets what was given, and leaves the rest.
    pub(super) fn apply(&self, to: &mut T) {
        for (parameter, value) in &self.given {
            parameter.set(to, *value);
        }
    }
}

impl<T: Table> Args for Flags<T> {
    fn augment_args(command: Command) -> Command {
        let flag = |parameter: &'static Parameter<T>| {
            let (title, text) = (parameter.title(), parameter.text());
            // `τ` adds to a title; `s` is the flag itself, and "learning rate" is in the title already.
            let is_redundant = text == parameter.key() || title.to_lowercase().contains(text);
            let symbol = if is_redundant { String::new() } else { format!(" {text}") };
            let default = parameter.show(parameter.default);
            let help = match parameter.choices {
                [] => format!("{}{symbol} [default: {default}]", capitalised(title)),
                choices => format!("{}: {} [default: {default}]", capitalised(title), choices.join(", ")),
            };
            Arg::new(parameter.key())
                .long(parameter.key())
                .value_name(if parameter.choices.is_empty() { "NUMBER" } else { "NAME" })
                .allow_negative_numbers(true)
                .value_parser(move |text: &str| value(text, parameter))
                .help(help)
        };
        let keys = T::table().into_iter().map(Parameter::key);
        let group = ArgGroup::new(T::GROUP).multiple(true).args(keys);
        command.args(T::table().into_iter().map(flag)).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Table> FromArgMatches for Flags<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |parameter: &'static Parameter<T>| Some((parameter, *matches.get_one::<f64>(parameter.key())?));
        Ok(Self { given: T::table().into_iter().filter_map(given).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A number, or the name of a choice.
fn value<T>(text: &str, parameter: &Parameter<T>) -> Result<f64, String> {
    if let Some(value) = parameter.named(text) {
        return Ok(value);
    }
    match text.parse::<f64>() {
        Ok(value) if parameter.is_whole && value.fract() != 0.0 => Err("must be a whole number".to_owned()),
        Ok(value) => Ok(value),
        Err(_) if !parameter.choices.is_empty() => Err(format!("choose one of {}", parameter.choices.join(", "))),
        Err(_) => Err("not a number".to_owned()),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
