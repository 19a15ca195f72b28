package dev.mangrove.fabric.contract.verb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.ScatterGroup;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.transfer.RowMask;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** A group sends rows to several servers by one posting. */
public abstract class ScatterGroupContract extends FabricContract {
    private static final int ROWS = 64;
    private static final int ROW = 20;
    private static final int BYTES = ROWS * ROW;

    /** Every second row of the table. */
    private static final RowMask HALF = new RowMask(2 * ROW).run(0, ROW);

    @Test
    void shouldSendEachServerItsRows(World world) {
        Target second = world.listen();
        Region other = second.allocate(World.REGION, World.REGION_BYTES, Placement.HOST);
        ScatterGroup group = group(world, second, other);
        MemorySegment table = table(world);
        for (int round = 0; round < 3; round++) {
            group.clear();
            for (int server = 0; server < group.size(); server++) {
                Selection rows = new Selection().strided((long) server * ROW, ROWS / 2, HALF);
                group.write(server, address(world, other, server, round * 4096L), table, rows);
            }
            group.submit();
            assertThat(group.await()).isTrue();
            for (int row = 0; row < ROWS; row++) {
                MemorySegment memory = (row % 2 == 0 ? world.region() : other).memory();
                MemoryBytes.assertSame(
                        MemoryBytes.bytes(memory, round * 4096L + (long) (row / 2) * ROW, ROW),
                        MemoryBytes.bytes(table, (long) row * ROW, ROW),
                        "row " + row);
            }
        }
    }

    @Test
    void shouldKeepTheOrderOfAnyNumberOfWritesToAServer(World world) {
        Target second = world.listen();
        Region other = second.allocate(World.REGION, World.REGION_BYTES, Placement.HOST);
        ScatterGroup group = group(world, second, other);
        MemorySegment table = table(world);
        for (int row = 0; row < 3; row++) {
            Selection rows = new Selection().strided((long) row * ROW, 1, HALF);
            assertThat(group.write(0, world.at(8), table, rows)).isEqualTo(row);
        }
        group.submit();
        assertThat(group.await()).isTrue();
        MemoryBytes.assertSame(
                MemoryBytes.bytes(world.region().memory(), 8, ROW),
                MemoryBytes.bytes(table, 2 * ROW, ROW),
                "last row");
        assertThat(MemoryBytes.bytes(other.memory(), 0, BYTES)).containsOnly(0);
    }

    @Test
    void shouldCompleteForTheOthersWhenOneServerFails(World world) {
        Target second = world.listen();
        Region other = second.allocate(World.REGION, World.REGION_BYTES, Placement.HOST);
        ScatterGroup group = group(world, second, other);
        MemorySegment table = table(world);
        Selection rows = new Selection().strided(0, ROWS / 2, HALF);
        group.write(0, world.at(0), table, rows);
        group.write(1, other.handle().address(other.handle().size() - 8), table, rows);
        group.submit();
        assertThat(group.await()).isFalse();
        assertThat(group.failure(0)).isNull();
        FabricException failure = group.failure(1);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
        MemoryBytes.assertSame(
                MemoryBytes.bytes(world.region().memory(), 0, ROW),
                MemoryBytes.bytes(table, 0, ROW),
                "first row");
        group.clear().write(0, world.at(4096), table, rows);
        group.submit();
        assertThat(group.await()).as("the other channel serves on").isTrue();
    }

    @Test
    void shouldRefuseChannelsOfSeveralEndpoints(World world) {
        List<Channel> channels = List.of(world.channel(), world.connect().channel());
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ScatterGroup(channels, 1))
                .withMessageContaining("endpoints");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new ScatterGroup(List.of(), 1))
                .withMessageContaining("destinations");
    }

    private static ScatterGroup group(World world, Target second, Region other) {
        Channel channel = world.endpoint().connect(second.uri());
        channel.attach(other.handle());
        return new ScatterGroup(List.of(world.channel(), channel), 4);
    }

    private static long address(World world, Region other, int server, long offset) {
        return server == 0 ? world.at(offset) : other.handle().address(offset);
    }

    private static MemorySegment table(World world) {
        MemorySegment table = world.endpoint().allocate(BYTES);
        MemoryBytes.put(table, 0, MemoryBytes.pattern(7, BYTES));
        return table;
    }
}
