package dev.mangrove.index.access;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PageStore;

import java.lang.foreign.MemorySegment;

/** Stores into a page's memory, each store with release order. */
final class DirectStore implements PageStore {
    private MemorySegment memory = MemorySegment.NULL;
    private long base;

    DirectStore at(MemorySegment where, long offset) {
        memory = where;
        base = offset;
        return this;
    }

    @Override
    public void word(int offset, long value) {
        SharedWords.release(memory, base + offset, value);
    }

    @Override
    public boolean keepsLines() {
        return false;
    }

    @Override
    public void carry(int offset, int length) {
        throw new UnsupportedOperationException(
                "stores in memory do not keep lines whole: store words");
    }

    @Override
    public void fence() {}
}
