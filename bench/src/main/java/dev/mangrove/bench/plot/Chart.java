package dev.mangrove.bench.plot;

import java.util.ArrayList;
import java.util.List;

/** The data of one chart; painters decide on its appearance. */
public final class Chart {
    private static final double FAR = 25;

    private final String title;
    private final Shape shape;
    private final String xLabel;
    private final String yLabel;
    private final List<String> categories = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();
    private final List<Double> guides = new ArrayList<>();
    private boolean logX;
    private boolean measuredX;
    private boolean logY;
    private boolean bytesX;
    private String note = "";

    /** How values are shown. */
    public enum Shape {
        /** Curves over numbers. */
        LINES,
        /** Bars side by side in groups, one group for each category. */
        BARS,
        /** One line of text for each category, with a mark at each value to the right of it. */
        ROWS
    }

    /**
     * A named list of values.
     *
     * @param name in the legend
     * @param published whether a paper published the values; they are drawn as marks without lines
     *     or bars
     * @param points in order of x; in bars and rows, x is the number of the category
     */
    public record Series(String name, boolean published, List<Point> points) {
        /** Copies the list. */
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * A value.
     *
     * @param x coordinate
     * @param y value
     */
    public record Point(double x, double y) {}

    private Chart(String title, Shape shape, String xLabel, String yLabel) {
        this.title = title;
        this.shape = shape;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    /** Curves over numbers. */
    public static Chart lines(String title, String xLabel, String yLabel) {
        return new Chart(title, Shape.LINES, xLabel, yLabel);
    }

    /** Bars in groups. */
    public static Chart bars(String title, String yLabel, List<String> categories) {
        return bars(title, "", yLabel, categories);
    }

    /** Bars in groups, with a label for the groups. */
    public static Chart bars(String title, String xLabel, String yLabel, List<String> categories) {
        Chart chart = new Chart(title, Shape.BARS, xLabel, yLabel);
        chart.categories.addAll(categories);
        return chart;
    }

    /** Marks beside lines of text. */
    public static Chart rows(String title, String xLabel, List<String> categories) {
        Chart chart = new Chart(title, Shape.ROWS, xLabel, "");
        chart.categories.addAll(categories);
        return chart;
    }

    /** Makes x logarithmic. */
    public Chart logX() {
        logX = true;
        return this;
    }

    /** Says that x is measured: its axis then has round ticks, and not one at each value. */
    public Chart measuredX() {
        measuredX = true;
        return this;
    }

    /** Makes the axis of values logarithmic; in rows that axis is horizontal. */
    public Chart logY() {
        logY = true;
        return this;
    }

    /** Makes y logarithmic if the largest value is far above the smallest. */
    public Chart fitY() {
        double[] values =
                series.stream()
                        .flatMap(each -> each.points().stream())
                        .mapToDouble(Point::y)
                        .sorted()
                        .toArray();
        logY = values.length > 0 && values[0] > 0 && values[values.length - 1] > FAR * values[0];
        return this;
    }

    /** Formats x as bytes. */
    public Chart bytesX() {
        bytesX = true;
        return this;
    }

    /** Sets the line below the title. */
    public Chart note(String text) {
        note = text;
        return this;
    }

    /** Adds a faint line at a value. */
    public Chart guide(double value) {
        guides.add(value);
        return this;
    }

    /** Adds measured values. */
    public Chart add(String name, List<Point> points) {
        series.add(new Series(name, false, points));
        return this;
    }

    /** Adds a paper's values to the series of a name, which need not have measured values. */
    public Chart published(String name, List<Point> points) {
        series.add(new Series(name, true, points));
        return this;
    }

    /** The title. */
    public String title() {
        return title;
    }

    String note() {
        return note;
    }

    Shape shape() {
        return shape;
    }

    String xLabel() {
        return xLabel;
    }

    String yLabel() {
        return yLabel;
    }

    boolean isLogX() {
        return logX;
    }

    boolean isMeasuredX() {
        return measuredX;
    }

    boolean isLogY() {
        return logY;
    }

    boolean isBytesX() {
        return bytesX;
    }

    /** Names of series with measured values, in order, each once. */
    List<String> measuredNames() {
        return series.stream()
                .filter(each -> !each.published())
                .map(Series::name)
                .distinct()
                .toList();
    }

    List<String> categories() {
        return List.copyOf(categories);
    }

    List<Double> guides() {
        return List.copyOf(guides);
    }

    /** All values, by series. */
    public List<Series> series() {
        return List.copyOf(series);
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return series.stream().allMatch(each -> each.points().isEmpty());
    }
}
