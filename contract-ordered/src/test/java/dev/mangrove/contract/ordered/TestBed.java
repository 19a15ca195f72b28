package dev.mangrove.contract.ordered;

import dev.mangrove.AccessMode;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The environment of the contract's tests for one design on one fabric: a pool that is started when
 * it is first needed. After a test that fails, the next one gets a new pool.
 */
final class TestBed implements AutoCloseable {
    /** Stands for the fabric where TreeMaps replace servers. */
    static final String MODEL = "model";

    /** Designs that take turns at small size, by fabric. */
    private static final Map<String, List<Design>> ON_TURNS =
            Map.of(
                    "shm", List.of(Design.COARSE, Design.SHERMAN, Design.CELL),
                    "tcp", List.of(Design.SHERMAN, Design.COARSE));

    /** Designs that take turns at small size in the simulator. */
    private static final List<Design> CHANGED_BY_CLIENTS =
            List.of(Design.FINE, Design.HYBRID, Design.SHERMAN);

    private static final long MEMORY_LIMIT = 32 * AddressSpace.CHUNK_BYTES;
    private static final long SIM_SEED = 1;

    private final String fabric;
    private final Design design;
    private final int servers;
    private final boolean handles;
    private final ViewOptions view;
    private @Nullable ContractMachines machines;
    private @Nullable ContractPool pool;
    private @Nullable IndexClient client;

    private TestBed(String fabric, Design design, int servers, boolean handles, ViewOptions view) {
        this.fabric = fabric;
        this.design = design;
        this.servers = servers;
        this.handles = handles;
        this.view = view;
    }

    /**
     * All designs on a fabric, with three servers; at full size with one server, too. Views of
     * coarse and cell also read half of the time by verbs, at full size in other access modes as
     * well. The simulator, which waits for nothing, has all of these; other fabrics have some, at
     * small size without fine and hybrid, which consist of parts of sherman and coarse.
     */
    static Stream<TestBed> on(String fabric) {
        boolean simulated = fabric.equals("sim");
        List<TestBed> testBeds = new ArrayList<>();
        for (Design design : Design.values()) {
            boolean combined = design == Design.FINE || design == Design.HYBRID;
            if (TestSize.FULL || simulated || !combined) {
                testBeds.add(new TestBed(fabric, design, 3, false, ViewOptions.DEFAULT));
            }
            if (TestSize.FULL && (simulated || design == Design.DEFAULT)) {
                testBeds.add(new TestBed(fabric, design, 1, false, ViewOptions.DEFAULT));
            }
        }
        ViewOptions apart = ViewOptions.DEFAULT.withInPlace(false);
        for (AccessMode mode : AccessMode.values()) {
            boolean more = simulated ? mode.mayOffload() : mode == AccessMode.CLIENT;
            boolean usual = mode == AccessMode.RATIO;
            if (TestSize.FULL ? usual || more : usual && simulated) {
                for (Design design : List.of(Design.COARSE, Design.CELL)) {
                    testBeds.add(new TestBed(fabric, design, 3, false, apart.withAccess(mode)));
                }
            }
        }
        return testBeds.stream();
    }

    /** One design, whose indexes are used by handles for all threads in place of views. */
    static TestBed ofHandles(String fabric) {
        return new TestBed(fabric, Design.SHERMAN, 3, true, ViewOptions.DEFAULT);
    }

    /**
     * Whether a test runs here. At small size a test runs in three designs in the simulator: in
     * coarse and cell, each in place or by verbs, and in one of those whose pages clients change;
     * and in one design on each other fabric. Which ones depends on its name. Design cell on shared
     * memory has all tests of moves.
     */
    boolean hasTurn(Method test) {
        if (TestSize.MATRIX || handles || fabric.equals(MODEL)) {
            return true;
        }
        int number = test.getName().hashCode();
        if (fabric.equals("sim")) {
            return switch (design) {
                case COARSE, CELL -> view.inPlace() == (Math.floorMod(number, 2) == 0);
                case FINE, HYBRID, SHERMAN ->
                        design == CHANGED_BY_CLIENTS.get(Math.floorMod(number, 3));
            };
        }
        List<Design> turns = ON_TURNS.getOrDefault(fabric, List.of());
        return test.getDeclaringClass() == MoveContract.class
                || design == turns.get(Math.floorMod(number, turns.size()));
    }

    String fabric() {
        return fabric;
    }

    Design design() {
        return design;
    }

    /** Whether tests get handles for all threads in place of views. */
    boolean handles() {
        return handles;
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
            discardPool();
            throw e;
        }
    }

    ContractMachines machines() {
        if (machines == null) {
            machines = fabric.equals("sim") ? new SimMachines(SIM_SEED) : new RealMachine(fabric);
        }
        return machines;
    }

    /** The pool that tests share. */
    ContractPool pool() {
        if (pool == null) {
            pool = newPool(MEMORY_LIMIT);
        }
        return pool;
    }

    /** A pool for one test. */
    ContractPool newPool(long memoryLimit) {
        return fabric.equals(MODEL)
                ? new ModelPool()
                : new ServerPool(machines(), servers, memoryLimit, handles, view);
    }

    /** The client that tests share. */
    IndexClient client() {
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
            discardPool();
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

    /** Closes real servers; simulated ones end with their cluster. */
    private void discardPool() {
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
        String of = handles ? "handles of " : "";
        return of
                + design.text()
                + " on "
                + fabric
                + ", "
                + servers
                + " servers, access "
                + view.access().text();
    }
}
