package dev.mangrove.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Charts side by side with one title and one legend; a series has one color in all of them. */
public final class Picture {
    private final String title;
    private final String caption;
    private final List<Chart> panels = new ArrayList<>();

    /** Creates a picture without charts; the caption states what it shows. */
    public Picture(String title, String caption) {
        this.title = title;
        this.caption = caption;
    }

    /** Creates a picture of one chart, with its title and note. */
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

    /** Whether a series has measured values, not only a paper's. */
    boolean isMeasured(String name) {
        return all().anyMatch(series -> series.name().equals(name) && !series.published());
    }

    /** Whether any series has a paper's values. */
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
