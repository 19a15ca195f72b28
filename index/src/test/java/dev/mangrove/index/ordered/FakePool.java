package dev.mangrove.index.ordered;

import dev.mangrove.IndexExistsException;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Indexes of this process by name, each a TreeMap; tests compare the product with them. */
public final class FakePool {
    private final Map<String, Store> stores = new HashMap<>();

    /** An index that is not shared with other views. */
    public static FakeOrderedIndex alone() {
        return new FakeOrderedIndex(new Store(OrderedOptions.of(Design.FINE)));
    }

    /** Creates an empty index. */
    public synchronized void create(String name, OrderedOptions options) {
        IndexSpec.of(name, IndexKind.ORDERED, options.design().text())
                .withPageSize(options.pageSize());
        if (stores.putIfAbsent(name, new Store(options)) != null) {
            throw new IndexExistsException("index " + name + " exists already", null);
        }
    }

    /** Opens a view. */
    public synchronized FakeOrderedIndex open(String name) {
        return new FakeOrderedIndex(existing(stores.get(name), name));
    }

    /** Drops an index; its views end in errors. */
    public synchronized void drop(String name) {
        existing(stores.remove(name), name).dropped = true;
    }

    private static Store existing(@Nullable Store store, String name) {
        if (store == null) {
            throw new IndexNotFoundException("no index " + name, null);
        }
        return store;
    }

    /** Entries of one index, shared by its views; they lock it. */
    static final class Store {
        final TreeMap<Long, Long> entries = new TreeMap<>();
        final OrderedOptions options;
        volatile boolean dropped;

        Store(OrderedOptions options) {
            this.options = options;
        }
    }
}
