package dev.mangrove.index.bytes.client;

import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.catalogue.IndexKind;
import dev.mangrove.index.catalogue.IndexSpec;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates indexes of byte strings and opens views of them. */
public final class BytesIndexes {
    private static final String DESIGN = "coarse";
    private static final String FANOUT = "fanout";
    private static final String BOUNDS = "bounds";
    private static final String SEPARATOR = ",";

    private BytesIndexes() {}

    /**
     * Creates an empty index over the servers that the pool has now.
     *
     * @throws dev.mangrove.index.session.RequestRefusedException {@code EXISTS} if the name is
     *     taken
     */
    public static void create(Session session, String name, BytesOptions options) {
        session.catalogue().create(servers -> spec(name, options, servers));
    }

    private static IndexSpec spec(String name, BytesOptions options, List<Integer> servers) {
        int slots = BytesPage.slots(options.pageSize());
        if (options.fanout() > slots) {
            throw new IllegalArgumentException(
                    "a page of "
                            + options.pageSize()
                            + " bytes holds "
                            + slots
                            + " entries: fanout="
                            + options.fanout());
        }
        String bounds =
                options.bounds().stream()
                        .map(HexFormat.of()::formatHex)
                        .collect(Collectors.joining(SEPARATOR));
        return IndexSpec.of(name, IndexKind.BYTES, DESIGN)
                .withPageSize(options.pageSize())
                .withOption(FANOUT, Integer.toString(options.fanout()))
                .withOption(BOUNDS, bounds)
                .withServers(servers);
    }

    /**
     * Opens a view of an index for the session's thread. The view owns the session and closes it.
     */
    public static BytesIndex open(Session session, String name) {
        try {
            return openChecked(session, session.catalogue().open(name));
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    /** As {@link #open(Session, String)}, for an entry of the catalogue. */
    public static BytesIndex open(Session session, IndexDescriptor descriptor) {
        try {
            return openChecked(session, descriptor);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    private static BytesIndex openChecked(Session session, IndexDescriptor descriptor) {
        if (descriptor.kind() != IndexKind.BYTES) {
            throw new IllegalArgumentException(
                    "index "
                            + descriptor.name()
                            + " is not an index of byte strings: open it as an ordered or a spatial"
                            + " one");
        }
        BytesOptions options = options(descriptor);
        int fanout = options.fanout() == 0 ? BytesPage.slots(options.pageSize()) : options.fanout();
        Shares shares = new Shares(session, descriptor, options, fanout);
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
