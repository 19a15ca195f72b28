package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.access.AccessOptions;
import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.cache.NodeCaches;
import dev.mangrove.index.btree.cache.PathCache;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.btree.keeper.KeeperLease;
import dev.mangrove.index.btree.keeper.MeganodeKeeper;
import dev.mangrove.index.btree.keeper.TreeKeeper;
import dev.mangrove.index.btree.level.SlotRoot;
import dev.mangrove.index.btree.partition.MeganodeMover;
import dev.mangrove.index.btree.partition.Meganodes;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.TreeKind;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Opens views of indexes of byte strings that are spread over servers, and keepers of them. */
public final class SpreadIndexes {
    private SpreadIndexes() {}

    /** Most entries of a page of a size, which is at least {@link #smallestPage}. */
    public static int slots(int pageSize) {
        return StringFormat.fanout(pageSize);
    }

    /** Bytes of the smallest page. */
    public static int smallestPage() {
        return StringFormat.smallestPage();
    }

    /** Opens a view, which owns the session. */
    public static BytesIndex open(
            Session session, IndexDescriptor descriptor, SpreadDesign design, ViewOptions view) {
        long name = TreeKind.tree(descriptor.id(), 0);
        NodeCaches caches = NodeCaches.of(session.pool());
        NodeCache cache = caches.borrowStrings(name, view.cacheBytes());
        try {
            Opening opening = new Opening(session, descriptor, design, view, cache);
            int home = AddressSpace.server(descriptor.rootSlot());
            LossWatch losses = new LossWatch(session, List.of(home), opening.servers);
            if (design.hasMeganodes()) {
                opening.pages.onConnect(losses::add);
            }
            return new SpreadBytesIndex(
                    session,
                    descriptor.name(),
                    opening.tree,
                    opening.search,
                    losses,
                    opening.fanout,
                    () -> caches.giveBack(name));
        } catch (RuntimeException | Error e) {
            caches.giveBack(name);
            throw e;
        }
    }

    /** Creates a keeper, which owns the session. */
    public static Keeper keeper(Session session, IndexDescriptor descriptor, SpreadDesign design) {
        Opening opening = openAlone(session, descriptor, design);
        List<TreeKeeper> keepers = new ArrayList<>();
        keepers.add(new ExtentKeeper(opening.search, new ExpirySweep(opening.tree)));
        if (!design.hasMeganodes()) {
            keepers.add(opening.leaves);
        } else if (opening.servers.size() > 1) {
            keepers.add(new MeganodeKeeper(opening.mover(), opening.servers, true));
        }
        return new Keeper(
                session,
                new KeeperLease(session, descriptor, opening.servers),
                keepers,
                opening.tree::close);
    }

    /** Opens an index of design cell to move its meganodes. The result owns the session. */
    public static IndexBalance balance(
            Session session, IndexDescriptor descriptor, SpreadDesign design) {
        Opening opening = openAlone(session, descriptor, design);
        return new IndexBalance(
                descriptor.name(), session, opening.pages, opening.servers, opening.mover(), true);
    }

    /**
     * Frees what clients have lost, and counts what is left: extents that are allocated and not in
     * the tree. Those are in the hands of clients that live, or that may still store something.
     */
    public static long freeLost(Session session, IndexDescriptor descriptor, SpreadDesign design) {
        Opening opening = openAlone(session, descriptor, design);
        long _ = opening.search.free(true);
        long _ = opening.search.count();
        long left = opening.search.allocated() - opening.search.found();
        opening.tree.close();
        return left;
    }

    /** Removes all expired entries that it finds; returns their number. */
    public static long sweep(Session session, IndexDescriptor descriptor, SpreadDesign design) {
        Opening opening = openAlone(session, descriptor, design);
        long swept = new ExpirySweep(opening.tree).all();
        opening.tree.close();
        return swept;
    }

