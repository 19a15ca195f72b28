package dev.mangrove.index.bytes.client;

import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.spread.SpreadDesign;
import dev.mangrove.index.bytes.spread.SpreadIndexes;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates indexes of byte strings and opens views of them. */
public final class BytesIndexes {
    private static final String FANOUT = "fanout";
    private static final String BOUNDS = "bounds";
    private static final String TECHNIQUES = "techniques";
    private static final String MEGANODE = "meganode";
    private static final String SEPARATOR = ",";

    /** Chosen: with 60 entries a page, a meganode has at most 15 MB. */
    private static final int DEFAULT_MEGANODE_LEVEL = 2;

    private BytesIndexes() {}

    /**
     * Creates an empty index over the servers that the pool has now.
     *
     * @throws dev.mangrove.index.session.RequestRefusedException {@code EXISTS} if the name is
     *     taken
     */
    public static void create(Session session, String name, BytesOptions options) {
        create(session, name, options, Technique.of(options.design()));
    }

    /** The same with techniques of its own for an index that clients change themselves. */
    public static void create(
            Session session, String name, BytesOptions options, Set<Technique> techniques) {
        create(session, name, options, techniques, DEFAULT_MEGANODE_LEVEL);
    }

    /** The same with roots of meganodes at a level of their own, in design cell. */
    public static void create(
            Session session,
            String name,
            BytesOptions options,
            Set<Technique> techniques,
            int meganodeLevel) {
        session.catalogue()
                .create(servers -> spec(name, options, techniques, meganodeLevel, servers));
    }

    private static IndexSpec spec(
            String name,
            BytesOptions options,
            Set<Technique> techniques,
            int meganodeLevel,
            List<Integer> servers) {
        boolean spread = options.design() != Design.COARSE;
        if (spread && options.pageSize() < SpreadIndexes.smallestPage()) {
            throw new IllegalArgumentException(
                    "pages of a tree over several servers have at least "
                            + SpreadIndexes.smallestPage()
                            + " bytes: pageSize="
                            + options.pageSize());
        }
        int slots =
                spread
                        ? SpreadIndexes.slots(options.pageSize())
                        : BytesPage.slots(options.pageSize());
        if (options.fanout() > slots) {
            throw new IllegalArgumentException(
                    "a page of "
                            + options.pageSize()
                            + " bytes holds "
                            + slots
                            + " entries: fanout="
                            + options.fanout());
        }
        IndexSpec spec =
                IndexSpec.of(name, IndexKind.BYTES, options.design().text())
                        .withPageSize(options.pageSize())
                        .withOption(FANOUT, Integer.toString(options.fanout()))
                        .withServers(servers);
        if (options.design() == Design.CELL) {
            spec = spec.withOption(MEGANODE, Integer.toString(meganodeLevel));
        }
        // Without bounds, a client that knows design coarse only refuses to open the index.
        return spread
                ? spec.withOption(TECHNIQUES, text(techniques))
                : spec.withOption(BOUNDS, bounds(options));
    }

    private static String text(Set<Technique> techniques) {
        Set<Technique> all = EnumSet.of(Technique.APART); // Pages have no room for a latch.
        all.addAll(techniques);
        return all.stream().sorted().map(Technique::text).collect(Collectors.joining(SEPARATOR));
    }

    private static String bounds(BytesOptions options) {
        return options.bounds().stream()
                .map(HexFormat.of()::formatHex)
                .collect(Collectors.joining(SEPARATOR));
    }

