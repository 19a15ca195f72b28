package dev.mangrove.check.page;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.history.History;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageEditor;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * One writer edits one page, and a reader looks at it after each store, in every order that the
 * fences of {@link PageEditor} allow. The promise: each edit takes effect by one store, and is
 * visible before the next one begins.
 *
 * <p>Other checks hardly ever read in such a moment: it lasts as long as one WRITE overtakes
 * another, and matters only if the page has been split and merged before.
 */
public final class EditsCheck implements CheckTarget {
    /** The name on the command line. */
    public static final String NAME = "edits";

    /** The name on the command line of the check with byte strings as keys. */
    public static final String OF_STRINGS = "string-edits";

    private static final long SALT = 0x6564697473L;
    private static final int[] PAGE_BYTES = {192, 256, 512};
    private static final int[] STRING_PAGE_BYTES = {512, 576, 768};
    private static final int TAG = 7;
    private static final int EDITS = 40;

    /** Chosen: few enough that most keys are found. */
    private static final int KEYS = 24;

    private final boolean strings;

    /**
     * Creates the check.
     *
     * @param strings whether keys are byte strings
     */
    public EditsCheck(boolean strings) {
        this.strings = strings;
    }

    @Override
    public String name() {
        return strings ? OF_STRINGS : NAME;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        Findings findings = new Findings();
        Writer writer = new Writer(new SplittableRandom(seed ^ SALT), strings);
        for (int i = 0; i < EDITS && writer.edit(); i++) {
            findings.operation();
        }
        String wrong = writer.sequence.firstWrong();
        if (!wrong.isEmpty()) {
            findings.violation(wrong);
        }
        return new SeedResult(
                findings.operations(),
                findings.violations(),
                0,
                writer.sequence.looks(),
                Coverage.NONE,
                new History(1));
    }

    /** Edits a page as a client does that has its latch. */
    private static final class Writer {
        private final SplittableRandom lots;
        private final PageKeys keys;
        private final int pageSize;
        private final PageView view;
        private final PageEditor editor;
        private final EditSequence sequence;
        private long values = 1_000;
        private int neighbours = 1;

        Writer(SplittableRandom lots, boolean strings) {
            this.lots = lots;
            int[] sizes = strings ? STRING_PAGE_BYTES : PAGE_BYTES;
            pageSize = sizes[lots.nextInt(sizes.length)];
            keys = strings ? strings(pageSize, lots) : PageKeys.ofWords(pageSize, TAG);
            long pointer = pointer(1);
            MemorySegment page = newMemory(pageSize);
            keys.format().newImage(page).unbounded(pointer, Page.LEAF, keys.word(0));
            view = keys.format().newView();
            view.stable(page, 0, pointer);
            sequence = new EditSequence(page, keys, pointer, lots);
            editor = keys.format().newEditor(view);
            editor.through(sequence);
        }

        private static PageKeys strings(int pageSize, SplittableRandom lots) {
            SharedLongKeys longKeys = new SharedLongKeys();
            StringFormat format = new StringFormat(pageSize, TAG, longKeys.view());
            return PageKeys.ofStrings(format, new PageStrings(lots));
        }

        private static MemorySegment newMemory(int bytes) {
            return MemorySegment.ofArray(new long[bytes / Long.BYTES]);
        }

        /** Makes one edit; returns false if the page is dead by it. */
        boolean edit() {
            int lot = lots.nextInt(EDITS);
            if (lot == 0) {
                long forward = nextPointer();
                editor.kill(forward);
                sequence.endLinkedEdit(forward);
                return false;
            }
            switch (lot % 6) {
                case 0 -> split();
                case 1 -> merge();
                case 2 -> withSlot(editor::clear);
                case 3 -> withSlot(slot -> editor.value(slot, ++values));
                default -> fill();
            }
            return true;
        }

        private void fill() {
            long key = keys.word(lots.nextInt(KEYS));
            if (view.relate(Page.LEAF, key) == PageMatch.HERE
                    && view.find(key) == Page.NONE
                    && view.freeSlot(key) != Page.NONE) {
                editor.fill(view.freeSlot(key), key, ++values);
                sequence.endEdit();
            }
        }

        private void withSlot(IntConsumer edit) {
            long key = keys.word(lots.nextInt(KEYS));
            int slot = view.relate(Page.LEAF, key) == PageMatch.HERE ? view.find(key) : Page.NONE;
            if (slot != Page.NONE) {
                edit.accept(slot);
                sequence.endEdit();
            }
        }

        private void split() {
            long end = view.hasHigh() ? keys.number(view.high()) : KEYS;
            if (end > 1) {
                editor.split(keys.word(lots.nextLong(1, end)), nextPointer());
                sequence.endEdit();
            }
        }

        /** Takes over a right neighbour, or begins to and gives it up. */
        private void merge() {
            if (!view.hasHigh()) {
                return;
            }
            long low = keys.number(view.high());
            boolean last = low + 1 >= KEYS || lots.nextBoolean();
            long end = last ? Math.max(KEYS, low) : lots.nextLong(low + 1, KEYS);
            EntryBuffer entries = entries(low, end);
            PageView right = neighbour(low, end, last, entries);
            editor.link(right.pointer());
            sequence.endEdit();
            editor.fillAhead(entries);
            sequence.endEdit();
            if (lots.nextInt(3) == 0) {
                editor.abandonMerge();
            } else {
                editor.merge(right);
            }
            sequence.endEdit();
            editor.link(PagePointer.NULL);
            sequence.endEdit();
        }

        private EntryBuffer entries(long low, long end) {
            EntryBuffer entries = new EntryBuffer(1, keys.format().order());
            int most = lots.nextInt(keys.slots() - view.count() + 1);
            for (long key = low; key < end && entries.size() < most; key++) {
                entries.add(keys.word(key), ++values);
            }
            return entries;
        }

        private PageView neighbour(long low, long end, boolean last, EntryBuffer entries) {
            long pointer = nextPointer();
            PageImage image = keys.format().newImage(newMemory(pageSize));
            if (last) {
                image.unbounded(pointer, Page.LEAF, keys.word(low));
            } else {
                image.bounded(pointer, Page.LEAF, keys.word(low), keys.word(end), nextPointer());
            }
            image.entries(entries, 0, entries.size());
            PageView right = keys.format().newView();
            right.stable(image.memory(), 0, pointer);
            return right;
        }

        private long nextPointer() {
            return pointer(++neighbours);
        }

        private static long pointer(int number) {
            return PagePointer.of((long) number * 512, 1);
        }
    }
}
