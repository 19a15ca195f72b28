package dev.mangrove.bench.ordered;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How far another process has come: a word of a file in memory, which outlives that process. */
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

    /** So many are done. */
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
