//! The symbols of the paper. Numbers of equations and sections are those of Gao et al. 2020; where the paper leaves a
//! point open, the definition is the one that this program computes. The symbols of other operators stand in their files.

#![expect(missing_docs, reason = "each symbol says itself what it is")]

use super::{
    Group,
    Source::{Equation, Peer, Section},
    Symbol,
};

pub static GRAPH: Symbol = Symbol::new(
    ["G", "G", r"\mathcal{G}"],
    "graph",
    Section("3"),
    r"\mathcal{G} = (\mathcal{V}, \mathcal{E}, A)",
    "Vertices, edges and their weights, without direction; an index l counts the levels of pooling.",
);

pub static VERTICES: Symbol = Symbol::new(
    ["V", "V", r"\mathcal{V}"],
    "vertices",
    Section("3"),
    r"\mathcal{V} = \{v_1, \dots, v_n\}",
    "The nodes of the graph, atoms where it is a molecule; there are n of them.",
);

pub static EDGES: Symbol = Symbol::new(
    ["edges", "ℰ", r"\mathcal{E}"],
    "edges",
    Section("3"),
    r"(i, j) \in \mathcal{E} \;\Leftrightarrow\; A_{ij} > 0",
    "The pairs of vertices that are joined; the E of the coupling is something else.",
);

pub static A: Symbol = Symbol::new(
    ["A", "A", "A"],
    "adjacency",
    Section("3"),
    r"A_{ij} = A_{ji} \geq 0",
    "The weight of the edge between two vertices, 0 where there is none.",
);

pub static DEGREE: Symbol = Symbol::new(
    ["d_i", "d_i", "d_i"],
    "degree",
    Section("3"),
    r"d_i = \sum_j A_{ij}",
    "The weights of a vertex's edges together; a loop counts with its weight.",
);

pub static D: Symbol = Symbol::new(
    ["D", "D", "D"],
    "degree matrix",
    Section("3"),
    r"D = \operatorname{diag}(d_1, \dots, d_n)",
    "The degrees on a diagonal, everything else 0.",
);

pub static X: Symbol = Symbol::new(
    ["X", "X", "X"],
    "signal",
    Section("3"),
    r"X = [x_1, \dots, x_n]^T",
    "A row of numbers for each vertex: its label, its degree, or what the network made of it.",
);

pub static L: Symbol = Symbol::new(
    ["L", "L", "L"],
    "normalised Laplacian",
    Section("3"),
    r"L = I - D^{-\frac{1}{2}} A D^{-\frac{1}{2}}",
    "Says how much a signal differs from its neighbours; isolated vertices have a row of 0.",
);

pub static LAMBDA: Symbol = Symbol::new(
    ["lambda_i", "λ_i", r"\lambda_i"],
    "eigenvalue",
    Equation(&[3]),
    r"\lambda_k = \frac{1}{2} \sum_{i,j} A_{ij}
                  \left( \frac{u_{k,i}}{\sqrt{d_i}} - \frac{u_{k,j}}{\sqrt{d_j}} \right)^2",
    "How rough its eigenvector is along the edges, from 0 (smooth) to 2.",
)
.in_files("lambda");

pub static EIGENVECTOR: Symbol = Symbol::new(
    ["u_i", "u_i", "u_i"],
    "eigenvector",
    Section("3"),
    r"L u_i = \lambda_i u_i",
    "A pattern on the vertices that L only stretches; together they are the graph's Fourier basis.",
);

pub static U: Symbol = Symbol::new(
    ["U", "U", "U"],
    "eigenvectors of L",
    Section("3"),
    r"L = U \Lambda U^{*}, \quad U = [u_1, \dots, u_n]",
    "All eigenvectors side by side, from the smoothest to the roughest.",
);

pub static ALPHA: Symbol = Symbol::new(
    ["alpha_k", "α_k", r"\alpha_k"],
    "scaled eigenvector",
    Section("4.1"),
    r"\alpha_k = D^{-\frac{1}{2}} u_k",
    "An eigenvector with the degrees taken out: for eigenvalue 0 it is constant.",
);

pub static FILTER: Symbol = Symbol::new(
    ["g", "g(λ)", r"g(\lambda)"],
    "filter",
    Equation(&[7, 8]),
    r"g(\lambda) = f(\lambda)^2 = \left( 1 - \tfrac{1}{2} \lambda \right)^s",
    "How much of an eigenvector passes: all at 0, nothing at 2, less of the rough ones as s grows.",
);

pub static S: Symbol = Symbol::new(
    ["s", "s", "s"],
    "filter order (hops)",
    Equation(&[8]),
    r"(K_t)_{ij} > 0 \;\Leftrightarrow\; \operatorname{hops}(i, j) \leq s",
    "The power of the filter, and so how many edges away a node can be and still be close.",
);

