package dev.mangrove.server.state;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.rtree.LocalSpatialTree;
import dev.mangrove.index.rtree.SpatialIndexes;
import dev.mangrove.index.rtree.load.ObjectTable;
import dev.mangrove.index.rtree.search.TreeProfile;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.server.request.Peer;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A spatial tree on this server, with one view for each worker that is using it. */
public final class ServerSpatialTree {
    /**
     * Age after which the profile is computed again. Chosen: bounds how often a server computes it.
     */
    private static final long PROFILE_NANOS = 100_000_000;

    private final Host host;
    private final SpatialOptions options;
    private final RTree tree;
    private final Deque<LocalSpatialTree> idle = new ArrayDeque<>();
    private final Map<Peer, ObjectTable> loads = new ConcurrentHashMap<>();
    private volatile @Nullable ProfileAt profile;

    public ServerSpatialTree(ServerContext context, long index, SpatialOptions options) {
        PageSpace space = new PageSpace(context, index, SpatialIndexes.pageSize(options));
        ExtentAllocator extents =
                new ExtentAllocator((wanted, least) -> context.grant(index, wanted, least));
        this.host = context.host();
        this.options = options;
        this.tree =
                new RTree(
                        context.host(),
                        context.memory(),
                        space,
                        options,
                        space.tag(),
                        new Extents(context.memory(), extents));
    }

    public Host host() {
        return host;
    }

    public SpatialOptions options() {
        return options;
    }

    public RTree tree() {
        return tree;
    }

    /**
     * Sizes of pages by level, at most {@link #PROFILE_NANOS} old, and computed again at once when
     * they do not fit the size of the tree any more.
     */
    public TreeProfile profile() {
        ProfileAt last = profile;
        long now = host.nanoTime();
        if (last == null || now - last.madeAt > PROFILE_NANOS || !last.profile.fits(tree)) {
            last = new ProfileAt(TreeProfile.of(tree), now);
            profile = last;
        }
        return last.profile;
    }

    private record ProfileAt(TreeProfile profile, long madeAt) {}

    /** The objects of a bulk load that a connection has sent so far. */
    public ObjectTable load(Peer peer) {
        return loads.computeIfAbsent(peer, _ -> new ObjectTable(tree));
    }

    /** Ends the collection of a connection's objects; the caller closes the table. */
    public ObjectTable endLoad(Peer peer) {
        ObjectTable objects = loads.remove(peer);
        return objects == null ? new ObjectTable(tree) : objects;
    }

    /** Drops a load whose connection has ended. */
    public void dropLoad(Peer peer) {
        ObjectTable objects = loads.remove(peer);
        if (objects != null) {
            objects.close();
        }
    }

    /**
     * A view for one request. A request that throws does not return it, and the next one creates
     * another.
     */
    public LocalSpatialTree borrow() {
        synchronized (idle) {
            LocalSpatialTree view = idle.pollLast();
            if (view != null) {
                return view;
            }
        }
        return new LocalSpatialTree(tree);
    }

    public void giveBack(LocalSpatialTree view) {
        synchronized (idle) {
            idle.addLast(view);
        }
    }
}
