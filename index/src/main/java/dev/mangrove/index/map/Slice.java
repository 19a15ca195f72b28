package dev.mangrove.index.map;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.BiConsumer;

/** Entries that a scan has found and no caller has taken yet. */
final class Slice<K, S> implements BiConsumer<K, S> {
    private final ArrayDeque<Map.Entry<K, S>> entries = new ArrayDeque<>();

    @Override
    public void accept(K key, S stored) {
        entries.addLast(new SimpleImmutableEntry<>(key, stored));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The key that was found last. */
    K lastKey() {
        return entries.getLast().getKey();
    }

    /** Takes the first entry out. */
    Map.Entry<K, S> take() {
        return entries.removeFirst();
    }
}
