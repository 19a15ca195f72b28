package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/**
 * The keys in messages whose payloads are words, as one thread writes and reads them. A 64-bit key
 * is its own word. The word of a byte string ends with the operation of the thread that knows it;
 * so its bytes travel behind the words, see {@link dev.mangrove.index.page.strings.KeyPassage}.
 */
public interface MessageKeys {
    /** Those of 64-bit keys. */
    MessageKeys WORDS =
            new MessageKeys() {
                @Override
                public boolean areWords() {
                    return true;
                }

                @Override
                public void begin() {}

                @Override
                public long put(long key) {
                    return key;
                }

                @Override
                public int end(MemorySegment memory, long base, int words) {
                    return words * Long.BYTES;
                }

                @Override
                public int read(MemorySegment memory, long base, long bytes) {
                    return (int) (bytes / Long.BYTES);
                }

                @Override
                public long get(long word) {
                    return word;
                }
            };

    /** Whether a key is its own word. */
    boolean areWords();

    /** Begins with another message to write. */
    void begin();

    /** Adds a key to the message; returns the word that stands for it there. */
    long put(long key);

    /**
     * Ends the message: writes the bytes of its keys behind its words.
     *
     * @param base where the payload starts
     * @return bytes of the payload
     */
    int end(MemorySegment memory, long base, int words);

    /**
     * Takes the keys of a message that was received.
     *
     * @return number of its words
     * @throws IllegalArgumentException if it is no message with keys
     */
    int read(MemorySegment memory, long base, long bytes);

    /**
     * The key that a word of the message that was read last stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    long get(long word);
}
