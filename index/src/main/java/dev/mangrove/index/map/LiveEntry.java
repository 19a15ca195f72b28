package dev.mangrove.index.map;

import java.util.AbstractMap.SimpleEntry;

/** An entry as an iterator saw it; a new value goes to the index, too. */
final class LiveEntry<K, V> extends SimpleEntry<K, V> {
    private static final long serialVersionUID = 1L;

    private final transient MapSection<K, V, ?> section;

    LiveEntry(MapSection<K, V, ?> section, K key, V value) {
        super(key, value);
        this.section = section;
    }

    @Override
    public V setValue(V value) {
        section.put(getKey(), value);
        return super.setValue(value);
    }
}
