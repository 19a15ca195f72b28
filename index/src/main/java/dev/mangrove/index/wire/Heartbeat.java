package dev.mangrove.index.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;

/**
 * Payload of a HEARTBEAT: how busy the server is.
 *
 * <pre>
 *  0        4       8          16        24          32          40          48       52         56
 * +--------+-------+----------+---------+-----------+-----------+-----------+--------+----------+
 * | server | epoch | sequence |  host   |  process  |  workers  | messages  | queue  |  threads |
 * +--------+-------+----------+---------+-----------+-----------+-----------+--------+----------+
 *  56       64         72       80          88      96
 * +--------+----------+--------+-----------+-------+
 * | recent | service  |  link  | link rate | drops |
 * +--------+----------+--------+-----------+-------+
 * </pre>
 *
 * The second line covers the time since the last heartbeat; workers and messages in the first line
 * are averages over a longer time. {@code drops} counts the indexes that were dropped at this
 * server.
 */
public final class Heartbeat {
    /** Length. */
    public static final int BYTES = 96;

    private static final StructLayout LAYOUT =
            Wire.struct(
                    BYTES,
                    Wire.INT.withName("server"),
                    Wire.INT.withName("epoch"),
                    Wire.LONG.withName("sequence"),
                    Wire.DOUBLE.withName("host"),
                    Wire.DOUBLE.withName("process"),
                    Wire.DOUBLE.withName("workers"),
                    Wire.DOUBLE.withName("messages"),
                    Wire.INT.withName("queue"),
                    Wire.INT.withName("threads"),
                    Wire.DOUBLE.withName("recent"),
                    Wire.DOUBLE.withName("service"),
                    Wire.DOUBLE.withName("link"),
                    Wire.DOUBLE.withName("rate"),
                    Wire.LONG.withName("drops"));
    private static final VarHandle SERVER = Wire.field(LAYOUT, "server");
    private static final VarHandle EPOCH = Wire.field(LAYOUT, "epoch");
    private static final VarHandle SEQUENCE = Wire.field(LAYOUT, "sequence");
    private static final VarHandle HOST = Wire.field(LAYOUT, "host");
    private static final VarHandle PROCESS = Wire.field(LAYOUT, "process");
    private static final VarHandle WORKERS = Wire.field(LAYOUT, "workers");
    private static final VarHandle MESSAGES = Wire.field(LAYOUT, "messages");
    private static final VarHandle QUEUE = Wire.field(LAYOUT, "queue");
    private static final VarHandle THREADS = Wire.field(LAYOUT, "threads");
    private static final VarHandle RECENT = Wire.field(LAYOUT, "recent");
    private static final VarHandle SERVICE = Wire.field(LAYOUT, "service");
    private static final VarHandle LINK = Wire.field(LAYOUT, "link");
    private static final VarHandle RATE = Wire.field(LAYOUT, "rate");
    private static final VarHandle DROPS = Wire.field(LAYOUT, "drops");

    private Heartbeat() {}

    /** Writes which server it is, the state of its list of members, and the beat's number. */
    public static void writeOrigin(
            MemorySegment memory, long base, int server, int epoch, long sequence) {
        SERVER.set(memory, base, server);
        EPOCH.set(memory, base, epoch);
        SEQUENCE.set(memory, base, sequence);
    }

    /** Writes how busy the server is. */
    public static void writeLoad(
            MemorySegment memory,
            long base,
            double host,
            double process,
            double workers,
            double messages,
            int queue) {
        HOST.set(memory, base, host);
        PROCESS.set(memory, base, process);
        WORKERS.set(memory, base, workers);
        MESSAGES.set(memory, base, messages);
        QUEUE.set(memory, base, queue);
    }

    /** Writes what the workers and the link did since the beat before. */
    public static void writeRecent(
            MemorySegment memory,
            long base,
            int threads,
            double utilisation,
            double serviceNanos,
            double link,
            double linkRate) {
        THREADS.set(memory, base, threads);
        RECENT.set(memory, base, utilisation);
        SERVICE.set(memory, base, serviceNanos);
        LINK.set(memory, base, link);
        RATE.set(memory, base, linkRate);
    }

    /** Writes how many indexes were dropped at this server. */
    public static void writeDrops(MemorySegment memory, long base, long drops) {
        DROPS.set(memory, base, drops);
    }

    /** Indexes that were dropped at this server. */
    public static long drops(MemorySegment memory, long base) {
        return (long) DROPS.get(memory, base);
    }

    /** The server's number. */
    public static int server(MemorySegment memory, long base) {
        return (int) SERVER.get(memory, base);
    }

    /** State of the list of members. */
    public static int epoch(MemorySegment memory, long base) {
        return (int) EPOCH.get(memory, base);
    }

    /** Number of the beat; beats that a client has no room for are left out. */
    public static long sequence(MemorySegment memory, long base) {
        return (long) SEQUENCE.get(memory, base);
    }

    /** Share of the host's cores that are busy, 0 to 1. */
    public static double hostUtilisation(MemorySegment memory, long base) {
        return (double) HOST.get(memory, base);
    }

    /** Cores that the server's process keeps busy. */
    public static double processCores(MemorySegment memory, long base) {
        return (double) PROCESS.get(memory, base);
    }

    /** Share of the time in which the server's workers had something to do, 0 to 1. */
    public static double workerUtilisation(MemorySegment memory, long base) {
        return (double) WORKERS.get(memory, base);
    }

    /** Requests served per second. */
    public static double messagesPerSecond(MemorySegment memory, long base) {
        return (double) MESSAGES.get(memory, base);
    }

    /** Requests that were found waiting when the workers last looked. */
    public static int queueLength(MemorySegment memory, long base) {
        return (int) QUEUE.get(memory, base);
    }

    /** Workers that serve requests. */
    public static int threads(MemorySegment memory, long base) {
        return (int) THREADS.get(memory, base);
    }

    /** Share of the time since the beat before in which its workers had something to do, 0 to 1. */
    public static double recentUtilisation(MemorySegment memory, long base) {
        return (double) RECENT.get(memory, base);
    }

    /** How long a worker was busy with a request, on average; 0 if there was none. */
    public static double serviceNanos(MemorySegment memory, long base) {
        return (double) SERVICE.get(memory, base);
    }

    /** Share of the link that was in use, 0 to 1; negative if the server does not know. */
    public static double linkUtilisation(MemorySegment memory, long base) {
        return (double) LINK.get(memory, base);
    }

    /** Bytes per second on the link. */
    public static double linkRate(MemorySegment memory, long base) {
        return (double) RATE.get(memory, base);
    }
}
