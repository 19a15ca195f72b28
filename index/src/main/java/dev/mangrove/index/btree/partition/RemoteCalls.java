package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.RemovalOutcome;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.ordered.RangeQuery.Projection;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

/** Requests to the server that holds a tree, or its upper levels. Used by one thread. */
public final class RemoteCalls {
    /** Words of the longest request: a tree, and operations. */
    private static final int MOST_WORDS = 1 + TreeKind.OPERATION_WORDS * KeyOperations.MOST;

    /** First word of a range's answer after its head. */
    private static final int FIRST_OF_RANGE = 2;

    private final Call call;
    private final long tree;

    public RemoteCalls(Session session, int server, long tree) {
        this.call = session.link(server).call(Words.bytes(MOST_WORDS));
        this.tree = tree;
    }

    /** Opens the tree at its server; returns its root. */
    public long open(int pageSize, int fanout, int lowest) {
        return ask(TreeKind.OPEN_TREE, write(tree, pageSize, fanout, lowest));
    }

    boolean get(long key, Lookup into) {
        put(0, tree);
        put(1, key);
        boolean there = ask(TreeKind.GET, Words.bytes(2)) == 1;
        into.value = answer(1);
        return there;
    }

    /** Asks for the values of several keys; {@link #awaitGets} must follow. */
    void sendGets(Lookups wanted) {
        sendKeys(TreeKind.GET_ALL, wanted);
    }

    void awaitGets(Lookups wanted) {
        call.await();
        long present = answer(0);
        for (int i = 0; i < wanted.size(); i++) {
            if ((present & 1L << i) != 0) {
                wanted.found(i, answer(1 + i));
            }
        }
    }

    /** Asks for the leaves of several keys; {@link #awaitLocates} must follow. */
    void sendLocates(Lookups wanted) {
        sendKeys(TreeKind.LOCATE_ALL, wanted);
    }

    void awaitLocates(Lookups wanted, long[] leaves) {
        call.await();
        for (int i = 0; i < wanted.size(); i++) {
            leaves[i] = answer(i);
        }
    }

    private void sendKeys(int kind, Lookups wanted) {
        put(0, tree);
        for (int i = 0; i < wanted.size(); i++) {
            put(1 + i, wanted.key(i));
        }
        call.send(kind, Words.bytes(1 + wanted.size()));
    }

    /** Has the server find a key's leaf and remove stale entries on the path. */
    public void visit(long key) {
        put(0, tree);
        put(1, key);
        ask(TreeKind.GET, Words.bytes(2));
    }

    boolean change(Change change, long key, long value, long expected) {
        put(0, tree);
        put(1, change.code());
        put(2, key);
        put(3, value);
        put(4, expected);
        return ask(TreeKind.CHANGE, Words.bytes(5)) == 1;
    }

