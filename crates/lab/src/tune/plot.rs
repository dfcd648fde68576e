//! The course of every parameter as a picture: one small chart each, all in the same measure.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Config;
use super::course::Course;
use super::spsa::Parameter;

/// Size of one chart, pixels.
const CELL: (u32, u32) = (280, 170);
/// Height of the line at the top, pixels.
const TITLE: u32 = 34;
/// Most charts in a row.
const COLUMNS: usize = 4;
/// The least distance from the start that a chart shows, in units of c_end.
const LEAST_REACH: f64 = 2.0;
/// Room left above the greatest distance.
const MARGIN: f64 = 1.1;

const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(215, 215, 215);
const COURSE: RGBColor = RGBColor(31, 97, 160);

type Drawing<T> = Result<T, Box<dyn std::error::Error>>;

/// The picture as SVG. The vertical measure is the distance from the start in units of `c_end`, the same in all charts, so that
/// one sees which parameters have found somewhere to go.
pub(super) fn svg(config: &Config, course: &Course) -> Drawing<String> {
    let columns = config.parameters.len().clamp(1, COLUMNS);
    let rows = config.parameters.len().div_ceil(columns).max(1);
    let mut text = String::new();
    {
        let size = (CELL.0 * columns as u32, TITLE + CELL.1 * rows as u32);
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        area.fill(&WHITE)?;
        let (head, body) = area.split_vertically(TITLE);
        let title = format!(
            "Distance from the start in units of C_end, {} of {} iterations, {} games",
            course.iterations,
            config.iterations,
            course.games.games()
        );
        head.draw_text(&title, &("sans-serif", 20).into_font().color(&INK), (10, 9))?;
        let reach = reach(config, course);
        for (index, cell) in
            body.split_evenly((rows, columns)).iter().enumerate().take(config.parameters.len())
        {
            chart(cell, &config.parameters[index], index, config.iterations, course, reach)?;
        }
        area.present()?;
    }
    Ok(text)
}

/// The greatest distance from the start of any parameter, in units of its c_end.
fn reach(config: &Config, course: &Course) -> f64 {
    let distances = course.points.iter().flat_map(|point| {
        let pairs = config.parameters.iter().zip(&point.values);
        pairs.map(|(parameter, value)| ((value - parameter.start) / parameter.c_end).abs())
    });
    distances.fold(LEAST_REACH, f64::max) * MARGIN
}

fn chart(
    cell: &DrawingArea<SVGBackend, Shift>,
    parameter: &Parameter,
    index: usize,
    iterations: u64,
    course: &Course,
    reach: f64,
) -> Drawing<()> {
    let value = course.values[index];
    let caption = format!("{}: {} → {:.1}", parameter.name, parameter.start, value);
    let mut chart = ChartBuilder::on(cell)
        .caption(caption, ("sans-serif", 16).into_font().color(&INK))
        .margin(6)
        .x_label_area_size(20)
        .y_label_area_size(34)
        .build_cartesian_2d(0..iterations.max(1), -reach..reach)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(GRID)
        .label_style(("sans-serif", 13).into_font().color(&INK))
        .x_labels(3)
        .y_labels(5)
        .draw()?;
    let points = course
        .points
        .iter()
        .map(|point| (point.iteration, (point.values[index] - parameter.start) / parameter.c_end));
    chart.draw_series(LineSeries::new(points, COURSE.stroke_width(2)))?;
    Ok(())
}
