package dev.mangrove.index.access;

import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.session.WriteSections;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

/**
 * Lets a session's thread write to pages and the root slot of an index only as long as the index is
 * there: whoever enters learns of drops first, and a server uses memory of a dropped index again
 * only when nobody is inside who entered before.
 */
public final class WriteGuard {
    private final Session session;
    private final String name;
    private final long index;
    private final WriteSections sections;
    private final @Nullable Link[] links = new Link[AddressSpace.SERVERS];
    private final long[] checkedDrops = new long[AddressSpace.SERVERS];

    /** Guards an index. */
    public WriteGuard(Session session, IndexDescriptor descriptor) {
        this.session = session;
        this.name = descriptor.name();
        this.index = descriptor.id();
        this.sections = session.writes();
    }

    /**
     * Starts to write to a server's memory; may be nested.
     *
     * @throws dev.mangrove.index.session.RequestRefusedException {@code NOT_FOUND} if the index has
     *     been dropped; nothing is entered then
     */
    public void enter(int server) {
        sections.enter();
        Link link = links[server];
        if (link == null || link.drops() != checkedDrops[server]) {
            checkOrExit(server);
        }
    }

    /** Has written. */
    public void exit() {
        sections.exit();
    }

    private void checkOrExit(int server) {
        boolean there = false;
        try {
            check(server);
            there = true;
        } finally {
            if (!there) {
                sections.exit();
            }
        }
    }

    /** The number of drops is read first: one that comes meanwhile makes the next one ask again. */
    private void check(int server) {
        Link link = session.link(server);
        long drops = link.drops();
        session.checkIndex(server, index, name);
        checkedDrops[server] = drops;
        links[server] = link;
    }
}
