//! One atom of a SMILES string: of the organic subset, or in brackets.

use super::{Cursor, ReadError, fault, quote};
use crate::graph::{Atom, elements};

/// An atom and how it was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub atom: Atom,
    /// The character at which it starts, from 0.
    pub at: usize,
    /// In brackets, so that its hydrogens are exactly those written.
    pub in_brackets: bool,
}

/// Charges go from −15 to +15.
const MOST_CHARGE: u32 = 15;

/// Reads an atom outside brackets: `C`, `Cl`, `c`, `*`. The cursor stands at a letter or a star.
pub(super) fn organic(cursor: &mut Cursor) -> Result<Written, ReadError> {
    let at = cursor.at;
    let (length, element, aromatic) = match (cursor.peek(), cursor.peek_second()) {
        (Some(b'*'), _) => (1, Some(0), false),
        (Some(b'C'), Some(b'l')) | (Some(b'B'), Some(b'r')) => (2, elements::number(&cursor.text[at..at + 2]), false),
        (Some(first @ (b'b' | b'c' | b'n' | b'o' | b'p' | b's')), _) => (1, number_of(first), true),
        (Some(first @ b'A'..=b'Z'), second) => {
            refuse_if_bracketless(cursor, second)?;
            (1, number_of(first), false)
        }
        _ => (0, None, false),
    };
    let Some(element) = element else { return Err(unexpected(cursor)) };
    cursor.at += length;
    Ok(Written { atom: Atom { element, aromatic, ..Atom::default() }, at, in_brackets: false })
}

/// Refuses capital letters that begin no atom of the organic subset, saying what may have been meant.
fn refuse_if_bracketless(cursor: &Cursor, second: Option<u8>) -> Result<(), ReadError> {
    let at = cursor.at;
    let one = &cursor.text[at..=at];
    let two = match second {
        Some(b'a'..=b'z') => &cursor.text[at..at + 2],
        _ => "",
    };
    let is_organic = matches!(one, "B" | "C" | "N" | "O" | "P" | "S" | "F" | "I");
    // “Cn” is carbon and an aromatic nitrogen, not copernicium; “Na” can only be sodium.
    let second_is_aromatic = matches!(second, Some(b'b' | b'c' | b'n' | b'o' | b'p' | b's'));
    let symbol = if elements::number(two).is_some() && !(is_organic && second_is_aromatic) {
        two
    } else if is_organic {
        return Ok(());
    } else if elements::number(one).is_some() {
        one
    } else {
        let help = "use the symbol of an element, or “*” for any atom";
        return Err(fault(at, format!("{} is not an element", quote(if two.is_empty() { one } else { two })), help));
    };
    Err(fault(at, format!("the element {} needs brackets", quote(symbol)), format!("write it as [{symbol}]")))
}

/// Reads an atom in brackets: `[13CH4]`, `[nH]`, `[C@@H]`, `[Fe+2]`, `[*:1]`. The cursor stands at `[`.
pub(super) fn bracket(cursor: &mut Cursor) -> Result<Written, ReadError> {
    let open = cursor.at;
    cursor.at += 1;
    let isotope = isotope(cursor)?;
    let (element, aromatic) = symbol(cursor, open)?;
    chirality(cursor)?;
    let hydrogens = if cursor.eat(b'H') { cursor.digits(1).unwrap_or(1) } else { 0 };
    let charge = charge(cursor)?;
    if cursor.eat(b':') && cursor.digits(usize::MAX).is_none() && cursor.peek().is_some() {
        return Err(fault(cursor.at - 1, "“:” has no number after it", "write a class such as “:1”, or leave it out"));
    }
    match cursor.peek() {
        Some(b']') => cursor.at += 1,
        Some(_) => {
            let what = format!("{} is not expected in this bracket", cursor.quoted());
            let help = "write isotope, element, @, hydrogens, charge and class in this order, then “]”";
            return Err(fault(cursor.at, what, help));
        }
        None => return Err(never_closed(open)),
    }
    let hydrogens = u8::try_from(hydrogens).unwrap_or(0);
    Ok(Written { atom: Atom { element, charge, isotope, hydrogens, aromatic }, at: open, in_brackets: true })
}

fn isotope(cursor: &mut Cursor) -> Result<Option<u16>, ReadError> {
    let at = cursor.at;
    match cursor.digits(usize::MAX) {
        None => Ok(None),
        Some(mass @ 0..=999) => Ok(u16::try_from(mass).ok().filter(|&mass| mass > 0)),
        Some(_) => Err(fault(at, "this mass number is too large", "use a mass number of at most 999")),
    }
}

