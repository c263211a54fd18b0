"""Golden reference numbers for graph pooling: dense, plain NumPy, f64, straight from the equations.

Run:  python3 tests/golden/make_golden.py
It writes tests/golden/*.npz, one file per case, beside itself. Only NumPy is needed. The molecules
come from assets/MUTAG.zip. Weights are random but seeded by the case's name.

A file's name is its case: method-graph-settings, with
  s3 -> s = 3;   t1, t01 -> tau = 1, 0.1;   r30 -> rho = 0.30;   w16 -> a W_Q with 16 columns (none: Q = X).
Each case pools twice (l1: once). The arrays of level l = 0, 1 end in l; the input of level l is A{l}, X{l}.

Ties. In a symmetric graph two scores can be equal on paper and differ by 1e-16 in a program, so
scores are compared on a grid: key = round(score * 2^30) / 2^30, larger key first, then lower index.
Every case asserts that no score lies so near a rounding boundary that another program, summing in
another order, could end on the other side; the same is asserted for the edge of sparsemax's support.
"""

import zipfile
import zlib
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
MUTAG = zipfile.Path(HERE.parent.parent / "assets" / "MUTAG.zip", "MUTAG/")

CASES = {
    "proxpool": """mutag0-s3-t1-r30 mutag0-s0-t1-r30 mutag0-s1-t1-r50 mutag0-s2-t01-r25 mutag0-s4-t01-r30-w16
        mutag0-s3-t1-r100 mutag1-s3-t1-r30-w4 mutag1-s2-t1-r25 mutag5-s2-t1-r30-w16 mutag5-s4-t01-r50
        mutag50-s3-t01-r30 mutag50-s4-t1-r25-w4 mutag100-s3-t1-r30 mutag100-s1-t1-r30-w16 mutag187-s3-t1-r50-w4
        path7-s3-t1-r30 path7-s0-t01-r50 cycle8-s2-t1-r25 cycle8-s3-t1-r50 star9-s1-t1-r25 star9-s2-t01-r50-w4
        complete6-s1-t1-r50 complete6-s3-t1-r30-w4 grid3x4-s3-t1-r30 grid3x4-s2-t01-r25-w4 petersen-s2-t1-r30
        barbell-s3-t1-r30 karate-s3-t1-r30-w4 single-s3-t1-r30 edge2-s2-t1-r100 edge2-s1-t1-r30 empty2-s3-t1-r50
        isolated5-s2-t1-r30 isolated5-s3-t01-r50-w4 components-s3-t1-r30 components-s2-t1-r50-w4 k23-s2-t1-r50
        equal-s3-t1-r30 weighted-s3-t1-r30 weighted-s2-t01-r50-w4 weighted-s1-t1-r25""",
    "proxpool-nt": """mutag0-t1-r30 mutag5-t01-r30-w16 mutag50-t1-r25-w4 mutag187-t1-r50 path7-t1-r30
        grid3x4-t01-r50 karate-t1-r30 single-t1-r30 isolated5-t1-r30 components-t1-r30 weighted-t1-r30-w4""",
    "proxpool-ns": """mutag0-s3-r30 mutag1-s2-r25 mutag100-s4-r30 mutag187-s1-r30 cycle8-s3-r30 star9-s2-r30
        equal-s2-r30 barbell-s3-r50 isolated5-s2-r50 weighted-s3-r30""",
    "gpool": "mutag0-r30 mutag50-r50 star9-r25 single-r30 isolated5-r50 weighted-r30",
    "sagpool": "mutag0-r30 mutag187-r25 petersen-r30 empty2-r50 components-r30 weighted-r50",
    "diffpool": "mutag0 mutag100 single isolated5 weighted",
    "eigenpool": """mutag0-r30 mutag1-r25 mutag5-r30 mutag187-r50 path7-r50 grid3x4-r30 karate-r30 single-r30
        components-r30-l1 isolated5-r100 weighted-r50""",
}

# ---------------------------------------------------------------- graphs
def clique(nodes):
    return [(i, j) for i in nodes for j in nodes if i < j]

KARATE = """0:1,2,3,4,5,6,7,8,10,11,12,13,17,19,21,31 1:2,3,7,13,17,19,21,30 2:3,7,8,9,13,27,28,32 3:7,12,13
    4:6,10 5:6,10,16 6:16 8:30,32,33 9:33 13:33 14:32,33 15:32,33 18:32,33 19:33 20:32,33 22:32,33
    23:25,27,29,32,33 24:25,27,31 25:31 26:29,33 27:33 28:31,33 29:32,33 30:32,33 31:32,33 32:33"""  # Zachary's club
