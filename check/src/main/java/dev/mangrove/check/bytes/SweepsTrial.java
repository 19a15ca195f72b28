package dev.mangrove.check.bytes;

import dev.mangrove.check.Findings;
import dev.mangrove.check.RunningTasks;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.TreeSurvey;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** One seed of {@link SweepsCheck}. */
final class SweepsTrial {
    private static final int[] PAGE_BYTES = {512, 1024};
    private static final int TAG = 1;

    /** Bytes of all pages, and of all extents. Chosen: no run needs as many. */
    private static final long HALF = 2 << 20;

    private static final int SMALLEST_FANOUT = 4;
    private static final int KEYS_OF_A_THREAD = 6;

    /** Numbers of a thread's values. Chosen: more than its operations. */
    private static final int VALUES = 1_000;

    private static final long LONGEST_RUN_NANOS = 20_000_000_000L;

    /** A time to live that no run reaches. */
    private static final long LONG_TTL = LONGEST_RUN_NANOS * 1_000;

    /** Between sweeps. Chosen: about as long as an operation. */
    private static final long PAUSE_NANOS = 1_000;

    /** Before a key is renewed. Chosen: about as long as a sweep. */
    private static final int LONGEST_WAIT_NANOS = 20_000;

    private static final byte[] NOTHING = {};

    /** Chosen: a sweep of all leaves takes some calls. */
    private static final int LEAVES_OF_A_SWEEP = 2;

    private final SimCluster cluster;
    private final Findings findings;
    private final MemorySegment memory;
    private final int fanout;
    private final int threads;
    private final int operations;
    private final SimHost host;
    private final SplittableRandom lots;
    private final int pageSize;
    private @Nullable BytesTree planted;

    SweepsTrial(SimCluster cluster, SplittableRandom lots, Findings findings) {
        this.cluster = cluster;
        this.findings = findings;
        this.lots = lots;
        this.pageSize = PAGE_BYTES[lots.nextInt(PAGE_BYTES.length)];
        this.fanout = Math.min(SMALLEST_FANOUT + lots.nextInt(3), BytesPage.slots(pageSize));
        this.memory = cluster.arena().allocate(2 * HALF, pageSize);
        this.threads = 2 + lots.nextInt(3);
        this.operations = 30 + lots.nextInt(60);
        this.host = cluster.addHost();
    }

    /** Runs it; what was wrong is in the findings. */
    void run() {
        try {
            if (!runUntilEnded(List.of(host.start("plant", this::plant)))) {
                return;
            }
            List<Host.Task> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Owner owner = new Owner(i, lots.split());
                tasks.add(host.start("owner", () -> attempt(owner::run)));
            }
            List<Host.Task> owners = List.copyOf(tasks);
            tasks.add(host.start("sweeper", () -> attempt(() -> sweep(owners))));
            if (runUntilEnded(tasks)) {
                runUntilEnded(List.of(host.start("finish", () -> attempt(this::finish))));
            }
        } catch (RuntimeException e) {
            findings.violation("a thread failed: " + (e.getCause() == null ? e : e.getCause()));
        }
    }

    private void plant() {
        planted =
                new BytesTree(
                        host,
                        BytesTree.pages(memory, pageSize, TAG, new CheckedExtents(HALF)),
                        new SweptPages(memory, pageSize, HALF),
                        fanout);
    }

    private BytesTree tree() {
        return Objects.requireNonNull(planted);
    }

    private void sweep(List<Host.Task> owners) {
        while (owners.stream().anyMatch(Host.Task::isAlive)) {
            tree().sweep(LEAVES_OF_A_SWEEP);
            host.sleep(PAUSE_NANOS);
        }
    }

    private void finish() {
        TreeSurvey survey = tree().survey();
        survey.faults().forEach(fault -> findings.violation("verify: " + fault));
        if (survey.spare() != 0) {
            findings.violation("pages leak: spare=" + survey.spare());
        }
    }

    private void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            findings.violation("an operation failed: " + e);
        }
    }

    private boolean runUntilEnded(List<Host.Task> tasks) {
        boolean ended = cluster.runUntil(LONGEST_RUN_NANOS, () -> RunningTasks.haveEnded(tasks));
        if (!ended) {
            findings.violation("a thread waits for ever");
        }
        return ended;
    }

    /** A thread that changes its own keys, and knows their values; it also reads other keys. */
    private final class Owner {
        private final int id;
        private final SplittableRandom random;
        private final Map<Integer, Integer> values = new HashMap<>();
        private int puts;

        Owner(int id, SplittableRandom random) {
            this.id = id;
            this.random = random;
        }

        void run() {
            for (int i = 0; i < operations; i++) {
                step(id + threads * random.nextInt(KEYS_OF_A_THREAD));
                findings.operation();
            }
            for (int i = 0; i < KEYS_OF_A_THREAD; i++) {
                get(id + threads * i);
            }
        }

        private void step(int key) {
            switch (random.nextInt(10)) {
                case 0, 1 -> put(key, BytesTree.NO_TTL);
                case 2 -> put(key, LONG_TTL);
                case 3, 4, 5 -> {
                    expect(key, change(BytesChange.EXPIRE, key, NOTHING, 0));
                    host.sleep(random.nextInt(LONGEST_WAIT_NANOS)); // A sweep finds it meanwhile.
                    put(key, random.nextBoolean() ? LONG_TTL : BytesTree.NO_TTL);
                }
                case 6 -> expect(key, change(BytesChange.EXPIRE, key, NOTHING, 0));
                case 7 -> expect(key, change(BytesChange.DELETE, key, NOTHING, BytesTree.NO_TTL));
                case 8 -> get(key);
                default -> look(random.nextInt(threads * KEYS_OF_A_THREAD));
            }
        }

        /** After a change that removes the key if it is there. */
        private void expect(int key, boolean met) {
            Integer before = values.remove(key);
            if (met != (before != null)) {
                findings.violation(
                        "key "
                                + key
                                + " is "
                                + (met ? "there" : "absent")
                                + " to its owner, but was "
                                + before);
            }
        }

        private void put(int key, long ttl) {
            int value = key * VALUES + ++puts;
            boolean absent = change(BytesChange.PUT, key, HardStrings.value(value), ttl);
            Integer before = values.put(key, value);
            if (absent != (before == null)) {
                findings.violation(
                        "put of key "
                                + key
                                + " finds it "
                                + (absent ? "absent" : "there")
                                + ", but it was "
                                + before);
            }
        }

        private boolean change(BytesChange change, int key, byte[] value, long ttl) {
            return tree().change(change, HardStrings.key(key), value, NOTHING, ttl).met();
        }

        private void get(int key) {
            byte[] found = tree().get(HardStrings.key(key));
            Integer expected = values.get(key);
            Integer value = found == null ? null : Math.toIntExact(HardStrings.valueOf(found));
            if (!Objects.equals(value, expected)) {
                findings.violation(
                        "key " + key + " has value " + value + " instead of " + expected);
            }
        }

        /** A key of any thread: its value is one that was stored for it. */
        private void look(int key) {
            byte[] found = tree().get(HardStrings.key(key));
            if (found != null && HardStrings.valueOf(found) / VALUES != key) {
                findings.violation("key " + key + " has a value of another key");
            }
        }
    }
}
