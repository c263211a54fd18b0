//! Version V2000: blocks of lines with numbers in fixed columns, then properties up to `M  END`.

use super::{
    RECORD_END,
    ctab::{Ctab, ListedAtom},
    lines::{Input, integers, number},
};
use crate::{
    graph::elements,
    readers::{ReadError, report::quote},
};

/// What is wanted from an atom line.
struct AtomLine<'a> {
    symbol: &'a str,
    mass_difference: i64,
    charge_code: i64,
    valence: i64,
}

/// Reads atoms, bonds and properties, up to and with `M  END`.
pub(super) fn read(input: &mut Input, n_atoms: i64, n_bonds: i64) -> Result<Ctab, ReadError> {
    if n_atoms < 0 || n_bonds < 0 {
        return Err(input.error("the counts line has a negative number", "give the numbers of atoms and bonds"));
    }
    let mut ctab = Ctab::default();
    for idx in 0..n_atoms {
        let line = block_line(input, "atom", idx, n_atoms)?;
        let listed = atom(input, line)?;
        ctab.atoms.push(listed);
    }
    for idx in 0..n_bonds {
        let line = block_line(input, "bond", idx, n_bonds)?;
        bond(input, &mut ctab, line)?;
    }
    properties(input, &mut ctab)?;
    Ok(ctab)
}

/// The next line of a block that the counts line promises to be longer.
fn block_line<'a>(input: &mut Input<'a>, block: &str, idx: i64, count: i64) -> Result<&'a str, ReadError> {
    let line = input.next_or(&format!("after {idx} of {count} {block}s"))?;
    if line.starts_with("M  ") || line.starts_with(RECORD_END) {
        let what = format!("the {block} block ends after {idx} of {count} {block}s");
        return Err(input.error(what, "correct the counts line, or add the lines that are missing"));
    }
    Ok(line)
}

fn atom(input: &mut Input, line: &str) -> Result<ListedAtom, ReadError> {
    let Some(line) = atom_in_columns(line).or_else(|| atom_in_words(line)).or_else(|| atom_behind_coordinates(line))
    else {
        let help = "an atom line has three coordinates and a symbol";
        return Err(input.error(format!("this is not an atom line: {}", quote(line)), help));
    };
    let mut listed = ListedAtom::from_symbol(input, line.symbol)?;
    match line.charge_code {
        0 => {}
        4 => listed.set_radical(2),
        code @ (1..=3 | 5..=7) => listed.atom.charge = 4 - code as i8,
        code => return Err(input.error(format!("there is no charge code {code}"), "use 0 to 7, or an “M  CHG” line")),
    }
    if let (Some(mass), -3..=4) = (elements::mass(listed.atom.element), line.mass_difference)
        && line.mass_difference != 0
    {
        listed.atom.isotope = u16::try_from(i64::from(mass) + line.mass_difference).ok();
    }
    listed.valence = match line.valence {
        1..=14 => u8::try_from(line.valence).ok(),
        15 => Some(0),
        _ => None,
    };
    Ok(listed)
}

/// `xxxxx.xxxxyyyyy.yyyyzzzzz.zzzz aaaddcccssshhhbbbvvv…`
fn atom_in_columns(line: &str) -> Option<AtomLine<'_>> {
    let column = |from: usize, to: usize| line.get(from.min(line.len())..to.min(line.len())).map(str::trim);
    for from in [0, 10, 20] {
        column(from, from + 10)?.parse::<f64>().ok()?;
    }
    let integer = |from, to| match column(from, to)? {
        "" => Some(0),
        text => text.parse().ok(),
    };
    let symbol = column(31, 34)?;
    let is_symbol =
        !symbol.contains(char::is_whitespace) && symbol.starts_with(|c: char| c.is_alphabetic() || c == '*');
    (is_symbol && column(30, 31)?.is_empty()).then_some(AtomLine {
        symbol,
        mass_difference: integer(34, 36)?,
        charge_code: integer(36, 39)?,
        valence: integer(48, 51)?,
    })
}

fn atom_in_words(line: &str) -> Option<AtomLine<'_>> {
    let mut words = line.split_whitespace();
    for _ in 0..3 {
        words.next()?.parse::<f64>().ok()?;
    }
    let symbol = words.next()?;
    let mut integers = [0; 6];
    for (integer, word) in integers.iter_mut().zip(words) {
        *integer = word.parse().ok()?;
    }
    Some(AtomLine { symbol, mass_difference: integers[0], charge_code: integers[1], valence: integers[5] })
}

