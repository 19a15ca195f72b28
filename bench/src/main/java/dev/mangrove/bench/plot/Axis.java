package dev.mangrove.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where values are on a line of the picture, and which of them are written beside it. */
final class Axis {
    private static final int FEW = 5;
    private static final int FEWEST = 3;
    private static final double[] STEPS = {1, 2, 5, 10};
    private static final double NARROW_DECADES = 1.7;

    private final boolean log;
    private final double least;
    private final double most;
    private final double from;
    private final double to;

    private Axis(boolean log, double least, double most, double from, double to) {
        this.log = log;
        this.least = least;
        this.most = most;
        this.from = from;
        this.to = to;
    }

    /** From 0, or from less if there is less, to a little more than the most. */
    static Axis linear(double least, double most, double from, double to) {
        double bottom = Math.min(0, least);
        double top = most > bottom ? most + (most - bottom) * 0.05 : bottom + 1;
        return new Axis(false, bottom, top, from, to);
    }

    /** A little more than the values on both sides. */
    static Axis logarithmic(double least, double most, double from, double to) {
        double spread = Math.max(1.1, Math.pow(most / least, 0.04));
        return new Axis(true, least / spread, most * spread, from, to);
    }

    double at(double value) {
        double share =
                log
                        ? Math.log(Math.max(value, least) / least) / Math.log(most / least)
                        : (value - least) / (most - least);
        return from + share * (to - from);
    }

    double start() {
        return at(least);
    }

    /** Values to write. */
    List<Double> ticks() {
        return log ? logTicks() : linearTicks();
    }

    private List<Double> linearTicks() {
        double rough = (most - least) / FEW;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power;
        for (double factor : STEPS) {
            step = factor * power;
            if (step >= rough) {
                break;
            }
        }
        List<Double> ticks = new ArrayList<>();
        for (double tick = Math.ceil(least / step) * step; tick <= most; tick += step) {
            ticks.add(Math.abs(tick) < step / 1e6 ? 0 : tick);
        }
        return ticks;
    }

    private List<Double> logTicks() {
        boolean narrow = Math.log10(most / least) < NARROW_DECADES;
        List<Double> ticks = logTicks(narrow);
        return ticks.size() < FEWEST ? linearTicks() : ticks;
    }

    private List<Double> logTicks(boolean narrow) {
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)); ; power++) {
            double decade = Math.pow(10, power);
            if (decade > most) {
                return ticks;
            }
            for (double factor : narrow ? new double[] {1, 2, 5} : new double[] {1}) {
                double tick = factor * decade;
                if (tick >= least && tick <= most) {
                    ticks.add(tick);
                }
            }
        }
    }

    /** A value in few characters. */
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
        return size != 0 && size < 1e-3
                ? String.format(Locale.ROOT, "%.0e", value)
                : shortened(value);
    }

    private static String shortened(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}
