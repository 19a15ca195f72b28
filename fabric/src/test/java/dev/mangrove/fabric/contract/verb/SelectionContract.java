package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.peer.CounterPrograms;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

/** Gathers and scatters move the fragments of a selection, in order, and no other byte. */
public abstract class SelectionContract extends FabricContract {
    private static final int LOCAL_BYTES = 1 << 16;
    private static final int ROWS = 4;
    private static final long ROW = 64;
    private static final long WORK_NANOS = 100_000_000;
    private static final int FEWEST_VERSIONS = 3;

    @Test
    void shouldGatherWhatTheSameSelectionOfAnArrayHolds(World world, RandomGenerator random) {
        byte[] model = MemoryBytes.pattern(1, World.REGION_BYTES);
        MemoryBytes.put(world.region().memory(), 0, model);
        MemorySegment local = world.endpoint().allocate(LOCAL_BYTES);
        Batch batch = world.channel().batch(2);
        SelectionModel drawn = new SelectionModel(random, World.REGION_BYTES, LOCAL_BYTES - 16);
        for (int round = 0; round < rounds(200); round++) {
            drawn.draw(world.at(0));
            int shift = random.nextInt(16);
            local.fill((byte) 0x5A);
            byte[] expected = MemoryBytes.bytes(local, 0, LOCAL_BYTES);
            drawn.gather(model, expected, shift);
            batch.clear().gather(drawn.selection(), local, shift);
            batch.execute();
            assertThat(batch.tornRows(0)).isZero();
            MemoryBytes.assertSame(
                    MemoryBytes.bytes(local, 0, LOCAL_BYTES), expected, drawn.toString());
        }
    }

    @Test
    void shouldScatterAsToTheSameSelectionOfAnArray(World world, RandomGenerator random) {
        byte[] model = MemoryBytes.pattern(2, World.REGION_BYTES);
        MemoryBytes.put(world.region().memory(), 0, model);
        MemorySegment local = world.endpoint().allocate(LOCAL_BYTES);
        byte[] source = MemoryBytes.pattern(3, LOCAL_BYTES);
        MemoryBytes.put(local, 0, source);
        Batch batch = world.channel().batch(2);
        SelectionModel drawn = new SelectionModel(random, World.REGION_BYTES, LOCAL_BYTES - 16);
        for (int round = 0; round < rounds(100); round++) {
            drawn.draw(world.at(0));
            int shift = random.nextInt(16);
            drawn.scatter(source, shift, model);
            batch.clear().scatter(drawn.selection(), local, shift);
            batch.execute();
            MemoryBytes.assertSame(
                    MemoryBytes.bytes(world.region().memory(), 0, World.REGION_BYTES),
                    model,
                    drawn.toString());
        }
    }

    @Test
    void shouldWriteASelectionOfLocalMemoryEndToEnd(World world, RandomGenerator random) {
        byte[] model = new byte[World.REGION_BYTES];
        MemorySegment local = world.endpoint().allocate(LOCAL_BYTES);
        byte[] source = MemoryBytes.pattern(4, LOCAL_BYTES);
        MemoryBytes.put(local, 0, source);
        Batch batch = world.channel().batch(3);
        SelectionModel drawn = new SelectionModel(random, LOCAL_BYTES, LOCAL_BYTES);
        for (int round = 0; round < rounds(100); round++) {
            drawn.draw(0);
            int shift = random.nextInt(16);
            drawn.gather(source, model, shift);
            model[0] = (byte) round;
            model[model.length - 1] = (byte) round;
            batch.clear();
            batch.write(world.at(shift), local, drawn.selection());
            batch.write(world.at(0), MemorySegment.ofArray(new byte[] {(byte) round}), 0, 1);
            batch.write(
                    world.at(World.REGION_BYTES - 1),
                    MemorySegment.ofArray(new byte[] {(byte) round}),
                    0,
                    1);
            batch.execute();
            MemoryBytes.assertSame(
                    MemoryBytes.bytes(world.region().memory(), 0, World.REGION_BYTES),
                    model,
                    drawn.toString());
        }
    }

