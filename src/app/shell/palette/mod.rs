//! The command palette: whatever the window can do or show, by name. What can be found is the table of [`providers`].

mod providers;
mod rank;

use eframe::egui::{Button, Key, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

pub(crate) use self::providers::Sources;
use self::providers::{Offer, PROVIDERS};
use crate::app::state::{command::Command, labels, version::Version};

#[derive(Default)]
pub(crate) struct Palette {
    typed: String,
    /// Index of the highlighted offer.
    chosen: usize,
    offers: Vec<Offer>,
    /// What the offers are for.
    offers_for: Option<(String, Option<Version>)>,
}

/// Maximum number of offers on screen.
const MOST: usize = 60;
const ROW: f32 = 26.0;

/// Draws the palette; returns whether it is done.
pub(crate) fn palette_ui(
    ui: &mut Ui,
    palette: &mut Palette,
    sources: &Sources<'_>,
    commands: &mut Vec<Command>,
) -> bool {
    let hint = format!("{}…", labels::shell::FIND_COMMAND);
    let edit = ui.add(TextEdit::singleline(&mut palette.typed).hint_text(hint).desired_width(f32::INFINITY));
    edit.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, labels::shell::FIND_COMMAND));
    let (is_entered, down, up) = ui.input(|input| {
        (input.key_pressed(Key::Enter), input.key_pressed(Key::ArrowDown), input.key_pressed(Key::ArrowUp))
    });
    if !edit.has_focus() && !is_entered {
        edit.request_focus();
    }
    if edit.changed() {
        palette.chosen = 0;
    }
    palette.refresh(sources);
    let last = palette.offers.len().saturating_sub(1);
    palette.chosen = (palette.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(last);
    if palette.offers.is_empty() {
        ui.add_space(4.0);
        ui.label(labels::shell::NO_MATCH);
        ui.weak(labels::shell::CAN_BE_TYPED);
        return false;
    }
    let mut taken = palette.offers.get(palette.chosen).filter(|_| is_entered);
    let height = (ui.ctx().content_rect().height() - 200.0).clamp(3.0 * ROW, 13.0 * ROW);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (idx, offer) in palette.offers.iter().enumerate() {
            let is_chosen = idx == palette.chosen;
            let button = Button::selectable(is_chosen, &offer.title).shortcut_text(RichText::new(&offer.note).weak());
            let response = ui.add(button.min_size(vec2(ui.available_width(), ROW)).truncate());
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &offer.title));
            if is_chosen && (down || up) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                taken = Some(offer);
            }
        }
    });
    commands.extend(taken.into_iter().flat_map(|offer| offer.commands.clone()));
    taken.is_some()
}

impl Palette {
    /// Finds anew when something else is typed, the best first.
    fn refresh(&mut self, sources: &Sources<'_>) {
        let query = self.typed.trim();
        let key = Some((query.to_owned(), sources.state.data().map(|data| data.version)));
        if self.offers_for == key {
            return;
        }
        let mut scored: Vec<(u32, Offer)> = Vec::new();
        for provider in PROVIDERS.iter().filter(|provider| !query.is_empty() || provider.is_shown_at_first) {
            (provider.offers)(sources, query, &mut |offer| {
                let score = if query.is_empty() { Some(0) } else { offer.sure.or_else(|| rank::score(&offer, query)) };
                scored.extend(score.map(|score| (score, offer)));
            });
        }
        // Stable: equal ones stay in the order of the table.
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored.truncate(MOST);
        self.offers = scored.into_iter().map(|(_, offer)| offer).collect();
        self.offers_for = key;
    }
}