    /**
     * Opens a view of an index for the session's thread. The view owns the session and closes it.
     */
    public static BytesIndex open(Session session, String name) {
        try {
            return openChecked(session, session.catalogue().open(name), ViewOptions.DEFAULT);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #open(Session, String)}, with options of views that change pages themselves. */
    public static BytesIndex open(Session session, String name, ViewOptions view) {
        try {
            return openChecked(session, session.catalogue().open(name), view);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #open(Session, String)}, for an entry of the catalogue. */
    public static BytesIndex open(Session session, IndexDescriptor descriptor) {
        try {
            return openChecked(session, descriptor, ViewOptions.DEFAULT);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** Whether an index needs a keeper. */
    public static boolean hasKeeper(IndexDescriptor descriptor) {
        return descriptor.kind() == IndexKind.BYTES && isSpread(descriptor);
    }

    /** Creates a keeper of an index that needs one. The keeper owns the session. */
    public static Keeper keeper(Session session, IndexDescriptor descriptor) {
        try {
            return SpreadIndexes.keeper(session, descriptor, design(descriptor));
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
            IndexDescriptor descriptor = session.catalogue().open(name);
            return balance(session, descriptor);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    private static IndexBalance balance(Session session, IndexDescriptor descriptor) {
        if (descriptor.kind() != IndexKind.BYTES) {
            return OrderedIndexes.balance(session, descriptor);
        }
        if (!hasMeganodes(descriptor)) {
            throw new IllegalArgumentException(
                    "only indexes of design cell can be balanced: design="
                            + descriptor.spec().design());
        }
        return SpreadIndexes.balance(session, descriptor, design(descriptor));
    }

    /** See {@link SpreadIndexes#freeLost}; of an index that has a keeper. */
    public static long freeLost(Session session, String name) {
        IndexDescriptor descriptor = session.catalogue().open(name);
        return SpreadIndexes.freeLost(session, descriptor, design(descriptor));
    }

    /** See {@link SpreadIndexes#sweep}; of an index that has a keeper. */
    public static long sweep(Session session, String name) {
        IndexDescriptor descriptor = session.catalogue().open(name);
        return SpreadIndexes.sweep(session, descriptor, design(descriptor));
    }

    /** See {@link SpreadIndexes#mergeSparse}; of an index that has a keeper. */
    public static long mergeSparse(Session session, String name) {
        IndexDescriptor descriptor = session.catalogue().open(name);
        return SpreadIndexes.mergeSparse(session, descriptor, design(descriptor));
    }

    private static boolean isSpread(IndexDescriptor descriptor) {
        String design = descriptor.spec().design();
        return design.equals(Design.SHERMAN.text())
                || design.equals(Design.FINE.text())
                || hasMeganodes(descriptor);
    }

    private static boolean hasMeganodes(IndexDescriptor descriptor) {
        return descriptor.spec().design().equals(Design.CELL.text());
    }

    private static SpreadDesign design(IndexDescriptor descriptor) {
        return new SpreadDesign(
                Integer.parseInt(option(descriptor, FANOUT)),
                techniques(descriptor),
                hasMeganodes(descriptor)
                        ? Integer.parseInt(option(descriptor, MEGANODE))
                        : SpreadDesign.NO_MEGANODES);
    }

    private static Set<Technique> techniques(IndexDescriptor descriptor) {
        return Stream.of(option(descriptor, TECHNIQUES).split(SEPARATOR, -1))
                .filter(technique -> !technique.isEmpty())
                .map(Technique::of)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static BytesIndex openChecked(
            Session session, IndexDescriptor descriptor, ViewOptions view) {
        if (descriptor.kind() != IndexKind.BYTES) {
            throw new IllegalArgumentException(
                    "index "
                            + descriptor.name()
                            + " is not an index of byte strings: open it as an ordered or a spatial"
                            + " one");
        }
        if (isSpread(descriptor)) {
            return SpreadIndexes.open(session, descriptor, design(descriptor), view);
        }
        if (!descriptor.spec().design().equals(Design.COARSE.text())) {
            throw new IllegalArgumentException(
                    "index "
                            + descriptor.name()
                            + " has a design that this version does not know for byte strings:"
                            + " design="
                            + descriptor.spec().design()
                            + "; use a later version");
        }
        BytesOptions options = options(descriptor);
        int fanout = options.fanout() == 0 ? BytesPage.slots(options.pageSize()) : options.fanout();
        BytesShares shares = new BytesShares(session, descriptor, options, fanout);
        LossWatch losses =
                new LossWatch(
                        session, List.of(AddressSpace.server(descriptor.rootSlot())), List.of());
        return new RemoteBytesIndex(
                session, descriptor.name(), new IndexPresence(session, descriptor), losses, shares);
    }

    private static BytesOptions options(IndexDescriptor descriptor) {
        String bounds = option(descriptor, BOUNDS);
        List<byte[]> keys =
                Stream.of(bounds.split(SEPARATOR, -1))
                        .filter(bound -> !bound.isEmpty())
                        .map(HexFormat.of()::parseHex)
                        .toList();
        return new BytesOptions(
                descriptor.spec().pageSize(), Integer.parseInt(option(descriptor, FANOUT)), keys);
    }

    private static String option(IndexDescriptor descriptor, String key) {
        String value = descriptor.spec().options().get(key);
        if (value == null) {
            throw new IllegalArgumentException(
                    "index " + descriptor.name() + " has no option " + key);
        }
        return value;
    }
}
