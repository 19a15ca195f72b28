package dev.mangrove.index.bytes.client;

import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.btree.keeper.Keeper;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
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
    private static final String SEPARATOR = ",";

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
        session.catalogue().create(servers -> spec(name, options, techniques, servers));
    }

    private static IndexSpec spec(
            String name, BytesOptions options, Set<Technique> techniques, List<Integer> servers) {
        boolean spread = options.design() != Design.COARSE;
        if (spread && options.pageSize() < SpreadIndexes.smallestPage()) {
            throw new IllegalArgumentException(
                    "pages that clients change have at least "
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
            return SpreadIndexes.keeper(
                    session, descriptor, fanout(descriptor), techniques(descriptor));
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** See {@link SpreadIndexes#freeLost}; of an index that has a keeper. */
    public static long freeLost(Session session, String name) {
        IndexDescriptor descriptor = session.catalogue().open(name);
        return SpreadIndexes.freeLost(
                session, descriptor, fanout(descriptor), techniques(descriptor));
    }

    /** See {@link SpreadIndexes#sweep}; of an index that has a keeper. */
    public static long sweep(Session session, String name) {
        IndexDescriptor descriptor = session.catalogue().open(name);
        return SpreadIndexes.sweep(session, descriptor, fanout(descriptor), techniques(descriptor));
    }

    /** See {@link SpreadIndexes#mergeSparse}; of an index that has a keeper. */
    public static long mergeSparse(Session session, String name) {
        IndexDescriptor descriptor = session.catalogue().open(name);
        return SpreadIndexes.mergeSparse(
                session, descriptor, fanout(descriptor), techniques(descriptor));
    }

    private static boolean isSpread(IndexDescriptor descriptor) {
        String design = descriptor.spec().design();
        return design.equals(Design.SHERMAN.text()) || design.equals(Design.FINE.text());
    }

    private static int fanout(IndexDescriptor descriptor) {
        return Integer.parseInt(option(descriptor, FANOUT));
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
            return SpreadIndexes.open(
                    session, descriptor, fanout(descriptor), techniques(descriptor), view);
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
