//! An operator from outside that the window runs on small graphs only.

use std::sync::Once;

use proxpool::pooling::{Method, proxpool::FULL, register};

pub(crate) const MOST_NODES: usize = 2000;

static METHOD: Method = Method {
    key: "limited",
    name: "Limited",
    short: "LI",
    about: "ProxPool for small graphs",
    max_nodes_interactive: Some(MOST_NODES),
    ..FULL
};

/// The name of the operator, which can be chosen from now on.
pub(crate) fn limited() -> &'static str {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| register(&METHOD).unwrap());
    METHOD.name
}
