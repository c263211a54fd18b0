"""What RDKit reads of a few thousand SMILES strings, as golden results for tests/rdkit.rs.

Run in a Python with rdkit: python tests/rdkit/golden.py
The strings are those of this project, of the data that RDKit's package brings along, variations of both written by RDKit
(random orders of atoms, Kekulé forms, explicit bonds and hydrogens), and handmade ones. Molecules are parsed without
sanitising, so that what is compared is what the string says.
"""

import csv
import gzip
import pathlib
import random

from rdkit import Chem, RDConfig, RDLogger, rdBase

RDLogger.DisableLog("rdApp.*")
HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
PER_SOURCE = 700
KINDS = {"SINGLE": "s", "DOUBLE": "d", "TRIPLE": "t", "QUADRUPLE": "q", "AROMATIC": "a", "DATIVE": ">", "UNSPECIFIED": "~"}
HANDMADE = """
[CH3-] [NH4+] [13CH4] [2H]O[2H] [Fe+2] [O-][N+](=O)c1ccccc1 C1CC1 C%12CC%12 c1ccc2ccccc2c1 F/C=C/F F/C=C\\F N->[Fe] [Fe]<-N
N~[Fe] [#6]C [#7H2]C C[si]1ccccc1 [se]1cccc1 [te]1cccc1 [nH]1cccc1 Cn1cccc1 O=c1cc[nH]cc1 C=1CCCCC1 C1CCCCC=1 C-1CCCCC=1
CC(=O)/N=c1\\sccn1C C/C=c/1sccn1C S(=O)(=O)(C)C P(=O)(O)(O)O OCl(=O)(=O)=O FS(F)(F)(F)(F)F B(O)(O)c1ccccc1 [B-](F)(F)(F)F
C[N+](C)(C)C c1cc[n+](C)cc1 c1ccccc1-c1ccccc1 c1ccccc1c1ccccc1 [Na+].[Cl-] C1.C1 [C@@H](F)(Cl)Br C[Co@OH](C)C [Uut] C#N
C$C *C [*:1]CC[*:2] C:1:C:C:C:C:C1 cc cn b1ccccc1 p1ccccc1 o1cccc1 s1cccc1 c1cnc[nH]1 N1C=CC=C1 CN=[N+]=[N-] C\\\\C=C [H][H]
[H]C([H])([H])[H] CC(C)(C)(C)C OB1OB2(O)OB(O)OB(O)(O1)O2 C[N](C)(C)(C)C IC(I)(I)I Cl(C)C BrBr [OH3+] [Cl-] [H+] [SH-] [PH4+]
""".split()


def package_strings():
    """SMILES of every text table among RDKit's own data."""
    for folder in [RDConfig.RDDataDir, RDConfig.RDContribDir, RDConfig.RDDocsDir, RDConfig.RDCodeDir]:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix.lower() not in {".smi", ".csv", ".txt", ".tsv", ".can"} or not path.is_file() or path.stat().st_size > 50e6:
                continue
            for line in path.read_text(errors="ignore").splitlines()[:20000]:
                for cell in line.replace(",", " ").replace("\t", " ").replace(";", " ").split()[:4]:
                    if len(cell) >= 6 and any(c in cell for c in "()=[]1") and parsed(cell) is not None:
                        yield cell
                        break


def bundled_strings():
    for line in (ROOT / "assets" / "molecules.smi").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")[0].split()[0]
    for path in sorted((ROOT / "tests" / "corpus" / "good" / "smiles").iterdir()):
        for line in path.read_text(errors="ignore").splitlines():
            yield from (cell.strip('" ') for cell in csv.reader([line.replace("\t", ",").replace(";", ",")]).__next__())


def parsed(smiles):
    parameters = Chem.SmilesParserParams()
    parameters.sanitize = False
    parameters.removeHs = False
    parameters.parseName = False
    return Chem.MolFromSmiles(smiles, parameters) if smiles and " " not in smiles else None


def variations(smiles, seed):
    """The same molecule as RDKit writes it in other ways."""
    molecule = Chem.MolFromSmiles(smiles)
    if molecule is None or molecule.GetNumAtoms() > 80:
        return
    yield Chem.MolToRandomSmilesVect(molecule, 1, randomSeed=seed)[0]
    yield Chem.MolToSmiles(molecule, allBondsExplicit=True)
    yield Chem.MolToSmiles(molecule, allHsExplicit=True)
    kekule = Chem.Mol(molecule)
    Chem.Kekulize(kekule, clearAromaticFlags=True)
    yield Chem.MolToSmiles(kekule)
    if molecule.GetNumAtoms() < 20:
        yield Chem.MolToSmiles(Chem.AddHs(molecule))


def kind(bond):
    """Between two aromatic rings an unwritten bond is single; RDKit settles that in sanitising, which is not done here."""
    atoms = [bond.GetBeginAtom(), bond.GetEndAtom()]
    if str(bond.GetBondType()) == "AROMATIC" and not bond.IsInRing() and all(atom.GetIsAromatic() for atom in atoms):
        return "s"
    return KINDS.get(str(bond.GetBondType()), "?")


def is_aromatic(atom):
    """By its letter, or by a bond written as “:”, which RDKit too makes aromatic in sanitising."""
    return atom.GetIsAromatic() or any(kind(bond) == "a" for bond in atom.GetBonds())


def row(smiles):
    molecule = parsed(smiles)
    if molecule is None or molecule.GetNumAtoms() == 0:
        return None
    molecule.UpdatePropertyCache(strict=False)
    atoms = list(molecule.GetAtoms())
    # Hydrogens that are nodes are counted by RDKit's total as neighbours only on request.
    join = lambda values: ".".join(str(value) for value in values)
    Chem.FastFindRings(molecule)
    bonds = sorted((*sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx())), kind(b)) for b in molecule.GetBonds())
    n_rings = molecule.GetNumBonds() - molecule.GetNumAtoms() + len(Chem.GetMolFrags(molecule))
    assert n_rings == len(Chem.GetSSSR(molecule)), smiles
    return "\t".join([
        smiles,
        join(atom.GetAtomicNum() for atom in atoms),
        join(atom.GetTotalNumHs() for atom in atoms),
        join(atom.GetFormalCharge() for atom in atoms),
        join(atom.GetIsotope() for atom in atoms),
        "".join(str(int(is_aromatic(atom))) for atom in atoms),
        " ".join(f"{u}-{v}{kind}" for u, v, kind in bonds),
        str(n_rings),
    ])


def main():
    draw = random.Random(0)
    package = sorted(set(package_strings()))
    draw.shuffle(package)
    sources = {"bundled": list(dict.fromkeys(bundled_strings())), "package": package[: 2 * PER_SOURCE], "handmade": HANDMADE}
    varied = [v for idx, smiles in enumerate(package[:PER_SOURCE] + sources["bundled"]) for v in variations(smiles, idx)]
    sources["varied"] = list(dict.fromkeys(varied))
    seen, lines = set(), [f"# RDKit {rdBase.rdkitVersion}"]
    for source, strings in sources.items():
        rows = [row(smiles) for smiles in strings if smiles not in seen]
        seen.update(strings)
        rows = [line for line in rows if line]
        lines.append(f"# {source} {len(rows)}")
        lines.extend(rows)
        print(source, len(rows))
    with (HERE / "golden.tsv.gz").open("wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
        file.write(("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
