package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

final class LinesInPlaceTest {
    private static final int PAGE_BYTES = 1024;
    private static final int TAG = 7;
    private static final long FIRST = PagePointer.of(PAGE_BYTES, 1);
    private static final long SECOND = PagePointer.of(2 * PAGE_BYTES, 1);

    private final MemorySegment memory = Arena.ofAuto().allocate(3 * PAGE_BYTES, Page.LINE);
    private final LinesInPlace lines = new LinesInPlace(memory, PAGE_BYTES);
    private final long[] values = new long[Long.SIZE];

    /** Two leaves: keys below 30, and from 30 on; the value of a key is the key and a hundred. */
    private void fill() {
        MemorySegment image = Arena.ofAuto().allocate(PAGE_BYTES, Page.LINE);
        new WordPageImage(image, PAGE_BYTES, TAG)
                .bounded(FIRST, Page.LEAF, Long.MIN_VALUE, 30, SECOND)
                .entries(entries(0), 0, 30)
                .copyTo(memory, PagePointer.offset(FIRST));
        new WordPageImage(image, PAGE_BYTES, TAG)
                .unbounded(SECOND, Page.LEAF, 30)
                .entries(entries(30), 0, 30)
                .copyTo(memory, PagePointer.offset(SECOND));
    }

    private static EntryBuffer entries(long first) {
        EntryBuffer entries = new EntryBuffer(30);
        for (long key = first; key < first + 30; key++) {
            entries.add(key, key + 100);
        }
        return entries;
    }

    @Test
    void shouldFindAlmostAllKeysOfSeveralLeaves() {
        fill();
        for (int key = 0; key < 60; key++) {
            lines.add(key, key < 30 ? FIRST : SECOND, key);
        }
        long found = lines.find(TAG, values);
        assertThat(Long.bitCount(found)).isGreaterThanOrEqualTo(54);
        for (int key = 0; key < 60; key++) {
            if ((found & 1L << key) != 0) {
                assertThat(values[key]).isEqualTo(key + 100);
            }
        }
        assertThat(lines.find(TAG, values)).as("nothing was added since").isZero();
    }

    @Test
    void shouldNotFindKeysThatALeafDoesNotCoverOrHave() {
        fill();
        lines.add(0, FIRST, 40);
        lines.add(1, SECOND, 10);
        lines.add(2, SECOND, 1_000);
        assertThat(lines.find(TAG, values)).isZero();
    }

    @Test
    void shouldNotSearchPagesOfAnotherIndexOrGeneration() {
        fill();
        lines.add(0, FIRST, 5);
        assertThat(lines.find(TAG + 1, values)).isZero();
        lines.add(0, PagePointer.of(PAGE_BYTES, 2), 5);
        assertThat(lines.find(TAG, values)).isZero();
    }

    @Test
    void shouldForgetWhatWasGivenUp() {
        fill();
        lines.add(0, FIRST, 5);
        lines.clear();
        assertThat(lines.find(TAG, values)).isZero();
    }

    /** The writer uses one slot for two keys in turn; a value of the other key is a mixture. */
    @Test
    void shouldNotMixAKeyWithTheValueOfAnother() throws Exception {
        long one = 0;
        long other = 1;
        while (Page.hashLine(other, PAGE_BYTES) != Page.hashLine(one, PAGE_BYTES)) {
            other++;
        }
        long two = other;
        new WordPageImage(memory.asSlice(PAGE_BYTES, PAGE_BYTES), PAGE_BYTES, TAG)
                .unbounded(FIRST, Page.LEAF, Long.MIN_VALUE)
                .entries(entries(0), 0, 0);
        AtomicBoolean ended = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> alternate(one, two, ended));
        long found = 0;
        try {
            long end = System.nanoTime() + 300_000_000;
            while (System.nanoTime() < end || found == 0) {
                lines.add(0, FIRST, one);
                lines.add(1, FIRST, two);
                long met = lines.find(TAG, values);
                found += Long.bitCount(met);
                assertThat((met & 1) == 0 || values[0] == one + 100).isTrue();
                assertThat((met & 2) == 0 || values[1] == two + 100).isTrue();
            }
        } finally {
            ended.set(true);
            writer.join();
        }
    }

    private void alternate(long one, long two, AtomicBoolean ended) {
        PlainPage page = new PlainPage(memory.asSlice(PAGE_BYTES, PAGE_BYTES), FIRST);
        while (!ended.get()) {
            for (long key : new long[] {one, two}) {
                page.insert(key, key + 100);
                page.editor().clear(page.view().find(key));
            }
        }
    }
}
