package dev.mangrove.server.state;

import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.MessageKeys;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;

import org.jspecify.annotations.Nullable;

/**
 * The words of one request and of its answer, and the keys that some of them stand for. Keys that
 * are byte strings hold until the request ends. Used by one thread.
 */
public final class RequestKeys {
    private final KeyOrder order;
    private final MessageKeys keys;
    private @Nullable Request request;
    private int words;
    private int mark;

    RequestKeys(KeyOrder order) {
        this.order = order;
        this.keys = order.messageKeys();
    }

    /** Begins with a request, which has at least so many words. */
    void begin(Request next, int least) {
        mark = order.mark();
        request = next;
        words = keys.read(next.memory(), Request.PAYLOAD, next.length());
        keys.begin();
        require(least);
    }

    /** Forgets all keys. */
    void end() {
        request = null;
        long _ = order.keep(mark, KeyOrder.LEAST);
    }

    /** Checks that the request has at least so many words. */
    public void require(int least) {
        if (words < least) {
            throw new MalformedException("payload too short: words=" + words + ", needed=" + least);
        }
    }

    /** Number of words of the request. */
    public int words() {
        return words;
    }

    /** A word of the request. */
    public long word(int i) {
        Request of = request;
        if (of == null || i >= words) {
            throw new MalformedException("payload too short: words=" + words + ", word=" + i);
        }
        return Words.get(of.memory(), Request.PAYLOAD, i);
    }

    /** The bound, or the key to search for, that a word of the request stands for. */
    public long bound(int i) {
        return keys.get(word(i));
    }

    /** The key that a word of the request stands for. */
    public long key(int i) {
        long key = bound(i);
        if (!keys.areWords() && !order.isKey(key)) {
            throw new IllegalArgumentException("no key: word " + i + " is a bound");
        }
        return key;
    }

    /** Whether keys are words. */
    public boolean areWords() {
        return keys.areWords();
    }

    /** Puts a key into a word of the answer. */
    public void put(Reply reply, int i, long key) {
        Words.put(reply.memory(), Reply.PAYLOAD, i, keys.put(key));
    }

    /** Ends an answer of so many words; returns its bytes. */
    public int end(Reply reply, int answered) {
        return keys.end(reply.memory(), Reply.PAYLOAD, answered);
    }
}
