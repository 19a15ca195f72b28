package dev.mangrove.index.btree.cache;

import dev.mangrove.litmus.Meeting;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Outcomes: whether the cache has the first and the second node. */
@JCStressTest
@State
@Description("Two threads add a node each to a cache whose table grows.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "The cache has both nodes.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A node is lost.")
public class GrowingCacheLitmus {
    private static final int BUDGET = 100_000;

    /** As many as a table of 64 slots may have; with one more it grows. */
    private static final int NODES = 32;

    /** They stay in their caches, so that all caches can share them. */
    private static final long[][] COMMON = new long[NODES + 2][];

    static {
        for (int number = 0; number < COMMON.length; number++) {
            COMMON[number] = new TestNodes(number, 1).make();
        }
    }

    /** The kind of cache that does not sort its nodes all the time. */
    private final NodeCache cache = NodeCache.ofStrings(BUDGET);

    private final Meeting meeting = new Meeting();

    public GrowingCacheLitmus() {
        for (int number = 0; number < NODES; number++) {
            cache.add(COMMON[number]);
        }
    }

    @Actor
    public void first() {
        meeting.meetAsFirst();
        cache.add(COMMON[NODES]);
    }

    @Actor
    public void second() {
        meeting.meetAsSecond();
        cache.add(COMMON[NODES + 1]);
    }

    @Arbiter
    public void end(ZZ_Result r) {
        r.r1 = cache.find(TestNodes.pointer(NODES)) != null;
        r.r2 = cache.find(TestNodes.pointer(NODES + 1)) != null;
    }
}
