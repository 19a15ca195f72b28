package dev.mangrove.check.stress;

import static dev.mangrove.check.stress.JournalLayout.ENTRY_BYTES;
import static dev.mangrove.check.stress.JournalLayout.HEADER_BYTES;
import static dev.mangrove.check.stress.JournalLayout.RECORD_BYTES;
import static dev.mangrove.check.stress.JournalLayout.set;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The journal of one thread: a mapped file, so that its contents outlive the process. The thread
 * has one operation at a time.
 */
final class JournalWriter implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private long record;
    private long next = HEADER_BYTES;
    private long invokedAt;

    /**
     * Creates a journal.
     *
     * @param writer number of the thread, unique in the run
     * @param capacity bytes of the file, which is sparse
     */
    JournalWriter(Path file, int writer, long capacity) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE_NEW)) {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, capacity, arena);
        }
        set(memory, JournalLayout.WRITER_OFFSET, writer);
        set(memory, JournalLayout.MAGIC_OFFSET, JournalLayout.MAGIC);
        publish(JournalLayout.END_OFFSET, next);
    }

    /** Records an operation before it starts. */
    void invoke(JournalKind kind, long key, long argument, long expected) {
        if (next + RECORD_BYTES > memory.byteSize()) {
            throw new IllegalStateException("the journal is full: bytes=" + memory.byteSize());
        }
        record = next;
        next += RECORD_BYTES;
        invokedAt = System.nanoTime();
        set(memory, record + JournalLayout.KIND, kind.code());
        set(memory, record + JournalLayout.KEY, key);
        set(memory, record + JournalLayout.ARGUMENT, argument);
        set(memory, record + JournalLayout.EXPECTED, expected);
        set(memory, record + JournalLayout.INVOKED, invokedAt);
        set(memory, record + JournalLayout.ANSWER, Answer.NONE.code());
        publish(JournalLayout.END_OFFSET, next);
    }

    /** Records the answer to the operation. */
    void answer(Answer answer, long observed) {
        VarHandle.acquireFence(); // The clock is read after the operation's loads.
        set(memory, record + JournalLayout.RESPONDED, System.nanoTime());
        set(memory, record + JournalLayout.OBSERVED, observed);
        publish(record + JournalLayout.ANSWER, answer.code());
    }

    /** Records the answer to a range; keys and values alternate. */
    void answerEntries(long[] keysAndValues, int entries) {
        long bytes = entries * ENTRY_BYTES;
        if (next + bytes > memory.byteSize()) {
            throw new IllegalStateException("the journal is full: bytes=" + memory.byteSize());
        }
        for (int i = 0; i < 2 * entries; i++) {
            set(memory, next + (long) i * Long.BYTES, keysAndValues[i]);
        }
        next += bytes;
        answer(Answer.ENTRIES, entries);
    }

    /** Start time of the last operation. */
    long invokedAt() {
        return invokedAt;
    }

    /**
     * Stores with release order. The operation's own stores come later, as they have release order
     * as well. Neither this store nor the read of the clock may wait until the operation's stores
     * are visible to other threads: the operation itself must wait for that, and the check must
     * detect an operation that does not.
     */
    private void publish(long offset, long word) {
        JournalLayout.ORDERED.setRelease(memory, offset, word);
    }

    @Override
    public void close() {
        arena.close();
    }
}
