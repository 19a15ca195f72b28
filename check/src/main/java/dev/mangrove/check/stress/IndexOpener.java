package dev.mangrove.check.stress;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;

/** Opens a view of the index for the calling thread; tests replace it. */
interface IndexOpener {
    /** Opens the product's index. */
    IndexOpener REAL = (mangrove, options) -> mangrove.openOrdered(ClientTask.INDEX, options);

    OrderedIndex open(Mangrove mangrove, ViewOptions options);
}