    @Test
    void shouldTakeEffectInTheOrderOfTheBatch(World world) {
        MemorySegment local = world.endpoint().allocate(256);
        MemoryBytes.putWord(local, 0, 11);
        MemoryBytes.putWord(local, 8, 12);
        Selection words = new Selection().strided(world.at(0), 2, new RowMask(64).run(0, 8));
        Batch batch = world.channel().batch(8);
        batch.writeLong(world.at(0), 1);
        int before = batch.gather(words, local, 64);
        batch.scatter(words, local, 0);
        int swap = batch.compareAndSwap(world.at(64), 12, 13);
        int after = batch.gather(words, local, 128);
        batch.writeLong(world.at(0), 2);
        batch.submit();
        for (int request = 0; request < 6; request++) {
            assertThat(batch.next()).isEqualTo(request);
        }
        assertThat(batch.next()).isEqualTo(Batch.NONE);
        assertThat(batch.result(swap)).isEqualTo(12);
        assertThat(before).isEqualTo(1);
        assertThat(after).isEqualTo(4);
        assertThat(MemoryBytes.word(local, 64)).isEqualTo(1);
        assertThat(MemoryBytes.word(local, 72)).isZero();
        assertThat(MemoryBytes.word(local, 128)).isEqualTo(11);
        assertThat(MemoryBytes.word(local, 136)).isEqualTo(13);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(2);
    }

    @Test
    void shouldGatherFromSeveralRegions(World world) {
        Region second = world.target().allocate(2, 4096, Placement.HOST);
        world.channel().attach(second.handle());
        MemoryBytes.putWord(world.region().memory(), World.REGION_BYTES - 8, 5);
        MemoryBytes.putWord(second.memory(), 0, 6);
        long[] pointers = {second.handle().address(0), world.at(World.REGION_BYTES - 8)};
        MemorySegment local = world.endpoint().allocate(16);
        Batch batch = world.channel().batch(1);
        batch.gather(new Selection().pointed(pointers, 2, RowMask.whole(8).guard(0)), local, 0);
        batch.execute();
        assertThat(MemoryBytes.word(local, 0)).isEqualTo(6);
        assertThat(MemoryBytes.word(local, 8)).isEqualTo(5);
    }

    @Test
    void shouldMoveMoreFragmentsThanABatchHasRequests(World world) {
        int rows = 3 * world.capabilities().largestBatch() + 1;
        RowMask mask = new RowMask(16).run(3, 1);
        Selection bytes = new Selection().strided(world.at(0), Math.min(rows, 16_000), mask);
        MemorySegment local = world.endpoint().allocate(bytes.bytes());
        local.fill((byte) 7);
        Batch batch = world.channel().batch(2);
        batch.scatter(bytes, local, 0);
        batch.execute();
        MemoryBytes.put(world.region().memory(), 3, (byte) 9);
        local.fill((byte) 0);
        batch.clear().gather(bytes, local, 0);
        batch.execute();
        byte[] found = MemoryBytes.bytes(local, 0, bytes.bytes());
        assertThat(found[0]).isEqualTo((byte) 9);
        for (int i = 1; i < found.length; i++) {
            assertThat(found[i]).as("row %d", i).isEqualTo((byte) 7);
        }
    }

    @Test
    void shouldCompleteASelectionOfNoRows(World world) {
        Selection none =
                new Selection().mapped(new long[1], 64, ColumnSet.byRow().column(world.at(0), 8));
        MemorySegment local = world.endpoint().allocate(8);
        Batch batch = world.channel().batch(3);
        batch.gather(none, local, 0);
        batch.scatter(none, local, 0);
        batch.execute();
        assertThat(batch.isDone()).isTrue();
        assertThat(batch.tornRows(0)).isZero();
    }

    @Test
    void shouldFailWithTheFieldOfAPointerOutOfBounds(World world) {
        RowMask mask = new RowMask(64).run(0, 8).run(56, 8);
        long[] pointers = {world.at(0), world.at(64), world.at(World.REGION_BYTES - 63)};
        assertRefused(
                world,
                new Selection().pointed(pointers, 3, mask),
                Kind.OUT_OF_BOUNDS,
                "pointers[2]");
        pointers[1] = Address.of(7, 0);
        assertRefused(
                world, new Selection().pointed(pointers, 3, mask), Kind.BAD_KEY, "pointers[1]");
    }

    @Test
    void shouldFailWithTheFieldOfRowsOrColumnsOutOfBounds(World world) {
        int rows = World.REGION_BYTES / 64;
        assertRefused(
                world,
                new Selection().strided(world.at(1), rows, new RowMask(64).run(0, 64)),
                Kind.OUT_OF_BOUNDS,
                "rows=" + rows);
        ColumnSet columns = ColumnSet.byRow().column(world.at(0), 8).column(world.at(8), 4096);
        assertRefused(
                world,
                new Selection().mapped(new long[] {1}, 64, columns),
                Kind.OUT_OF_BOUNDS,
                "columns[1]");
    }

