//! What decides about a trace.

use std::sync::Arc;

use super::{SignalSource, View, follow::with_edits, loaded::Loaded, subject::Subject};
use crate::app::state::labels;
use crate::{
    explore::{Exploration, ExploreError},
    pooling::{Method, Params},
    trace::order::NodeOrder,
};

/// What decides about a trace.
#[derive(Clone, PartialEq)]
pub struct Question {
    pub subject: Subject,
    operator: Operator,
    signal: SignalSource,
    pub order: NodeOrder,
}

/// Which operator, with which parameters.
#[derive(Clone, PartialEq)]
enum Operator {
    /// This one, whatever a model says.
    This(&'static Method, Params),
    /// This one beside others, so that a model of another operator is not for it.
    Beside(&'static Method, Params),
    /// That of the model, as it was trained.
    AsTrained,
}

impl Question {
    /// The question that a view asks.
    pub fn of(data: &Arc<Loaded>, view: &View) -> Self {
        Self::new(data, view, Operator::This(view.method, view.params.clone()), view.signal.clone())
    }

    /// The question about another operator that is shown beside that of the view.
    pub fn beside(data: &Arc<Loaded>, view: &View, method: &'static Method) -> Self {
        Self::new(data, view, Operator::Beside(method, view.params.clone()), view.signal.clone())
    }

    /// The question about the graph of a view as a model sees it.
    pub fn as_trained(data: &Arc<Loaded>, view: &View, signal: SignalSource) -> Self {
        Self::new(data, view, Operator::AsTrained, signal)
    }

    fn new(data: &Arc<Loaded>, view: &View, operator: Operator, signal: SignalSource) -> Self {
        Self { subject: Subject::of(data, view), operator, signal, order: view.order }
    }

    /// What the library is asked.
    pub fn exploration(&self) -> Result<Exploration, ExploreError> {
        let (signal, weights) = (self.signal.chosen(), self.signal.weights()?);
        let (method, params, is_beside_others) = match &self.operator {
            Operator::This(method, params) => (method, params, false),
            Operator::Beside(method, params) => (method, params, true),
            Operator::AsTrained => return Exploration::of(weights),
        };
        Ok(Exploration { method, params: params.clone(), signal, weights, is_beside_others })
    }

    /// Whether a view of a dataset asks for the same trace; the order of its nodes is no part of it.
    pub fn is_asked_by(&self, data: &Arc<Loaded>, view: &View) -> bool {
        let operator = Operator::This(view.method, view.params.clone());
        self.subject == Subject::of(data, view) && self.operator == operator && self.signal == view.signal
    }

    /// Whether both are about one graph of one dataset, edits aside.
    pub fn has_same_graph(&self, other: &Self) -> bool {
        self.subject.has_same_original(&other.subject)
    }

    /// The view with what decides about the trace taken from this question, which is about the same graph.
    pub fn put_into(&self, view: &View) -> View {
        let Self { subject, operator, signal, .. } = self.clone();
        let view = View { signal, ..with_edits(view, &subject.data, subject.edits) };
        match operator {
            Operator::This(method, params) | Operator::Beside(method, params) => view.with_operator(method, params),
            Operator::AsTrained => view,
        }
    }
}

/// An error for graphs on which an operator would take minutes and gigabytes: it cannot be cancelled.
pub fn fits(method: &Method, n_nodes: usize) -> Result<(), String> {
    match method.max_nodes_interactive {
        Some(most) if n_nodes > most => Err(format!(
            "In the window {} is limited to {}. The command line has no such limit",
            method.name,
            labels::node_limit(most, n_nodes)
        )),
        _ => Ok(()),
    }
}
