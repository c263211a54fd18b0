//! The symbols of the paper. Numbers of equations and sections are those of Gao et al. 2020; where the paper leaves a
//! point open, the definition is the one used by this program. The symbols of other operators are in their files.

#![expect(missing_docs, reason = "each symbol documents itself")]

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
    "An undirected weighted graph; the index l denotes the pooling level.",
);

pub static VERTICES: Symbol = Symbol::new(
    ["V", "V", r"\mathcal{V}"],
    "vertices",
    Section("3"),
    r"\mathcal{V} = \{v_1, \dots, v_n\}",
    "The n nodes of the graph, for example the atoms of a molecule.",
);

pub static EDGES: Symbol = Symbol::new(
    ["edges", "ℰ", r"\mathcal{E}"],
    "edges",
    Section("3"),
    r"(i, j) \in \mathcal{E} \;\Leftrightarrow\; A_{ij} > 0",
    "The pairs of adjacent vertices; not to be confused with the coupling E.",
);

pub static A: Symbol = Symbol::new(
    ["A", "A", "A"],
    "adjacency",
    Section("3"),
    r"A_{ij} = A_{ji} \geq 0",
    "The weight of the edge between two vertices, 0 if there is none.",
);

pub static DEGREE: Symbol = Symbol::new(
    ["d_i", "d_i", "d_i"],
    "degree",
    Section("3"),
    r"d_i = \sum_j A_{ij}",
    "The sum of the edge weights of a vertex, including self-loops.",
);

pub static D: Symbol = Symbol::new(
    ["D", "D", "D"],
    "degree matrix",
    Section("3"),
    r"D = \operatorname{diag}(d_1, \dots, d_n)",
    "The diagonal matrix of the degrees.",
);

pub static X: Symbol = Symbol::new(
    ["X", "X", "X"],
    "signal",
    Section("3"),
    r"X = [x_1, \dots, x_n]^T",
    "One feature vector per vertex: its one-hot label, its degree, or the output of a network layer.",
);

pub static L: Symbol = Symbol::new(
    ["L", "L", "L"],
    "normalised Laplacian",
    Section("3"),
    r"L = I - D^{-\frac{1}{2}} A D^{-\frac{1}{2}}",
    "Measures how much a signal varies between neighbours; the row of an isolated vertex is 0.",
);

pub static LAMBDA: Symbol = Symbol::new(
    ["lambda_i", "λ_i", r"\lambda_i"],
    "eigenvalue",
    Equation(&[3]),
    r"\lambda_k = \frac{1}{2} \sum_{i,j} A_{ij}
                  \left( \frac{u_{k,i}}{\sqrt{d_i}} - \frac{u_{k,j}}{\sqrt{d_j}} \right)^2",
    "The graph frequency of its eigenvector, from 0 (smooth) to 2.",
)
.in_files("lambda");

pub static EIGENVECTOR: Symbol = Symbol::new(
    ["u_i", "u_i", "u_i"],
    "eigenvector",
    Section("3"),
    r"L u_i = \lambda_i u_i",
    "The eigenvectors of L are the Fourier basis of the graph.",
);

pub static U: Symbol = Symbol::new(
    ["U", "U", "U"],
    "eigenvectors of L",
    Section("3"),
    r"L = U \Lambda U^{*}, \quad U = [u_1, \dots, u_n]",
    "All eigenvectors as columns, in order of increasing frequency.",
);

pub static ALPHA: Symbol = Symbol::new(
    ["alpha_k", "α_k", r"\alpha_k"],
    "scaled eigenvector",
    Section("4.1"),
    r"\alpha_k = D^{-\frac{1}{2}} u_k",
    "An eigenvector normalised by the degrees; constant for eigenvalue 0.",
);

pub static FILTER: Symbol = Symbol::new(
    ["g", "g(λ)", r"g(\lambda)"],
    "filter",
    Equation(&[7, 8]),
    r"g(\lambda) = f(\lambda)^2 = \left( 1 - \tfrac{1}{2} \lambda \right)^s",
    "A low-pass filter: gain 1 at λ = 0 and 0 at λ = 2; high frequencies are attenuated more as s increases.",
);

pub static S: Symbol = Symbol::new(
    ["s", "s", "s"],
    "filter order (hops)",
    Equation(&[8]),
    r"(K_t)_{ij} > 0 \;\Leftrightarrow\; \operatorname{hops}(i, j) \leq s",
    "The order of the filter polynomial, and so the radius of the structure kernel in hops.",
);

