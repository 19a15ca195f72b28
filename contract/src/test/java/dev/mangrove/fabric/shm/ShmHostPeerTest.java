package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.contract.ProviderUnderTest;
import dev.mangrove.fabric.contract.message.MessageContract;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.HostPeer;
import dev.mangrove.fabric.contract.verb.ConcurrencyContract;
import dev.mangrove.fabric.host.Host;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Shared memory fulfils the contract between threads of one process, too, with peers in threads as
 * in a simulator.
 */
@ProviderUnderTest(ShmHostPeerTest.Threads.class)
final class ShmHostPeerTest {
    @Nested
    final class Messages extends MessageContract {}

    @Nested
    final class Concurrency extends ConcurrencyContract {}

    /** Like {@link ShmUnderTest}, with peers in threads. */
    static final class Threads implements FabricUnderTest {
        private final ShmUnderTest real = new ShmUnderTest();

        @Override
        public Fabric open() {
            return real.open();
        }

        @Override
        public URI newLocation() {
            return real.newLocation();
        }

        @Override
        public URI nowhere() {
            return real.nowhere();
        }

        @Override
        public @Nullable Secret secret() {
            return real.secret();
        }

        @Override
        public void run(Body body) throws Throwable {
            real.run(body);
        }

        @Override
        public HostPeer start(ContractProgram program, List<String> arguments) {
            return HostPeer.start(this, Host.system(), open(), program, arguments);
        }

        @Override
        public Set<String> traces() {
            return real.traces();
        }
    }
}
