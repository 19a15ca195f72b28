package dev.mangrove.index.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import org.junit.jupiter.api.Test;

import java.net.URI;

class ConnectionPoliciesTest {
    private static final URI ANYWHERE = URI.create("tcp://127.0.0.1:0");

    @Test
    void shouldShareAPolicyBetweenTheThreadsOfAProcess() {
        try (MemoryServer server = MemoryServer.start(ServerOptions.at(ANYWHERE));
                MemoryServer _ =
                        MemoryServer.start(
                                ServerOptions.at(ANYWHERE).withJoin(server.uris().getFirst()));
                Mangrove mangrove = Mangrove.connect(server.uris().getFirst());
                Session first = ClientAccess.of(mangrove).session();
                Session second = ClientAccess.of(mangrove).session()) {
            ConnectionPolicies policies = ConnectionPolicies.of(first.pool());
            assertThat(ConnectionPolicies.of(second.pool())).isSameAs(policies);
            for (AccessMode mode : AccessMode.values()) {
                assertThat(policies.policy(first, 0, mode, 0.5))
                        .isSameAs(policies.policy(second, 0, mode, 0.5))
                        .isNotSameAs(policies.policy(first, 1, mode, 0.5));
            }
            assertThat(policies.policy(first, 0, AccessMode.RATIO, 0.5))
                    .isNotSameAs(policies.policy(first, 0, AccessMode.RATIO, 0.6));
        }
    }
}
