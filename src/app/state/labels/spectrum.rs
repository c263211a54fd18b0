//! The Spectrum tab. What follows `_` or `^` is set below or above the line, and read without that sign.

pub const LOW_PASS: &str = "ideal low-pass";
pub const HEAT_KERNEL: &str = "heat kernel";
pub const SECOND_NODE: &str = "Second node";

/// `Spectrum, 17 eigenvalues`, `Spectrum, 100 of 5748 eigenvalues`.
pub fn spectrum(n: usize, of: usize) -> String {
    let part = if n == of { String::new() } else { format!(" of {of}") };
    format!("Spectrum, {n}{part} eigenvalue{}", if n == 1 { "" } else { "s" })
}

/// Above the plot of a large graph.
pub fn ends(n_each: usize, n: usize, lowest: [&str; 2], highest: [&str; 2]) -> String {
    let ([a, b], [c, d]) = (lowest, highest);
    format!("lowest {n_each} ({a} to {b}) and highest {n_each} ({c} to {d}) of {n} eigenvalues, by Lanczos")
}

pub fn computing(n: usize) -> String {
    format!("Computing the eigenvectors of {n} nodes…")
}

pub fn computing_k_t(n: usize) -> String {
    format!("Computing K_t of {n} nodes…")
}

pub fn computing_ends(n_computed: usize, n_each: usize, n: usize) -> String {
    format!("Lowest and highest {n_each} of {n} eigenvalues: {n_computed} of {} found", 2 * n_each)
}

pub const COMPUTE: &str = "Compute eigenvectors";

/// Below the plot of a large graph.
pub fn needs_all(most: usize) -> String {
    format!(
        "Kernels by eigenvectors, the heat kernel, smooth signals and theory checks need all eigenpairs, which are \
         computed for graphs of up to {most} nodes. K_t is a matrix polynomial and needs none."
    )
}

/// `number` is set below the line.
pub fn degenerate(fold: usize, number: &str, place: usize) -> String {
    format!("degenerate eigenspace (dim {fold}): u{number} is vector {place} of a non-unique basis")
}

pub fn cuts_eigenspace(m: usize, fold: usize) -> String {
    format!("m = {m} splits a {fold}-fold eigenvalue: K_m depends on the choice of basis")
}

pub fn equal_ends(n_edges: usize) -> String {
    format!("u/√d is equal at both ends of all {n_edges} edges.")
}

// ---- Computing K_t

pub const DEFAULT_METHOD: &str = "default method";
pub const DECOMPOSITION: &str = "decomposition + ";
pub const ROUND_OFF: &str = "(round-off)";

pub fn truncated(m: usize, n: usize) -> String {
    format!("Truncated (m = {m} of {n})")
}

// ---- Impulse response

pub const EXACTLY_WITHIN: &str = "K_t > 0 exactly for these nodes.";
pub const NOT_LOCAL: &str = "Not a polynomial of degree s: the response reaches every node of the component.";

pub fn within(s: usize, name: &str, n_nodes: usize) -> String {
    format!("within s = {s} hops of {name}: {n_nodes} nodes")
}

pub fn positive(n_nodes: usize) -> String {
    format!("K_t > 0: {n_nodes} nodes")
}

pub fn row(name: &str, n: usize) -> String {
    format!("Row of M at {name}, {n} values")
}

// ---- Smooth signals

pub const SAME_COSINE: &str = "Equal: K_t is this cosine, computed without eigenvectors.";

// ---- Theory checks

pub const FACTORS_CANCEL: &str = "Confirmed: K_t is unchanged without them.";
pub const NOT_BIPARTITE: &str = "Not bipartite: no dimension is lost.";
pub const BIPARTITE: &str = "Bipartite: one dimension is lost at λ = 2.";
pub const NOTHING_FILTERED: &str = "With s = 0 nothing is filtered, not even at λ = 2.";
pub const CONNECTED: &str = "Connected: λ = 0 has multiplicity 1.";

pub fn rank(rank: usize, n: usize) -> String {
    format!("Confirmed: rank {rank} of {n}.")
}

pub fn lost_rank(claimed: usize, rank: usize, least: &str) -> String {
    format!("In theory {claimed}, numerically {rank}: the smallest f is {least}.")
}

pub fn bipartite(n: usize) -> String {
    format!("{n} bipartite components: {n} dimensions are lost at λ = 2.")
}

pub fn separate(n_components: usize) -> String {
    format!("{n_components} components; K_t is zero across components.")
}

/// The height of a bar of a row of M.
pub fn entry(name: &str) -> String {
    format!("M({name}, node)")
}
