package dev.mangrove.index.ordered;

import java.util.NavigableSet;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * An ordered index as a map, for embedded use. Iterators are weakly consistent, as those of {@link
 * java.util.concurrent.ConcurrentSkipListMap} are; views of parts are maps of the same kind. {@link
 * #size} counts by a scan. Null keys and values are refused.
 *
 * <p>Changes of one key are atomic: {@code put}, {@code putIfAbsent}, {@code replace}, {@code
 * remove}, and what {@code compute} and {@code merge} put or take out. The value that one of them
 * returns is the one that it has replaced or taken out. A query needs the index's cursor for a
 * moment, so none may be open then.
 */
public interface OrderedMap extends ConcurrentNavigableMap<Long, Long> {
    /** An index as a map. It ends with the index. */
    static OrderedMap of(OrderedIndex index) {
        return new OrderedMapView(index);
    }

    @Override
    NavigableSet<Long> keySet();

    @Override
    OrderedMap descendingMap();

    @Override
    OrderedMap subMap(Long from, boolean fromInclusive, Long to, boolean toInclusive);

    @Override
    OrderedMap headMap(Long to, boolean inclusive);

    @Override
    OrderedMap tailMap(Long from, boolean inclusive);

    @Override
    OrderedMap subMap(Long from, Long to);

    @Override
    OrderedMap headMap(Long to);

    @Override
    OrderedMap tailMap(Long from);
}
