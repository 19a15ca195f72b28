package dev.mangrove.fabric.tcp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Both sides of a queue. All words of a message are its number, so that the consumer can tell them
 * from those of the message that was there before.
 */
final class WordQueue {
    /** No message. */
    static final int NOTHING = 0;

    /** A message as it must be. */
    static final int WHOLE = 1;

    /** Any other message. */
    static final int TORN = 2;

    private final MessageQueue queue = new MessageQueue();
    private final MemorySegment payload;
    private final int words;
    private long added;
    private long taken;

    /** An empty queue of messages of so many words, at least two. */
    WordQueue(int words) {
        this.words = words;
        payload = Arena.ofAuto().allocate(words * (long) Long.BYTES, Long.BYTES);
    }

    /** Producer: adds a message in two parts. */
    void add() {
        added++;
        for (int i = 0; i < words; i++) {
            payload.setAtIndex(JAVA_LONG, i, added);
        }
        queue.begin(MessageQueue.MESSAGE, words * Long.BYTES, 0);
        queue.append(payload, 0, Long.BYTES);
        queue.append(payload, Long.BYTES, (words - 1) * Long.BYTES);
        queue.commit();
    }

    /** Consumer: takes the next message without removing it, and checks it. */
    int next() {
        return queue.next() == MessageQueue.NOTHING ? NOTHING : check();
    }

    /** Consumer: checks the taken message. */
    int check() {
        boolean whole =
                queue.length() == words * Long.BYTES
                        && word(0) == taken + 1
                        && word(words - 1) == taken + 1;
        return whole ? WHOLE : TORN;
    }

    private long word(int i) {
        return queue.memory().get(JAVA_LONG, queue.offset() + (long) i * Long.BYTES);
    }

    /** Consumer: removes the message. */
    void release() {
        queue.release();
        taken++;
    }
}
