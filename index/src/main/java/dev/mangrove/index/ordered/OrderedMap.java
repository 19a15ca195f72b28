package dev.mangrove.index.ordered;

import java.util.NavigableMap;

/**
 * An ordered index as a map, for embedded use. Iterators are weakly consistent, as those of {@link
 * java.util.concurrent.ConcurrentSkipListMap} are; views of parts are maps of the same kind. {@link
 * #size} counts by a scan. Null keys and values are refused.
 */
public interface OrderedMap extends NavigableMap<Long, Long> {}
