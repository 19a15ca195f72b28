package dev.mangrove.index.btree.keeper;

import dev.mangrove.index.btree.partition.MeganodeMover;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.probe.RareBranch;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Decides where a new meganode goes. When the root of a meganode splits, the right half is a
 * meganode at the same server. If that server then has at least two more than the one with the
 * fewest, the keeper moves the new one there; else it stays. So meganodes go to other servers while
 * these have few, as in Cell, section 2.2. A server that has been emptied, because it shall leave,
 * stays empty. So a server without meganodes gets some only if the tree began at one server, and no
 * page has ever moved away from this one.
 *
 * <p>Each round also completes or undoes moves of clients that have died or are slow, and the first
 * one moves the rest of meganodes that are at two servers. Which meganodes are new, a keeper knows
 * from its second round on; where a tree began at one server, all are new to a first round that
 * finds a server without any.
 */
public final class MeganodeKeeper implements TreeKeeper {
    /** Chosen: with a difference of one, a move would only exchange the two servers. */
    private static final int LEAST_DIFFERENCE = 2;

    private final MeganodeMover mover;
    private final NavigableSet<Integer> servers = new TreeSet<>();
    private NavigableMap<KeyCopy, Integer> known = new TreeMap<>();
    private final boolean beginsAtOne;
    private boolean hasLooked;
    private long moved;

    /**
     * Creates a keeper.
     *
     * @param servers that the index was created with
     * @param beginsAtOne whether a new tree is one meganode, and not one at each server
     */
    public MeganodeKeeper(MeganodeMover mover, Iterable<Integer> servers, boolean beginsAtOne) {
        this.mover = mover;
        this.beginsAtOne = beginsAtOne;
        servers.forEach(this.servers::add);
    }

    @Override
    public void round(BooleanSupplier goOn) {
        for (int server : servers) {
            int _ = mover.settle(server);
        }
        NavigableMap<KeyCopy, Integer> found = look(goOn);
        servers.addAll(found.values());
        boolean isFirst = beginsAtOne ? !hasLooked : known.isEmpty();
        if (isFirst) {
            finishMoves(found, goOn);
        }
        if (!isFirst || hasUnused(found)) {
            placeNew(found, goOn);
        }
        known = found;
        hasLooked = true;
    }

    /** Whether a tree that began at one server has come to others that had none before. */
    private boolean hasUnused(NavigableMap<KeyCopy, Integer> found) {
        return beginsAtOne
                && servers.stream()
                        .anyMatch(
                                server ->
                                        !found.containsValue(server)
                                                && !mover.hasGivenPages(server));
    }

    /** New meganodes that were moved to another server. */
    public long moved() {
        return moved;
    }

    /** Smallest keys and servers of all meganodes; none if no level is above them. */
    private NavigableMap<KeyCopy, Integer> look(BooleanSupplier goOn) {
        NavigableMap<KeyCopy, Integer> found = new TreeMap<>();
        KeyCopy key = KeyCopy.LEAST;
        boolean there = mover.look(key);
        // Ends: each turn goes right.
        while (there && goOn.getAsBoolean()) {
            found.put(key, mover.server());
            key = mover.next();
            there = mover.hasNext() && mover.look(key);
        }
        return found;
    }

    /** The root of a meganode moves first, so its server is where the rest belongs. */
    private void finishMoves(Map<KeyCopy, Integer> found, BooleanSupplier goOn) {
        for (Map.Entry<KeyCopy, Integer> each : found.entrySet()) {
            if (goOn.getAsBoolean() && !mover.isWhole(each.getKey())) {
                RareBranch.MEGANODE_COMPLETED.taken();
                long _ = mover.move(each.getKey(), each.getValue(), goOn);
            }
        }
    }

    private void placeNew(NavigableMap<KeyCopy, Integer> found, BooleanSupplier goOn) {
        NavigableMap<Integer, Integer> meganodesOf = new TreeMap<>();
        servers.forEach(server -> meganodesOf.put(server, 0));
        found.values().forEach(server -> meganodesOf.merge(server, 1, Integer::sum));
        for (Map.Entry<KeyCopy, Integer> each : found.entrySet()) {
            int server = each.getValue();
            if (!goOn.getAsBoolean() || !hasBegunBySplit(found, each.getKey(), server)) {
                continue;
            }
            int fewest = fewest(meganodesOf, server);
            int here = meganodesOf.getOrDefault(server, 0);
            if (here - meganodesOf.getOrDefault(fewest, 0) < LEAST_DIFFERENCE) {
                continue;
            }
            RareBranch.MEGANODE_PLACED.taken();
            long _ = mover.move(each.getKey(), fewest, goOn);
            moved++;
            meganodesOf.merge(server, -1, Integer::sum);
            meganodesOf.merge(fewest, 1, Integer::sum);
            each.setValue(fewest);
        }
    }

    /** Whether a meganode was not there in the last round, and its left neighbour is near. */
    private boolean hasBegunBySplit(NavigableMap<KeyCopy, Integer> found, KeyCopy key, int server) {
        Map.Entry<KeyCopy, Integer> left = found.lowerEntry(key);
        return !known.containsKey(key) && left != null && left.getValue() == server;
    }

    /** The server with the fewest meganodes, of those that get some; else the given one. */
    private int fewest(NavigableMap<Integer, Integer> meganodesOf, int otherwise) {
        int fewest = otherwise;
        for (Map.Entry<Integer, Integer> each : meganodesOf.entrySet()) {
            if (each.getValue() < meganodesOf.getOrDefault(fewest, 0)
                    && getsSome(each.getKey(), each.getValue())) {
                fewest = each.getKey();
            }
        }
        return fewest;
    }

    /** A server without meganodes has none yet, or has been emptied, because it shall leave. */
    private boolean getsSome(int server, int meganodes) {
        return meganodes > 0 || (beginsAtOne && !mover.hasGivenPages(server));
    }
}