PETERSEN = [e for i in range(5) for e in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5))]
GALLERY = {  # name: number of vertices, edges
    "path7": (7, [(i, i + 1) for i in range(6)]),
    "cycle8": (8, [(i, (i + 1) % 8) for i in range(8)]),
    "star9": (9, [(0, i) for i in range(1, 9)]),
    "complete6": (6, clique(range(6))),
    "grid3x4": (12, [(i, i + 1) for i in range(12) if i % 4 < 3] + [(i, i + 4) for i in range(8)]),
    "petersen": (10, PETERSEN),
    "equal": (10, PETERSEN),  # with equal signals
    "barbell": (10, clique(range(4)) + [(3, 4), (4, 5), (5, 6)] + clique(range(6, 10))),
    "karate": (34, [(int(i), int(j)) for i, js in (e.split(":") for e in KARATE.split()) for j in js.split(",")]),
    "single": (1, []), "edge2": (2, [(0, 1)]), "empty2": (2, []),
    "isolated5": (5, [(0, 2), (2, 4)]),
    "components": (9, clique(range(3)) + [(3, 4), (4, 5), (5, 6), (7, 8)]),
    "k23": (5, [(i, j) for i in (0, 1) for j in (2, 3, 4)]),
}

def mutag(g):
    """Molecule g (0-based) of MUTAG: number of atoms, bonds, atom types as one-hot."""
    of = np.loadtxt((MUTAG / "MUTAG_graph_indicator.txt").open(), dtype=int)
    pairs = np.loadtxt((MUTAG / "MUTAG_A.txt").open(), dtype=int, delimiter=",") - 1
    labels = np.loadtxt((MUTAG / "MUTAG_node_labels.txt").open(), dtype=int)
    nodes = np.flatnonzero(of == g + 1)
    return len(nodes), pairs[of[pairs[:, 0]] == g + 1] - nodes[0], np.eye(labels.max() + 1)[labels[nodes]]

def load(name):
    """A0, X0. Signal: atom type, all ones ("equal"), one-hot degree, or one-hot of index mod 3."""
    if name == "weighted":  # random weights, three self-loops
        rng = np.random.default_rng(10)
        W = np.triu(rng.uniform(0.2, 2.0, (10, 10)) * (rng.random((10, 10)) < 0.3), 1)
        return W + W.T + np.diag([0, 0.5, 0, 0, 1.25, 0, 0, 0, 2.0, 0]), np.eye(3)[np.arange(10) % 3]
    n, edges, *signal = mutag(int(name[5:])) if name.startswith("mutag") else GALLERY[name]
    A = np.zeros((n, n))
    for i, j in edges:
        A[i, j] = A[j, i] = 1.0
    d = A.sum(1).astype(int)
    if name in ("star9", "barbell", "karate"):
        signal = [np.eye(d.max() + 1)[d]]
    if name == "equal":
        signal = [np.ones((n, 2))]
    return A, signal[0] if signal else np.eye(3)[np.arange(n) % 3]

# ---------------------------------------------------------------- shared pieces
def close(a, b, tol=1e-10):
    return np.allclose(a, b, rtol=tol, atol=tol)

def how_many(rho, n):
    return max(1, int(np.ceil(rho * n - 1e-9)))

def boundary(x):
    """Distance of x to the nearest half-integer, where rounding jumps."""
    return np.abs(x - np.floor(x) - 0.5)

def rank(score, count):
    """The top `count`: (grid key, chosen indices in order, is there a tie at the cut)."""
    assert np.all(boundary(score * 2.0**30) > 1e-4), "a score lies on a rounding boundary"
    key = np.rint(score * 2.0**30) / 2.0**30  # rint: ties to even
    order = np.lexsort((np.arange(len(key)), -key))
    tied = count < len(key) and key[order[count - 1]] == key[order[count]]
    return key, order[:count], float(tied)

def normalised(A):
    """N = D^-1/2 A D^-1/2 (0 at isolated vertices) and L = I - N, but L_ii = 0 at isolated vertices."""
    d = A.sum(1)
    root = np.zeros(len(A))
    root[d > 0] = 1 / np.sqrt(d[d > 0])
    N = root[:, None] * A * root[None, :]
    return N, np.diag((d > 0).astype(float)) - N

