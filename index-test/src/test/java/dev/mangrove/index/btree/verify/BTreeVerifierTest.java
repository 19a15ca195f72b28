package dev.mangrove.index.btree.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.btree.Damage;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;

import org.junit.jupiter.api.Test;

/** The verifier finds faults that a get does not find. */
final class BTreeVerifierTest {
    private final Damage damage = new Damage();

    @Test
    void shouldFindNothingWrongInATreeThatIsInOrder() {
        assertThat(damage.tree.walk().faults()).isEmpty();
        assertThat(damage.tree.walk().entries()).isEqualTo(Damage.KEYS);
    }

    /** Each page alone is correct: the child covers the key, and the right links have no gap. */
    @Test
    void shouldFindALeafOfTheChainThatNoSearchComesTo() {
        long key = damage.keyOf(Page.LEAF, false);
        long twin = twinOf(damage.pageFor(key, Page.LEAF));
        nameInstead(key, twin);
        assertThat(damage.tree.get(key)).as("the twin is empty").isEqualTo(-1);
        assertThat(damage.tree.walk().faults())
                .singleElement()
                .asString()
                .contains("a search for key " + key);
    }

    @Test
    void shouldFindAPageThatTwoLinksLeadTo() {
        long key = damage.keyOf(Page.LEAF, false);
        long leaf = damage.pageFor(key, Page.LEAF);
        long left = damage.pageFor(key - 1, Page.LEAF);
        boundAnew(leaf, damage.look(leaf).high(), left);
        assertThat(damage.tree.walk().faults())
                .anyMatch(fault -> fault.startsWith("two links of level 0 lead to one page"));
    }

    @Test
    void shouldFindKeysThatAreInTwoPages() {
        long key = damage.keyOf(Page.LEAF, false);
        long leaf = damage.pageFor(key, Page.LEAF);
        long high = damage.look(leaf).high();
        boundAnew(leaf, high + 1, damage.look(leaf).right());
        assertThat(damage.tree.walk().faults())
                .singleElement()
                .asString()
                .contains("keys from " + high + " to " + (high + 1) + " are in two pages");
    }

    @Test
    void shouldFindAPageOfTwoTrees() {
        long root = damage.tree.inner().root();
        BTreeVerifier both = new BTreeVerifier(damage.pages).walk(root);
        assertThat(both.faults()).isEmpty();
        assertThat(both.walk(root).faults()).anyMatch(fault -> fault.contains("lead to one page"));
    }

    private void boundAnew(long pointer, long high, long right) {
        LockedPage page = damage.pages.newLockedPage();
        damage.pages.lock(pointer, page);
        page.editor().split(high, right);
        page.unlock();
    }

    /** A get ignores such an entry; a scan in place takes it for one of the page. */
    @Test
    void shouldFindAnEntryOutsideOfTheBoundsOfItsPage() {
        LockedPage page = damage.pages.newLockedPage();
        damage.pages.lock(damage.pageFor(damage.keyOf(Page.LEAF, false), Page.LEAF), page);
        long outside = page.view().high() + 1;
        page.editor().fill(page.view().freeSlot(outside), outside, 1);
        page.unlock();
        assertThat(damage.tree.walk().faults())
                .singleElement()
                .asString()
                .startsWith("a page has an entry outside of its bounds");
    }

    @Test
    void shouldNotComplainOfALeafThatItsParentHasNotBeenToldOf() {
        long key = damage.keyOf(Page.LEAF, false);
        LockedPage parent = lockParent(key);
        parent.editor().clear(parent.view().find(key));
        parent.unlock();
        assertThat(damage.tree.walk().faults()).isEmpty();
    }

    @Test
    void shouldNotComplainOfAnEntryThatAGetWouldMend() {
        damage.nameStale(damage.keyOf(Page.LEAF, false));
        assertThat(damage.tree.walk().faults()).isEmpty();
    }

    /** An empty leaf with the bounds of another. */
    private long twinOf(long leaf) {
        long twin = damage.pages.allocate();
        PageImage image = damage.pages.newImage();
        image.rightOf(damage.look(leaf), twin, damage.look(leaf).low());
        damage.pages.write(twin, image.entries(new EntryBuffer(0), 0, 0));
        return twin;
    }

    private void nameInstead(long key, long leaf) {
        LockedPage parent = lockParent(key);
        parent.editor().value(parent.view().floor(key), leaf);
        parent.unlock();
        assertThat(leaf).isNotEqualTo(PagePointer.NULL);
    }

    private LockedPage lockParent(long key) {
        LockedPage parent = damage.pages.newLockedPage();
        damage.pages.lock(damage.pageFor(key, InnerLevels.LOWEST), parent);
        return parent;
    }
}
