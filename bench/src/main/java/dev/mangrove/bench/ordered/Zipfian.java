package dev.mangrove.bench.ordered;

import java.util.random.RandomGenerator;

/**
 * Zipf's distribution: rank i, from 0 on, has a probability proportional to 1 / (i + 1)^skew;
 * YCSB's skew is 0.99. The method is that of Gray et al. ("Quickly generating billion-record
 * synthetic databases", SIGMOD 1994), which computes one sum over all ranks at the start and needs
 * no table.
 */
public final class Zipfian implements Popularity {
    /** YCSB's default constant. */
    private static final double YCSB = 0.99;

    /** The sum beyond this rank is replaced by an integral; the error is below 1e-8. */
    private static final long EXACT = 1_000_000;

    private final long items;
    private final double skew;
    private final double alpha;
    private final double zeta;
    private final double eta;

    Zipfian(long items) {
        this(items, YCSB);
    }

    /** Creates a distribution; the skew is at least 0, which is uniform, and less than 1. */
    public Zipfian(long items, double skew) {
        this.items = items;
        this.skew = skew;
        alpha = 1 / (1 - skew);
        zeta = zeta(items);
        eta = (1 - Math.pow(2.0 / items, 1 - skew)) / (1 - zeta(2) / zeta);
    }

    @Override
    public long next(RandomGenerator random) {
        double lot = random.nextDouble();
        double share = lot * zeta;
        if (share < 1 || items == 1) {
            return 0;
        }
        if (share < 1 + Math.pow(0.5, skew)) {
            return 1;
        }
        long rank = (long) (items * Math.pow(eta * lot - eta + 1, alpha));
        return Math.clamp(rank, 0, items - 1);
    }

    private double zeta(long items) {
        double sum = 0;
        for (long i = 1; i <= Math.min(items, EXACT); i++) {
            sum += 1 / Math.pow((double) i, skew);
        }
        return items <= EXACT ? sum : sum + integral(items + 0.5) - integral(EXACT + 0.5);
    }

    private double integral(double x) {
        return Math.pow(x, 1 - skew) / (1 - skew);
    }
}
