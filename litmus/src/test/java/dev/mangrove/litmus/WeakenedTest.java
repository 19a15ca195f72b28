package dev.mangrove.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.litmus.Weakening.OtherCall;
import dev.mangrove.litmus.Weakening.WithoutCall;
import dev.mangrove.litmus.Weakening.WithoutLock;
import dev.mangrove.litmus.Weakening.Yes;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;

/**
 * Each litmus test notices that the class it tests has lost an order, a check or a lock. At small
 * size these are one of each kind, which prove that a forbidden outcome is reported.
 *
 * <p>Two orders are missing here, because Arm keeps them without our help: the reader's loads of a
 * record before its release, and a page's change before the next read, as the change ends with
 * releasing stores and the read starts with an acquiring load. The second was not tried on x86-64.
 * An x86-64 processor keeps the order of stores, so two more are noticed on Arm only.
 */
final class WeakenedTest {
    private static final int MILLIS = 200;

    /**
     * Chosen: most are noticed in the first runs, and a busy machine may need ten times as many.
     */
    private static final int RUNS = 100;

    private static final String RING = "fabric.shm.ShmRing";
    private static final String BELL = "fabric.shm.Bell";
    private static final String OCCUPANCY = "fabric.shm.Occupancy";
    private static final String QUEUE = "fabric.tcp.MessageQueue";
    private static final String CACHE = "index.btree.cache.NodeCache";
    private static final String WAITER = "index.handle.ViewWaiter";
    private static final String PATHS = "index.btree.cache.PathCache";
    private static final String NODE = "index.btree.cache.CachedNode";

    /** Chosen: a fence, a check and a lock. */
    private static final int FEW = 3;

    static List<Weakening> weakenings() {
        return Boolean.getBoolean("mangrove.litmus.full") ? all() : all().subList(0, FEW);
    }

    private static List<Weakening> all() {
        List<Weakening> all = new ArrayList<>();
        all.add(
                new Weakening(
                        "a bell is rung without a fence",
                        BELL,
                        "ring",
                        new WithoutCall("fullFence"),
                        "fabric.shm.BellLitmus"));
        all.add(
                new Weakening(
                        "records are written where there is no room",
                        RING,
                        "hasRoom",
                        new Yes(),
                        "fabric.shm.RoomLitmus"));
        all.add(
                new Weakening(
                        "nodes are added without the lock",
                        CACHE,
                        "add",
                        new WithoutLock(),
                        "index.btree.cache.GrowingCacheLitmus"));
        all.add(
                new Weakening(
                        "a user of memory passes no fence when it is closed",
                        OCCUPANCY,
                        "awaitOutside",
                        new OtherCall("ofShared", "ofConfined"),
                        "fabric.shm.OccupancyLitmus"));
        all.add(
                new Weakening(
                        "a batch passes no fence when its memory is closed",
                        OCCUPANCY,
                        "awaitOutside",
                        new OtherCall("ofShared", "ofConfined"),
                        "fabric.shm.BatchOccupancyLitmus"));
        all.add(
                new Weakening(
                        "records are read before they are there",
                        RING,
                        "hasNext",
                        new Yes(),
                        "fabric.shm.RecordLitmus"));
        all.add(
                new Weakening(
                        "messages are committed without the lock",
                        QUEUE,
                        "commit",
                        new WithoutLock(),
                        "fabric.tcp.QueueLitmus"));
        all.add(
                new Weakening(
                        "a queue grows without the lock",
                        QUEUE,
                        "begin",
                        new WithoutLock(),
                        "fabric.tcp.GrowingQueueLitmus"));
        all.add(
                new Weakening(
                        "a thread leaves the queue for a view without a swap",
                        WAITER,
                        "leave",
                        new Yes(),
                        "index.handle.LeavingWaiterLitmus"));
        all.add(
                new Weakening(
                        "a lookup does not check that the path covers its key",
                        PATHS + "$Path",
                        "covers",
                        new Yes(),
                        "index.btree.cache.PathCacheLitmus"));
        all.add(
                new Weakening(
                        "paths are added without the lock",
                        PATHS,
                        "add",
                        new WithoutLock(),
                        "index.btree.cache.GrowingPathsLitmus"));
        all.add(
                new Weakening(
                        "paths are removed without the lock",
                        PATHS,
                        "remove",
                        new WithoutLock(),
                        "index.btree.cache.GrowingPathsLitmus"));
        if (System.getProperty("os.arch").equals("aarch64")) { // x86-64 keeps the order of stores.
            all.add(
                    new Weakening(
                            "a node is published without a fence",
                            NODE,
                            "of",
                            new WithoutCall("storeStoreFence"),
                            "index.btree.cache.CachedNodeLitmus"));
            all.add(
                    new Weakening(
                            "a record is published by an unordered store",
                            RING,
                            "offer",
                            new OtherCall("setRelease", "setOpaque"),
                            "fabric.shm.RecordLitmus"));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("weakenings")
    void shouldShowForbiddenOutcome(Weakening weakening) throws ReflectiveOperationException {
        ClassLoader classes = new WeakenedClasses(weakening);
        List<String> failures = List.of();
        for (int runs = 0; runs < RUNS && failures.isEmpty(); runs++) {
            LitmusRun run = LitmusRun.of(weakening.test(), MILLIS, classes);
            failures = run.failures();
        }

        assertThat(failures).anySatisfy(failure -> assertThat(failure).contains("forbidden state"));
    }
}
