package dev.mangrove.index.session;

import dev.mangrove.Mangrove;
import dev.mangrove.index.catalogue.IndexDescriptor;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the modules of this project use of a client and applications do not: sessions, and what is
 * known of servers and indexes. {@link Mangrove} is public, and its types are those that
 * applications see, so it hands this out only to code that can name this class.
 */
public final class ClientAccess {
    private static volatile @Nullable Function<Mangrove, ClientAccess> opener;

    private final Pool pool;
    private final Failures failures;

    /** Creates the access to a client's pool. */
    public ClientAccess(Pool pool, Failures failures) {
        this.pool = pool;
        this.failures = failures;
    }

    /** The access to a client. */
    public static ClientAccess of(Mangrove mangrove) {
        Function<Mangrove, ClientAccess> open = opener;
        if (open == null) {
            throw new IllegalStateException("no class Mangrove has been initialised");
        }
        return open.apply(mangrove);
    }

    /** Sets how a client's access is made; the class Mangrove calls this when it is initialised. */
    public static void openBy(Function<Mangrove, ClientAccess> how) {
        opener = how;
    }

    /** Verbs and messages below the indexes, for one thread. */
    public Session session() {
        return pool.session();
    }

    /** The load of the servers, from their last heartbeats. */
    public List<ServerLoad> servers() {
        return guarded(pool::loads);
    }

    /** The members of the pool, including dead ones. */
    public List<Member> members() {
        return guarded(pool::members);
    }

    /** The status of one server. */
    public ServerStatus status(int server) {
        return inSession(session -> session.status(server));
    }

    /** The indexes of the pool, by name. */
    public List<IndexDescriptor> indexes() {
        return inSession(session -> session.catalogue().list());
    }

    private <T> T inSession(Function<Session, T> work) {
        return guarded(
                () -> {
                    try (Session session = pool.session()) {
                        return work.apply(session);
                    }
                });
    }

    private <T> T guarded(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw failures.translate(e);
        }
    }
}
