package dev.mangrove.index.btree.cache;

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
 * Outcomes: the node that the reader finds by its pointer and by a key, and that is found in the
 * end: 0 for none, 1 for the old one, 2 for the new one, 3 for any other.
 */
@JCStressTest
@State
@Description("One thread replaces a node of a cache while the other looks it up.")
@Outcome(
        id = "[012], [012], 2",
        expect = Expect.ACCEPTABLE,
        desc = "The reader finds the old node, the new one or none, and the new one in the end.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A node is not whole, or the old one is kept.")
public class NodeCacheLitmus {
    private static final int NUMBER = 1;
    private static final long KEY = 1_005;
    private static final int BUDGET = 10_000;
    private static final TestNodes OLD = new TestNodes(NUMBER, 1);
    private static final TestNodes NEW = new TestNodes(NUMBER, 2);

    private final NodeCache cache = new NodeCache(BUDGET);
    private final Meeting meeting = new Meeting();

    public NodeCacheLitmus() {
        cache.add(OLD.make());
    }

    private static int version(long[] node) {
        if (node == null) {
            return 0;
        }
        return OLD.made(node) ? 1 : NEW.made(node) ? 2 : 3;
    }

    @Actor
    public void writer() {
        meeting.meetAsFirst();
        cache.add(NEW.make());
    }

    @Actor
    public void reader(III_Result r) {
        meeting.meetAsSecond();
        r.r1 = version(cache.find(TestNodes.pointer(NUMBER)));
        r.r2 = version(cache.lowest(KEY));
    }

    @Arbiter
    public void end(III_Result r) {
        r.r3 = version(cache.find(TestNodes.pointer(NUMBER)));
    }
}
