package dev.mangrove.index.rtree;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.rtree.search.TreeProfile;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialBatch.Operation;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.index.wire.Words;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** Requests to the server that holds a tree. Used by one thread. */
final class SpatialCalls {
    /** Objects of a message of a bulk load. Chosen: 32 KB, an eighth of a connection's window. */
    private static final int LOAD_AT_ONCE = 800;

    private static final int BEFORE_OBJECTS = 2;
    private static final int WORDS = BEFORE_OBJECTS + SpatialKind.OBJECT_WORDS * LOAD_AT_ONCE;

    private final Session session;
    private final Call call;
    private final Call searchCall;
    private final int server;
    private final long index;
    private long refinement;
    private @Nullable PayloadCalls payloads;

    SpatialCalls(Session session, int server, long index) {
        this.session = session;
        this.server = server;
        this.call = session.link(server).call(Words.bytes(WORDS));
        this.searchCall = session.link(server).call(Words.bytes(WORDS));
        this.index = index;
    }

    /** Requests with payloads; a view without them needs no memory for these. */
    PayloadCalls payloads() {
        PayloadCalls made = payloads;
        if (made == null) {
            made = new PayloadCalls(session, server, index);
            payloads = made;
        }
        return made;
    }

    /** Opens the tree at its server; returns its anchor. */
    long open(SpatialOptions options) {
        put(call, 0, index);
        put(call, 1, SpatialCodes.code(options.design()));
        put(call, 2, options.fanout());
        return ask(call, SpatialKind.OPEN, 3);
    }

    /** Makes the server refine all later searches by window. */
    void refine(String name) {
        refinement = call.execute(SpatialKind.REFINEMENT, new WireWriter().putText(name)).getLong();
    }

    boolean change(int change, long id, double minX, double minY, double maxX, double maxY) {
        put(call, 0, index);
        put(call, 1, change);
        put(call, 2, id);
        rectangle(call, 3, minX, minY, maxX, maxY);
        return ask(call, SpatialKind.CHANGE, 7) == 1;
    }

