package dev.mangrove.index.btree.cache;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.litmus.Meeting;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** Outcomes: whether the cache has both new paths, and only the removed one is gone. */
@JCStressTest
@State
@Description("One thread adds a path, and the array grows; the other removes one and adds one.")
@Outcome(id = "true, true, true", expect = Expect.ACCEPTABLE, desc = "Both changes took effect.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A change is lost.")
public class GrowingPathsLitmus {
    private static final int BUDGET = 100_000;

    /** As many as the first array has room for; with one more it grows. */
    private static final int PATHS = 16;

    /** Keys of a path. */
    private static final long KEYS = 10;

    private final PathCache cache = new PathCache(BUDGET);
    private final Meeting meeting = new Meeting();

    /** Whether a change has left the array's bounds, as one can that is made without the lock. */
    private volatile boolean broken;

    public GrowingPathsLitmus() {
        for (int number = 0; number < PATHS; number++) {
            add(number);
        }
    }

    private static long pointer(int number) {
        return PagePointer.of(Address.of(0x101, (number + 1L) * 1024), 1);
    }

    private void add(int number) {
        cache.add(number * KEYS, true, (number + 1) * KEYS, pointer(number));
    }

    private void attempt(Runnable change) {
        try {
            change.run();
        } catch (IndexOutOfBoundsException e) {
            broken = true;
        }
    }

    private boolean has(int number) {
        return cache.find(number * KEYS + 1) == pointer(number);
    }

    @Actor
    public void first() {
        meeting.meetAsFirst();
        attempt(() -> add(PATHS));
    }

    @Actor
    public void second() {
        meeting.meetAsSecond();
        attempt(() -> cache.remove(0, pointer(0)));
        attempt(() -> add(PATHS + 1));
    }

    @Arbiter
    public void end(ZZZ_Result r) {
        r.r1 = has(PATHS);
        r.r2 = has(PATHS + 1);
        r.r3 = !broken && !has(0) && cache.size() == PATHS + 1;
    }
}
