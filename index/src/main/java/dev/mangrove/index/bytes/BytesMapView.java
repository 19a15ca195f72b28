package dev.mangrove.index.bytes;

import dev.mangrove.index.map.SortedMapView;

import java.util.concurrent.ConcurrentNavigableMap;

/** An index of byte strings as a map. */
final class BytesMapView<K, V> extends SortedMapView<K, V, byte[], ConcurrentNavigableMap<K, V>> {
    BytesMapView(BytesStore<K, V> store) {
        super(store);
    }

    private BytesMapView(Part<K, V, byte[]> part) {
        super(part);
    }

    @Override
    protected ConcurrentNavigableMap<K, V> view(Part<K, V, byte[]> part) {
        return new BytesMapView<>(part);
    }
}
