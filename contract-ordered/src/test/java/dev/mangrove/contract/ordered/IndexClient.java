package dev.mangrove.contract.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

/** A client of a pool. */
interface IndexClient extends AutoCloseable {
    void create(String name, OrderedOptions options);

    OrderedIndex open(String name, ViewOptions options);

    void drop(String name);

    /** The connection behind the client; aborts the test where there is none. */
    Mangrove mangrove();

    @Override
    void close();

    /** Options of views, unless a test asks for others. */
    ViewOptions view();

    /** Opens a view with these options. */
    default OrderedIndex open(String name) {
        return open(name, view());
    }
}
