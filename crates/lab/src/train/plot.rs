//! The course of a training as a picture.

use plotters::prelude::*;

use super::trainer::EpochLine;

const SIZE: (u32, u32) = (800, 480);
/// Room above and below the curves, as a share of their range.
const MARGIN: f64 = 0.05;

/// Both losses over the epochs, as SVG.
pub(super) fn losses(history: &[EpochLine]) -> Result<String, String> {
    let mut svg = String::new();
    draw(history, &mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(history: &[EpochLine], svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let all = || history.iter().flat_map(|line| [line.loss, line.hold_out]);
    let least = all().fold(f64::INFINITY, f64::min);
    let most = all().fold(f64::NEG_INFINITY, f64::max);
    let margin = ((most - least) * MARGIN).max(f64::MIN_POSITIVE);
    let last = f64::from(history.last().map_or(1, |line| line.epoch).max(2));
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(72)
        .build_cartesian_2d(1.0..last, least - margin..most + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("mean squared error of the win probability")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.4}"))
        .draw()?;
    for (index, (name, color)) in [("training", BLUE), ("held out", RED)].into_iter().enumerate() {
        let points = history.iter().map(|line| (f64::from(line.epoch), [line.loss, line.hold_out][index]));
        chart
            .draw_series(LineSeries::new(points, &color))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
