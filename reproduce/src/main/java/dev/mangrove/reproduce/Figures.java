package dev.mangrove.reproduce;

import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Picture;
import dev.mangrove.bench.plot.Plots;

import java.util.LinkedHashMap;
import java.util.Map;

/** Pictures of a result, with the axes of the paper's figure. */
public final class Figures {
    private final Map<String, Drawing> drawings = new LinkedHashMap<>();

    /** A picture: panels under one title. */
    public static final class Drawing {
        private final String title;
        private final String caption;
        private final Map<String, Panel> panels = new LinkedHashMap<>();

        private Drawing(String title, String caption) {
            this.title = title;
            this.caption = caption;
        }

        /** The panel of curves with a title; the first call for a title sets the axes' labels. */
        public Panel curves(String panel, String xLabel, String yLabel) {
            return panel(panel, Chart.Shape.LINES, xLabel, yLabel);
        }

        /** The panel of grouped bars with a title. */
        public Panel bars(String panel, String xLabel, String yLabel) {
            return panel(panel, Chart.Shape.BARS, xLabel, yLabel);
        }

        /** The panel with a line of text per category, and marks to the right of the text. */
        public Panel rows(String panel, String valueLabel) {
            return panel(panel, Chart.Shape.ROWS, "", valueLabel);
        }

        private Panel panel(String panel, Chart.Shape shape, String xLabel, String yLabel) {
            return panels.computeIfAbsent(panel, name -> new Panel(name, shape, xLabel, yLabel));
        }

        private Picture picture() {
            Picture picture = new Picture(title, caption);
            panels.values().forEach(panel -> picture.add(panel.chart()));
            return picture;
        }
    }

    /**
     * The picture with a suffix; the first call sets title and caption.
     *
     * @param suffix of the file's name, after the experiment's name; may be empty
     * @param caption what the picture shows, in one or two sentences
     */
    public Drawing drawing(String suffix, String title, String caption) {
        return drawings.computeIfAbsent(suffix, none -> new Drawing(title, caption));
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return drawings.isEmpty();
    }

    /** All pictures by the names of their files. */
    Map<String, Picture> pictures(String experiment) {
        Map<String, Picture> pictures = new LinkedHashMap<>();
        drawings.forEach(
                (suffix, drawing) ->
                        pictures.put(
                                experiment + (suffix.isEmpty() ? "" : "-" + suffix),
                                drawing.picture()));
        return pictures;
    }

    /** Writes all pictures of a result. */
    void write(Plots plots, Reproduction result) {
        pictures(result.name()).forEach(plots::write);
    }
}
