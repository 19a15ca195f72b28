package dev.mangrove.fabric.contract.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.contract.Echo;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/**
 * A random program of batches on several channels of one thread has the same effect on regions as
 * on arrays. While its batches are outstanding, only one channel uses a slice of a region; at
 * random times all channels wait for each other and exchange slices.
 */
public abstract class ModelContract extends FabricContract {
    private static final int CHANNELS_PER_TARGET = 2;
    private static final int STEPS = rounds(6000);
    private static final int MESSAGES = rounds(2000);
    private static final int STEPS_PER_EXCHANGE = 50;

    @Test
    void shouldDoToRegionsWhatTheSameProgramDoesToArrays(World world, RandomGenerator random) {
        Endpoint endpoint = world.newEndpoint();
        List<ModelChannel> channels = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Target target = world.listen();
            Region region =
                    target.allocate(
                            i + 1, CHANNELS_PER_TARGET * ModelChannel.SLICE, Placement.HOST);
            byte[] model = new byte[CHANNELS_PER_TARGET * ModelChannel.SLICE];
            ModelInbox inbox = new ModelInbox(target.inbox(0));
            for (int j = 0; j < CHANNELS_PER_TARGET; j++) {
                VerbClient client = VerbClient.connect(endpoint, target, region);
                channels.add(new ModelChannel(client.channel(), region, model, inbox));
            }
        }
        runProgram(channels, random);
        channels.forEach(ModelChannel::finish);
        channels.forEach(ModelChannel::assertRegionIsAsTheModel);
        assertThat(channels.stream().mapToInt(ModelChannel::requests).sum()).isGreaterThan(STEPS);
    }

    @Test
    void shouldGiveTheSameAnswersThroughOneBatchAsOneByOne(World world, RandomGenerator random) {
        for (int round = 0; round < rounds(200); round++) {
            long first = random.nextLong();
            long delta = random.nextLong();
            long guess = random.nextBoolean() ? first + delta : first;
            Batch batch = world.channel().batch(4);
            batch.writeLong(world.at(0), first);
            batch.fetchAndAdd(world.at(0), delta);
            batch.compareAndSwap(world.at(0), guess, delta);
            batch.fetchAndAdd(world.at(0), 0);
            batch.execute();
            world.client().writeWord(world.at(8), first);
            assertThat(batch.result(1)).isEqualTo(world.client().fetchAndAdd(world.at(8), delta));
            assertThat(batch.result(2))
                    .isEqualTo(world.client().compareAndSwap(world.at(8), guess, delta));
            assertThat(batch.result(3)).isEqualTo(world.client().readWord(world.at(8)));
        }
    }

    /**
     * While the client waits for room it also receives messages, as the server may wait for that.
     */
    @Test
    void shouldBringBackMessagesOfAnySizeAsTheyWere(World world, RandomGenerator random) {
        world.serve(world.inbox(), new Echo(world.host()));
        Endpoint endpoint = world.endpoint();
        int largest = world.capabilities().largestMessage();
        MemorySegment local = endpoint.allocate(largest);
        Batch batch = world.channel().batch(1);
        Deque<byte[]> expected = new ArrayDeque<>();
        int sent = 0;
        batch.execute();
        while (sent < MESSAGES || !expected.isEmpty()) {
            if (sent < MESSAGES && batch.isDone()) {
                int length = random.nextInt(1 + (largest >>> random.nextInt(12)));
                byte[] message = MemoryBytes.pattern(random.nextLong(), length);
                MemoryBytes.put(local, 0, message);
                batch.clear().send(local, 0, length);
                batch.submit();
                expected.add(message);
                sent++;
            }
            batch.poll();
            int received =
                    endpoint.receive(
                            (from, memory, offset, length) ->
                                    MemoryBytes.assertSame(
                                            MemoryBytes.bytes(memory, offset, length),
                                            expected.remove(),
                                            "message"));
            if (received == 0 && (sent == MESSAGES || !batch.isDone())) {
                endpoint.awaitMessage(1_000_000);
            }
        }
        assertThat(world.channel().meter().messagesReceived()).isEqualTo(MESSAGES);
    }

    private static void runProgram(List<ModelChannel> channels, RandomGenerator random) {
        for (int step = 0; step < STEPS; step++) {
            if (step % STEPS_PER_EXCHANGE == 0) {
                channels.forEach(ModelChannel::finish);
                exchangeSlices(channels, random);
            }
            channels.get(random.nextInt(channels.size())).step(random);
        }
    }

    private static void exchangeSlices(List<ModelChannel> channels, RandomGenerator random) {
        for (int first = 0; first < channels.size(); first += CHANNELS_PER_TARGET) {
            List<Integer> slices = new ArrayList<>();
            for (int i = 0; i < CHANNELS_PER_TARGET; i++) {
                slices.add(i);
            }
            Collections.shuffle(slices, Random.from(random));
            for (int i = 0; i < CHANNELS_PER_TARGET; i++) {
                channels.get(first + i).takeSlice(slices.get(i));
            }
        }
    }
}
