package dev.mangrove.bench.verbs;

import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;

import java.lang.foreign.MemorySegment;
import java.net.URI;

/** A server process, and one thread's channel to it. */
final class Client implements AutoCloseable {
    private static final int MOST_REQUESTS = 16;
    private static final long ANSWER_NANOS = 5_000_000_000L;

    private final ChildProcess server;
    private final Fabric fabric;
    private final Endpoint endpoint;
    private final Channel channel;
    private final RegionHandle region;
    private final MemorySegment memory;
    private final Batch batch;
    private final String echoPlace;
    private final MessageHandler count = (_, _, _, _) -> received();
    private long messages;

    private Client(ChildProcess server, String announcement, long regionBytes) {
        String[] parts = announcement.split(" ", -1);
        URI uri = URI.create(parts[0]);
        this.server = server;
        this.region = VerbsServer.handle(Long.parseLong(parts[1]), regionBytes);
        this.echoPlace = parts[2];
        this.fabric = Fabric.open(uri.getScheme(), Host.system());
        this.endpoint = fabric.endpoint(EndpointOptions.DEFAULT);
        this.channel = endpoint.connect(uri);
        channel.attach(region);
        this.memory = endpoint.allocate((long) RandomPages.BYTES * MOST_REQUESTS);
        this.batch = channel.batch(MOST_REQUESTS);
    }

    static Client start(String location, long regionBytes, String echoPlace) {
        ChildProcess server =
                ChildProcess.start(
                        VerbsServer.class, location, String.valueOf(regionBytes), echoPlace);
        return new Client(server, server.readLine(), regionBytes);
    }

    /** Sets how client and server wait for messages. */
    void waiting(Waiting waiting) {
        endpoint.waiting(waiting);
        server.ask(waiting.neverBlocks() ? "wait poll" : "wait block");
    }

    /** Sends a message and waits for its echo. */
    void messageRoundTrip(int bytes) {
        long before = messages;
        batch.clear();
        batch.send(memory, 0, bytes);
        batch.execute();
        while (messages == before) {
            if (endpoint.receive(count) == 0 && !endpoint.awaitMessage(ANSWER_NANOS)) {
                throw new IllegalStateException("no answer from " + channel.peer());
            }
        }
    }

    private void received() {
        messages++;
    }

    Batch batch() {
        return batch;
    }

    Channel channel() {
        return channel;
    }

    RegionHandle region() {
        return region;
    }

    MemorySegment memory() {
        return memory;
    }

    String echoPlace() {
        return echoPlace;
    }

    @Override
    public void close() {
        fabric.close();
        server.close();
    }
}
