package dev.mangrove.index.rtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.bytes.tree.HeapExtents;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Payloads when pages or extents run out: the change has no effect and keeps no memory. */
final class ScarcePayloadTest {
    private static final long EXTENT_BYTES = 4 << 20;
    private static final int OBJECTS = 60;
    private static final int MANY_PAGES = 1_000;

    /** As the directory does it, so that all objects of a test share one small table. */
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private static final int STRIPE_SHIFT = 54;

    private final SpatialOptions options = new SpatialOptions(SpatialDesign.RSTAR, 4);
    private final ScarceSpace pages = new ScarceSpace(options);
    private final HeapExtents extents = new HeapExtents(0, EXTENT_BYTES);
    private final MemorySegment memory = Arena.ofAuto().allocate(EXTENT_BYTES, 64);
    private final LocalSpatialTree view =
            new LocalSpatialTree(
                    new RTree(
                            Host.system(),
                            pages.memory(),
                            pages,
                            options,
                            1,
                            new Extents(memory, extents)));
    private final List<Long> ids = idsOfOneStripe();

    private static List<Long> idsOfOneStripe() {
        List<Long> ids = new ArrayList<>();
        for (long id = 0; ids.size() < OBJECTS; id++) {
            if ((id * MULTIPLIER) >>> STRIPE_SHIFT == 0) {
                ids.add(id);
            }
        }
        return ids;
    }

    private void insertAll() {
        for (int i = 0; i < OBJECTS; i++) {
            assertThat(view.insert(ids.get(i), i, 0)).isTrue();
        }
    }

    @Test
    void shouldSetNoPayloadWhenTheDirectoryHasNoRoomForIt() {
        insertAll();
        pages.leave(0);
        int set = setUntilRefused();
        assertThat(set).isBetween(1, OBJECTS - 1);
        assertThat(view.payload(ids.get(set))).isNull();
        assertThat(extents.allocated()).isEqualTo(set);
        assertThat(view.setPayload(ids.getFirst(), new byte[200])).as("needs no room").isTrue();
        view.verify().orThrow();
        assertThatThrownBy(() -> view.upsert(ids.get(set), 1_000, 1_000, new byte[9]))
                .isInstanceOf(ScarceSpace.UsedUp.class);
        assertThat(view.get(ids.get(set))).contains(new Place(set, 0, set, 0));
        pages.leave(MANY_PAGES);
        assertThat(view.upsert(ids.get(set), 1_000, 1_000, new byte[9])).isFalse();
        assertThat(view.payload(ids.get(set))).hasSize(9);
        view.verify().orThrow();
        for (long id : ids) {
            assertThat(view.delete(id)).isTrue();
        }
        assertThat(extents.allocated()).isZero();
        view.verify().orThrow();
    }

    private int setUntilRefused() {
        for (int i = 0; i < OBJECTS; i++) {
            try {
                assertThat(view.setPayload(ids.get(i), new byte[100])).isTrue();
            } catch (ScarceSpace.UsedUp e) {
                return i;
            }
        }
        return OBJECTS;
    }

    @Test
    void shouldInsertNothingWhenPagesRunOutAfterThePayloadWasStored() {
        int refused = 0;
        for (int i = 0; i < OBJECTS; i++) {
            for (int left = 0; !inserts(i, left); left++) {
                refused++;
                assertThat(left).isLessThan(MANY_PAGES);
                assertThat(extents.allocated()).isEqualTo(i);
                assertThat(view.get(ids.get(i))).isEmpty();
                view.verify().orThrow();
            }
            assertThat(view.payload(ids.get(i))).hasSize(i);
        }
        assertThat(refused).isGreaterThan(5);
    }

    private boolean inserts(int i, int left) {
        pages.leave(left);
        try {
            assertThat(view.insert(ids.get(i), i, 0, new byte[i])).isTrue();
            return true;
        } catch (ScarceSpace.UsedUp e) {
            return false;
        }
    }

    @Test
    void shouldChangeNothingWhenExtentsRunOut() {
        insertAll();
        view.setPayload(ids.getFirst(), new byte[5]);
        extents.limit(1);
        byte[] more = new byte[50];
        assertThatThrownBy(() -> view.setPayload(ids.getFirst(), more))
                .isInstanceOf(RequestRefusedException.class);
        assertThatThrownBy(() -> view.upsert(ids.getFirst(), 7, 7, more))
                .isInstanceOf(RequestRefusedException.class);
        assertThatThrownBy(() -> view.insert(-1, 7, 7, more))
                .isInstanceOf(RequestRefusedException.class);
        assertThat(view.payload(ids.getFirst())).hasSize(5);
        assertThat(view.get(ids.getFirst())).contains(new Place(0, 0, 0, 0));
        assertThat(view.get(-1)).isEmpty();
        view.verify().orThrow();
        assertThat(view.setPayload(ids.getFirst(), null)).isTrue();
        assertThat(view.insert(-1, 7, 7, more)).isTrue();
        view.verify().orThrow();
    }
}
