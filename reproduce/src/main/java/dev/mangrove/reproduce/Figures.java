package dev.mangrove.reproduce;

import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Plots;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Pictures of a result: the curves that its experiment has drawn, all published numbers with ours
 * beside them, and all others of one unit together.
 */
public final class Figures {
    private static final int MOST_ROWS = 40;

    private final Map<String, Curves> curves = new LinkedHashMap<>();

    /** What one picture shows: named curves over one quantity. */
    private record Curves(
            String title,
            String xLabel,
            String yLabel,
            boolean logX,
            Map<String, List<Chart.Point>> ours,
            Map<String, List<Chart.Point>> published) {
        Chart chart() {
            Chart chart = Chart.lines(title, xLabel, yLabel).logY();
            if (logX) {
                chart.logX();
            }
            ours.forEach(chart::add);
            published.forEach((name, points) -> chart.published(name, points));
            return chart;
        }
    }

    /** A picture with curves; the first call with a title says what its axes are. */
    public Figures curves(String title, String xLabel, String yLabel, boolean logX) {
        curves.computeIfAbsent(
                title,
                name ->
                        new Curves(
                                name,
                                xLabel,
                                yLabel,
                                logX,
                                new LinkedHashMap<>(),
                                new LinkedHashMap<>()));
        return this;
    }

    /** A point of a curve of ours. */
    public void point(String title, String series, double x, double y) {
        of(title).ours.computeIfAbsent(series, none -> new ArrayList<>()).add(point(x, y));
    }

    /** A point of a paper's curve. */
    public void published(String title, String series, double x, double y) {
        of(title).published.computeIfAbsent(series, none -> new ArrayList<>()).add(point(x, y));
    }

    private static Chart.Point point(double x, double y) {
        return new Chart.Point(x, y);
    }

    private Curves of(String title) {
        Curves found = curves.get(title);
        if (found == null) {
            throw new IllegalStateException("no such picture: " + title);
        }
        return found;
    }

    /** Writes all pictures of a result. */
    void write(Plots plots, Reproduction result) {
        int number = 1;
        for (Curves each : curves.values()) {
            String suffix = curves.size() == 1 ? "" : "-" + number++;
            plots.write(result.name() + suffix, each.chart());
        }
        plots.write(result.name() + "-paper", published(result));
        if (curves.isEmpty()) {
            byUnit(result)
                    .forEach(
                            (unit, figures) ->
                                    plots.write(
                                            result.name() + "-" + slug(unit),
                                            measured(result, unit, figures)));
        }
    }

    /** Each published number is 1. */
    private static Chart published(Reproduction result) {
        List<Reproduction.Row> rows = result.rows();
        List<Chart.Point> ours = new ArrayList<>();
        List<Chart.Point> papers = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ours.add(point(i, rows.get(i).ratio()));
            papers.add(point(i, 1));
        }
        return Chart.rows(
                        result.name() + ": ours to the paper's",
                        "ratio",
                        rows.stream().map(Reproduction.Row::name).toList())
                .logY()
                .note("between the lines counts as reproduced")
                .guide(Bound.PRINTED.least())
                .guide(Bound.PRINTED.largest())
                .published("paper", papers)
                .add("ours", ours);
    }

    private static Chart measured(
            Reproduction result, String unit, List<Reproduction.Measured> figures) {
        List<Chart.Point> points = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            points.add(point(i, figures.get(i).ours()));
        }
        return Chart.rows(
                        result.name(),
                        unit,
                        figures.stream().map(each -> withoutUnit(each.name())).toList())
                .logY()
                .add("ours", points);
    }

    private static Map<String, List<Reproduction.Measured>> byUnit(Reproduction result) {
        Map<String, List<Reproduction.Measured>> units = new LinkedHashMap<>();
        for (Reproduction.Measured each : result.measured()) {
            if (each.ours() > 0) {
                List<Reproduction.Measured> same =
                        units.computeIfAbsent(unit(each.name()), none -> new ArrayList<>());
                if (same.size() < MOST_ROWS) {
                    same.add(each);
                }
            }
        }
        return units;
    }

    private static String unit(String name) {
        String last = name.substring(name.lastIndexOf(", ") + 1).strip();
        return last.replaceAll(" \\(.*", "");
    }

    private static String withoutUnit(String name) {
        int end = name.lastIndexOf(", ");
        return end < 0 ? name : name.substring(0, end);
    }

    private static String slug(String unit) {
        return unit.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
