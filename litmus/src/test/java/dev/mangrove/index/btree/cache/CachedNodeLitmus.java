package dev.mangrove.index.btree.cache;

import dev.mangrove.litmus.Meeting;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Outcome: 0 for no node, 1 for a whole one, 2 for any other. */
@JCStressTest
@State
@Description("One thread stores a new node where the other finds it, without a lock.")
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "The reader finds no node.")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "The reader finds a whole node.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The reader finds a node that is not filled yet.")
public class CachedNodeLitmus {
    /** Looks of a reader for a node, which take as long as to make one. */
    private static final int LOOKS = 100;

    private static final VarHandle FOUND;

    static {
        try {
            FOUND =
                    MethodHandles.lookup()
                            .findVarHandle(CachedNodeLitmus.class, "found", long[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final TestNodes NODES = new TestNodes(1, 1);

    private final Meeting meeting = new Meeting();

    @SuppressWarnings("UnusedVariable") // Read through its handle.
    private long[] found;

    @Actor
    public void writer() {
        meeting.meetAsFirst();
        found = NODES.make();
    }

    @Actor
    public void reader(I_Result r) {
        meeting.meetAsSecond();
        long[] node = null;
        for (int looks = 0; looks < LOOKS && node == null; looks++) {
            node = (long[]) FOUND.getOpaque(this);
        }
        r.r1 = node == null ? 0 : NODES.made(node) ? 1 : 2;
    }
}
