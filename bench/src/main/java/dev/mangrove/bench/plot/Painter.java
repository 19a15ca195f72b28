package dev.mangrove.bench.plot;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Draws charts. */
final class Painter {
    static final int WIDTH = 860;

    private static final int HEIGHT = 480;
    private static final int ROW = 24;
    private static final int TOP = 64;
    private static final int LEFT = 86;
    private static final int BOTTOM = 96;
    private static final int RIGHT = 24;
    private static final int LEGEND_ROW = 20;
    private static final int LETTER = 7;
    private static final String INK = "#222222";
    private static final String FAINT = "#dddddd";
    private static final String GUIDE = "#999999";
    private static final List<String> COLORS =
            List.of(
                    "#0b6e4f", "#d1495b", "#00798c", "#edae49", "#6a4c93", "#8d6a4f", "#4f5d75",
                    "#9bc53d", "#e36397");

    private final Chart chart;
    private final Canvas canvas;

    Painter(Chart chart, Canvas canvas) {
        this.chart = chart;
        this.canvas = canvas;
    }

    /** Height that a chart needs. */
    static int height(Chart chart) {
        int legend = legendRows(chart) * LEGEND_ROW;
        return chart.shape() == Chart.Shape.ROWS
                ? TOP + chart.categories().size() * ROW + BOTTOM - LEGEND_ROW + legend
                : HEIGHT - LEGEND_ROW + legend;
    }

    void paint() {
        canvas.text(WIDTH / 2.0, 26, chart.title(), 17, Canvas.Anchor.MIDDLE, INK);
        if (!chart.note().isEmpty()) {
            canvas.text(WIDTH / 2.0, 46, chart.note(), 12, Canvas.Anchor.MIDDLE, "#666666");
        }
        switch (chart.shape()) {
            case LINES -> lines();
            case BARS -> bars();
            case ROWS -> rows();
        }
        legend();
    }

    private double bottom() {
        return height(chart) - BOTTOM + (1.0 - legendRows(chart)) * LEGEND_ROW;
    }

    private void lines() {
        Axis x = axis(chart.isLogX(), Chart.Point::x, LEFT, WIDTH - RIGHT);
        Axis y = axis(chart.isLogY(), Chart.Point::y, bottom(), TOP);
        grid(y);
        for (double tick : x.ticks()) {
            canvas.line(x.at(tick), bottom(), x.at(tick), bottom() + 5, INK, 1);
            canvas.text(x.at(tick), bottom() + 20, Axis.text(tick), 12, Canvas.Anchor.MIDDLE, INK);
        }
        canvas.text(
                (LEFT + WIDTH - RIGHT) / 2.0,
                bottom() + 42,
                chart.xLabel(),
                13,
                Canvas.Anchor.MIDDLE,
                INK);
        each(
                (series, color) -> {
                    List<Chart.Point> places =
                            series.points().stream()
                                    .map(point -> new Chart.Point(x.at(point.x()), y.at(point.y())))
                                    .toList();
                    if (!series.published()) {
                        canvas.polyline(places, color, 2);
                    }
                    places.forEach(place -> mark(series, place.x(), place.y(), color));
                });
    }

    private void bars() {
        Axis y = axis(chart.isLogY(), Chart.Point::y, bottom(), TOP);
        grid(y);
        int groups = chart.categories().size();
        double group = (double) (WIDTH - RIGHT - LEFT) / groups;
        int measured = (int) chart.series().stream().filter(each -> !each.published()).count();
        double bar = Math.min(40, group * 0.84 / Math.max(1, measured));
        for (int i = 0; i < groups; i++) {
            double middle = LEFT + group * (i + 0.5);
            canvas.text(
                    middle,
                    bottom() + 20,
                    chart.categories().get(i),
                    12,
                    Canvas.Anchor.MIDDLE,
                    INK);
        }
        each(
                (series, color) -> {
                    int place = places(series);
                    for (Chart.Point point : series.points()) {
                        double middle = LEFT + group * (point.x() + 0.5);
                        double left = middle + bar * (place - measured / 2.0);
                        double top = y.at(point.y());
                        if (series.published()) {
                            canvas.diamond(middle, top, 5, color);
                        } else {
                            canvas.rectangle(left, top, bar * 0.92, y.start() - top, color);
                        }
                    }
                });
    }

    /** How many measured series come before one. */
    private int places(Chart.Series series) {
        return (int)
                chart.series().stream()
                        .takeWhile(each -> !each.equals(series))
                        .filter(each -> !each.published())
                        .count();
    }

