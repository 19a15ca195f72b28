package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.meganode.UnpostedSeparators;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Spreads a tree of one full leaf over the servers of its index: divides the entries evenly, writes
 * a meganode with a part of them at each server and a root above these, and has the home server
 * replace the leaf by that tree. The entries are a sample of the keys to come. For keys past all
 * others it begins further meganodes, each at the next server.
 */
final class TreeSpread {
    private final Meganodes meganodes;
    private final SessionPages pages;
    private final int fanout;
    private final PageImage image;
    private final EntryBuffer entries;
    private final EntryBuffer children;
    private final List<Long> written = new ArrayList<>();

    TreeSpread(Meganodes meganodes, SessionPages pages, int fanout) {
        this.meganodes = meganodes;
        this.pages = pages;
        this.fanout = fanout;
        this.image = pages.newImage();
        this.entries = new EntryBuffer(fanout);
        this.children = new EntryBuffer(fanout);
    }

    /**
     * Spreads the tree, unless another client changes it meanwhile.
     *
     * @return false if a server has no memory or is lost, so that the tree cannot be spread now
     */
    boolean run() {
        if (!readLeaf()) {
            return true;
        }
        long root;
        try {
            root = write();
        } catch (RequestRefusedException | FabricException e) {
            discard();
            if (!isLack(e)) {
                throw e;
            }
            return false;
        }
        if (meganodes.at(meganodes.home()).replace(root, counts(), entries)) {
            RareBranch.TREE_SPREAD.taken();
        } else {
            discard();
        }
        meganodes.inner().startOver();
        return true;
    }

    /**
     * Begins a meganode at a key past all others, empty, at the server after that of the last
     * meganode or the next one that has memory; unless another client changes the tree meanwhile.
     *
     * @return false if no other server has memory
     */
    boolean extend(long key) {
        long start = meganodes.changedFrom();
        int server = AddressSpace.server(start);
        List<Integer> servers = meganodes.servers();
        int at = servers.indexOf(server);
        for (int i = 1; i < servers.size(); i++) {
            long[] next = writeEmpty(servers.get((at + i) % servers.size()), key);
            if (next != null) {
                finishExtension(server, start, key, next);
                return true;
            }
        }
        return false;
    }

    private void finishExtension(int server, long start, long key, long[] next) {
        if (!meganodes.at(server).extend(start, key, next)) {
            discard();
            return;
        }
        RareBranch.TREE_EXTENDED.taken();
        UnpostedSeparators begun = new UnpostedSeparators();
        begun.add(meganodes.level() + 1, key, next[meganodes.level()]);
        meganodes.deliver(begun);
    }

    /** Writes an empty meganode at a server; null if the server has no memory or is lost. */
    private long @Nullable [] writeEmpty(int server, long low) {
        written.clear();
        try {
            long[] chain = allocate(server);
            EntryBuffer child = new EntryBuffer(1);
            for (int level = 0; level < chain.length; level++) {
                image.unbounded(chain[level], level, low);
                child.size(0);
                if (level > Page.LEAF) {
                    child.add(low, chain[level - 1]);
                }
                image.entries(child, 0, child.size());
                pages.write(chain[level], image);
            }
            return chain;
        } catch (RequestRefusedException | FabricException e) {
            discard();
            if (!isLack(e)) {
                throw e;
            }
            return null;
        }
    }

    private static boolean isLack(RuntimeException e) {
        return e instanceof RequestRefusedException refused
                ? refused.status() == Status.OUT_OF_MEMORY
                : e instanceof FabricException lost
                        && lost.kind() == FabricException.Kind.PEER_LOST;
    }

    /** Reads all entries; false if the tree has more than one leaf by now. */
    private boolean readLeaf() {
        entries.size(0);
        MeganodeCalls home = meganodes.at(meganodes.home());
        long root = meganodes.currentRoot();
        int outcome =
                home.range(
                        root,
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        fanout + 1L,
                        RangeQuery.all(),
                        entries);
        return outcome == MeganodeKind.NO && entries.size() == fanout;
    }

    /** Writes the tree, the rightmost page of each level first; returns its root. */
    private long write() {
        written.clear();
        children.size(0);
        int parts = Math.min(meganodes.servers().size(), entries.size());
        long[][] chain = new long[parts][];
        for (int part = parts - 1; part >= 0; part--) {
            chain[part] = allocate(meganodes.servers().get(part));
            writePart(part, parts, chain);
        }
        for (int part = 0; part < parts; part++) {
            children.add(low(part, parts), chain[part][meganodes.level()]);
        }
        long root = take(meganodes.home());
        image.unbounded(root, meganodes.level() + 1, Long.MIN_VALUE).entries(children, 0, parts);
        pages.write(root, image);
        return root;
    }

    private long[] allocate(int server) {
        long[] chain = new long[meganodes.level() + 1];
        for (int level = 0; level < chain.length; level++) {
            chain[level] = take(server);
        }
        return chain;
    }

    private void writePart(int part, int parts, long[][] chain) {
        EntryBuffer child = new EntryBuffer(1);
        for (int level = 0; level < chain[part].length; level++) {
            long pointer = chain[part][level];
            long low = low(part, parts);
            if (part == parts - 1) {
                image.unbounded(pointer, level, low);
            } else {
                image.bounded(pointer, level, low, low(part + 1, parts), chain[part + 1][level]);
            }
            if (level == Page.LEAF) {
                image.entries(entries, first(part, parts), first(part + 1, parts));
            } else {
                child.size(0);
                child.add(low, chain[part][level - 1]);
                image.entries(child, 0, 1);
            }
            pages.write(pointer, image);
        }
    }

    /** Number of entries at each server. */
    private Map<Integer, Long> counts() {
        int parts = Math.min(meganodes.servers().size(), entries.size());
        Map<Integer, Long> counts = new TreeMap<>();
        for (int part = 0; part < parts; part++) {
            int count = first(part + 1, parts) - first(part, parts);
            counts.merge(meganodes.servers().get(part), (long) count, Long::sum);
        }
        return counts;
    }

    /** The first entry of a part. */
    private int first(int part, int parts) {
        return part * entries.size() / parts;
    }

    private long low(int part, int parts) {
        return part == 0 ? Long.MIN_VALUE : entries.key(first(part, parts));
    }

    private long take(int server) {
        long pointer = pages.allocateAt(server);
        written.add(pointer);
        return pointer;
    }

    /** Gives the pages back, except those of servers that are lost. */
    private void discard() {
        for (long pointer : written) {
            try {
                pages.putBack(pointer);
            } catch (FabricException e) {
                if (e.kind() != FabricException.Kind.PEER_LOST) {
                    throw e;
                }
            }
        }
        written.clear();
    }
}
