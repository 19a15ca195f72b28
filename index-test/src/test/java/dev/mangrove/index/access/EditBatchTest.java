package dev.mangrove.index.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Channel;
import dev.mangrove.index.latch.LatchWait;
import dev.mangrove.index.ordered.Technique;
import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

import java.util.Set;

/** The largest edit of a page fits into one batch, for every page size. */
final class EditBatchTest {
    private static final int SMALLEST_PAGE = 512;
    private static final int LARGEST_PAGE = 8192;
    private static final int LARGEST_BATCH_OF_VERBS = 256;
    private static final int WORDS = 8;
    private static final int LINES = 64;
    private static final Set<Technique> TECHNIQUES =
            Set.of(Technique.COMBINE, Technique.APART, Technique.LINES);

    @Test
    void shouldCarryAMergeOfAFullPageInOneBatchWhereOnlyWordsAreWhole() {
        for (int size = SMALLEST_PAGE; size <= LARGEST_PAGE; size *= 2) {
            assertThat(tripsOfFilling(size, WORDS, 1024)).as("page of %d", size).isEqualTo(1);
        }
    }

    @Test
    void shouldCarryAMergeOfAFullPageInOneBatchWhereLinesAreWhole() {
        for (int size = SMALLEST_PAGE; size <= LARGEST_PAGE; size += SMALLEST_PAGE) {
            assertThat(tripsOfFilling(size, LINES, 1024)).as("page of %d", size).isEqualTo(1);
        }
    }

    @Test
    void shouldCarryAMergeInSeveralBatchesWhereTheFabricTakesFewRequests() {
        for (int size = SMALLEST_PAGE; size <= LARGEST_PAGE; size += SMALLEST_PAGE) {
            long requests = 2L * Page.slots(size) + size / Page.LINE;
            long batches = Math.ceilDiv(requests, LARGEST_BATCH_OF_VERBS);
            assertThat(tripsOfFilling(size, WORDS, LARGEST_BATCH_OF_VERBS))
                    .as("page of %d", size)
                    .isEqualTo(batches);
        }
    }

    @Test
    void shouldCarryASplitWithItsNewPageAndItsEntryInOneBatch() {
        for (int size = SMALLEST_PAGE; size <= LARGEST_PAGE; size += SMALLEST_PAGE) {
            assertThat(tripsOfSplitting(size)).as("page of %d", size).isEqualTo(1);
        }
    }

    /** Number of batches that write the entries of a full neighbour and release the latch. */
    private static long tripsOfFilling(int pageSize, int readAtomicity, int largestBatch) {
        try (OnePage place = new OnePage(profile(readAtomicity, largestBatch), pageSize)) {
            EntryBuffer entries = new EntryBuffer(Page.slots(pageSize));
            for (long key = 0; key < Page.slots(pageSize); key++) {
                entries.add(key, ~key);
            }
            LockedPage page = lock(place, pageSize);
            long before = place.channel().meter().roundTrips();
            page.editor().fillAhead(entries);
            page.unlock();
            long trips = place.channel().meter().roundTrips() - before;
            assertHolds(place, pageSize, Page.slots(pageSize));
            return trips;
        }
    }

    private static long tripsOfSplitting(int pageSize) {
        try (OnePage place = new OnePage(profile(WORDS, 1024), pageSize)) {
            LockedPage page = lock(place, pageSize);
            for (long key = 0; key < Page.slots(pageSize); key++) {
                page.editor().fill(page.view().freeSlot(key), key, ~key);
                page.flush();
            }
            long before = place.channel().meter().roundTrips();
            long right = PagePointer.of(OnePage.address(2L * pageSize), 1);
            page.writeAhead(right, place.image().rightOf(page.view(), right, 2));
            page.editor().split(2, right);
            page.editor().fill(page.view().freeSlot(-1), -1, 0);
            page.unlock();
            long trips = place.channel().meter().roundTrips() - before;
            assertHolds(place, pageSize, 3);
            return trips;
        }
    }

    private static void assertHolds(OnePage place, int pageSize, int entries) {
        LockedPage page = lock(place, pageSize);
        assertThat(page.view().countNow()).isEqualTo(entries);
        page.unlock();
    }

    private static Profile profile(int readAtomicity, int largestBatch) {
        return Profile.named("base")
                .with("promise.read_atomicity", readAtomicity)
                .with("promise.ordered_writes", 1)
                .with("promise.largest_batch", largestBatch);
    }

    private static LockedPage lock(OnePage place, int pageSize) {
        Channel channel = place.channel();
        CopiedPages pages =
                new CopiedPages(
                        channel,
                        new OneLatch(),
                        new LatchWait(place.client(), (word, keepOut) -> false, true),
                        null,
                        new WordFormat(pageSize, OnePage.TAG),
                        new AccessOptions(false, CopyCheck.EVERY_LINE, true, TECHNIQUES));
        LockedPage page =
                new LockedPage(place.client(), new WordFormat(pageSize, OnePage.TAG), null);
        pages.lock(place.pointer(), page);
        return page;
    }
}
