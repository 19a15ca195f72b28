package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Keys that occur many times. */
final class SecondaryIndexTest {
    private final FakeOrderedIndex index = FakePool.alone();
    private final SecondaryIndex secondary = new SecondaryIndex(index);

    @Test
    void shouldKeepManyReferencesOfOneKeyInOrder() {
        for (int reference : new int[] {7, -3, Integer.MAX_VALUE, 0, Integer.MIN_VALUE}) {
            assertThat(secondary.add(5, reference)).isTrue();
        }
        assertThat(secondary.add(5, 7)).isFalse();
        secondary.add(4, 1);
        secondary.add(6, 1);
        assertThat(pairs(secondary.references(5)))
                .containsExactly(
                        "5=" + Integer.MIN_VALUE, "5=-3", "5=0", "5=7", "5=" + Integer.MAX_VALUE);
        assertThat(secondary.count(5, 5)).isEqualTo(5);
        assertThat(secondary.contains(5, -3)).isTrue();
        assertThat(secondary.contains(5, -4)).isFalse();
    }

    @Test
    void shouldOrderNegativeKeysBeforeOthers() {
        secondary.add(Integer.MAX_VALUE, 1);
        secondary.add(-1, 2);
        secondary.add(0, 3);
        secondary.add(Integer.MIN_VALUE, 4);
        assertThat(pairs(secondary.range(Integer.MIN_VALUE, Integer.MAX_VALUE)))
                .containsExactly(Integer.MIN_VALUE + "=4", "-1=2", "0=3", Integer.MAX_VALUE + "=1");
    }

    @Test
    void shouldLoadTheSameInBoundedMemory() {
        FakeOrderedIndex primary = FakePool.alone();
        SecondaryIndex expected = new SecondaryIndex(FakePool.alone());
        for (int key = -300; key < 300; key++) {
            int value = (key * 7919 & 63) - 20;
            primary.put(key, value);
            expected.add(value, key);
        }
        for (int most : new int[] {2, 3, 100, 599, 600, 5_000}) {
            FakeOrderedIndex target = FakePool.alone();
            assertThat(SecondaryIndex.load(primary, target, (key, value) -> value, most, 0.7))
                    .as("with %d references in memory", most)
                    .isEqualTo(600);
            assertThat(pairs(new SecondaryIndex(target).range(-20, 43)))
                    .isEqualTo(pairs(expected.range(-20, 43)));
        }
        assertThatThrownBy(
                        () -> SecondaryIndex.load(primary, FakePool.alone(), (k, v) -> v, 1, 0.7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("most=1");
    }

    @Test
    void shouldTakeOutOneReferenceAndLeaveTheOthers() {
        secondary.add(1, 10);
        secondary.add(1, 11);
        assertThat(secondary.remove(1, 10)).isTrue();
        assertThat(secondary.remove(1, 10)).isFalse();
        assertThat(pairs(secondary.references(1))).containsExactly("1=11");
    }

    @Test
    void shouldLoadKeysWithReferencesAndRefuseWiderOnes() {
        long[][] entries = {{-2, 5}, {-2, 6}, {3, -1}, {3, 0}};
        assertThat(secondary.bulkLoad(new ArrayEntries(entries), 1)).isEqualTo(4);
        assertThat(pairs(secondary.range(-2, 3))).containsExactly("-2=5", "-2=6", "3=-1", "3=0");

        SecondaryIndex empty = new SecondaryIndex(FakePool.alone());
        assertThatThrownBy(() -> empty.bulkLoad(new ArrayEntries(new long[][] {{1L << 32, 0}}), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bits");
    }

    @Test
    void shouldReferToEachEntryOfAPrimaryIndexWhenItIsBuilt() {
        FakeOrderedIndex primary = FakePool.alone();
        for (long key = -5; key < 5; key++) {
            primary.put(key, key * key);
        }
        SecondaryIndex built = SecondaryIndex.build(primary, index, (key, value) -> value);
        assertThat(pairs(built.range(4, 16)))
                .containsExactly("4=-2", "4=2", "9=-3", "9=3", "16=-4", "16=4");
        assertThat(built.count(0, 25)).isEqualTo(10);
    }

    @Test
    void shouldKeepReferencesWhenItIsBuiltIntoAnIndexThatHasSome() {
        secondary.add(1, 77);
        FakeOrderedIndex primary = FakePool.alone();
        for (long key = 0; key < 3000; key++) {
            primary.put(key, key % 3);
        }
        SecondaryIndex built = SecondaryIndex.build(primary, index, (key, value) -> value + 1);
        assertThat(built.count(1, 3)).isEqualTo(3001);
        assertThat(built.contains(1, 77)).isTrue();
        assertThat(built.contains(3, 2999)).isTrue();
    }

    @Test
    void shouldRefuseToBuildFromKeysOfMoreThan32Bits() {
        FakeOrderedIndex primary = FakePool.alone();
        primary.put(1L << 32, 0);
        assertThatThrownBy(() -> SecondaryIndex.build(primary, index, (key, value) -> value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("32 bits");
        assertThat(secondary.count(Integer.MIN_VALUE, Integer.MAX_VALUE)).isZero();
    }

    private static List<String> pairs(Cursor cursor) {
        List<String> all = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                all.add(cursor.key() + "=" + cursor.value());
            }
        }
        return all;
    }

    private static final class ArrayEntries implements Entries {
        private final long[][] entries;
        private int position = -1;

        ArrayEntries(long[][] entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() {
            return ++position < entries.length;
        }

        @Override
        public long key() {
            return entries[position][0];
        }

        @Override
        public long value() {
            return entries[position][1];
        }
    }
}
