package dev.mangrove.reproduce;

import java.util.Locale;

/** Formats figures. */
public final class Text {
    private Text() {}

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    public static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
