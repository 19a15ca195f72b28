package dev.mangrove.index.btree.level;

import dev.mangrove.index.wire.TreeKind;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the entries in those leaves of a tree that one server changes, independently of the leaves
 * themselves. All threads of the server share it.
 *
 * <p>A change counts itself when it begins and when it has ended. If as many have ended as have
 * begun, and no other has begun when the count is read again, the number of entries was exact in
 * between.
 */
public final class EntryTally {
    private final LongAdder entries = new LongAdder();
    private final LongAdder begun = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final Map<Integer, Long> loaded = new HashMap<>();

    /** Begins a change; {@link #end} must follow, also if the change fails. */
    public void begin() {
        begun.increment();
    }

    /** Ends a change. */
    public void end() {
        ended.increment();
    }

    /** Entries were added to leaves of this server, or removed from them; within a change. */
    public void add(long number) {
        entries.add(number);
    }

    /**
     * A load has written entries to leaves of servers, which these have not counted: they may have
     * been lost since. Within a change.
     */
    public void loaded(Map<Integer, Long> byServer) {
        synchronized (loaded) {
            byServer.forEach((server, number) -> loaded.merge(server, number, Long::sum));
        }
    }

    /** Entries that loads have written, by server, as {@link #loaded(Map)} was told. */
    public Map<Integer, Long> loaded() {
        synchronized (loaded) {
            return Map.copyOf(loaded);
        }
    }

    /**
     * The words of an answer to {@link TreeKind#COUNT_ENTRIES}. Those that have ended are read
     * first: if both numbers of changes are equal, none was under way after that.
     */
    public long[] words() {
        long hasEnded = ended.sum();
        long hasBegun = begun.sum();
        return new long[] {entries.sum(), hasBegun, hasEnded};
    }
}
