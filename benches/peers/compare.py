"""Training throughput of this project beside PyTorch on this machine, in one run, as one table.

python compare.py DATA [--data NCI1,PROTEINS,DD] [--epochs 4]: DATA is the folder of the datasets. Run by `make bench-peers`
from the root of the project. Both programs take the best epoch; a row is measured before the next one begins.
"""
import argparse
import json
import os
import platform
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PEER_OF = {"gpool": "topk", "sagpool": "sag"}


def processor():
    try:
        with open("/proc/cpuinfo") as info:
            names = re.findall(r"^model name\s*:\s*(.*)$", info.read(), re.M)
        return f"{names[0]}, {os.cpu_count()} cores" if names else platform.processor()
    except OSError:
        return platform.processor()


def ours(bench, data, pool, threads, env):
    """Graphs/s of one split and of as many splits side by side as there are threads."""
    out = subprocess.run(bench + [data, pool], env={**env, "THREADS": str(threads)}, capture_output=True, text=True)
    row = re.search(rf"^{data}\s+{pool}\s+(\d+)\s+[\d.]+ s\s+(\d+)\s*$", out.stdout, re.M)
    if not row:
        sys.exit(f"the benchmark printed no row for {data} {pool}:\n{out.stdout}\n{out.stderr}")
    return float(row[1]), float(row[2])


def peer(program, path, *args):
    """Graphs/s of a peer's best epoch, and its memory in MB; nothing where it fails."""
    command = [sys.executable, os.path.join(HERE, program), path, "--time-only", *map(str, args)]
    out = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in out.stdout.splitlines() if line.startswith("{")]
    if out.returncode or not lines:
        print(out.stderr[-2000:], file=sys.stderr)
        return None
    found = json.loads(lines[-1])
    return found.get("graphs_per_s_max") or found["graphs_per_s"], found["peak_rss_mb"]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("--data", default="NCI1,PROTEINS,DD")
    p.add_argument("--epochs", type=int, default=4)
    p.add_argument("--bench", default="cargo bench --bench training --")
    o = p.parse_args()
    env = {**os.environ, "PROXPOOL_DATA": os.path.abspath(o.folder)}
    bench = o.bench.split()
    print(f"{processor()}; load {os.getloadavg()[0]:.1f}; graphs/s while training, batch 64, hidden 64, s = 3\n")
    print("| data | operator | threads | this project | PyTorch | factor | PyTorch's memory |")
    print("|---|---|---|---:|---:|---:|---:|", flush=True)
    for data in o.data.split(","):
        path = next((q for q in (os.path.join(o.folder, data + ".zip"), os.path.join(o.folder, data))
                     if os.path.exists(q)), None)
        if path is None:
            print(f"{data} is not in {o.folder}", file=sys.stderr)
            continue
        for pool in ("proxpool", "gpool", "sagpool"):
            for threads in (1, 2):
                mine = ours(bench, data, pool, threads, env)
                if pool == "proxpool":
                    runs = [peer("train_sparse.py", path, "--epochs", o.epochs, "--threads", threads)]
                    if threads > 1:
                        runs.append(peer("train_sparse.py", path, "--epochs", o.epochs, "--threads", 1, "--procs", threads))
                else:
                    rho = 0.25 if data == "DD" else 0.3
                    runs = [peer("peers_pyg.py", path, "--epochs", o.epochs, "--threads", threads, "--rho", rho,
                                 "--pooling", PEER_OF[pool])]
                runs = [run for run in runs if run]
                mine = mine[0] if threads == 1 else max(mine)
                theirs, memory = max(runs, default=(None, None))
                factor = f"{mine / theirs:.1f} ×" if theirs else "–"
                theirs = f"{theirs:,.0f}" if theirs else "–"
                memory = f"{memory / 1000:.1f} GB" if memory else "–"
                what = str(threads) if threads == 1 else f"{threads}, best way"
                print(f"| {data} | {pool} | {what} | {mine:,.0f} | {theirs} | {factor} | {memory} |", flush=True)


if __name__ == "__main__":
    main()
