package dev.mangrove.cli.demo;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The memory that all clients of the demo share: a chunk on each server.
 *
 * <pre>
 * first chunk:  0: shared counter   64: barrier   128: lock and record   4 MiB: area per client
 * </pre>
 */
final class Ground {
    /** Bytes of the area that each client writes. */
    static final int AREA_BYTES = 1 << 20;

    private static final int BARRIER = 64;
    private static final int RECORD = 128;
    private static final long AREAS = 4 << 20;

    private final long[] chunks;

    /** With the address of the chunk on each server. */
    Ground(long... chunks) {
        this.chunks = chunks.clone();
    }

    static Ground parse(String text) {
        return new Ground(Arrays.stream(text.split(",")).mapToLong(Long::parseLong).toArray());
    }

    String text() {
        return Arrays.stream(chunks).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    int servers() {
        return chunks.length;
    }

    /** The chunk on a server. */
    long chunk(int server) {
        return chunks[server];
    }

    long counter() {
        return chunks[0];
    }

    long barrier() {
        return chunks[0] + BARRIER;
    }

    /** A lock word and the record behind it, one for each client. */
    long record(int client) {
        return chunks[client % chunks.length] + RECORD + (long) client * RECORD;
    }

    /** What a client writes and all others read; on the servers in turn. */
    long area(int client) {
        return chunks[client % chunks.length] + AREAS + (long) client * AREA_BYTES;
    }
}
