package dev.mangrove.index.btree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.cache.NodeCaches;
import dev.mangrove.index.btree.cache.PathCache;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.btree.keeper.KeeperLease;
import dev.mangrove.index.btree.keeper.LeafKeeper;
import dev.mangrove.index.btree.keeper.MeganodeKeeper;
import dev.mangrove.index.btree.keeper.TreeKeeper;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.HintedRoot;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.level.SlotRoot;
import dev.mangrove.index.btree.partition.DelegatingPartition;
import dev.mangrove.index.btree.partition.DelegationTable;
import dev.mangrove.index.btree.partition.LostPartition;
import dev.mangrove.index.btree.partition.MeganodeMover;
import dev.mangrove.index.btree.partition.MeganodePartition;
import dev.mangrove.index.btree.partition.Meganodes;
import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.partition.ReadGuide;
import dev.mangrove.index.btree.partition.ReadMeter;
import dev.mangrove.index.btree.partition.RemoteCalls;
import dev.mangrove.index.btree.partition.RemoteLevels;
import dev.mangrove.index.btree.partition.RemotePartition;
import dev.mangrove.index.btree.partition.Shares;
import dev.mangrove.index.btree.partition.TreePartition;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.policy.ConnectionPolicies;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.TreeKind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Creates ordered indexes and opens views of them. */
public final class OrderedIndexes {
    private OrderedIndexes() {}

    /**
     * Creates an empty index over the servers that the pool has now.
     *
     * @throws dev.mangrove.index.session.RequestRefusedException {@code EXISTS} if the name is
     *     taken
     */
    public static void create(Session session, String name, OrderedOptions options) {
        session.catalogue().create(servers -> IndexOptions.spec(name, options, servers));
    }

