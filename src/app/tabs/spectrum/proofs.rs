//! The paper's propositions and their unstated conditions, checked numerically on the current graph.

use eframe::egui::{FontFamily, FontId, Label, ScrollArea, Ui, text::TextFormat};

use crate::{
    app::{
        state::labels,
        widgets::{
            equation::equation_ui,
            maths::{maths, maths_ui},
            parts::{part_ui, split},
            theme::strong_family,
        },
        work::spectral::{MAX_CHECKED, Powers},
    },
    spectral::experiments::{Bipartite, Components, Dimension, Experiments, Factors},
    view::scale::significant,
};

struct Card {
    title: &'static str,
    equation: &'static str,
    claim: &'static str,
    numbers: Vec<(&'static str, String)>,
    verdict: String,
    left_out: &'static str,
}

pub(super) fn proofs_ui(ui: &mut Ui, powers: &Powers) {
    let Some(tried) = &powers.experiments else {
        ui.weak(format!("Theory checks are available for graphs of up to {MAX_CHECKED} nodes."));
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

fn factors(measured: &Factors) -> Card {
    let Factors { kernel_gap, matrix_gap, isolated } = *measured;
    let mut numbers = vec![
        ("max |D^{-½} g(L) D^{-½} − g(L)|", significant(matrix_gap, 3)),
        ("max difference of the cosines", significant(kernel_gap, 2)),
    ];
    if isolated > 0 {
        numbers.push(("isolated vertices (D^{-½} undefined)", isolated.to_string()));
    }
    Card {
        title: "The D^{-½} factors cancel",
        equation: r"\cos(c\, a, d\, b) = \cos(a, b), \quad c, d > 0",
        claim: "Eq. 9 has D^{-½} on both sides of g(L). The cosine normalises each row, so a factor of a row cancels.",
        numbers,
        verdict: if kernel_gap < 1e-9 { labels::spectrum::FACTORS_CANCEL } else { "Not confirmed." }.to_owned(),
        left_out: "The paper keeps the factors, which are undefined at isolated vertices. The program omits them and so avoids \
                   a division by 0.",
    }
}

fn dimension(measured: &Dimension) -> Card {
    let Dimension { n, claimed, rank, effective, least } = *measured;
    let verdict = if claimed == rank {
        labels::spectrum::rank(rank, n)
    } else {
        labels::spectrum::lost_rank(claimed, rank, &significant(least, 1))
    };
    Card {
        title: "Proposition 1: dimension of span φ̃",
        equation: r"\dim \operatorname{span} \tilde\phi = \#\{ k : f(\lambda_k) > 0 \}",
        claim: "The dimension of span φ̃ equals the number of eigenvalues with f(λ) > 0.",
        numbers: vec![
            ("eigenvalues with f(λ) > 0", claimed.to_string()),
            ("numerical rank of Φ̃", rank.to_string()),
            ("effective rank (participation ratio), (Σg)²/Σg²", significant(effective, 3)),
        ],
        verdict,
        left_out: "The filter is 0 only at λ = 2, so the dimension is almost always n; what decreases with s is the effective \
                   rank. The proof assumes a graph without isolated vertices.",
    }
}

fn bipartite(measured: &Bipartite, s: usize) -> Card {
    let Bipartite { n_bipartite, with_edges, at_two, largest, g_largest } = *measured;
    let verdict = match (n_bipartite == at_two, at_two) {
        (false, _) => "The counts differ because of round-off.".to_owned(),
        (true, 0) => labels::spectrum::NOT_BIPARTITE.to_owned(),
        (true, _) if s == 0 => labels::spectrum::NOTHING_FILTERED.to_owned(),
        (true, 1) => labels::spectrum::BIPARTITE.to_owned(),
        (true, n) => labels::spectrum::bipartite(n),
    };
    Card {
        title: "g(2) = 0 and bipartite graphs",
        equation: r"g(2) = (1 - \tfrac{2}{2})^s = 0",
        claim: "The multiplicity of λ = 2 is the number of bipartite components with edges; the eigenvector changes sign \
                along every edge.",
        numbers: vec![
            ("bipartite components", format!("{n_bipartite} of {with_edges}")),
            ("multiplicity of λ = 2", at_two.to_string()),
            ("largest eigenvalue", significant(largest, 4)),
            ("g(λ_{max})", significant(g_largest, 3)),
        ],
        verdict,
        left_out: "The paper does not mention that only bipartite graphs lose a dimension. In the extreme case of two nodes and \
                   one edge, k_t = 1: the nodes are indistinguishable.",
    }
}

fn components(measured: &Components) -> Card {
    let Components { n_components, at_zero, across, isolated } = *measured;
    let mut numbers =
        vec![("connected components (BFS)", n_components.to_string()), ("multiplicity of λ = 0", at_zero.to_string())];
    if let Some(across) = across {
        numbers.push(("max k_t across components", significant(across, 2)));
    }
    if isolated > 0 {
        numbers.push(("isolated vertices", isolated.to_string()));
    }
    let verdict = match (n_components == at_zero, across) {
        (false, _) => "The counts differ.".to_owned(),
        (true, None) => labels::spectrum::CONNECTED.to_owned(),
        (true, Some(across)) if across < 1e-12 => labels::spectrum::separate(n_components),
        (true, Some(_)) => "K_t is not zero across components.".to_owned(),
    };
    Card {
        title: "Components and the eigenvalue 0",
        equation: r"\#\{ k : \lambda_k = 0 \} = \#\text{components}",
        claim: "The multiplicity of λ = 0 is the number of components, and K_t is 0 across components for any s.",
        numbers,
        verdict,
        left_out: "The paper assumes λ₁ = 0 with a constant α₁, that is, a connected graph. Otherwise the first coordinates \
                   distinguish components, and pooling never merges them.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::widgets::equation::is_typeset;

    #[test]
    fn verdicts_follow_the_numbers() {
        let two = Bipartite { n_bipartite: 1, with_edges: 1, at_two: 1, largest: 2.0, g_largest: 0.0 };
        assert_eq!(bipartite(&two, 3).verdict, labels::spectrum::BIPARTITE);
        assert!(is_typeset(bipartite(&two, 3).equation));
        assert!(bipartite(&two, 0).verdict.contains("not even at λ = 2"));
        let factors = factors(&Factors { kernel_gap: 0.0, matrix_gap: 0.5, isolated: 0 });
        assert!(is_typeset(factors.equation));
        let apart = Components { n_components: 2, at_zero: 2, across: Some(0.0), isolated: 0 };
        assert_eq!(components(&apart).verdict, labels::spectrum::separate(2));
        assert!(is_typeset(components(&apart).equation));
        let few = Dimension { n: 4, claimed: 4, rank: 3, effective: 1.5, least: 1e-12 };
        assert!(is_typeset(dimension(&few).equation));
        assert_eq!(dimension(&few).verdict, labels::spectrum::lost_rank(4, 3, "1e-12"));
    }
}
