//! Descriptions of operators, and the table of all operators.

use std::sync::{PoisonError, RwLock};

use super::{
    Family, Laws, Parameter, Params, Pooling, asap, bisection, diffpool, edgepool, eigenpool, gpool, graclus, infopool,
    kmis, lapool, mincut, ndp, none,
    parameter::{LEVELS, Q_WIDTH, RHO, S, TAU},
    proxpool, random, random_dense, sagpool,
};
use crate::symbols::Symbol;

/// The description of an operator: names, parameters, matrices and code.
pub struct Method {
    /// On the command line: `proxpool-nt`.
    pub key: &'static str,
    /// On screen: `ProxPool-NT`.
    pub name: &'static str,
    /// Where space is scarce: `NT`.
    pub short: &'static str,
    /// Author and year.
    pub paper: &'static str,
    /// One sentence on how it selects nodes.
    pub about: &'static str,
    /// What lists of operators have it under.
    pub family: Family,
    /// What holds of all its results.
    pub laws: Laws,
    pub parameters: &'static [&'static Parameter],
    /// The matrices of its trace, in the order they are best read.
    pub matrices: &'static [&'static Symbol],
    /// Matrices on the way to those, which are shown on demand.
    pub intermediates: &'static [&'static Symbol],
    /// Symbols that only this operator has, for the glossary.
    pub symbols: &'static [&'static Symbol],
    /// What it adds to the loss of the classes, to be followed in training.
    pub losses: &'static [&'static Symbol],
    /// Graphs of more nodes take longer than anybody waits at a window; none where any graph answers soon.
    pub max_nodes_interactive: Option<usize>,
    /// Whether it draws from the seed even with trained weights.
    pub is_random: bool,
    /// Whether a comparison shows it from the start.
    pub is_compared_by_default: bool,
    pub operator: &'static dyn Pooling,
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.key)
    }
}

impl Method {
    pub fn has(&self, parameter: &Parameter) -> bool {
        self.parameters.contains(&parameter)
    }

    /// The parameters that decide about its result, with their values: levels and what only training uses are left out
    /// where they are as usual.
    pub fn settings(&self, params: &Params) -> Vec<(&'static str, String)> {
        let is_told = |parameter: &Parameter| {
            let is_minor = parameter.is_of_training || parameter == &LEVELS;
            !(is_minor && parameter.is_default(params))
        };
        let told = self.parameters.iter().filter(|parameter| is_told(parameter));
        told.map(|parameter| (parameter.text(), parameter.show(parameter.get(params)))).collect()
    }

    /// All matrices: those that are shown, then those on the way to them.
    pub fn all_matrices(&self) -> impl Iterator<Item = &'static Symbol> + use<> {
        self.matrices.iter().chain(self.intermediates).copied()
    }
}

/// The operators of this program, one file each, in the order in which lists have them; the first is the default.
pub static METHODS: &[&Method] = &[
    &proxpool::FULL,
    &proxpool::NO_STRUCTURE,
    &proxpool::NO_SIGNAL,
    &diffpool::METHOD,
    &gpool::METHOD,
    &sagpool::METHOD,
    &eigenpool::METHOD,
    &lapool::METHOD,
    &asap::METHOD,
    &infopool::METHOD,
    &mincut::MINCUT,
    &mincut::DMON,
    &mincut::JUST_BALANCE,
    &kmis::METHOD,
    &ndp::METHOD,
    &edgepool::METHOD,
    &graclus::METHOD,
    &bisection::NCUT,
    &bisection::RSB,
    &random::METHOD,
    &random_dense::METHOD,
    &graclus::COMPLEMENT,
    &none::METHOD,
];

static REGISTERED: RwLock<Vec<&'static Method>> = RwLock::new(Vec::new());

/// Why an operator cannot be registered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an operator “{0}” is already registered")]
pub struct KeyIsTaken(&'static str);

/// Adds an operator from outside of this crate: from now on it is everywhere that the others are.
pub fn register(method: &'static Method) -> Result<(), KeyIsTaken> {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if METHODS.iter().chain(registered.iter()).any(|other| other.key == method.key) {
        return Err(KeyIsTaken(method.key));
    }
    registered.push(method);
    Ok(())
}

/// All operators: those of this program, then those that were registered.
pub fn methods() -> impl Iterator<Item = &'static Method> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner).clone();
    METHODS.iter().copied().chain(registered)
}

/// The operator of a key.
pub fn method(key: &str) -> Option<&'static Method> {
    methods().find(|method| method.key == key)
}

/// All parameters of all operators, those that several have first.
pub fn all_parameters() -> Vec<&'static Parameter> {
    let mut all = vec![&S, &TAU, &RHO, &LEVELS, &Q_WIDTH];
    for parameter in methods().flat_map(|method| method.parameters) {
        if !all.contains(parameter) {
            all.push(parameter);
        }
    }
    all
}

/// The parameter of a key.
pub fn parameter(key: &str) -> Option<&'static Parameter> {
    all_parameters().into_iter().find(|parameter| parameter.key() == key)
}
