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
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.MessageKeys;
import dev.mangrove.index.page.strings.KeyPassage;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Link;
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
    private static final int CHANGE_WORDS = 8;
    private static final int LOST_WORDS = 2;
    private static final int COUNT_WORDS = 4;
    private static final int PLACE_WORDS = 8;
    private static final int FORWARD_WORDS = 5;
    private static final int EXTEND_WORDS = 3;
    private static final int BOUNDS = 2;
    private static final int FIRST_UNPOSTED = 2;
    private static final int FIRST_ENTRY = 3;

    /** Keys of byte strings of a request, but for those of the entries of a page. */
    private static final int MOST_KEYS = 2;

    private final Call single;
    private final Link link;
    private final long tree;
    private final int fanout;
    private final MessageKeys keys;
    private Call call;
    private @Nullable Call ofPages;
    private int asked;

    /** Words of the last answer. */
    private int answered;

    /**
     * Creates requests.
     *
     * @param servers number of servers that a load writes to
     * @param fanout most entries of a page
     * @param order of the tree's keys
     */
    MeganodeCalls(Session session, int server, long tree, int servers, int fanout, KeyOrder order) {
        int before = Math.max(PLACE_WORDS, REPLACE_WORDS + 2 * servers);
        this.tree = tree;
        this.fanout = fanout;
        this.link = session.link(server);
        this.keys = order.messageKeys();
        int bytes =
                keys.areWords()
                        ? Words.bytes(Math.max(APPLY_ALL_WORDS, before + 2 * fanout))
                        : KeyPassage.mostBytes(before + CHANGE_WORDS, MOST_KEYS);
        this.single = link.call(bytes);
        this.call = single;
    }

    /** Opens the tree; returns its root if the server is its home. */
    long open(int pageSize, int level, boolean isHome, boolean hasSeveral) {
        call = single;
        int bytes =
                write(
                        tree,
                        pageSize,
                        fanout,
                        level,
                        isHome ? 1 : 0,
                        hasSeveral ? 1 : 0,
                        keys.areWords() ? 0 : 1);
        return askPlainly(MeganodeKind.OPEN, bytes);
    }

    /** Begins a request. */
    private void request() {
        call = single;
        keys.begin();
    }

    /** Begins a request with the entries of a page; those of byte strings may have long keys. */
    private void requestOfPage() {
        request();
        if (!keys.areWords()) {
            Call large = ofPages;
            if (large == null) {
                int words = PLACE_WORDS + 2 * fanout;
                large = link.call(KeyPassage.mostBytes(words, fanout + MOST_KEYS));
                ofPages = large;
            }
            call = large;
        }
    }

    /** Looks a key up; returns the outcome. */
    int find(long start, long leaf, long key, Lookup into) {
        request();
        put(0, tree);
        put(1, start);
        put(2, leaf);
        putKey(3, key);
        int outcome = (int) ask(MeganodeKind.FIND, 4);
        into.value = answer(1);
        return outcome;
    }

    /** Changes a key; returns the outcome. */
    int change(long start, long leaf, RemoteChange change) {
        request();
        put(0, tree);
        put(1, start);
        put(2, leaf);
        put(3, change.how.code());
        putKey(4, change.key);
        put(5, change.value);
        put(6, change.expected);
        put(7, change.maySplit ? 1 : 0);
        if (keys.areWords()) {
            return (int) ask(MeganodeKind.CHANGE, CHANGE_WORDS);
        }
        put(CHANGE_WORDS, change.judged);
        put(CHANGE_WORDS + 1, change.isOver ? 1 : 0);
        int outcome = (int) ask(MeganodeKind.CHANGE, CHANGE_WORDS + 2);
        answered -= LOST_WORDS;
        change.lostKind = (int) answer(answered, answered + LOST_WORDS);
        change.lostWord = answer(answered + 1, answered + LOST_WORDS);
        return outcome;
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
            into.set(answerKey(BOUNDS), known == MeganodeKind.BOUNDED, answerKey(BOUNDS + 1));
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
        boolean hasBounds = answer(0) == MeganodeKind.ELSEWHERE;
        int first = hasBounds ? BOUNDS + MeganodeKind.BOUNDS_WORDS : FIRST_UNPOSTED;
        for (int i = first; i + 2 < answered; i += 3) {
            into.add((int) answer(i), answerKey(i + 1), answer(i + 2));
        }
    }

    /** Posts the separator of a page at a level; returns the outcome. */
    int post(long start, int level, long key, long pointer) {
        request();
        int bytes = write(tree, start, level, keys.put(key), pointer);
        return (int) ask(MeganodeKind.POST, bytes / Long.BYTES);
    }

    /** Corrects pointers to a page; returns the outcome. */
    int correct(int correction, long start, int level, long key, long from, long to) {
        request();
        int bytes = write(tree, start, correction, level, keys.put(key), from, to);
        return (int) ask(MeganodeKind.CORRECT, bytes / Long.BYTES);
    }

    /** After UNCOVERED: the level of the page whose first entry needs another page. */
    int uncoveredLevel() {
        return (int) answer(FIRST_UNPOSTED);
    }

    /** After UNCOVERED: the smallest key of that page. */
    long uncoveredKey() {
        return answerKey(FIRST_UNPOSTED + 1);
    }

    /** Has the server write a copy of a page of another server; returns the copy. */
    long place(PageContents page) {
        requestOfPage();
        write(
                tree,
                MeganodeKind.PLACE,
                page.pointer(),
                page.level(),
                keys.put(page.low()),
                page.isBounded() ? 1 : 0,
                page.isBounded() ? keys.put(page.high()) : 0,
                page.right());
        return ask(MeganodeKind.MOVE, putEntries(PLACE_WORDS, page.entries()));
    }

    /** Has the server end a page, with a link to its copy; YES, or why not. */
    int forward(PageContents page, long copy) {
        requestOfPage();
        write(tree, MeganodeKind.FORWARD, page.pointer(), copy, page.header());
        return (int) ask(MeganodeKind.MOVE, putEntries(FORWARD_WORDS, page.entries()));
    }

    private int putEntries(int first, EntryBuffer entries) {
        for (int i = 0; i < entries.size(); i++) {
            putKey(first + 2 * i, entries.key(i));
            put(first + 2 * i + 1, entries.value(i));
        }
        return first + 2 * entries.size();
    }

    /** Executes a step of a move that needs a copy only; whether the move was known. */
    boolean step(int step, long copy) {
        request();
        return ask(MeganodeKind.MOVE, write(tree, step, copy) / Long.BYTES) == 1;
    }

    /** Whether a page leads to a copy; if not, it never will. */
    boolean cancel(long page, long copy) {
        request();
        int bytes = write(tree, MeganodeKind.CANCEL, page, copy);
        return ask(MeganodeKind.MOVE, bytes / Long.BYTES) == 1;
    }

    /**
     * Adds some of the moves to this server that are under way, after that of a copy; whether the
     * server has ever ended a page that moved away.
     */
    boolean pending(long copy, List<PendingMove> into) {
        request();
        boolean hasGiven =
                ask(MeganodeKind.MOVE, write(tree, MeganodeKind.PENDING, copy) / Long.BYTES) == 1;
        for (int i = 1;
                i + MeganodeKind.PENDING_WORDS <= answered;
                i += MeganodeKind.PENDING_WORDS) {
            into.add(
                    new PendingMove(
                            answer(i),
                            answer(i + 1),
                            (int) answer(i + 2),
                            answerKey(i + 3),
                            answer(i + 4) == 1));
        }
        return hasGiven;
    }

    /** Starts a request for several keys, or of several operations. */
    void begin() {
        request();
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
        answered = (int) (call.answerBytes() / Long.BYTES);
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
        request();
        long _ =
                askPlainly(
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
        for (int i = FIRST_ENTRY; i + perEntry <= answered; i += perEntry) {
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
        assert keys.areWords() || entries.size() == 0 : entries.size();
        request();
        int words = writeLoaded(loaded, counts);
        return ask(MeganodeKind.REPLACE, putEntries(words, entries)) == 1;
    }

    /** Replaces a tree of empty leaves by a loaded one; returns the outcome. */
    int replaceEmptied(long loaded, Map<Integer, Long> counts) {
        request();
        int words = writeLoaded(loaded, counts);
        put(words++, 1);
        return (int) ask(MeganodeKind.REPLACE, words);
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
        call = single;
        call.execute(MeganodeKind.COUNT_ENTRIES, write(tree));
        answered = (int) (call.answerBytes() / Long.BYTES);
        if (answered == 0) {
            return;
        }
        into.counted(server, answer(0), answer(1), answer(2));
        if (answer(3) > 0) {
            into.unsettled(server);
        }
        for (int i = COUNT_WORDS; i + 1 < answered; i += 2) {
            loaded.put((int) answer(i), answer(i + 1));
        }
    }

    /** Ends the last meganode at a key, where a new one with these first pages begins. */
    boolean extend(long start, long key, long[] next) {
        request();
        put(0, tree);
        put(1, start);
        put(2, key);
        for (int i = 0; i < next.length; i++) {
            put(EXTEND_WORDS + i, next[i]);
        }
        return ask(MeganodeKind.EXTEND_AT, EXTEND_WORDS + next.length) == 1;
    }

    private int write(long... words) {
        return Words.write(call.request(), Call.PAYLOAD, words);
    }

    private void put(int i, long word) {
        Words.put(call.request(), Call.PAYLOAD, i, word);
    }

    private void putKey(int i, long key) {
        put(i, keys.put(key));
    }

    /** Sends a request of so many words, and waits; returns the first word of the answer. */
    private long ask(int kind, int words) {
        call.execute(kind, keys.end(call.request(), Call.PAYLOAD, words));
        try {
            answered = keys.read(call.answer(), 0, call.answerBytes());
        } catch (IllegalArgumentException e) {
            throw corrupt(String.valueOf(e.getMessage()));
        }
        return answer(0);
    }

    /** As {@link #ask}, of so many bytes, which have no keys that are byte strings. */
    private long askPlainly(int kind, int bytes) {
        call.execute(kind, bytes);
        answered = (int) (call.answerBytes() / Long.BYTES);
        return answer(0);
    }

    private long answer(int i) {
        return answer(i, answered);
    }

    private long answer(int i, int words) {
        if (i < 0 || i >= words) {
            throw corrupt("an answer is too short: missing word " + i);
        }
        return Words.get(call.answer(), 0, i);
    }

    private long answerKey(int i) {
        try {
            return keys.get(answer(i));
        } catch (IllegalArgumentException e) {
            throw corrupt(String.valueOf(e.getMessage()));
        }
    }

    private static FabricException corrupt(String what) {
        return new FabricException(FabricException.Kind.CORRUPT, what);
    }
}