/// Coordinates that overflow their columns run into one another; they are not used, and the symbol comes next.
fn atom_behind_coordinates(line: &str) -> Option<AtomLine<'_>> {
    let start = line.find(|c: char| c.is_ascii_alphabetic() || c == '*')?;
    let coordinates = &line[..start];
    let is_number = |c: char| c.is_ascii_digit() || " .-+".contains(c);
    let are_three = coordinates.matches('.').count() == 3 && coordinates.chars().all(is_number);
    let mut words = line[start..].split_whitespace();
    let symbol = words.next().filter(|_| are_three)?;
    let mut integers = [0; 6];
    for (integer, word) in integers.iter_mut().zip(words) {
        *integer = word.parse().ok()?;
    }
    Some(AtomLine { symbol, mass_difference: integers[0], charge_code: integers[1], valence: integers[5] })
}

fn bond(input: &mut Input, ctab: &mut Ctab, line: &str) -> Result<(), ReadError> {
    let Some([first, second, code]) = integers(line) else {
        let help = "a bond line has two atom numbers and a bond type";
        return Err(input.error(format!("this is not a bond line: {}", quote(line)), help));
    };
    let ends = [atom_idx(input, ctab, first)?, atom_idx(input, ctab, second)?];
    ctab.add_bond(input, ends.map(|idx| idx as u32), code)
}

fn atom_idx(input: &Input, ctab: &Ctab, atom: i64) -> Result<usize, ReadError> {
    let n_atoms = ctab.atoms.len();
    let idx = atom.checked_sub(1).and_then(|idx| usize::try_from(idx).ok());
    idx.filter(|&idx| idx < n_atoms).ok_or_else(|| {
        let what = format!("there is no atom {atom}");
        input.error(what, format!("use atom numbers from 1 to {n_atoms}"))
    })
}

/// Charges, isotopes and radicals; other properties do not change the graph.
fn properties(input: &mut Input, ctab: &mut Ctab) -> Result<(), ReadError> {
    // The first CHG or RAD line replaces all charges and radicals of the atom block.
    let mut replaced = false;
    loop {
        // Some programs leave “M  END” out; the record ends all the same.
        if input.peek().is_some_and(|line| line.starts_with('>') || line.starts_with(RECORD_END)) {
            let place = input.place_of(input.number() + 1);
            input.warnings.note("“M  END” is missing before this line", place);
            return Ok(());
        }
        let line = input.next_or("before “M  END”")?;
        let Some((kind, rest)) = line.split_at_checked(6) else {
            if line.trim_end() == "M END" {
                return Ok(());
            }
            continue;
        };
        match kind {
            "M  END" => return Ok(()),
            "M  CHG" | "M  RAD" if !replaced => {
                replaced = true;
                for listed in &mut ctab.atoms {
                    listed.atom.charge = 0;
                    listed.radical = 0;
                }
                property(input, ctab, kind, rest)?;
            }
            "M  CHG" | "M  RAD" | "M  ISO" => property(input, ctab, kind, rest)?,
            "S  SKP" => {
                for _ in 0..number::<u32>(input, rest.trim(), "a number of lines")? {
                    input.next_or("before “M  END”")?;
                }
            }
            _ if kind.starts_with("A  ") || kind.starts_with("G  ") => {
                input.next_or("before “M  END”")?;
            }
            _ => {}
        }
    }
}

/// `M  CHGnn8 aaa vvv …`
fn property(input: &Input, ctab: &mut Ctab, kind: &str, rest: &str) -> Result<(), ReadError> {
    let mut words = rest.split_whitespace();
    let incomplete = || {
        let help = "give how many atoms follow, then each atom and its value";
        input.error(format!("this “{kind}” line is not complete"), help)
    };
    let count: u32 = number(input, words.next().ok_or_else(incomplete)?, "a number of atoms")?;
    for _ in 0..count {
        let atom = number(input, words.next().ok_or_else(incomplete)?, "an atom number")?;
        let value = words.next().ok_or_else(incomplete)?;
        let idx = atom_idx(input, ctab, atom)?;
        let listed = &mut ctab.atoms[idx];
        match kind {
            "M  CHG" => listed.atom.charge = number(input, value, "a charge")?,
            "M  ISO" => listed.atom.isotope = Some(number(input, value, "a mass number")?),
            _ => listed.set_radical(number(input, value, "a radical")?),
        }
    }
    Ok(())
}