fn symbol(cursor: &mut Cursor, open: usize) -> Result<(u8, bool), ReadError> {
    let at = cursor.at;
    let two = cursor.text.get(at..at + 2).unwrap_or_default();
    let one = cursor.text.get(at..at + 1).unwrap_or_default();
    let three = cursor.text.get(at..at + 3).unwrap_or_default();
    let (length, element, aromatic) = match cursor.peek() {
        None => return Err(never_closed(open)),
        Some(b'*') => (1, 0, false),
        Some(b'#') => return numbered(cursor),
        Some(b'a'..=b'z') => match (two, one) {
            ("se", _) => (2, 34, true),
            ("as", _) => (2, 33, true),
            ("te", _) => (2, 52, true),
            ("si", _) => (2, 14, true),
            (_, "b" | "c" | "n" | "o" | "p" | "s") => (1, cursor.peek().and_then(number_of).unwrap_or(0), true),
            _ => {
                let help = "begin an element with a capital, or use one of b, c, n, o, p, s, si, se, as, te";
                return Err(fault(at, format!("{} is not an aromatic element", cursor.quoted()), help));
            }
        },
        Some(b'A'..=b'Z') => match (elements::number(two), elements::number(one)) {
            _ if elements::by_temporary_symbol(three).is_some() => {
                (3, elements::by_temporary_symbol(three).unwrap_or_default(), false)
            }
            (Some(number), _) => (2, number, false),
            (None, Some(number)) => (1, number, false),
            (None, None) => {
                let symbol = if two.ends_with(|c: char| c.is_ascii_lowercase()) { two } else { one };
                let help = "use the symbol of an element, or “*” for any atom";
                return Err(fault(at, format!("{} is not an element", quote(symbol)), help));
            }
        },
        Some(_) => {
            let help = "write a symbol such as C, or “*” for any atom";
            return Err(fault(at, format!("an element is expected here, not {}", cursor.quoted()), help));
        }
    };
    cursor.at += length;
    Ok((element, aromatic))
}

/// `#6`, an element by its number; `#0` is any atom.
fn numbered(cursor: &mut Cursor) -> Result<(u8, bool), ReadError> {
    let at = cursor.at;
    cursor.at += 1;
    let number = cursor.digits(3).and_then(|number| u8::try_from(number).ok());
    match number.filter(|&number| number == 0 || elements::symbol(number).is_some()) {
        Some(number) => Ok((number, false)),
        None => {
            Err(fault(at, "“#” has no atomic number after it", "write an element as [#6], with a number up to 118"))
        }
    }
}

/// Reads over `@`, `@@` and the likes of `@TB12`; some programs leave the number out.
fn chirality(cursor: &mut Cursor) -> Result<(), ReadError> {
    const SHAPES: [(&str, u32); 5] = [("TH", 2), ("AL", 2), ("SP", 3), ("TB", 20), ("OH", 30)];
    let at = cursor.at;
    if !cursor.eat(b'@') || cursor.eat(b'@') {
        return Ok(());
    }
    let code = cursor.text.get(cursor.at..cursor.at + 2).unwrap_or_default();
    let Some(&(shape, most)) = SHAPES.iter().find(|(shape, _)| *shape == code) else { return Ok(()) };
    cursor.at += 2;
    match cursor.digits(2) {
        None => Ok(()),
        Some(number) if (1..=most).contains(&number) => Ok(()),
        Some(_) => Err(fault(
            at,
            format!("“@{shape}” has no number from 1 to {most} after it"),
            format!("write for example “@{shape}1”"),
        )),
    }
}

/// `+`, `++`, `+2` and the same with minus.
fn charge(cursor: &mut Cursor) -> Result<i8, ReadError> {
    let at = cursor.at;
    let Some(sign @ (b'+' | b'-')) = cursor.peek() else { return Ok(0) };
    cursor.at += 1;
    let size = match cursor.digits(usize::MAX) {
        Some(number) => number,
        None => {
            while cursor.eat(sign) {}
            u32::try_from(cursor.at - at).unwrap_or(u32::MAX)
        }
    };
    match i8::try_from(size) {
        Ok(size) if size.unsigned_abs() <= MOST_CHARGE as u8 => Ok(if sign == b'+' { size } else { -size }),
        _ => Err(fault(at, "this charge is too large", format!("use a charge from -{MOST_CHARGE} to +{MOST_CHARGE}"))),
    }
}

fn number_of(letter: u8) -> Option<u8> {
    elements::number(char::from(letter.to_ascii_uppercase()).encode_utf8(&mut [0; 4]))
}

fn never_closed(open: usize) -> ReadError {
    fault(open, "this bracket is never closed", "close it with “]”")
}

/// The error for a character that fits nowhere.
pub(super) fn unexpected(cursor: &Cursor) -> ReadError {
    let what = format!("{} is not expected in a SMILES", cursor.quoted());
    fault(cursor.at, what, "use atoms, bonds - = # $ : / \\, branches, ring numbers and dots")
}
