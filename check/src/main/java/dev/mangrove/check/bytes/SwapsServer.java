package dev.mangrove.check.bytes;

import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The server of a run of {@link SwapsCheck}: threads that execute what clients ask for, on a tree
 * in memory that clients have mapped. The simulator runs one thread at a time, so requests lie on
 * the heap.
 */
final class SwapsServer {
    private static final int TAG = 1;

    /** Bytes of all pages, and of all extents. Chosen: no run needs as many. */
    private static final long HALF = 2 << 20;

    /** Between two looks at the requests. */
    private static final long PAUSE_NANOS = 500;

    private final SimHost host;
    private final MemorySegment memory;
    private final int pageSize;
    private final int fanout;
    private final Deque<Request<?>> requests = new ArrayDeque<>();
    private @Nullable BytesTree planted;
    private boolean closing;

    /** What a client asks for. */
    static final class Request<T> {
        private final Function<BytesTree, T> work;
        private @Nullable T result;
        private boolean done;

        Request(Function<BytesTree, T> work) {
            this.work = work;
        }

        private void execute(BytesTree tree) {
            result = work.apply(tree);
            SharedWords.beforeHeapRelease();
            done = true;
        }

        /** Whether it has been executed. */
        boolean isDone() {
            return done;
        }

        /** What the client gets. */
        T result() {
            return Objects.requireNonNull(result);
        }
    }

    SwapsServer(SimCluster cluster, int pageSize, int fanout) {
        this.host = cluster.addHost();
        this.pageSize = pageSize;
        this.fanout = fanout;
        URI uri = URI.create("sim://" + host.name() + ":1");
        Target target = host.fabric().listen(TargetOptions.at(uri));
        this.memory = target.allocate(1, 2 * HALF, Placement.HOST).memory();
    }

    /** Starts a thread that plants the tree. */
    Host.Task plant() {
        return host.start(
                "plant",
                () ->
                        planted =
                                new BytesTree(
                                        host,
                                        BytesTree.pages(
                                                memory, pageSize, TAG, new CheckedExtents(HALF)),
                                        new SweptPages(memory, pageSize, HALF),
                                        fanout));
    }

    /** Starts threads that execute requests until {@link #close}. */
    List<Host.Task> serve(int threads, Consumer<Runnable> attempt) {
        List<Host.Task> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(host.start("worker", () -> attempt.accept(this::work)));
        }
        return tasks;
    }

    private void work() {
        // Ends: when the run ends, all requests have been executed.
        while (!closing || !requests.isEmpty()) {
            Request<?> next = requests.pollFirst();
            if (next == null) {
                host.sleep(PAUSE_NANOS);
            } else {
                next.execute(tree());
            }
        }
    }

    /** Lets the threads end. */
    void close() {
        closing = true;
    }

    /** Sends a request. */
    <T> Request<T> send(Function<BytesTree, T> work) {
        Request<T> request = new Request<>(work);
        SharedWords.beforeHeapRelease();
        requests.addLast(request);
        return request;
    }

    /** The tree. */
    BytesTree tree() {
        return Objects.requireNonNull(planted);
    }

    MemorySegment memory() {
        return memory;
    }

    int pageSize() {
        return pageSize;
    }

    int tag() {
        return TAG;
    }

    SimHost host() {
        return host;
    }
}
