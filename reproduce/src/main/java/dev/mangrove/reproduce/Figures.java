package dev.mangrove.reproduce;

import dev.mangrove.bench.plot.Chart;
import dev.mangrove.bench.plot.Picture;
import dev.mangrove.bench.plot.Plots;

import java.util.LinkedHashMap;
import java.util.Map;

/** Pictures of a result, of the shape that the paper's figure has. */
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

        /** A panel with curves; of those with one title, the first call says what its axes are. */
        public Panel curves(String panel, String xLabel, String yLabel) {
            return panel(panel, Chart.Shape.LINES, xLabel, yLabel);
        }

        /** A panel with groups of bars. */
        public Panel bars(String panel, String xLabel, String yLabel) {
            return panel(panel, Chart.Shape.BARS, xLabel, yLabel);
        }

        /** A panel with a line of text for each category, and marks to the right of it. */
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
     * A picture; the first call for a suffix says what it is.
     *
     * @param suffix of the file's name, after that of the experiment; may be empty
     * @param caption what to see in it, in a sentence or two
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
