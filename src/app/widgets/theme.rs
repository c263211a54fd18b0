//! Fonts, sizes and colours of the window, dark and light.

use std::sync::Arc;

use eframe::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Stroke, Style, TextStyle, Theme,
    Visuals, vec2,
};

use super::equation::install_fonts;

/// Colours of everything but data.
struct Chrome {
    ground: Color32,
    panel: Color32,
    raised: Color32,
    line: Color32,
    text: Color32,
    muted: Color32,
    accent: Color32,
    /// Errors: amber, because red is used for seeds.
    error: Color32,
}

const DARK: Chrome = Chrome {
    ground: Color32::from_rgb(0x11, 0x15, 0x1c),
    panel: Color32::from_rgb(0x17, 0x1c, 0x26),
    raised: Color32::from_rgb(0x1e, 0x25, 0x32),
    line: Color32::from_rgb(0x2b, 0x34, 0x44),
    text: Color32::from_rgb(0xe6, 0xea, 0xf2),
    muted: Color32::from_rgb(0x9a, 0xa6, 0xb8),
    accent: Color32::from_rgb(0x5a, 0xa9, 0xff),
    error: Color32::from_rgb(0xf5, 0xa5, 0x24),
};

const LIGHT: Chrome = Chrome {
    ground: Color32::from_rgb(0xf6, 0xf7, 0xf9),
    panel: Color32::from_rgb(0xff, 0xff, 0xff),
    raised: Color32::from_rgb(0xed, 0xf0, 0xf5),
    line: Color32::from_rgb(0xd9, 0xde, 0xe7),
    text: Color32::from_rgb(0x1b, 0x23, 0x30),
    muted: Color32::from_rgb(0x5b, 0x66, 0x77),
    accent: Color32::from_rgb(0x1f, 0x6f, 0xeb),
    error: Color32::from_rgb(0x8f, 0x53, 0x00),
};

/// Font family of headings and emphasis.
pub fn strong_family() -> FontFamily {
    FontFamily::Name("strong".into())
}

/// Sets fonts and both themes.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    for (theme, chrome) in [(Theme::Dark, &DARK), (Theme::Light, &LIGHT)] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, chrome);
            spacing_and_type(style);
        });
    }
}

/// Turns animations on or off.
pub fn set_motion(ctx: &egui::Context, is_moving: bool) {
    let usual = Style::default().animation_time;
    ctx.all_styles_mut(|style| style.animation_time = if is_moving { usual } else { 0.0 });
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let embedded: [(&str, &'static [u8], FontFamily); 3] = [
        ("Inter", include_bytes!("../../../assets/fonts/Inter-Regular.otf"), FontFamily::Proportional),
        ("Inter SemiBold", include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"), strong_family()),
        ("JetBrains Mono", include_bytes!("../../../assets/fonts/JetBrainsMono-Regular.ttf"), FontFamily::Monospace),
    ];
    // The fonts of egui are the fallback for missing symbols.
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    fonts.families.insert(strong_family(), fallback);
    for (name, bytes, family) in embedded {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
        fonts.families.entry(family).or_default().insert(0, name.to_owned());
    }
    install_fonts(&mut fonts);
    fonts
}

fn spacing_and_type(style: &mut Style) {
    style.text_styles = [
        (TextStyle::Small, FontId::new(12.0, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(13.0, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(13.0, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        (TextStyle::Heading, FontId::new(20.0, strong_family())),
    ]
    .into();
    style.spacing.item_spacing = vec2(8.0, 8.0);
    style.spacing.button_padding = vec2(8.0, 4.0);
    style.spacing.interact_size.y = 24.0;
}

fn visuals(theme: Theme, chrome: &Chrome) -> Visuals {
    let mut visuals = theme.default_visuals();
    visuals.override_text_color = Some(chrome.text);
    visuals.weak_text_color = Some(chrome.muted);
    visuals.panel_fill = chrome.ground;
    visuals.window_fill = chrome.panel;
    visuals.extreme_bg_color = chrome.panel;
    visuals.faint_bg_color = chrome.panel;
    visuals.hyperlink_color = chrome.accent;
    visuals.error_fg_color = chrome.error;
    visuals.selection.bg_fill = chrome.accent.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, chrome.text);
    visuals.window_stroke = Stroke::new(1.0, chrome.line);
    let widgets = &mut visuals.widgets;
    for (state, fill) in [
        (&mut widgets.noninteractive, chrome.panel),
        (&mut widgets.inactive, chrome.raised),
        (&mut widgets.hovered, chrome.raised),
        (&mut widgets.active, chrome.line),
        (&mut widgets.open, chrome.raised),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, chrome.line);
        state.corner_radius = CornerRadius::same(6);
    }
    visuals
}
