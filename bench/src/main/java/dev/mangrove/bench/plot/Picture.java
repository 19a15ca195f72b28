package dev.mangrove.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Charts side by side, under one title and with one legend: a series has one color in all. */
public final class Picture {
    private final String title;
    private final String caption;
    private final List<Chart> panels = new ArrayList<>();

    /** Without a chart yet; the caption says what to see. */
    public Picture(String title, String caption) {
        this.title = title;
        this.caption = caption;
    }

    /** One chart, whose title and note are those of the picture. */
    static Picture of(Chart chart) {
        return new Picture(chart.title(), chart.note()).add(chart);
    }

    /** Adds a chart; its title is written above it if there are several. */
    public Picture add(Chart chart) {
        panels.add(chart);
        return this;
    }

    public String title() {
        return title;
    }

    public String caption() {
        return caption;
    }

    /** Its charts. */
    public List<Chart> panels() {
        return List.copyOf(panels);
    }

    /** Names of series, in order, each once. */
    List<String> names() {
        return all().map(Chart.Series::name).distinct().toList();
    }

    /** Whether a series has values of ours, not only of a paper. */
    boolean isMeasured(String name) {
        return all().anyMatch(series -> series.name().equals(name) && !series.published());
    }

    /** Whether there are values of a paper. */
    boolean hasPublished() {
        return all().anyMatch(Chart.Series::published);
    }

    private Stream<Chart.Series> all() {
        return panels.stream().flatMap(chart -> chart.series().stream());
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return panels.stream().allMatch(Chart::isEmpty);
    }
}
