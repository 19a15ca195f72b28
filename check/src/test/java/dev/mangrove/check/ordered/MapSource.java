package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Indexes that are maps of this process. They talk to a server before and after each operation, so
 * that operations take time, overlap, and fail as those of a real index do. What is opened can be
 * one that does something wrong.
 */
final class MapSource implements OrderedSource {
    private final BiFunction<Mangrove, NavigableMap<Long, Long>, OrderedIndex> opener;
    private final Map<String, NavigableMap<Long, Long>> indexes = new HashMap<>();

    /** Of the given kind of views. */
    public MapSource(BiFunction<Mangrove, NavigableMap<Long, Long>, OrderedIndex> opener) {
        this.opener = opener;
    }

    @Override
    public void create(Mangrove mangrove, String name, OrderedOptions options) {
        indexes.put(name, new TreeMap<>());
    }

    @Override
    public OrderedIndex open(Mangrove mangrove, String name, ViewOptions options) {
        return opener.apply(mangrove, indexes.get(name));
    }
}
