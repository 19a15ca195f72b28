package dev.mangrove.server.ordered;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.TestSize;

import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where all tests of the contract run for one design on one fabric: a pool that is started when it
 * is first needed. A test that fails takes the pool with it; the next one has another.
 */
final class Ground implements AutoCloseable {
    /** The fabric of those who have none. */
    static final String MODEL = "model";

    private static final long MEMORY_LIMIT = 32 * AddressSpace.CHUNK_BYTES;
    private static final long SIM_SEED = 1;

    private final String fabric;
    private final Design design;
    private final int servers;
    private @Nullable Machines machines;
    private @Nullable Pool pool;
    private @Nullable Client client;

    private Ground(String fabric, Design design, int servers) {
        this.fabric = fabric;
        this.design = design;
        this.servers = servers;
    }

    /** All designs on a fabric, with three servers; at full size with one server, too. */
    static Stream<Ground> on(String fabric) {
        List<Ground> grounds = new ArrayList<>();
        for (Design design : Design.values()) {
            grounds.add(new Ground(fabric, design, 3));
            if (TestSize.FULL) {
                grounds.add(new Ground(fabric, design, 1));
            }
        }
        return grounds.stream();
    }

    String fabric() {
        return fabric;
    }

    Design design() {
        return design;
    }

    int servers() {
        return servers;
    }

    /** Runs a test: at once, or in virtual time. */
    void run(Body body) throws Throwable {
        try {
            machines().run(body);
        } catch (TestAbortedException e) {
            throw e;
        } catch (Throwable e) {
            abandon();
            throw e;
        }
    }

    Machines machines() {
        if (machines == null) {
            machines = fabric.equals("sim") ? new SimMachines(SIM_SEED) : new RealMachine(fabric);
        }
        return machines;
    }

    /** The pool that tests share. */
    Pool pool() {
        if (pool == null) {
            pool = newPool(MEMORY_LIMIT);
        }
        return pool;
    }

    /** A pool for one test. */
    Pool newPool(long memoryLimit) {
        return fabric.equals(MODEL)
                ? new ModelPool()
                : new ServerPool(machines(), servers, memoryLimit);
    }

    /** The client that tests share. */
    Client client() {
        if (client == null) {
            client = pool().connect(machines().home());
        }
        return client;
    }

    @Override
    public void close() {
        try {
            machines().run(this::closePool);
        } catch (Throwable e) {
            throw new AssertionError("the pool does not close", e);
        } finally {
            abandon();
        }
    }

    private void closePool() {
        if (client != null) {
            client.close();
        }
        if (pool != null) {
            pool.close();
        }
    }

    /** Simulated servers end with their cluster, real ones have to be closed. */
    private void abandon() {
        if (machines instanceof SimMachines) {
            machines.close();
        } else {
            closePool();
        }
        machines = null;
        pool = null;
        client = null;
    }

    @Override
    public String toString() {
        return design.text() + " on " + fabric + ", " + servers + " servers";
    }
}