    /** Asks for the operations that are not done; {@link #awaitAll} must follow. */
    void sendAll(KeyOperations wanted) {
        put(0, tree);
        int word = 1;
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.isDone(i)) {
                Change change = wanted.change(i);
                put(word, change == null ? TreeKind.GET_OPERATION : change.code());
                put(word + 1, wanted.keys().key(i));
                put(word + 2, wanted.newValue(i));
                put(word + 3, wanted.expected(i));
                word += TreeKind.OPERATION_WORDS;
            }
        }
        call.send(TreeKind.APPLY_ALL, Words.bytes(word));
    }

    /**
     * Waits for the results. The server stops at an operation that fails; the request is then
     * repeated for those behind it, so each repetition completes at least one.
     */
    void awaitAll(KeyOperations wanted) {
        call.await();
        while (!takeResults(wanted)) {
            sendAll(wanted);
            call.await();
        }
    }

    /** Takes the results of an answer; whether all operations are done. */
    private boolean takeResults(KeyOperations wanted) {
        long executed = answer(OperationAnswer.EXECUTED);
        long met = answer(OperationAnswer.RESULTS);
        int taken = 0;
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.isDone(i)) {
                continue;
            }
            if (taken == executed) {
                wanted.failed(i, call.failureAt(OperationAnswer.FIRST_VALUE + taken));
                return i == wanted.size() - 1;
            }
            boolean isMet = (met & 1L << taken) != 0;
            long value = answer(OperationAnswer.FIRST_VALUE + taken++);
            if (wanted.change(i) == null) {
                wanted.looked(i, isMet, value);
            } else {
                wanted.changed(i, isMet);
            }
        }
        return true;
    }

    /**
     * Adds entries of a range to a buffer, with 0 for what the projection leaves out; whether there
     * may be more after {@link #lastOfRange}.
     */
    boolean range(
            long from,
            long to,
            long most,
            boolean descending,
            Projection projection,
            EntryBuffer into) {
        call.execute(
                TreeKind.RANGE, write(tree, from, to, most, descending ? 1 : 0, code(projection)));
        switch (projection) {
            case ENTRIES -> addPairs(FIRST_OF_RANGE, into);
            case KEYS -> addKeys(into);
            case VALUES -> addValues(into);
        }
        return answer(0) == 1;
    }

    /** A projection in a request. */
    static int code(Projection projection) {
        return switch (projection) {
            case ENTRIES -> TreeKind.RANGE_ENTRIES;
            case KEYS -> TreeKind.RANGE_KEYS;
            case VALUES -> TreeKind.RANGE_VALUES;
        };
    }

    /** The last key that the server read for {@link #range}; only if there was one. */
    long lastOfRange() {
        return answer(1);
    }

    private void addKeys(EntryBuffer into) {
        for (int i = FIRST_OF_RANGE; i < answerWords(); i++) {
            into.add(answer(i), 0);
        }
    }

    private void addValues(EntryBuffer into) {
        for (int i = FIRST_OF_RANGE; i < answerWords(); i++) {
            into.add(0, answer(i));
        }
    }

    private int answerWords() {
        return (int) (call.answerBytes() / Long.BYTES);
    }

    /** Adds the answer's pairs of words from a word on. */
    private void addPairs(int from, EntryBuffer into) {
        for (int i = from; i + 1 < answerWords(); i += 2) {
            into.add(answer(i), answer(i + 1));
        }
    }

    long locate(long key) {
        put(0, tree);
        put(1, key);
        return ask(TreeKind.LOCATE, Words.bytes(2));
    }

    /** Adds separators and pointers of the leaves that the inner page above a key's leaf names. */
    void leavesNear(long key, EntryBuffer into) {
        put(0, tree);
        put(1, key);
        call.execute(TreeKind.LOCATE_NEAR, Words.bytes(2));
        addPairs(0, into);
    }

    /** Smallest key of the inner page that named the leaf located last. */
    long lowOfParent() {
        return answer(1);
    }

    void post(long key, long leaf) {
        call.execute(TreeKind.POST, write(tree, key, leaf));
    }

    /**
     * Replaces an empty tree by a loaded one; whether it did.
     *
     * @param dead the empty tree's only leaf, which is dead; NULL if the server holds the leaves
     */
    boolean adopt(long dead, long loaded, long entries) {
        return ask(TreeKind.ADOPT, write(tree, dead, loaded, entries)) == 1;
    }

    /** Adds what the server has counted in its leaves. */
    void countEntries(EntryCounts into, int server) {
        call.execute(TreeKind.COUNT_ENTRIES, write(tree));
        if (answerWords() > 0) {
            into.counted(server, answer(0), answer(1), answer(2));
        }
    }

    /** Merges pages of the upper levels; returns how many were merged away. */
    int collapse() {
        return (int) ask(TreeKind.COLLAPSE, write(tree));
    }

    RemovalOutcome withdraw(long key, long leaf, long cover) {
        call.execute(TreeKind.WITHDRAW, write(tree, key, leaf, cover));
        return answer(0) == 1 ? RemovalOutcome.DONE : new RemovalOutcome(false, answer(1));
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
                    FabricException.Kind.CORRUPT, "an answer is too short: missing word " + i);
        }
        return Words.get(call.answer(), 0, i);
    }
}
