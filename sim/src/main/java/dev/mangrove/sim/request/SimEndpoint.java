package dev.mangrove.sim.request;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Selection;
import dev.mangrove.sim.CallingThread;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.SimThread;
import dev.mangrove.sim.WaitPoint;
import dev.mangrove.sim.hardware.Profile;
import dev.mangrove.sim.kernel.Kernel;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** A simulated client thread's end of the fabric. */
final class SimEndpoint extends Endpoint {
    private static final int ALIGNMENT = 64;

    private final SimHost host;
    private final SimCluster cluster;
    private final FreeList<Flight> flights;
    private final Consumer<SimEndpoint> onClose;
    private final @Nullable Secret secret;
    private final long postCost;
    private final long postRequestCost;
    private final long pollCost;
    private final long receiveCost;
    private final SelectedWrites.Mode selections;
    private final long fragmentCost;
    private final long cacheBytes;
    private final List<SimBatch> posted = new ArrayList<>();
    private final ItemQueue messages = new ItemQueue();
    private final Point point = new Point();
    private @Nullable SelectedWrites posting;
    private boolean closed;

    /**
     * An endpoint of a host.
     *
     * @param flights requests that its fabric uses again
     * @param onClose is told when it closes
     */
    SimEndpoint(
            SimHost host,
            EndpointOptions options,
            FreeList<Flight> flights,
            Consumer<SimEndpoint> onClose) {
        super(host, options);
        this.host = host;
        this.flights = flights;
        this.onClose = onClose;
        this.secret = options.secret();
        cluster = host.cluster();
        Profile profile = host.profile();
        boolean tcp = profile.isOn("tcp.kernel");
        postCost = profile.picos("cpu.post_ns") + (tcp ? profile.picos("tcp.send_ns") : 0);
        postRequestCost = profile.picos("cpu.post_request_ns");
        pollCost = profile.picos("cpu.poll_ns") + (tcp ? profile.picos("tcp.receive_ns") : 0);
        receiveCost = profile.picos("cpu.receive_ns");
        selections = SelectedWrites.Mode.of(profile);
        cacheBytes = profile.count("host.cache_bytes");
        fragmentCost =
                switch (selections) {
                    case COPIED -> profile.picos("cpu.fragment_ns");
                    case LISTED -> profile.picos("cpu.sge_ns");
                    case PLANNED -> 0;
                };
    }

    /** What the endpoint's thread waits for. */
    private final class Point extends WaitPoint {
        private Condition condition = Condition.MESSAGE;
        private @Nullable Batch batch;

        @Override
        public boolean isReached() {
            return holds(condition, batch);
        }
    }

    @Override
    public MemorySegment allocate(long bytes) {
        checkOpen();
        return cluster.arena().allocate(bytes, ALIGNMENT);
    }

    @Override
    public int receive(MessageHandler handler) {
        int handed = 0;
        for (Item item = messages.poll(); item != null; item = messages.poll()) {
            simHost().charge(receiveCost);
            SimChannel from = item.connection().channel();
            from.meter().received(item.length());
            try {
                handler.onMessage(from, item.memory(), 0, item.length());
            } finally {
                item.consumedByClient();
            }
            handed++;
        }
        if (handed == 0) {
            checkOpen();
            for (Channel channel : channels()) {
                channel.checkOpen();
            }
        }
        return handed;
    }

    @Override
    public void close() {
        closed = true;
        for (Channel channel : List.copyOf(channels())) {
            channel.close();
        }
        onClose.accept(this);
        point.news();
    }

    @Override
    protected Channel open(URI target) {
        checkOpen();
        SimTarget listening = SimTarget.at(cluster, target);
        long latency = cluster.network().latency() / Kernel.NANOSECOND;
        simHost().sleep(4 * latency + 1);
        checkOpen();
        if (listening == null || listening.isClosed() || !listening.host().isAlive()) {
            throw new FabricException(Kind.PEER_LOST, "nothing listens at " + target);
        }
        listening.admit(secret, target);
        return new SimChannel(this, target, listening.host(), listening::accept);
    }

    @Override
    protected void progress() {
        simHost().spinWait();
    }

    @Override
    protected boolean hasMessage() {
        if (closed || !messages.isEmpty()) {
            return true;
        }
        List<Channel> channels = channels();
        for (int i = 0; i < channels.size(); i++) {
            if (!channels.get(i).isOpen()) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void block(long nanos) {
        throw new AssertionError("waitUntil is replaced");
    }

    @Override
    protected boolean waitUntil(Condition condition, @Nullable Batch batch, long deadlineNanos) {
        point.condition = condition;
        point.batch = batch;
        long left = deadlineNanos - simHost().nanoTime();
        SimThread thread = cluster.caller().simulated();
        if (thread == null) {
            return cluster.caller().await(point, left, 0);
        }
        long start = thread.time();
        long deadline = CallingThread.after(start, Math.max(left, 0));
        long spinsUntil = CallingThread.after(start, waiting().spinNanos());
        while (!point.isReached()) {
            if (thread.time() >= deadline) {
                return false;
            }
            CallingThread.pauseAt(point, thread, deadline, spinsUntil);
        }
        thread.charge(pollCost);
        return true;
    }

    SimHost simHost() {
        return host;
    }

    Flight newFlight() {
        cluster.countVerb();
        return flights.take();
    }

    WaitPoint point() {
        return point;
    }

    /** Whether the processor's cache keeps all of a client's memory. */
    boolean isCached(MemorySegment memory) {
        return cacheBytes == 0 || memory.byteSize() <= cacheBytes;
    }

    long postCost(int requests) {
        return postCost + (requests - 1) * postRequestCost;
    }

    @Override
    protected void beginPosting() {
        posting = SelectedWrites.of(simHost().profile(), selections);
    }

    @Override
    protected void endPosting() {
        posting = null;
        for (SimBatch batch : posted) {
            batch.launch();
        }
        posted.clear();
    }

    /** Starts a batch with writes of selections, at the end of its posting if one is open. */
    void postSelections(SimBatch batch, @Nullable Selection[] chosen) {
        long fragments = 0;
        for (Selection selection : chosen) {
            fragments += selection == null ? 0 : selection.fragments();
        }
        simHost().charge(fragments * fragmentCost);
        SelectedWrites open = posting;
        if (selections != SelectedWrites.Mode.COPIED) {
            batch.join(
                    open == null ? SelectedWrites.of(simHost().profile(), selections) : open,
                    chosen);
        }
        Arrays.fill(chosen, null);
        if (open == null) {
            batch.launch();
        } else {
            posted.add(batch);
        }
    }

    void deliver(Item item) {
        if (closed || !item.connection().channel().isOpen()) {
            item.recycle();
            return;
        }
        messages.add(item);
        point.news();
    }

    void drop(SimChannel channel) {
        forget(channel);
        messages.removeIf(item -> item.connection().channel() == channel);
    }

    private void checkOpen() {
        if (closed) {
            throw new FabricException(Kind.CLOSED, "endpoint is closed");
        }
    }
}
