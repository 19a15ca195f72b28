package dev.mangrove.cli.report;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;

/** Writes maps, lists, numbers, strings and booleans as JSON on one line, in iteration order. */
public final class Json {
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /**
     * Returns the JSON of a value: {@link Map}, {@link Iterable}, {@code long[]}, {@code double[]},
     * {@link Number}, {@link CharSequence}, {@link Enum}, {@link Boolean} or {@code null}, nested
     * as deep as you like. NaN and the infinities, which JSON lacks, become {@code null}.
     *
     * @throws IllegalArgumentException for a value of any other type
     */
    public static String write(@Nullable Object value) {
        Json json = new Json();
        json.value(value);
        return json.out.toString();
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case Boolean truth -> out.append(truth);
            case Double number -> fraction(number);
            case Float number -> fraction(number);
            case Long _, Integer _, Short _, Byte _, BigInteger _, BigDecimal _ ->
                    out.append(value);
            case CharSequence text -> text(text);
            case Enum<?> constant -> text(constant.name());
            case Map<?, ?> map -> object(map);
            case Iterable<?> values -> array(values.iterator());
            case long[] values -> array(Arrays.stream(values).iterator());
            case double[] values -> array(Arrays.stream(values).iterator());
            default ->
                    throw new IllegalArgumentException(
                            "no JSON for type: " + value.getClass().getName());
        }
    }

    private void fraction(double number) {
        if (!Double.isFinite(number)) {
            out.append("null");
        } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            out.append((long) number);
        } else {
            out.append(number);
        }
    }

    private void object(Map<?, ?> map) {
        String separator = "";
        out.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            text(String.valueOf(entry.getKey()));
            out.append(':');
            value(entry.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private void array(Iterator<?> values) {
        String separator = "";
        out.append('[');
        while (values.hasNext()) {
            out.append(separator);
            value(values.next());
            separator = ",";
        }
        out.append(']');
    }

    private void text(CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                    escape(c);
                } else {
                    out.append(c);
                }
            }
        }
    }

    private void escape(char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt((c >> shift) & 0xf));
        }
    }
}
