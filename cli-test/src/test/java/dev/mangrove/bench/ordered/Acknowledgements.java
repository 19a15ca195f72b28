package dev.mangrove.bench.ordered;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Progress of another process: a word of a mapped file, which outlives that process. */
final class Acknowledgements implements AutoCloseable {
    private static final VarHandle WORD = JAVA_LONG.varHandle();

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    Acknowledgements(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE)) {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES, arena);
        }
    }

    /** Stores the number of completed operations. */
    void acknowledge(long number) {
        WORD.setRelease(memory, 0L, number);
    }

    long acknowledged() {
        return (long) WORD.getAcquire(memory, 0L);
    }

    @Override
    public void close() {
        arena.close();
    }
}