pub static M: Symbol = Symbol::new(
    ["M", "M", "M"],
    "filter g(L)",
    Equation(&[9]),
    r"M = g(L) = \left( \tfrac{1}{2} \bigl( I + D^{-\frac{1}{2}} A D^{-\frac{1}{2}} \bigr) \right)^s",
    "The filter as a matrix polynomial, computed by sparse products without eigenvectors.",
);

pub static PHI: Symbol = Symbol::new(
    ["phi", "φ", r"\tilde{\phi}"],
    "smoothed spectral embedding",
    Equation(&[4]),
    r"\tilde{\phi}(v_i) = \left[ f(\lambda_1) \alpha_{1,i}, \dots, f(\lambda_n) \alpha_{n,i} \right]^T",
    "The spectral embedding of a vertex, with high frequencies attenuated.",
);

pub static K_T: Symbol = Symbol::new(
    ["K_t", "K_t", "K_t"],
    "structure kernel",
    Equation(&[5, 9]),
    r"(K_t)_{ij} = \cos\bigl( \tilde{\phi}(v_i), \tilde{\phi}(v_j) \bigr)
                  = \frac{M_{ij}}{\sqrt{M_{ii} M_{jj}}}",
    "The structural similarity of two vertices, from 0 (more than s hops apart) to 1.",
)
.in_files("Kt");

pub static W_Q: Symbol = Symbol::new(
    ["W_Q", "W_Q", "W_Q"],
    "query projection",
    Equation(&[10]),
    r"W_Q \in \mathbb{R}^{d \times d'}",
    "Learned linear projection of the features in which nodes are compared.",
);

pub static D_PRIME: Symbol = Symbol::new(
    ["dprime", "d′", "d'"],
    "query dimension",
    Section("4.2"),
    r"d' < d, \quad d' = 16",
    "The dimension of the projected features.",
);

pub static Q: Symbol = Symbol::new(
    ["Q", "Q", "Q"],
    "projected features",
    Equation(&[10]),
    r"Q = X W_Q",
    "The features after projection, one row per node; the input of the signal kernel.",
);

pub static TAU: Symbol = Symbol::new(
    ["tau", "τ", r"\tau"],
    "RBF precision (inverse bandwidth)",
    Equation(&[11]),
    r"\tau > 0",
    "The decay rate of the signal kernel; for τ → 0 the signal has no influence.",
);

pub static K_S: Symbol = Symbol::new(
    ["K_s", "K_s", "K_s"],
    "signal kernel",
    Equation(&[11, 12]),
    r"(K_s)_{ij} = e^{-\tau \lVert q_i - q_j \rVert_2^2}",
    "The similarity of the features of two nodes, from 0 to 1 (equal).",
)
.in_files("Ks");

pub static R: Symbol = Symbol::new(
    ["R", "R", "R"],
    "proximity",
    Equation(&[13, 14]),
    r"R = K_t \odot K_s",
    "The elementwise product of the two kernels: similarity by structure and by signal.",
);

pub static E: Symbol = Symbol::new(
    ["E", "E", "E_i"],
    "coupling",
    Equation(&[15, 16]),
    r"E_i = \sum_{j \neq i} \frac{R_{ij}}{\sum_{k \neq j} R_{kj}}",
    "The normalised proximity that a node receives from all others, in the paper also ε(v). The nodes with the largest coupling become seeds.",
);

pub static RHO: Symbol = Symbol::new(
    ["rho", "ρ", r"\rho"],
    "pooling ratio",
    Equation(&[17]),
    r"n' = \max(1, \lceil \rho n \rceil)",
    "The fraction of nodes that become seeds: 0.3 keeps three nodes of ten.",
);

pub static N_PRIME: Symbol = Symbol::new(
    ["nprime", "n′", "n'"],
    "number of seeds",
    Equation(&[17]),
    r"n' = \max(1, \lceil \rho n \rceil)",
    "The number of nodes of the coarsened graph.",
);

pub static IDX: Symbol = Symbol::new(
    ["idx", "idx", r"\mathrm{idx}"],
    "seeds",
    Equation(&[17]),
    r"\mathrm{idx} = \operatorname{rank}(E, n')",
    "The nodes with the largest coupling, in descending order; ties are broken by the lower index.",
);

pub static R_HAT: Symbol = Symbol::new(
    ["rhat", "r̂", r"\hat{r}_i"],
    "candidates",
    Equation(&[19]),
    r"\hat{r}_{ij} = \begin{cases} R_{ij} & (K_t)_{ij} > 0,\; j \notin \mathrm{idx} \\
                  -\infty & \text{else} \end{cases}",
    "The nodes that may be assigned to a seed: within s hops, and not seeds themselves.",
);

