//! Chemical elements: symbols, names, masses and the valences by which hydrogens are counted.
//!
//! The valences are those of the OpenSMILES organic subset (opensmiles.org, 3.1.5), widened for
//! molfiles to the neighbouring main-group elements and to charged atoms.

/// Symbol and English name of the elements 1–118, in order.
const ELEMENTS: [(&str, &str); 118] = [
    ("H", "hydrogen"),
    ("He", "helium"),
    ("Li", "lithium"),
    ("Be", "beryllium"),
    ("B", "boron"),
    ("C", "carbon"),
    ("N", "nitrogen"),
    ("O", "oxygen"),
    ("F", "fluorine"),
    ("Ne", "neon"),
    ("Na", "sodium"),
    ("Mg", "magnesium"),
    ("Al", "aluminium"),
    ("Si", "silicon"),
    ("P", "phosphorus"),
    ("S", "sulfur"),
    ("Cl", "chlorine"),
    ("Ar", "argon"),
    ("K", "potassium"),
    ("Ca", "calcium"),
    ("Sc", "scandium"),
    ("Ti", "titanium"),
    ("V", "vanadium"),
    ("Cr", "chromium"),
    ("Mn", "manganese"),
    ("Fe", "iron"),
    ("Co", "cobalt"),
    ("Ni", "nickel"),
    ("Cu", "copper"),
    ("Zn", "zinc"),
    ("Ga", "gallium"),
    ("Ge", "germanium"),
    ("As", "arsenic"),
    ("Se", "selenium"),
    ("Br", "bromine"),
    ("Kr", "krypton"),
    ("Rb", "rubidium"),
    ("Sr", "strontium"),
    ("Y", "yttrium"),
    ("Zr", "zirconium"),
    ("Nb", "niobium"),
    ("Mo", "molybdenum"),
    ("Tc", "technetium"),
    ("Ru", "ruthenium"),
    ("Rh", "rhodium"),
    ("Pd", "palladium"),
    ("Ag", "silver"),
    ("Cd", "cadmium"),
    ("In", "indium"),
    ("Sn", "tin"),
    ("Sb", "antimony"),
    ("Te", "tellurium"),
    ("I", "iodine"),
    ("Xe", "xenon"),
    ("Cs", "caesium"),
    ("Ba", "barium"),
    ("La", "lanthanum"),
    ("Ce", "cerium"),
    ("Pr", "praseodymium"),
    ("Nd", "neodymium"),
    ("Pm", "promethium"),
    ("Sm", "samarium"),
    ("Eu", "europium"),
    ("Gd", "gadolinium"),
    ("Tb", "terbium"),
    ("Dy", "dysprosium"),
    ("Ho", "holmium"),
    ("Er", "erbium"),
    ("Tm", "thulium"),
    ("Yb", "ytterbium"),
    ("Lu", "lutetium"),
    ("Hf", "hafnium"),
    ("Ta", "tantalum"),
    ("W", "tungsten"),
    ("Re", "rhenium"),
    ("Os", "osmium"),
    ("Ir", "iridium"),
    ("Pt", "platinum"),
    ("Au", "gold"),
    ("Hg", "mercury"),
    ("Tl", "thallium"),
    ("Pb", "lead"),
    ("Bi", "bismuth"),
    ("Po", "polonium"),
    ("At", "astatine"),
    ("Rn", "radon"),
    ("Fr", "francium"),
    ("Ra", "radium"),
    ("Ac", "actinium"),
    ("Th", "thorium"),
    ("Pa", "protactinium"),
    ("U", "uranium"),
    ("Np", "neptunium"),
    ("Pu", "plutonium"),
    ("Am", "americium"),
    ("Cm", "curium"),
    ("Bk", "berkelium"),
    ("Cf", "californium"),
    ("Es", "einsteinium"),
    ("Fm", "fermium"),
    ("Md", "mendelevium"),
    ("No", "nobelium"),
    ("Lr", "lawrencium"),
    ("Rf", "rutherfordium"),
    ("Db", "dubnium"),
    ("Sg", "seaborgium"),
    ("Bh", "bohrium"),
    ("Hs", "hassium"),
    ("Mt", "meitnerium"),
    ("Ds", "darmstadtium"),
    ("Rg", "roentgenium"),
    ("Cn", "copernicium"),
    ("Nh", "nihonium"),
    ("Fl", "flerovium"),
    ("Mc", "moscovium"),
    ("Lv", "livermorium"),
    ("Ts", "tennessine"),
    ("Og", "oganesson"),
];

