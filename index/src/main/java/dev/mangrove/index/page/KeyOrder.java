package dev.mangrove.index.page;

import dev.mangrove.index.page.strings.KeyArena;

/**
 * The order of the keys of an index. Tree code handles a key as a word: a 64-bit key is its own
 * word, and that of a byte string is a token of a {@link KeyArena}. So tree code compares keys, and
 * steps to the key before or after one, only by this order. Two words are the same in all orders:
 * {@link #LEAST} and {@link #GREATEST}.
 */
public interface KeyOrder {
    /** At or below every key: the lower bound of the leftmost page of each level. */
    long LEAST = Long.MIN_VALUE;

    /** At or above every key. */
    long GREATEST = Long.MAX_VALUE;

    /** Negative, zero or positive, as the left key is less than, equal to or above the right. */
    int compare(long left, long right);

    /** The largest key below one that is above {@link #LEAST}. */
    long before(long key);

    /** The smallest key above one that is below {@link #GREATEST}. */
    long after(long key);

    /** Begins to note words that {@link #keep} forgets. */
    default int mark() {
        return 0;
    }

    /** Forgets all words since a mark but one, for which it returns another word. */
    default long keep(int mark, long key) {
        return key;
    }

    /** Forgets all words since a mark but the first ones of an array, which become other words. */
    default void keepAll(int mark, long[] keys, int count) {}

    /** Whether a page may need memory beside its own for an entry with a key. */
    default boolean mayNeedExtent(long key) {
        return false;
    }

    /** Readable form of a key. */
    default String text(long key) {
        return Long.toString(key);
    }

    /** A bound above one key and not above another, which is larger. */
    default long separator(long left, long right) {
        return right;
    }

    /** A copy of a key that outlives the operation. */
    default KeyCopy copy(long key) {
        return KeyCopy.of(key);
    }

    /** A word for a copied key. */
    default long word(KeyCopy key) {
        return key.word();
    }

    /** Whether a word is a key, and not a bound only. */
    default boolean isKey(long key) {
        return true;
    }

    /** The keys in messages of this thread. */
    default MessageKeys messageKeys() {
        return MessageKeys.WORDS;
    }

    /** Whether two words are the same key. */
    default boolean isSame(long left, long right) {
        return compare(left, right) == 0;
    }

    /** Whether one key is less than another. */
    default boolean isLess(long left, long right) {
        return compare(left, right) < 0;
    }
}
