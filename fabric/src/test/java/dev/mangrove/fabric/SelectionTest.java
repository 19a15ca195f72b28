package dev.mangrove.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

final class SelectionTest {
    @Test
    void shouldWalkTheRunsOfEachRowOfAStridedSelection() {
        RowMask mask = new RowMask(32).run(0, 8).run(16, 4);
        assertThat(fragments(new Selection().strided(100, 2, mask)))
                .containsExactly("100+8", "116+4", "132+8", "148+4");
    }

    @Test
    void shouldMakeTheMaskOfAStridedRegion() {
        assertThat(fragments(new Selection().strided(0, 2, RowMask.strided(5, 4, 2, 1))))
                .containsExactly("4+4", "12+4", "24+4", "32+4");
        assertThat(fragments(new Selection().strided(0, 1, RowMask.strided(5, 4, 1, 2))))
                .containsExactly("8+12");
    }

    @Test
    void shouldFollowPointersInTheirOrder() {
        RowMask mask = new RowMask(64).run(8, 8);
        assertThat(fragments(new Selection().pointed(new long[] {640, 0, 640, 7}, 3, mask)))
                .containsExactly("648+8", "8+8", "648+8");
    }

    @Test
    void shouldWalkMappedRowsRowByRow() {
        ColumnSet columns = ColumnSet.byRow().column(1000, 4).column(2000, 8);
        assertThat(fragments(new Selection().mapped(new long[] {0b1010, 1}, 65, columns)))
                .containsExactly("1004+4", "2008+8", "1012+4", "2024+8", "1256+4", "2512+8");
    }

    @Test
    void shouldWalkMappedRowsColumnByColumn() {
        ColumnSet columns = ColumnSet.byColumn().column(1000, 4).column(2000, 8);
        assertThat(fragments(new Selection().mapped(new long[] {0b1010}, 3, columns)))
                .containsExactly("1004+4", "2008+8");
        assertThat(fragments(new Selection().mapped(new long[] {0}, 3, columns))).isEmpty();
    }

    @Test
    void shouldSelectAnewWithoutTracesOfTheSelectionBefore() {
        Selection selection =
                new Selection().mapped(new long[] {1}, 1, ColumnSet.byRow().column(0, 4));
        selection.strided(8, 1, RowMask.whole(8).guard(0));
        assertThat(fragments(selection)).containsExactly("8+8");
        assertThat(selection.isGuarded()).isTrue();
        assertThat(selection.bytes()).isEqualTo(8);
    }

    @Test
    void shouldNameTheRunThatIsEmptyOverlapsOrLeavesThePeriod() {
        assertRefused(() -> new RowMask(8).run(0, 0), "length=0");
        assertRefused(() -> new RowMask(8).run(-1, 4), "offset=-1");
        assertRefused(() -> new RowMask(8).run(0, 4).run(3, 2), "end of the run before=4");
        assertRefused(() -> new RowMask(8).run(4, 5), "period=8");
        assertRefused(() -> new RowMask(8).run(1, Integer.MAX_VALUE), "period=8");
        assertRefused(() -> new RowMask(0), "period=0");
    }

    @Test
    void shouldNameTheGuardThatIsNoAlignedWordOfTheRow() {
        assertRefused(() -> RowMask.whole(16).guard(4), "guard=4");
        assertRefused(() -> RowMask.whole(16).guard(16), "guard=16");
        assertRefused(() -> RowMask.whole(8192).guard(0), "bytes=8192");
        assertRefused(() -> new RowMask(8192).guard(0).run(0, 4097), "bytes=4097");
    }

    @Test
    void shouldNameTheRowsThatOverflow() {
        RowMask wide = new RowMask(Integer.MAX_VALUE).run(0, 1);
        long last = Address.of(3, Address.MAX_OFFSET - 100);
        assertRefused(() -> new Selection().strided(last, 2, wide), "rows=2");
        assertRefused(() -> new Selection().strided(0, 0, wide), "rows=0");
        assertRefused(() -> new Selection().strided(0, -5, wide), "rows=-5");
        assertRefused(
                () -> new Selection().strided(0, Selection.MOST_FRAGMENTS + 1, RowMask.whole(1)),
                "fragments=16385");
        assertRefused(
                () -> new Selection().strided(0, 16_000, RowMask.whole(Integer.MAX_VALUE)),
                "rows=16000");
        assertRefused(() -> new Selection().strided(0, 1, new RowMask(8)), "mask");
    }

    @Test
    void shouldNamePointersBitmapsAndColumnsThatAreTooFew() {
        RowMask mask = RowMask.whole(8);
        ColumnSet columns = ColumnSet.byRow().column(0, 8);
        assertRefused(() -> new Selection().pointed(new long[2], 3, mask), "pointers=2");
        assertRefused(
                () -> new Selection().mapped(new long[1], 65, columns), "bitmap is too short");
        assertRefused(() -> new Selection().mapped(new long[1], 64, ColumnSet.byRow()), "columns");
        assertRefused(() -> ColumnSet.byRow().column(0, 0), "width=0");
    }

    private static void assertRefused(Runnable action, String field) {
        assertThatIllegalArgumentException().isThrownBy(action::run).withMessageContaining(field);
    }

    private static List<String> fragments(Selection selection) {
        List<String> found = new ArrayList<>();
        FragmentCursor cursor = new FragmentCursor();
        int bytes = 0;
        for (cursor.begin(selection); cursor.next(); bytes += cursor.length()) {
            found.add(cursor.address() + "+" + cursor.length());
        }
        assertThat(selection.bytes()).isEqualTo(bytes);
        return found;
    }
}
