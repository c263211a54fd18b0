#!/bin/sh
# Makes the golden results of tests/rdkit.rs again, with RDKit in an environment of its own, and says whether they changed.
set -e
cd "$(dirname "$0")/../.."
PYTHON=${RDKIT_PYTHON:-target/rdkit/bin/python}
if ! [ -x "$PYTHON" ]; then
	python3 -m venv target/rdkit
	target/rdkit/bin/pip install -q rdkit
fi
"$PYTHON" tests/rdkit/golden.py
git diff --stat --exit-code tests/rdkit/golden.tsv.gz && echo "The golden results are those of this RDKit."
