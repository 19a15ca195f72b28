package dev.mangrove.fabric.contract.verb;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws selections of all kinds, and moves their bytes between arrays by a list of fragments that
 * it makes without the product's cursor.
 */
final class SelectionModel {
    private final RandomGenerator random;
    private final int memoryBytes;
    private final int mostBytes;
    private final Selection selection = new Selection();
    private final List<int[]> fragments = new ArrayList<>();

    SelectionModel(RandomGenerator random, int memoryBytes, int mostBytes) {
        this.random = random;
        this.memoryBytes = memoryBytes;
        this.mostBytes = mostBytes;
    }

    Selection selection() {
        return selection;
    }

    /** Draws another selection of memory that begins at an address. */
    void draw(long memory) {
        do {
            fragments.clear();
            switch (random.nextInt(3)) {
                case 0 -> strided(memory);
                case 1 -> pointed(memory);
                default -> mapped(memory);
            }
        } while (selection.bytes() > mostBytes);
    }

    private void strided(long memory) {
        RowMask mask = mask();
        int rows = 1 + random.nextInt(Math.min(600, memoryBytes / mask.period()));
        int base = aligned(random.nextInt(memoryBytes - rows * mask.period() + 1), mask);
        for (int row = 0; row < rows; row++) {
            add(base + row * mask.period(), mask);
        }
        selection.strided(memory + base, rows, mask);
    }

    /** Rows may be the same, and overlap: a scatter then writes them in order. */
    private void pointed(long memory) {
        RowMask mask = mask();
        long[] pointers = new long[1 + random.nextInt(200)];
        for (int row = 0; row < pointers.length; row++) {
            int at = aligned(random.nextInt(memoryBytes - mask.period() + 1), mask);
            add(at, mask);
            pointers[row] = memory + at;
        }
        selection.pointed(pointers, pointers.length, mask);
    }

    private void mapped(long memory) {
        int rows = 1 + random.nextInt(300);
        long[] bitmap = new long[(rows + 63) / 64];
        for (int i = 0; i < bitmap.length; i++) {
            bitmap[i] = random.nextBoolean() ? random.nextLong() : 0;
        }
        boolean byRow = random.nextBoolean();
        ColumnSet columns = byRow ? ColumnSet.byRow() : ColumnSet.byColumn();
        int number = 1 + random.nextInt(5);
        for (int column = 0; column < number; column++) {
            int width = 1 + random.nextInt(20);
            columns.column(memory + random.nextInt(memoryBytes - rows * width + 1), width);
        }
        int outer = byRow ? rows : number;
        int inner = byRow ? number : rows;
        for (int i = 0; i < outer; i++) {
            for (int j = 0; j < inner; j++) {
                int row = byRow ? i : j;
                int column = byRow ? j : i;
                if (((bitmap[row / 64] >>> (row % 64)) & 1) != 0) {
                    int width = columns.width(column);
                    int base = (int) Address.offset(columns.base(column));
                    fragments.add(new int[] {base + row * width, width});
                }
            }
        }
        selection.mapped(bitmap, rows, columns);
    }

    private RowMask mask() {
        if (random.nextInt(5) == 0) {
            return longRuns();
        }
        if (random.nextInt(4) == 0) {
            int word = 8 << random.nextInt(2);
            return new RowMask(random.nextBoolean() ? 64 : 1024).run(8, word);
        }
        int period = 1 + random.nextInt(1 << random.nextInt(1, 12));
        boolean guarded = period >= 64 && random.nextInt(3) == 0;
        RowMask mask = new RowMask(guarded ? period & -8 : period);
        int at = random.nextInt(mask.period());
        do {
            int length = 1 + random.nextInt(Math.min(mask.period() - at, 200));
            mask.run(at, length);
            at += length + random.nextInt(40);
        } while (mask.runs() < 8 && at < mask.period() && random.nextInt(4) != 0);
        return guarded ? mask.guard(random.nextInt(mask.period() / 8) * 8) : mask;
    }

    /** Runs that are long enough to be moved one by one, with gaps that are read along. */
    private RowMask longRuns() {
        RowMask mask = new RowMask(4096);
        int at = random.nextInt(500);
        for (int runs = 1 + random.nextInt(4); runs > 0; runs--) {
            int length = 200 + random.nextInt(400);
            mask.run(at, length);
            at += length + (random.nextBoolean() ? random.nextInt(400) : 0);
        }
        return mask;
    }

    private static int aligned(int offset, RowMask mask) {
        return mask.isGuarded() || mask.bytes() % 8 == 0 ? offset & -8 : offset;
    }

    private void add(int row, RowMask mask) {
        for (int run = 0; run < mask.runs(); run++) {
            fragments.add(new int[] {row + mask.offset(run), mask.length(run)});
        }
    }

    /** Copies the fragments of memory to another array, end to end. */
    void gather(byte[] memory, byte[] to, int offset) {
        int place = offset;
        for (int[] fragment : fragments) {
            System.arraycopy(memory, fragment[0], to, place, fragment[1]);
            place += fragment[1];
        }
    }

    /** Copies an array to the fragments of memory. */
    void scatter(byte[] from, int offset, byte[] memory) {
        int place = offset;
        for (int[] fragment : fragments) {
            System.arraycopy(from, place, memory, fragment[0], fragment[1]);
            place += fragment[1];
        }
    }

    @Override
    public String toString() {
        return selection.kind()
                + " of "
                + fragments.size()
                + " fragments, "
                + selection.bytes()
                + " bytes";
    }
}
