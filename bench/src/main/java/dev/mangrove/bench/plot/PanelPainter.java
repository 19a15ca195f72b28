package dev.mangrove.bench.plot;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;

/** Draws one chart into a part of a picture. */
final class PanelPainter {
    private static final int ROW = 24;
    private static final int AXIS_SIZE = 11;
    private static final int LABEL_SIZE = 12;
    private static final int VALUE_SIZE = 10;
    private static final int LINE = 14;
    private static final int BAR_MARK = 6;
    private static final double INSET = 14;
    private static final double LEAST_GAP = 8;
    private static final String INK = "#222222";
    private static final String WHITE = "#ffffff";
    private static final String FAINT = "#dddddd";
    private static final String GUIDE = "#999999";

    private final Chart chart;
    private final Canvas canvas;
    private final UnaryOperator<String> colors;
    private final boolean titled;
    private double left;
    private double right;
    private double top;
    private double bottom;

    /**
     * Draws a chart.
     *
     * @param colors of series, by name
     * @param titled whether to write the chart's own title
     */
    PanelPainter(Chart chart, Canvas canvas, UnaryOperator<String> colors, boolean titled) {
        this.chart = chart;
        this.canvas = canvas;
        this.colors = colors;
        this.titled = titled;
    }

    /** The height of a chart; {@code usual} unless its shape needs another. */
    static int height(Chart chart, int usual) {
        return chart.shape() == Chart.Shape.ROWS
                ? chart.categories().size() * ROW + 3 * ROW
                : usual;
    }

    void paint(double x, double y, double width, double height) {
        left = x + 66;
        right = x + width - 12;
        top = y + (titled ? 26 : 10);
        bottom = y + height - 48;
        if (titled) {
            canvas.text((left + right) / 2, y + 15, chart.title(), 13, Canvas.Anchor.MIDDLE, INK);
        }
        switch (chart.shape()) {
            case LINES -> lines();
            case BARS -> bars();
            case ROWS -> rows(x);
        }
    }

    private void lines() {
        Axis x = placeAxis();
        List<Double> values = x.ticks();
        Axis y = valueAxis(bottom, top);
        grid(y);
        int every = 1;
        while (collide(x, every)) {
            every++;
        }
        for (int i = 0; i < values.size(); i++) {
            double at = x.at(values.get(i));
            canvas.line(at, bottom, at, bottom + 4, INK, 1);
            if (i % every == 0) {
                String text = xText(values.get(i));
                canvas.text(at, bottom + 17, text, AXIS_SIZE, Canvas.Anchor.MIDDLE, INK);
            }
        }
        xLabel(bottom + 36);
        for (Chart.Series series : chart.series()) {
            String color = colors.apply(series.name());
            List<Chart.Point> places =
                    series.points().stream()
                            .map(point -> new Chart.Point(x.at(point.x()), y.at(point.y())))
                            .toList();
            if (!series.published()) {
                canvas.polyline(places, color, 2);
            }
            places.forEach(place -> mark(series, place.x(), place.y(), color));
        }
    }

    /** The axis of x: a tick at each value, as in papers, or round ticks if x is measured. */
    private Axis placeAxis() {
        List<Double> values = points(Chart.Point::x).boxed().sorted().distinct().toList();
        if (chart.isMeasuredX() && !values.isEmpty()) {
            return Axis.linear(values.getFirst(), values.getLast(), left + INSET, right - INSET);
        }
        return Axis.chosen(chart.isLogX(), values, left + INSET, right - INSET);
    }

    private String xText(double value) {
        return chart.isBytesX() ? Axis.bytes(value) : Axis.text(value);
    }

