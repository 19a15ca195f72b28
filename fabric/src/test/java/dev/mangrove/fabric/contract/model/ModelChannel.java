package dev.mangrove.fabric.contract.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.contract.MemoryBytes;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One channel of the random program: records requests, executes them on an array as well, and
 * compares.
 */
final class ModelChannel {
    /** Bytes of a region that only one channel uses at a time. */
    static final int SLICE = 2048;

    private static final int LARGEST_BATCH = 12;
    private static final int LONGEST = 320;
    private static final int MOST_OUTSTANDING = 3;

    private final Region region;
    private final byte[] model;
    private final ModelInbox inbox;
    private final Deque<Outstanding> outstanding = new ArrayDeque<>();
    private final Deque<Batch> free = new ArrayDeque<>();
    private final MemorySegment local;
    private int slice;
    private int localUsed;
    private int requests;
    private long messages;
    private int immediates;

    ModelChannel(Channel channel, Region region, byte[] model, ModelInbox inbox) {
        this.region = region;
        this.model = model;
        this.inbox = inbox;
        this.local =
                channel.endpoint()
                        .allocate((long) (MOST_OUTSTANDING + 1) * LARGEST_BATCH * LONGEST);
        for (int i = 0; i <= MOST_OUTSTANDING; i++) {
            free.add(channel.batch(LARGEST_BATCH));
        }
    }

    int requests() {
        return requests;
    }

    void takeSlice(int number) {
        slice = number * SLICE;
    }

    /** Submits one more batch and checks completed ones. */
    void step(RandomGenerator random) {
        while (outstanding.size() >= MOST_OUTSTANDING) {
            consume(outstanding.removeFirst(), random.nextInt(3));
        }
        Batch batch = free.remove().clear();
        Outstanding next = new Outstanding(batch, new ArrayList<>());
        for (int i = random.nextInt(LARGEST_BATCH); i >= 0; i--) {
            next.checks.add(record(batch, random));
            requests++;
        }
        batch.submit();
        outstanding.add(next);
        inbox.drain();
        if (random.nextInt(4) == 0) {
            finish();
        }
    }

    /** Waits for all outstanding batches. */
    void finish() {
        while (!outstanding.isEmpty()) {
            consume(outstanding.removeFirst(), 0);
        }
        localUsed = 0;
        inbox.drain();
    }

    void assertRegionIsAsTheModel() {
        MemoryBytes.assertSame(
                MemoryBytes.bytes(region.memory(), 0, model.length), model, "region");
    }

    private void consume(Outstanding done, int way) {
        if (way == 0) {
            done.batch.await();
        } else {
            for (int i = 0; i < done.checks.size(); i++) {
                assertThat(done.batch.next()).isEqualTo(i);
                done.checks.get(i).run();
            }
            assertThat(way == 1 ? done.batch.next() : done.batch.poll()).isEqualTo(Batch.NONE);
        }
        done.checks.forEach(Runnable::run);
        free.add(done.batch);
    }

    private Runnable record(Batch batch, RandomGenerator random) {
        int length = random.nextInt(LONGEST);
        int at = slice + random.nextInt(SLICE - length);
        int word = slice + random.nextInt(SLICE / 8) * 8;
        return switch (random.nextInt(8)) {
            case 0, 1 -> read(batch, at, length);
            case 2 -> write(batch, at, length, random);
            case 3 -> writeWord(batch, slice + random.nextInt(SLICE - 8), random.nextLong());
            case 4 -> add(batch, word, random.nextLong());
            case 5 -> swap(batch, word, random);
            case 6 -> writeImmediate(batch, at, length, random);
            default -> send(batch, Math.max(length, ModelInbox.MESSAGE_BYTES));
        };
    }

    private Runnable read(Batch batch, int at, int length) {
        byte[] expected = MemoryBytes.bytes(modelMemory(), at, length);
        int to = takeLocal();
        batch.read(region.handle().address(at), local, to, length);
        return () -> MemoryBytes.assertSame(MemoryBytes.bytes(local, to, length), expected, "READ");
    }

    private Runnable write(Batch batch, int at, int length, RandomGenerator random) {
        int from = fillLocal(at, length, random);
        batch.write(region.handle().address(at), local, from, length);
        return () -> {};
    }

    private Runnable writeImmediate(Batch batch, int at, int length, RandomGenerator random) {
        int from = fillLocal(at, length, random);
        batch.writeImmediate(region.handle().address(at), local, from, length, immediates++);
        return () -> {};
    }

    private Runnable writeWord(Batch batch, int at, long value) {
        MemoryBytes.putWord(modelMemory(), at, value);
        batch.writeLong(region.handle().address(at), value);
        return () -> {};
    }

    private Runnable add(Batch batch, int at, long delta) {
        long old = MemoryBytes.word(modelMemory(), at);
        MemoryBytes.putWord(modelMemory(), at, old + delta);
        int request = batch.fetchAndAdd(region.handle().address(at), delta);
        return () -> assertThat(batch.result(request)).isEqualTo(old);
    }

    private Runnable swap(Batch batch, int at, RandomGenerator random) {
        long old = MemoryBytes.word(modelMemory(), at);
        long expected = random.nextInt(3) > 0 ? old : old + (1L << random.nextInt(64));
        long replacement = random.nextLong();
        if (old == expected) {
            MemoryBytes.putWord(modelMemory(), at, replacement);
        }
        int request = batch.compareAndSwap(region.handle().address(at), expected, replacement);
        return () -> assertThat(batch.result(request)).isEqualTo(old);
    }

    private Runnable send(Batch batch, int length) {
        int from = takeLocal();
        MemoryBytes.putWord(local, from + length - 8L, messages + 1);
        MemoryBytes.putWord(local, from, messages++);
        batch.send(local, from, length);
        return () -> {};
    }

    private int fillLocal(int at, int length, RandomGenerator random) {
        byte[] bytes = MemoryBytes.pattern(random.nextLong(), length);
        int from = takeLocal();
        MemoryBytes.put(local, from, bytes);
        MemoryBytes.put(modelMemory(), at, bytes);
        return from;
    }

    /**
     * Takes local memory from a ring that has room for all outstanding batches and the recorded
     * one.
     */
    private int takeLocal() {
        int offset = localUsed;
        localUsed = (int) ((localUsed + LONGEST) % local.byteSize());
        return offset;
    }

    private MemorySegment modelMemory() {
        return MemorySegment.ofArray(model);
    }

    private record Outstanding(Batch batch, List<Runnable> checks) {}
}
