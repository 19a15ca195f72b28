package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * All contents that pages have had: one more moment per store that other threads can see. A writer
 * that dies leaves the pages with their contents at one of the moments.
 */
final class Moments {
    private final List<PlainPage> pages;
    private final List<long[][]> moments = new ArrayList<>();

    private Moments(List<PlainPage> pages) {
        this.pages = pages;
        note();
    }

    /** Records the moments of pages that a writer changes word by word. */
    static Moments ofWords(PlainPage... pages) {
        Moments moments = new Moments(List.of(pages));
        for (PlainPage page : pages) {
            page.editor().through(moments.new Words(page));
        }
        return moments;
    }

    /**
     * Records the moments of pages that a writer changes line by line. The editors work on copies.
     *
     * @param backwards whether lines of one WRITE arrive from the last to the first
     */
    static Moments ofLines(boolean backwards, PlainPage... pages) {
        Moments moments = new Moments(List.of(pages));
        for (PlainPage page : pages) {
            moments.copy(page, backwards);
        }
        return moments;
    }

    private void copy(PlainPage page, boolean backwards) {
        PageView view = page.view();
        MemorySegment copy = MemorySegment.ofArray(new long[view.pageSize() / Long.BYTES]);
        copy.copyFrom(page.memory());
        view.stable(copy, 0, view.pointer());
        page.editor().through(new Lines(page, copy, backwards));
    }

    private void note() {
        moments.add(pages.stream().map(page -> wordsOf(page)).toArray(long[][]::new));
    }

    private static long[] wordsOf(PlainPage page) {
        return ((long[]) page.memory().heapBase().orElseThrow()).clone();
    }

    /** Changes a word of the first page, as its server or its next owner does. */
    void store(int offset, long value) {
        Page.plain(pages.get(0).memory(), offset, value);
        note();
    }

    int count() {
        return moments.size();
    }

    /** A copy of a page at a moment. */
    PlainPage at(int moment, int page) {
        long[] words = moments.get(moment)[page].clone();
        return page(words, page);
    }

    private PlainPage page(long[] words, int page) {
        PlainPage as = pages.get(page);
        return new PlainPage(as.keys(), MemorySegment.ofArray(words), as.view().pointer());
    }

    /** A word of the first page at a moment. */
    long word(int moment, int word) {
        return moments.get(moment)[0][word];
    }

    /** A copy of the first page with lines that were fetched at different moments. */
    PlainPage mixture(int... momentOfLine) {
        int wordsPerLine = Page.LINE / Long.BYTES;
        long[] words = new long[momentOfLine.length * wordsPerLine];
        for (int line = 0; line < momentOfLine.length; line++) {
            int at = line * wordsPerLine;
            System.arraycopy(moments.get(momentOfLine[line])[0], at, words, at, wordsPerLine);
        }
        return page(words, 0);
    }

    private final class Words implements PageStore {
        private final PlainPage page;

        Words(PlainPage page) {
            this.page = page;
        }

        @Override
        public void word(int offset, long value) {
            Page.plain(page.memory(), offset, value);
            note();
        }

        @Override
        public boolean keepsLines() {
            return false;
        }

        @Override
        public void carry(int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fence() {}
    }

    private final class Lines implements PageStore {
        private final PlainPage page;
        private final MemorySegment copy;
        private final boolean backwards;

        Lines(PlainPage page, MemorySegment copy, boolean backwards) {
            this.page = page;
            this.copy = copy;
            this.backwards = backwards;
        }

        @Override
        public void word(int offset, long value) {
            Page.plain(copy, offset, value);
            Page.plain(page.memory(), offset, value);
            note();
        }

        @Override
        public boolean keepsLines() {
            return true;
        }

        @Override
        public void carry(int offset, int length) {
            for (int i = 0; i < length; i += Page.LINE) {
                int at = offset + (backwards ? length - Page.LINE - i : i);
                MemorySegment.copy(copy, at, page.memory(), at, Page.LINE);
                note();
            }
        }

        @Override
        public void fence() {}
    }
}
