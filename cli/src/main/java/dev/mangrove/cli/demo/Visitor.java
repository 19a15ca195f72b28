package dev.mangrove.cli.demo;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.Session;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** A client on the tour, and how it measures. */
final class Visitor {
    /** Operations between two looks at the clock. */
    private static final int BLOCK = 64;

    private static final int MOST_SAMPLES = 1 << 16;
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

    /** Does something again and again for the time of a step. */
    Outcome measure(Runnable operation) {
        Host host = session.host();
        long[] samples = new long[MOST_SAMPLES];
        int sampled = 0;
        long operations = 0;
        long started = host.nanoTime();
        long now = started;
        while (now - started < stepNanos) {
            for (int i = 1; i < BLOCK; i++) {
                operation.run();
            }
            long before = host.nanoTime();
            operation.run();
            now = host.nanoTime();
            samples[sampled++ % MOST_SAMPLES] = now - before;
            operations += BLOCK;
        }
        long[] sorted = Arrays.copyOf(samples, Math.min(sampled, MOST_SAMPLES));
        Arrays.sort(sorted);
        return new Outcome(
                operations,
                now - started,
                sorted[sorted.length / 2],
                sorted[(int) (sorted.length * SLOW)],
                0);
    }
}