/// Standard atomic weights, rounded; for elements without one, the longest-lived isotope.
const MASSES: [u16; 118] = [
    1, 4, 7, 9, 11, 12, 14, 16, 19, 20, 23, 24, 27, 28, 31, 32, 35, 40, 39, 40, 45, 48, 51, 52, 55, 56, 59, 59, 64, 65,
    70, 73, 75, 79, 80, 84, 85, 88, 89, 91, 93, 96, 98, 101, 103, 106, 108, 112, 115, 119, 122, 128, 127, 131, 133,
    137, 139, 140, 141, 144, 145, 150, 152, 157, 159, 163, 165, 167, 169, 173, 175, 178, 181, 184, 186, 190, 192, 195,
    197, 201, 204, 207, 209, 209, 210, 222, 223, 226, 227, 232, 231, 238, 237, 244, 243, 247, 247, 251, 252, 257, 258,
    259, 262, 267, 268, 269, 270, 269, 278, 281, 282, 285, 286, 289, 290, 293, 294, 294,
];

/// Atomic number of an element symbol, written as chemists do: `Cl`, not `CL`.
pub fn number(symbol: &str) -> Option<u8> {
    ELEMENTS.iter().position(|(known, _)| *known == symbol).map(|idx| idx as u8 + 1)
}

/// Atomic number of the symbol that an element had before it was named, as files from then have it.
pub fn by_temporary_symbol(symbol: &str) -> Option<u8> {
    const FROM_111: [&str; 8] = ["Uuu", "Uub", "Uut", "Uuq", "Uup", "Uuh", "Uus", "Uuo"];
    FROM_111.iter().position(|known| *known == symbol).map(|idx| idx as u8 + 111)
}

/// Symbol of an atomic number.
pub fn symbol(number: u8) -> Option<&'static str> {
    element(number).map(|(symbol, _)| symbol)
}

/// English name of an atomic number, in lower case.
pub fn name(number: u8) -> Option<&'static str> {
    element(number).map(|(_, name)| name)
}

/// The mass number from which molfiles count isotopes: the rounded atomic weight.
pub fn mass(number: u8) -> Option<u16> {
    MASSES.get(usize::from(number).checked_sub(1)?).copied()
}

/// Normal valences of the SMILES organic subset, ascending; none for all other elements.
pub fn normal_valences(number: u8) -> &'static [u8] {
    match number {
        5 => &[3],
        6 => &[4],
        7 | 15 => &[3, 5],
        8 => &[2],
        16 => &[2, 4, 6],
        9 | 17 | 35 | 53 => &[1],
        _ => &[],
    }
}

/// Most bonds that an uncharged atom of the organic subset can have, double bonds counted twice.
///
/// Chlorine, bromine and iodine are often written with their oxygens: `OCl(=O)(=O)=O`.
pub fn most_bonds(number: u8) -> Option<u8> {
    match number {
        17 | 35 | 53 => Some(7),
        _ => normal_valences(number).last().copied(),
    }
}

/// Valences, ascending, of a main-group atom with a charge; none where no hydrogens are assumed.
///
/// A charged atom bonds as the uncharged one with as many electrons: `N⁺` as `C`, `O⁻` as `F`.
pub fn charged_valences(number: u8, charge: i8) -> &'static [u8] {
    if main_group_valences(number).is_empty() {
        return &[];
    }
    match u8::try_from(i16::from(number) - i16::from(charge)) {
        Ok(alike) if period(alike) == period(number) => main_group_valences(alike),
        _ => &[],
    }
}

fn main_group_valences(number: u8) -> &'static [u8] {
    match number {
        5 => &[3],
        6 | 14 | 32 => &[4],
        // Nitrogen with five bonds is met in files: nitro groups drawn without charges.
        7 | 15 | 33 | 51 => &[3, 5],
        8 => &[2],
        16 | 34 | 52 => &[2, 4, 6],
        9 => &[1],
        17 | 35 | 53 | 85 => &[1, 3, 5, 7],
        _ => &[],
    }
}

fn period(number: u8) -> usize {
    [2, 10, 18, 36, 54, 86].iter().take_while(|&&noble| number > noble).count()
}

fn element(number: u8) -> Option<(&'static str, &'static str)> {
    ELEMENTS.get(usize::from(number).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_numbers_go_both_ways() {
        for z in 1..=118 {
            assert_eq!(symbol(z).and_then(number), Some(z));
            assert!(name(z).is_some() && mass(z).is_some());
        }
        assert_eq!((number("C"), number("Cl"), number("Fe"), number("Og")), (Some(6), Some(17), Some(26), Some(118)));
        assert_eq!((number("CL"), number("X"), number("")), (None, None, None));
        assert_eq!((symbol(0), symbol(119), mass(0)), (None, None, None));
        assert_eq!((mass(6), mass(17), mass(92)), (Some(12), Some(35), Some(238)));
    }

    #[test]
    fn charges_shift_valences_along_the_period() {
        assert_eq!(charged_valences(7, 1), [4]);
        assert_eq!(charged_valences(8, -1), [1]);
        assert_eq!(charged_valences(6, 1), [3]);
        assert_eq!(charged_valences(5, -1), [4]);
        assert!(charged_valences(17, -1).is_empty());
        assert!(charged_valences(11, 1).is_empty());
        assert!(charged_valences(1, 1).is_empty());
        assert_eq!(charged_valences(8, 0), [2]);
    }
}
