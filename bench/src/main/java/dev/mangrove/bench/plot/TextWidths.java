package dev.mangrove.bench.plot;

import java.util.ArrayList;
import java.util.List;

/** Widths of texts. They are estimates, as a program that writes SVG has no font metrics. */
final class TextWidths {
    private static final double WIDTH_OF_SIZE = 0.56;

    private TextWidths() {}

    static double width(String text, int size) {
        return text.length() * size * WIDTH_OF_SIZE;
    }

    /** Breaks a text into lines of at most {@code width}; a longer part of a word is not broken. */
    static List<String> wrap(String text, double width, int size) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String part : text.split("(?<=[- ])", -1)) {
            if (!line.isEmpty() && width((line + part).strip(), size) > width) {
                lines.add(line.strip());
                line = "";
            }
            line += part;
        }
        lines.add(line.strip());
        return lines;
    }

    /** The text, or its beginning with an ellipsis. */
    static String cut(String text, double width, int size) {
        int letters = (int) (width / (size * WIDTH_OF_SIZE));
        return text.length() <= letters ? text : text.substring(0, Math.max(1, letters - 1)) + "…";
    }
}
