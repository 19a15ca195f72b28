package dev.mangrove.index.access;

import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.session.WriteSections;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

/**
 * Lets a session's thread write to pages and the root slot of an index only while the index exists.
 * A thread that enters checks for drops first, and a server reuses the memory of a dropped index
 * only after all threads that had entered before have left.
 */
public final class WriteGuard {
    private final Session session;
    private final String name;
    private final long index;
    private final WriteSections sections;
    private final @Nullable Link[] links = new Link[AddressSpace.SERVERS];
    private final long[] checkedDrops = new long[AddressSpace.SERVERS];

    /** Creates the guard of an index. */
    public WriteGuard(Session session, IndexDescriptor descriptor) {
        this.session = session;
        this.name = descriptor.name();
        this.index = descriptor.id();
        this.sections = session.writes();
    }

    /**
     * Enters before writes to a server's memory; may be nested.
     *
     * @throws dev.mangrove.index.session.RequestRefusedException {@code NOT_FOUND} if the index has
     *     been dropped; the thread has not entered then
     */
    public void enter(int server) {
        sections.enter();
        Link link = links[server];
        if (link == null || link.drops() != checkedDrops[server]) {
            checkOrExit(server);
        }
    }

    /** Leaves after the writes. */
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

    /**
     * Reads the count of drops first, so that a drop during the check makes the next call check
     * again.
     */
    private void check(int server) {
        Link link = session.link(server);
        long drops = link.drops();
        session.checkIndex(server, index, name);
        checkedDrops[server] = drops;
        links[server] = link;
    }
}
