package dev.mangrove.contract.ordered;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.ServerOptions;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The product's servers, each on a host of its own. */
final class ServerPool implements ContractPool {
    private static final Secret SECRET = Secret.of("known to all of the contract");

    private final List<MemoryServer> servers = new ArrayList<>();
    private final boolean handles;
    private final ViewOptions view;

    ServerPool(ContractMachines machines, int number, long memoryLimit) {
        this(machines, number, memoryLimit, false, ViewOptions.DEFAULT);
    }

    /**
     * Starts servers.
     *
     * @param handles whether clients open handles for all threads in place of views
     * @param view options of the clients' views
     */
    ServerPool(
            ContractMachines machines,
            int number,
            long memoryLimit,
            boolean handles,
            ViewOptions view) {
        this.handles = handles;
        this.view = view;
        for (int i = 0; i < number; i++) {
            Host host = machines.another();
            URI join = servers.isEmpty() ? null : uri();
            ServerOptions options =
                    ServerOptions.at(machines.location(host))
                            .withHost(host)
                            .withMemoryLimit(memoryLimit)
                            .withSecret(SECRET)
                            .withJoin(join);
            Tasks.runOn(host, () -> servers.add(MemoryServer.start(options)));
        }
    }

    @Override
    public IndexClient connect(Host host) {
        ConnectOptions options = ConnectOptions.DEFAULT.withSecret(SECRET);
        return new MangroveClient(Mangrove.connect(uri(), options, host), handles, view);
    }

    @Override
    public void close() {
        servers.reversed().forEach(MemoryServer::close);
    }

    private URI uri() {
        return servers.getFirst().uris().getFirst();
    }

    private record MangroveClient(Mangrove mangrove, boolean handles, ViewOptions view)
            implements IndexClient {
        @Override
        public void create(String name, OrderedOptions options) {
            mangrove.createOrdered(name, options).close();
        }

        @Override
        public OrderedIndex open(String name, ViewOptions options) {
            OrderedIndex index = mangrove.openOrdered(name, options);
            if (!handles || !options.equals(ViewOptions.DEFAULT)) {
                return index;
            }
            index.close();
            return mangrove.ordered(name);
        }

        @Override
        public void drop(String name) {
            mangrove.drop(name);
        }

        @Override
        public void close() {
            mangrove.close();
        }
    }
}
