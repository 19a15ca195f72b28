package dev.mangrove.server;

import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.host.VitalThread;
import dev.mangrove.index.session.Exchange;
import dev.mangrove.index.session.Fabrics;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.MemberList;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.UnaskedHandler;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Notice;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.pool.UsedIds;
import dev.mangrove.server.state.ServerState;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.function.Consumer;

/**
 * A member's connection to the registrar of its pool. When it ends, the member connects again until
 * it reaches the same run of the registrar, and sends REJOIN: either side, or the network, may only
 * have paused, and then both still have their memory.
 */
final class RegistrarConnection implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RegistrarConnection.class.getName());

    /** Chosen: bounds the time until the thread notices that the server was closed. */
    private static final long WAIT_NANOS = 100_000_000;

    /** Chosen: twenty waits, so a thread that is left hangs. */
    private static final long END_NANOS = 2_000_000_000;

    /**
     * Time between attempts to reconnect. Chosen: short for clients that wait, and little load if
     * the registrar stays dead.
     */
    private static final long RETRY_NANOS = 250_000_000;

    private final Fabrics fabrics;
    private final EndpointOptions options;
    private final Host host;
    private final Member registrar;
    private volatile Exchange exchange;
    private Link link;
    private volatile boolean closed;
    private volatile boolean apart;
    private boolean stale;
    private @Nullable ServerState state;
    private Host.@Nullable Task task;

    private RegistrarConnection(
            Fabrics fabrics,
            EndpointOptions options,
            Host host,
            Exchange exchange,
            Member registrar) {
        this.fabrics = fabrics;
        this.options = options;
        this.host = host;
        this.exchange = exchange;
        this.registrar = registrar;
        this.link = exchange.reach(registrar, Role.MEMBER, this::onUnasked);
    }

    /** Connects to the registrar of the pool that a server belongs to. */
    static RegistrarConnection connect(Fabrics fabrics, ServerOptions options, URI anyMember) {
        EndpointOptions endpoint =
                EndpointOptions.DEFAULT.withWaiting(Waiting.BLOCK).withSecret(options.secret());
        Exchange exchange = new Exchange(fabrics, endpoint, 0, 0);
        try {
            Member registrar = registrar(exchange, anyMember);
            return new RegistrarConnection(fabrics, endpoint, options.host(), exchange, registrar);
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
     * Makes this server a member, and starts a thread that applies the registrar's notices.
     *
     * @param onLoss receives the failure of the thread that listens to the registrar
     */
    void announce(Member self, ServerState server, Consumer<Throwable> onLoss) {
        WireWriter out = new WireWriter();
        self.write(out);
        state = server; // Notices of drops may come before the answer.
        welcomed(server, link.admin().execute(MessageKind.ANNOUNCE, out));
        task = VitalThread.start(host, "mangrove-member", () -> run(self, server), onLoss);
    }

    /** Leaves the pool; the listening thread ends after its current wait. */
    @Override
    public void close() {
        closed = true;
        Host.Task running = task;
        if (running == null || apart) {
            exchange.close();
        }
        if (running != null && !running.join(END_NANOS)) {
            LOG.log(Level.WARNING, "the member thread has not ended");
        }
    }

    private static Member registrar(Exchange exchange, URI anyMember) {
        Link asked = exchange.connect(anyMember, Role.SESSION, UnaskedHandler.NONE);
        try {
            Member first = asked.members().members().getFirst();
            if (first.number() != AddressSpace.REGISTRAR || !first.alive()) {
                throw new FabricException(
                        FabricException.Kind.PEER_LOST,
                        "the connection to the registrar has ended");
            }
            return asked.server() == AddressSpace.REGISTRAR ? first.alsoAt(anyMember) : first;
        } finally {
            asked.close();
        }
    }

    private void run(Member self, ServerState server) {
        while (!closed) {
            follow(server);
            apart = true;
            while (!closed && !rejoin(self, server)) {
                host.sleep(RETRY_NANOS);
            }
            apart = false;
        }
    }

    /** Listens to the registrar until this server leaves or the connection ends. */
    private void follow(ServerState server) {
        try (Exchange listening = exchange) {
            while (!closed && link.isOpen()) {
                listening.awaitMessage(WAIT_NANOS);
                listening.receive();
                if (stale) {
                    stale = false;
                    server.membership().replace(link.members());
                }
            }
            link.checkOpen();
            link.admin().execute(MessageKind.LEAVE, 0);
        } catch (FabricException | RequestRefusedException | IllegalStateException e) {
            if (!closed) {
                LOG.log(Level.WARNING, "the registrar is lost; reconnecting: {0}", e.getMessage());
                server.membership().unreachable(AddressSpace.REGISTRAR);
            }
        }
    }

    /** Tries to become a member again; returns whether it succeeded. */
    private boolean rejoin(Member self, ServerState server) {
        Exchange next = new Exchange(fabrics, options, 0, 0);
        exchange = next;
        try {
            if (closed) {
                throw new IllegalStateException("the server is closed");
            }
            link = next.reach(registrar, Role.MEMBER, this::onUnasked);
            WireWriter out = new WireWriter();
            self.write(out);
            welcomed(server, link.admin().execute(MessageKind.REJOIN, out));
            LOG.log(Level.INFO, "{0} is a member of the pool again", self.title());
            return true;
        } catch (FabricException
                | RequestRefusedException
                | MalformedException
                | IllegalStateException e) {
            LOG.log(Level.DEBUG, "the registrar is still lost: {0}", e.getMessage());
            next.close();
            return false;
        }
    }

    private static void welcomed(ServerState server, WireReader in) {
        server.membership().replace(MemberList.read(in));
        server.keepOnly(UsedIds.read(in));
    }

    private void onUnasked(Link from, int kind, MemorySegment memory, long offset, int length) {
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
