package dev.mangrove.index.btree.meganode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.Words;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A meganode with the keys from 0 to 99; the next one is at another server. */
final class MeganodeTreeTest {
    private static final int FANOUT = 4;
    private static final int ROOT_LEVEL = 1;
    private static final long LOW = 0;
    private static final long HIGH = 100;
    private static final long MIDDLE = HIGH / 2;
    private static final int OTHER_SERVER = 2;
    private static final long FOREIGN_ROOT = foreign(64 << 10);
    private static final long FOREIGN_LEAF = foreign(128 << 10);
    private static final long NO_LEAF = PagePointer.NULL;

    private final PlainSpace space = new PlainSpace(512, 1000);
    private final LocalPages pages = space.pages(new LocalLatches(Host.system()));
    private final long leaf = pages.allocate();
    private final long root = plant();
    private final MeganodeTree tree =
            new MeganodeTree(pages, ROOT_LEVEL, FANOUT, null, new AtomicBoolean(), true);
    private final Lookup found = new Lookup();
    private final MemorySegment message = MemorySegment.ofArray(new long[4096]);

    private static long foreign(long offset) {
        int region = AddressSpace.regionId(OTHER_SERVER, AddressSpace.CHUNK_REGION);
        return PagePointer.of(Address.of(region, offset), 1);
    }

    private long plant() {
        PageImage image = pages.newImage();
        pages.write(leaf, image.bounded(leaf, Page.LEAF, LOW, HIGH, FOREIGN_LEAF));
        EntryBuffer child = new EntryBuffer(1);
        child.add(LOW, leaf);
        long pointer = pages.allocate();
        image.bounded(pointer, ROOT_LEVEL, LOW, HIGH, FOREIGN_ROOT).entries(child, 0, 1);
        pages.write(pointer, image);
        return pointer;
    }

    private int put(long key) {
        return tree.change(root, NO_LEAF, Change.PUT.code(), key, ~key, 0, false);
    }

    @Test
    void shouldRefuseAPageOfAnotherServer() {
        assertThatThrownBy(() -> pages.open(FOREIGN_LEAF, pages.newView()))
                .isInstanceOf(ForeignPageException.class)
                .hasMessageContaining("another server");
        assertThatThrownBy(() -> pages.lock(FOREIGN_LEAF, pages.newLockedPage()))
                .isInstanceOf(ForeignPageException.class);
        assertThatThrownBy(() -> pages.free(FOREIGN_LEAF)).isInstanceOf(ForeignPageException.class);
        assertThat(pages.reaches(leaf)).isTrue();
    }

