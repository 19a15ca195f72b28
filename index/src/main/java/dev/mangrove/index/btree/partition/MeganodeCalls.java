package dev.mangrove.index.btree.partition;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.ChildBounds;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.meganode.UnpostedSeparators;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.RangeQuery.Projection;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** Requests to one server of a tree of meganodes. Used by one thread. */
final class MeganodeCalls {
    private static final int APPLY_ALL_WORDS =
            1 + MeganodeKind.OPERATION_WORDS * KeyOperations.MOST;
    private static final int REPLACE_WORDS = 3;
    private static final int COUNT_WORDS = 4;
    private static final int PLACE_WORDS = 8;
    private static final int FORWARD_WORDS = 5;
    private static final int EXTEND_WORDS = 3;
    private static final int BOUNDS = 2;
    private static final int FIRST_UNPOSTED = 2;
    private static final int FIRST_ENTRY = 3;

    private final Call call;
    private final long tree;
    private int asked;

    /**
     * Creates requests.
     *
     * @param servers number of servers that a load writes to
     * @param fanout most entries of a page
     */
    MeganodeCalls(Session session, int server, long tree, int servers, int fanout) {
        int before = Math.max(PLACE_WORDS, REPLACE_WORDS + 2 * servers);
        int words = Math.max(APPLY_ALL_WORDS, before + 2 * fanout);
        this.call = session.link(server).call(Words.bytes(words));
        this.tree = tree;
    }

    /** Opens the tree; returns its root if the server is its home. */
    long open(int pageSize, int fanout, int level, boolean isHome, boolean hasSeveral) {
        return ask(
                MeganodeKind.OPEN,
                write(tree, pageSize, fanout, level, isHome ? 1 : 0, hasSeveral ? 1 : 0));
    }

    /** Looks a key up; returns the outcome. */
    int find(long start, long leaf, long key, Lookup into) {
        put(0, tree);
        put(1, start);
        put(2, leaf);
        put(3, key);
        int outcome = (int) ask(MeganodeKind.FIND, Words.bytes(4));
        into.value = answer(1);
        return outcome;
    }

    /** Changes a key; returns the outcome. */
    int change(
            long start,
            long leaf,
            Change change,
            long key,
            long value,
            long expected,
            boolean maySplit) {
        put(0, tree);
        put(1, start);
        put(2, leaf);
        put(3, change.code());
        put(4, key);
        put(5, value);
        put(6, expected);
        put(7, maySplit ? 1 : 0);
        return (int) ask(MeganodeKind.CHANGE, Words.bytes(8));
    }

    /** The page to go on with after the outcome ELSEWHERE. */
    long elsewhere() {
        return answer(1);
    }

    /** After ELSEWHERE: finds the keys of the meganode to go on with; whether they are known. */
    boolean bounds(ChildBounds into) {
        into.clear();
        long known = answer(BOUNDS + 2);
        if (known != MeganodeKind.UNKNOWN) {
            into.set(answer(BOUNDS), known == MeganodeKind.BOUNDED, answer(BOUNDS + 1));
        }
        return into.isKnown();
    }

    /** Whether the start of the last search has split. */
    boolean hasSplit() {
        return answer(2) == 1;
    }

    /** Takes the separators that the last change has left for other servers. */
    void unposted(UnpostedSeparators into) {
        into.clear();
        int words = (int) (call.answerBytes() / Long.BYTES);
        boolean hasBounds = answer(0) == MeganodeKind.ELSEWHERE;
        int first = hasBounds ? BOUNDS + MeganodeKind.BOUNDS_WORDS : FIRST_UNPOSTED;
        for (int i = first; i + 2 < words; i += 3) {
            into.add((int) answer(i), answer(i + 1), answer(i + 2));
        }
    }

    /** Posts the separator of a page at a level; returns the outcome. */
    int post(long start, int level, long key, long pointer) {
        return (int) ask(MeganodeKind.POST, write(tree, start, level, key, pointer));
    }

    /** Corrects pointers to a page; returns the outcome. */
    int correct(int correction, long start, int level, long key, long from, long to) {
        return (int)
                ask(MeganodeKind.CORRECT, write(tree, start, correction, level, key, from, to));
    }

    /** After UNCOVERED: the level of the page whose first entry needs another page. */
    int uncoveredLevel() {
        return (int) answer(FIRST_UNPOSTED);
    }

