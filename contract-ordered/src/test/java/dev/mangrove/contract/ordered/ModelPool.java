package dev.mangrove.contract.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.FakePool;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

import org.opentest4j.TestAbortedException;

/** TreeMaps instead of servers, which shows that the contract itself is consistent. */
final class ModelPool implements ContractPool {
    private final FakePool indexes = new FakePool();

    @Override
    public IndexClient connect(Host host) {
        return new ModelClient(indexes);
    }

    @Override
    public void close() {}

    private record ModelClient(FakePool indexes) implements IndexClient {
        @Override
        public void create(String name, OrderedOptions options) {
            indexes.create(name, options);
        }

        @Override
        public OrderedIndex open(String name, ViewOptions options) {
            return indexes.open(name);
        }

        @Override
        public ViewOptions view() {
            return ViewOptions.DEFAULT;
        }

        @Override
        public void drop(String name) {
            indexes.drop(name);
        }

        @Override
        public Mangrove mangrove() {
            throw new TestAbortedException("there are no servers below a model");
        }

        @Override
        public void close() {}
    }
}
