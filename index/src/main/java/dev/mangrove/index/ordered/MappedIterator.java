package dev.mangrove.index.ordered;

import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;

/** Keys or values of entries. */
final class MappedIterator implements Iterator<Long> {
    private final Iterator<Map.Entry<Long, Long>> entries;
    private final Function<Map.Entry<Long, Long>, Long> part;

    MappedIterator(
            Iterator<Map.Entry<Long, Long>> entries, Function<Map.Entry<Long, Long>, Long> part) {
        this.entries = entries;
        this.part = part;
    }

    @Override
    public boolean hasNext() {
        return entries.hasNext();
    }

    @Override
    public Long next() {
        return part.apply(entries.next());
    }

    @Override
    public void remove() {
        entries.remove();
    }
}
