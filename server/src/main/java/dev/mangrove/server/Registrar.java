package dev.mangrove.server;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Host;
import dev.mangrove.fabric.VitalThread;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.session.Exchange;
import dev.mangrove.index.session.Fabrics;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.MemberList;
import dev.mangrove.index.session.NewsHandler;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Notice;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.WireWriter;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.function.Consumer;

/** A member's connection to the registrar of its pool. */
final class Registrar implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Registrar.class.getName());
    private static final long WAIT_NANOS = 100_000_000;
    private static final long END_NANOS = 2_000_000_000;

    private final Host host;
    private final Exchange exchange;
    private final Link link;
    private volatile boolean closed;
    private boolean stale;
    private @Nullable ServerState state;
    private Host.@Nullable Task task;

    private Registrar(Host host, Exchange exchange, URI anyMember) {
        this.host = host;
        this.exchange = exchange;
        this.link = exchange.reach(registrar(exchange, anyMember), Role.MEMBER, this::onNews);
    }

    /** Connects to the registrar of the pool that a server belongs to. */
    static Registrar connect(Fabrics fabrics, ServerOptions options, URI anyMember) {
        EndpointOptions endpoint =
                EndpointOptions.DEFAULT.withWaiting(Waiting.BLOCK).withSecret(options.secret());
        Exchange exchange = new Exchange(fabrics, endpoint, 0, 0);
        try {
            return new Registrar(options.host(), exchange, anyMember);
        } catch (RuntimeException e) {
            exchange.close();
            throw e;
        }
    }

    /** Asks for a number in the pool. */
    int join() {
        return link.admin().execute(MessageKind.JOIN, new WireWriter()).getInt();
    }

    /**
     * Makes this server a member, and follows what the registrar says from now on.
     *
     * @param onLoss told if the thread that follows fails
     */
    void announce(Member self, ServerState server, Consumer<Throwable> onLoss) {
        WireWriter out = new WireWriter();
        self.write(out);
        server.membership()
                .replace(MemberList.read(link.admin().execute(MessageKind.ANNOUNCE, out)));
        state = server;
        task = VitalThread.start(host, "mangrove-member", () -> follow(server), onLoss);
    }

    /** Leaves the pool; the thread looks after each wait whether to end. */
    @Override
    public void close() {
        closed = true;
        Host.Task running = task;
        if (running == null) {
            exchange.close();
        } else if (!running.join(END_NANOS)) {
            LOG.log(Level.WARNING, "the member thread has not ended");
        }
    }

    private static Member registrar(Exchange exchange, URI anyMember) {
        Link asked = exchange.connect(anyMember, Role.SESSION, NewsHandler.NONE);
        try {
            Member first = asked.members().members().getFirst();
            if (first.number() != AddressSpace.REGISTRAR || !first.alive()) {
                throw new FabricException(
                        FabricException.Kind.PEER_LOST, "the pool has lost its first server");
            }
            return asked.server() == AddressSpace.REGISTRAR ? first.alsoAt(anyMember) : first;
        } finally {
            asked.close();
        }
    }

    private void follow(ServerState server) {
        try (exchange) {
            while (!closed && link.isOpen()) {
                exchange.awaitMessage(WAIT_NANOS);
                exchange.receive();
                if (stale) {
                    stale = false;
                    server.membership().replace(link.members());
                }
            }
            link.checkOpen();
            link.admin().execute(MessageKind.LEAVE, 0);
        } catch (FabricException | MangroveException | IllegalStateException e) {
            if (!closed) {
                LOG.log(Level.WARNING, "the pool''s first server is lost: {0}", e.getMessage());
                server.membership().died(AddressSpace.REGISTRAR);
            }
        }
    }

    private void onNews(Link from, int kind, MemorySegment memory, long offset, int length) {
        ServerState server = state;
        if (length < Notice.BYTES) {
            return;
        }
        if (kind == MessageKind.POOL_CHANGED) {
            stale = true;
        } else if (kind == MessageKind.INDEX_DROPPED && server != null) {
            server.indexDropped(Notice.value(memory, offset));
        }
    }
}
