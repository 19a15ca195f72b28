package dev.mangrove.bench.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Maps values to coordinates and chooses the ticks. An axis of values starts and ends with a tick,
 * so that every value lies between two ticks.
 */
final class Axis {
    private static final int FEW = 5;
    private static final int MOST_TICKS = 9;
    private static final int DIGITS = 3;
    private static final double[] STEPS = {1, 2, 5, 10};

    /** Ticks of a decade, densest first; in the last case only every n-th decade has a tick. */
    private static final double[][] LADDERS = {{1, 2, 5}, {1, 3}, {1}};

    private final boolean log;
    private final double least;
    private final double most;
    private final double from;
    private final double to;
    private final List<Double> ticks;

    private Axis(boolean log, List<Double> ticks, double from, double to) {
        this.log = log;
        this.ticks = List.copyOf(ticks);
        this.least = ticks.getFirst();
        this.most = ticks.getLast();
        this.from = from;
        this.to = to;
    }

    /** An axis from min(0, least) to the first tick at or above {@code most}. */
    static Axis linear(double least, double most, double from, double to) {
        double bottom = Math.min(0, least);
        double rough = (most > bottom ? most - bottom : 1) / FEW;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power;
        for (double factor : STEPS) {
            step = factor * power;
            if (step >= rough * 0.999) {
                break;
            }
        }
        List<Double> ticks = new ArrayList<>();
        long first = (long) Math.floor(bottom / step + 1e-6);
        long last = Math.max(first + 1, (long) Math.ceil(most / step - 1e-6));
        for (long i = first; i <= last; i++) {
            ticks.add(i * step);
        }
        return new Axis(false, ticks, from, to);
    }

    /**
     * An axis from the last tick at or below {@code least} to the first at or above {@code most}.
     */
    static Axis logarithmic(double least, double most, double from, double to) {
        for (double[] ladder : LADDERS) {
            List<Double> ticks = ladder(ladder, least, most);
            if (ticks.size() <= MOST_TICKS) {
                return new Axis(true, ticks, from, to);
            }
        }
        List<Double> decades = ladder(LADDERS[LADDERS.length - 1], least, most);
        int every = Math.ceilDiv(decades.size(), MOST_TICKS);
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; i < decades.size() + every - 1; i += every) {
            ticks.add(decades.getFirst() * Math.pow(10, i));
        }
        return new Axis(true, ticks, from, to);
    }

    private static List<Double> ladder(double[] factors, double least, double most) {
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)) - 1; ; power++) {
            for (double factor : factors) {
                double tick = factor * Math.pow(10, power);
                if (tick <= least * 1.000001) {
                    ticks.clear();
                }
                ticks.add(tick);
                if (tick >= most * 0.999999 && ticks.size() > 1) {
                    return ticks;
                }
            }
        }
    }

    /** An axis with a tick at each of the given values, as in papers. */
    static Axis chosen(boolean log, List<Double> values, double from, double to) {
        List<Double> ticks = values.isEmpty() ? List.of(0.0, 1.0) : values;
        return new Axis(log, ticks, from, to);
    }

    double at(double value) {
        if (most == least) {
            return (from + to) / 2;
        }
        double share =
                log
                        ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
                        : (value - least) / (most - least);
        return from + share * (to - from);
    }

    double start() {
        return at(least);
    }

    /** Values of the ticks. */
    List<Double> ticks() {
        return ticks;
    }

    /** Formats a value in few characters. */
    static String text(double value) {
        double size = Math.abs(value);
        if (size >= 1e9) {
            return shortened(value / 1e9) + " G";
        }
        if (size >= 1e6) {
            return shortened(value / 1e6) + " M";
        }
        if (size >= 1e4) {
            return shortened(value / 1e3) + " k";
        }
        if (size == 0 || size >= 0.1) {
            return shortened(value);
        }
        return size < 1e-5
                ? String.format(Locale.ROOT, "%.0e", value)
                : new BigDecimal(value)
                        .round(new MathContext(DIGITS))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Formats a value with three significant digits. */
    static String rounded(double value) {
        double size = Math.abs(value);
        double unit = size == 0 ? 1 : Math.pow(10, Math.floor(Math.log10(size)) - DIGITS + 1);
        return text(Math.round(value / unit) * unit);
    }

    /** Formats a number of bytes. */
    static String bytes(double value) {
        if (value >= 1 << 20) {
            return shortened(value / (1 << 20)) + " MB";
        }
        return value >= 1 << 10 ? shortened(value / (1 << 10)) + " KB" : shortened(value) + " B";
    }

    private static String shortened(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
