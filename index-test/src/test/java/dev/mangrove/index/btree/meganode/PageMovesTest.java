package dev.mangrove.index.btree.meganode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MeganodeKind;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicBoolean;

/** A meganode of two leaves, whose pages move to another server. */
final class PageMovesTest {
    private static final int FANOUT = 4;
    private static final int ROOT_LEVEL = 1;
    private static final long MIDDLE = 50;
    private static final int OTHER_SERVER = 2;
    private static final long COPY = foreign(64 << 10);
    private static final long LATE = foreign(128 << 10);

    private final PlainSpace space = new PlainSpace(512, 1000);
    private final LocalPages pages = space.pages(new LocalLatches(Host.system()));
    private final long left = pages.allocate();
    private final long right = pages.allocate();
    private final long root = pages.allocate();
    private final MeganodeTree tree =
            new MeganodeTree(pages, ROOT_LEVEL, FANOUT, null, new AtomicBoolean(), true);
    private final Lookup found = new Lookup();

    PageMovesTest() {
        PageImage image = pages.newImage();
        pages.write(right, image.unbounded(right, Page.LEAF, MIDDLE));
        pages.write(left, image.bounded(left, Page.LEAF, 0, MIDDLE, right));
        EntryBuffer children = new EntryBuffer(2);
        children.add(0, left);
        children.add(MIDDLE, right);
        pages.write(root, image.unbounded(root, ROOT_LEVEL, 0).entries(children, 0, 2));
        put(7);
        put(MIDDLE + 7);
    }

    private static long foreign(long offset) {
        int region = AddressSpace.regionId(OTHER_SERVER, AddressSpace.CHUNK_REGION);
        return PagePointer.of(Address.of(region, offset), 1);
    }

    private void put(long key) {
        assertThat(tree.change(root, PagePointer.NULL, Change.PUT.code(), key, ~key, 0, false))
                .isIn(MeganodeKind.YES, MeganodeKind.NO);
    }

    private int find(long key) {
        return tree.find(root, PagePointer.NULL, key, found);
    }

    /** Copies a page and forwards it, with a change in between. */
    private boolean forward(long page, Runnable meanwhile) {
        PageView view = pages.newView();
        pages.open(page, view);
        EntryBuffer entries = new EntryBuffer(FANOUT);
        assertThat(view.collect(Long.MIN_VALUE, Long.MAX_VALUE, entries)).isTrue();
        meanwhile.run();
        return tree.moves().forward(page, COPY, view.header(), entries);
    }

    @Test
    void shouldSendRequestsToTheCopyWhenAPageHasMoved() {
        assertThat(forward(right, () -> {})).isTrue();
        assertThat(find(7)).isEqualTo(MeganodeKind.YES);
        assertThat(find(MIDDLE + 7)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(COPY);
        assertThat(tree.find(right, PagePointer.NULL, MIDDLE, found))
                .as("from the old page")
                .isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.moves().cancel(right, COPY)).as("has moved").isTrue();
        assertThat(tree.moves().cancel(right, LATE)).as("to another copy").isFalse();
    }

    @Test
    void shouldNotCountTheEntriesOfALeafThatHasMoved() {
        EntryTally tally = new EntryTally();
        MeganodeTree counting = tree.counting(tally);
        put(MIDDLE + 8);
        assertThat(counting).isSameAs(tree);
        assertThat(tally.words()[0]).isEqualTo(1);
        assertThat(forward(right, () -> {})).isTrue();
        assertThat(tally.words()[0]).as("two entries have left").isEqualTo(-1);
    }

    @Test
    void shouldNotMoveAPageThatHasChangedSinceItWasCopied() {
        assertThat(forward(right, () -> put(MIDDLE + 8))).as("new entry").isFalse();
        assertThat(forward(right, () -> put(MIDDLE + 7))).as("the same value").isTrue();
        assertThat(forward(left, () -> tree.moves().cancel(left, COPY))).as("undone").isFalse();
        assertThat(find(7)).isEqualTo(MeganodeKind.YES);
    }

    @Test
    void shouldPutTheCopyInThePlaceOfTheOldPage() {
        assertThat(forward(right, () -> {})).isTrue();
        assertThat(tree.repoint(root, ROOT_LEVEL, MIDDLE, right, COPY)).isEqualTo(MeganodeKind.YES);
        assertThat(tree.relink(root, Page.LEAF, MIDDLE - 1, right, COPY))
                .isEqualTo(MeganodeKind.YES);
        pages.free(right);
        assertThat(tree.find(right, PagePointer.NULL, MIDDLE, found)).isEqualTo(MeganodeKind.GONE);
        assertThat(find(MIDDLE)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(COPY);
        assertThat(tree.find(left, PagePointer.NULL, MIDDLE, found))
                .as("by the right link")
                .isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.elsewhere()).isEqualTo(COPY);
    }

    /** The page of a separator may have moved, and another be there, when the separator arrives. */
    @Test
    void shouldPostNoLateSeparatorInThePlaceOfAnEntry() {
        assertThat(tree.post(root, ROOT_LEVEL, MIDDLE, LATE)).isEqualTo(MeganodeKind.YES);
        assertThat(find(MIDDLE + 7)).isEqualTo(MeganodeKind.YES);
    }

    @Test
    void shouldRemoveALateSeparatorOfAPageThatIsGone() {
        assertThat(tree.post(root, ROOT_LEVEL, MIDDLE + 5, LATE)).isEqualTo(MeganodeKind.YES);
        assertThat(find(MIDDLE + 7)).isEqualTo(MeganodeKind.ELSEWHERE);
        assertThat(tree.withdraw(root, MIDDLE + 7, LATE)).isEqualTo(MeganodeKind.YES);
        assertThat(find(MIDDLE + 7)).isEqualTo(MeganodeKind.YES);
    }

    @Test
    void shouldRefuseToCorrectPointersToPagesThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.repoint(root, ROOT_LEVEL, MIDDLE, right, left))
                .withMessageContaining("no page of level 0 that starts at 50");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tree.withdraw(root, MIDDLE, right))
                .withMessageContaining("a page that is there");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> forwardTo(left))
                .withMessageContaining("another server");
        assertThat(tree.moves().forward(COPY, LATE, 0, new EntryBuffer(0))).isFalse();
    }

    private void forwardTo(long own) {
        tree.moves().forward(right, own, 0, new EntryBuffer(0));
    }
}
