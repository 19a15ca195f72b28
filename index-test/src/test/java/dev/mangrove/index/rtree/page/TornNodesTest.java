package dev.mangrove.index.rtree.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.PagePointer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A READ that keeps lines whole may fetch some lines of a page before, and some after a store of a
 * writer. Of all these copies, readers accept only those that are the page as it was between two
 * changes. The same for READs that keep only words whole.
 */
final class TornNodesTest {
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");
    private static final int ORDERS = FULL ? 100 : 2;
    private static final int MIXTURES = 3_000;
    private static final int TAG = 9;
    private static final int GENERATION = 5;
    private static final long POINTER = PagePointer.of(Address.of(0x101, 0), GENERATION);
    private static final long OTHER = PagePointer.of(Address.of(0x101, 1 << 20), GENERATION);
    private static final int LATCH_WORD = Node.LATCH / Long.BYTES;
    private static final int LINE_WORDS = Node.LINE / Long.BYTES;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    /** What the writer does to a page with three entries of four. */
    @SuppressWarnings("ImmutableEnumChecker") // A function is not changed.
    enum Story {
        INSERT(page -> page.begin(0, 3, 4).entry(3, box(8), 103).count(4).commit()),
        REMOVE_LAST(page -> page.begin(0, 2, 3).count(2).hides(7).commit()),
        REMOVE_FIRST(page -> page.begin(0, 0, 3).copy(2, 0).count(2).hides(7).commit()),
        REPLACE(page -> page.begin(0, 1, 2).entry(1, box(9), 104).commit()),
        GROW_BOX(page -> page.begin(0, 1, 2).entry(1, box(1).add(box(20)), 101).commit()),
        SPLIT(page -> page.begin(0, 0, 3).entries(block(2)).splitTo(OTHER).commit()),
        SPLIT_AND_POST(
                page -> {
                    page.begin(0, 0, 3).entries(block(2)).splitTo(OTHER).commit();
                    page.begin(0, 0, 0).posted(11).commit();
                }),
        MOVE_ENTRIES(page -> page.begin(0, 0, 4).entries(block(1)).moved(12).commit()),
        INSERT_TWICE(
                page -> {
                    page.begin(0, 3, 4).entry(3, box(8), 103).count(4).commit();
                    page.begin(0, 3, 4).count(3).commit();
                }),
        TAKEN_BACK(
                page -> {
                    page.begin(0, 1, 4).entry(1, box(9), 104).entry(3, box(8), 103).count(4);
                    page.moved(13).abort();
                }),
        DIE(page -> page.kill(0)),
        DIE_AND_USE_AGAIN(
                page -> {
                    page.kill(0);
                    useAgain(page);
                });

        private final Consumer<NodeEditor> body;

        Story(Consumer<NodeEditor> body) {
            this.body = body;
        }
    }

    private static void useAgain(NodeEditor page) {
        long next = PagePointer.of(PagePointer.address(POINTER), GENERATION + 1);
        page.create(0, next, Node.LEAF, block(4), null, false);
    }

    /** An entry's rectangle. */
    private static Box box(int number) {
        return new Box().set(number, number + 0.25, number + 0.5, number + 0.75, number);
    }