    /**
     * Opens a view of an index for the session's thread. The view owns the session and closes it.
     */
    public static OrderedIndex open(Session session, String name, ViewOptions options) {
        try {
            return open(session, session.catalogue().open(name), options);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #open(Session, String, ViewOptions)}, with another client protocol. */
    public static OrderedIndex open(
            Session session, String name, ViewOptions options, ViewProtocol protocol) {
        try {
            IndexDescriptor descriptor = session.catalogue().open(name);
            return new Opening(session, descriptor, options, true, protocol).open();
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #open(Session, String, ViewOptions)}, by the index's descriptor. */
    public static OrderedIndex open(
            Session session, IndexDescriptor descriptor, ViewOptions options) {
        try {
            return new Opening(session, descriptor, options, true, ViewProtocol.SOUND).open();
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /**
     * Opens an index to move parts of it between servers. The result owns the session.
     *
     * @throws IllegalArgumentException if the index is not of design cell
     */
    public static IndexBalance balance(Session session, String name) {
        try {
            return balance(session, session.catalogue().open(name));
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #balance(Session, String)}, by the index's descriptor; leaves a failed session. */
    public static IndexBalance balance(Session session, IndexDescriptor descriptor) {
        Design design = new IndexOptions(descriptor).design();
        if (design != Design.CELL) {
            throw new IllegalArgumentException(
                    "only indexes of design cell can be balanced: design=" + design.text());
        }
        return new Opening(session, descriptor, ViewOptions.DEFAULT, false, ViewProtocol.SOUND)
                .balance();
    }

    /**
     * Whether an index needs a keeper; one that only servers change needs none, unless they share a
     * tree of meganodes.
     */
    public static boolean hasKeeper(IndexDescriptor descriptor) {
        IndexOptions options = new IndexOptions(descriptor);
        return !options.design().isChangedByServers() || hasMeganodesToPlace(options);
    }

    private static boolean hasMeganodesToPlace(IndexOptions options) {
        return options.design() == Design.CELL && options.servers().size() > 1;
    }

    /**
     * Creates a keeper of an index, to be run on a thread of its own. Several may run; the one that
     * holds the lease works. The keeper owns the session.
     */
    public static Keeper keeper(Session session, IndexDescriptor descriptor) {
        try {
            return new Opening(session, descriptor, ViewOptions.DEFAULT, false, ViewProtocol.SOUND)
                    .keeper();
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** Assembles a view. */
    private static final class Opening {
        private final Session session;
        private final IndexDescriptor descriptor;
        private final ViewOptions view;
        private final IndexOptions options;
        private final SessionPages pages;
        private final int fanout;
        private final boolean sharesCache;
        private final ViewProtocol protocol;
        private final List<Long> borrowed = new ArrayList<>();
        private final Map<Integer, ReadMeter> meters = new HashMap<>();

        Opening(
                Session session,
                IndexDescriptor descriptor,
                ViewOptions view,
                boolean sharesCache,
                ViewProtocol protocol) {
            this.sharesCache = sharesCache;
            this.protocol = protocol;
            this.session = session;
            this.descriptor = descriptor;
            this.view = view;
            this.options = new IndexOptions(descriptor);
            this.fanout = options.fanout();
            this.pages =
                    new SessionPages(
                            session,
                            descriptor,
                            options.servers(),
                            new AccessOptions(
                                    view.inPlace(),
                                    protocol.copyCheck(),
                                    protocol.takesOverLatches(),
                                    protocol.movesManyPages(),
                                    options.techniques()));
        }

        OrderedIndex open() {
            Shares shares = new Shares(options.partitioning());
            boolean whole = options.design().isOneTree();
            Partition[] partitions = new Partition[whole ? 1 : shares.count()];
            try {
                for (int i = 0; i < partitions.length; i++) {
                    partitions[i] = whole ? partition(i) : reachable(i, partitions.length);
                }
            } catch (RuntimeException | Error e) {
                end();
                throw e;
            }
            return new SharedIndex(
                    session,
                    descriptor.name(),
                    pages,
                    losses(),
                    whole ? Shares.WHOLE : shares,
                    partitions,
                    fanout,
                    this::end);
        }

        /**
         * The view depends on the root slot's server, for drops and the root, and on each server
         * that holds a part; on one that has joined later once the view has read a page there.
         */
        private LossWatch losses() {
            int home = AddressSpace.server(descriptor.rootSlot());
            LossWatch watch = new LossWatch(session, List.of(home), options.servers());
            pages.onConnect(watch::add);
            return watch;
        }

        Keeper keeper() {
            List<TreeKeeper> trees = new ArrayList<>();
            boolean isKept = !options.design().isChangedByServers();
            int number = options.design().isOneTree() ? 1 : options.partitioning().shares();
            for (int i = 0; i < number && isKept; i++) {
                if (reachable(i, number) instanceof TreePartition tree) {
                    trees.add(new LeafKeeper(tree.leaves(), options.headInterval()));
                }
            }
            if (hasMeganodesToPlace(options)) {
                trees.add(new MeganodeKeeper(mover(), options.servers(), false));
            }
            return new Keeper(
                    session,
                    new KeeperLease(session, descriptor, options.servers()),
                    trees,
                    pages::close);
        }

        /** A share, or a {@link LostPartition} if its server is lost. */
        private Partition reachable(int share, int shares) {
            try {
                return partition(share);
            } catch (FabricException e) {
                if (e.kind() != FabricException.Kind.PEER_LOST) {
                    throw e;
                }
                String title =
                        "share " + (share + 1) + " of " + shares + " of index " + descriptor.name();
                return new LostPartition(title, e);
            }
        }

        private Partition partition(int share) {
            int server = options.servers().get(share % options.servers().size());
            return switch (options.design()) {
                case FINE, SHERMAN -> spread();
                case HYBRID -> hybrid(server, share);
                case COARSE -> coarse(server, share);
                case CELL -> cell();
            };
        }

        private Partition spread() {
            SlotRoot root = new SlotRoot(session, descriptor);
            if (root.refresh() == PagePointer.NULL) {
                plant(root);
            }
            Merger merger = merger();
            NodeCache cache = cache(0);
            InnerLevels inner =
                    new InnerLevels(pages, root, fanout, cache, merger, true, null)
                            .cachingFrom(view.cachedFrom());
            ClientLevels upper = protocol.upperLevels(inner, pages, merger, fanout);
            LeafLevel leaves = new LeafLevel(pages, upper, fanout, merger);
            return delegating(new TreePartition(pages, upper, leaves, pages::allocate, fanout));
        }

        /** Delegates where access to a page costs more than waiting for another thread. */
        private Partition delegating(TreePartition partition) {
            if (!sharesCache
                    || !options.techniques().contains(Technique.DELEGATE)
                    || isAnyInPlace()) {
                return partition;
            }
            return new DelegatingPartition(
                    partition,
                    DelegationTable.of(session.pool()),
                    TreeKind.tree(descriptor.id(), 0),
                    pages.host());
        }

        private boolean isAnyInPlace() {
            return view.inPlace()
                    && options.servers().stream()
                            .anyMatch(server -> session.link(server).memory() != null);
        }

        private void plant(SlotRoot root) {
            try {
                plantPages(root);
            } catch (RuntimeException e) {
                pages.close(); // There will be no view that frees the pages that were allocated.
                throw e;
            }
        }

        /** Creates the first two pages of a tree; of several clients that try, one succeeds. */
        private void plantPages(SlotRoot root) {
            PageImage image = pages.newImage();
            long leaf = LeafLevel.plant(pages, image);
            long inner = InnerLevels.plant(pages, image, leaf);
            if (!root.swap(PagePointer.NULL, inner)) {
                pages.putBack(inner);
                pages.putBack(leaf);
            }
        }

        private Partition hybrid(int server, int share) {
            RemoteCalls calls = calls(server, share);
            calls.open(pages.pageSize(), fanout, InnerLevels.LOWEST);
            RemoteLevels upper = new RemoteLevels(calls, pages, fanout);
            LeafLevel leaves = new LeafLevel(pages, upper, fanout, merger());
            return new TreePartition(pages, upper, leaves, () -> pages.allocateAt(server), fanout);
        }

        private Partition coarse(int server, int share) {
            RemoteCalls calls = calls(server, share);
            long root = calls.open(pages.pageSize(), fanout, 0);
            boolean inPlace = view.inPlace() && session.link(server).memory() != null;
            if (!inPlace && !view.access().mayOffload()) {
                return new RemotePartition(calls, pages, server, fanout, null, null);
            }
            Merger merger = merger();
            Root hint = new HintedRoot(root, () -> calls.open(pages.pageSize(), fanout, 0));
            InnerLevels inner =
                    new InnerLevels(pages, hint, fanout, cache(share), merger, true, calls::visit)
                            .cachingFrom(view.cachedFrom());
            boolean chooses = !inPlace && view.access().isAdaptive();
            return new RemotePartition(
                    calls,
                    pages,
                    server,
                    fanout,
                    new LeafLevel(pages, inner, fanout, merger),
                    chooses ? guide(server, inner) : null);
        }

        IndexBalance balance() {
            return new IndexBalance(
                    descriptor.name(), session, pages, options.servers(), mover(), false);
        }

        private MeganodeMover mover() {
            return new MeganodeMover(meganodes(new NodeCache(0), new PathCache(0)), pages, fanout);
        }

        private Meganodes meganodes(NodeCache cache, PathCache paths) {
            return new Meganodes(
                    session,
                    pages,
                    TreeKind.tree(descriptor.id(), 0),
                    options.servers(),
                    fanout,
                    options.meganodeLevel(),
                    cache,
                    view.cachedFrom(),
                    paths);
        }

        private Partition cell() {
            Meganodes meganodes = meganodes(cache(0), paths());
            boolean inPlace = view.inPlace() && areAllInPlace();
            if (!inPlace && !view.access().mayOffload()) {
                return new MeganodePartition(meganodes, pages, fanout, null, null);
            }
            InnerLevels inner = meganodes.inner();
            boolean chooses = !inPlace && view.access().isAdaptive();
            return new MeganodePartition(
                    meganodes,
                    pages,
                    fanout,
                    new LeafLevel(pages, inner, fanout, merger()),
                    chooses ? server -> guide(server, inner) : null);
        }

        private boolean areAllInPlace() {
            return options.servers().stream()
                    .allMatch(server -> session.link(server).memory() != null);
        }

        private ReadGuide guide(int server, InnerLevels inner) {
            ReadMeter meter = meters.computeIfAbsent(server, this::meter);
            return new ReadGuide(pages.host(), meter, inner, pages.pageSize(), fanout);
        }

        /** The meter of all this view's trees at a server. */
        private ReadMeter meter(int server) {
            ReadMeter meter =
                    new ReadMeter(
                            ConnectionPolicies.of(session.pool())
                                    .policy(session, server, view.access(), view.ratio()));
            pages.observe(server, meter);
            return meter;
        }

        private RemoteCalls calls(int server, int share) {
            return new RemoteCalls(session, server, TreeKind.tree(descriptor.id(), share));
        }

        /** The cache of a tree, which all views of this process share; empty without a budget. */
        private NodeCache cache(int share) {
            int trees = options.design().isOneTree() ? 1 : options.partitioning().shares();
            long budget = view.cacheBytes() / trees;
            if (!sharesCache || budget == 0) {
                return new NodeCache(budget);
            }
            long tree = TreeKind.tree(descriptor.id(), share);
            borrowed.add(tree);
            return NodeCaches.of(session.pool()).borrow(tree, budget);
        }

        /** Paths of a tree, which all views of this process share; none without a budget. */
        private PathCache paths() {
            long budget = view.pathBytes();
            if (!sharesCache || budget == 0) {
                return new PathCache(budget);
            }
            long tree = TreeKind.tree(descriptor.id(), 0);
            borrowed.add(tree);
            return NodeCaches.of(session.pool()).borrowPaths(tree, budget);
        }

        /** Returns the view's shared resources. */
        private void end() {
            borrowed.forEach(NodeCaches.of(session.pool())::giveBack);
            borrowed.clear();
        }

        private Merger merger() {
            return new Merger(pages, fanout);
        }
    }
}