pub static M: Symbol = Symbol::new(
    ["M", "M", "M"],
    "filter g(L)",
    Equation(&[9]),
    r"M = g(L) = \left( \tfrac{1}{2} \bigl( I + D^{-\frac{1}{2}} A D^{-\frac{1}{2}} \bigr) \right)^s",
    "The filter on the whole graph, by sparse powers and without a single eigenvector.",
);

pub static PHI: Symbol = Symbol::new(
    ["phi", "φ", r"\tilde{\phi}"],
    "smooth signal of a vertex",
    Equation(&[4]),
    r"\tilde{\phi}(v_i) = \left[ f(\lambda_1) \alpha_{1,i}, \dots, f(\lambda_n) \alpha_{n,i} \right]^T",
    "Where a vertex stands in all eigenvectors, the rough ones turned down.",
);

pub static K_T: Symbol = Symbol::new(
    ["K_t", "K_t", "K_t"],
    "structure kernel",
    Equation(&[5, 9]),
    r"(K_t)_{ij} = \cos\bigl( \tilde{\phi}(v_i), \tilde{\phi}(v_j) \bigr)
                  = \frac{M_{ij}}{\sqrt{M_{ii} M_{jj}}}",
    "How close two vertices are by structure alone, from 0 (more than s hops apart) to 1.",
)
.in_files("Kt");

pub static W_Q: Symbol = Symbol::new(
    ["W_Q", "W_Q", "W_Q"],
    "query projection",
    Equation(&[10]),
    r"W_Q \in \mathbb{R}^{d \times d'}",
    "Learned: which mixtures of a signal's numbers count when two nodes are compared.",
);

pub static D_PRIME: Symbol = Symbol::new(
    ["dprime", "d′", "d'"],
    "query dimension",
    Section("4.2"),
    r"d' < d, \quad d' = 16",
    "How many numbers a node is compared by.",
);

pub static Q: Symbol = Symbol::new(
    ["Q", "Q", "Q"],
    "projected features",
    Equation(&[10]),
    r"Q = X W_Q",
    "The signal as the signal kernel sees it, a row for each node.",
);

pub static TAU: Symbol = Symbol::new(
    ["tau", "τ", r"\tau"],
    "RBF precision (inverse bandwidth)",
    Equation(&[11]),
    r"\tau > 0",
    "How quickly nodes of different signals stop being close; towards 0 the signal no longer counts.",
);

pub static K_S: Symbol = Symbol::new(
    ["K_s", "K_s", "K_s"],
    "signal kernel",
    Equation(&[11, 12]),
    r"(K_s)_{ij} = e^{-\tau \lVert q_i - q_j \rVert_2^2}",
    "How alike the signals of two nodes are, from 0 to 1 (the same).",
)
.in_files("Ks");

pub static R: Symbol = Symbol::new(
    ["R", "R", "R"],
    "proximity",
    Equation(&[13, 14]),
    r"R = K_t \odot K_s",
    "Close by structure and by signal: the two kernels multiplied, entry by entry.",
);

pub static E: Symbol = Symbol::new(
    ["E", "E", "E_i"],
    "coupling",
    Equation(&[15, 16]),
    r"E_i = \sum_{j \neq i} \frac{R_{ij}}{\sum_{k \neq j} R_{kj}}",
    "What a node draws of all others' proximity; the paper also writes ε(v). The largest become seeds.",
);

pub static RHO: Symbol = Symbol::new(
    ["rho", "ρ", r"\rho"],
    "pooling ratio",
    Equation(&[17]),
    r"n' = \max(1, \lceil \rho n \rceil)",
    "The pooling ratio: 0.3 keeps three nodes of ten.",
);

pub static N_PRIME: Symbol = Symbol::new(
    ["nprime", "n′", "n'"],
    "number of seeds",
    Equation(&[17]),
    r"n' = \max(1, \lceil \rho n \rceil)",
    "How many nodes the coarse graph has.",
);

pub static IDX: Symbol = Symbol::new(
    ["idx", "idx", r"\mathrm{idx}"],
    "seeds",
    Equation(&[17]),
    r"\mathrm{idx} = \operatorname{rank}(E, n')",
    "The nodes of largest coupling, the largest first; of equal ones, the lower index.",
);

pub static R_HAT: Symbol = Symbol::new(
    ["rhat", "r̂", r"\hat{r}_i"],
    "candidates",
    Equation(&[19]),
    r"\hat{r}_{ij} = \begin{cases} R_{ij} & (K_t)_{ij} > 0,\; j \notin \mathrm{idx} \\
                  -\infty & \text{else} \end{cases}",
    "The nodes that a seed may take in: within s hops, and no seeds themselves.",
);

