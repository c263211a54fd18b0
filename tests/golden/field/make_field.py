"""Golden numbers of the field's operators, from the packages that people use, in float64.

    pip install torch torch_geometric scikit-learn scipy
    pip install torch-geometric-pool --no-deps
    python make_field.py

writes an archive a case beside this script, which `tests/oracle.rs` compares with the program to 1e-9 (NDP: 1e-5, since tgp
rounds there to float32). An archive has the graph (A, X), the parameters (`param_*`), the weights (`weight_*`) and what came out:
C, A_coarse and X_coarse up to the numbering of coarse nodes, and the losses (`loss_*`).

Where the program follows a paper and not a package, the case is computed in NumPy, and the line says so: "paper:".
"""

import sys
import types
from pathlib import Path

import numpy as np
import scipy.linalg
import torch

torch.set_default_dtype(torch.float64)


def torch_scatter_shim():
    """torch_scatter in plain torch, for tgp wants the compiled package."""
    module = types.ModuleType("torch_scatter")

    def scatter(src, index, dim=-1, out=None, dim_size=None, reduce="sum"):
        index = index if index.dim() == src.dim() else index.view([-1 if d == dim % src.dim() else 1 for d in range(src.dim())])
        index = index.expand_as(src)
        if out is None:
            size = list(src.shape)
            size[dim] = dim_size if dim_size is not None else int(index.max()) + 1 if index.numel() else 0
            out = torch.ones(size, dtype=src.dtype) if reduce == "prod" else torch.zeros(size, dtype=src.dtype)
            include_self = reduce in ("sum", "prod")
        else:
            include_self = True
        return out.scatter_reduce_(dim, index, src, reduce, include_self=include_self)

    module.scatter = scatter
    module.scatter_add = lambda s, i, dim=-1, out=None, dim_size=None: scatter(s, i, dim, out, dim_size, "sum")
    module.scatter_mul = lambda s, i, dim=-1, out=None, dim_size=None: scatter(s, i, dim, out, dim_size, "prod")
    module.scatter_min = lambda s, i, dim=-1, out=None, dim_size=None: (scatter(s, i, dim, out, dim_size, "amin"), None)
    module.scatter_max = lambda s, i, dim=-1, out=None, dim_size=None: (scatter(s, i, dim, out, dim_size, "amax"), None)
    module.__spec__ = types.SimpleNamespace(name="torch_scatter")
    module.__version__ = "0"
    sys.modules["torch_scatter"] = module


torch_scatter_shim()

import torch_geometric.nn as pyg  # noqa: E402
from torch_geometric.utils import dense_to_sparse  # noqa: E402
import tgp.poolers  # noqa: E402
from tgp.connect import KronConnect  # noqa: E402
from tgp.select.eigenpool_select import build_pooling_matrix  # noqa: E402
from tgp.select.kmis_select import maximal_independent_set_cluster  # noqa: E402

HERE = Path(__file__).parent
WIDTH = 4


# ---- graphs


def adjacency(n, edges, rng=None):
    a = np.zeros((n, n))
    for u, v in edges:
        a[u, v] = a[v, u] = 1.0 if rng is None else 0.2 + 2 * rng.random()
    return a


def path(n):
    return [(i, i + 1) for i in range(n - 1)]


def random_edges(n, m, rng):
    edges = {(int(rng.integers(v)), v) for v in range(1, n)}
    while len(edges) < m:
        u, v = sorted(map(int, rng.integers(n, size=2)))
        if u != v:
            edges.add((u, v))
    return sorted(edges)


def graphs():
    rng = np.random.default_rng(7)
    naphthalene = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (4, 6), (6, 7), (7, 8), (8, 9), (9, 5), (2, 10), (10, 11)]
    grid = [(4 * r + c, 4 * r + c + 1) for r in range(3) for c in range(3)] + [(4 * r + c, 4 * r + c + 4) for r in range(2) for c in range(4)]
    cases = {
        "molecule": adjacency(12, naphthalene),
        "grid": adjacency(12, grid),
        "random": adjacency(20, random_edges(20, 34, rng)),
        "weighted": adjacency(15, random_edges(15, 26, rng), rng),
        "path": adjacency(9, path(9)),
    }
    cases["heavy"] = adjacency(30, random_edges(30, 55, rng), rng)
    return {name: (a, rng.standard_normal((len(a), WIDTH))) for name, a in cases.items()}


