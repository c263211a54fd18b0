//! A SMILES string becomes atoms and bonds as they are written, in one pass over its characters.

use std::collections::{BTreeMap, HashSet};

use super::{
    Cursor, Oddity, ReadError,
    atom::{self, Written},
    fault, quote,
    resolve::resolve,
};
use crate::readers::molecule::{BondKind, Molecule};

/// Parses a string without spaces; errors have only a column.
///
/// Beyond OpenSMILES, what RDKit writes is read: dative bonds (`->`, `<-`), any bond (`~`) and elements by number (`[#6]`).
pub(super) fn parse(smiles: &str) -> Result<Molecule, ReadError> {
    if smiles.is_empty() {
        return Err(fault(0, "empty SMILES string", "enter one, such as CCO for ethanol"));
    }
    let mut parser = Parser::new(smiles);
    while let Some(character) = parser.cursor.peek() {
        match character {
            b'(' => parser.open_branch()?,
            b')' => parser.close_branch()?,
            b'.' => parser.dot()?,
            b'-' | b'=' | b'#' | b'$' | b':' | b'/' | b'\\' | b'~' | b'<' => parser.bond(character)?,
            b'>' => return Err(parser.reaction()),
            b'0'..=b'9' | b'%' => parser.ring()?,
            b'[' => {
                let written = atom::bracket(&mut parser.cursor)?;
                parser.atom(written)?;
            }
            b'*' | b'A'..=b'Z' | b'a'..=b'z' => {
                let written = atom::organic(&mut parser.cursor)?;
                parser.atom(written)?;
            }
            _ => return Err(atom::unexpected(&parser.cursor)),
        }
    }
    parser.refuse_unfinished()?;
    Ok(resolve(&parser.atoms, &parser.bonds, parser.oddities))
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    atoms: Vec<Written>,
    bonds: Vec<RawBond>,
    bonded: HashSet<[u32; 2]>,
    /// The atom to which the next one is bonded.
    previous: Option<u32>,
    /// A bond that waits for its second atom.
    bond: Option<WrittenBond>,
    rings: BTreeMap<u32, OpenRing>,
    branches: Vec<Branch>,
    after: After,
    oddities: Vec<Oddity>,
}

/// A bond; one that is not written is single or aromatic, which only the rings can tell. So is one with a mark of direction
/// (`/` or `\\`), which says where its ends point and nothing of its order.
pub(super) struct RawBond {
    pub ends: [u32; 2],
    pub kind: Option<BondKind>,
}

#[derive(Clone, Copy)]
struct WrittenBond {
    /// None for a mark of direction.
    kind: Option<BondKind>,
    /// Whether its first atom is the one that follows, as in `<-`.
    is_reversed: bool,
    at: usize,
}

struct OpenRing {
    atom: u32,
    bond: Option<WrittenBond>,
    at: usize,
}

struct Branch {
    atom: u32,
    at: usize,
}

