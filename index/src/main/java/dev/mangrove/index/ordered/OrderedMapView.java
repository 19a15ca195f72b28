package dev.mangrove.index.ordered;

import dev.mangrove.index.map.SortedMapView;

/** An ordered index as a map. */
final class OrderedMapView extends SortedMapView<Long, Long, Long, OrderedMap>
        implements OrderedMap {
    OrderedMapView(OrderedIndex index) {
        super(new OrderedStore(index));
    }

    private OrderedMapView(Part<Long, Long, Long> part) {
        super(part);
    }

    @Override
    protected OrderedMap view(Part<Long, Long, Long> part) {
        return new OrderedMapView(part);
    }
}