# ---- archives


def np_(x):
    return x.detach().cpu().numpy() if isinstance(x, torch.Tensor) else np.asarray(x, dtype=float)


def save(case, a, x, params=None, weights=None, losses=None, **found):
    arrays = {"A": a, "X": x}
    arrays |= {f"param_{key}": np.array(float(value)) for key, value in (params or {}).items()}
    arrays |= {f"weight_{key}": np.atleast_2d(np_(value)) for key, value in (weights or {}).items()}
    arrays |= {f"loss_{key}": np.array(float(value)) for key, value in (losses or {}).items()}
    arrays |= {key: np_(value).astype(float) for key, value in found.items() if value is not None}
    np.savez(HERE / f"{case}.npz", **{key: np.ascontiguousarray(value) for key, value in arrays.items()})


def sparse(a):
    edge_index, weight = dense_to_sparse(torch.tensor(a))
    return edge_index, weight


def to_dense(edge_index, weight, n):
    a = np.zeros((n, n))
    edge_index = np_(edge_index).astype(int)
    values = np.ones(edge_index.shape[1]) if weight is None else np_(weight).reshape(-1)
    for (u, v), value in zip(edge_index.T, values):
        a[u, v] += value
    return a


def off(a):
    a = a.copy()
    np.fill_diagonal(a, 0)
    return a


# ---- the operators that were here before


def gpool(name, a, x, rho=0.4):
    layer = pyg.TopKPooling(WIDTH, ratio=rho)
    edge_index, weight = sparse(a)
    out = layer(torch.tensor(x), edge_index, weight)
    c = np.eye(len(a))[np_(out[4]).astype(int)]
    save(f"gpool-{name}", a, x, {"rho": rho}, {"p": layer.select.weight.view(-1, 1)}, C=c, X_coarse=out[0], A_coarse=to_dense(out[1], out[2], len(c)))


def sagpool(name, a, x, rho=0.4):
    layer = pyg.SAGPooling(WIDTH, ratio=rho, GNN=pyg.GCNConv, bias=False)
    layer.select.weight.data.fill_(1.0)
    edge_index, weight = sparse(a)
    # SAGPooling hands no edge weights to its convolution, and takes (edge_index, edge_attr) for the coarse graph.
    score = layer.gnn(torch.tensor(x), edge_index, weight)
    layer.gnn.forward = lambda *_: score
    out = layer(torch.tensor(x), edge_index, weight)
    c = np.eye(len(a))[np_(out[4]).astype(int)]
    save(f"sagpool-{name}", a, x, {"rho": rho}, {"w": layer.gnn.lin.weight.t()}, C=c, X_coarse=out[0], A_coarse=to_dense(out[1], out[2], len(c)))


