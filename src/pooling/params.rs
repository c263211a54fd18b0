//! The values of the parameters of the operators. What each means is in [`Parameter`](super::Parameter).

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use super::{
    all_parameters, parameter,
    parameter::{LEVELS, OutOfRange, Q_WIDTH, RHO, S, TAU},
};
use crate::{graph::Dataset, math::rank};

/// All parameters; an operator reads those it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Params {
    /// Order of the filter, in hops.
    pub s: usize,
    /// Precision of the RBF kernel on projected features.
    pub tau: f64,
    pub rho: f64,
    /// Number of poolings, one after the other.
    pub levels: usize,
    /// Columns d' of W_Q in Q = X W_Q, where W_Q is learned.
    #[serde(rename = "dprime", alias = "q_width")]
    pub q_width: usize,
    /// For random choices and for weights that are not trained.
    pub seed: u64,
    /// Most nodes of a graph in the dataset: DIFFPOOL sizes its clusters by it. Found in the data; 0 before that.
    #[serde(skip_serializing_if = "is_zero")]
    pub max_nodes: usize,
    /// Nodes of a graph of the dataset, on average: MinCutPool and its kin size their clusters by it. Found in the data; 0
    /// before that, where the largest graph takes its place.
    #[serde(skip_serializing_if = "is_unknown")]
    pub mean_nodes: f64,
    /// Cuts the gradient through the coarsened adjacency, for comparison.
    pub detach_adjacency: bool,
    /// Parameters of a single operator by key, if not at their default. In files they are on the same level as the others.
    #[serde(flatten, deserialize_with = "own_parameters")]
    pub own: BTreeMap<String, f64>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_unknown(mean: &f64) -> bool {
    *mean == 0.0
}

/// Values of operator-specific parameters; anything else is an unknown field.
fn own_parameters<'de, D: Deserializer<'de>>(fields: D) -> Result<BTreeMap<String, f64>, D::Error> {
    let fields = BTreeMap::<String, serde_json::Value>::deserialize(fields)?;
    let number = |(key, value): (String, serde_json::Value)| match (parameter(&key), value.as_f64()) {
        (Some(_), Some(number)) => Ok((key, number)),
        (Some(_), None) => Err(D::Error::custom(format!("`{key}` is not a number"))),
        (None, _) => Err(D::Error::custom(format!("unknown field `{key}`"))),
    };
    fields.into_iter().map(number).collect()
}

impl Default for Params {
    fn default() -> Self {
        Self {
            s: S.default as usize,
            tau: TAU.default,
            rho: RHO.default,
            levels: LEVELS.default as usize,
            q_width: Q_WIDTH.default as usize,
            seed: 0,
            max_nodes: 0,
            mean_nodes: 0.0,
            detach_adjacency: false,
            own: BTreeMap::new(),
        }
    }
}

/// Why parameters cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParamsError {
    /// A value outside its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// No operator of this version has it.
    #[error("unknown parameter “{0}”; it may come from a newer version")]
    Unknown(String),
}

impl Params {
    /// These parameters, if all are known and in range.
    pub fn checked(self) -> Result<Self, ParamsError> {
        let known = all_parameters();
        if let Some(key) = self.own.keys().find(|key| !known.iter().any(|parameter| parameter.key() == *key)) {
            return Err(ParamsError::Unknown(key.clone()));
        }
        for parameter in known {
            parameter.check(parameter.get(&self))?;
        }
        Ok(self)
    }

    /// With the sizes that are found in the data.
    pub fn sized_for(self, dataset: &Dataset) -> Self {
        Self { max_nodes: dataset.max_nodes(), mean_nodes: dataset.mean_nodes(), ..self }
    }

    /// The number of clusters at a level (from 0) where ρ is of the mean graph of a dataset: k = max(1, ⌈ρ n̄⌉), then that of
    /// k. A graph of fewer nodes grows.
    pub fn n_clusters_by_mean(&self, level: usize) -> usize {
        let mean = if self.mean_nodes > 0.0 { self.mean_nodes } else { self.max_nodes as f64 };
        let first = rank::n_kept_of_mean(mean, self.rho);
        (0..level).fold(first, |n, _| rank::n_kept(n, self.rho))
    }

    /// DIFFPOOL's number of clusters at a level (from 0): a fifth of the largest graph, then of that.
    pub fn n_clusters(&self, level: usize) -> usize {
        (0..=level).fold(self.max_nodes, |n, _| n.div_ceil(5).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pooling::parameter::Place;

    #[test]
    fn what_is_out_of_range_is_named_with_its_range() {
        let error = Params { rho: 1.5, ..Params::default() }.checked().unwrap_err();
        assert_eq!(error.to_string(), "ρ = 1.5 is out of range; choose a number from 0 to 1");
        assert!(Params { tau: f64::NAN, ..Params::default() }.checked().is_err());
    }

    #[test]
    fn a_parameter_of_no_operator_is_named() {
        let own = BTreeMap::from([("warp".to_owned(), 9.0)]);
        let error = Params { own, ..Params::default() }.checked().unwrap_err();
        assert_eq!(error, ParamsError::Unknown("warp".to_owned()));
    }

    #[test]
    fn files_have_every_parameter_by_its_key_and_may_lack_some() {
        let params = Params { s: 5, q_width: 8, seed: u64::MAX, ..Params::default() };
        let text = serde_json::to_string(&params).unwrap();
        for parameter in all_parameters().into_iter().filter(|parameter| matches!(parameter.place, Place::Field { .. }))
        {
            assert!(text.contains(&format!("\"{}\":", parameter.key())), "{text}");
        }
        assert_eq!(serde_json::from_str::<Params>(&text).unwrap(), params);
        let older = r#"{"s": 5, "q_width": 8, "seed": 18446744073709551615}"#;
        assert_eq!(serde_json::from_str::<Params>(older).unwrap(), params);
    }

    #[test]
    fn clusters_shrink_by_five_at_each_level() {
        let params = Params { max_nodes: 111, ..Params::default() };
        assert_eq!((params.n_clusters(0), params.n_clusters(1)), (23, 5));
    }
}