pub static SPARSEMAX: Symbol = Symbol::new(
    ["sparsemax", "sparsemax", r"\operatorname{sparsemax}"],
    "sparsemax projection",
    Equation(&[18]),
    r"\operatorname{sparsemax}(\hat{r}_i)_j = \max(\hat{r}_{ij} - \theta_i, 0)",
    "The Euclidean projection onto the probability simplex; small entries become exactly 0.",
);

pub static THETA: Symbol = Symbol::new(
    ["theta", "θ", r"\theta_i"],
    "threshold of sparsemax",
    Peer("Martins and Astudillo 2016"),
    r"\sum_j \max(\hat{r}_{ij} - \theta_i, 0) = 1",
    "The value subtracted from every candidate so that the positive parts sum to 1; candidates below it get weight 0.",
);

pub static C: Symbol = Symbol::new(
    ["C", "C", "C"],
    "assignment",
    Equation(&[20]),
    r"C_{ij} = \begin{cases} \operatorname{sparsemax}(\hat{r}_{\mathrm{idx}(i)})_j & j \notin \mathrm{idx} \\
                  \delta_{\mathrm{idx}(i), j} & j \in \mathrm{idx} \end{cases}",
    "The weight of each node in each cluster: one row per seed, one column per node.",
);

pub static A_COARSE: Symbol = Symbol::new(
    ["A'", "A′", "A'"],
    "coarse adjacency",
    Equation(&[2, 21]),
    r"A' = C A C^T",
    "The edge weights of the coarsened graph: the weighted sum of the edges between the members of two seeds.",
)
.not_in_files();

pub static X_COARSE: Symbol = Symbol::new(
    ["X'", "X′", "X'"],
    "coarse signal",
    Equation(&[2, 22]),
    r"X' = C X",
    "The features of a seed and its members, summed with their assignment weights.",
)
.not_in_files();

pub static LEVELS: Symbol = Symbol::new(
    ["levels", "levels", "l"],
    "pooling levels",
    Section("3"),
    r"\mathcal{G}_0 \to \mathcal{G}_1 \to \mathcal{G}_2",
    "The number of pooling layers; level 0 is the input graph.",
);

pub static NT: Symbol = Symbol::new(
    ["NT", "NT", r"\mathrm{NT}"],
    "ProxPool-NT",
    Section("6.2"),
    r"R = A \odot K_s",
    "Ablation without the structure kernel: only adjacent nodes can be close.",
);

pub static NS: Symbol = Symbol::new(
    ["NS", "NS", r"\mathrm{NS}"],
    "ProxPool-NS",
    Section("6.2"),
    r"R = K_t",
    "Ablation without the signal kernel: structure only, no learned weights in the pooling.",
);

pub static H: Symbol = Symbol::new(
    ["H", "H", r"H"],
    "signal after the convolution",
    Equation(&[23]),
    r"H = \sigma\bigl( (A + I) X W \bigr)",
    "The input of a pooling layer: a graph convolution with learned weights, rows normalised to length 1.",
);

pub static READOUT: Symbol = Symbol::new(
    ["readout", "h_G", r"h_{\mathcal{G}}"],
    "readout",
    Equation(&[24]),
    r"h_{\mathcal{G}} = \operatorname{Concat}\bigl( \omega(X_l) \bigr)",
    "The representation of the whole graph: sum and max readouts of every level, concatenated.",
);

pub static HIDDEN: Symbol = Symbol::new(
    ["h", "h", "h"],
    "hidden layer of the classifier",
    Section("6.1"),
    r"h = \operatorname{ReLU}(W_1 h_{\mathcal{G}} + b_1)",
    "The hidden layer between the readout and the class scores.",
);

/// The glossary of the paper, group by group.
pub static GROUPS: &[Group<'static>] = &[
    Group { title: "Graph", symbols: &[&GRAPH, &VERTICES, &EDGES, &A, &DEGREE, &D, &X] },
    Group { title: "Structure", symbols: &[&L, &LAMBDA, &EIGENVECTOR, &U, &ALPHA, &FILTER, &S, &M, &PHI, &K_T] },
    Group { title: "Signal", symbols: &[&W_Q, &D_PRIME, &Q, &TAU, &K_S] },
    Group { title: "Seeds", symbols: &[&R, &E, &RHO, &N_PRIME, &IDX] },
    Group { title: "Coarsened graph", symbols: &[&R_HAT, &SPARSEMAX, &THETA, &C, &A_COARSE, &X_COARSE, &LEVELS] },
    Group { title: "Ablations", symbols: &[&NT, &NS] },
    Group { title: "Network", symbols: &[&H, &READOUT, &HIDDEN] },
];