    @Test
    void shouldRefuseAGuardThatIsNoAlignedWord(World world) {
        Selection misaligned =
                new Selection().strided(world.at(4), 2, new RowMask(64).run(0, 8).guard(0));
        assertRefused(world, misaligned, Kind.MISALIGNED, "guard");
    }

    @Test
    void shouldRefuseALocalSelectionThatLeavesItsMemory(World world) {
        MemorySegment local = world.endpoint().allocate(128);
        Batch batch = world.channel().batch(1);
        Selection outside = new Selection().pointed(new long[] {0, 121}, 2, RowMask.whole(8));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> batch.write(world.at(0), local, outside))
                .withMessageContaining("pointers[1]");
    }

    /**
     * The writer changes rows under sequence locks: odd while it writes. A row between equal, even
     * guards is whole.
     */
    @Test
    void shouldGatherWholeRowsWhileTheyChange(World world) {
        AtomicBoolean stopped = new AtomicBoolean();
        Host.Task writer = world.host().start("writer", () -> change(world, stopped));
        MemorySegment local = world.endpoint().allocate(ROWS * ROW);
        Selection rows =
                new Selection().strided(world.at(0), ROWS, RowMask.whole((int) ROW).guard(0));
        Batch batch = world.channel().batch(1);
        Set<Long> seen = new HashSet<>();
        Runnable look =
                () -> {
                    batch.clear().gather(rows, local, 0);
                    batch.execute();
                    if (batch.tornRows(0) == 0) {
                        checkRows(local, seen);
                    }
                };
        CounterPrograms.repeat(world.host(), WORK_NANOS, look);
        // On a busy machine the writer may begin late.
        long deadline = world.host().nanoTime() + PATIENCE_NANOS;
        while (seen.size() <= FEWEST_VERSIONS && world.host().nanoTime() - deadline < 0) {
            look.run();
        }
        stopped.set(true);
        assertThat(writer.join(PATIENCE_NANOS)).isTrue();
        assertThat(seen).as("versions of rows seen").hasSizeGreaterThan(FEWEST_VERSIONS);
    }

    private static void change(World world, AtomicBoolean stopped) {
        VerbClient client = world.connect();
        Batch batch = client.channel().batch(10);
        for (long version = 2; !stopped.get(); version += 2) {
            for (int row = 0; row < ROWS && !stopped.get(); row++) {
                long at = world.at(row * ROW);
                client.writeWord(at, version - 1);
                batch.clear();
                for (long word = 8; word < ROW; word += 8) {
                    batch.writeLong(at + word, version);
                }
                batch.execute();
                client.writeWord(at, version);
            }
        }
    }

    private static void checkRows(MemorySegment local, Set<Long> seen) {
        for (long row = 0; row < ROWS; row++) {
            long guard = MemoryBytes.word(local, row * ROW);
            if (guard % 2 != 0) {
                continue;
            }
            seen.add(guard);
            for (long word = 8; word < ROW; word += 8) {
                assertThat(MemoryBytes.word(local, row * ROW + word))
                        .as("word %d of row %d", word, row)
                        .isEqualTo(guard);
            }
        }
    }

    @Test
    void shouldCountThePayloadOfSelections(World world) {
        VerbClient client = world.connect();
        Batch batch = client.channel().batch(2);
        MemorySegment local = client.endpoint().allocate(128);
        Selection words = new Selection().strided(world.at(0), 4, new RowMask(1024).run(0, 8));
        batch.gather(words, local, 0);
        batch.scatter(words, local, 0);
        batch.execute();
        assertThat(client.channel().meter().roundTrips()).isEqualTo(1);
        assertThat(client.channel().meter().requests(Verb.GATHER)).isEqualTo(1);
        assertThat(client.channel().meter().bytesRead()).isEqualTo(32);
        assertThat(client.channel().meter().bytesWritten()).isEqualTo(32);
    }

    private static void assertRefused(World world, Selection selection, Kind kind, String field) {
        for (Verb verb : new Verb[] {Verb.GATHER, Verb.SCATTER}) {
            VerbClient client = world.connect();
            MemorySegment local = client.endpoint().allocate(1 << 19);
            Batch batch = client.channel().batch(1);
            int request =
                    verb == Verb.GATHER
                            ? batch.gather(selection, local, 0)
                            : batch.scatter(selection, local, 0);
            assertThat(request).isZero();
            assertThat(FailureAssertions.assertFails(kind, batch::execute))
                    .hasMessageContaining(verb.name())
                    .hasMessageContaining(field)
                    .hasMessageContaining(client.channel().peer().toString());
            FailureAssertions.assertStaysFailed(client.channel(), kind, batch);
        }
    }
}
