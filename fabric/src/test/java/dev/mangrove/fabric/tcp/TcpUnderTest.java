package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.contract.ProcessTraces;
import dev.mangrove.fabric.contract.RealFabricUnderTest;
import dev.mangrove.fabric.socket.IoLoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.TreeSet;

/**
 * TCP on the loopback address: traces are sockets, selectors, I/O threads and the files behind
 * regions.
 */
final class TcpUnderTest extends RealFabricUnderTest {
    private static final Secret SECRET = Secret.of("of the contract suite");

    static {
        // The first close of a socket makes the JVM open a socket of its own, which it keeps.
        try (SocketChannel first = SocketChannel.open()) {
            first.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TcpUnderTest() {
        super(new TcpProvider());
    }

    @Override
    public URI newLocation() {
        return URI.create("tcp://127.0.0.1:0");
    }

    /** A privileged port at which no process listens. */
    @Override
    public URI nowhere() {
        return URI.create("tcp://127.0.0.1:1");
    }

    @Override
    public Secret secret() {
        return SECRET;
    }

    @Override
    public Set<String> traces() {
        Set<String> traces = new TreeSet<>(ProcessTraces.open("socket:"));
        traces.addAll(ProcessTraces.open("eventpoll"));
        traces.addAll(ProcessTraces.open("mangrove-unnamed"));
        traces.addAll(ProcessTraces.mapped("mangrove-unnamed"));
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(IoLoop.THREAD_NAME)) {
                traces.add("thread " + thread.getName());
            }
        }
        return traces;
    }
}
