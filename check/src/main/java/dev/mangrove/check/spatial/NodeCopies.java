package dev.mangrove.check.spatial;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.mangrove.check.LineReader;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.check.page.TreeMemory;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeCopy;
import dev.mangrove.index.rtree.page.NodeStamp;
import dev.mangrove.sim.SimHost;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Copies pages of an R-tree by READs while threads change them. All copies of a page that are valid
 * and have the same stamp must be equal, but for the latch and the last known parent.
 *
 * <p>Some READs fetch the header long before the other lines: if the page dies meanwhile, they
 * fetch those while the page's next use is being written. Others fetch each line at the moment at
 * which it gets the stamp of a change, and the header last: the stamp of a line must not become
 * visible before its numbers. In between, the card watches pages until their next change: no number
 * may become visible before the stamp of the header is BUSY.
 */
final class NodeCopies {
    /** Chosen: more than most runs last; a run whose threads wait ends without further copies. */
    private static final int MOST_COPIES = 2_000;

    private static final int MOST_TRIES = 40;
    private static final int SLOW_ONE_IN = 3;

    /** Chosen: the time of a few changes, in which a page dies and is used again. */
    private static final int MOST_LOOKS = 150;

    private static final int LONGEST_PAUSE_NANOS = 400;
    private static final int EAGER_ONE_IN = 2;

    /** Chosen: less than most stores stay buffered. */
    private static final int EAGER_PAUSE_NANOS = 50;

    /** Chosen: together some 10 us, in which a change ends. */
    private static final int EAGER_LOOKS = 400;

    private final SimHost host;
    private final TreeMemory memory;
    private final int tag;
    private final OrderedJournal journal;
    private final MemorySegment copy;
    private final MemorySegment later;
    private final LineReader reader;
    private final Map<Version, long[]> known = new HashMap<>();

    /** A state of a page. */
    private record Version(long page, long stamp) {}

    NodeCopies(
            SimHost host, TreeMemory memory, int tag, MemorySegment copy, OrderedJournal journal) {
        this.host = host;
        this.memory = memory;
        this.tag = tag;
        this.copy = copy;
        this.later = MemorySegment.ofArray(new long[(int) copy.byteSize() / Long.BYTES]);
        this.journal = journal;
        this.reader = new LineReader(host, copy, (int) copy.byteSize());
    }

    /** The thread's code. */
    void run(BooleanSupplier working) {
        for (int i = 0; i < MOST_COPIES && working.getAsBoolean(); i++) {
            if (host.random().nextInt(EAGER_ONE_IN) == 0) {
                if (host.random().nextBoolean()) {
                    readEndOfChange();
                } else {
                    watchBeginOfChange();
                }
                continue;
            }
            int page = choose();
            reader.read(memory.memory(), memory.offset(page));
            if (compareIfValid(page)
                    && host.random().nextInt(SLOW_ONE_IN) == 0
                    && awaitNextUse(memory.offset(page), NodeCopy.word(copy, 0))) {
                reader.readRest(memory.memory(), memory.offset(page));
                boolean _ = compareIfValid(page);
            }
        }
    }

    private void readEndOfChange() {
        int page = chooseBusy();
        long offset = memory.offset(page);
        long stamp = NodeStamp.next(NodeCopy.word(memory.memory(), offset));
        int left = (int) copy.byteSize() / Node.LINE;
        boolean[] read = new boolean[left];
        for (int looks = 0; looks < EAGER_LOOKS && left > 0; looks++) {
            for (int line = read.length - 1; line >= 0; line--) {
                boolean may = !read[line] && (line > 0 || left == 1);
                long at = offset + (long) line * Node.LINE;
                if (may && NodeCopy.word(memory.memory(), at) == stamp) {
                    reader.readLine(memory.memory(), offset, line * Node.LINE);
                    read[line] = true;
                    left--;
                }
            }
            host.sleep(1 + host.random().nextInt(EAGER_PAUSE_NANOS));
        }
        if (left == 0) {
            boolean _ = compareIfValid(page);
        }
    }

