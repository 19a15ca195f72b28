package dev.mangrove.fabric.shm;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The file {@code server} of a server's folder: clients request connections here.
 *
 * <pre>
 *      0  magic, format, boot id, state, number of inboxes
 *    128  bell of the client monitor, which accepts connections
 *   4096  64 inboxes of 256 bytes: bell, then one ready bit per slot for the slots of that inbox
 *  20480  1024 slots of 8 bytes: 0 while free, else the number of the connection file offered or accepted there
 * </pre>
 *
 * Slot {@code s} belongs to inbox {@code s mod inboxes}. Clients take a free slot by CAS; the
 * server alone frees it. A client sets its ready bit after it has put something into its ring; the
 * inbox's thread clears the bit before it reads the ring.
 */
record ControlFile(MemorySegment memory) {
    static final String NAME = "server";

    /** Connections at a time. Chosen: one per client thread, and the file stays small (28 KiB). */
    static final int SLOTS = 1024;

    /** Chosen: beyond the worker threads that one machine has cores for. */
    static final int MOST_INBOXES = 64;

    /** The server takes connections. */
    static final long OPEN = 1;

    /** The server has closed in order. */
    static final long CLOSED = 2;

    /** Version 1 of the layout. */
    private static final long FORMAT_INITIAL = 1;

    private static final long MAGIC = 0x3130_5652_5345_474DL; // "MGESRV01"
    private static final int READY_WORDS = SLOTS / Long.SIZE;
    private static final OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final StructLayout INBOX =
            structLayout(
                    paddingLayout(Bell.BYTES).withName("bell"),
                    sequenceLayout(READY_WORDS, WORD).withName("ready"));
    private static final StructLayout LAYOUT =
            structLayout(
                    WORD.withName("magic"),
                    WORD.withName("format"),
                    WORD.withName("bootId"),
                    WORD.withName("state"),
                    WORD.withName("inboxes"),
                    paddingLayout(128 - 5 * Long.BYTES),
                    paddingLayout(Bell.BYTES).withName("doorbell"),
                    paddingLayout(4096 - 256),
                    sequenceLayout(MOST_INBOXES, INBOX).withName("inbox"),
                    sequenceLayout(SLOTS, WORD).withName("slot"));
    static final long BYTES = LAYOUT.byteSize();

    private static final VarHandle MAGIC_WORD = field("magic");
    private static final VarHandle FORMAT = field("format");
    private static final VarHandle BOOT_ID = field("bootId");
    private static final VarHandle STATE = field("state");
    private static final VarHandle INBOXES = field("inboxes");
    private static final VarHandle WORDS = WORD.varHandle().withInvokeExactBehavior();
    private static final long DOORBELL = LAYOUT.byteOffset(groupElement("doorbell"));
    private static final long FIRST_INBOX = LAYOUT.byteOffset(groupElement("inbox"));
    private static final long FIRST_SLOT = LAYOUT.byteOffset(groupElement("slot"));
    private static final long READY =
            INBOX.byteOffset(MemoryLayout.PathElement.groupElement("ready"));

    static {
        if (BYTES != 28672 || INBOX.byteSize() != 256 || FIRST_INBOX != 4096) {
            throw new AssertionError(LAYOUT);
        }
    }

    private static VarHandle field(String name) {
        return LAYOUT.varHandle(groupElement(name)).withInvokeExactBehavior();
    }

    /** Fills a new file; the magic comes last. */
    void initialize(long bootId, int inboxes) {
        FORMAT.set(memory, 0L, FORMAT_INITIAL);
        BOOT_ID.set(memory, 0L, bootId);
        STATE.set(memory, 0L, OPEN);
        INBOXES.set(memory, 0L, (long) inboxes);
        MAGIC_WORD.setRelease(memory, 0L, MAGIC);
    }

    boolean isKnownFormat() {
        return (long) MAGIC_WORD.getAcquire(memory, 0L) == MAGIC
                && (long) FORMAT.get(memory, 0L) == FORMAT_INITIAL;
    }

    long bootId() {
        return (long) BOOT_ID.get(memory, 0L);
    }

    int inboxes() {
        return Math.clamp((long) INBOXES.get(memory, 0L), 1, MOST_INBOXES);
    }

    long stateAcquire() {
        return (long) STATE.getAcquire(memory, 0L);
    }

    void stateRelease(long state) {
        STATE.setRelease(memory, 0L, state);
    }

    Bell doorbell() {
        return new Bell(memory, DOORBELL);
    }

    Bell inboxBell(int inbox) {
        return new Bell(memory, inboxBase(inbox));
    }

    long slotAcquire(int slot) {
        return (long) WORDS.getAcquire(memory, slotOffset(slot));
    }

    /** Client: takes a slot if it is free. */
    boolean claimSlot(int slot, long connection) {
        long at = slotOffset(slot);
        return (long) WORDS.getAcquire(memory, at) == 0
                && WORDS.compareAndSet(memory, at, 0L, connection);
    }

    /** Server: frees a slot. */
    void freeSlot(int slot) {
        WORDS.setRelease(memory, slotOffset(slot), 0L);
    }

    /** Sets the ready bit of a slot. Call it after the ring's tail has moved. */
    void setReady(int inbox, int slot) {
        long at = readyOffset(inbox, slot >>> 6);
        long bit = 1L << slot;
        VarHandle.fullFence();
        if (((long) WORDS.getOpaque(memory, at) & bit) == 0) {
            long ignored = (long) WORDS.getAndBitwiseOr(memory, at, bit);
        }
    }

    /** Whether any slot of 64 may hold something. */
    boolean hasReady(int inbox, int word) {
        return (long) WORDS.getAcquire(memory, readyOffset(inbox, word)) != 0;
    }

    /** Server: takes and clears the ready bits of 64 slots. Read the rings afterwards. */
    long takeReady(int inbox, int word) {
        long at = readyOffset(inbox, word);
        return (long) WORDS.getAcquire(memory, at) == 0
                ? 0
                : (long) WORDS.getAndSet(memory, at, 0L);
    }

    static int readyWords() {
        return READY_WORDS;
    }

    private static long inboxBase(int inbox) {
        return FIRST_INBOX + inbox * INBOX.byteSize();
    }

    private static long readyOffset(int inbox, int word) {
        return inboxBase(inbox) + READY + (long) word * Long.BYTES;
    }

    private static long slotOffset(int slot) {
        return FIRST_SLOT + (long) slot * Long.BYTES;
    }
}
