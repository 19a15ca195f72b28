package dev.mangrove.bench.peers;

import dev.mangrove.bench.verbs.Median;

import java.util.ArrayList;
import java.util.List;

/** Rates and latencies of one system in one phase, by turn. */
final class Turns {
    private final List<Double> perSecond = new ArrayList<>();
    private final List<Double> p50 = new ArrayList<>();
    private final List<Double> p99 = new ArrayList<>();

    void add(double rate, double medianMicros, double slowestMicros) {
        perSecond.add(rate);
        p50.add(medianMicros);
        p99.add(slowestMicros);
    }

    boolean isEmpty() {
        return perSecond.isEmpty();
    }

    double median() {
        return Median.of(perSecond);
    }

    double least() {
        return perSecond.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    double most() {
        return perSecond.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    double p50Micros() {
        return Median.of(p50);
    }

    double p99Micros() {
        return Median.of(p99);
    }

    /** Median over the rounds of our rate / the other's rate; NaN if there are none. */
    double ratioTo(Turns other) {
        int both = Math.min(perSecond.size(), other.perSecond.size());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < both; i++) {
            ratios.add(perSecond.get(i) / other.perSecond.get(i));
        }
        return Median.of(ratios);
    }
}