    /** Whether labels at every n-th value would overlap. */
    private boolean collide(Axis x, int every) {
        double free = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < x.ticks().size(); i += every) {
            double value = x.ticks().get(i);
            double half = TextWidths.width(xText(value), AXIS_SIZE) / 2;
            if (x.at(value) - half < free) {
                return true;
            }
            free = x.at(value) + half + LEAST_GAP;
        }
        return false;
    }

    private void bars() {
        Axis y = valueAxis(bottom, top + VALUE_SIZE);
        grid(y);
        double group = (right - left) / chart.categories().size();
        List<String> names = chart.measuredNames();
        double bar = Math.min(46, group * 0.86 / Math.max(1, names.size()));
        for (int i = 0; i < chart.categories().size(); i++) {
            double line = bottom + 15;
            double middle = left + group * (i + 0.5);
            for (String text : TextWidths.wrap(chart.categories().get(i), group - 4, AXIS_SIZE)) {
                canvas.text(middle, line, text, AXIS_SIZE, Canvas.Anchor.MIDDLE, INK);
                line += LINE;
            }
        }
        xLabel(bottom + 44);
        boolean written = fit(bar);
        for (Chart.Series series : chart.series()) {
            int place = names.indexOf(series.name());
            for (Chart.Point point : series.points()) {
                double centre = left + group * (point.x() + 0.5);
                double shift = place < 0 ? 0 : bar * (place + 0.5 - names.size() / 2.0);
                double end = y.at(point.y());
                if (series.published()) {
                    canvas.diamond(centre + shift, end, BAR_MARK, INK);
                    continue;
                }
                canvas.rectangle(
                        centre + shift - bar * 0.45,
                        end,
                        bar * 0.9,
                        y.start() - end,
                        colors.apply(series.name()));
                if (written) {
                    value(centre + shift, end, y, series.name(), point);
                }
            }
        }
    }

    /** Whether the labels of all bars are narrow enough to stand above them. */
    private boolean fit(double bar) {
        return chart.series().stream()
                .filter(series -> !series.published())
                .flatMap(series -> series.points().stream())
                .allMatch(point -> TextWidths.width(Axis.rounded(point.y()), VALUE_SIZE) < bar - 2);
    }

    /** Writes a bar's value above it, or within it where the paper's mark covers that place. */
    private void value(double middle, double end, Axis y, String name, Chart.Point point) {
        String text = Axis.rounded(point.y());
        double line = end - 3;
        String color = INK;
        for (Chart.Series series : chart.series()) {
            for (Chart.Point paper : series.points()) {
                double mark = y.at(paper.y());
                boolean same =
                        series.published() && series.name().equals(name) && paper.x() == point.x();
                if (same && mark < end + BAR_MARK && mark > line - VALUE_SIZE - BAR_MARK) {
                    double within = Math.max(end, mark + BAR_MARK) + VALUE_SIZE + 1;
                    boolean fits = within < y.start();
                    line = fits ? within : mark - BAR_MARK - 3;
                    color = fits ? WHITE : INK;
                }
            }
        }
        canvas.text(middle, line, text, VALUE_SIZE, Canvas.Anchor.MIDDLE, color);
    }

    private void rows(double start) {
        double longest =
                chart.categories().stream()
                        .mapToDouble(name -> TextWidths.width(name, LABEL_SIZE))
                        .max()
                        .orElse(0);
        left = start + Math.min((right - start) * 0.62, 20 + longest);
        Axis x = valueAxis(left + 16, right);
        for (double tick : x.ticks()) {
            canvas.line(x.at(tick), top, x.at(tick), bottom, FAINT, 1);
            canvas.text(
                    x.at(tick), bottom + 17, Axis.text(tick), AXIS_SIZE, Canvas.Anchor.MIDDLE, INK);
        }
        for (double guide : chart.guides()) {
            canvas.line(x.at(guide), top, x.at(guide), bottom, GUIDE, 1.5);
        }
        xLabel(bottom + 36);
        double step = (bottom - top) / Math.max(1, chart.categories().size());
        for (int i = 0; i < chart.categories().size(); i++) {
            String text = TextWidths.cut(chart.categories().get(i), left - start, LABEL_SIZE);
            double line = top + step * (i + 0.5) + 4;
            canvas.text(left, line, text, LABEL_SIZE, Canvas.Anchor.END, INK);
        }
        for (Chart.Series series : chart.series()) {
            for (Chart.Point point : series.points()) {
                double line = top + step * (point.x() + 0.5);
                mark(series, x.at(point.y()), line, colors.apply(series.name()));
            }
        }
    }

    private void xLabel(double y) {
        canvas.text((left + right) / 2, y, chart.xLabel(), LABEL_SIZE, Canvas.Anchor.MIDDLE, INK);
    }

    private void mark(Chart.Series series, double x, double y, String color) {
        if (series.published()) {
            canvas.diamond(x, y, 7, color);
        } else {
            canvas.disc(x, y, 4, color);
        }
    }

    private void grid(Axis y) {
        for (double tick : y.ticks()) {
            canvas.line(left, y.at(tick), right, y.at(tick), FAINT, 1);
            canvas.text(
                    left - 6, y.at(tick) + 4, Axis.text(tick), AXIS_SIZE, Canvas.Anchor.END, INK);
        }
        for (double guide : chart.guides()) {
            canvas.line(left, y.at(guide), right, y.at(guide), GUIDE, 1.5);
        }
        canvas.line(left, bottom, right, bottom, INK, 1);
        canvas.verticalText(left - 50, (top + bottom) / 2, chart.yLabel(), LABEL_SIZE, INK);
    }

    private DoubleStream points(ToDoubleFunction<Chart.Point> value) {
        return chart.series().stream()
                .flatMap(each -> each.points().stream())
                .mapToDouble(value)
                .filter(Double::isFinite);
    }

    private Axis valueAxis(double from, double to) {
        boolean log = chart.isLogY();
        double[] values =
                DoubleStream.concat(
                                points(Chart.Point::y),
                                chart.guides().stream().mapToDouble(Double::doubleValue))
                        .filter(each -> !log || each > 0)
                        .sorted()
                        .toArray();
        double least = values.length == 0 ? 1 : values[0];
        double most = values.length == 0 ? 1 : values[values.length - 1];
        // On a logarithmic axis the smallest bar would have no height.
        double lowest = log && chart.shape() == Chart.Shape.BARS ? least / 1.5 : least;
        return log ? Axis.logarithmic(lowest, most, from, to) : Axis.linear(lowest, most, from, to);
    }
}
