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
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Outcomes: lookups of two keys that found another key's path, and keys that have no path of their
 * own in the end.
 */
@JCStressTest
@State
@Description("One thread removes paths and adds them again while the other looks up their keys.")
@Outcome(
        id = "0, 0, 0",
        expect = Expect.ACCEPTABLE,
        desc = "A lookup finds the path of its key or none, and the path in the end.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lookup finds another key's path, or one is lost.")
public class PathCacheLitmus {
    private static final int PATHS = 4;

    /** Keys of a path. */
    private static final long KEYS = 10;

    /** Chosen: the changes and the lookups take about as long as each other. */
    private static final int CHANGES = 4;

    /** Chosen: as the number of changes. */
    private static final int LOOKUPS = 16;

    private final PathCache cache = new PathCache(PATHS * PathCache.PATH_BYTES);
    private final Meeting meeting = new Meeting();

    public PathCacheLitmus() {
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

    /** The others move to the left, and to the right again. */
    @Actor
    public void writer() {
        meeting.meetAsFirst();
        for (int change = 0; change < CHANGES; change++) {
            boolean _ = cache.remove(0, pointer(0));
            add(0);
        }
    }

    @Actor
    public void reader(III_Result r) {
        meeting.meetAsSecond();
        for (int lookup = 0; lookup < LOOKUPS; lookup++) {
            r.r1 += isWrong(1) ? 1 : 0;
            r.r2 += isWrong(PATHS - 1) ? 1 : 0;
        }
    }

    private boolean isWrong(int number) {
        long found = cache.find(number * KEYS + 1);
        return found != PagePointer.NULL && found != pointer(number);
    }

    @Arbiter
    public void end(III_Result r) {
        for (int number = 0; number < PATHS; number++) {
            r.r3 += cache.find(number * KEYS + 1) == pointer(number) ? 0 : 1;
        }
    }
}