    /** The rectangle of an object, if there is one. */
    Optional<Place> get(long id) {
        put(call, 0, index);
        put(call, 1, id);
        if (ask(call, SpatialKind.GET, 2) == 0) {
            return Optional.empty();
        }
        if (call.answerBytes() < Words.bytes(SpatialKind.OBJECT_WORDS)) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "an answer has no rectangle: object="
                            + id
                            + ", bytes="
                            + call.answerBytes()
                            + ", expected at least "
                            + Words.bytes(SpatialKind.OBJECT_WORDS));
        }
        return Optional.of(new Place(side(1), side(2), side(3), side(4)));
    }

    private double side(int word) {
        return Double.longBitsToDouble(Words.get(call.answer(), 0, word));
    }

    /**
     * Executes operations of a batch, up to one that fails.
     *
     * @param first the first of them
     * @return the first of those that are left
     */
    int apply(SpatialBatch batch, int first, Failures failures) {
        int count = plainChanges(batch, first);
        if (count == 0) {
            return payloads().apply(batch, first, failures);
        }
        put(call, 0, index);
        boolean looksUp = false;
        for (int i = 0; i < count; i++) {
            int word = 1 + SpatialKind.CHANGE_WORDS * i;
            int from = first + i;
            looksUp |= batch.operation(from) == Operation.GET;
            put(call, word, SpatialCodes.code(batch.operation(from)));
            put(call, word + 1, batch.id(from));
            rectangle(
                    call,
                    word + 2,
                    batch.minX(from),
                    batch.minY(from),
                    batch.maxX(from),
                    batch.maxY(from));
        }
        int kind = looksUp ? SpatialKind.APPLY_MIXED : SpatialKind.APPLY_ALL;
        return results(kind, batch, first, count, failures);
    }

    /**
     * Number of operations from one on, of those that fit a request, before the first of a payload.
     */
    private static int plainChanges(SpatialBatch batch, int first) {
        int most = Math.min(batch.size() - first, OperationAnswer.MOST);
        int count = 0;
        while (count < most && isPlain(batch, first + count)) {
            count++;
        }
        return count;
    }

    private static boolean isPlain(SpatialBatch batch, int i) {
        return batch.payload(i) == null && batch.operation(i) != Operation.SET_PAYLOAD;
    }

    private int results(int kind, SpatialBatch batch, int first, int count, Failures failures) {
        call.execute(kind, Words.bytes(1 + SpatialKind.CHANGE_WORDS * count));
        int at = kind == SpatialKind.APPLY_MIXED ? SpatialKind.SIDES * count : 0;
        boolean whole = call.answerBytes() >= Words.bytes(at + OperationAnswer.FIRST_VALUE);
        long executed = whole ? Words.get(call.answer(), 0, at + OperationAnswer.EXECUTED) : -1;
        if (executed < 0 || executed > count) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer has " + executed + " results");
        }
        long met = Words.get(call.answer(), 0, at + OperationAnswer.RESULTS);
        for (int i = 0; i < executed; i++) {
            boolean done = (met & 1L << i) != 0;
            if (batch.operation(first + i) == Operation.GET) {
                batch.found(first + i, done ? Optional.of(place(i)) : Optional.empty());
            } else {
                batch.succeeded(first + i, done);
            }
        }
        if (executed == count) {
            return first + count;
        }
        int failed = first + (int) executed;
        RuntimeException failure =
                call.failureAt(at + OperationAnswer.FIRST_VALUE + (int) executed);
        batch.failed(failed, translated(batch, failed, failure, failures));
        return failed + 1;
    }

    /** The rectangle that an operation has found, in an answer to APPLY_MIXED. */
    private Place place(int i) {
        int word = SpatialKind.SIDES * i;
        return new Place(side(word), side(word + 1), side(word + 2), side(word + 3));
    }

    /** The exception that an application sees; a lookup has no outcome that may be unknown. */
    static RuntimeException translated(
            SpatialBatch batch, int i, RuntimeException failure, Failures failures) {
        return batch.operation(i) == Operation.GET
                ? failures.translate(failure)
                : failures.translate(failure, changeOf(batch.id(i)));
    }

    /** Searches; the answer is in {@link #answer} until the next one. Returns its objects. */
    int search(double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        put(searchCall, 0, index);
        put(searchCall, 1, SpatialCodes.code(relation));
        put(searchCall, 2, limit);
        rectangle(searchCall, 3, minX, minY, maxX, maxY);
        put(searchCall, 7, refinement);
        searchCall.execute(SpatialKind.SEARCH, Words.bytes(8));
        return objects(SpatialKind.OBJECT_WORDS);
    }

    /** Searches the nearest; the answer is in {@link #answer}. Returns its objects. */
    int nearest(double x, double y, long k) {
        put(searchCall, 0, index);
        put(searchCall, 1, k);
        put(searchCall, 2, Double.doubleToRawLongBits(x));
        put(searchCall, 3, Double.doubleToRawLongBits(y));
        searchCall.execute(SpatialKind.NEAREST, Words.bytes(4));
        return objects(SpatialKind.OBJECT_WORDS + 1);
    }

    private int objects(int wordsOfEach) {
        long words = searchCall.answerBytes() / Long.BYTES;
        if (words < 1 || (words - 1) % wordsOfEach != 0) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT, "an answer has " + words + " words");
        }
        return (int) ((words - 1) / wordsOfEach);
    }

    /** A word of the last search's answer. */
    long answer(int word) {
        return Words.get(searchCall.answer(), 0, word);
    }

    /** A number of the last search's answer. */
    double number(int word) {
        return Double.longBitsToDouble(answer(word));
    }

    /** Counts in a window. */
    long count(double minX, double minY, double maxX, double maxY) {
        put(call, 0, index);
        rectangle(call, 1, minX, minY, maxX, maxY);
        return ask(call, SpatialKind.COUNT, 5);
    }

    /** Pages that the server looked at for the last count. */
    long pagesOfCount() {
        return Words.get(call.answer(), 0, 1);
    }

    long load(SpatialEntries objects, Packing packing, double fill) {
        try {
            while (sendSome(objects)) {}
        } catch (RuntimeException | Error e) {
            abandonLoad(packing, e);
            throw e;
        }
        return endLoad(packing, fill);
    }

    /**
     * Tells the server to discard the objects of a failed load; ignores a failure of this request.
     */
    private void abandonLoad(Packing packing, Throwable cause) {
        try {
            long _ = endLoad(packing, 0);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private boolean sendSome(SpatialEntries objects) {
        put(call, 0, index);
        put(call, 1, session.number());
        int number = 0;
        while (number < LOAD_AT_ONCE && objects.next()) {
            double minX = objects.minX();
            double minY = objects.minY();
            double maxX = objects.maxX();
            double maxY = objects.maxY();
            dev.mangrove.index.spatial.Coordinates.check(minX, minY, maxX, maxY);
            int word = BEFORE_OBJECTS + SpatialKind.OBJECT_WORDS * number++;
            put(call, word, objects.id());
            rectangle(call, word + 1, minX, minY, maxX, maxY);
        }
        call.execute(
                SpatialKind.LOAD_SOME,
                Words.bytes(BEFORE_OBJECTS + SpatialKind.OBJECT_WORDS * number));
        return number == LOAD_AT_ONCE;
    }

    private long endLoad(Packing packing, double fill) {
        put(call, 0, index);
        put(call, 1, session.number());
        put(call, 2, SpatialCodes.code(packing));
        put(call, 3, Double.doubleToRawLongBits(fill));
        return ask(call, SpatialKind.LOAD_END, 4);
    }

    /** Has the server verify the tree; returns the result. */
    TreeShape walk() {
        WireReader in = call.execute(SpatialKind.WALK, new WireWriter().putLong(index));
        return TreeShape.read(in);
    }

    /** Requests the profile of the tree. */
    TreeProfile profile() {
        return TreeProfile.read(call.execute(SpatialKind.PROFILE, new WireWriter().putLong(index)));
    }

    /** A change of an object, for messages. */
    static String changeOf(long id) {
        return "the change of object " + id;
    }

    private static void put(Call to, int word, long value) {
        Words.put(to.request(), Call.PAYLOAD, word, value);
    }

    private static void rectangle(
            Call to, int word, double minX, double minY, double maxX, double maxY) {
        put(to, word, Double.doubleToRawLongBits(minX));
        put(to, word + 1, Double.doubleToRawLongBits(minY));
        put(to, word + 2, Double.doubleToRawLongBits(maxX));
        put(to, word + 3, Double.doubleToRawLongBits(maxY));
    }

    private static long ask(Call of, int kind, int words) {
        of.execute(kind, Words.bytes(words));
        if (of.answerBytes() < Long.BYTES) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "the server's answer has no word: kind="
                            + kind
                            + ", bytes="
                            + of.answerBytes());
        }
        return Words.get(of.answer(), 0, 0);
    }
}
