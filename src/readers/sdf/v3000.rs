//! Version V3000: lines of words after `M  V30`, in blocks with BEGIN and END.

use std::{
    borrow::Cow,
    collections::{HashMap, hash_map::Entry},
};

use super::{
    ctab::{Ctab, ListedAtom},
    lines::{Input, number},
};
use crate::readers::{Place, ReadError, report::quote};

const PREFIX: &str = "M  V30";

/// What the COUNTS line promises, and where.
struct Counts {
    atoms: usize,
    bonds: usize,
    place: Place,
}

/// Reads the blocks, up to and with `M  END`.
pub(super) fn read(input: &mut Input) -> Result<Ctab, ReadError> {
    let mut ctab = Ctab::default();
    let mut idx_of_atom: HashMap<u64, u32> = HashMap::new();
    let mut counts = None;
    let mut n_bonds = 0;
    // The innermost block whose lines are read or skipped; CTAB itself is only passed through.
    let mut block = String::new();
    while let Some(text) = next_line(input)? {
        let words = words(&text);
        match (block.as_str(), &words[..]) {
            (_, []) => {}
            ("", ["BEGIN" | "END", "CTAB", ..]) => {}
            ("", ["BEGIN", name, ..]) => block = (*name).to_owned(),
            (_, ["END", name, ..]) if *name == block => block.clear(),
            ("", ["COUNTS", atoms, bonds, ..]) => {
                counts = Some(Counts {
                    atoms: number(input, atoms, "a number of atoms")?,
                    bonds: number(input, bonds, "a number of bonds")?,
                    place: input.place(),
                });
            }
            ("", ["COUNTS", ..]) => {
                return Err(input.error("this COUNTS line is too short", "give the numbers of atoms and bonds"));
            }
            ("ATOM", words) => atom(input, &mut ctab, &mut idx_of_atom, words)?,
            ("BOND", words) => {
                bond(input, &mut ctab, &idx_of_atom, words)?;
                n_bonds += 1;
            }
            _ => {}
        }
    }
    if !block.is_empty() {
        let what = format!("the molecule ends inside the block {}", quote(&block));
        return Err(input.error(what, "close the block with its END line"));
    }
    match counts {
        Some(counts) => compare(&counts, ctab.atoms.len(), n_bonds)?,
        None => return Err(input.error("this molecule has no COUNTS line", "add one after “M  V30 BEGIN CTAB”")),
    }
    Ok(ctab)
}

/// What follows `M  V30`, with the lines that continue it; `None` at `M  END`.
fn next_line<'a>(input: &mut Input<'a>) -> Result<Option<Cow<'a, str>>, ReadError> {
    let line = input.next_or("before “M  END”")?;
    if line.trim_end() == "M  END" {
        return Ok(None);
    }
    let mut text = Cow::Borrowed(content(input, line)?);
    while let Some(start) = text.strip_suffix('-') {
        let length = start.len();
        let line = input.next_or("inside a line that ends in “-”")?;
        let more = content(input, line)?;
        let text = text.to_mut();
        text.truncate(length);
        text.push_str(more.trim_start());
    }
    Ok(Some(text))
}

/// The words of a line; what stands in quotes or brackets is one: `"NOT [N,O]"`.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (mut is_quoted, mut depth) = (false, 0_u32);
        let end = rest.find(|c: char| {
            match c {
                '"' => is_quoted = !is_quoted,
                '[' | '(' => depth += 1,
                ']' | ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c.is_whitespace() && !is_quoted && depth == 0
        });
        // A quote or a bracket that is never closed ends its word as any other.
        let end = match end {
            None if is_quoted || depth > 0 => rest.find(char::is_whitespace),
            end => end,
        };
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = after.trim_start();
    }
    words
}

fn content<'a>(input: &Input, line: &'a str) -> Result<&'a str, ReadError> {
    line.strip_prefix(PREFIX).map(str::trim_end).ok_or_else(|| {
        let what = format!("“{PREFIX}” is expected here, not {}", quote(line));
        input.error(what, "begin every line of a V3000 molecule with it, and close with “M  END”")
    })
}

/// `index type x y z aamap [CHG=…] [MASS=…]`
fn atom(
    input: &mut Input,
    ctab: &mut Ctab,
    idx_of_atom: &mut HashMap<u64, u32>,
    words: &[&str],
) -> Result<(), ReadError> {
    let [index, symbol, x, y, z, properties @ ..] = words else {
        return Err(input.error("this atom line is too short", "give index, symbol and three coordinates"));
    };
    for coordinate in [x, y, z] {
        if coordinate.parse::<f64>().is_err() {
            let what = format!("{} is not a coordinate", quote(coordinate));
            return Err(input.error(what, "give index, symbol and three coordinates"));
        }
    }
    let mut listed = ListedAtom::from_symbol(input, symbol.trim_matches('"'))?;
    for (key, value) in properties.iter().filter_map(|property| property.split_once('=')) {
        match key {
            "CHG" => listed.atom.charge = number(input, value, "a charge")?,
            "MASS" => listed.atom.isotope = Some(number(input, value, "a mass number")?),
            "RAD" => listed.set_radical(number(input, value, "a radical")?),
            "VAL" => {
                listed.valence = match number::<i64>(input, value, "a valence")? {
                    -1 => Some(0),
                    valence => u8::try_from(valence).ok().filter(|&valence| valence > 0),
                }
            }
            _ => {}
        }
    }
    let index = number(input, index, "an atom number")?;
    match idx_of_atom.entry(index) {
        Entry::Occupied(_) => {
            return Err(input.error(format!("atom {index} is listed twice"), "give every atom its own number"));
        }
        Entry::Vacant(entry) => entry.insert(ctab.atoms.len() as u32),
    };
    ctab.atoms.push(listed);
    Ok(())
}

/// `index type atom1 atom2 […]`
fn bond(input: &mut Input, ctab: &mut Ctab, idx_of_atom: &HashMap<u64, u32>, words: &[&str]) -> Result<(), ReadError> {
    let [_, code, first, second, ..] = words else {
        return Err(input.error("this bond line is too short", "give index, type and two atoms"));
    };
    let code = number(input, code, "a bond type")?;
    let mut ends = [0; 2];
    for (end, word) in ends.iter_mut().zip([first, second]) {
        let index: u64 = number(input, word, "an atom number")?;
        *end = match idx_of_atom.get(&index) {
            Some(&idx) => idx,
            None => {
                let help = "use the numbers of the atom block, which comes first";
                return Err(input.error(format!("there is no atom {index}"), help));
            }
        };
    }
    ctab.add_bond(input, ends, code)
}

fn compare(counts: &Counts, n_atoms: usize, n_bonds: usize) -> Result<(), ReadError> {
    for (block, declared, n_read) in [("atom", counts.atoms, n_atoms), ("bond", counts.bonds, n_bonds)] {
        if declared != n_read {
            let what = format!("the counts line declares {declared} {block}s, but the {block} block has {n_read}");
            let help = "correct the counts line, or add the lines that are missing";
            return Err(ReadError::new(counts.place.clone(), what, help));
        }
    }
    Ok(())
}
