package dev.mangrove.check.page;

import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.sim.SimHost;

import java.util.function.BooleanSupplier;

/**
 * Reads outlines of leaves in place, one after the other, while processes split and merge them. An
 * exact outline counts at least the keys within its bounds that no process deletes, and at most all
 * keys within its bounds.
 */
final class PageOutlines {
    /** Chosen: more than most runs last; a run whose threads wait ends without further reads. */
    private static final int MOST_OUTLINES = 5_000;

    private final SimHost host;
    private final TreeMemory memory;
    private final PagesPlan plan;
    private final OrderedJournal journal;
    private final PageOutline outline;

    PageOutlines(SimHost host, TreeMemory memory, PagesPlan plan, OrderedJournal journal) {
        this.host = host;
        this.memory = memory;
        this.plan = plan;
        this.journal = journal;
        this.outline = new PageOutline(plan.pageSize(), TreeMemory.TAG);
    }

    /** The thread's code. */
    void run(BooleanSupplier working) {
        for (int i = 0; i < MOST_OUTLINES && working.getAsBoolean(); i++) {
            long offset = memory.offset(host.random().nextInt((int) memory.pages()));
            int generation = HeaderStamp.generation(Page.headerAcquire(memory.memory(), offset));
            long pointer = PagePointer.of(Address.of(TreeMemory.REGION, offset), generation);
            outline.inPlace(memory.memory(), offset, pointer);
            check(pointer);
        }
    }

    /** An outline that is not exact covers no key. */
    private void check(long pointer) {
        int fewest = 0;
        int most = 0;
        for (long key = 0; key < plan.keys(); key++) {
            if (outline.covers(key)) {
                fewest += key % 2 == 0 ? 1 : 0;
                most++;
            }
        }
        if (most > 0 && (outline.count() < fewest || outline.count() > most)) {
            journal.findings()
                    .violation(
                            "outline of %s counts %d keys, but %d to %d were there"
                                    .formatted(
                                            PagePointer.toString(pointer),
                                            outline.count(),
                                            fewest,
                                            most));
        }
    }
}