def hops(A):
    """Hop distances (Floyd-Warshall); inf between components."""
    H = np.where(A > 0, 1.0, np.inf)
    np.fill_diagonal(H, 0.0)
    for k in range(len(A)):
        H = np.minimum(H, H[:, k : k + 1] + H[k])
    return H

# ---------------------------------------------------------------- ProxPool
def structure_kernel(A, s):
    """L, M = ((I + N)/2)^s, K_t = M_ij / sqrt(M_ii M_jj)."""
    n = len(A)
    N, L = normalised(A)
    M = np.linalg.matrix_power((np.eye(n) + N) / 2, s)
    M = (M + M.T) / 2  # symmetric on paper
    Kt = M / np.sqrt(np.outer(np.diag(M), np.diag(M)))
    np.fill_diagonal(Kt, 1.0)
    # The paper's own route: cosines of the smooth signals D^-1/2 U f(Lambda), f^2 = g.
    lam, U = np.linalg.eigh(L)
    d = np.where(A.sum(1) > 0, A.sum(1), 1.0)
    phi = U / np.sqrt(d)[:, None] * np.sqrt(np.clip(1 - lam / 2, 0, 1) ** s)
    norm = np.linalg.norm(phi, axis=1)
    assert np.abs(Kt - phi @ phi.T / np.outer(norm, norm)).max() < 1e-10
    assert np.all(Kt == Kt.T) and Kt.min() >= 0 and Kt.max() <= 1 + 1e-12
    assert np.all((Kt > 0) == (hops(A) <= s))
    assert s > 0 or np.all(Kt == np.eye(n))
    return L, M, Kt

def signal_kernel(Q, tau):
    Ks = np.exp(-tau * ((Q[:, None, :] - Q[None, :, :]) ** 2).sum(2))
    assert np.all(Ks == Ks.T) and np.all(np.diag(Ks) == 1) and Ks.min() > 1e-280 and Ks.max() <= 1
    return Ks

def coupling(R):
    """E_i = sum_{j != i} R_ij / sum_{k != j} R_kj, where 0/0 counts as 0."""
    off = R - np.diag(np.diag(R))
    column = off.sum(0)
    E = (off / np.where(column > 0, column, 1.0)).sum(1)
    assert close(E.sum(), np.count_nonzero(column)) and E.min() >= 0
    return E

def sparsemax(z):
    """Euclidean projection of z on the simplex {p >= 0, sum p = 1}."""
    down = np.sort(z)[::-1]
    total = np.cumsum(down)
    k = np.arange(1, len(z) + 1)
    size = k[1 + k * down > total].max()  # size of the support
    threshold = (total[size - 1] - 1) / size
    p = np.maximum(z - threshold, 0.0)
    # KKT: feasible; z - p equals the multiplier on the support and does not exceed it elsewhere.
    assert close(p.sum(), 1) and p.min() >= 0
    assert close((z - p)[p > 0], threshold) and np.all(z[p == 0] <= threshold)
    assert np.all(z - p <= (z - p) @ p + 1e-12)  # optimal against every vertex of the simplex
    assert np.abs(z - threshold).min() > 1e-9, "an entry lies at the edge of the support"
    return p

def proxpool(A, X, s, tau, rho, WQ=None, variant=""):
    """One pooling layer. variant: "" (R = K_t * K_s), "-nt" (R = A * K_s), "-ns" (R = K_t)."""
    n, out = len(A), {}
    if variant != "-nt":
        out["L"], out["M"], Kt = structure_kernel(A, s)
        out["Kt"] = R = Kt
    if variant != "-ns":
        out["Q"] = Q = X if WQ is None else X @ WQ
        out["Ks"] = signal_kernel(Q, tau)
        R = (A if variant == "-nt" else Kt) * out["Ks"]
    pattern = (A if variant == "-nt" else Kt) > 0
    E = coupling(R)
    key, idx, tied = rank(E, how_many(rho, n))
    seed = np.isin(np.arange(n), idx)
    C = np.zeros((len(idx), n))
    for row, i in enumerate(idx):
        C[row, i] = 1.0
        candidates = pattern[i] & ~seed
        if candidates.any():
            C[row, candidates] = sparsemax(R[i, candidates])
    coarse, weight = C @ A @ C.T, C.sum(0)
    coarse = (coarse + coarse.T) / 2
    # What must always hold.
    has = (pattern[idx] & ~seed).any(1)
    assert close(C.sum(1), np.where(has, 2, 1)) and np.all(C[:, idx] == np.eye(len(idx)))
    H = hops(A)
    assert np.all(C[H[idx] > (1 if variant == "-nt" else s)] == 0)
    assert coarse.min() >= 0 and close(coarse.sum(), weight @ A @ weight)
    assert np.all(coarse[np.isinf(H[np.ix_(idx, idx)])] == 0), "components merged"
    return coarse, C @ X, {**out, "R": R, "E": E, "key": key, "idx": idx, "tied": tied, "C": C}

