//! Texts cut to a length.

use eframe::egui::{TextStyle, Ui};

/// The start of a text that is too long, with `…`.
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    format!("{}…", start.trim_end())
}

/// The end of a text that is wider than `width` points, after `…`: the distinctive part of a path.
pub fn end_of(ui: &Ui, text: &str, style: TextStyle, width: f32) -> String {
    let font = style.resolve(ui.style());
    let fits = |text: &str| {
        ui.fonts_mut(|fonts| fonts.layout_no_wrap(text.to_owned(), font.clone(), Default::default())).size().x <= width
    };
    if fits(text) {
        return text.to_owned();
    }
    let starts: Vec<usize> = text.char_indices().map(|(idx, _)| idx).collect();
    let first = starts.partition_point(|&start| !fits(&format!("…{}", &text[start..])));
    format!("…{}", starts.get(first).map_or("", |&start| &text[start..]))
}

#[cfg(test)]
mod tests {
    use eframe::egui::TextStyle;
    use egui_kittest::Harness;

    use super::{end_of, short};

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("caffeine", 24), "caffeine");
        assert_eq!(short("Stochastic block model (blocks=3)", 24), "Stochastic block model…");
    }

    #[test]
    fn of_a_long_path_the_end_is_kept() {
        let path = "/home/a/very/long/way/to/the/folder/of/runs";
        let mut cut = Vec::new();
        let mut harness = Harness::new_ui(|ui| {
            cut = [1000.0, 120.0, 1.0].map(|width| end_of(ui, path, TextStyle::Small, width)).to_vec();
        });
        harness.run();
        drop(harness);
        assert_eq!(cut[0], path);
        assert!(cut[1].starts_with('…') && cut[1].ends_with("/of/runs") && cut[1].len() < path.len(), "{}", cut[1]);
        assert_eq!(cut[2], "…");
    }
}
