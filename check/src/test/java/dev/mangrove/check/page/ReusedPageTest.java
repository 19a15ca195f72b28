package dev.mangrove.check.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordPageImage;
import dev.mangrove.index.page.WordPageView;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;

/** A litmus test with many seeds: a page is freed and used again while another thread reads it. */
final class ReusedPageTest {
    private static final int PAGE_BYTES = 192;
    private static final int TAG = 1;
    private static final long KEY = 7;
    private static final int SEEDS = 300;
    private static final int READS = 40;

    private int valid;
    private int wrong;

    @Test
    void shouldNotShowEntriesOfTheNextUseWhenTheStampIsThatOfTheLast() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
        assertThat(wrong).isZero();
        assertThat(valid).isPositive();
    }

    private void run(long seed) {
        try (SimCluster cluster =
                new SimCluster(Profile.named("base"), seed, Faults.NONE, 0, null)) {
            cluster.interleave(new Interleaving(2, 20_000, Stores.ANY_ORDER));
            SimHost host = cluster.addHost();
            TreeMemory memory = new TreeMemory(cluster, host, PAGE_BYTES);
            MemorySegment image = cluster.arena().allocate(PAGE_BYTES, Page.LINE);
            long first = memory.take();
            write(image, first, memory.memory());
            host.start("reuse", () -> reuse(image, first, memory.memory()));
            host.start("read", () -> read(first, memory.memory()));
            cluster.run();
        }
    }

    /** The value of the entry is the generation of the page. */
    private static void write(MemorySegment image, long pointer, MemorySegment memory) {
        EntryBuffer entries = new EntryBuffer(1);
        entries.add(KEY, PagePointer.generation(pointer));
        new WordPageImage(image, PAGE_BYTES, TAG)
                .unbounded(pointer, 0, Long.MIN_VALUE)
                .entries(entries, 0, 1)
                .copyTo(memory, PagePointer.offset(pointer));
    }

    private static void reuse(MemorySegment image, long first, MemorySegment memory) {
        int next = PagePointer.nextGeneration(PagePointer.generation(first));
        SharedWords.release(memory, PagePointer.offset(first), HeaderStamp.free(next));
        write(image, PagePointer.of(PagePointer.address(first), next), memory);
    }

    private void read(long pointer, MemorySegment memory) {
        PageView view = new WordPageView(PAGE_BYTES, TAG);
        for (int i = 0; i < READS; i++) {
            view.inPlace(memory, PagePointer.offset(pointer), pointer);
            int slot = view.find(KEY);
            long value = slot == Page.NONE ? 0 : view.value(slot);
            int generation = HeaderStamp.generation(view.header());
            if (generation == PagePointer.generation(pointer) && view.isValid()) {
                valid++;
                wrong += value == generation ? 0 : 1;
            }
        }
    }
}
