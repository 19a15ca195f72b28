package dev.mangrove.check.page;

import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.WordFormat;
import dev.mangrove.index.page.strings.KeyArena;
import dev.mangrove.index.page.strings.StringFormat;

import org.jspecify.annotations.Nullable;

import java.util.function.LongUnaryOperator;

/**
 * What the keys of a run are in its pages, as one thread reads and writes them.
 *
 * @param format of the pages
 * @param slots most entries of a page
 * @param words the word that tree code has for a key
 * @param numbers the key that a word stands for
 * @param arena of the words; null if keys are their own words
 */
record PageKeys(
        PageFormat format,
        int slots,
        LongUnaryOperator words,
        LongUnaryOperator numbers,
        @Nullable KeyArena arena) {
    static PageKeys ofWords(int pageSize, int tag) {
        return new PageKeys(
                new WordFormat(pageSize, tag), Page.slots(pageSize), key -> key, key -> key, null);
    }

    static PageKeys ofStrings(StringFormat format, PageStrings strings) {
        KeyArena arena = format.keys();
        return new PageKeys(
                format,
                format.fanout(),
                key -> arena.add(strings.key(key)),
                word -> strings.number(arena.key(word)),
                arena);
    }

    /** The word of a key. */
    long word(long key) {
        return words.applyAsLong(key);
    }

    /** The key of a word. */
    long number(long word) {
        return numbers.applyAsLong(word);
    }

    /** Begins to note words. */
    int mark() {
        return arena == null ? 0 : arena.mark();
    }

    /** Forgets all words since a mark. */
    void release(int mark) {
        if (arena != null) {
            arena.release(mark);
        }
    }
}