    /** After UNCOVERED: the smallest key of that page. */
    long uncoveredKey() {
        return answer(FIRST_UNPOSTED + 1);
    }

    /** Has the server write a copy of a page of another server; returns the copy. */
    long place(PageContents page) {
        write(
                tree,
                MeganodeKind.PLACE,
                page.pointer(),
                page.level(),
                page.low(),
                page.isBounded() ? 1 : 0,
                page.high(),
                page.right());
        return ask(MeganodeKind.MOVE, putEntries(PLACE_WORDS, page.entries()));
    }

    /** Has the server end a page, with a link to its copy; YES, or why not. */
    int forward(PageContents page, long copy) {
        write(tree, MeganodeKind.FORWARD, page.pointer(), copy, page.header());
        return (int) ask(MeganodeKind.MOVE, putEntries(FORWARD_WORDS, page.entries()));
    }

    private int putEntries(int first, EntryBuffer entries) {
        for (int i = 0; i < entries.size(); i++) {
            put(first + 2 * i, entries.key(i));
            put(first + 2 * i + 1, entries.value(i));
        }
        return Words.bytes(first + 2 * entries.size());
    }

    /** Executes a step of a move that needs a copy only; whether the move was known. */
    boolean step(int step, long copy) {
        return ask(MeganodeKind.MOVE, write(tree, step, copy)) == 1;
    }

    /** Whether a page leads to a copy; if not, it never will. */
    boolean cancel(long page, long copy) {
        return ask(MeganodeKind.MOVE, write(tree, MeganodeKind.CANCEL, page, copy)) == 1;
    }

    /** Adds some of the moves to this server that are under way, after that of a copy. */
    void pending(long copy, List<PendingMove> into) {
        call.execute(MeganodeKind.MOVE, write(tree, MeganodeKind.PENDING, copy));
        int words = (int) (call.answerBytes() / Long.BYTES);
        for (int i = 0; i + MeganodeKind.PENDING_WORDS <= words; i += MeganodeKind.PENDING_WORDS) {
            into.add(
                    new PendingMove(
                            answer(i),
                            answer(i + 1),
                            (int) answer(i + 2),
                            answer(i + 3),
                            answer(i + 4) == 1));
        }
    }

    /** Starts a request for several keys, or of several operations. */
    void begin() {
        asked = 0;
    }

    /** Adds a key; returns its number in the request. */
    int add(long start, long key) {
        put(1 + 2 * asked, start);
        put(2 + 2 * asked, key);
        return asked++;
    }

    /** Number of keys of the request. */
    int asked() {
        return asked;
    }

    void sendFinds() {
        put(0, tree);
        call.send(MeganodeKind.FIND_ALL, Words.bytes(1 + 2 * asked));
    }

    /** Waits for the answer to several keys or operations. */
    void await() {
        call.await();
    }

    /** Adds an operation of a batch. */
    void add(long start, KeyOperations operations, int i) {
        int word = 1 + MeganodeKind.OPERATION_WORDS * asked++;
        Change change = operations.change(i);
        put(word, start);
        put(word + 1, change == null ? TreeKind.GET_OPERATION : change.code());
        put(word + 2, operations.keys().key(i));
        put(word + 3, operations.newValue(i));
        put(word + 4, operations.expected(i));
    }

    void sendOperations() {
        put(0, tree);
        call.send(MeganodeKind.APPLY_ALL, Words.bytes(1 + MeganodeKind.OPERATION_WORDS * asked));
    }

    /** Number of operations of the batch that the server has executed. */
    int executed() {
        return (int) answer(MeganodeKind.SEPARATOR_WORDS + OperationAnswer.EXECUTED);
    }

    /** Stores the result of an operation, by its number in the request. */
    void takeResult(int number, KeyOperations into, int i) {
        long results = answer(MeganodeKind.SEPARATOR_WORDS + OperationAnswer.RESULTS);
        boolean isMet = (results & 1L << number) != 0;
        if (into.change(i) == null) {
            into.looked(i, isMet, answer(valueWord(number)));
        } else {
            into.changed(i, isMet);
        }
    }

    /** Why the operation after the executed ones has failed; null if it was not tried. */
    @Nullable RuntimeException failure() {
        int word = valueWord(executed());
        return call.answerBytes() > Words.bytes(word) ? call.failureAt(word) : null;
    }

