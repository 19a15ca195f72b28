package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A search reads the lines from a key's hash line on, up to the first that no entry has passed. */
final class PassedLinesTest {
    private static final int PAGE_SIZE = 512;
    private static final int SLOTS = Page.slots(PAGE_SIZE);
    private static final long FIRST_LINE = Page.LINE;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10, 20, 21})
    void shouldMarkExactlyThePassedLinesOfANewPage(int count) {
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, Long.MIN_VALUE, someEntries(count));
        assertThat(marked(page)).as("seed %d", seed).isEqualTo(passed(page));
    }

    @Test
    void shouldMarkLinesThatAnEntryPasses() {
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, Long.MIN_VALUE, new TreeMap<>());
        for (long key : keysOfLine(FIRST_LINE, Page.SLOTS_PER_LINE)) {
            page.insert(key, key);
            assertThat(marked(page)).isZero();
        }
        long fourth = keysOfLine(FIRST_LINE, Page.SLOTS_PER_LINE + 1)[Page.SLOTS_PER_LINE];
        page.insert(fourth, 4);
        assertThat(marked(page)).isEqualTo(1L << 1);
        assertThat(page.answer(fourth)).isEqualTo("value 4");
    }

    @Test
    void shouldKeepMarksWhenTheEntryThatPassedIsRemoved() {
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, Long.MIN_VALUE, new TreeMap<>());
        for (long key : keysOfLine(FIRST_LINE, Page.SLOTS_PER_LINE + 2)) {
            page.insert(key, key);
        }
        long[] keys = keysOfLine(FIRST_LINE, Page.SLOTS_PER_LINE + 2);
        page.editor().clear(page.look().find(keys[0]));
        page.editor().clear(page.look().find(keys[Page.SLOTS_PER_LINE]));
        assertThat(marked(page)).isEqualTo(1L << 1);
        assertThat(page.answer(keys[Page.SLOTS_PER_LINE + 1])).startsWith("value");
    }

    @Test
    void shouldMarkExactlyThePassedLinesAfterASplit() {
        for (int i = 0; i < 100; i++) {
            NavigableMap<Long, Long> entries = someEntries(SLOTS);
            PlainPage page = PlainPage.unbounded(PAGE_SIZE, Long.MIN_VALUE, entries);
            Long middle = entries.keySet().stream().skip(SLOTS / 2).findFirst().orElseThrow();
            page.editor().split(middle, PlainPage.RIGHT);
            assertThat(marked(page)).as("seed %d", seed).isEqualTo(passed(page));
            assertThat(page.entries()).isEqualTo(entries.headMap(middle));
        }
    }

    @Test
    void shouldFindEveryEntryWhateverWasInsertedAndRemovedBefore() {
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, Long.MIN_VALUE, new TreeMap<>());
        NavigableMap<Long, Long> entries = new TreeMap<>();
        for (int i = 0; i < 2_000; i++) {
            if (entries.size() < SLOTS && random.nextBoolean()) {
                long key = random.nextLong();
                page.look();
                page.insert(key, i);
                entries.put(key, (long) i);
            } else if (!entries.isEmpty()) {
                long key =
                        entries.keySet().stream()
                                .skip(random.nextInt(entries.size()))
                                .findFirst()
                                .orElseThrow();
                page.editor().clear(page.look().find(key));
                entries.remove(key);
            }
            assertAllFound(page, entries);
            assertThat(marked(page) & passed(page)).as("seed %d", seed).isEqualTo(passed(page));
        }
    }

    @Test
    void shouldKeepAnEntryThatIsAddedWhereASplitIsNotSwept() {
        NavigableMap<Long, Long> entries = someEntries(SLOTS - 1);
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, Long.MIN_VALUE, entries);
        Moments moments = Moments.ofWords(page);
        page.editor().split(0, PlainPage.RIGHT);
        for (int moment = 0; moment < moments.count(); moment++) {
            PlainPage left = moments.at(moment, 0);
            NavigableMap<Long, Long> expected =
                    new TreeMap<>(left.look().hasHigh() ? entries.headMap(0L) : entries);
            left.insert(-1, 7);
            expected.put(-1L, 7L);
            assertThat(left.entries()).as("seed %d", seed).isEqualTo(expected);
            left.editor().sweep();
            assertThat(left.look().isTidy()).isTrue();
            assertAllFound(left, expected);
        }
    }

    private void assertAllFound(PlainPage page, NavigableMap<Long, Long> entries) {
        entries.forEach(
                (key, value) ->
                        assertThat(page.answer(key))
                                .as("seed %d", seed)
                                .isEqualTo("value " + value));
    }

    private NavigableMap<Long, Long> someEntries(int count) {
        NavigableMap<Long, Long> entries = new TreeMap<>();
        while (entries.size() < count) {
            entries.put(random.nextLong(), random.nextLong());
        }
        return entries;
    }

    /** The smallest positive keys with a hash line. */
    private static long[] keysOfLine(long line, int count) {
        long[] keys = new long[count];
        long key = 0;
        for (int i = 0; i < count; i++) {
            do {
                key++;
            } while (Page.hashLine(key, PAGE_SIZE) != line);
            keys[i] = key;
        }
        return keys;
    }

    /** The lines whose stamps have the mark, a bit each. */
    private static long marked(PlainPage page) {
        long marked = 0;
        for (int line = Page.LINE; line < PAGE_SIZE; line += Page.LINE) {
            marked |= LineStamp.isPassed(page.word(line)) ? 1L << (line / Page.LINE) : 0;
        }
        return marked;
    }

    /** The lines between each entry and its hash line, as they lie. */
    private static long passed(PlainPage page) {
        long passed = 0;
        for (long key : page.entries().keySet()) {
            int own = slotOf(page, key) / Page.SLOTS_PER_LINE * Page.LINE + Page.LINE;
            int line = Page.hashLine(key, PAGE_SIZE);
            for (;
                    line != own;
                    line = line + Page.LINE < PAGE_SIZE ? line + Page.LINE : Page.LINE) {
                passed |= 1L << (line / Page.LINE);
            }
        }
        return passed;
    }

    /** Where an entry lies, by a look at all slots. */
    private static int slotOf(PlainPage page, long key) {
        for (int slot = 0; slot < SLOTS; slot++) {
            boolean taken = (LineStamp.taken(page.word(Page.lineOf(slot))) & Page.bit(slot)) != 0;
            if (taken && page.view().key(slot) == key) {
                return slot;
            }
        }
        throw new AssertionError("no such entry: key=" + key);
    }
}
