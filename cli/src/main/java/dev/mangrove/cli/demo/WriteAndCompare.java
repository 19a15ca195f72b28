package dev.mangrove.cli.demo;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.Session;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Each client fills its area with numbers that only it would write, waits for the others, and reads
 * what they wrote, word by word.
 */
final class WriteAndCompare implements Step {
    private static final int PIECE = 64 << 10;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    @Override
    public String key() {
        return "verify";
    }

    @Override
    public String title() {
        return "1 MiB written by each, read by the others";
    }

    @Override
    public boolean isOneSided() {
        return true;
    }

    @Override
    public Outcome run(Visitor visitor) {
        Session session = visitor.session();
        Host host = session.host();
        MemorySegment piece = session.allocate(PIECE);
        long started = host.nanoTime();
        write(visitor, piece);
        new Barrier(session, visitor.ground().barrier() + Long.BYTES, visitor.clients()).await();
        long wrong = 0;
        long words = 0;
        for (int other = 0; other < visitor.clients(); other++) {
            if (other != visitor.number()) {
                wrong += compare(visitor, other, piece);
                words += Ground.AREA_BYTES / Long.BYTES;
            }
        }
        return new Outcome(words, words, host.nanoTime() - started, 0, 0, wrong);
    }

    private static void write(Visitor visitor, MemorySegment piece) {
        long area = visitor.ground().area(visitor.number());
        Batch batch = visitor.session().channel(area).batch(1);
        for (int at = 0; at < Ground.AREA_BYTES; at += PIECE) {
            for (int i = 0; i < PIECE; i += Long.BYTES) {
                piece.set(ValueLayout.JAVA_LONG, i, word(visitor.number(), at + i));
            }
            batch.clear().write(area + at, piece, 0, PIECE);
            batch.execute();
        }
    }

    private static long compare(Visitor visitor, int other, MemorySegment piece) {
        long area = visitor.ground().area(other);
        Batch batch = visitor.session().channel(area).batch(1);
        long wrong = 0;
        for (int at = 0; at < Ground.AREA_BYTES; at += PIECE) {
            batch.clear().read(area + at, piece, 0, PIECE);
            batch.execute();
            for (int i = 0; i < PIECE; i += Long.BYTES) {
                if (piece.get(ValueLayout.JAVA_LONG, i) != word(other, at + i)) {
                    wrong++;
                }
            }
        }
        return wrong;
    }

    private static long word(int client, int at) {
        return (client + 1) * MIX ^ at;
    }
}
