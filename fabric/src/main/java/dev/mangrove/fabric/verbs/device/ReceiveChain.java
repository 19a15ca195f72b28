package dev.mangrove.fabric.verbs.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A chain of receives without memory: the data they announce is already in a ring. */
public final class ReceiveChain {
    /** Receives that are posted at once. Chosen: few calls; an eighth of those of a ring. */
    static final int MOST = 64;

    private static final long BYTES = Ibv.RECEIVE_REQUEST.byteSize();
    private static final long NEXT = Ibv.offset(Ibv.RECEIVE_REQUEST, "next");

    private final MemorySegment requests = Arena.ofAuto().allocate(MOST * BYTES, 8);

    /** Posts a chain; 0 or an error number. */
    public interface Poster {
        public int post(long requests);
    }

    public ReceiveChain() {
        for (int i = 0; i < MOST; i++) {
            link(i);
        }
    }

    private void link(int i) {
        long next = i + 1 < MOST ? requests.address() + (i + 1) * BYTES : 0;
        requests.set(Ibv.LONG, i * BYTES + NEXT, next);
    }

    /** Posts any number of receives. */
    public void post(int number, Poster poster) {
        for (int left = number; left > 0; left -= MOST) {
            int last = Math.min(left, MOST) - 1;
            requests.set(Ibv.LONG, last * BYTES + NEXT, 0);
            int error = poster.post(requests.address());
            link(last);
            if (error != 0) {
                throw new IllegalStateException("cannot post receives: error " + error);
            }
        }
    }
}