    private void rows() {
        int longest = chart.categories().stream().mapToInt(String::length).max().orElse(0);
        double left = Math.min(WIDTH * 0.62, 20.0 + longest * LETTER);
        Axis x = axis(chart.isLogY(), Chart.Point::y, left + 20, WIDTH - RIGHT);
        for (double tick : x.ticks()) {
            canvas.line(x.at(tick), TOP, x.at(tick), bottom(), FAINT, 1);
            canvas.text(x.at(tick), bottom() + 18, Axis.text(tick), 12, Canvas.Anchor.MIDDLE, INK);
        }
        for (double guide : chart.guides()) {
            canvas.line(x.at(guide), TOP, x.at(guide), bottom(), GUIDE, 1.5);
        }
        canvas.text(
                (left + WIDTH) / 2, bottom() + 40, chart.xLabel(), 13, Canvas.Anchor.MIDDLE, INK);
        for (int i = 0; i < chart.categories().size(); i++) {
            canvas.text(
                    left,
                    TOP + ROW * (i + 0.5) + 4,
                    cut(chart.categories().get(i), (int) (left / LETTER)),
                    12,
                    Canvas.Anchor.END,
                    INK);
        }
        each(
                (series, color) -> {
                    for (Chart.Point point : series.points()) {
                        double y = TOP + ROW * (point.x() + 0.5);
                        mark(series, x.at(point.y()), y, color);
                    }
                });
    }

    private static String cut(String text, int letters) {
        return text.length() <= letters ? text : text.substring(0, letters - 1) + "…";
    }

    private void mark(Chart.Series series, double x, double y, String color) {
        if (series.published()) {
            canvas.diamond(x, y, 5, color);
        } else {
            canvas.disc(x, y, 4, color);
        }
    }

    private void grid(Axis y) {
        for (double tick : y.ticks()) {
            canvas.line(LEFT, y.at(tick), WIDTH - RIGHT, y.at(tick), FAINT, 1);
            canvas.text(LEFT - 8.0, y.at(tick) + 4, Axis.text(tick), 12, Canvas.Anchor.END, INK);
        }
        for (double guide : chart.guides()) {
            canvas.line(LEFT, y.at(guide), WIDTH - RIGHT, y.at(guide), GUIDE, 1.5);
        }
        canvas.line(LEFT, bottom(), WIDTH - RIGHT, bottom(), INK, 1);
        canvas.verticalText(22, (TOP + bottom()) / 2, chart.yLabel(), 13, INK);
    }

    private void legend() {
        List<Chart.Series> all = chart.series();
        int column = legendColumn(chart);
        int columns = legendColumns(chart);
        double firstY = height(chart) - 18.0 - (legendRows(chart) - 1.0) * LEGEND_ROW;
        double firstX = (WIDTH - (double) column * Math.min(columns, all.size())) / 2;
        for (int i = 0; i < all.size(); i++) {
            double x = firstX + (double) column * (i % columns);
            int row = i / columns;
            double y = firstY + (double) LEGEND_ROW * row;
            mark(all.get(i), x + 6, y - 4, color(i));
            canvas.text(x + 18, y, all.get(i).name(), 12, Canvas.Anchor.START, INK);
        }
    }

    private static int legendColumn(Chart chart) {
        int longest =
                chart.series().stream().mapToInt(each -> each.name().length()).max().orElse(1);
        return 36 + longest * LETTER;
    }

    private static int legendColumns(Chart chart) {
        return Math.max(1, (WIDTH - 40) / legendColumn(chart));
    }

    private static int legendRows(Chart chart) {
        return Math.max(1, Math.ceilDiv(chart.series().size(), legendColumns(chart)));
    }

    private Axis axis(boolean log, ToDoubleFunction<Chart.Point> value, double from, double to) {
        double[] values =
                DoubleStream.concat(
                                chart.series().stream()
                                        .flatMap(each -> each.points().stream())
                                        .mapToDouble(value),
                                chart.guides().stream().mapToDouble(Double::doubleValue))
                        .filter(each -> Double.isFinite(each) && (!log || each > 0))
                        .sorted()
                        .toArray();
        double least = values.length == 0 ? 1 : values[0];
        double most = values.length == 0 ? 1 : values[values.length - 1];
        if (log && chart.shape() == Chart.Shape.BARS) {
            // So that the smallest bar can be seen.
            least = Math.pow(10, Math.ceil(Math.log10(least)) - 1);
        }
        return log ? Axis.logarithmic(least, most, from, to) : Axis.linear(least, most, from, to);
    }

    private interface Drawing {
        void draw(Chart.Series series, String color);
    }

    private void each(Drawing drawing) {
        IntStream.range(0, chart.series().size())
                .forEach(i -> drawing.draw(chart.series().get(i), color(i)));
    }

    private static String color(int number) {
        return COLORS.get(number % COLORS.size());
    }
}
