//! The request of a trace: everything that determines it.

use std::sync::Arc;

use super::{SignalSource, View, follow::with_edits, loaded::Loaded, subject::Subject};
use crate::app::state::labels;
use crate::{
    explore::{Exploration, ExploreError},
    pooling::{Method, Params},
    trace::order::NodeOrder,
};

#[derive(Clone, PartialEq)]
pub struct Question {
    pub subject: Subject,
    operator: Operator,
    signal: SignalSource,
    pub order: NodeOrder,
}

#[derive(Clone, PartialEq)]
enum Operator {
    /// This operator, overriding that of a model.
    This(&'static Method, Params),
    /// This operator among others, so that a model of another operator does not apply.
    Beside(&'static Method, Params),
    /// The operator of the model, as trained.
    AsTrained,
}

impl Question {
    pub fn from_view(data: &Arc<Loaded>, view: &View) -> Self {
        Self::new(data, view, Operator::This(view.method, view.params.clone()), view.signal.clone())
    }

    /// Another operator on the graph of the view.
    pub fn beside(data: &Arc<Loaded>, view: &View, method: &'static Method) -> Self {
        Self::new(data, view, Operator::Beside(method, view.params.clone()), view.signal.clone())
    }

    /// A trained model on the graph of the view.
    pub fn as_trained(data: &Arc<Loaded>, view: &View, signal: SignalSource) -> Self {
        Self::new(data, view, Operator::AsTrained, signal)
    }

    fn new(data: &Arc<Loaded>, view: &View, operator: Operator, signal: SignalSource) -> Self {
        Self { subject: Subject::from_view(data, view), operator, signal, order: view.order }
    }

    pub fn exploration(&self) -> Result<Exploration, ExploreError> {
        let (signal, weights) = (self.signal.chosen(), self.signal.weights()?);
        let (method, params, is_beside_others) = match &self.operator {
            Operator::This(method, params) => (method, params, false),
            Operator::Beside(method, params) => (method, params, true),
            Operator::AsTrained => return Exploration::with_weights(weights),
        };
        Ok(Exploration { method, params: params.clone(), signal, weights, is_beside_others })
    }

    /// Whether a view needs the same trace; the node ordering does not matter.
    pub fn is_asked_by(&self, data: &Arc<Loaded>, view: &View) -> bool {
        let operator = Operator::This(view.method, view.params.clone());
        self.subject == Subject::from_view(data, view) && self.operator == operator && self.signal == view.signal
    }

    /// Whether both concern the same graph, without its edits.
    pub fn has_same_graph(&self, other: &Self) -> bool {
        self.subject.has_same_original(&other.subject)
    }

    /// The view with the parts that determine the trace taken from this request for the same graph.
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
pub(crate) fn fits(method: &Method, n_nodes: usize) -> Result<(), String> {
    match method.max_nodes_interactive {
        Some(most) if n_nodes > most => Err(format!(
            "In the window {} is limited to graphs of {}. The command line has no such limit",
            method.name,
            labels::node_limit(most, n_nodes)
        )),
        _ => Ok(()),
    }
}
