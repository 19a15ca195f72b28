package dev.mangrove.index.btree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

/** What a client asks of the server that holds a tree, or its upper levels. Of one thread. */
final class RemoteCalls {
    private static final int MOST_PAIRS = 1_000;
    private static final int BEFORE_PAIRS = 2;

    private final Call call;
    private final long tree;

    RemoteCalls(Session session, int server, long tree) {
        this.call = session.link(server).call(Words.bytes(BEFORE_PAIRS + 2 * MOST_PAIRS));
        this.tree = tree;
    }

    /** Makes sure that the tree is there; returns its root. */
    long open(int pageSize, int fanout, int lowest) {
        return ask(TreeKind.OPEN_TREE, write(tree, pageSize, fanout, lowest));
    }

    boolean find(long key) {
        put(0, tree);
        put(1, key);
        return ask(TreeKind.GET, Words.bytes(2)) == 1;
    }

    /** Value of the key that was found last. */
    long found() {
        return answer(1);
    }

    boolean change(Change change, long key, long value, long expected) {
        put(0, tree);
        put(1, change.code());
        put(2, key);
        put(3, value);
        put(4, expected);
        return ask(TreeKind.CHANGE, Words.bytes(5)) == 1;
    }

    /** Adds entries of a range to a buffer; whether there may be more. */
    boolean range(long from, long to, long most, boolean descending, EntryBuffer into) {
        call.execute(TreeKind.RANGE, write(tree, from, to, most, descending ? 1 : 0));
        int words = (int) (call.answerBytes() / Long.BYTES);
        for (int i = 1; i + 1 < words; i += 2) {
            into.add(answer(i), answer(i + 1));
        }
        return answer(0) == 1;
    }

    long locate(long key) {
        put(0, tree);
        put(1, key);
        return ask(TreeKind.LOCATE, Words.bytes(2));
    }

    /** Smallest key of the inner page that named the leaf located last. */
    long lowOfParent() {
        return answer(1);
    }

    /** Sends pairs of words in as few messages as possible. */
    void pairs(int kind, EntryBuffer pairs, int from, double fill) {
        for (int done = from; done < pairs.size(); ) {
            int end = Math.min(pairs.size(), done + MOST_PAIRS);
            put(0, tree);
            put(1, Math.round(fill * 100));
            int word = BEFORE_PAIRS;
            for (; done < end; done++) {
                put(word++, pairs.key(done));
                put(word++, pairs.value(done));
            }
            call.execute(kind, Words.bytes(word));
        }
    }

    Withdrawal withdraw(long key, long leaf, long cover) {
        call.execute(TreeKind.WITHDRAW, write(tree, key, leaf, cover));
        return answer(0) == 1 ? Withdrawal.DONE : new Withdrawal(false, answer(1));
    }

    private int write(long... words) {
        return Words.write(call.request(), Call.PAYLOAD, words);
    }

    private void put(int i, long word) {
        Words.put(call.request(), Call.PAYLOAD, i, word);
    }

    private long ask(int kind, int bytes) {
        call.execute(kind, bytes);
        return answer(0);
    }

    private long answer(int i) {
        if (call.answerBytes() < Words.bytes(i + 1)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer has too few words: " + i);
        }
        return Words.get(call.answer(), 0, i);
    }
}