    private static int valueWord(int number) {
        return MeganodeKind.SEPARATOR_WORDS + OperationAnswer.FIRST_VALUE + number;
    }

    /** Takes the separators that a batch has left for other servers. */
    void separators(UnpostedSeparators into) {
        into.clear();
        for (int i = 0; i < answer(0); i++) {
            into.add((int) answer(1 + 3 * i), answer(2 + 3 * i), answer(3 + 3 * i));
        }
    }

    /** Whether a key of the request is present. */
    boolean isFound(int number) {
        return (answer(0) & 1L << number) != 0;
    }

    /** Whether a key of the request was not searched to the end. */
    boolean isUnfinished(int number) {
        return (answer(1) & 1L << number) != 0;
    }

    /** The value of a key that is present. */
    long value(int number) {
        return answer(2 + number);
    }

    /**
     * Adds entries of a range, with 0 for what the projection leaves out; returns the outcome.
     *
     * @param query its direction and projection count, not its bounds and limit
     */
    int range(long start, long from, long to, long most, RangeQuery query, EntryBuffer into) {
        Projection projection = query.projection();
        call.execute(
                MeganodeKind.RANGE,
                write(
                        tree,
                        start,
                        from,
                        to,
                        most,
                        query.descending() ? 1 : 0,
                        RemoteCalls.code(projection)));
        boolean keys = projection != Projection.VALUES;
        boolean values = projection != Projection.KEYS;
        int perEntry = keys && values ? 2 : 1;
        int words = (int) (call.answerBytes() / Long.BYTES);
        for (int i = FIRST_ENTRY; i + perEntry <= words; i += perEntry) {
            into.add(keys ? answer(i) : 0, values ? answer(i + perEntry - 1) : 0);
        }
        return (int) answer(0);
    }

    /** The key that the range goes on with. */
    long nextKey() {
        return answer(1);
    }

    /** The page that the range goes on with; NULL if the server knows none. */
    long nextStart() {
        return answer(2);
    }

    /** Replaces a tree of one leaf with these entries by a loaded one; whether it did. */
    boolean replace(long loaded, Map<Integer, Long> counts, EntryBuffer entries) {
        int words = writeLoaded(loaded, counts);
        for (int i = 0; i < entries.size(); i++) {
            put(words++, entries.key(i));
            put(words++, entries.value(i));
        }
        return ask(MeganodeKind.REPLACE, Words.bytes(words)) == 1;
    }

    /** Replaces a tree of empty leaves by a loaded one; returns the outcome. */
    int replaceEmptied(long loaded, Map<Integer, Long> counts) {
        int words = writeLoaded(loaded, counts);
        put(words++, 1);
        return (int) ask(MeganodeKind.REPLACE, Words.bytes(words));
    }

    /** Writes a loaded tree and its entries by server; returns the number of words. */
    private int writeLoaded(long loaded, Map<Integer, Long> counts) {
        put(0, tree);
        put(1, loaded);
        put(2, counts.size());
        int words = REPLACE_WORDS;
        for (Map.Entry<Integer, Long> count : counts.entrySet()) {
            put(words++, count.getKey());
            put(words++, count.getValue());
        }
        return words;
    }

    /** Adds what the server has counted in its leaves; {@code loaded} gets what the home knows. */
    void countEntries(EntryCounts into, int server, Map<Integer, Long> loaded) {
        call.execute(MeganodeKind.COUNT_ENTRIES, write(tree));
        int words = (int) (call.answerBytes() / Long.BYTES);
        if (words == 0) {
            return;
        }
        into.counted(server, answer(0), answer(1), answer(2));
        if (answer(3) > 0) {
            into.unsettled(server);
        }
        for (int i = COUNT_WORDS; i + 1 < words; i += 2) {
            loaded.put((int) answer(i), answer(i + 1));
        }
    }

    /** Ends the last meganode at a key, where a new one with these first pages begins. */
    boolean extend(long start, long key, long[] next) {
        put(0, tree);
        put(1, start);
        put(2, key);
        for (int i = 0; i < next.length; i++) {
            put(EXTEND_WORDS + i, next[i]);
        }
        return ask(MeganodeKind.EXTEND_AT, Words.bytes(EXTEND_WORDS + next.length)) == 1;
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