def check_layer(A, X, s, tau, rho, WQ, variant):
    """tau -> 0 turns ProxPool into NS; relabelled vertices give the relabelled result."""
    if variant == "":
        assert np.all(proxpool(A, X, s, 0.0, rho, WQ)[0] == proxpool(A, X, s, 0.0, rho, WQ, "-ns")[0])
    perm = np.random.default_rng(1).permutation(len(A))  # new vertex i is old vertex perm[i]
    old = proxpool(A, X, s, tau, rho, WQ, variant)[2]
    new = proxpool(A[np.ix_(perm, perm)], X[perm], s, tau, rho, WQ, variant)[2]
    assert close(old["E"][perm], new["E"])
    if not old["tied"]:  # rows may come in another order where keys are equal: match by seed
        row = [list(perm[new["idx"]]).index(i) for i in old["idx"]]
        assert close(old["C"][:, perm], new["C"][row])

# ---------------------------------------------------------------- the peers
def gate(A, X, y, rho):
    """Keep the top n' by score y, gate their signal by tanh y, restrict the graph to them."""
    key, idx, tied = rank(y, how_many(rho, len(A)))
    return A[np.ix_(idx, idx)], X[idx] * np.tanh(y[idx])[:, None], {"y": y, "key": key, "idx": idx, "tied": tied}

def gpool(A, X, rho, p):
    return gate(A, X, X @ p / np.linalg.norm(p), rho)

def sagpool(A, X, rho, w):
    B = A + np.eye(len(A))
    root = 1 / np.sqrt(B.sum(1))
    return gate(A, X, (root[:, None] * B * root[None, :]) @ X @ w, rho)

def diffpool(A, X, WS, WZ):
    n = len(A)
    B = A + np.eye(n)
    logits = B @ X @ WS
    S = np.exp(logits - logits.max(1, keepdims=True))
    S /= S.sum(1, keepdims=True)
    Z = np.maximum(B @ X @ WZ, 0)
    length = np.linalg.norm(Z, axis=1, keepdims=True)
    assert np.all((length == 0) | (length > 1e-6))
    Z /= np.maximum(length, 1e-12)
    link = np.linalg.norm(A - S @ S.T) / n**2
    entropy = -(S * np.log(S + 1e-15)).sum(1).mean()
    coarse = S.T @ A @ S
    assert close(S.sum(1), 1) and close(coarse.sum(), A.sum())
    assert 0 <= entropy <= np.log(WS.shape[1]) + 1e-12
    return coarse, S.T @ Z, {"S": S, "Z": Z, "link": link, "entropy": entropy}

def best(values, bits, largest):
    """Index of the largest or smallest value on the grid 2^-bits, lowest index on ties."""
    v = values * 2.0**bits
    pick = int(np.argmax(np.rint(v)) if largest else np.argmin(np.rint(v)))
    rivals = np.abs(v - v[pick]) < 2  # others cannot win, however the rounding goes
    assert rivals.sum() == 1 or boundary(v[rivals]).min() > 1e-3, "a distance lies on a rounding boundary"
    return pick

def spectral_clusters(A, K):
    """Normalised spectral clustering; k-means with a farthest-first start. One cluster per node."""
    n = len(A)
    lam, U = np.linalg.eigh(normalised(A)[1])
    assert K == n or lam[K] - lam[K - 1] > 1e-6, "no gap after the K-th eigenvalue"
    norm = np.linalg.norm(U[:, :K], axis=1)
    assert norm.min() > 1e-6  # with that gap no row is zero: each component has its 0-eigenvector in U
    rows = U[:, :K] / norm[:, None]

    def to(centres):  # squared distance of every row to every centre
        return ((rows[:, None, :] - np.array(centres)[None, :, :]) ** 2).sum(2)

    centres = [rows[best(A.sum(1), 30, True)]]
    while len(centres) < K:
        centres.append(rows[best(to(centres).min(1), 20, True)])
    cluster = None
    for _ in range(100):
        before, distance = cluster, to(centres)
        cluster = np.array([best(distance[i], 20, False) for i in range(n)])
        if np.array_equal(before, cluster):
            break
        centres = [rows[cluster == c].mean(0) if (cluster == c).any() else centres[c] for c in range(K)]
    lowest = sorted(int(np.flatnonzero(cluster == c)[0]) for c in set(cluster))
    return np.array([lowest.index(int(np.flatnonzero(cluster == cluster[i])[0])) for i in range(n)])

