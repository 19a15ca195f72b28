package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.DyingPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.partition.TreeLoader;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A loader dies after each store in turn, including that of the root word. Other clients, with or
 * without a cached old root, see one tree: with all entries of the load or with none.
 */
final class CrashedLoadTest {
    private static final int PAGE_SIZE = 256;
    private static final int FANOUT = 9;
    private static final int MOST_STORES = 10_000;
    private static final long LOADED = 60;

    private PlainSpace space = new PlainSpace(PAGE_SIZE, 1);
    private AtomicLong root = new AtomicLong();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveOneTreeWhereverTheLoaderDies(boolean lines) {
        assertThat(dieEverywhere(lines, 0)).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveOneTreeWhereTheOldOneHadBeenEmptied(boolean lines) {
        assertThat(dieEverywhere(lines, 100)).isGreaterThan(10);
    }

    /** Lets the loader die after each store; returns the number of deaths. */
    private int dieEverywhere(boolean lines, long before) {
        for (int stores = 0; stores < MOST_STORES; stores++) {
            space = new PlainSpace(PAGE_SIZE, 600);
            root = PlainTree.plant(space);
            LocalLatches latches = new LocalLatches(Host.system());
            PlainTree old =
                    new PlainTree(space.pages(latches), root, new KnownRoot(root), FANOUT, 1 << 20);
            for (long key = 0; key < before; key++) {
                old.put(key, key);
            }
            for (long key = 0; key < before; key++) {
                old.remove(key);
            }
            assertThat(old.get(1)).isEqualTo(-1);
            boolean died = loadAndDie(lines, stores);
            assertOneTree(old, new PlainTree(space.pages(latches), root, FANOUT, 0), stores);
            if (!died) {
                return stores;
            }
        }
        throw new AssertionError("no end of stores");
    }

    private boolean loadAndDie(boolean lines, int stores) {
        DyingPages pages = new DyingPages(space, lines, stores);
        PlainTree loading = new PlainTree(pages, root, new DyingRoot(pages, root), FANOUT, 0);
        try {
            TreeLoader loader = loading.loader(0.7);
            for (long key = 0; key < LOADED; key++) {
                loader.add(10 * key, key);
            }
            loader.complete();
            loader.publish();
            return false;
        } catch (DyingPages.DiedException e) {
            return true;
        }
    }

    private static void assertOneTree(PlainTree old, PlainTree fresh, int stores) {
        BTreeVerifier untouched = fresh.walk();
        assertThat(untouched.faults()).as("after %d stores", stores).isEmpty();
        int loaded = old.keys().size();
        assertThat(untouched.entries()).as("after %d stores", stores).isEqualTo(loaded);
        assertThat(loaded).as("after %d stores", stores).isIn(0, (int) LOADED);
        assertThat(fresh.keys()).as("after %d stores", stores).hasSize(loaded);
        for (long key = 0; key < LOADED; key++) {
            PlainTree one = key % 2 == 0 ? old : fresh;
            PlainTree other = key % 2 == 0 ? fresh : old;
            one.put(10 * key + 5, key);
            assertThat(other.get(10 * key + 5)).as("after %d stores", stores).isEqualTo(key);
            assertThat(other.get(10 * key)).isEqualTo(loaded == 0 ? -1 : key);
        }
        assertThat(fresh.walk().faults()).as("after %d stores", stores).isEmpty();
        assertThat(fresh.walk().entries()).isEqualTo(loaded + LOADED);
    }

    /** The root of a client that reads the root word only when it must. */
    private static final class KnownRoot implements Root {
        private final AtomicLong pointer;
        private long known;

        KnownRoot(AtomicLong pointer) {
            this.pointer = pointer;
            this.known = pointer.get();
        }

        @Override
        public long get() {
            return known;
        }

        @Override
        public long refresh() {
            known = pointer.get();
            return known;
        }

        @Override
        public boolean swap(long expected, long next) {
            boolean swapped = pointer.compareAndSet(expected, next);
            refresh();
            return swapped;
        }
    }

    /** The root of a process that dies. */
    private record DyingRoot(DyingPages pages, AtomicLong pointer) implements Root {
        @Override
        public long get() {
            return pointer.get();
        }

        @Override
        public long refresh() {
            return pointer.get();
        }

        @Override
        public boolean swap(long expected, long next) {
            pages.store();
            return pointer.compareAndSet(expected, next);
        }
    }
}
