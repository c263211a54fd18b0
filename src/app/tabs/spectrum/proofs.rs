//! What the paper proves and what it leaves out, tried on the graph on screen.

use eframe::egui::{FontFamily, FontId, Label, ScrollArea, Ui, text::TextFormat};

use crate::{
    app::{
        widgets::{
            equation::equation_ui,
            maths::{maths, maths_ui},
            parts::{part_ui, split},
            theme::strong_family,
        },
        work::spectral::{MOST_TRIED, Powers},
    },
    spectral::experiments::{Bipartite, Components, Dimension, Experiments, Factors},
    view::scale::significant,
};

/// One experiment for people.
struct Card {
    title: &'static str,
    equation: &'static str,
    claim: &'static str,
    numbers: Vec<(&'static str, String)>,
    verdict: String,
    left_out: &'static str,
}

pub fn proofs_ui(ui: &mut Ui, powers: &Powers) {
    let Some(tried) = &powers.experiments else {
        ui.weak(format!("These experiments are for graphs of up to {MOST_TRIED} nodes."));
        return;
    };
    let parts = split(ui.available_rect_before_wrap(), &[1.0; 4], 20.0);
    for (rect, card) in parts.into_iter().zip(cards(tried, powers.s)) {
        part_ui(ui, rect, card.title, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| card_ui(ui, &card));
        });
    }
}

fn card_ui(ui: &mut Ui, card: &Card) {
    let (text, muted, accent) =
        (ui.visuals().text_color(), ui.visuals().weak_text_color(), ui.visuals().hyperlink_color);
    ui.add(Label::new(maths(card.title, 13.0, strong_family(), text)).wrap());
    equation_ui(ui, card.equation, 15.0, text);
    maths_ui(ui, card.claim, 12.0, text);
    ui.spacing_mut().item_spacing.y = 4.0;
    for (name, number) in &card.numbers {
        let mut line = maths(name, 12.0, FontFamily::Proportional, muted);
        line.append(number, 8.0, TextFormat::simple(FontId::monospace(12.0), text));
        ui.add(Label::new(line).wrap());
    }
    maths_ui(ui, &card.verdict, 13.0, accent);
    maths_ui(ui, card.left_out, 12.0, muted);
}

fn cards(tried: &Experiments, s: usize) -> [Card; 4] {
    [
        factors(&tried.factors),
        dimension(&tried.dimension),
        bipartite(&tried.bipartite, s),
        components(&tried.components),
    ]
}

fn factors(found: &Factors) -> Card {
    let Factors { kernel_gap, matrix_gap, isolated } = *found;
    let mut numbers = vec![
        ("D^{-½} g(L) D^{-½} differs from g(L) by", significant(matrix_gap, 3)),
        ("their cosines differ by", significant(kernel_gap, 2)),
    ];
    if isolated > 0 {
        numbers.push(("vertices without D^{-½}", isolated.to_string()));
    }
    Card {
        title: "The D^{-½} factors cancel",
        equation: r"\cos(c\, a, d\, b) = \cos(a, b), \quad c, d > 0",
        claim: "Eq. 9 has D^{-½} on both sides of g(L). The cosine divides each row by its length, and a factor of a \
                whole row goes with it.",
        numbers,
        verdict: if kernel_gap < 1e-9 { "Holds here: K_t is the same without them." } else { "Does not hold here." }
            .to_owned(),
        left_out: "The paper keeps the factors, which do not exist at an isolated vertex. Without them nothing is \
                   divided by 0, so the program leaves them out.",
    }
}

fn dimension(found: &Dimension) -> Card {
    let Dimension { n, claimed, found, effective, least } = *found;
    let verdict = match claimed == found {
        true => format!("Holds here: {found} of {n} dimensions."),
        false => format!("Proved are {claimed}; in numbers {found}: the least f is {}.", significant(least, 1)),
    };
    Card {
        title: "Proposition 1: the dimension of φ̃",
        equation: r"\dim \operatorname{span} \tilde\phi = \#\{ k : f(\lambda_k) > 0 \}",
        claim: "φ̃ lies in a subspace of as many dimensions as eigenvalues have f(λ) > 0.",
        numbers: vec![
            ("eigenvalues with f(λ) > 0", claimed.to_string()),
            ("rank of Φ̃, by elimination", found.to_string()),
            ("dimensions that count, (Σg)²/Σg²", significant(effective, 3)),
        ],
        verdict,
        left_out: "The filter is 0 nowhere but at 2, so the dimension is nearly always n: what falls with s is how \
                   much most of them count. The proof needs a graph without isolated vertices.",
    }
}

