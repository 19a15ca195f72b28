package dev.mangrove.index.ordered;

import java.util.AbstractMap.SimpleEntry;

/** An entry as an iterator saw it; a new value goes to the index, too. */
final class LiveEntry extends SimpleEntry<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final transient IndexSection section;

    LiveEntry(IndexSection section, long key, long value) {
        super(key, value);
        this.section = section;
    }

    @Override
    public Long setValue(Long value) {
        section.put(getKey(), value);
        return super.setValue(value);
    }
}