    /** Entries 100, 101, … */
    private static EntryBlock block(int entries) {
        EntryBlock block = new EntryBlock();
        for (int i = 0; i < entries; i++) {
            block.add(i, i + 0.25, i + 0.5, i + 0.75, 100 + i, i);
        }
        return block;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptNoMixtureOfLines(Story story) {
        for (boolean keyed : FULL ? new boolean[] {false, true} : new boolean[] {false}) {
            NodeShape shape = new NodeShape(4, keyed);
            NodeMoments moments = tell(shape, story);
            tryAllPairs(shape, moments.inOrder());
        }
    }

    /** Stores without a fence between them become visible in any order. */
    @ParameterizedTest
    @EnumSource
    void shouldAcceptNoMixtureOfLinesInAnyOrderOfStores(Story story) {
        NodeShape shape = new NodeShape(4, true);
        NodeMoments moments = tell(shape, story);
        for (int order = 0; order < ORDERS; order++) {
            tryRandomMixtures(shape, moments);
        }
    }

    @ParameterizedTest
    @CsvSource({"14,false", "20,true"})
    void shouldAcceptNoMixtureOfManyLines(int fanout, boolean keyed) {
        NodeShape shape = new NodeShape(fanout, keyed);
        MemorySegment memory = create(shape, fanout - 3);
        NodeEditor editor = editor(memory, shape);
        for (int round = 0; round < 4 * ORDERS; round++) {
            NodeMoments moments = NodeMoments.of(memory, () -> change(editor, fanout));
            tryRandomMixtures(shape, moments);
        }
    }

    private void change(NodeEditor editor, int fanout) {
        int from = random.nextInt(fanout);
        int to = random.nextInt(from + 1, fanout + 1);
        editor.begin(0, from, to);
        for (int slot = from; slot < to; slot++) {
            editor.entry(slot, box(random.nextInt(1000)), random.nextLong());
        }
        editor.count(to).hides(random.nextInt(100)).commit();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptNoMixtureOfWordsBetweenEqualStamps(Story story) {
        NodeShape shape = new NodeShape(4, true);
        List<long[]> moments = tell(shape, story).shuffled(random);
        int accepted = 0;
        for (int from = 0; from < moments.size(); from++) {
            for (int to = from; to < moments.size(); to++) {
                long[] copy = mixtureOfWords(moments, from, to);
                int torn = moments.get(from)[0] == moments.get(to)[0] ? 0 : 1;
                boolean good = NodeCopy.isWhole(segment(copy), 0, shape.pageSize(), torn);
                if (good && isPage(shape, copy)) {
                    accepted++;
                    assertThat(isEqual(copy, moments.get(from), true))
                            .as("seed %d, moments %d to %d", seed, from, to)
                            .isTrue();
                }
            }
        }
        assertThat(accepted).isPositive();
    }

    private long[] mixtureOfWords(List<long[]> moments, int from, int to) {
        long[] copy = moments.get(from).clone();
        for (int word = 0; word < copy.length; word++) {
            copy[word] = moments.get(random.nextInt(from, to + 1))[word];
        }
        return copy;
    }

    private static NodeMoments tell(NodeShape shape, Story story) {
        MemorySegment memory = create(shape, 3);
        NodeEditor editor = editor(memory, shape);
        return NodeMoments.of(memory, () -> story.body.accept(editor));
    }

    private static MemorySegment create(NodeShape shape, int entries) {
        MemorySegment memory = segment(new long[shape.pageSize() / Long.BYTES]);
        editor(memory, shape).create(0, POINTER, 1, block(entries), null, true);
        return memory;
    }

    private static NodeEditor editor(MemorySegment memory, NodeShape shape) {
        return new NodeEditor(memory, shape, TAG, new Unwatched());
    }

    private static MemorySegment segment(long[] words) {
        return MemorySegment.ofArray(words);
    }

    /** Tries the copies that have any set of lines of one moment, the others of a later one. */
    private void tryAllPairs(NodeShape shape, List<long[]> moments) {
        int last = moments.size() - 1;
        for (int from = 0; from <= last; from++) {
            for (int to = from; to <= last; to++) {
                tryAllSets(shape, moments, from, to);
            }
        }
        assertThat(isAccepted(shape, moments.getFirst())).isTrue();
        assertThat(NodeCopy.hasEqualStamps(segment(moments.get(last)), 0, shape.pageSize()))
                .isTrue();
    }

    /** Goes through the sets in the order of a Gray code: one line changes from set to set. */
    private void tryAllSets(NodeShape shape, List<long[]> moments, int from, int to) {
        int lines = shape.pageSize() / Node.LINE;
        long[] copy = moments.get(from).clone();
        for (int step = 1; step <= 1 << lines; step++) {
            if (isAccepted(shape, copy)) {
                assertWhole(copy, moments, from, to);
            }
            int line = Math.min(Integer.numberOfTrailingZeros(step), lines - 1);
            boolean late = ((step ^ (step >>> 1)) >>> line & 1) != 0;
            int at = line * LINE_WORDS;
            System.arraycopy(moments.get(late ? to : from), at, copy, at, LINE_WORDS);
        }
    }

    /** Tries copies with each line of some moment, most of them of two moments that are near. */
    private void tryRandomMixtures(NodeShape shape, NodeMoments story) {
        List<long[]> moments = story.shuffled(random);
        List<long[]> versions = story.inOrder();
        int lines = shape.pageSize() / Node.LINE;
        for (int i = 0; i < MIXTURES; i++) {
            int from = random.nextInt(moments.size());
            int to = Math.min(moments.size() - 1, from + random.nextInt(2 * lines));
            long[] copy = moments.get(from).clone();
            for (int line = 0; line < lines; line++) {
                int at = line * LINE_WORDS;
                System.arraycopy(
                        moments.get(random.nextInt(from, to + 1)), at, copy, at, LINE_WORDS);
            }
            if (isAccepted(shape, copy)) {
                assertWhole(copy, versions, 0, versions.size() - 1);
            }
        }
    }

    private static boolean isAccepted(NodeShape shape, long[] copy) {
        return NodeCopy.hasEqualStamps(segment(copy), 0, shape.pageSize()) && isPage(shape, copy);
    }

    /** Whether a reader that follows the pointer uses the copy. */
    private static boolean isPage(NodeShape shape, long[] copy) {
        return new NodeView(shape, TAG).stable(segment(copy), 0, POINTER) == NodeState.GOOD;
    }

    /** A copy is the page at one of some moments, but for the latch, which readers ignore. */
    private void assertWhole(long[] copy, List<long[]> moments, int from, int to) {
        boolean whole = false;
        for (int moment = from; moment <= to && !whole; moment++) {
            whole = isEqual(copy, moments.get(moment), false);
        }
        if (!whole) {
            assertThat(copy)
                    .as("seed %d, moments %d to %d of %d", seed, from, to, moments.size())
                    .isEqualTo(moments.get(to));
        }
    }

    private static boolean isEqual(long[] copy, long[] moment, boolean exceptStamps) {
        for (int word = 0; word < copy.length; word++) {
            boolean counts = word != LATCH_WORD && !(exceptStamps && word % LINE_WORDS == 0);
            if (counts && copy[word] != moment[word]) {
                return false;
            }
        }
        return true;
    }

    private static final class Unwatched implements ChangeWatch {
        @Override
        public void begins(int level) {}

        @Override
        public void ended(int level) {}
    }
}
