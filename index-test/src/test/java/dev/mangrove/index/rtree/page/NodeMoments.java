package dev.mangrove.index.rtree.page;

import dev.mangrove.index.access.WatchedStores;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * All that a page has been while a writer changed it: the first moment, and one more per store that
 * others can see. Stores without a fence between them may become visible in another order.
 */
final class NodeMoments {
    private record Store(int word, long value) {}

    private final long[] first;
    private final List<List<Store>> segments = new ArrayList<>();

    private NodeMoments(MemorySegment memory) {
        first = memory.toArray(java.lang.foreign.ValueLayout.JAVA_LONG);
        segments.add(new ArrayList<>());
    }

    /** Runs a change of a page that lies at the start of its memory. */
    static NodeMoments of(MemorySegment memory, Runnable change) {
        NodeMoments moments = new NodeMoments(memory);
        try (WatchedStores _ = new WatchedStores(moments.new Recorder())) {
            change.run();
        }
        return moments;
    }

    /** The moments, in the order of the stores. */
    List<long[]> inOrder() {
        return play(segments);
    }

    /** The moments, in another order that the fences allow. */
    List<long[]> shuffled(SplittableRandom random) {
        List<List<Store>> orders = new ArrayList<>();
        for (List<Store> segment : segments) {
            orders.add(shuffle(segment, random));
        }
        return play(orders);
    }

    /** Stores to different words change places, stores to one word do not. */
    private static List<Store> shuffle(List<Store> segment, SplittableRandom random) {
        List<Store> order = new ArrayList<>(segment);
        for (int i = 0; i < 4 * order.size(); i++) {
            int at = order.size() < 2 ? 0 : random.nextInt(order.size() - 1);
            for (; at + 1 < order.size(); at++) {
                if (order.get(at).word == order.get(at + 1).word || random.nextInt(4) == 0) {
                    break;
                }
                Collections.swap(order, at, at + 1);
            }
        }
        return order;
    }

    private List<long[]> play(List<List<Store>> orders) {
        List<long[]> moments = new ArrayList<>();
        long[] now = first;
        moments.add(now);
        for (List<Store> order : orders) {
            for (Store store : order) {
                now = now.clone();
                now[store.word] = store.value;
                moments.add(now);
            }
        }
        return moments;
    }

    private final class Recorder implements WatchedStores.Hook {
        @Override
        public void afterStore(long offset, long value) {
            segments.getLast().add(new Store((int) (offset / Long.BYTES), value));
        }

        @Override
        public void fence() {
            segments.add(new ArrayList<>());
        }
    }
}
