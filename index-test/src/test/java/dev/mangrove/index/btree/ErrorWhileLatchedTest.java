package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.latch.LocalLatches;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.atomic.AtomicLong;

/** An Error during a change leaves no latch taken. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ErrorWhileLatchedTest {
    private static final int PAGE_SIZE = 256;
    private static final int FANOUT = 5;
    private static final long KEYS = 100;
    private static final long STACK_BYTES = 256 << 10;
    private static final long DEEPEST = 1_000_000;
    private static final int DIVES = 20;

    private final PlainSpace space = new PlainSpace(PAGE_SIZE, 4000);
    private final AtomicLong root = PlainTree.plant(space);
    private final LocalLatches latches = new LocalLatches(Host.system());
    private final HookedHost host = new HookedHost();
    private final PlainTree failing = new PlainTree(space.pages(host, latches), root, FANOUT, 0);
    private final PlainTree other = new PlainTree(space.pages(latches), root, FANOUT, 0);

    /** Thrown at injected points, while a latch is held. */
    private static final class InjectedError extends Error {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void shouldUnlockWhenAnErrorEndsAChangeAtAnyPage() {
        int failures = 0;
        for (long key = 0; key < KEYS; key++) {
            for (int steps = 0; fails(key, steps); steps++) {
                failures++;
                other.put(key, ~key);
                other.remove(key);
            }
        }
        assertThat(failures).isGreaterThan((int) KEYS);
        assertThat(other.keys()).hasSize((int) KEYS);
        assertThat(other.walk().faults()).isEmpty();
    }

    /** Whether a put fails with an error injected after {@code steps} pages. */
    private boolean fails(long key, int steps) {
        host.atNode(
                steps,
                () -> {
                    throw new InjectedError();
                });
        try {
            failing.put(key, key);
            return false;
        } catch (InjectedError e) {
            return true;
        } finally {
            host.atNode(Integer.MAX_VALUE, () -> {});
        }
    }

    @Test
    void shouldUnlockWhenTheStackIsFull() throws InterruptedException {
        for (int i = 0; i < DIVES; i++) {
            Thread diver = new Thread(null, () -> dive(0), "diver", STACK_BYTES);
            diver.start();
            diver.join();
        }
        for (long key = 0; key < KEYS; key++) {
            other.put(key, 7);
            assertThat(other.get(key)).isEqualTo(7);
        }
        assertThat(other.walk().faults()).isEmpty();
    }

    /** Recurses until the stack overflows, and changes keys on the way back. */
    private void dive(long depth) {
        try {
            if (depth < DEEPEST) {
                dive(depth + 1);
            }
        } catch (StackOverflowError e) {
            assert depth > 0;
        }
        long key = depth % KEYS;
        try {
            if (failing.put(key, depth)) {
                failing.remove(key);
            }
        } catch (StackOverflowError e) {
            assert depth > 0;
        }
    }
}
