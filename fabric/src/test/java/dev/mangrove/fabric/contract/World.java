package dev.mangrove.fabric.contract;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.contract.peer.Arguments;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.RemotePeer;
import dev.mangrove.fabric.host.Host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The environment of a test: a server with one region and one inbox, and a client connected to it,
 * on two fabrics of one host; and methods to create more of each. Closing it closes all of them.
 */
public final class World implements AutoCloseable {
    /** Id of the test's region. */
    public static final int REGION = 1;

    /** Size of the test's region. */
    public static final int REGION_BYTES = 1 << 18;

    private final FabricUnderTest under;
    private Fabric server;
    private Fabric client;
    private Target target;
    private Region region;
    private VerbClient first;
    private final List<Runnable> started = new ArrayList<>();

    public World(FabricUnderTest under) {
        this.under = under;
    }

    /** Creates server and client. */
    public World open() {
        server = under.open();
        client = under.open();
        target = listen();
        region = target.allocate(REGION, REGION_BYTES, Placement.HOST);
        first = connect(target, region);
        return this;
    }

    public FabricUnderTest under() {
        return under;
    }

    public Host host() {
        return server.host();
    }

    public Capabilities capabilities() {
        return server.capabilities();
    }

    public Fabric serverFabric() {
        return server;
    }

    public Fabric clientFabric() {
        return client;
    }

    public Target target() {
        return target;
    }

    public Region region() {
        return region;
    }

    /** The inbox of the test's target. */
    public Inbox inbox() {
        return target.inbox(0);
    }

    /** The client that is connected to the target. */
    public VerbClient client() {
        return first;
    }

    public Channel channel() {
        return first.channel();
    }

    public Endpoint endpoint() {
        return first.channel().endpoint();
    }

    /** Address of a byte of the test's region. */
    public long at(long offset) {
        return region.handle().address(offset);
    }

    /** Options of a target at a new location. */
    public TargetOptions targetOptions() {
        return TargetOptions.at(under.newLocation()).withSecret(under.secret());
    }

    /** Options of a client. */
    public EndpointOptions endpointOptions() {
        return FabricContract.CLIENT.withSecret(under.secret());
    }

    /** Creates another target. */
    public Target listen() {
        return server.listen(targetOptions());
    }

    /** Creates another endpoint. */
    public Endpoint newEndpoint() {
        return client.endpoint(endpointOptions());
    }

    /** Creates another endpoint with a way of waiting. */
    public Endpoint newEndpoint(Waiting waiting) {
        return client.endpoint(endpointOptions().withWaiting(waiting));
    }

    /** Creates another endpoint with a timeout. */
    public Endpoint newEndpoint(Duration timeout) {
        return client.endpoint(endpointOptions().withTimeout(timeout));
    }

    /** Creates another client of a target, on its own endpoint. */
    public VerbClient connect(Target to, Region... regions) {
        return VerbClient.connect(newEndpoint(), to, regions);
    }

    /** Creates another client of the test's target and region. */
    public VerbClient connect() {
        return connect(target, region);
    }

    /** Starts a program as a peer. */
    public RemotePeer start(ContractProgram program, Object... arguments) {
        List<String> texts = new ArrayList<>();
        for (Object argument : arguments) {
            texts.add(Arguments.format(argument));
        }
        RemotePeer peer = under.start(program, texts);
        started.add(peer::close);
        return peer;
    }

    /** Starts a thread that drains an inbox until {@link Server#close} or the end of the test. */
    public Server serve(Inbox inbox, Inbox.Handler handler) {
        Server thread = new Server(host(), inbox, handler);
        started.add(thread::close);
        return thread;
    }

    @Override
    public void close() {
        started.reversed().forEach(Runnable::run);
        for (Fabric fabric : new Fabric[] {client, server}) {
            if (fabric != null) {
                fabric.close();
            }
        }
    }
}
