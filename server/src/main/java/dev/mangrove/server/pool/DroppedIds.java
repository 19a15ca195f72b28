package dev.mangrove.server.pool;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The ids of dropped indexes, as a member knows them: ranges of ids that follow each other. Ids are
 * given in order and never twice, so there are at most as many ranges as indexes that have not been
 * dropped, plus one, however many came and went.
 */
public final class DroppedIds {
    private final NavigableMap<Long, Long> lastByFirst = new TreeMap<>();

    public synchronized void add(long id) {
        addRange(id, id);
    }

    /** Adds all ids that the registrar has assigned so far and that are not in use. */
    public synchronized void addAll(UsedIds used) {
        long first = 1;
        for (long id : used.ids().stream().mapToLong(Long::longValue).sorted().toArray()) {
            addRange(first, id - 1);
            first = id + 1;
        }
        addRange(first, used.last());
    }

    public synchronized boolean contains(long id) {
        Map.Entry<Long, Long> range = lastByFirst.floorEntry(id);
        return range != null && id <= range.getValue();
    }

    synchronized int ranges() {
        return lastByFirst.size();
    }

    /** Joins the new range with all that overlap it or lie next to it. */
    private void addRange(long first, long last) {
        if (first > last) {
            return;
        }
        long from = first;
        long to = last;
        for (Map.Entry<Long, Long> near = lastByFirst.floorEntry(last + 1);
                near != null && near.getValue() >= first - 1;
                near = lastByFirst.floorEntry(last + 1)) {
            from = Math.min(from, near.getKey());
            to = Math.max(to, near.getValue());
            lastByFirst.remove(near.getKey());
        }
        lastByFirst.put(from, to);
    }
}
