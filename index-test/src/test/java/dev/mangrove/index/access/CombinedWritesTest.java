package dev.mangrove.index.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Verb;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

import java.util.Set;

/**
 * The cost of an insert into a leaf in round trips and WRITEs. An entry's stamp may be in the WRITE
 * of its key and value only if the fabric writes a line atomically; otherwise readers could see the
 * stamp before them.
 */
final class CombinedWritesTest {
    private static final int PAGE_BYTES = 512;
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
        try (OnePage place = new OnePage(profile, PAGE_BYTES)) {
            return insert(place, Set.of(techniques));
        }
    }

    private static Cost insert(OnePage place, Set<Technique> techniques) {
        SimHost client = place.client();
        Channel channel = place.channel();
        long pointer = place.pointer();
        CopiedPages pages =
                new CopiedPages(
                        channel,
                        new OneLatch(),
                        new LatchWait(client, (word, keepOut) -> false, true),
                        null,
                        new WordFormat(PAGE_BYTES, OnePage.TAG),
                        new AccessOptions(false, CopyCheck.EVERY_LINE, true, techniques));
        LockedPage page = new LockedPage(client, new WordFormat(PAGE_BYTES, OnePage.TAG), null);
        pages.lock(pointer, page);
        long trips = channel.meter().roundTrips();
        long writes = channel.meter().requests(Verb.WRITE);
        page.editor().fill(page.view().freeSlot(KEY), KEY, VALUE);
        page.unlock();
        Cost cost =
                new Cost(
                        channel.meter().roundTrips() - trips,
                        channel.meter().requests(Verb.WRITE) - writes);
        pages.open(pointer, page.view());
        assertThat(page.view().value(page.view().find(KEY))).isEqualTo(VALUE);
        return cost;
    }

    /**
     * The cost of changing a page.
     *
     * @param roundTrips number of batches
     * @param writes number of WRITEs in them
     */
    private record Cost(long roundTrips, long writes) {}
}