    /**
     * Copies a page between two changes, and watches it until the next one. A reader in place
     * compares the header's stamp only, so no word may change before that.
     */
    private void watchBeginOfChange() {
        int page = choose();
        long offset = memory.offset(page);
        copyAtOnce(offset, copy);
        if (!compareIfValid(page)) {
            return;
        }
        long stamp = word(copy, 0);
        for (int looks = 0; looks < EAGER_LOOKS; looks++) {
            copyAtOnce(offset, later);
            if (word(later, 0) != stamp) {
                return;
            }
            if (hasOtherWords()) {
                journal.findings()
                        .violation("page %d changes before its stamp=%x".formatted(page, stamp));
                return;
            }
            host.sleep(1 + host.random().nextInt(EAGER_PAUSE_NANOS));
        }
    }

    /** Copies what is visible of a page, without a step of another thread in between. */
    private void copyAtOnce(long offset, MemorySegment into) {
        MemorySegment.copy(memory.memory(), offset, into, 0, into.byteSize());
    }

    /** As {@link NodeCopy#word}, but no other thread steps in. */
    private static long word(MemorySegment of, long at) {
        return of.get(JAVA_LONG_UNALIGNED, at);
    }

    /**
     * Whether a word of a page that readers use, apart from stamps, differs between both copies.
     */
    private boolean hasOtherWords() {
        for (int at = 0; at < copy.byteSize(); at += Long.BYTES) {
            boolean isNumber = at % Node.LINE != 0 && !isForWriters(at);
            if (isNumber && word(later, at) != word(copy, at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word is used by writers only, and changes without the stamp. */
    private static boolean isForWriters(int at) {
        return at == Node.LATCH || at == Node.PARENT;
    }

    /** A page that is being changed, if one is found soon. */
    private int chooseBusy() {
        int page = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            page = choose();
            if (NodeStamp.isBusy(NodeCopy.word(memory.memory(), memory.offset(page)))) {
                return page;
            }
            host.sleep(1 + host.random().nextInt(EAGER_PAUSE_NANOS));
        }
        return page;
    }

    /** Whether the page is being written for its next use; false if that does not happen soon. */
    private boolean awaitNextUse(long offset, long stamp) {
        for (int i = 0; i < MOST_LOOKS; i++) {
            host.sleep(1 + host.random().nextInt(LONGEST_PAUSE_NANOS));
            long now = NodeCopy.word(memory.memory(), offset);
            if (NodeStamp.generation(now) != NodeStamp.generation(stamp)) {
                if (NodeStamp.isBusy(now)) {
                    return true;
                }
                if (!NodeStamp.isDead(now)) {
                    return false; // Its lines have other stamps by now.
                }
            }
        }
        return false;
    }

    private boolean compareIfValid(int page) {
        long stamp = NodeCopy.word(copy, 0);
        boolean valid =
                NodeCopy.hasEqualStamps(copy, 0, (int) copy.byteSize())
                        && !NodeStamp.isDead(stamp)
                        && !NodeCopy.isAnchor(copy, 0, tag);
        if (valid) {
            compare(page, stamp);
        }
        return valid;
    }

    /** A page of the tree, if one is found soon: most pages are in reserve. */
    private int choose() {
        int page = 0;
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            page = host.random().nextInt((int) memory.pages());
            long stamp = NodeCopy.word(memory.memory(), memory.offset(page));
            if (!NodeStamp.isDead(stamp)) {
                return page;
            }
        }
        return page;
    }

    private void compare(int page, long stamp) {
        long[] words = new long[(int) copy.byteSize() / Long.BYTES];
        for (int i = 0; i < words.length; i++) {
            int at = i * Long.BYTES;
            words[i] = isForWriters(at) ? 0 : NodeCopy.word(copy, at);
        }
        long[] before = known.putIfAbsent(new Version(page, stamp), words);
        for (int i = 0; before != null && i < words.length; i++) {
            if (words[i] != before[i]) {
                journal.findings()
                        .violation(
                                "copies differ: page=%d, stamp=%x, word=%d, first=%x, then=%x"
                                        .formatted(page, stamp, i, before[i], words[i]));
            }
        }
    }
}
