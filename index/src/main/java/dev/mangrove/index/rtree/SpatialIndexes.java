package dev.mangrove.index.rtree;

import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.policy.AccessPolicy;
import dev.mangrove.index.policy.ConnectionPolicies;
import dev.mangrove.index.policy.OffloadGate;
import dev.mangrove.index.rtree.page.NodeShape;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.search.CopiedFeed;
import dev.mangrove.index.rtree.search.InPlaceFeed;
import dev.mangrove.index.rtree.search.NearestSearch;
import dev.mangrove.index.rtree.search.NodeFeed;
import dev.mangrove.index.rtree.search.ParentCache;
import dev.mangrove.index.rtree.search.SummaryCount;
import dev.mangrove.index.rtree.search.WindowSearch;
import dev.mangrove.index.rtree.tree.Anchor;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.Refinement;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.UnaryOperator;

/** Creates spatial indexes and opens views of them. */
public final class SpatialIndexes {
    private static final String FANOUT = "fanout";
    private static final int SMALLEST_PAGE = 512;

    private SpatialIndexes() {}

    /**
     * Creates an empty index at one of the pool's current servers.
     *
     * @throws dev.mangrove.index.session.RequestRefusedException {@code EXISTS} if the name is
     *     taken
     */
    public static void create(Session session, String name, SpatialOptions options) {
        session.catalogue().create(servers -> spec(name, options, servers));
    }

    private static IndexSpec spec(String name, SpatialOptions options, List<Integer> servers) {
        int server = servers.get(Math.floorMod(name.hashCode(), servers.size()));
        return IndexSpec.of(name, IndexKind.SPATIAL, options.design().text())
                .withPageSize(pageSize(options))
                .withOption(FANOUT, Integer.toString(options.fanout()))
                .withServers(List.of(server));
    }

    /** Bytes of a page as a server gives them out. */
    public static int pageSize(SpatialOptions options) {
        return Math.max(SMALLEST_PAGE, RTree.pageSize(options));
    }

    /**
     * Opens a view of an index for the session's thread. The view owns the session and closes it.
     */
    public static SpatialIndex open(Session session, String name, SpatialViewOptions view) {
        return open(session, name, view, UnaryOperator.identity());
    }

