package dev.mangrove.server.state;

import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.TreeLoad;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.server.request.Peer;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A tree of byte strings on this server, with the bulk loads that are under way. */
public final class ServerBytesTree {
    private final BytesTree tree;
    private final int pageSize;
    private final int fanout;
    private final Map<Peer, TreeLoad> loads = new ConcurrentHashMap<>();
    private final Map<Peer, Long> tables = new ConcurrentHashMap<>();
    private final Map<Peer, Long> leftTables = new ConcurrentHashMap<>();

    public ServerBytesTree(ServerContext context, long name, int pageSize, int fanout) {
        long index = TreeKind.index(name);
        PageSpace space = new PageSpace(context, index, pageSize);
        ExtentAllocator extents =
                new ExtentAllocator((wanted, least) -> context.grant(index, wanted, least));
        this.pageSize = pageSize;
        this.fanout = fanout;
        this.tree =
                new BytesTree(
                        context.host(),
                        BytesTree.pages(context.memory(), pageSize, space.tag(), extents),
                        space,
                        fanout);
    }

    public BytesTree tree() {
        return tree;
    }

    /** Whether the tree has these options. */
    public boolean has(int otherPageSize, int otherFanout) {
        return pageSize == otherPageSize && fanout == otherFanout;
    }

    /** Size of its pages. */
    public int pageSize() {
        return pageSize;
    }

    /** Most entries of a page. */
    public int fanout() {
        return fanout;
    }

    /** The bulk load of a connection. */
    public TreeLoad load(Peer peer, double fill) {
        return loads.computeIfAbsent(peer, _ -> tree.load(fill));
    }

    /** Ends the bulk load of a connection; the caller adopts or abandons it. */
    public @Nullable TreeLoad endLoad(Peer peer) {
        return loads.remove(peer);
    }

    /** The table of the extents in the hands of a connection's client. */
    public long table(Peer peer) {
        Long known = tables.get(peer);
        if (known == null) {
            known = tree.tables().open(); // Only this connection's worker opens its table.
            tables.put(peer, known);
        }
        return known;
    }

    /** A connection has ended, and all its requests are served; its client may still write. */
    public void departed(Peer peer) {
        dropLoad(peer);
        Long table = tables.remove(peer);
        if (table != null) {
            leftTables.put(peer, table);
        }
        releaseGone();
    }

    /**
     * Frees the extents of clients whose connections have ended and that are gone: none of their
     * stores can take effect.
     */
    public void releaseGone() {
        for (Map.Entry<Peer, Long> left : Map.copyOf(leftTables).entrySet()) {
            if (isGone(left.getKey()) && leftTables.remove(left.getKey(), left.getValue())) {
                tree.tables().release(left.getValue());
            }
        }
    }

    private static boolean isGone(Peer peer) {
        return peer.connection().isGone();
    }

    /** Frees the pages of a load that failed, or whose connection has ended. */
    public void dropLoad(Peer peer) {
        TreeLoad load = loads.remove(peer);
        if (load != null) {
            load.abandon();
        }
    }
}
