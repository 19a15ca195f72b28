package dev.mangrove.index.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Verb;
import dev.mangrove.index.latch.LatchOwner;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.latch.RemoteLatches;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Profile;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.net.URI;
import java.util.Set;

/**
 * What an insert into a leaf costs in round trips and WRITEs. An entry's stamp must not be in the
 * WRITE that carries its key and value unless the fabric keeps their line whole: it could be seen
 * ahead of them.
 */
final class CombinedWritesTest {
    private static final int REGION = 0x101;
    private static final int PAGE_BYTES = 512;
    private static final long PAGE = PagePointer.of(Address.of(REGION, PAGE_BYTES), 1);
    private static final int TAG = 7;
    private static final long KEY = 5;
    private static final long VALUE = 50;

    @Test
    void shouldSendAStampBehindItsEntryWhereOnlyWordsAreWhole() {
        assertThat(costOfInsert(8, Technique.COMBINE, Technique.APART))
                .as("page with the entry, page with the stamp, latch: each waits for the last")
                .isEqualTo(new Cost(3, 3));
    }

    @Test
    void shouldSendBothInOneWriteWhereLinesAreWhole() {
        assertThat(costOfInsert(64, Technique.COMBINE, Technique.APART))
                .as("page, then latch")
                .isEqualTo(new Cost(1, 2));
    }

    @Test
    void shouldCombineWritesOfWordsAsTheyStayInOrder() {
        assertThat(costOfInsert(8, Technique.COMBINE, Technique.APART, Technique.LINES))
                .as("key, value, stamp, latch")
                .isEqualTo(new Cost(1, 4));
    }

    @Test
    void shouldWaitForEachStepWithoutTheTechnique() {
        assertThat(costOfInsert(64, Technique.APART)).isEqualTo(new Cost(2, 2));
    }

    private static Cost costOfInsert(int readAtomicity, Technique... techniques) {
        Profile profile =
                Profile.named("base")
                        .with("promise.read_atomicity", readAtomicity)
                        .with("promise.ordered_writes", 1);
        try (SimCluster cluster = new SimCluster(profile, 1, Faults.NONE, 0, null)) {
            SimHost server = cluster.addHost();
            Target target =
                    server.fabric()
                            .listen(TargetOptions.at(URI.create("sim://" + server.name() + ":1")));
            Region region = target.allocate(REGION, 2 * PAGE_BYTES, Placement.HOST);
            new PageImage(Arena.ofAuto().allocate(PAGE_BYTES), PAGE_BYTES, TAG)
                    .unbounded(PAGE, 0, 0)
                    .copyTo(region.memory(), PAGE_BYTES);
            SimHost client = cluster.addHost();
            Channel channel =
                    client.fabric().endpoint(EndpointOptions.DEFAULT).connect(target.uri());
            channel.attach(region.handle());
            return insert(client, channel, Set.of(techniques));
        }
    }

    private static Cost insert(SimHost client, Channel channel, Set<Technique> techniques) {
        CopiedPages pages =
                new CopiedPages(
                        channel,
                        new OneLatch(),
                        new LatchWait(client, (word, keepOut) -> false, true),
                        null,
                        PAGE_BYTES,
                        new AccessOptions(false, CopyCheck.EVERY_LINE, true, techniques));
        LockedPage page = new LockedPage(client, PAGE_BYTES, TAG);
        pages.lock(PAGE, page);
        long trips = channel.meter().roundTrips();
        long writes = channel.meter().requests(Verb.WRITE);
        page.editor().fill(page.view().freeSlot(KEY), KEY, VALUE);
        page.unlock();
        Cost cost =
                new Cost(
                        channel.meter().roundTrips() - trips,
                        channel.meter().requests(Verb.WRITE) - writes);
        pages.open(PAGE, page.view());
        assertThat(page.view().value(page.view().find(KEY))).isEqualTo(VALUE);
        return cost;
    }

    /**
     * What changing a page took.
     *
     * @param roundTrips batches
     * @param writes WRITEs in them
     */
    private record Cost(long roundTrips, long writes) {}

    /** The first word of the region. */
    private static final class OneLatch implements RemoteLatches {
        private static final long LATCH = Address.of(REGION, 0);
        private final LatchOwner owner = new LatchOwner(1);

        @Override
        public long latchOf(long pointer) {
            return LATCH;
        }

        @Override
        public long nextWord() {
            return owner.next();
        }

        @Override
        public int swap(Batch batch, long pointer, long expected, long mine) {
            return batch.compareAndSwap(LATCH, expected, mine);
        }

        @Override
        public long found(Batch batch, int swap, long pointer) {
            return batch.result(swap);
        }

        @Override
        public void free(Batch batch, long pointer) {
            batch.writeLong(LATCH, LatchOwner.FREE);
        }

        @Override
        public boolean isGone(long word, boolean keepOut) {
            return false;
        }
    }
}
