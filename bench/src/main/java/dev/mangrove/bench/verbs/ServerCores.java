package dev.mangrove.bench.verbs;

import dev.mangrove.Mangrove;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.fabric.Batch;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;

/**
 * Measures the processor time of a memory server while a client only READs: the server sends
 * heartbeats and does periodic work, and the READs cost it nothing.
 */
public final class ServerCores {
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration MEASURED = Duration.ofSeconds(5);

    private ServerCores() {}

    /** Runs the server process. Argument: the URI to listen at. */
    public static void main(String[] arguments) throws IOException {
        try (MemoryServer server = MemoryServer.start(ServerOptions.at(URI.create(arguments[0])))) {
            System.out.println(server.uris().getFirst());
            while (System.in.read() >= 0) {
                System.out.flush();
            }
        }
    }

    /** Average number of cores that a server process at the given URI uses. */
    static double measure(String location) {
        try (ChildProcess server = ChildProcess.start(ServerCores.class, location);
                Mangrove mangrove = Mangrove.connect(server.readLine());
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(AddressSpace.REGISTRAR, ChunkOwner.CLIENT);
            MemorySegment page = session.allocate(RandomPages.BYTES);
            RandomPages pages = new RandomPages(1, AddressSpace.CHUNK_BYTES);
            Batch batch = session.channel(chunk).batch(1);
            read(batch, chunk, pages, page, WARM_UP);
            Duration before = server.cpuTime();
            double seconds = read(batch, chunk, pages, page, MEASURED);
            return server.cpuTime().minus(before).toNanos() / 1e9 / seconds;
        }
    }

    private static double read(
            Batch batch, long chunk, RandomPages pages, MemorySegment page, Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
            for (int i = 0; i < 1000; i++) {
                batch.clear().read(chunk + pages.next(), page, 0, RandomPages.BYTES);
                batch.execute();
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
