package dev.mangrove.fabric.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.host.Host;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions about how requests fail. */
public final class FailureAssertions {
    private FailureAssertions() {}

    /** Asserts that an action fails with the given kind of error. */
    public static FabricException assertFails(Kind kind, ThrowingCallable action) {
        Throwable thrown = catchThrowable(action);
        assertThat(thrown).isInstanceOf(FabricException.class);
        FabricException failure = (FabricException) thrown;
        assertThat(failure.kind()).as("%s", failure.getMessage()).isEqualTo(kind);
        return failure;
    }

    /**
     * Asserts that an action, repeated, fails with the given kind of error within the time that the
     * fabric promises.
     */
    public static FabricException assertFailsSoon(Kind kind, Host host, ThrowingCallable action) {
        long deadline = host.nanoTime() + FabricContract.PROMISE_NANOS;
        Throwable thrown = catchThrowable(action);
        while (thrown == null && host.nanoTime() - deadline < 0) {
            host.sleep(1_000_000);
            thrown = catchThrowable(action);
        }
        Throwable last = thrown;
        return assertFails(
                kind,
                () -> {
                    if (last != null) {
                        throw last;
                    }
                });
    }

    /** Asserts that a failed channel fails every later request with the same kind of error. */
    public static void assertStaysFailed(Channel channel, Kind kind, Batch batch) {
        assertThat(channel.isOpen()).as("channel is open").isFalse();
        FabricException failure = channel.failure();
        assertThat(failure).as("what the channel failed with").isNotNull();
        assertThat(failure.kind()).isEqualTo(kind);
        for (int i = 0; i < 2; i++) {
            batch.clear().send(channel.endpoint().allocate(8), 0, 8);
            FabricException again = assertFails(kind, batch::execute);
            assertThat(again).hasMessageContaining(channel.peer().toString());
        }
    }

    /** Asserts that the server serves its other clients and new ones. */
    public static void assertServes(World world, VerbClient... others) {
        long address = world.at(World.REGION_BYTES - 64);
        for (VerbClient other : others) {
            assertEchoes(other, address);
        }
        assertEchoes(world.connect(), address);
    }

    private static void assertEchoes(VerbClient client, long address) {
        byte[] before = client.read(address, 64);
        byte[] bytes = MemoryBytes.pattern(client.hashCode(), 64);
        client.write(address, bytes);
        assertThat(client.read(address, 64)).isEqualTo(bytes);
        client.write(address, before);
    }
}
