"""How good the layouts are beside those of graphviz: stress of contact graphs, crossings of molecules.

    PROXPOOL_DATA=FOLDER python tests/layout_quality.py [--skip-graphviz] [--list]

Needs numpy, scipy, networkx and the programs neato and sfdp; runs `cargo bench --bench layout`.

stress    Σ w (s ‖x_i − x_j‖ − d_ij)² / Σ w d_ij², w = d_ij⁻², d_ij hops, least over the scale s,
          over the pairs of 150 random sources with all nodes (0 is best)
crossings pairs of edges without a common node whose segments meet
avoidable graphs that are planar and yet drawn with a crossing
side variation, worst angle
          of each ring of up to 8 nodes (minimum cycle basis): standard deviation of its sides over their mean,
          averaged over rings; largest error of an angle in degrees, median over rings
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import shortest_path

ROOT = Path(__file__).resolve().parent.parent
BENCH = ["cargo", "bench", "-q", "--bench", "layout", "--"]


def bench(*args, lines=()):
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([*BENCH, *args], cwd=ROOT, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def ours(graphs):
    answers = bench("--positions", lines=[{"n": g["n"], "edges": g["edges"]} for g in graphs])
    return [np.array(a["positions"], float).reshape(-1, 2) for a in answers], [a["ms"] for a in answers]


def graphviz(program, graph):
    dot = "graph{" + "".join(f"{v};" for v in range(graph["n"])) + "".join(f"{u}--{v};" for u, v in graph["edges"]) + "}"
    text = subprocess.run([program, "-Tplain"], input=dot, capture_output=True, text=True).stdout
    positions = np.zeros((graph["n"], 2))
    for words in map(str.split, text.splitlines()):
        if words and words[0] == "node":
            positions[int(words[1])] = float(words[2]), float(words[3])
    return positions


def contact_graph(n, seed=0):
    """Points of a square joined to those near them, mean degree about 5, components chained."""
    g = nx.random_geometric_graph(n, (5.0 / (np.pi * n)) ** 0.5, seed=seed)
    lowest = [min(part) for part in nx.connected_components(g)]
    g.add_edges_from(zip(lowest, lowest[1:]))
    return {"name": f"contact graph {n}", "n": n, "edges": sorted(sorted(edge) for edge in g.edges)}


def stress(graph, x):
    n, edges = graph["n"], np.array(graph["edges"])
    a = sp.coo_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), (n, n)).tocsr()
    sources = np.random.default_rng(0).choice(n, min(n, 150), replace=False)
    hops = shortest_path(a, directed=False, unweighted=True, indices=sources)
    length = np.linalg.norm(x[sources][:, None] - x[None], axis=-1)
    ok = (hops > 0) & np.isfinite(hops)
    ratio = length[ok] / hops[ok]
    return 1 - ratio.sum() ** 2 / (len(ratio) * (ratio**2).sum())


def crossings(graph, x):
    edges = np.array(graph["edges"]).reshape(-1, 2)
    if len(edges) < 2:
        return 0
    i, j = np.triu_indices(len(edges), 1)
    apart = (edges[i][:, :, None] != edges[j][:, None, :]).all((1, 2))
    (p, q), (r, s) = x[edges[i[apart]]].swapaxes(0, 1), x[edges[j[apart]]].swapaxes(0, 1)

    def side(a, b, c):
        return (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]

    box = ((np.minimum(p, q) <= np.maximum(r, s)) & (np.minimum(r, s) <= np.maximum(p, q))).all(1)
    meets = (side(p, q, r) * side(p, q, s) <= 0) & (side(r, s, p) * side(r, s, q) <= 0)
    return int((box & meets).sum())


def rings(graph):
    g = nx.Graph(map(tuple, graph["edges"]))
    return [ring for ring in nx.minimum_cycle_basis(g) if len(ring) <= 8]


def ring_spread(graph, x):
    """For each ring the variation of its sides and its largest error of an angle, in degrees."""
    spread = []
    for ring in rings(graph):
        p = x[ring]
        to_next = np.roll(p, -1, 0) - p
        sides = np.linalg.norm(to_next, axis=1)
        to_last = -np.roll(to_next, 1, 0)
        cos = (to_next * to_last).sum(1) / np.maximum(1e-12, sides * np.roll(sides, 1))
        angles = np.degrees(np.arccos(np.clip(cos, -1, 1)))
        spread.append((sides.std() / sides.mean(), abs(angles - 180 * (1 - 2 / len(ring))).max()))
    return spread


def stress_table(with_graphviz):
    print("contact graphs        n   stress     ms   sfdp's stress")
    graphs = [contact_graph(n) for n in (300, 1000, 5748)]
    for graph, x, ms in zip(graphs, *ours(graphs)):
        peer = f"{stress(graph, graphviz('sfdp', graph)):.4f}" if with_graphviz else "–"
        print(f"{'':17} {graph['n']:5} {stress(graph, x):8.4f} {ms:6.0f}   {peer}", flush=True)


def crossing_table(with_graphviz, listed):
    print("\ndrawings              graphs  crossings  avoidable  share   side variation  worst angle (median ring)")
    for name, count in (("molecules", 1000), ("NCI1", 200), ("MUTAG", 188)):
        graphs = bench("--graphs", name, str(count))
        planar = [nx.check_planarity(nx.Graph(map(tuple, g["edges"])))[0] for g in graphs]
        drawings = {"ours": ours(graphs)[0]}
        if with_graphviz:
            drawings["neato"] = [graphviz("neato", g) for g in graphs]
        for who, xs in drawings.items():
            counts = [crossings(g, x) for g, x in zip(graphs, xs)]
            avoidable = [i for i, c in enumerate(counts) if c and planar[i]]
            spread = np.array([s for g, x in zip(graphs, xs) for s in ring_spread(g, x)])
            print(
                f"{name + ', ' + who:20} {len(graphs):7} {sum(counts):10} {len(avoidable):10} "
                f"{100 * len(avoidable) / len(graphs):5.1f}% {spread[:, 0].mean():14.3f} {np.median(spread[:, 1]):12.1f}",
                flush=True,
            )
            if listed and who == "ours":
                for i in avoidable:
                    print("   ", i, graphs[i]["name"], "n", graphs[i]["n"], "crossings", counts[i])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skip-graphviz", action="store_true", help="only our own drawings")
    parser.add_argument("--list", action="store_true", help="name the graphs with an avoidable crossing")
    options = parser.parse_args()
    stress_table(not options.skip_graphviz)
    crossing_table(not options.skip_graphviz, options.list)
