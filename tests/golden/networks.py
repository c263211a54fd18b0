"""Writes networks in many formats into tests/corpus/good/networks, and what NetworkX reads of each into networks.json.

Run in a Python with networkx, numpy and scipy: python tests/golden/networks.py
"""

import gzip
import json
import pathlib

import networkx as nx
import numpy as np
import scipy.sparse as sp
from networkx.readwrite import json_graph

HERE = pathlib.Path(__file__).parent
OUT = HERE.parent / "corpus" / "good" / "networks"


def graphs():
    karate = nx.karate_club_graph()
    nx.set_node_attributes(karate, {node: f"member {node}" for node in karate}, "label")
    path = nx.path_graph(["ann", "bob", "cat", "dan"])
    nx.set_edge_attributes(path, {("ann", "bob"): 2.5, ("bob", "cat"): 1.0, ("cat", "dan"): 0.25}, "weight")
    nx.set_node_attributes(path, {"ann": 1.5, "bob": 2.0, "cat": -1.0, "dan": 0.0}, "height")
    florentine = nx.florentine_families_graph()
    lonely = nx.cycle_graph(5)
    lonely.add_node(5)
    directed = nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
    return {"karate": karate, "path": path, "florentine": florentine, "lonely": lonely, "directed": directed}


def plain(graph):
    """What is compared: nodes, undirected edges without loops, sum of their weights."""
    simple = nx.Graph()
    simple.add_nodes_from(graph)
    for u, v, data in graph.edges(data=True):
        if u != v and not simple.has_edge(u, v):
            simple.add_edge(u, v, weight=float(data.get("weight", data.get("value", 1.0))))
    weights = [weight for _, _, weight in simple.edges(data="weight")]
    return {
        "nodes": simple.number_of_nodes(),
        "edges": simple.number_of_edges(),
        "degrees": sorted(degree for _, degree in simple.degree()),
        "weight": round(sum(weights), 9),
    }


def write():
    read = {}
    for name, graph in graphs().items():
        file = OUT / f"{name}.gml"
        nx.write_gml(graph, file)
        read[file.name] = nx.read_gml(file)
        file = OUT / f"{name}.gexf"
        nx.write_gexf(graph, file)
        read[file.name] = nx.read_gexf(file)
        file = OUT / f"{name}.json"
        file.write_text(json.dumps(json_graph.node_link_data(graph, edges="links"), indent=1))
        read[file.name] = json_graph.node_link_graph(json.loads(file.read_text()), edges="links")
        matrix = nx.to_scipy_sparse_array(graph, weight="weight" if name == "path" else None, format="csr", dtype=float)
        file = OUT / f"{name}.mtx"
        import scipy.io

        scipy.io.mmwrite(file, matrix, symmetry="general" if graph.is_directed() else "symmetric")
        back = scipy.io.mmread(file)
        kind = nx.DiGraph if graph.is_directed() else nx.Graph
        read[file.name] = nx.from_scipy_sparse_array(sp.csr_array(back), create_using=kind)
        file = OUT / f"{name}.npz"
        sp.save_npz(file, sp.csr_matrix(matrix))
        read[file.name] = nx.from_scipy_sparse_array(sp.csr_array(sp.load_npz(file)), create_using=kind)
        file = OUT / f"{name}.npy"
        np.save(file, matrix.toarray().astype(np.float32) if name == "lonely" else matrix.toarray())
        read[file.name] = nx.from_numpy_array(np.load(file), create_using=kind)
        if not graph.is_directed():
            file = OUT / f"{name}.g6"
            nx.write_graph6(nx.convert_node_labels_to_integers(graph), file)
            read[file.name] = nx.read_graph6(file)
            file = OUT / f"{name}.s6"
            nx.write_sparse6(nx.convert_node_labels_to_integers(graph), file)
            read[file.name] = nx.read_sparse6(file)
    karate = nx.convert_node_labels_to_integers(nx.karate_club_graph(), first_label=1)
    lines = "".join(f"{u} {v}\n" for u, v in karate.edges())
    (OUT / "out.karate").write_text("% sym unweighted\n% 78 34 34\n" + lines)
    read["out.karate"] = nx.Graph(karate.edges())
    women = nx.davis_southern_women_graph()
    number = {node: idx + 1 for side in (0, 1) for idx, node in enumerate(n for n, d in women.nodes(data="bipartite") if d == side)}
    lines = "".join(f"{number[u]} {number[v]} 1 {idx}\n" for idx, (u, v) in enumerate(women.edges()))
    (OUT / "out.women").write_text("% bip unweighted\n" + lines)
    read["out.women"] = nx.Graph(women.edges())
    (OUT / "zachary").write_text("# no ending\n" + "".join(f"{u} {v}\n" for u, v in karate.edges()))
    read["zachary"] = nx.Graph(karate.edges())
    for name in ["karate.gml", "karate.mtx", "path.gexf"]:
        packed = OUT / f"{name}.gz"
        with packed.open("wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
            file.write((OUT / name).read_bytes())
        read[packed.name] = read[name]
    return {name: plain(graph) for name, graph in read.items()}


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    (HERE / "networks.json").write_text(json.dumps(write(), indent=1) + "\n")
