package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

final class HashedLinesTest {
    private static final int PAGE_BYTES = 1024;
    private static final int TAG = 7;
    private static final long POINTER = PagePointer.of(0, 1);

    private final MemorySegment page = Arena.ofAuto().allocate(PAGE_BYTES, Page.LINE);
    private final MemorySegment copy = Arena.ofAuto().allocate(HashedLines.BYTES, Page.LINE);
    private final long[] lines = new long[HashedLines.LINES];

    /** A leaf with the keys from 0 on; the value of a key is the key and a hundred. */
    private void fill(int keys) {
        EntryBuffer entries = new EntryBuffer(keys);
        for (int key = 0; key < keys; key++) {
            entries.add(key, key + 100L);
        }
        PageImage _ =
                new WordPageImage(page, PAGE_BYTES, TAG)
                        .unbounded(POINTER, Page.LEAF, Long.MIN_VALUE)
                        .entries(entries, 0, keys);
    }

    /** What a gather of the lines of a key brings. */
    private void gather(long key) {
        HashedLines.address(POINTER, key, PAGE_BYTES, lines, 0);
        for (int i = 0; i < lines.length; i++) {
            long from = lines[i] - PagePointer.address(POINTER);
            MemorySegment.copy(page, from, copy, (long) i * Page.LINE, Page.LINE);
        }
    }

    private boolean finds(long key) {
        gather(key);
        long value = HashedLines.find(copy, 0, key);
        assertThat(value == HashedLines.NONE || Page.plain(copy, value) == key + 100).isTrue();
        return value != HashedLines.NONE;
    }

    @Test
    void shouldFindAlmostAllKeysOfAPageThatIsNotFull() {
        fill(32);
        int found = 0;
        for (long key = 0; key < 32; key++) {
            found += finds(key) ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo(29);
        assertThat(finds(32)).isFalse();
    }

    @Test
    void shouldGoOnAtTheFirstLineAfterTheLast() {
        long last = 0;
        while (Page.hashLine(last, PAGE_BYTES) != PAGE_BYTES - Page.LINE) {
            last++;
        }
        HashedLines.address(POINTER, last, PAGE_BYTES, lines, 0);
        assertThat(lines)
                .containsExactly(
                        PagePointer.address(POINTER),
                        PagePointer.address(POINTER) + PAGE_BYTES - Page.LINE,
                        PagePointer.address(POINTER) + Page.LINE,
                        PagePointer.address(POINTER) + 2L * Page.LINE);
    }

    @Test
    void shouldNotUseALineThatASplitHasSweptAfterTheHeaderWasRead() {
        fill(32);
        gather(5);
        long header = Page.plain(copy, 0);
        assertThat(HashedLines.find(copy, 0, 5)).isNotEqualTo(HashedLines.NONE);
        for (long line = Page.LINE; line < HashedLines.BYTES; line += Page.LINE) {
            long stamp = Page.plain(copy, line);
            long swept =
                    LineStamp.next(stamp, LineStamp.taken(stamp), HeaderStamp.afterSplit(header));
            Page.plain(copy, line, swept);
        }
        assertThat(HashedLines.find(copy, 0, 5)).isEqualTo(HashedLines.NONE);
    }

    @Test
    void shouldSaveNothingOfSmallPages() {
        assertThat(HashedLines.save(256)).isFalse();
        assertThat(HashedLines.save(512)).isTrue();
    }
}
