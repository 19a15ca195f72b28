package dev.mangrove.check.page;

import dev.mangrove.check.LineReader;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.sim.SimHost;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Copies leaves by READs while processes split and merge them. A valid copy has each key within its
 * bounds that no process deletes.
 */
final class PageCopies {
    /** Chosen: more than most runs last; a run whose threads wait ends without further copies. */
    private static final int MOST_COPIES = 2_000;

    private final SimHost host;
    private final TreeMemory memory;
    private final PagesPlan plan;
    private final OrderedJournal journal;
    private final MemorySegment copy;
    private final LineReader reader;
    private final PageKeys keys;
    private final PageView view;

    PageCopies(
            SimHost host,
            TreeMemory memory,
            PagesPlan plan,
            OrderedJournal journal,
            PageKeys keys) {
        this.keys = keys;
        this.host = host;
        this.memory = memory;
        this.plan = plan;
        this.journal = journal;
        this.copy = host.cluster().arena().allocate(plan.pageSize(), Page.LINE);
        this.reader = new LineReader(host, copy, plan.pageSize());
        this.view = keys.format().newView();
    }

    /** The thread's code. */
    void run(BooleanSupplier working) {
        for (int i = 0; i < MOST_COPIES && working.getAsBoolean(); i++) {
            long offset = memory.offset(host.random().nextInt((int) memory.pages()));
            reader.read(memory.memory(), offset);
            int generation = HeaderStamp.generation(Page.plain(copy, 0));
            long pointer = PagePointer.of(Address.of(TreeMemory.REGION, offset), generation);
            if (keys.format().copyCheck().isWhole(copy, pointer, plan.pageSize(), 0)) {
                check(pointer);
            }
        }
    }

    private void check(long pointer) {
        view.stable(copy, 0, pointer);
        for (long key = 0; key < plan.keys(); key += 2) {
            int mark = keys.mark();
            long word = keys.word(key);
            boolean here = view.relate(Page.LEAF, word) == PageMatch.HERE;
            if (here && view.find(word) == Page.NONE && view.isValid()) {
                journal.findings()
                        .violation(
                                "key %d is missing in a copy of %s"
                                        .formatted(key, PagePointer.toString(pointer)));
            }
            keys.release(mark);
        }
    }
}