    /**
     * Visits all leaves once and merges sparse ones; returns the number of merges. In design cell
     * only servers merge leaves, where a delete leaves one sparse.
     */
    public static long mergeSparse(
            Session session, IndexDescriptor descriptor, SpreadDesign design) {
        if (design.hasMeganodes()) {
            return 0;
        }
        Opening opening = openAlone(session, descriptor, design);
        long merged = opening.leaves.all();
        opening.tree.close();
        return merged;
    }

    /** Opens what a keeper needs, without copies that other views share. */
    private static Opening openAlone(
            Session session, IndexDescriptor descriptor, SpreadDesign design) {
        return new Opening(
                session, descriptor, design, ViewOptions.DEFAULT, NodeCache.ofStrings(0));
    }

    /** The parts of a view. */
    private static final class Opening {
        private final List<Integer> servers;
        private final int fanout;
        private final SessionPages pages;
        private final @Nullable Meganodes meganodes;
        private final SpreadTree tree;
        private final ExtentSearch search;
        private final SparseLeaves leaves;

        Opening(
                Session session,
                IndexDescriptor descriptor,
                SpreadDesign design,
                ViewOptions view,
                NodeCache cache) {
            this.servers = descriptor.spec().servers();
            int pageSize = descriptor.spec().pageSize();
            this.fanout = design.fanout(pageSize);
            boolean byServers = design.hasMeganodes();
            ExtentStock stock = new ExtentStock(session, descriptor.id(), servers);
            WriteGuard guard = new WriteGuard(session, descriptor);
            SpreadExtents extents = new SpreadExtents(session, guard, stock, servers, byServers);
            StringFormat format = new StringFormat(pageSize, (int) descriptor.id(), extents);
            AccessOptions access =
                    new AccessOptions(
                            view.inPlace(), CopyCheck.EVERY_LINE, true, design.techniques());
            this.pages = new SessionPages(session, descriptor, format, servers, access);
            extents.of(pages);
            this.meganodes = byServers ? meganodes(session, descriptor, design, view, cache) : null;
            StringTree strings =
                    meganodes == null
                            ? ofClients(session, descriptor, format, cache)
                            : new StringTree(pages, format, meganodes, fanout);
            this.tree = new SpreadTree(pages, strings, extents, stock);
            this.leaves = new SparseLeaves(strings, stock);
            this.search =
                    new ExtentSearch(
                            session,
                            descriptor.id(),
                            () -> byServers ? allThere(session) : servers,
                            tree);
        }

        /** Servers that the index was not created over have long keys of pages moved there. */
        private List<Integer> allThere(Session session) {
            Set<Integer> all = new TreeSet<>(servers);
            session.pool().serversThere().stream()
                    .filter(server -> session.lossOf(server) == null)
                    .forEach(all::add);
            return List.copyOf(all);
        }

        private Meganodes meganodes(
                Session session,
                IndexDescriptor descriptor,
                SpreadDesign design,
                ViewOptions view,
                NodeCache cache) {
            return new Meganodes(
                    session,
                    pages,
                    TreeKind.tree(descriptor.id(), 0),
                    servers,
                    fanout,
                    design.meganodeLevel(),
                    cache,
                    view.cachedFrom(),
                    new PathCache(0));
        }

        private StringTree ofClients(
                Session session, IndexDescriptor descriptor, StringFormat format, NodeCache cache) {
            SlotRoot root = new SlotRoot(session, descriptor);
            if (root.refresh() == PagePointer.NULL) {
                plant(pages, root);
            }
            return new StringTree(pages, format, root, fanout, cache);
        }

        MeganodeMover mover() {
            return new MeganodeMover(
                    Objects.requireNonNull(meganodes, "no index of design cell"), pages, fanout);
        }

        private static void plant(SessionPages pages, SlotRoot root) {
            try {
                StringTree.plant(pages, root);
            } catch (RuntimeException e) {
                pages.close(); // There will be no view that frees the pages that were allocated.
                throw e;
            }
        }
    }
}
