"""Checks molecules.smi with RDKit: every SMILES parses, to the formula beside it, and no two are the same.

    pip install rdkit && python assets/check_molecules.py
"""

import re
import sys
from pathlib import Path

from rdkit import Chem
from rdkit.Chem.rdMolDescriptors import CalcMolFormula


def parts(formula):
    """Formula as (element counts, charge), since RDKit's order differs from Hill's without carbon."""
    counts, charge = re.fullmatch(r"((?:[A-Z][a-z]?\d*)+)(\d*[+-])?", formula).groups()
    return sorted(re.findall(r"([A-Z][a-z]?)(\d*)", counts)), charge


def main():
    rows = [line.split("\t") for line in (Path(__file__).parent / "molecules.smi").read_text().splitlines()[1:]]
    names, structures, faults = set(), {}, []
    for smiles, name, formula, _family in rows:
        molecule = Chem.MolFromSmiles(smiles)
        if molecule is None:
            faults.append(f"{name}: does not parse")
            continue
        if parts(CalcMolFormula(molecule)) != parts(formula):
            faults.append(f"{name}: {CalcMolFormula(molecule)}, not {formula}")
        canonical = Chem.MolToSmiles(molecule)
        if name in names or canonical in structures:
            faults.append(f"{name}: is there twice")
        names.add(name)
        structures[canonical] = name
    print(*faults, f"{len(rows)} molecules, {len(faults)} faults", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