    @Test
    void shouldSendARequestElsewhereWhenAnotherServerHasTheKey() {
        assertThat(tree.find(root, NO_LEAF, HIGH, found)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(FOREIGN_ROOT);
        assertThat(put(HIGH + 7)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(FOREIGN_ROOT);
        assertThat(put(HIGH - 1)).isEqualTo(MeganodeKind.YES);
    }

    @Test
    void shouldGoAstrayWhenTheStartIsNoRootOfAMeganodeLeftOfTheKey() {
        assertThat(tree.find(root, NO_LEAF, LOW - 1, found)).isEqualTo(MeganodeKind.ASTRAY);
        assertThat(tree.find(leaf, NO_LEAF, 5, found))
                .as("a page of it")
                .isEqualTo(MeganodeKind.NO);
        pages.putBack(root);
        assertThat(tree.find(root, NO_LEAF, 5, found)).isEqualTo(MeganodeKind.GONE);
    }

    /** Else the client would come back with the page, as an entry at the other server names it. */
    @Test
    void shouldSayThatAPageOfTheHomeServerIsGoneInsteadOfSendingTheClientBack() {
        long top = pages.allocate();
        pages.write(top, inner(top, ROOT_LEVEL + 1, Long.MIN_VALUE, FOREIGN_ROOT));
        MeganodeTree home =
                new MeganodeTree(
                        pages, ROOT_LEVEL, FANOUT, new AtomicLong(top), new AtomicBoolean(), true);
        long gone = pages.allocate();
        pages.write(gone, pages.newImage().unbounded(gone, Page.LEAF, LOW));
        pages.putBack(gone);

        assertThat(home.find(NO_LEAF, NO_LEAF, 5, found)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(home.elsewhere()).isEqualTo(FOREIGN_ROOT);
        assertThat(home.find(gone, NO_LEAF, 5, found)).isEqualTo(MeganodeKind.GONE);
        int bytes = home.range(gone, RangeQuery.between(5, 9), message, 0, 1024);
        assertThat(bytes).isPositive();
        assertThat(Words.get(message, 0, 0)).isEqualTo(MeganodeKind.GONE);
        assertThat(home.post(NO_LEAF, ROOT_LEVEL, 5, FOREIGN_LEAF))
                .isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(home.post(gone, ROOT_LEVEL, 5, FOREIGN_LEAF)).isEqualTo(MeganodeKind.GONE);
    }

    private PageImage inner(long pointer, int level, long low, long child) {
        EntryBuffer first = new EntryBuffer(1);
        first.add(low, child);
        return pages.newImage().unbounded(pointer, level, low).entries(first, 0, 1);
    }

    /**
     * A meganode with two pages at level 1. A split has made a late separator the first entry of
     * the right one.
     */
    private final class Divided {
        private final long right = pages.allocate();
        private final long top;
        private final MeganodeTree higher =
                new MeganodeTree(pages, ROOT_LEVEL + 1, FANOUT, null, new AtomicBoolean(), true);

        Divided(long first) {
            pages.write(right, inner(right, ROOT_LEVEL, MIDDLE, first));
            long left = pages.allocate();
            EntryBuffer child = new EntryBuffer(2);
            child.add(LOW, leaf);
            PageImage image = pages.newImage();
            image.bounded(left, ROOT_LEVEL, LOW, MIDDLE, right).entries(child, 0, 1);
            pages.write(left, image);
            child.size(0);
            child.add(LOW, left);
            child.add(MIDDLE, right);
            top = pages.allocate();
            pages.write(top, image.unbounded(top, ROOT_LEVEL + 1, LOW).entries(child, 0, 2));
        }
    }

    @Test
    void shouldAskForAPageWhenTheFirstEntryNamesOneThatIsGone() {
        Divided divided = new Divided(FOREIGN_LEAF);
        MeganodeTree higher = divided.higher;
        long key = MIDDLE + 1;
        for (long start : new long[] {divided.right, divided.top}) {
            assertThat(higher.find(start, NO_LEAF, key, found)).isEqualTo(MeganodeKind.ELSEWHERE);
            assertThat(higher.elsewhere()).isEqualTo(FOREIGN_LEAF);
            assertThat(higher.withdraw(start, key, FOREIGN_LEAF)).isEqualTo(MeganodeKind.UNCOVERED);
            assertThat(higher.uncoveredLevel()).isEqualTo(ROOT_LEVEL);
            assertThat(higher.uncoveredKey()).isEqualTo(MIDDLE);
        }
        int covered = higher.cover(divided.top, ROOT_LEVEL, MIDDLE, FOREIGN_LEAF, leaf);
        assertThat(covered).isEqualTo(MeganodeKind.YES);
        assertThat(higher.find(divided.right, NO_LEAF, key, found)).isEqualTo(MeganodeKind.NO);
        assertThat(higher.find(divided.top, NO_LEAF, key, found)).isEqualTo(MeganodeKind.NO);
        assertThat(higher.withdraw(divided.top, key, FOREIGN_LEAF)).isEqualTo(MeganodeKind.YES);
    }

    @Test
    void shouldSearchFromAPageOfAnotherServerWhenTheClientGivesOne() {
        Divided divided = new Divided(FOREIGN_LEAF);
        MeganodeTree higher = divided.higher;
        long live = foreign(192 << 10);
        int covered = higher.cover(divided.right, ROOT_LEVEL, MIDDLE, FOREIGN_LEAF, live);
        assertThat(covered).isEqualTo(MeganodeKind.YES);
        assertThat(higher.find(divided.right, NO_LEAF, MIDDLE + 1, found))
                .isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(higher.elsewhere()).isEqualTo(live);
        int late = higher.cover(divided.right, ROOT_LEVEL, MIDDLE, FOREIGN_LEAF, leaf);
        assertThat(late).isEqualTo(MeganodeKind.YES);
        assertThat(higher.find(divided.right, NO_LEAF, MIDDLE + 1, found))
                .as("the entry names another page by now")
                .isEqualTo(MeganodeKind.ELSEWHERE);
    }

    /** What is above such a leaf is reached from further left only. */
    @Test
    void shouldChangeALeafThatBeginsLeftOfWhereTheRequestStarts() {
        Divided divided = new Divided(FOREIGN_LEAF);
        MeganodeTree higher = divided.higher;
        int covered = higher.cover(divided.right, ROOT_LEVEL, MIDDLE, FOREIGN_LEAF, leaf);
        assertThat(covered).isEqualTo(MeganodeKind.YES);
        for (Change change : new Change[] {Change.PUT, Change.DELETE}) {
            for (long key = LOW; key < FANOUT; key++) {
                higher.change(divided.top, NO_LEAF, change.code(), key, ~key, 0, true);
            }
            for (long key = MIDDLE; key < MIDDLE + FANOUT; key++) {
                int outcome =
                        higher.change(divided.right, NO_LEAF, change.code(), key, ~key, 0, true);
                assertThat(outcome).as("%s of %d", change, key).isNotEqualTo(MeganodeKind.ASTRAY);
                int there = higher.find(divided.top, NO_LEAF, key, found);
                assertThat(there)
                        .isEqualTo(change == Change.PUT ? MeganodeKind.YES : MeganodeKind.NO);
            }
        }
    }

    /** The parent has moved to the server of a page that was freed before its separator came. */
    @Test
    void shouldEndASearchWhenTheFirstEntryNamesAnOwnPageThatIsGone() {
        long gone = pages.allocate();
        Divided divided = new Divided(gone);
        MeganodeTree higher = divided.higher;
        pages.write(gone, pages.newImage().unbounded(gone, Page.LEAF, MIDDLE));
        pages.putBack(gone);
        long key = MIDDLE + 1;
        assertThat(higher.find(divided.right, NO_LEAF, key, found))
                .isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(higher.elsewhere()).isEqualTo(gone);
        assertThat(higher.find(gone, NO_LEAF, key, found)).isEqualTo(MeganodeKind.GONE);
        assertThat(higher.withdraw(divided.right, key, gone)).isEqualTo(MeganodeKind.UNCOVERED);
        int covered = higher.cover(divided.right, ROOT_LEVEL, MIDDLE, gone, leaf);
        assertThat(covered).isEqualTo(MeganodeKind.YES);
        assertThat(higher.find(divided.right, NO_LEAF, key, found)).isEqualTo(MeganodeKind.NO);
    }

    @Test
    void shouldRefuseAPageThatDoesNotLeadToTheFirstKey() {
        Divided divided = new Divided(FOREIGN_LEAF);
        MeganodeTree higher = divided.higher;
        long later = pages.allocate();
        pages.write(later, pages.newImage().unbounded(later, Page.LEAF, MIDDLE + 1));
        for (long wrong : new long[] {later, divided.right, PagePointer.NULL}) {
            assertThatThrownBy(
                            () ->
                                    higher.cover(
                                            divided.top, ROOT_LEVEL, MIDDLE, FOREIGN_LEAF, wrong))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> higher.cover(divided.top, ROOT_LEVEL, MIDDLE, leaf, leaf))
                .as("a page that is there")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldHandOverTheSeparatorWhenAMeganodeSplits() {
        int separators = 0;
        for (long key = LOW; key < HIGH; key++) {
            assertThat(put(key)).isEqualTo(MeganodeKind.YES);
            for (int i = 0; i < tree.unposted().size(); i++) {
                long right = tree.unposted().pointer(i);
                assertThat(pages.reaches(right)).isTrue();
                long low = tree.unposted().key(i);
                assertThat(tree.find(right, NO_LEAF, low, found)).isEqualTo(MeganodeKind.YES);
                separators++;
            }
        }
        assertThat(separators).isPositive();
        for (long key = LOW; key < HIGH; key++) {
            assertThat(tree.find(root, NO_LEAF, key, found)).isEqualTo(MeganodeKind.YES);
            assertThat(found.value).isEqualTo(~key);
        }
    }

    @Test
    void shouldUseALeafThatDoesNotCoverTheKeyAsAHint() {
        for (long key = LOW; key < HIGH; key++) {
            put(key);
        }
        assertThat(tree.find(root, leaf, HIGH - 1, found)).isEqualTo(MeganodeKind.YES);
        assertThat(found.value).isEqualTo(~(HIGH - 1));
    }

    @Test
    void shouldMergeNoPageWithOneOfAnotherMeganode() {
        for (long key = LOW; key < HIGH; key++) {
            put(key);
        }
        int before = space.inUse();
        for (long key = HIGH - 1; key >= LOW; key--) {
            assertThat(tree.change(root, NO_LEAF, Change.DELETE.code(), key, 0, 0, false))
                    .isEqualTo(MeganodeKind.YES);
        }
        assertThat(space.inUse()).as("pages merged within meganodes").isLessThan(before);
        for (long key = LOW; key < HIGH; key++) {
            assertThat(tree.find(root, NO_LEAF, key, found)).isEqualTo(MeganodeKind.NO);
        }
        assertThat(tree.find(root, NO_LEAF, HIGH, found)).isEqualTo(MeganodeKind.ELSEWHERE);
    }

    /** Meganodes stay once they have split, until each covers so few keys that it is never full. */
    @Test
    void shouldStopGrowingWhenTheSameKeysComeAndGo() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            sweep(random.nextBoolean(), Change.PUT);
            sweep(random.nextBoolean(), Change.DELETE);
            assertThat(space.inUse())
                    .as("pages after round %d, seed %d", round, seed)
                    .isLessThan((int) (HIGH - LOW) / 2);
        }
    }

    private void sweep(boolean up, Change change) {
        for (long i = LOW; i < HIGH; i++) {
            long key = up ? i : HIGH - 1 - i;
            tree.change(root, NO_LEAF, change.code(), key, ~key, 0, false);
        }
    }

    @Test
    void shouldEndAPartOfARangeAtTheBorderOfTheServer() {
        put(3);
        put(98);
        int bytes = tree.range(root, RangeQuery.between(2, 200), message, 0, 4096);
        assertThat(bytes).isEqualTo(Words.bytes(7));
        assertThat(Words.get(message, 0, 0)).isEqualTo(MeganodeKind.YES);
        assertThat(Words.get(message, 0, 1)).as("goes on with").isEqualTo(HIGH);
        assertThat(Words.get(message, 0, 3)).isEqualTo(3);
        assertThat(Words.get(message, 0, 5)).isEqualTo(98);
        RangeQuery down = RangeQuery.between(-5, 50).reversed();
        assertThat(tree.range(root, down, message, 0, 4096)).isEqualTo(Words.bytes(5));
        assertThat(Words.get(message, 0, 0)).isEqualTo(MeganodeKind.YES);
        assertThat(Words.get(message, 0, 1)).as("goes on with").isEqualTo(LOW - 1);
        assertThat(Words.get(message, 0, 3)).isEqualTo(3);
    }

    /** A tree whose last meganode this server has, and puts past all its keys until one ends. */
    private long fillToTheEnd(long first) {
        PageImage image = pages.newImage();
        pages.write(leaf, image.unbounded(leaf, Page.LEAF, LOW));
        EntryBuffer child = new EntryBuffer(1);
        child.add(LOW, leaf);
        pages.write(root, image.unbounded(root, ROOT_LEVEL, LOW).entries(child, 0, 1));
        long key = first;
        while (put(key) == MeganodeKind.YES) {
            key++;
        }
        return key;
    }

    @Test
    void shouldAskForAMeganodeAtAnotherServerWhenTheLastOneIsFull() {
        long key = fillToTheEnd(LOW);
        assertThat(key).isGreaterThan(FANOUT * (FANOUT - 1));
        assertThat(put(key)).isEqualTo(MeganodeKind.EXTEND);
        assertThat(put(key - 1)).as("a key that is there").isEqualTo(MeganodeKind.NO);
        assertThat(tree.unposted().size()).isZero();
        int split = tree.change(root, NO_LEAF, Change.PUT.code(), key, 0, 0, true);
        assertThat(split).isEqualTo(MeganodeKind.YES);
        assertThat(tree.unposted().size()).as("the meganode was split here").isPositive();
    }

    @Test
    void shouldEndTheLastMeganodeWhereTheNextOneBegins() {
        long key = fillToTheEnd(LOW);
        long[] next = {FOREIGN_LEAF, FOREIGN_ROOT};
        assertThat(tree.extend(root, key - 1, next)).as("a key that is there").isFalse();
        assertThat(tree.extend(root, key, next)).isTrue();
        assertThat(tree.extend(root, key + 1, next)).as("twice").isFalse();
        assertThat(tree.find(root, NO_LEAF, key - 1, found)).isEqualTo(MeganodeKind.YES);
        assertThat(tree.find(root, NO_LEAF, key, found)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(FOREIGN_ROOT);
    }

    /** The client that has begun the next meganode may have died before it posted the separator. */
    @Test
    void shouldHandOverTheSeparatorOfTheNextMeganodeWhenAChangePassesIt() {
        long key = fillToTheEnd(LOW);
        assertThat(tree.extend(root, key, new long[] {FOREIGN_LEAF, FOREIGN_ROOT})).isTrue();
        assertThat(put(key + 5)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(FOREIGN_ROOT);
        assertThat(tree.unposted().size()).isEqualTo(1);
        assertThat(tree.unposted().key(0)).isEqualTo(key);
        assertThat(tree.unposted().pointer(0)).isEqualTo(FOREIGN_ROOT);
    }
}
