package dev.mangrove.index.map;

import java.util.Iterator;
import java.util.function.Function;

/** Keys or values of entries. */
final class MappedIterator<E, P> implements Iterator<P> {
    private final Iterator<E> entries;
    private final Function<E, P> part;

    MappedIterator(Iterator<E> entries, Function<E, P> part) {
        this.entries = entries;
        this.part = part;
    }

    @Override
    public boolean hasNext() {
        return entries.hasNext();
    }

    @Override
    public P next() {
        return part.apply(entries.next());
    }

    @Override
    public void remove() {
        entries.remove();
    }
}