pub static SPARSEMAX: Symbol = Symbol::new(
    ["sparsemax", "sparsemax", r"\operatorname{sparsemax}"],
    "sparsemax projection",
    Equation(&[18]),
    r"\operatorname{sparsemax}(\hat{r}_i)_j = \max(\hat{r}_{ij} - \theta_i, 0)",
    "Makes shares that add up to 1 out of numbers, and leaves small ones out altogether.",
);

pub static THETA: Symbol = Symbol::new(
    ["theta", "θ", r"\theta_i"],
    "threshold of sparsemax",
    Peer("Martins and Astudillo 2016"),
    r"\sum_j \max(\hat{r}_{ij} - \theta_i, 0) = 1",
    "What is taken off every candidate so that the rest adds up to 1; those below it are left out.",
);

pub static C: Symbol = Symbol::new(
    ["C", "C", "C"],
    "assignment",
    Equation(&[20]),
    r"C_{ij} = \begin{cases} \operatorname{sparsemax}(\hat{r}_{\mathrm{idx}(i)})_j & j \notin \mathrm{idx} \\
                  \delta_{\mathrm{idx}(i), j} & j \in \mathrm{idx} \end{cases}",
    "Who goes into which coarse node, and how much: a row for each seed, a column for each node.",
);

pub static A_COARSE: Symbol = Symbol::new(
    ["A'", "A′", "A'"],
    "coarse adjacency",
    Equation(&[2, 21]),
    r"A' = C A C^T",
    "The edges of the coarse graph: what joins the members of two seeds, added up.",
)
.not_in_files();

pub static X_COARSE: Symbol = Symbol::new(
    ["X'", "X′", "X'"],
    "coarse signal",
    Equation(&[2, 22]),
    r"X' = C X",
    "A seed's own signal and its members', weighed by their shares.",
)
.not_in_files();

pub static LEVELS: Symbol = Symbol::new(
    ["levels", "levels", "l"],
    "pooling levels",
    Section("3"),
    r"\mathcal{G}_0 \to \mathcal{G}_1 \to \mathcal{G}_2",
    "How often the graph is pooled; level 0 is the graph as it was given.",
);

pub static NT: Symbol = Symbol::new(
    ["NT", "NT", r"\mathrm{NT}"],
    "ProxPool-NT",
    Section("6.2"),
    r"R = A \odot K_s",
    "Without the structure kernel: only nodes that share an edge can be close.",
);

pub static NS: Symbol = Symbol::new(
    ["NS", "NS", r"\mathrm{NS}"],
    "ProxPool-NS",
    Section("6.2"),
    r"R = K_t",
    "Without the signal kernel: structure alone decides, and nothing is learned in the pooling.",
);

pub static H: Symbol = Symbol::new(
    ["H", "H", r"H"],
    "signal after the convolution",
    Equation(&[23]),
    r"H = \sigma\bigl( (A + I) X W \bigr)",
    "What a pooling gets: neighbours added up, mixed by learned weights, rows of length 1.",
);

pub static READOUT: Symbol = Symbol::new(
    ["readout", "h_G", r"h_{\mathcal{G}}"],
    "readout",
    Equation(&[24]),
    r"h_{\mathcal{G}} = \operatorname{Concat}\bigl( \omega(X_l) \bigr)",
    "The graph in one row of numbers: sums and maxima over the nodes of every level.",
);

pub static HIDDEN: Symbol = Symbol::new(
    ["h", "h", "h"],
    "hidden layer of the classifier",
    Section("6.1"),
    r"h = \operatorname{ReLU}(W_1 h_{\mathcal{G}} + b_1)",
    "What the readout becomes before the scores of the classes.",
);

/// The glossary of the paper, group by group.
pub static GROUPS: &[Group<'static>] = &[
    Group { title: "The graph", symbols: &[&GRAPH, &VERTICES, &EDGES, &A, &DEGREE, &D, &X] },
    Group { title: "Structure", symbols: &[&L, &LAMBDA, &EIGENVECTOR, &U, &ALPHA, &FILTER, &S, &M, &PHI, &K_T] },
    Group { title: "Signal", symbols: &[&W_Q, &D_PRIME, &Q, &TAU, &K_S] },
    Group { title: "Seeds", symbols: &[&R, &E, &RHO, &N_PRIME, &IDX] },
    Group { title: "The coarse graph", symbols: &[&R_HAT, &SPARSEMAX, &THETA, &C, &A_COARSE, &X_COARSE, &LEVELS] },
    Group { title: "Without one of the kernels", symbols: &[&NT, &NS] },
    Group { title: "The network", symbols: &[&H, &READOUT, &HIDDEN] },
];
