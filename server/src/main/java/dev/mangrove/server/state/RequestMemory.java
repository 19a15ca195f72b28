package dev.mangrove.server.state;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.bytes.spread.SpreadPointer;

import java.util.ArrayList;
import java.util.List;

/**
 * The extents that one request takes for long keys and frees. No search for lost extents frees one
 * while the request may still put it into a page; what it frees stays until its stores are visible.
 * Used by one thread.
 */
public final class RequestMemory {
    private final IndexExtents extents;
    private final List<Long> taken = new ArrayList<>();
    private final List<Long> freed = new ArrayList<>();

    RequestMemory(IndexExtents extents) {
        this.extents = extents;
    }

    /** Takes an extent for so many bytes; returns its pointer. */
    long take(int bytes) {
        long pointer = SharedWords.holdingMonitor(() -> extents.takeHere(bytes));
        taken.add(pointer);
        return pointer;
    }

    /** Frees an extent that a page has lost, at the end of the request. */
    void free(long pointer) {
        assert pointer != SpreadPointer.NULL : "a line without an extent";
        freed.add(pointer);
    }

    /** The extents taken so far, which another holder takes over from this request. */
    List<Long> handOver() {
        List<Long> all = List.copyOf(taken);
        taken.clear();
        return all;
    }

    /** The changes of the request are visible: what it has taken is in pages. */
    public void commit() {
        end(false);
    }

    /**
     * The request has failed.
     *
     * @param changed whether pages may have been changed: what no page names is then lost, until a
     *     search finds it
     */
    public void fail(boolean changed) {
        if (changed) {
            end(true);
        } else {
            freed.addAll(handOver());
            end(false);
        }
    }

    private void end(boolean lost) {
        if (taken.isEmpty() && freed.isEmpty()) {
            return;
        }
        SharedWords.beforeHeapRelease();
        boolean _ =
                SharedWords.holdingMonitor(
                        () -> {
                            extents.publish(taken);
                            extents.free(freed, lost);
                            return true;
                        });
        taken.clear();
        freed.clear();
    }
}
