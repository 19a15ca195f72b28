package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Executes one verb at a time on a channel, with results as plain values: for tests of other
 * matters than batches.
 */
public final class VerbClient {
    private static final int SCRATCH_BYTES = 4096;

    private final Channel channel;
    private final Batch batch;
    private MemorySegment scratch;

    public VerbClient(Channel channel) {
        this.channel = channel;
        this.batch = channel.batch(1);
        this.scratch = channel.endpoint().allocate(SCRATCH_BYTES);
    }

    /** Connects an endpoint to a target and attaches some of its regions. */
    public static VerbClient connect(Endpoint endpoint, Target target, Region... regions) {
        Channel channel = endpoint.connect(target.uri());
        for (Region region : regions) {
            channel.attach(region.handle());
        }
        return new VerbClient(channel);
    }

    public Channel channel() {
        return channel;
    }

    public Endpoint endpoint() {
        return channel.endpoint();
    }

    public byte[] read(long address, int length) {
        MemorySegment local = scratch(length);
        batch.clear().read(address, local, 0, length);
        batch.execute();
        return MemoryBytes.bytes(local, 0, length);
    }

    public void write(long address, byte... bytes) {
        MemorySegment local = scratch(bytes.length);
        MemoryBytes.put(local, 0, bytes);
        batch.clear().write(address, local, 0, bytes.length);
        batch.execute();
    }

    public void writeImmediate(long address, byte[] bytes, int immediate) {
        MemorySegment local = scratch(bytes.length);
        MemoryBytes.put(local, 0, bytes);
        batch.clear().writeImmediate(address, local, 0, bytes.length, immediate);
        batch.execute();
    }

    public long readWord(long address) {
        MemorySegment local = scratch(Long.BYTES);
        batch.clear().read(address, local, 0, Long.BYTES);
        batch.execute();
        return MemoryBytes.word(local, 0);
    }

    public void writeWord(long address, long value) {
        batch.clear().writeLong(address, value);
        batch.execute();
    }

    public long compareAndSwap(long address, long expected, long replacement) {
        batch.clear().compareAndSwap(address, expected, replacement);
        batch.execute();
        return batch.result(0);
    }

    public long maskedCompareAndSwap(
            long address, long expected, long replacement, long compareMask, long swapMask) {
        batch.clear().maskedCompareAndSwap(address, expected, replacement, compareMask, swapMask);
        batch.execute();
        return batch.result(0);
    }

    public long fetchAndAdd(long address, long delta) {
        batch.clear().fetchAndAdd(address, delta);
        batch.execute();
        return batch.result(0);
    }

    public void send(byte... message) {
        MemorySegment local = scratch(message.length);
        MemoryBytes.put(local, 0, message);
        batch.clear().send(local, 0, message.length);
        batch.execute();
    }

    /** Waits for messages of the server and returns them in the order they came. */
    public List<byte[]> receive(int number) {
        List<byte[]> messages = new ArrayList<>();
        while (messages.size() < number) {
            assertThat(endpoint().awaitMessage(FabricContract.PATIENCE_NANOS))
                    .as("message %d of %d has come", messages.size(), number)
                    .isTrue();
            endpoint()
                    .receive(
                            (from, memory, offset, length) ->
                                    messages.add(MemoryBytes.bytes(memory, offset, length)));
        }
        return messages;
    }

    private MemorySegment scratch(int length) {
        if (scratch.byteSize() < length) {
            scratch = endpoint().allocate(length);
        }
        return scratch;
    }
}