/// What the cursor has just passed, bonds aside.
#[derive(Clone, Copy, PartialEq)]
enum After {
    Nothing,
    Atom,
    Opening,
    Closing,
    Dot,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            cursor: Cursor { text, at: 0 },
            atoms: Vec::new(),
            bonds: Vec::new(),
            bonded: HashSet::new(),
            previous: None,
            bond: None,
            rings: BTreeMap::new(),
            branches: Vec::new(),
            after: After::Nothing,
            oddities: Vec::new(),
        }
    }

    fn atom(&mut self, written: Written) -> Result<(), ReadError> {
        let idx = self.atoms.len() as u32;
        self.atoms.push(written);
        if let Some(previous) = self.previous {
            let bond = self.bond.take();
            self.join(previous, idx, bond, written.at)?;
        }
        self.previous = Some(idx);
        self.after = After::Atom;
        Ok(())
    }

    fn bond(&mut self, symbol: u8) -> Result<(), ReadError> {
        let at = self.cursor.at;
        if symbol == b'\\' && self.passes_escaped_backslash() {
            return Ok(());
        }
        self.refuse_dangling_bond()?;
        if matches!(self.after, After::Nothing | After::Dot) {
            let what = format!("the bond {} has no atom before it", self.cursor.quoted());
            return Err(fault(at, what, "write an atom before it, or leave the bond out"));
        }
        let second = self.cursor.peek_second();
        let kind = match symbol {
            b'-' if second == Some(b'>') => Some(BondKind::Dative),
            b'<' if second == Some(b'-') => Some(BondKind::Dative),
            b'<' => return Err(atom::unexpected(&self.cursor)),
            b'~' => Some(BondKind::Any),
            b'-' => Some(BondKind::Single),
            b'=' => Some(BondKind::Double),
            b'#' => Some(BondKind::Triple),
            b'$' => Some(BondKind::Quadruple),
            b':' => Some(BondKind::Aromatic),
            _ => None,
        };
        self.bond = Some(WrittenBond { kind, is_reversed: symbol == b'<', at });
        self.cursor.at += if kind == Some(BondKind::Dative) { 2 } else { 1 };
        Ok(())
    }

    /// Files that were written as program text have `\\` for each backslash.
    fn passes_escaped_backslash(&mut self) -> bool {
        const NOTE: &str = "two backslashes were read as one, which a program had escaped";
        let at = self.cursor.at;
        let is_escaped = at > 0
            && self.cursor.text.as_bytes()[at - 1] == b'\\'
            && self.bond.is_some_and(|bond| bond.at + 1 == at && bond.kind.is_none());
        if is_escaped {
            let error = fault(at, "two backslashes follow one another", "write a mark of direction as one backslash");
            self.oddities.push(Oddity { note: NOTE, error });
            self.cursor.at += 1;
        }
        is_escaped
    }

    fn reaction(&self) -> ReadError {
        let help = "give its reactants and products as molecules of their own";
        fault(self.cursor.at, "this is a reaction, not a molecule", help)
    }

    fn open_branch(&mut self) -> Result<(), ReadError> {
        let at = self.cursor.at;
        self.refuse_dangling_bond()?;
        let (Some(atom), After::Atom | After::Closing) = (self.previous, self.after) else {
            return Err(fault(at, "this branch has no atom before it", "write the atom that it branches from first"));
        };
        self.branches.push(Branch { atom, at });
        self.after = After::Opening;
        self.cursor.at += 1;
        Ok(())
    }

    fn close_branch(&mut self) -> Result<(), ReadError> {
        let at = self.cursor.at;
        self.refuse_dangling_bond()?;
        self.refuse_dangling_dot()?;
        let Some(branch) = self.branches.pop() else {
            return Err(fault(at, "this “)” closes no branch", "remove it, or open the branch with “(”"));
        };
        if self.after == After::Opening {
            return Err(fault(branch.at, "this branch is empty", "write an atom into it, or remove it"));
        }
        self.previous = Some(branch.atom);
        self.after = After::Closing;
        self.cursor.at += 1;
        Ok(())
    }

    fn dot(&mut self) -> Result<(), ReadError> {
        let at = self.cursor.at;
        self.refuse_dangling_bond()?;
        if matches!(self.after, After::Nothing | After::Dot) {
            return Err(fault(at, "this dot has no atom before it", "write a molecule on both sides, or remove it"));
        }
        self.previous = None;
        self.after = After::Dot;
        self.cursor.at += 1;
        Ok(())
    }

    fn ring(&mut self) -> Result<(), ReadError> {
        let at = self.cursor.at;
        let number = self.ring_number()?;
        let text = &self.cursor.text[at..self.cursor.at];
        let (Some(here), After::Atom | After::Closing) = (self.previous, self.after) else {
            return Err(fault(at, format!("ring bond {text} has no atom before it"), "write an atom before it"));
        };
        let bond = self.bond.take();
        let Some(open) = self.rings.remove(&number) else {
            self.rings.insert(number, OpenRing { atom: here, bond, at });
            return Ok(());
        };
        if open.atom == here {
            let help = "write the second number after another atom";
            return Err(fault(at, format!("ring bond {text} joins an atom to itself"), help));
        }
        let kind_of = |bond: Option<WrittenBond>| bond.and_then(|bond| bond.kind);
        if let (Some(first), Some(second)) = (kind_of(open.bond), kind_of(bond))
            && first != second
        {
            let what = format!(
                "ring bond {text} is {} here and {} where it opens, at character {}",
                second.word(),
                first.word(),
                open.at + 1
            );
            let error = fault(at, what, "write the bond the same at both ends, or at one end only");
            self.oddities.push(Oddity { note: "of two different ring bonds the first was read", error });
        }
        match open.bond {
            Some(bond) if bond.kind.is_some() => self.join(open.atom, here, open.bond, at),
            _ => self.join(here, open.atom, bond, at),
        }
    }

    /// `1`, `%12` or `%(123)`.
    fn ring_number(&mut self) -> Result<u32, ReadError> {
        let at = self.cursor.at;
        let number = if !self.cursor.eat(b'%') {
            self.cursor.digits(1)
        } else if self.cursor.eat(b'(') {
            self.cursor.digits(5).filter(|_| self.cursor.eat(b')'))
        } else {
            let start = self.cursor.at;
            self.cursor.digits(2).filter(|_| self.cursor.at == start + 2)
        };
        let help = "write ring numbers as 1, %12 or %(123)";
        number.ok_or_else(|| fault(at, "“%” has no ring number of two digits after it", help))
    }

    /// A bond as it is written after its first atom.
    fn join(&mut self, first: u32, second: u32, bond: Option<WrittenBond>, at: usize) -> Result<(), ReadError> {
        if !self.bonded.insert([first.min(second), first.max(second)]) {
            let places = [first.min(second), first.max(second)]
                .map(|atom| self.atoms.get(atom as usize).map_or(0, |atom| atom.at + 1));
            let what = format!("the atoms at characters {} and {} are bonded twice", places[0], places[1]);
            return Err(fault(at, what, "write a double bond as “=”, or close the ring at another atom"));
        }
        let (kind, is_reversed) = bond.map_or((None, false), |bond| (bond.kind, bond.is_reversed));
        let ends = if is_reversed { [second, first] } else { [first, second] };
        self.bonds.push(RawBond { ends, kind });
        Ok(())
    }

    fn refuse_dangling_bond(&self) -> Result<(), ReadError> {
        let Some(bond) = self.bond else { return Ok(()) };
        let symbol = match (bond.kind, bond.is_reversed) {
            (Some(BondKind::Dative), true) => quote("<-"),
            (Some(BondKind::Dative), false) => quote("->"),
            _ => quote(&self.cursor.text[bond.at..=bond.at]),
        };
        Err(fault(bond.at, format!("the bond {symbol} has no atom after it"), "write an atom after it, or remove it"))
    }

    fn refuse_dangling_dot(&self) -> Result<(), ReadError> {
        match self.after {
            After::Dot => {
                let at = self.cursor.at.saturating_sub(1);
                Err(fault(at, "this dot has no atom after it", "write a molecule on both sides, or remove it"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses what is still open at the end of the string, the first of it first.
    fn refuse_unfinished(&self) -> Result<(), ReadError> {
        self.refuse_dangling_bond()?;
        self.refuse_dangling_dot()?;
        if let Some(branch) = self.branches.first() {
            return Err(fault(branch.at, "this branch is never closed", "close it with “)”"));
        }
        match self.rings.iter().min_by_key(|(_, open)| open.at) {
            Some((number, open)) => Err(fault(
                open.at,
                format!("ring bond {number} is opened here and never closed"),
                format!("close it with another {number} later in the string"),
            )),
            None => Ok(()),
        }
    }
}
