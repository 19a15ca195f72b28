package dev.mangrove.cli.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and times as people write them: {@code 512m}, {@code 1.5g}, {@code 10ms}, {@code 2s}. */
public final class Sizes {
    private static final Pattern NUMBER_AND_UNIT =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([a-zµ]*)");
    private static final String UNITS = "bkmgt";
    private static final double KIBI = 1024;

    private Sizes() {}

    /** Bytes: a number with one of the units k, m, g, t, each 1024 times the one before. */
    public static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            Matcher parts = split(text, "a size such as 512m or 2g");
            String unit = parts.group(2).replaceAll("(?<=[kmgt])i?b$", "");
            int power = unit.isEmpty() ? 0 : unit.length() == 1 ? UNITS.indexOf(unit) : -1;
            if (power < 0) {
                throw new TypeConversionException("not a size such as 512m or 2g: " + text);
            }
            return (long) (Double.parseDouble(parts.group(1)) * Math.pow(KIBI, power));
        }
    }

    /** Time: a number with one of the units us, ms, s. */
    public static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            Matcher parts = split(text, "a time such as 10ms or 2s");
            double nanos =
                    switch (parts.group(2)) {
                        case "us", "µs" -> 1e3;
                        case "ms" -> 1e6;
                        case "s" -> 1e9;
                        default ->
                                throw new TypeConversionException(
                                        "not a time such as 10ms or 2s: " + text);
                    };
            return Duration.ofNanos((long) (Double.parseDouble(parts.group(1)) * nanos));
        }
    }

    /** Bytes as people read them. */
    public static String text(long bytes) {
        double value = bytes;
        int power = 0;
        while (value >= KIBI && power < UNITS.length() - 1) {
            value /= KIBI;
            power++;
        }
        String unit = power == 0 ? "B" : Character.toUpperCase(UNITS.charAt(power)) + "iB";
        String number = value == Math.rint(value) ? "%.0f" : "%.1f";
        return String.format(Locale.ROOT, number + " %s", value, unit);
    }

    private static Matcher split(String text, String what) {
        Matcher parts = NUMBER_AND_UNIT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            throw new TypeConversionException("not " + what + ": " + text);
        }
        return parts;
    }
}
