package dev.mangrove.contract.ordered;

import dev.mangrove.fabric.host.Host;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** This machine; servers and clients run in one process. */
final class RealMachine implements ContractMachines {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String scheme;

    RealMachine(String scheme) {
        this.scheme = scheme;
    }

    @Override
    public void run(Body body) throws Throwable {
        body.run();
    }

    @Override
    public Host home() {
        return Host.system();
    }

    @Override
    public Host another() {
        return Host.system();
    }

    @Override
    public URI location(Host host) {
        String name = "ordered-" + ProcessHandle.current().pid() + "-" + NAMES.incrementAndGet();
        return URI.create(scheme.equals("shm") ? "shm:" + name : scheme + "://127.0.0.1:0");
    }

    @Override
    public void close() {}
}
