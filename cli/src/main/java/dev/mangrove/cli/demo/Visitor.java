package dev.mangrove.cli.demo;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.Session;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** A client on the tour, and how it measures. */
final class Visitor {
    /** Operations between two looks at the clock. */
    private static final int BLOCK = 64;

    private static final int MOST_SAMPLES = 1 << 14;
    private static final double HALF = 0.5;
    private static final double SLOW = 0.99;

    private final Session session;
    private final Ground ground;
    private final int number;
    private final int clients;
    private final long stepNanos;
    private final RandomGenerator random;

    Visitor(Session session, Ground ground, int number, int clients, long stepNanos) {
        this.session = session;
        this.ground = ground;
        this.number = number;
        this.clients = clients;
        this.stepNanos = stepNanos;
        this.random = session.host().random();
    }

    Session session() {
        return session;
    }

    Ground ground() {
        return ground;
    }

    /** Which of the clients this is, from 0. */
    int number() {
        return number;
    }

    int clients() {
        return clients;
    }

    RandomGenerator random() {
        return random;
    }

    /** Does something again and again: half the time of a step to become warm, then measured. */
    Outcome measure(Runnable operation) {
        Samples samples = new Samples();
        long warmUp = repeat(operation, stepNanos / 2, samples);
        samples.clear();
        long started = session.host().nanoTime();
        long measured = repeat(operation, stepNanos, samples);
        return new Outcome(
                warmUp + measured,
                measured,
                session.host().nanoTime() - started,
                samples.quantile(HALF),
                samples.quantile(SLOW),
                0);
    }

    private long repeat(Runnable operation, long nanos, Samples samples) {
        Host host = session.host();
        long operations = 0;
        long started = host.nanoTime();
        long now = started;
        while (now - started < nanos) {
            for (int i = 1; i < BLOCK; i++) {
                operation.run();
            }
            long before = host.nanoTime();
            operation.run();
            now = host.nanoTime();
            samples.add(now - before);
            operations += BLOCK;
        }
        return operations;
    }

    /** The latest of the times that were taken. */
    private static final class Samples {
        private final long[] nanos = new long[MOST_SAMPLES];
        private int taken;

        void add(long time) {
            nanos[taken++ % MOST_SAMPLES] = time;
        }

        void clear() {
            taken = 0;
        }

        long quantile(double share) {
            long[] sorted = Arrays.copyOf(nanos, Math.min(taken, MOST_SAMPLES));
            Arrays.sort(sorted);
            return sorted[(int) (sorted.length * share)];
        }
    }
}
