package dev.mangrove.check.page;

import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageStore;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The stores of a series of edits of one page, by words or, in half of all stories, by lines that
 * become visible as a whole. Between two fences they may become visible in any order; so after each
 * fence the sequence applies subsets of the stores that came before it to the page as it was, and
 * asks what a reader sees.
 */
final class EditSequence implements PageStore {
    /** Most subsets of a group of stores; all of them for up to six stores. */
    private static final int MOST_SUBSETS = 64;

    private final PageKeys keys;
    private final MemorySegment page;
    private final MemorySegment visible;
    private final SplittableRandom lots;
    private final boolean keepsLines;
    private final PageView reader;
    private final long pointer;
    private final List<Store> group = new ArrayList<>();
    private final List<List<Store>> groups = new ArrayList<>();
    private final List<PageContent> contents = new ArrayList<>();
    private @Nullable PageContent between;
    private int looks;

    /** Begins with a page as it is. */
    EditSequence(MemorySegment page, PageKeys keys, long pointer, SplittableRandom lots) {
        this.keys = keys;
        this.page = page;
        this.lots = lots;
        this.pointer = pointer;
        keepsLines = lots.nextBoolean();
        visible = MemorySegment.ofArray(new long[keys.format().pageSize() / Long.BYTES]);
        visible.copyFrom(page);
        reader = keys.format().newView();
        contents.add(look(page));
    }

    @Override
    public void word(int offset, long value) {
        page.set(ValueLayout.JAVA_LONG, offset, value);
        group.add(new Store(offset, new long[] {value}, contents.size()));
    }

    @Override
    public boolean keepsLines() {
        return keepsLines;
    }

    @Override
    public void carry(int offset, int length) {
        for (int line = offset; line < offset + length; line += Page.LINE) {
            long[] words = page.asSlice(line, Page.LINE).toArray(ValueLayout.JAVA_LONG);
            group.add(new Store(line, words, contents.size()));
        }
    }

    @Override
    public void fence() {
        if (!group.isEmpty()) {
            groups.add(List.copyOf(group));
            group.clear();
        }
    }

    /** Notes that an edit has ended. */
    void endEdit() {
        contents.add(look(page));
    }

    /** Notes that the last edit has ended, which gives the page its link before it takes effect. */
    void endLinkedEdit(long link) {
        PageContent before = contents.getLast();
        between = new PageContent(false, before.bounds(), link, before.entries(), before.hidden());
        endEdit();
    }

    /** How often a reader has looked. */
    int looks() {
        return looks;
    }

    /**
     * Lets a reader look at every moment. It must find the content before or after one of the edits
     * whose stores are not all visible yet, and nothing else.
     *
     * @return what it found wrong, or an empty text
     */
    String firstWrong() {
        fence();
        for (List<Store> each : groups) {
            int subsets = each.size() <= 6 ? 1 << each.size() : MOST_SUBSETS;
            for (int i = 0; i < subsets; i++) {
                long chosen = each.size() <= 6 ? i : lots.nextLong();
                PageContent found = look(with(each, chosen));
                if (!isAllowed(found, each)) {
                    return "a reader sees neither the page before nor after an edit: stores="
                            + each
                            + ", visible="
                            + Long.toBinaryString(chosen)
                            + ", seen="
                            + found
                            + ", before="
                            + contents.get(each.getFirst().edit - 1)
                            + ", after="
                            + contents.get(each.getLast().edit);
                }
            }
            each.forEach(store -> store.apply(visible));
        }
        return "";
    }

    private boolean isAllowed(PageContent found, List<Store> stores) {
        return found.equals(between)
                || contents.subList(stores.getFirst().edit - 1, stores.getLast().edit + 1)
                        .contains(found);
    }

    private MemorySegment with(List<Store> stores, long chosen) {
        MemorySegment image = MemorySegment.ofArray(new long[(int) (visible.byteSize() >> 3)]);
        image.copyFrom(visible);
        for (int i = 0; i < stores.size(); i++) {
            if ((chosen >>> i & 1) != 0) {
                stores.get(i).apply(image);
            }
        }
        return image;
    }

    private PageContent look(MemorySegment image) {
        looks++;
        reader.stable(image, 0, pointer);
        int mark = keys.mark();
        PageContent found = PageContent.of(reader, keys);
        keys.release(mark);
        return found;
    }

    /** A word or a line that an edit stores; edits are numbered from 1. */
    private static final class Store {
        private final int offset;
        private final long[] words;
        private final int edit;

        Store(int offset, long[] words, int edit) {
            this.offset = offset;
            this.words = words;
            this.edit = edit;
        }

        void apply(MemorySegment image) {
            MemorySegment.copy(words, 0, image, ValueLayout.JAVA_LONG, offset, words.length);
        }

        @Override
        public String toString() {
            return offset + "=" + Arrays.toString(words);
        }
    }
}