def eigenpool(A, X, rho, H=3):
    """X is None, or X' comes back None, where an eigenvector is not unique."""
    cluster = spectral_clusters(A, how_many(rho, len(A)))
    P = np.eye(cluster.max() + 1)[cluster]
    coarse = P.T @ A @ P
    assert close(coarse.sum(), A.sum())
    np.fill_diagonal(coarse, 0.0)
    signal = None if X is None else np.zeros((P.shape[1], H * X.shape[1]))
    for c in range(P.shape[1]):
        nodes = np.flatnonzero(cluster == c)
        lam, U = np.linalg.eigh(normalised(A[np.ix_(nodes, nodes)])[1])
        if np.any(np.diff(lam[: H + 1]) <= 1e-6):
            signal = None
        if signal is None:
            break
        modes = []
        for u in U.T[:H]:
            short = np.abs(u).max() - np.abs(u)  # the first entry of largest magnitude is positive
            assert not np.any((short > 1e-11) & (short < 1e-7))
            modes.append(u * np.sign(u[np.flatnonzero(short <= 1e-9)[0]]) @ X[nodes])
        signal[c, : len(modes) * X.shape[1]] = np.concatenate(modes)
        if len(nodes) <= H:  # all modes kept: the energy is kept
            assert close((signal[c] ** 2).sum(), (X[nodes] ** 2).sum())
    return coarse, signal, {"cluster": cluster, "xvalid": float(signal is not None)}

# ---------------------------------------------------------------- cases
def make(method, case):
    """All arrays of one case."""
    graph_name, *tokens = case.split("-")
    setting = {token[0]: token[1:] for token in tokens}
    A, X = load(graph_name)
    out, rng = {"A0": A, "X0": X}, np.random.default_rng(zlib.crc32(f"{method}-{case}".encode()))

    def weight(name, *shape, scale=1.0):
        out[name] = scale * rng.standard_normal(shape)
        return out[name]

    s, tau, rho = int(setting.get("s", 1)), {"1": 1.0, "01": 0.1}.get(setting.get("t")), int(setting.get("r", 0)) / 100
    out.update({k: v for k, v in {"s": s, "tau": tau, "rho": rho}.items() if k[0] in setting})
    for l in range(int(setting.get("l", 2))):
        d = 0 if X is None else X.shape[1]
        if method.startswith("proxpool"):
            k = int(setting.get("w", 0))  # scaled so that distances keep their size on average
            WQ = weight(f"wq{l}", d, k, scale=k**-0.5) if k else None
            layer = (A, X, s, tau, rho, WQ, method[8:])
            check_layer(*layer)
            A, X, arrays = proxpool(*layer)
        elif method == "gpool":
            A, X, arrays = gpool(A, X, rho, weight(f"p{l}", d))
        elif method == "sagpool":
            A, X, arrays = sagpool(A, X, rho, weight(f"w{l}", d))
        elif method == "diffpool":  # 6 = ceil(0.2 * 28), the largest molecule of MUTAG; 2 = ceil(0.2 * 6)
            A, X, arrays = diffpool(A, X, weight(f"ws{l}", d, (6, 2)[l]), weight(f"wz{l}", d, d))
        else:
            A, X, arrays = eigenpool(A, X, rho)
        out.update({f"{key}{l}": value for key, value in arrays.items()})
        out.update({f"A{l + 1}": A} if X is None else {f"A{l + 1}": A, f"X{l + 1}": X})
    return {k: np.asarray(v, np.int64 if k[:-1] in ("idx", "cluster") else np.float64) for k, v in out.items()}

if __name__ == "__main__":
    for method, cases in CASES.items():
        for case in cases.split():
            np.savez_compressed(HERE / f"{method}-{case}.npz", **make(method, case))
