package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.DyingPages;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

/** Posting to a parent after its last writer died within a split. */
final class SweptParentTest {
    private static final int PAGE_SIZE = 256;
    private static final int FANOUT = 9;
    private static final int STORES_BEFORE_SWEEP = 4;

    private final PlainSpace space = new PlainSpace(PAGE_SIZE, 200);
    private final AtomicLong root = PlainTree.plant(space);
    private final LocalPages pages = space.pages(new LocalLatches(Host.system()));
    private final PlainTree tree = new PlainTree(pages, root, FANOUT, 0);
    private final PageView view = pages.newView();

    @Test
    void shouldSweepTheParentFirst() {
        long lowest = fillRoot();
        splitRootAndDie();
        long leaf = tree.inner().leafFor(lowest);
        assertThat(tree.inner().post(lowest + 1, leaf)).isTrue();
        pages.open(root.get(), view);
        assertThat(view.link()).isEqualTo(PagePointer.NULL);
        assertThat(view.find(lowest + 1)).isNotNegative();
        for (long key = lowest; key <= 0; key += 10) {
            assertThat(tree.get(key)).isEqualTo(1);
        }
    }

    /** Fills the tree from the right until all slots of its root are taken. */
    private long fillRoot() {
        for (long key = 0; ; key -= 10) {
            tree.put(key, 1);
            pages.open(root.get(), view);
            if (view.count() == FANOUT) {
                return key;
            }
        }
    }

    /** Moves the upper part of the root to a right sibling, without the sweep. */
    private void splitRootAndDie() {
        DyingPages dying = new DyingPages(space, false, STORES_BEFORE_SWEEP);
        EntryBuffer entries = new EntryBuffer(FANOUT);
        view.collect(Long.MIN_VALUE, Long.MAX_VALUE, entries);
        entries.sort(0);
        int middle = FANOUT / 2;
        long right = pages.allocate();
        PageImage image = pages.newImage();
        image.rightOf(view, right, entries.key(middle)).entries(entries, middle, FANOUT);
        dying.write(right, image);
        LockedPage page = pages.newLockedPage();
        dying.lock(root.get(), page);
        assertThatThrownBy(() -> page.editor().split(entries.key(middle), right))
                .isInstanceOf(DyingPages.DiedException.class);
    }
}
