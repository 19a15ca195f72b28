package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.ServerTimeoutException;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;

/** Indexes that are broken on purpose, each in one way. */
final class WrongIndexes {
    private WrongIndexes() {}

    /** Looks, and writes later what it has decided meanwhile. */
    static final class CheckThenAct extends TalkingIndex {
        CheckThenAct(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean putIfAbsent(long key, long value) {
            if (contains(key)) {
                return false;
            }
            put(key, value);
            return true;
        }
    }

    /** Looks, and deletes later what may have another value by then. */
    static final class CheckThenDelete extends TalkingIndex {
        CheckThenDelete(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean delete(long key, long expected) {
            OptionalLong found = get(key);
            return found.isPresent() && found.getAsLong() == expected && delete(key);
        }
    }

    /** Deletes whatever value the key has. */
    static final class CarelessDeleter extends TalkingIndex {
        CarelessDeleter(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean delete(long key, long expected) {
            return delete(key);
        }
    }

    /** Believes what it once read. */
    static final class StaleReader extends TalkingIndex {
        private final Map<Long, OptionalLong> cache = new HashMap<>();

        StaleReader(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public OptionalLong get(long key) {
            return cache.computeIfAbsent(key, super::get);
        }
    }

    /** Returns before its change has taken effect. */
    static final class LateWriter extends TalkingIndex {
        private Runnable late = () -> {};

        LateWriter(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean delete(long key) {
            late.run();
            late = () -> map.remove(key);
            return between(() -> map.containsKey(key));
        }
    }

    /** Steps over every fifth key, but only when it goes down. */
    static final class LeakyScanner extends TalkingIndex {
        LeakyScanner(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        protected Map.Entry<Long, Long> following(RangeQuery query, Long last) {
            Map.Entry<Long, Long> next = super.following(query, last);
            boolean skips = query.descending() && next != null && next.getKey() % 5 == 0;
            return skips ? super.following(query, next.getKey()) : next;
        }
    }

    /** Gives the results of a batch to the operations in reverse order. */
    static final class Mixer extends TalkingIndex {
        Mixer(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public int applyAll(OrderedBatch batch) {
            OrderedBatch right = new OrderedBatch();
            for (int i = batch.size() - 1; i >= 0; i--) {
                right.get(batch.key(i));
            }
            int failed = super.applyAll(right);
            for (int i = 0; i < batch.size(); i++) {
                batch.found(i, right.result(i), right.valueOrDefault(i, 0));
            }
            return failed;
        }
    }

    /** Never ends a delete of a key that is not there. */
    static final class Waiter extends TalkingIndex {
        Waiter(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean delete(long key) {
            while (!map.containsKey(key)) {
                session.host().sleep(1_000_000_000);
            }
            return super.delete(key);
        }
    }

    /** Gives up though nothing is broken. */
    static final class Quitter extends TalkingIndex {
        private int puts;

        Quitter(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean put(long key, long value) {
            if (++puts % 10 == 0) {
                throw new ServerTimeoutException("the lock is never free", null);
            }
            return super.put(key, value);
        }
    }

    /** Frees nothing. */
    static final class Hoarder extends TalkingIndex {
        private long pages;

        Hoarder(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public boolean put(long key, long value) {
            pages++;
            return super.put(key, value);
        }

        @Override
        public Verification verify() {
            return new Verification(map.size(), pages, 0, List.of());
        }
    }

    /** Notices that it is damaged. */
    static final class Damaged extends TalkingIndex {
        Damaged(Mangrove mangrove, NavigableMap<Long, Long> map) {
            super(mangrove, map);
        }

        @Override
        public Verification verify() {
            return new Verification(map.size(), 1, 0, List.of("a fence key is wrong"));
        }
    }
}
