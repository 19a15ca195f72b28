package dev.mangrove.server.pool;

import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.util.HashSet;
import java.util.Set;

/**
 * The ids of all existing indexes. The registrar sends them to a member that joins or rejoins,
 * which gets no notices of indexes that were dropped before it joined or while it was away.
 *
 * @param last the largest id assigned so far
 * @param ids those of indexes that have not been dropped
 */
public record UsedIds(long last, Set<Long> ids) {
    /** Copies the ids. */
    public UsedIds {
        ids = Set.copyOf(ids);
    }

    public void write(WireWriter out) {
        out.putLong(last).putInt(ids.size());
        ids.forEach(out::putLong);
    }

    public static UsedIds read(WireReader in) {
        long last = in.getLong();
        Set<Long> ids = new HashSet<>();
        for (int left = in.getCount(Long.BYTES); left > 0; left--) {
            ids.add(in.getLong());
        }
        return new UsedIds(last, ids);
    }
}
