package dev.mangrove.reproduce;

import dev.mangrove.bench.plot.Chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One chart of a picture: curves over numbers, or groups of bars over names. A paper's number
 * belongs to the series of the system that the paper measured.
 */
public final class Panel {
    private final String title;
    private final Chart.Shape shape;
    private final String xLabel;
    private final String yLabel;
    private final List<String> categories = new ArrayList<>();
    private final Map<String, List<Chart.Point>> ours = new LinkedHashMap<>();
    private final Map<String, List<Chart.Point>> papers = new LinkedHashMap<>();
    private final Set<Double> guides = new LinkedHashSet<>();
    private boolean logX;
    private boolean bytesX;
    private boolean measuredX;
    private boolean linearY;

    Panel(String title, Chart.Shape shape, String xLabel, String yLabel) {
        this.title = title;
        this.shape = shape;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    String title() {
        return title;
    }

    /** Makes x logarithmic. */
    public Panel logX() {
        logX = true;
        return this;
    }

    /** Makes x logarithmic and formats it as bytes. */
    public Panel bytesX() {
        bytesX = true;
        return logX();
    }

    /** Says that x is measured as well as y: its axis then has round ticks. */
    public Panel measuredX() {
        measuredX = true;
        return this;
    }

    /** Makes y linear, also for a large range of values. */
    public Panel linearY() {
        linearY = true;
        return this;
    }

    /** Adds a faint line at a value. */
    public Panel guide(double value) {
        guides.add(value);
        return this;
    }

    /** Adds a simulated value to a curve. */
    public Panel ours(String series, double x, double y) {
        ours.computeIfAbsent(series, none -> new ArrayList<>()).add(new Chart.Point(x, y));
        return this;
    }

    /** Adds a simulated value as a bar of a group, or as a mark of a row. */
    public Panel ours(String series, String category, double y) {
        return ours(series, number(category), y);
    }

    /** Adds a paper's value to a curve. */
    public Panel paper(String series, double x, double y) {
        papers.computeIfAbsent(series, none -> new ArrayList<>()).add(new Chart.Point(x, y));
        return this;
    }

    /** Adds a paper's value to a bar or row. */
    public Panel paper(String series, String category, double y) {
        return paper(series, number(category), y);
    }

    private double number(String category) {
        if (!categories.contains(category)) {
            categories.add(category);
        }
        return categories.indexOf(category);
    }

    Chart chart() {
        Chart chart =
                switch (shape) {
                    case LINES -> Chart.lines(title, xLabel, yLabel);
                    case BARS -> Chart.bars(title, xLabel, yLabel, categories);
                    case ROWS -> Chart.rows(title, yLabel, categories);
                };
        if (logX) {
            chart.logX();
        }
        if (bytesX) {
            chart.bytesX();
        }
        if (measuredX) {
            chart.measuredX();
        }
        guides.forEach(chart::guide);
        ours.forEach(chart::add);
        papers.forEach(chart::published);
        return linearY ? chart : chart.fitY();
    }
}
