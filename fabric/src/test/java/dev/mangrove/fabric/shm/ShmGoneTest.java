package dev.mangrove.fabric.shm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A client is gone as soon as it can no longer store, and not before. */
final class ShmGoneTest {
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final Fabric fabric = new ShmProvider().open(Host.system());
    private final CountDownLatch ended = new CountDownLatch(1);
    private @TempDir Path parent;
    private Region region;
    private Endpoint endpoint;
    private Channel channel;
    private Inbox inbox;
    private Connection connection;

    @BeforeEach
    void connect() {
        Target target = fabric.listen(TargetOptions.at(ShmLocation.uri(parent.resolve("alpha"))));
        region = target.allocate(1, 4096, Placement.HOST);
        inbox = target.inbox(0);
        endpoint = fabric.endpoint(EndpointOptions.DEFAULT);
        channel = endpoint.connect(target.uri());
        channel.attach(region.handle());
        until(() -> connection != null);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    @Test
    void shouldNotBeGoneWhileSomethingStillStoresIntoARegion() throws Exception {
        Pipe pipe = Pipe.open();
        MemorySegment memory = channel.direct(region.handle()).asSlice(0, Long.BYTES);
        Thread storing = Thread.ofPlatform().start(() -> fill(memory.asByteBuffer(), pipe));
        until(() -> isReading(storing));

        endpoint.close();
        for (int i = 0; i < 50; i++) { // Longer than a round of the client monitor.
            poll();
            Thread.sleep(10);
            assertThat(connection.isGone() || !connection.isOpen()).isFalse();
        }
        pipe.sink().write(ByteBuffer.allocate(Long.BYTES).putLong(0, -1));
        storing.join();
        assertThat(region.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(-1);
        until(() -> ended.getCount() == 0 && connection.isGone());
        assertThat(memory.scope().isAlive()).isFalse();
    }

    @Test
    void shouldNotBeGoneWhenTheServerHasClosedTheConnectionOfAClientThatLives() {
        MemorySegment memory = channel.direct(region.handle());
        connection.close();
        until(() -> ended.getCount() == 0);
        assertThat(connection.isOpen()).isFalse();
        assertThat(connection.isGone()).isFalse();
        memory.set(ValueLayout.JAVA_LONG, 0, 1);
        endpoint.close();
        until(connection::isGone);
    }

    private static void fill(ByteBuffer place, Pipe pipe) {
        try {
            pipe.source().read(place);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isReading(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.isNativeMethod() && frame.getMethodName().startsWith("read")) {
                return true;
            }
        }
        return false;
    }

    private void until(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline).as("within 10 s").isNegative();
            poll();
        }
    }

    private void poll() {
        inbox.await(Waiting.BLOCK, TimeUnit.MILLISECONDS.toNanos(1));
        inbox.poll(
                new Inbox.Handler() {
                    @Override
                    public void onOpened(Connection opened) {
                        connection = opened;
                    }

                    @Override
                    public void onMessage(
                            Connection from, MemorySegment memory, long offset, int length) {}

                    @Override
                    public void onImmediate(Connection from, int immediate) {}

                    @Override
                    public void onClosed(Connection closed, String reason) {
                        ended.countDown();
                    }
                },
                64);
    }
}
