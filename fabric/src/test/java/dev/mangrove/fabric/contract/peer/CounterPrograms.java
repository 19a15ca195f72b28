package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.host.Host;

/**
 * Programs that increment counters for a given time, each by other verbs, and report their counts.
 */
public final class CounterPrograms {
    private static final long FREE = 0;
    private static final long HELD = 1;

    private CounterPrograms() {}

    static void incrementBySwap(PeerContext context) {
        VerbClient client = context.connect();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        long nanos = context.arguments().number(3);
        context.awaitGo();
        long[] seen = {client.readWord(address)};
        context.report(
                repeat(
                        context.host(),
                        nanos,
                        () -> {
                            long found = client.compareAndSwap(address, seen[0], seen[0] + 1);
                            while (found != seen[0]) {
                                seen[0] = found;
                                found = client.compareAndSwap(address, seen[0], seen[0] + 1);
                            }
                            seen[0]++;
                        }));
    }

    static void incrementByAdd(PeerContext context) {
        VerbClient client = context.connect();
        long address = context.arguments().handle(1).address(context.arguments().number(2));
        long nanos = context.arguments().number(3);
        context.awaitGo();
        long[] last = {-1};
        context.report(
                repeat(
                        context.host(),
                        nanos,
                        () -> {
                            long found = client.fetchAndAdd(address, 1);
                            if (found <= last[0]) {
                                throw new AssertionError(
                                        "counter went back from " + last[0] + " to " + found);
                            }
                            last[0] = found;
                        }));
    }

    /**
     * The program changes the counter by READ and WRITE, so only the lock prevents lost increments.
     */
    static void incrementUnderLock(PeerContext context) {
        VerbClient client = context.connect();
        long lock = context.arguments().handle(1).address(context.arguments().number(2));
        long counter = lock + Long.BYTES;
        long nanos = context.arguments().number(3);
        context.awaitGo();
        context.report(
                repeat(
                        context.host(),
                        nanos,
                        () -> {
                            while (client.compareAndSwap(lock, FREE, HELD) != FREE) {
                                context.host().spinWait();
                            }
                            client.writeWord(counter, client.readWord(counter) + 1);
                            client.writeWord(lock, FREE);
                        }));
    }

    /** Repeats an action for the given time and returns the count. */
    public static long repeat(Host host, long nanos, Runnable action) {
        long deadline = host.nanoTime() + nanos;
        long times = 0;
        do {
            action.run();
            times++;
        } while (host.nanoTime() - deadline < 0);
        return times;
    }
}
