package dev.mangrove.check.stress;

import static dev.mangrove.check.stress.JournalLayout.ENTRY_BYTES;
import static dev.mangrove.check.stress.JournalLayout.HEADER_BYTES;
import static dev.mangrove.check.stress.JournalLayout.RECORD_BYTES;
import static dev.mangrove.check.stress.JournalLayout.get;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Reads the journal of a thread that has ended or was killed. */
final class JournalReader implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory;
    private final long end;
    private long record;
    private long next = HEADER_BYTES;

    /** Opens a journal; {@link #next} moves to the first operation. */
    JournalReader(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        }
        // The thread may have been killed before it wrote the header.
        boolean begun =
                memory.byteSize() >= HEADER_BYTES
                        && get(memory, JournalLayout.MAGIC_OFFSET) == JournalLayout.MAGIC;
        end = begun ? get(memory, JournalLayout.END_OFFSET) : 0;
    }

    /** Moves to the next operation; false if there is none. */
    boolean next() {
        if (next >= end) {
            return false;
        }
        record = next;
        next += RECORD_BYTES + entries() * ENTRY_BYTES;
        return true;
    }

    int writer() {
        return (int) get(memory, JournalLayout.WRITER_OFFSET);
    }

    JournalKind kind() {
        return JournalKind.of(word(JournalLayout.KIND));
    }

    /** The key, or the lowest key of a range. */
    long key() {
        return word(JournalLayout.KEY);
    }

    /** The value to write, or the highest key of a range. */
    long argument() {
        return word(JournalLayout.ARGUMENT);
    }

    /** The expected value, or the limit of a range. */
    long expected() {
        return word(JournalLayout.EXPECTED);
    }

    long invoked() {
        return word(JournalLayout.INVOKED);
    }

    /** Time of the answer, if there is one. */
    long responded() {
        return word(JournalLayout.RESPONDED);
    }

    long observed() {
        return word(JournalLayout.OBSERVED);
    }

    Answer answer() {
        return Answer.of(word(JournalLayout.ANSWER));
    }

    /** Number of entries of a range that has ended. */
    int entries() {
        return answer() == Answer.ENTRIES ? Math.toIntExact(observed()) : 0;
    }

    long entryKey(int entry) {
        return get(memory, entryOffset(entry));
    }

    long entryValue(int entry) {
        return get(memory, entryOffset(entry) + Long.BYTES);
    }

    private long entryOffset(int entry) {
        return record + RECORD_BYTES + Objects.checkIndex(entry, entries()) * ENTRY_BYTES;
    }

    private long word(long offset) {
        return get(memory, record + offset);
    }

    @Override
    public void close() {
        arena.close();
    }
}