def diffpool(name, a, x):
    rng = np.random.default_rng(len(a))
    k = -(-len(a) // 5)
    ws, wz = rng.standard_normal((WIDTH, k)), rng.standard_normal((WIDTH, WIDTH))
    near = (a + np.eye(len(a))) @ x
    z = np.maximum(near @ wz, 0)
    length = np.linalg.norm(z, axis=1, keepdims=True)
    z = np.divide(z, length, out=np.zeros_like(z), where=length > 0)
    s = torch.tensor(near @ ws)
    x_c, a_c, link, entropy = pyg.dense_diff_pool(torch.tensor(z), torch.tensor(a), s)
    save(f"diffpool-{name}", a, x, {"max_nodes": len(a)}, {"ws": ws, "wz": wz}, {"link": link, "entropy": entropy},
         C=torch.softmax(s, -1).t(), X_coarse=x_c[0], A_coarse=a_c[0])


def eigenpool(name, a, x):
    """The modes of given clusters (two cliques and a tail, which both programs find): tgp draws its own from k-means."""
    clusters = np.array([0] * 4 + [1] * 4)
    theta = build_pooling_matrix(a, clusters, 3)
    c = np.eye(2)[clusters].T
    blocks = [theta[:, 2 * h:2 * h + 2].T @ x for h in range(3)]
    save(f"eigenpool-{name}", a, x, {"rho": 0.25}, C=c, X_coarse=np.abs(np.concatenate(blocks, 1)), A_coarse=off(c @ a @ c.T))


# ---- soft clusters


def soft(key, layer, name, a, x, k, params, losses):
    rng = np.random.default_rng(k)
    w, b = rng.standard_normal((WIDTH, k)), rng.standard_normal(k)
    linear = layer.selector.mlp.lins[0]
    linear.weight.data, linear.bias.data = torch.tensor(w.T), torch.tensor(b)
    layer.eval()
    out = layer(x=torch.tensor(x)[None], adj=torch.tensor(a)[None])
    found = {ours: out.loss[theirs] for ours, theirs in losses.items()}
    save(f"{key}-{name}", a, x, {"rho": k / len(a), "mean_nodes": len(a)} | params, {"w": w, "b": b}, found,
         C=out.so.s[0].t(), X_coarse=out.x[0], A_coarse=out.edge_index[0])


def mincut(name, a, x, k):
    layer = tgp.poolers.MinCutPooling(WIDTH, k, adj_transpose=False)
    soft("mincut", layer, name, a, x, k, {"cut-adjacency": 1}, {"cut": "cut_loss", "ortho": "ortho_loss"})


def mincut_paper(name, a, x, k):
    """paper: losses and connect on D^-1/2 A D^-1/2; packages take A as it is."""
    rng = np.random.default_rng(k)
    w, b = rng.standard_normal((WIDTH, k)), rng.standard_normal(k)
    root = 1 / np.sqrt(a.sum(1))
    normalised = a * root[:, None] * root
    logits = x @ w + b
    s = np.exp(logits - logits.max(1, keepdims=True))
    s /= s.sum(1, keepdims=True)
    within, all_ = np.trace(s.T @ normalised @ s), np.trace(s.T @ np.diag(normalised.sum(1)) @ s)
    gram = s.T @ s
    ortho = np.linalg.norm(gram / np.linalg.norm(gram) - np.eye(k) / np.sqrt(k))
    coarse = off(s.T @ normalised @ s)
    degree = np.sqrt(np.maximum(coarse.sum(1), 1e-8))
    save(f"mincut-paper-{name}", a, x, {"rho": k / len(a), "mean_nodes": len(a)}, {"w": w, "b": b},
         {"cut": -within / (all_ + 1e-8), "ortho": ortho}, C=s.T, X_coarse=s.T @ x, A_coarse=coarse / degree[:, None] / degree)


def dmon(name, a, x, k):
    layer = tgp.poolers.DMoNPooling(WIDTH, k, adj_transpose=False)
    soft("dmon", layer, name, a, x, k, {}, {"modularity": "spectral_loss", "collapse": "cluster_loss"})


def just_balance(name, a, x, k):
    layer = tgp.poolers.JustBalancePooling(WIDTH, k, adj_transpose=False)
    soft("just-balance", layer, name, a, x, k, {}, {"balance": "balance_loss"})


# ---- one over K


def kmis(name, a, x, k):
    edge_index, _ = sparse(a)
    pattern = (a > 0).astype(float) + np.eye(len(a))
    priority = 1 / (np.linalg.matrix_power(pattern, k) @ np.ones(len(a)))
    # Of equals the first, on a grid: rounding must not decide.
    order = sorted(range(len(a)), key=lambda i: (-round(priority[i] * 2**30), i))
    _, cluster = maximal_independent_set_cluster(edge_index, k, torch.tensor(order), len(a))
    c = np.eye(int(cluster.max()) + 1)[np_(cluster).astype(int)].T
    save(f"kmis-{name}-k{k}", a, x, {"mis-k": k}, C=c, X_coarse=c @ x, A_coarse=off(c @ a @ c.T))


def kmis_learned(name, a, x):
    layer = tgp.poolers.KMISPooling(WIDTH, order_k=1, scorer="linear")
    edge_index, weight = sparse(a)
    out = layer(x=torch.tensor(x), adj=edge_index, edge_weight=weight)
    linear = layer.selector.lin
    save(f"kmis-learned-{name}", a, x, {"mis-score": 2}, {"w": linear.weight.t(), "b": linear.bias},
         X_coarse=out.x, A_coarse=to_dense(out.edge_index, out.edge_weight, len(out.x)), C=np_(out.so.s.to_dense()).T)


def edgepool(name, a, x, function):
    method = getattr(tgp.select.EdgeContractionSelect, f"compute_edge_score_{function}")
    layer = tgp.poolers.EdgeContractionPooling(WIDTH, edge_score_method=method)
    edge_index, weight = sparse(a)
    out = layer(x=torch.tensor(x), adj=edge_index, edge_weight=weight)
    w = layer.selector.lin.weight[0]
    weights = {"w": w[:WIDTH, None]}
    if function != "softmax":
        weights |= {"u": w[WIDTH:, None], "b": layer.selector.lin.bias}
    number = ["softmax", "tanh", "sigmoid"].index(function)
    save(f"edgepool-{function}-{name}", a, x, {"edge-score": number}, weights, C=np_(out.so.s.to_dense()).T, X_coarse=out.x,
         A_coarse=to_dense(out.edge_index, out.edge_weight, len(out.x)))


def ndp(name, a, x):
    """The side is a coin in tgp: u and the side are NumPy's, by our rule; Kron and features are tgp's on that side."""
    degree = a.sum(1)
    root = 1 / np.sqrt(degree)
    values, vectors = np.linalg.eigh(np.eye(len(a)) - a * root[:, None] * root)
    u = vectors[:, -1]
    u = u * np.sign(u[np.flatnonzero(np.abs(u) > np.abs(u).max() - 1e-9)[0]])
    kept = np.flatnonzero(np.where(np.abs(u) < 1e-9, 0, u) >= 0)
    layer = tgp.poolers.NDPPooling()
    edge_index, weight = sparse(a)
    torch.set_default_dtype(torch.float32)
    so = layer.select(edge_index=edge_index, edge_weight=weight.float(), num_nodes=len(a))
    torch.set_default_dtype(torch.float64)
    theirs = set(np_(so.node_index).astype(int).tolist())
    if values[-1] - values[-2] > 1e-6:
        assert theirs in (set(kept.tolist()), set(range(len(a))) - set(kept.tolist())), (name, theirs, kept)
    selection = types.SimpleNamespace(node_index=torch.tensor(kept), num_nodes=len(a), num_supernodes=len(kept))
    index, new = KronConnect(sparse_threshold=0.0)(edge_index, selection, edge_weight=weight)
    c = np.eye(len(a))[kept]
    save(f"ndp-{name}", a, x, {"kron-threshold": 0}, C=c, X_coarse=x[kept], A_coarse=to_dense(index, new, len(kept)))


# ---- scores and proximity


def asap(name, a, x, rho=0.4):
    layer = pyg.ASAPooling(WIDTH, ratio=rho)
    layer.select.weight.data.fill_(1.0)
    edge_index, weight = sparse(a)
    out = layer(torch.tensor(x), edge_index, weight)
    attention, fitness = layer.att.weight[0], layer.gnn_score
    weights = {"w": layer.lin.weight.t(), "bw": layer.lin.bias, "a1": attention[:WIDTH, None], "a2": attention[WIDTH:, None], "ba": layer.att.bias,
               "w1": fitness.lin1.weight.t(), "b1": fitness.lin1.bias, "w2": fitness.lin2.weight.t(), "w3": fitness.lin3.weight.t(), "b3": fitness.lin3.bias}
    index = np_(out[4]).astype(int)
    # C is not returned: the rows of α at the fittest, with PyG's own layers.
    looped = (a > 0) | np.eye(len(a), dtype=bool)
    most = np.array([x[row].max(0) for row in looped])
    query = np_(layer.lin(torch.tensor(most)))
    score = np.full(a.shape, -np.inf)
    for i, j in zip(*np.nonzero(looped)):
        z = float(layer.att(torch.tensor(np.concatenate([query[i], x[j]]))))
        score[i, j] = z if z > 0 else 0.2 * z
    alpha = np.exp(score - score.max(1, keepdims=True))
    alpha /= alpha.sum(1, keepdims=True)
    save(f"asap-{name}", a, x, {"rho": rho}, weights, C=alpha[index], X_coarse=out[0], A_coarse=to_dense(out[1], out[2], len(index)))


def lapool(name, a, x, hops):
    layer = tgp.poolers.LaPooling(shortest_path_reg=hops, batched=False, degree_norm=False)
    edge_index, weight = sparse(a)
    so = layer.select(x=torch.tensor(x), edge_index=edge_index, edge_weight=weight, num_nodes=len(a))
    c = np_(so.s).T
    # tgp rounds 1/hops to float32; the numbers are exact where it is a power of ½, so only those are compared closely.
    save(f"lapool-softmax-{name}{'-hops' if hops else ''}", a, x, {"lapool-sharing": 1, "lapool-beta": int(hops)}, C=c, X_coarse=c @ x, A_coarse=off(c @ a @ c.T))


def lapool_paper(name, a, x):
    """paper: sparsemax, where tgp has softmax."""
    v = np.linalg.norm(np.diag(a.sum(1)) @ x - a @ x, axis=1)
    leaders = [i for i in range(len(a)) if all(v[i] >= v[j] for j in np.flatnonzero(a[i]))]
    length = np.linalg.norm(x, axis=1)
    s = np.zeros((len(a), len(leaders)))
    for i in range(len(a)):
        if i in leaders:
            s[i, leaders.index(i)] = 1
            continue
        z = np.array([x[i] @ x[c] / (length[i] * length[c] + 1e-8) for c in leaders])
        ordered = np.sort(z)[::-1]
        sums = np.cumsum(ordered) - 1
        size = np.flatnonzero(ordered - sums / np.arange(1, len(z) + 1) > 0)[-1]
        s[i] = np.maximum(z - sums[size] / (size + 1), 0)
    save(f"lapool-paper-{name}", a, x, C=s.T, X_coarse=s.T @ x, A_coarse=off(s.T @ a @ s))


def infopool(name, a, x, rho=0.4):
    """The criterion of HGP-SL (paper), with the balls of a hop around the seeds."""
    gain = np.abs(x - (a / a.sum(1, keepdims=True)) @ x).sum(1)
    seeds = np.argsort(-gain, kind="stable")[: int(np.ceil(rho * len(a) - 1e-9))]
    c = ((a > 0) | np.eye(len(a), dtype=bool)).astype(float)[seeds]
    save(f"infopool-{name}", a, x, {"rho": rho}, C=c, X_coarse=x[seeds], A_coarse=c @ a @ c.T)


# ---- spectral


def bisect(name, a, x, key, rho=0.3):
    """Textbook: scipy's eigenvectors, the largest part split until there are ceil(rho n)."""
    parts = [list(range(len(a)))]
    while len(parts) < int(np.ceil(rho * len(a) - 1e-9)):
        size = (lambda p: a[p].sum()) if key == "ncut" else len
        part = max((p for p in parts if len(p) > 1), key=lambda p: (size(p), -p[0]))
        parts.remove(part)
        inside = a[np.ix_(part, part)]
        degree = inside.sum(1)
        n_components, label = scipy.sparse.csgraph.connected_components(inside)
        if n_components > 1:
            largest = np.argmax(np.bincount(label))
            parts += [[p for p, l in zip(part, label) if l == largest], [p for p, l in zip(part, label) if l != largest]]
            continue
        laplacian = np.diag(degree) - inside
        _, vectors = scipy.linalg.eigh(laplacian, np.diag(degree)) if key == "ncut" else scipy.linalg.eigh(laplacian)
        y = vectors[:, 1]
        if key == "rsb" and y[np.argmax(np.abs(y))] < 0:
            y = -y
        order = np.argsort(y, kind="stable")
        if key == "rsb":
            cut = -(-len(part) // 2)
        else:
            def value(t):
                left = order[:t]
                right = order[t:]
                between = inside[np.ix_(left, right)].sum()
                return between / degree[left].sum() + between / degree[right].sum()
            cut = min(range(1, len(part)), key=value)
        parts += [sorted(part[i] for i in order[:cut]), sorted(part[i] for i in order[cut:])]
    c = np.zeros((len(parts), len(a)))
    for row, part in enumerate(parts):
        c[row, part] = 1
    save(f"{key}-{name}", a, x, {"rho": rho}, C=c, X_coarse=c @ x, A_coarse=off(c @ a @ c.T))


def graclus(name, a, x, complement):
    """The matching in the order that the program draws (SplitMix64, as in src/math/rng.rs); packages draw their own."""
    mask = (1 << 64) - 1

    def mix(state):
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    state = 0
    for step in (len(a), 0, 0x6772):
        state = (state ^ ((step + 1) * 0xD6E8FEB86659FD93 & mask)) & mask
        state = mix((state + 0x9E3779B97F4A7C15) & mask)

    def below(n):
        nonlocal state
        incomplete = ((mask % n) + 1) % n
        while True:
            state = (state + 0x9E3779B97F4A7C15) & mask
            bits = mix(state)
            if bits <= mask - incomplete:
                return bits % n

    order = list(range(len(a)))
    for last in range(len(a) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    graph = ((a == 0) & ~np.eye(len(a), dtype=bool)).astype(float) if complement else a
    degree = graph.sum(1)
    partner = {}
    for u in order:
        if u in partner:
            continue
        free = [v for v in np.flatnonzero(graph[u]) if v not in partner]
        best = max(free, key=lambda v: (round(graph[u, v] * (1 / degree[u] + 1 / degree[v]), 5), -v), default=u)
        partner[u], partner[int(best)] = int(best), u
    pairs = sorted({tuple(sorted((u, v))) for u, v in partner.items()})
    c = np.zeros((len(pairs), len(a)))
    for row, pair in enumerate(pairs):
        c[row, list(pair)] = 1
    save(f"graclus{'-complement' if complement else ''}-{name}", a, x, C=c, X_coarse=c @ x, A_coarse=off(c @ a @ c.T))


def main():
    for old in HERE.glob("*.npz"):
        old.unlink()
    torch.manual_seed(5)
    for name, (a, x) in graphs().items():
        gpool(name, a, x)
        sagpool(name, a, x)
        diffpool(name, a, x)
        for k in (2, 4):
            mincut(f"{name}-{k}", a, x, k)
            dmon(f"{name}-{k}", a, x, k)
            just_balance(f"{name}-{k}", a, x, k)
        mincut_paper(name, a, x, 3)
        for k in (1, 2, 3):
            kmis(name, a, x, k)
        kmis_learned(name, a, x)
        for function in ("softmax", "tanh", "sigmoid"):
            edgepool(name, a, x, function)
        if name in ("random", "weighted", "molecule", "heavy"):
            ndp(name, a, x)
        if name in ("weighted", "heavy"):
            # Weights without ties: which of equal parts is split next would be anybody's choice.
            bisect(name, a, x, "ncut")
            bisect(name, a, x, "rsb")
        asap(name, a, x)
        lapool(name, a, x, False)
        lapool_paper(name, a, x)
        infopool(name, a, x)
        graclus(name, a, x, False)
        graclus(name, a, x, True)
    cliques = [(i + b, j + b) for b in (0, 4) for i in range(4) for j in range(i)] + [(3, 4)]
    rng = np.random.default_rng(1)
    eigenpool("cliques", adjacency(8, cliques, rng), rng.standard_normal((8, WIDTH)))


main()