    /**
     * As {@link #open(Session, String, SpatialViewOptions)}, for the laboratory, which measures and
     * checks other protocols.
     *
     * @param feeds wraps the feeds that provide pages to the view's own searches
     */
    public static SpatialIndex open(
            Session session, String name, SpatialViewOptions view, UnaryOperator<NodeFeed> feeds) {
        try {
            return open(session, session.catalogue().open(name), view, feeds);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #open(Session, String, SpatialViewOptions)}, for an entry of the catalogue. */
    public static SpatialIndex open(
            Session session, IndexDescriptor descriptor, SpatialViewOptions view) {
        try {
            return open(session, descriptor, view, UnaryOperator.identity());
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static SpatialIndex open(
            Session session,
            IndexDescriptor descriptor,
            SpatialViewOptions view,
            UnaryOperator<NodeFeed> feeds) {
        if (descriptor.kind() != IndexKind.SPATIAL) {
            throw new IllegalArgumentException(
                    "index "
                            + descriptor.name()
                            + " is not a spatial index: open it as an ordered one, or as one of"
                            + " byte strings");
        }
        SpatialOptions options =
                new SpatialOptions(
                        SpatialDesign.of(descriptor.spec().design()), option(descriptor, FANOUT));
        int server = descriptor.spec().servers().getFirst();
        IndexPresence presence = new IndexPresence(session, descriptor);
        SpatialCalls calls = new SpatialCalls(session, server, descriptor.id());
        long anchor = calls.open(options);
        Refinement.Named refinement = view.refinement();
        if (refinement != null) {
            refine(calls, refinement.name());
        }
        LossWatch losses =
                new LossWatch(
                        session,
                        List.of(server, AddressSpace.server(descriptor.rootSlot())),
                        List.of());
        Tree tree = new Tree(server, (int) descriptor.id(), anchor, options);
        RemoteSpatialIndex.Offload offload =
                view.access().mayOffload()
                        ? offload(session, tree, presence, losses, view, feeds)
                        : null;
        return new RemoteSpatialIndex(
                session,
                descriptor.name(),
                presence,
                losses,
                options,
                calls,
                offload,
                (window, nearest) -> guide(session, calls, tree, offload, view, window, nearest),
                refinement == null ? null : refinement.here());
    }

    private static void refine(SpatialCalls calls, String name) {
        try {
            calls.refine(name);
        } catch (RequestRefusedException e) {
            if (e.status() != Status.NOT_FOUND) {
                throw e;
            }
            throw new IllegalArgumentException(
                    "the server has no refinement of that name, register it there: refinement="
                            + name,
                    e);
        }
    }

    /** The guide of the view's searches; null if no policy decides and no gate limits them. */
    private static @Nullable GuidedSearch guide(
            Session session,
            SpatialCalls calls,
            Tree tree,
            RemoteSpatialIndex.@Nullable Offload offload,
            SpatialViewOptions view,
            RemoteWindow window,
            RemoteNearest nearest) {
        if (offload == null) {
            return null;
        }
        boolean byVerbs = offload.windowFeed() instanceof CopiedFeed;
        boolean gated = byVerbs && view.offloading() > 0;
        if (!view.access().isAdaptive() && !gated) {
            return null;
        }
        OffloadGate gate =
                session.pool().shared(OffloadGate.class, () -> new OffloadGate(view.offloading()));
        return new GuidedSearch(
                session.host(),
                calls,
                policy(session, tree.server, view),
                gated ? gate.pass(session.host()) : null,
                offload,
                window,
                nearest,
                new RemoteSpatialIndex.PageKind(
                        RTree.pageSize(tree.options), tree.options.fanout()));
    }

    private static AccessPolicy policy(Session session, int server, SpatialViewOptions view) {
        return ConnectionPolicies.create(
                view.access(),
                view.ratio(),
                session.host(),
                session.pool().beats(server),
                session.link(server).heartbeatNanos());
    }

    /** Where a tree is. */
    private record Tree(int server, int tag, long anchor, SpatialOptions options) {
        NodeShape shape() {
            return RTree.shape(options);
        }
    }

    private static RemoteSpatialIndex.Offload offload(
            Session session,
            Tree tree,
            IndexPresence presence,
            LossWatch losses,
            SpatialViewOptions view,
            UnaryOperator<NodeFeed> feeds) {
        NodeFeed windowFeed = feeds.apply(feed(session, tree, presence, view)).watchedBy(losses);
        NodeFeed nearestFeed =
                feeds.apply(feed(session, tree, presence, view.withPagesAtOnce(1)))
                        .watchedBy(losses);
        WindowSearch window = new WindowSearch(session.host(), tree.shape(), windowFeed);
        if (windowFeed instanceof CopiedFeed copies) {
            window.countingBy(
                    new SummaryCount(
                            copies,
                            session.link(tree.server).channel(),
                            tree.shape(),
                            tree.tag,
                            view.pagesAtOnce()));
        }
        return new RemoteSpatialIndex.Offload(
                windowFeed,
                nearestFeed,
                window,
                new NearestSearch(session.host(), tree.shape(), nearestFeed));
    }

    private static NodeFeed feed(
            Session session, Tree tree, IndexPresence presence, SpatialViewOptions view) {
        Link link = session.link(tree.server);
        @Nullable MemorySegment memory = view.inPlace() ? link.memory() : null;
        WaitLimit wait = wait(session, link, presence);
        if (memory == null) {
            return new CopiedFeed(
                    link.channel(),
                    presence,
                    wait,
                    tree.shape(),
                    tree.tag,
                    tree.anchor,
                    view.pagesAtOnce());
        }
        Anchor anchor = new Anchor(memory, tree.anchor);
        return new InPlaceFeed(
                memory,
                anchor,
                new NodeView(tree.shape(), tree.tag),
                new ParentCache(memory, anchor, new NodeView(tree.shape(), tree.tag)),
                wait);
    }

    /**
     * A wait that fails if the tree's server dies or the index is dropped, which another server
     * knows.
     */
    private static WaitLimit wait(Session session, Link link, IndexPresence presence) {
        return new WaitLimit(
                session.host(),
                () -> {
                    link.checkOpen();
                    presence.check();
                },
                link.channel().endpoint().timeoutNanos());
    }

    private static int option(IndexDescriptor descriptor, String key) {
        String value = descriptor.spec().options().get(key);
        if (value == null) {
            throw new IllegalArgumentException(
                    "index " + descriptor.name() + " has no option " + key);
        }
        return Integer.parseInt(value);
    }
}