fn bipartite(found: &Bipartite, s: usize) -> Card {
    let Bipartite { found, with_edges, at_two, largest, g_largest } = *found;
    let verdict = match (found == at_two, at_two) {
        (false, _) => "The counts differ by rounding.".to_owned(),
        (true, 0) => "Not bipartite: nothing is lost.".to_owned(),
        (true, _) if s == 0 => "With s = 0 nothing is filtered, not even at 2.".to_owned(),
        (true, 1) => "Bipartite: one dimension is lost at 2.".to_owned(),
        (true, n) => format!("{n} bipartite components: {n} dimensions are lost at 2."),
    };
    Card {
        title: "g(2) = 0 and bipartite graphs",
        equation: r"g(2) = (1 - \tfrac{2}{2})^s = 0",
        claim: "2 is an eigenvalue once for each component with edges that has two sides; its eigenvector changes \
                sign along every edge.",
        numbers: vec![
            ("bipartite components", format!("{found} of {with_edges}")),
            ("eigenvalues at 2", at_two.to_string()),
            ("largest eigenvalue", significant(largest, 4)),
            ("g there", significant(g_largest, 3)),
        ],
        verdict,
        left_out: "The paper does not say that only such graphs lose a dimension. Two nodes and one edge are the \
                   extreme: k_t = 1, they cannot be told apart.",
    }
}

fn components(found: &Components) -> Card {
    let Components { found, at_zero, across, isolated } = *found;
    let mut numbers = vec![("components, by walking", found.to_string()), ("eigenvalues at 0", at_zero.to_string())];
    if let Some(across) = across {
        numbers.push(("largest k_t across", significant(across, 2)));
    }
    if isolated > 0 {
        numbers.push(("isolated vertices", isolated.to_string()));
    }
    let verdict = match (found == at_zero, across) {
        (false, _) => "The counts differ.".to_owned(),
        (true, None) => "Connected: 0 is there once.".to_owned(),
        (true, Some(across)) if across < 1e-12 => format!("{found} components; none sees another."),
        (true, Some(_)) => "Components see each other, which they should not.".to_owned(),
    };
    Card {
        title: "Components and the eigenvalue 0",
        equation: r"\#\{ k : \lambda_k = 0 \} = \#\text{components}",
        claim: "0 is an eigenvalue once for each component, and K_t is 0 between components, for any s.",
        numbers,
        verdict,
        left_out: "The paper has λ₁ = 0 with a constant α₁, which is a connected graph's. In others the first \
                   coordinate tells components apart, and pooling never joins them.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::widgets::equation::is_typeset;

    #[test]
    fn verdicts_follow_the_numbers() {
        let two = Bipartite { found: 1, with_edges: 1, at_two: 1, largest: 2.0, g_largest: 0.0 };
        assert_eq!(bipartite(&two, 3).verdict, "Bipartite: one dimension is lost at 2.");
        assert!(is_typeset(bipartite(&two, 3).equation));
        assert!(bipartite(&two, 0).verdict.contains("not even at 2"));
        let factors = factors(&Factors { kernel_gap: 0.0, matrix_gap: 0.5, isolated: 0 });
        assert!(is_typeset(factors.equation));
        let apart = Components { found: 2, at_zero: 2, across: Some(0.0), isolated: 0 };
        assert_eq!(components(&apart).verdict, "2 components; none sees another.");
        assert!(is_typeset(components(&apart).equation));
        let few = Dimension { n: 4, claimed: 4, found: 3, effective: 1.5, least: 1e-12 };
        assert!(is_typeset(dimension(&few).equation));
        assert_eq!(dimension(&few).verdict, "Proved are 4; in numbers 3: the least f is 1e-12.");
    }
}
