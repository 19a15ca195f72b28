package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

final class PageViewTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @Test
    void shouldTellWhereAKeyIs() {
        PageView view = PlainPage.bounded(512, -5, 5, Map.of()).view();
        assertThat(view.relate(Page.LEAF, -6)).isEqualTo(PageMatch.LEFT);
        assertThat(view.relate(Page.LEAF, -5)).isEqualTo(PageMatch.HERE);
        assertThat(view.relate(Page.LEAF, 4)).isEqualTo(PageMatch.HERE);
        assertThat(view.relate(Page.LEAF, 5)).isEqualTo(PageMatch.RIGHT);
        assertThat(view.relate(Page.LEAF, Long.MIN_VALUE)).isEqualTo(PageMatch.LEFT);
        assertThat(view.relate(Page.LEAF, Long.MAX_VALUE)).isEqualTo(PageMatch.RIGHT);
    }

    @Test
    void shouldHoldTheSmallestAndTheLargestKey() {
        PlainPage page =
                PlainPage.unbounded(
                        512, Long.MIN_VALUE, Map.of(Long.MIN_VALUE, 1L, Long.MAX_VALUE, 2L));
        assertThat(page.answer(Long.MIN_VALUE)).isEqualTo("value 1");
        assertThat(page.answer(Long.MAX_VALUE)).isEqualTo("value 2");
        assertThat(page.entries()).hasSize(2);
        assertThat(page.view().key(page.view().floor(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(page.view().key(page.view().floor(0))).isEqualTo(Long.MIN_VALUE);
        assertThat(page.view().key(page.view().floor(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldKnowAnOldPointerAnotherLevelAndWhatIsNoPage() {
        PlainPage page = PlainPage.unbounded(512, 0, Map.of());
        PageView view = page.view();
        assertThat(view.relate(1, 0)).isEqualTo(PageMatch.STALE);
        view.stable(page.memory(), 0, PagePointer.of(Address.of(0x101, 1L << 23), 4));
        assertThat(view.relate(Page.LEAF, 0)).isEqualTo(PageMatch.STALE);
        page.memory().fill((byte) 0);
        assertThat(page.look().relate(Page.LEAF, 0)).isEqualTo(PageMatch.DAMAGED);
        page.memory().fill((byte) -1);
        assertThat(page.look().relate(Page.LEAF, 0)).isEqualTo(PageMatch.DAMAGED);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldFindWhatAMapFinds(int pageSize) {
        for (int round = 0; round < 50; round++) {
            NavigableMap<Long, Long> model = entries(random.nextInt(Page.slots(pageSize) + 1));
            PageView view = PlainPage.unbounded(pageSize, Long.MIN_VALUE, model).view();
            for (long key = -1; key < 2L * Page.slots(pageSize) + 1; key++) {
                int slot = view.find(key);
                Long found = slot == Page.NONE ? null : Long.valueOf(view.value(slot));
                assertThat(found).as("seed %d", seed).isEqualTo(model.get(key));
                int floor = view.floor(key);
                Long below = floor == Page.NONE ? null : Long.valueOf(view.key(floor));
                assertThat(below).as("seed %d", seed).isEqualTo(model.floorKey(key));
            }
            model.forEach((key, value) -> assertThat(view.key(view.holding(value))).isEqualTo(key));
            assertThat(view.holding(-1)).isEqualTo(Page.NONE);
        }
    }

    @RepeatedTest(20)
    void shouldCollectWhatIsWithinBothBounds() {
        NavigableMap<Long, Long> model = entries(60);
        PlainPage page = PlainPage.unbounded(4096, 0, model);
        assertCollects(page, model);
        splitWithoutSweep(page, 50);
        assertCollects(page, new TreeMap<>(model.headMap(50L)));
        page.editor().sweep();
        assertCollects(page, new TreeMap<>(model.headMap(50L)));
    }

    private void assertCollects(PlainPage page, NavigableMap<Long, Long> model) {
        for (int round = 0; round < 50; round++) {
            long from = random.nextLong(-5, 130);
            long to = random.nextLong(from, 135);
            EntryBuffer buffer = new EntryBuffer(1);
            buffer.add(-1, -1);
            assertThat(page.view().collect(from, to, buffer)).isTrue();
            NavigableMap<Long, Long> actual = new TreeMap<>();
            for (int i = 1; i < buffer.size(); i++) {
                actual.put(buffer.key(i), buffer.value(i));
            }
            assertThat(actual)
                    .as("seed %d, %d to %d", seed, from, to)
                    .isEqualTo(model.subMap(from, true, to, true))
                    .hasSize(buffer.size() - 1);
        }
        assertThat(page.view().count()).as("seed %d", seed).isEqualTo(model.size());
    }

    /** The first store of a split that a writer does not complete. */
    private static void splitWithoutSweep(PlainPage page, long high) {
        Page.plain(page.memory(), Page.SECOND_HALF, high);
        Page.plain(page.memory(), Page.STAMP, HeaderStamp.afterSplit(page.view().header()));
        page.look();
    }

    @Test
    void shouldCollectTheSmallestAndTheLargestKey() {
        long[] keys = {
            Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE
        };
        NavigableMap<Long, Long> model = new TreeMap<>();
        for (long key : keys) {
            model.put(key, ~key);
        }
        PageView view = PlainPage.unbounded(512, Long.MIN_VALUE, model).view();
        for (long from : keys) {
            for (long to : keys) {
                EntryBuffer buffer = new EntryBuffer(0);
                assertThat(view.collect(from, to, buffer)).isTrue();
                int expected = from > to ? 0 : model.subMap(from, true, to, true).size();
                assertThat(buffer.size()).as("%d to %d", from, to).isEqualTo(expected);
            }
        }
    }

    static List<TestKeys> kindsOfKeys() {
        return List.of(TestKeys.WORDS, new TestKeys.Strings(1024, 3, 3));
    }

    /** The lines are read before a merge is given up, the header afterwards. */
    @ParameterizedTest
    @MethodSource("kindsOfKeys")
    void shouldNotCollectWhatAnAbandonedMergeLeftInACopy(TestKeys keys) {
        PageFormat format = keys.format(1024);
        MemorySegment memory = MemorySegment.ofArray(new long[1024 / Long.BYTES]);
        PageImage image =
                format.newImage(memory)
                        .bounded(
                                PlainPage.POINTER,
                                Page.LEAF,
                                keys.word(0),
                                keys.word(50),
                                PlainPage.RIGHT);
        EntryBuffer entries = new EntryBuffer(2, format.order());
        entries.add(keys.word(1), 10);
        entries.add(keys.word(2), 20);
        image.entries(entries, 0, 2);
        PlainPage page = new PlainPage(keys, memory, PlainPage.POINTER);
        EntryBuffer ahead = new EntryBuffer(1, format.order());
        ahead.add(keys.word(60), 600);
        page.editor().fillAhead(ahead);
        MemorySegment copy = MemorySegment.ofArray(new long[1024 / Long.BYTES]);
        copy.copyFrom(memory);
        page.editor().abandonMerge();
        MemorySegment.copy(memory, 0, copy, 0, Page.LINE);
        assertThat(format.copyCheck().isWhole(copy, PlainPage.POINTER, 1024, 0)).isTrue();
        PageView reader = format.newView();
        reader.stable(copy, 0, PlainPage.POINTER);
        EntryBuffer buffer = new EntryBuffer(1, format.order());
        assertThat(reader.collect(KeyOrder.LEAST, KeyOrder.GREATEST, buffer)).isTrue();
        assertThat(buffer.size()).isEqualTo(2);
    }

    @Test
    void shouldNotCollectInPlaceFromALineThatHasChanged() {
        PlainPage page = PlainPage.unbounded(512, 0, Map.of(1L, 10L, 2L, 20L));
        PageView reader = new WordPageView(512, 0);
        EntryBuffer buffer = new EntryBuffer(1);
        reader.inPlace(page.memory(), 0, PlainPage.POINTER);
        assertThat(reader.collect(0, 5, buffer)).isTrue();
        page.editor().split(2, PlainPage.RIGHT);
        assertThat(reader.collect(0, 5, buffer)).as("the header has changed").isFalse();
        assertThat(buffer.size()).isEqualTo(2);
    }

    @Test
    void shouldNotConfirmInPlaceWhatHasChanged() {
        PlainPage page = PlainPage.unbounded(512, 0, Map.of(1L, 10L, 2L, 20L));
        PageView reader = new WordPageView(512, 0);
        reader.inPlace(page.memory(), 0, PlainPage.POINTER);
        int slot = reader.find(1);
        assertThat(reader.isValid()).isTrue();
        page.editor().value(slot, 11);
        assertThat(reader.isValid()).as("a new value is no other place").isTrue();
        page.editor().clear(slot);
        assertThat(reader.isValid()).isFalse();
        reader.inPlace(page.memory(), 0, PlainPage.POINTER);
        assertThat(reader.find(1)).isEqualTo(Page.NONE);
        assertThat(reader.isValid()).isTrue();
        page.editor().split(2, PlainPage.RIGHT);
        assertThat(reader.isValid()).isFalse();
    }

    private NavigableMap<Long, Long> entries(int count) {
        NavigableMap<Long, Long> entries = new TreeMap<>();
        while (entries.size() < count) {
            long key = random.nextLong(2L * count);
            entries.put(key, 1000 + key);
        }
        return entries;
    }
}
