package dev.mangrove.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Draws a picture: title and caption, then charts in a grid, then the legend. */
final class Painter {
    static final int WIDTH = 960;

    private static final int MARGIN = 12;
    private static final int TITLE_SIZE = 17;
    private static final int CAPTION_SIZE = 12;
    private static final int CAPTION_ROW = 17;
    private static final int TITLE_HEIGHT = 36;
    private static final int LEGEND_ROW = 20;
    private static final int LEGEND_GAP = 40;
    private static final String INK = "#222222";
    private static final String QUIET = "#555555";
    private static final String PAPER = "the paper's numbers";
    private static final List<String> COLORS =
            List.of(
                    "#00798c", "#d1495b", "#edae49", "#6a4c93", "#0b6e4f", "#8d6a4f", "#9bc53d",
                    "#e36397", "#4f5d75");

    private final Picture picture;
    private final Canvas canvas;

    Painter(Picture picture, Canvas canvas) {
        this.picture = picture;
        this.canvas = canvas;
    }

    /** Height that a picture needs. */
    static int height(Picture picture) {
        return top(picture) + gridRows(picture) * panelHeight(picture) + legendHeight(picture);
    }

    private static int top(Picture picture) {
        return TITLE_HEIGHT + caption(picture).size() * CAPTION_ROW + 6;
    }

    private static List<String> caption(Picture picture) {
        return picture.caption().isEmpty()
                ? List.of()
                : TextWidths.wrap(picture.caption(), WIDTH - 60.0, CAPTION_SIZE);
    }

    private static int columns(Picture picture) {
        int panels = picture.panels().size();
        return panels == 3 ? 3 : Math.min(panels, 2);
    }

    private static int gridRows(Picture picture) {
        return Math.ceilDiv(picture.panels().size(), columns(picture));
    }

    private static int panelHeight(Picture picture) {
        int chosen = columns(picture) == 1 ? 380 : 300;
        return picture.panels().stream()
                .mapToInt(chart -> PanelPainter.height(chart, chosen))
                .max()
                .orElse(chosen);
    }

    void paint() {
        canvas.text(WIDTH / 2.0, 25, picture.title(), TITLE_SIZE, Canvas.Anchor.MIDDLE, INK);
        double y = TITLE_HEIGHT + 8.0;
        for (String line : caption(picture)) {
            canvas.text(WIDTH / 2.0, y, line, CAPTION_SIZE, Canvas.Anchor.MIDDLE, QUIET);
            y += CAPTION_ROW;
        }
        int columns = columns(picture);
        double width = (WIDTH - 2.0 * MARGIN) / columns;
        int height = panelHeight(picture);
        for (int i = 0; i < picture.panels().size(); i++) {
            double left = MARGIN + width * (i % columns);
            int row = i / columns;
            double top = top(picture) + (double) height * row;
            new PanelPainter(picture.panels().get(i), canvas, this::color, columns > 1)
                    .paint(left, top, width, height);
        }
        legend();
    }

    private String color(String series) {
        return COLORS.get(picture.names().indexOf(series) % COLORS.size());
    }

    /** Entries of the legend: all series, then the entry for a paper's values if there are any. */
    private static List<String> entries(Picture picture) {
        return picture.hasPublished()
                ? Stream.concat(picture.names().stream(), Stream.of(PAPER)).toList()
                : picture.names();
    }

    private static double entryWidth(String name) {
        return TextWidths.width(name, CAPTION_SIZE) + LEGEND_GAP;
    }

    /** Divides the legend's entries into rows that fit the width. */
    private static List<List<String>> legendRows(Picture picture) {
        List<List<String>> rows = new ArrayList<>();
        double free = 0;
        for (String name : entries(picture)) {
            if (rows.isEmpty() || entryWidth(name) > free) {
                rows.add(new ArrayList<>());
                free = WIDTH - 2.0 * MARGIN;
            }
            rows.getLast().add(name);
            free -= entryWidth(name);
        }
        return rows;
    }

    private static int legendHeight(Picture picture) {
        return legendRows(picture).size() * LEGEND_ROW + 14;
    }

    private void legend() {
        double y = height(picture) - legendHeight(picture) + 14.0;
        for (List<String> row : legendRows(picture)) {
            double width = row.stream().mapToDouble(Painter::entryWidth).sum();
            double x = (WIDTH - width) / 2 + LEGEND_GAP / 4.0;
            for (String name : row) {
                entry(name, x, y);
                x += entryWidth(name);
            }
            y += LEGEND_ROW;
        }
    }

    private void entry(String name, double x, double y) {
        boolean series = picture.names().contains(name);
        if (series && picture.isMeasured(name)) {
            canvas.disc(x + 6, y - 4, 5, color(name));
        } else {
            canvas.diamond(x + 6, y - 4, 6, series ? color(name) : INK);
        }
        canvas.text(x + 18, y, name, CAPTION_SIZE, Canvas.Anchor.START, INK);
    }
}
