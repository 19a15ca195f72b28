package dev.mangrove.check.history;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Histories as bytes, for processes that record separately and are checked together. A magic number
 * identifies the format and its version; a count and the operations or ranges follow; big-endian.
 *
 * <pre>
 * operation: client 4, kind 1, outcome 1, observation 1,
 *            key 8, argument 8, expected 8, observed 8, invoked 8, responded 8
 * range:     client 4, low 8, high 8, descending 1, limit 4, invoked 8, responded 8,
 *            entries 4, and for each: key 8, value 8
 * </pre>
 */
public final class HistoryFile {
    private static final int OPERATIONS_1 = 0x4D474831;
    private static final int RANGES_1 = 0x4D475231;

    private HistoryFile() {}

    /** Writes all operations of a history. */
    public static void write(History history, DataOutput out) throws IOException {
        out.writeInt(OPERATIONS_1);
        out.writeInt(history.size());
        for (int op = 0; op < history.size(); op++) {
            out.writeInt(history.client(op));
            out.writeByte(history.kind(op).code());
            out.writeByte(history.outcome(op).code());
            out.writeByte(history.observation(op).code());
            out.writeLong(history.key(op));
            out.writeLong(history.argument(op));
            out.writeLong(history.expected(op));
            out.writeLong(history.observed(op));
            out.writeLong(history.invoked(op));
            out.writeLong(history.responded(op));
        }
    }

    /** Reads what {@link #write(History, DataOutput)} wrote. */
    public static History read(DataInput in) throws IOException {
        int count = readHeader(in, OPERATIONS_1);
        History history = new History(count);
        for (int i = 0; i < count; i++) {
            readOperation(in, history);
        }
        return history;
    }

    private static void readOperation(DataInput in, History history) throws IOException {
        int client = in.readInt();
        OpKind kind = OpKind.ofCode(in.readByte());
        Outcome outcome = Outcome.ofCode(in.readByte());
        Observation observation = Observation.ofCode(in.readByte());
        long key = in.readLong();
        long argument = in.readLong();
        long expected = in.readLong();
        long observed = in.readLong();
        int op = history.invoke(client, kind, key, argument, expected, in.readLong());
        long responded = in.readLong();
        if (outcome != Outcome.UNKNOWN) {
            history.complete(op, outcome, observation, observed, responded);
        } else if (responded != History.NEVER) {
            history.endsBy(op, responded);
        }
    }

    /** Writes all ranges of a history. */
    public static void write(RangeHistory ranges, DataOutput out) throws IOException {
        out.writeInt(RANGES_1);
        out.writeInt(ranges.size());
        for (int range = 0; range < ranges.size(); range++) {
            out.writeInt(ranges.client(range));
            out.writeLong(ranges.low(range));
            out.writeLong(ranges.high(range));
            out.writeBoolean(ranges.isDescending(range));
            out.writeInt(ranges.limit(range));
            out.writeLong(ranges.invoked(range));
            out.writeLong(ranges.responded(range));
            out.writeInt(ranges.entries(range));
            for (int entry = 0; entry < ranges.entries(range); entry++) {
                out.writeLong(ranges.key(range, entry));
                out.writeLong(ranges.value(range, entry));
            }
        }
    }

    /** Reads what {@link #write(RangeHistory, DataOutput)} wrote. */
    public static RangeHistory readRanges(DataInput in) throws IOException {
        int count = readHeader(in, RANGES_1);
        RangeHistory ranges = new RangeHistory(count, count);
        for (int i = 0; i < count; i++) {
            readRange(in, ranges);
        }
        return ranges;
    }

    private static void readRange(DataInput in, RangeHistory ranges) throws IOException {
        int client = in.readInt();
        long low = in.readLong();
        long high = in.readLong();
        boolean descending = in.readBoolean();
        int limit = in.readInt();
        long invoked = in.readLong();
        long responded = in.readLong();
        int entries = in.readInt();
        for (int entry = 0; entry < entries; entry++) {
            ranges.entry(in.readLong(), in.readLong());
        }
        if (descending) {
            ranges.descending(client, low, high, limit, invoked, responded);
        } else {
            ranges.ascending(client, low, high, limit, invoked, responded);
        }
    }

    private static int readHeader(DataInput in, int magic) throws IOException {
        int found = in.readInt();
        if (found != magic) {
            throw new IOException(
                    "not the expected history: magic=%08x, expected=%08x".formatted(found, magic));
        }
        int count = in.readInt();
        if (count < 0) {
            throw new IOException("damaged history: count=" + count);
        }
        return count;
    }
}
