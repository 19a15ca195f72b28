package dev.mangrove.bench.published;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.wire.MeganodeKind;
import dev.mangrove.index.wire.OperationAnswer;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.request.Reply;
import dev.mangrove.server.request.Request;
import dev.mangrove.server.request.Service;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerContext;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The range of keys of one server that is locked, if any. A change of a page in it is not executed:
 * the answer sends the client back to where it started, so it asks again until the lock has ended.
 * No worker waits for that. Changes that are under way when the lock begins end first.
 */
final class LockedRange {
    private static final int OPERATIONS = 1;

    /** Chosen: about as long as a change takes. */
    private static final long POLL_NANOS = 1_000;

    private final ServerContext context;
    private final LocalLatches latches;
    private final List<Long> underWay = new ArrayList<>();
    private boolean isLocked;
    private long tree;
    private long rootLevel;
    private long low;
    private boolean isBounded;
    private long high;

    /** The keys of a request whose pages it changes, below the levels above the meganodes. */
    private interface Keys {
        void of(Request request, List<Long> into);
    }

    /** Answers a request that is not executed. */
    private interface Refusal {
        void answer(Request request, Reply reply);
    }

    LockedRange(ServerContext context) {
        this.context = context;
        this.latches = new LocalLatches(context.host());
    }

    void register(ServiceTable services) {
        // Moves under a lock do not tell servers which entries they get and lose.
        services.wrap(MeganodeKind.COUNT_ENTRIES, service -> (request, reply) -> reply.send(0));
        services.register(RangeLock.LOCK, this::lock)
                .register(RangeLock.UNLOCK, this::unlock)
                .register(RangeLock.INVALIDATE, this::invalidate)
                .wrap(MeganodeKind.CHANGE, guarded(word(4), LockedRange::sendBack))
                .wrap(MeganodeKind.POST, guarded(wordBelowRoot(3, 2), LockedRange::sendBack))
                .wrap(MeganodeKind.CORRECT, guarded(wordBelowRoot(4, 3), LockedRange::sendBack))
                .wrap(MeganodeKind.EXTEND_AT, guarded(word(2), (request, reply) -> no(reply)))
                .wrap(MeganodeKind.APPLY_ALL, guarded(LockedRange::operations, LockedRange::stop));
    }

    private static Keys word(int i) {
        return (request, into) -> into.add(get(request, i));
    }

    private Keys wordBelowRoot(int i, int level) {
        return (request, into) -> {
            if (get(request, level) <= rootLevel) {
                into.add(get(request, i));
            }
        };
    }

    private static void operations(Request request, List<Long> into) {
        int words = request.length() / Long.BYTES;
        for (int i = OPERATIONS; i < words; i += MeganodeKind.OPERATION_WORDS) {
            into.add(get(request, i + 2));
        }
    }

    private UnaryOperator<Service> guarded(Keys keys, Refusal refusal) {
        return service ->
                (request, reply) -> {
                    List<Long> changed = new ArrayList<>();
                    keys.of(request, changed);
                    if (!enter(get(request, 0), changed)) {
                        refusal.answer(request, reply);
                        return;
                    }
                    try {
                        service.handle(request, reply);
                    } finally {
                        exit(changed);
                    }
                };
    }

    private synchronized boolean enter(long name, List<Long> keys) {
        if (isLocked && name == tree && keys.stream().anyMatch(this::covers)) {
            return false;
        }
        underWay.addAll(keys);
        return true;
    }

    private synchronized void exit(List<Long> keys) {
        keys.forEach(underWay::remove);
    }

    private boolean covers(long key) {
        return key >= low && (!isBounded || key < high);
    }

    private static void sendBack(Request request, Reply reply) {
        long start = get(request, 1);
        long[] words = new long[2 + MeganodeKind.BOUNDS_WORDS];
        words[0] = MeganodeKind.ELSEWHERE;
        words[1] = start;
        words[words.length - 1] = MeganodeKind.UNKNOWN;
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, words));
    }

    private static void no(Reply reply) {
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, 0));
    }

    /** Executes nothing of a batch; the client then sends each operation by itself. */
    private static void stop(Request request, Reply reply) {
        int words = MeganodeKind.SEPARATOR_WORDS + OperationAnswer.FIRST_VALUE;
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, new long[words]));
    }

    private void lock(Request request, Reply reply) {
        request.require(Words.bytes(5));
        boolean done = begin(request);
        // Ends: a change takes microseconds, and no further one of the range begins.
        while (done && isAnyUnderWay()) {
            context.host().sleep(POLL_NANOS);
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, done ? 1 : 0));
    }

    private synchronized boolean begin(Request request) {
        if (isLocked) {
            return false;
        }
        isLocked = true;
        tree = get(request, 0);
        rootLevel = get(request, 1);
        low = get(request, 2);
        isBounded = get(request, 3) == 1;
        high = get(request, 4);
        return true;
    }

    private synchronized boolean isAnyUnderWay() {
        return underWay.stream().anyMatch(this::covers);
    }

    private void unlock(Request request, Reply reply) {
        synchronized (this) {
            isLocked = false;
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, 1));
    }

    private void invalidate(Request request, Reply reply) {
        request.require(Words.bytes(2));
        LocalPages pages = pages((int) get(request, 0), (int) get(request, 1));
        LockedPage page = pages.newLockedPage();
        int words = request.length() / Long.BYTES;
        for (int i = 2; i + 1 < words; i += 2) {
            pages.lock(get(request, i), page);
            page.editor().kill(get(request, i + 1));
            page.unlock();
        }
        reply.send(Words.write(reply.memory(), Reply.PAYLOAD, 1));
    }

    private LocalPages pages(int index, int pageSize) {
        return new LocalPages(
                context.host(),
                pageSize,
                index,
                context.server(),
                context.memory(),
                latches,
                new NoSpace());
    }

    private static long get(Request request, int i) {
        return Words.get(request.memory(), Request.PAYLOAD, i);
    }

    /** Pages are only marked. */
    private static final class NoSpace implements LocalPages.Space {
        @Override
        public long take() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void free(long pointer) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long allocated() {
            return 0;
        }
    }
}
