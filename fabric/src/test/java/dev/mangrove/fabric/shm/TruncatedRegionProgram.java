package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.host.Host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.file.Path;

/**
 * Executes one verb until it is compiled, truncates the region's file, continues, and prints the
 * kind of the error. A JVM that crashes prints nothing.
 */
final class TruncatedRegionProgram {
    private static final long SIZE = 16 << 20;
    private static final int STRIDE = 8192 + 64;
    private static final int BYTES = 1024;

    private TruncatedRegionProgram() {}

    /** Arguments: location, verb, number of executions before the file is truncated. */
    public static void main(String[] arguments) throws IOException {
        Verb verb = Verb.valueOf(arguments[1]);
        try (Fabric fabric = Fabric.open("shm", Host.system())) {
            Target target = fabric.listen(TargetOptions.at(URI.create(arguments[0])));
            Region region = target.allocate(1, SIZE, Placement.HOST);
            Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT);
            Channel channel = endpoint.connect(target.uri());
            channel.attach(region.handle());
            Batch batch = channel.batch(1);
            MemorySegment local = endpoint.allocate(BYTES);
            use(batch, verb, region, local, Integer.parseInt(arguments[2]));
            truncate(ServerFolder.regionPath(ShmLocation.folder(target.uri()), 1));
            try {
                use(batch, verb, region, local, Integer.MAX_VALUE);
            } catch (FabricException e) {
                System.out.println(e.kind());
            }
        }
    }

    private static void use(Batch batch, Verb verb, Region region, MemorySegment local, int times) {
        long offset = 0;
        for (int i = 0; i < times; i++) {
            offset = (offset + STRIDE) % (SIZE - STRIDE);
            long address = region.handle().address(offset & -Long.BYTES);
            batch.clear();
            switch (verb) {
                case READ -> batch.read(address, local, 0, BYTES);
                case WRITE -> batch.write(address, local, 0, BYTES);
                case COMPARE_AND_SWAP -> batch.compareAndSwap(address, 0, 0);
                case MASKED_COMPARE_AND_SWAP -> batch.maskedCompareAndSwap(address, 0, 0, 1, 1);
                case FETCH_AND_ADD -> batch.fetchAndAdd(address, 1);
                default -> throw new IllegalArgumentException("not a verb on memory: " + verb);
            }
            batch.execute();
        }
    }

    private static void truncate(Path path) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(8192);
        }
    }
}
