package dev.mangrove.index.btree.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that queue for a key while one of them operates on it. */
@Timeout(60)
final class DelegatingPartitionTest {
    private static final long KEY = 7;
    private static final long TREE = 3;

    private final DelegationTable errands = new DelegationTable();
    private final Store store = new Store();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        store.gate.countDown();
        threads.shutdown();
    }

    @Test
    void shouldPutOnceForAllWaitingThreads() throws Exception {
        Future<Boolean> first = threads.submit(() -> put(1));
        store.awaitWork();
        List<Future<Boolean>> behind = new ArrayList<>();
        for (long value = 2; value <= 5; value++) {
            long fresh = value;
            behind.add(inLine(() -> put(fresh)));
        }
        Future<Long> reader = inLine(this::get);
        store.gate.countDown();

        assertThat(first.get()).isTrue();
        for (Future<Boolean> each : behind) {
            assertThat(each.get()).isFalse();
        }
        assertThat(reader.get()).isEqualTo(5);
        assertThat(store.log).containsExactly("put 1", "put 5");
    }

    @Test
    void shouldTellOneThatItsKeyIsNew() throws Exception {
        Future<Boolean> first = threads.submit(() -> put(0));
        store.awaitWork();
        Future<Boolean> one = inLine(() -> put(1));
        Future<Boolean> two = inLine(() -> put(2));
        store.forgetsPuts = true;
        store.gate.countDown();

        assertThat(first.get()).isTrue();
        assertThat(List.of(one.get(), two.get())).containsExactly(true, false);
        assertThat(store.log).containsExactly("put 0", "put 2");
    }

    @Test
    void shouldGetOnceForAllWaitingThreads() throws Exception {
        Future<Boolean> first = threads.submit(() -> put(9));
        store.awaitWork();
        List<Future<Long>> behind = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            behind.add(inLine(this::get));
        }
        store.gate.countDown();

        assertThat(first.get()).isTrue();
        for (Future<Long> each : behind) {
            assertThat(each.get()).isEqualTo(9);
        }
        assertThat(store.log).containsExactly("put 9", "get");
    }

    @Test
    void shouldLetGetsGoOnSideBySide() throws Exception {
        Future<Long> first = threads.submit(this::get);
        store.awaitWork();
        Future<Long> second = inLine(this::get);
        assertThat(store.log).containsExactly("get", "get");
        store.gate.countDown();
        assertThat(List.of(first.get(), second.get())).containsExactly(-1L, -1L);
    }

    @Test
    void shouldFailAllWaitingPutsAndLetOthersTry() throws Exception {
        Future<Boolean> first = threads.submit(() -> put(1));
        store.awaitWork();
        Future<Boolean> one = inLine(() -> put(2));
        Future<Boolean> two = inLine(() -> put(3));
        Future<Long> reader = inLine(this::get);
        store.failure = new IllegalStateException("cut off");
        store.gate.countDown();

        for (Future<Boolean> each : List.of(first, one, two)) {
            assertThatThrownBy(each::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseMessage("cut off");
        }
        store.failure = null;
        assertThat(reader.get()).isEqualTo(-1);
    }

    @Test
    void shouldNotWaitForOtherKeysOrChangesThatCannotBeJoined() throws Exception {
        Future<Boolean> first = threads.submit(() -> put(1));
        store.awaitWork();
        DelegatingPartition other = view();
        for (long key = 100; key < 100_000; key++) {
            assertThat(other.change(Change.PUT, key, key, 0)).isTrue();
        }
        assertThat(other.change(Change.DELETE, KEY, 0, 0)).isFalse();
        store.gate.countDown();
        assertThat(first.get()).isTrue();
    }

    @Test
    void shouldCountRightWhateverComesTogether() throws Exception {
        store.gate.countDown();
        List<Future<Integer>> workers = new ArrayList<>();
        int each = 20_000;
        for (int worker = 0; worker < 3; worker++) {
            workers.add(threads.submit(() -> putsThatWereNew(each)));
        }
        int fresh = 0;
        for (Future<Integer> worker : workers) {
            fresh += worker.get();
        }
        assertThat(fresh).isEqualTo(store.entries.size());
    }

    /** Puts keys that other threads put as well, and checks that they are present afterwards. */
    private int putsThatWereNew(int number) {
        DelegatingPartition view = view();
        Lookup found = new Lookup();
        int fresh = 0;
        for (int i = 0; i < number; i++) {
            long key = i / 4;
            fresh += view.change(Change.PUT, key, i, 0) ? 1 : 0;
            assertThat(view.get(key, found)).isTrue();
            assertThat(found.value / 4).isEqualTo(key);
        }
        return fresh;
    }

    private DelegatingPartition view() {
        return new DelegatingPartition(new StoreView(store), errands, TREE, Host.system());
    }

    private boolean put(long value) {
        return view().change(Change.PUT, KEY, value, 0);
    }

    private long get() {
        DelegatingPartition view = view();
        Lookup found = new Lookup();
        return view.get(KEY, found) ? found.value : -1;
    }

    /** Starts a task that must queue, and waits until it has queued. */
    private <T> Future<T> inLine(Callable<T> task) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Thread[] runner = new Thread[1];
        Future<T> future =
                threads.submit(
                        () -> {
                            runner[0] = Thread.currentThread();
                            started.countDown();
                            return task.call();
                        });
        started.await();
        // A queued thread blocks after it has spun.
        while (runner[0].getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        return future;
    }

    /** Entries, and a log of requests; the first operation on the key waits at a gate. */
    private static final class Store {
        private final Map<Long, Long> entries = new HashMap<>();
        private final List<String> log = new ArrayList<>();
        private final CountDownLatch working = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);
        private volatile @Nullable RuntimeException failure;
        private volatile boolean forgetsPuts;

        void awaitWork() throws InterruptedException {
            working.await();
        }

        private void work(long key, String what) {
            if (key == KEY && gate.getCount() > 0) {
                synchronized (this) {
                    log.add(what);
                }
                working.countDown();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            } else if (key == KEY) {
                synchronized (this) {
                    log.add(what);
                }
            }
            RuntimeException why = failure;
            if (why != null && what.startsWith("put")) {
                throw why;
            }
        }
    }

    /** One thread's view of the entries. */
    private static final class StoreView implements Partition {
        private final Store store;

        StoreView(Store store) {
            this.store = store;
        }

        @Override
        public boolean get(long key, Lookup into) {
            store.work(key, "get");
            synchronized (store) {
                into.value = store.entries.getOrDefault(key, -1L);
                return store.entries.containsKey(key);
            }
        }

        @Override
        public void finish(Lookups wanted) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean change(Change change, long key, long value, long expected) {
            if (change == Change.DELETE) {
                synchronized (store) {
                    return store.entries.remove(key) != null;
                }
            }
            store.work(key, "put " + value);
            synchronized (store) {
                Long before = store.entries.put(key, value);
                if (store.forgetsPuts) {
                    store.entries.remove(key);
                }
                return before == null;
            }
        }

        @Override
        public Cursor scan(RangeQuery query) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Loader loader(double fill) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void walk(BTreeVerifier walk) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
