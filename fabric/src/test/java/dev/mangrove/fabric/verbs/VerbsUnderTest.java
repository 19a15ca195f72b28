package dev.mangrove.fabric.verbs;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.contract.ProcessTraces;
import dev.mangrove.fabric.contract.RealFabricUnderTest;
import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.GidInfo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.util.Set;

/**
 * Verbs on the first device of this machine, at the address of one of its GIDs: traces are devices,
 * event channels, sockets, threads and the files behind regions.
 */
final class VerbsUnderTest extends RealFabricUnderTest {
    /** Name of the files of unnamed regions. */
    private static final String UNNAMED = "mangrove-unnamed";

    private static final Secret SECRET = Secret.of("of the contract suite");

    static {
        // The first close of a socket makes the JVM open a socket of its own, which it keeps.
        try (SocketChannel first = SocketChannel.open()) {
            first.configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    VerbsUnderTest() {
        super(new VerbsProvider());
    }

    /** Whether this machine has a usable device. */
    static boolean isPossible() {
        try {
            return VerbsProvider.devices().stream().anyMatch(DeviceInfo::isUsable);
        } catch (FabricException e) {
            return false;
        }
    }

    /** An IPv4 address of the device. */
    private static String address() {
        return Address.TEXT;
    }

    private static String findAddress() {
        return VerbsProvider.devices().stream()
                .flatMap(device -> device.ports().stream())
                .flatMap(port -> port.gids().stream())
                .map(GidInfo::address)
                .filter(address -> address.indexOf(':') < 0)
                .findFirst()
                .orElse("127.0.0.1");
    }

    @Override
    public URI newLocation() {
        return URI.create("verbs://" + address() + ":0");
    }

    /** A privileged port at which no process listens. */
    @Override
    public URI nowhere() {
        return URI.create("verbs://" + address() + ":1");
    }

    @Override
    public Secret secret() {
        return SECRET;
    }

    @Override
    public Set<String> traces() {
        Set<String> traces =
                ProcessTraces.open(
                        "socket:", "eventpoll", "eventfd", "infiniband", "uverbs", UNNAMED);
        traces.addAll(ProcessTraces.mapped(UNNAMED, "uverbs"));
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(VerbsFabric.THREAD_NAME)) {
                traces.add("thread " + thread.getName());
            }
        }
        return traces;
    }

    private static final class Address {
        static final String TEXT = findAddress();
    }
}
