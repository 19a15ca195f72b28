package dev.mangrove.check.ordered;

import java.util.HashMap;
import java.util.Map;

/**
 * Until when values may be found, in nanoseconds. Says nothing of a value whose lifetime may have
 * been changed since.
 */
final class ExpiryTimes {
    private static final long ENDLESS = Long.MAX_VALUE / 2;

    private final Map<Long, Limit> ofValues = new HashMap<>();
    private final Map<Long, Limit> ofKeys = new HashMap<>();
    private final Map<Long, Long> written = new HashMap<>();
    private final Map<Long, Integer> changing = new HashMap<>();
    private final Map<Long, Long> changed = new HashMap<>();

    /** The latest time, of what was given a time to live at a time or later. */
    private record Limit(long since, long latest) {}

    /** A value was put with a time to live. */
    void expires(long value, long since, long latest) {
        ofValues.put(value, new Limit(since, latest));
    }

    /** A value has come into the place of another one, whose expiry it has. */
    void inherits(long value, long from) {
        Limit limit = ofValues.get(from);
        if (limit != null) {
            ofValues.put(value, limit);
        }
    }

    /** A value was there at a time, at the latest. */
    void written(long value, long time) {
        written.put(value, time);
    }

    /** A client starts to change the lifetime of a key. */
    void changing(long key) {
        ofKeys.remove(key);
        changing.merge(key, 1, Integer::sum);
    }

    /** It has ended. */
    void changed(long key, long now) {
        changing.merge(key, -1, Integer::sum);
        changed.put(key, now);
    }

    /** As {@link #changed}; the value that the key had must not be found after a time. */
    void shortened(long key, long since, long now, long latest) {
        boolean alone = changing.getOrDefault(key, 0) == 1;
        boolean first = changed.getOrDefault(key, Long.MIN_VALUE) < since;
        if (alone && first) {
            ofKeys.put(key, new Limit(since, latest));
        }
        changed(key, now);
    }

    /** The time until which a value of a key may be found. */
    long latest(long key, long value) {
        Limit ofKey = ofKeys.get(key);
        Long there = written.get(value);
        if (ofKey != null && there != null && there < ofKey.since) {
            return ofKey.latest;
        }
        Limit ofValue = ofValues.get(value);
        if (ofValue == null || changing.getOrDefault(key, 0) != 0) {
            return ENDLESS;
        }
        boolean stands = changed.getOrDefault(key, Long.MIN_VALUE) < ofValue.since;
        return stands ? ofValue.latest : ENDLESS;
    }
}
