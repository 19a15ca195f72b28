package dev.mangrove.bench.reproduce;

import java.util.Locale;

/** Figures in words. */
final class Text {
    private Text() {}

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
