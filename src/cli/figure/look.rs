//! The options of a figure as flags.

use clap::Args;

use crate::{
    figure::{Ground, Options, Preset},
    names::Named as _,
    trace::order::NodeOrder,
    view::{look::ColourBy, palette::ColourMap, reduction::Reduction, scale::Scale, shading::Limits},
};

#[derive(Args)]
pub(super) struct LookArguments {
    /// Width: single (84 mm), double (174 mm), slide (254 mm, 16:9) or millimetres
    #[arg(long, default_value = "double", value_parser = parse_width)]
    width: Width,

    /// Height in millimetres [default: as high as needed]
    #[arg(long, value_name = "MM", conflicts_with = "aspect")]
    height: Option<f64>,

    /// Aspect ratio (width over height), such as 16:9 or 1.5
    #[arg(long, value_parser = parse_aspect)]
    aspect: Option<f64>,

    /// Resolution (dpi) of PNG and of large heatmaps
    #[arg(long, default_value_t = 300.0)]
    dpi: f64,

    /// Font size in points [default: 8, on a slide 12]
    #[arg(long, value_name = "PT")]
    font_size: Option<f64>,

    /// Background: light, dark or transparent
    #[arg(long, default_value = "light", value_parser = Ground::named)]
    background: Ground,

    /// Colour map of the heatmaps: viridis, cividis, magma, greys, teal-brown or blue-white-red
    #[arg(long, default_value = "viridis", value_parser = ColourMap::named)]
    map: ColourMap,

    /// Colour scale: linear, sqrt or log
    #[arg(long, default_value = "linear", value_parser = Scale::named)]
    scale: Scale,

    /// What a pixel of a large heatmap shows of its cells: maximum, mean or density
    #[arg(long, default_value = "maximum", value_parser = Reduction::named)]
    cells: Reduction,

    /// Ends of the colour bar of a matrix, as K_t=0:0.5; may be repeated
    #[arg(long, value_name = "MATRIX=LOW:HIGH", value_parser = parse_range)]
    range: Vec<(String, (f64, f64))>,

    /// Matrix in the figure “matrix” [default: R, else A]
    #[arg(long, value_name = "SYMBOL")]
    matrix: Option<String>,

    /// Node order of the matrices: automatic (index up to 500 nodes, else cuthill-mckee), index, seed-cluster, fiedler, cuthill-mckee or label
    #[arg(long, default_value = "automatic", value_parser = NodeOrder::named)]
    order: NodeOrder,

    /// Level whose matrices are shown
    #[arg(long, default_value_t = 0)]
    level: usize,

    /// Node whose proximities the pipeline shows [default: the first seed]
    #[arg(long, value_name = "INDEX")]
    node: Option<u32>,

    /// Node colours: label, cluster, coupling, degree or eigenvector-N
    #[arg(long, default_value = "label")]
    colour: ColourBy,

    /// Omit node symbols and axis names
    #[arg(long)]
    no_labels: bool,

    /// Add a title
    #[arg(long)]
    title: bool,

    /// Add a caption
    #[arg(long)]
    caption: bool,

    /// Omit panel letters
    #[arg(long)]
    no_letters: bool,

    /// Layout seed
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    pub layout_seed: u64,
}

#[derive(Clone, Copy)]
enum Width {
    Preset(Preset),
    Millimetres(f64),
}

impl LookArguments {
    /// The options, if they make sense.
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let mut options = Options::default();
        match self.width {
            Width::Preset(preset) => options.set_preset(preset),
            Width::Millimetres(width) => options.width_mm = width,
        }
        let height = self.height.or(self.aspect.map(|aspect| options.width_mm / aspect));
        options.height_mm = height.or(options.height_mm);
        options.font_pt = self.font_size.unwrap_or(options.font_pt);
        let options = Options {
            dpi: self.dpi,
            ground: self.background,
            map: self.map,
            scale: self.scale,
            reduction: self.cells,
            ranges: self.range.iter().cloned().collect(),
            matrix: self.matrix.clone(),
            order: self.order,
            level: self.level,
            node: self.node,
            colour: self.colour,
            has_labels: !self.no_labels,
            has_title: self.title,
            has_caption: self.caption,
            has_letters: !self.no_letters,
            ..options
        };
        Ok(options.checked()?)
    }
}

fn parse_width(word: &str) -> Result<Width, String> {
    if let Ok(preset) = word.parse() {
        return Ok(Width::Preset(preset));
    }
    let number = word.strip_suffix("mm").unwrap_or(word).trim().parse();
    number.map(Width::Millimetres).map_err(|_| "give single, double, slide or a number of millimetres".to_owned())
}

fn parse_range(word: &str) -> Result<(String, (f64, f64)), String> {
    let ends = word.split_once('=').and_then(|(matrix, ends)| Some((matrix, ends.split_once(':')?)));
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let found = ends.and_then(|(matrix, (low, high))| Some((matrix, number(low)?, number(high)?)));
    match found {
        Some((matrix, low, high)) if Limits::are_valid(low, high) => Ok((matrix.to_owned(), (low, high))),
        _ => Err("give a matrix and two ascending numbers, such as K_t=0:0.5".to_owned()),
    }
}

fn parse_aspect(word: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
    let ratio = match word.split_once(':') {
        Some((width, height)) => number(width).zip(number(height)).map(|(width, height)| width / height),
        None => number(word),
    };
    ratio.ok_or_else(|| "give width over height, such as 16:9 or 1.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_size_is_refused() {
        assert_eq!(parse_aspect("16:9"), Ok(16.0 / 9.0));
        assert_eq!(parse_range("K_t=0:0.5"), Ok(("K_t".to_owned(), (0.0, 0.5))));
        assert!(parse_range("K_t=1:0").is_err() && parse_range("0:1").is_err());
        assert!(parse_aspect("0").is_err() && parse_width("wide").is_err());
    }
}
