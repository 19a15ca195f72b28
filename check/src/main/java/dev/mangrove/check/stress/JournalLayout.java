package dev.mangrove.check.stress;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The bytes of a journal, in words of this host.
 *
 * <pre>
 * header: 0 magic, 8 end, 16 writer, up to 64
 * record: 0 kind, 8 key or low, 16 argument or high, 24 expected or limit (~limit when descending),
 *         32 invoked, 40 responded, 48 observed or number of entries, 56 answer
 *         and after a range that has ended, for each entry: key, value
 * </pre>
 *
 * Before an operation starts, the writer fills a record in and then moves the end behind it. After
 * the operation, it fills in the result and stores the answer last. So a reader uses records that
 * start before the end; of a record without answer, it uses only the fields from before the start.
 */
final class JournalLayout {
    static final long MAGIC = 0x4D474A31;

    static final long MAGIC_OFFSET = 0;
    static final long END_OFFSET = 8;
    static final long WRITER_OFFSET = 16;
    static final long HEADER_BYTES = 64;

    static final long KIND = 0;
    static final long KEY = 8;
    static final long ARGUMENT = 16;
    static final long EXPECTED = 24;
    static final long INVOKED = 32;
    static final long RESPONDED = 40;
    static final long OBSERVED = 48;
    static final long ANSWER = 56;
    static final long RECORD_BYTES = 64;
    static final long ENTRY_BYTES = 16;

    /** Access to words that need release or acquire order. */
    static final VarHandle ORDERED = JAVA_LONG.varHandle().withInvokeExactBehavior();

    private JournalLayout() {}

    static long get(MemorySegment memory, long offset) {
        return memory.get(JAVA_LONG, offset);
    }

    static void set(MemorySegment memory, long offset, long value) {
        memory.set(JAVA_LONG, offset, value);
    }
}
