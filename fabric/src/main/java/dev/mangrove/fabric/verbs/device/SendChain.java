package dev.mangrove.fabric.verbs.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Work requests linked to each other, which one doorbell submits. Created once and filled
 * repeatedly; the links stay.
 */
public final class SendChain {
    private static final long BYTES = Ibv.SEND_REQUEST.byteSize();
    private static final long ID = Ibv.offset(Ibv.SEND_REQUEST, "wr_id");
    private static final long NEXT = Ibv.offset(Ibv.SEND_REQUEST, "next");
    private static final long PIECES = Ibv.offset(Ibv.SEND_REQUEST, "sg_list");
    private static final long PIECE_NUMBER = Ibv.offset(Ibv.SEND_REQUEST, "num_sge");
    private static final long OPCODE = Ibv.offset(Ibv.SEND_REQUEST, "opcode");
    private static final long FLAGS = Ibv.offset(Ibv.SEND_REQUEST, "send_flags");
    private static final long IMMEDIATE = Ibv.offset(Ibv.SEND_REQUEST, "imm_data");
    private static final long REMOTE = Ibv.offset(Ibv.SEND_REQUEST, "remote_addr");
    private static final long OPERAND = Ibv.offset(Ibv.SEND_REQUEST, "compare_add");
    private static final long KEY = OPERAND;
    private static final long SWAP = Ibv.offset(Ibv.SEND_REQUEST, "swap");
    private static final long ATOMIC_KEY = Ibv.offset(Ibv.SEND_REQUEST, "atomic_rkey");

    private static final long PIECE_BYTES = Ibv.PIECE.byteSize();
    private static final long PIECE_ADDRESS = Ibv.offset(Ibv.PIECE, "addr");
    private static final long PIECE_LENGTH = Ibv.offset(Ibv.PIECE, "length");
    private static final long PIECE_KEY = Ibv.offset(Ibv.PIECE, "lkey");

    private final MemorySegment requests;
    private final MemorySegment pieces;
    private final int capacity;
    private int size;

    public SendChain(int capacity) {
        this.capacity = capacity;
        requests = Arena.ofAuto().allocate(capacity * BYTES, 64);
        pieces = Arena.ofAuto().allocate(capacity * PIECE_BYTES, 16);
        for (int i = 0; i < capacity; i++) {
            requests.set(Ibv.LONG, i * BYTES + PIECES, pieces.address() + i * PIECE_BYTES);
            link(i);
        }
    }

    private void link(int i) {
        long next = i + 1 < capacity ? requests.address() + (i + 1) * BYTES : 0;
        requests.set(Ibv.LONG, i * BYTES + NEXT, next);
    }

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    /** Adds a request without local memory and returns its place. */
    public int add(int opcode, long id, int flags) {
        int i = size++;
        long at = i * BYTES;
        requests.set(Ibv.LONG, at + ID, id);
        requests.set(Ibv.INT, at + OPCODE, opcode);
        requests.set(Ibv.INT, at + FLAGS, flags);
        requests.set(Ibv.INT, at + PIECE_NUMBER, 0);
        return i;
    }

    /** Remote memory of a READ or WRITE. */
    public void remote(int i, long address, int key) {
        requests.set(Ibv.LONG, i * BYTES + REMOTE, address);
        requests.set(Ibv.INT, i * BYTES + KEY, key);
    }

    /** Remote word and operands of an atomic. */
    public void atomic(int i, long address, int key, long operand, long swap) {
        requests.set(Ibv.LONG, i * BYTES + REMOTE, address);
        requests.set(Ibv.LONG, i * BYTES + OPERAND, operand);
        requests.set(Ibv.LONG, i * BYTES + SWAP, swap);
        requests.set(Ibv.INT, i * BYTES + ATOMIC_KEY, key);
    }

    public void immediate(int i, int value) {
        requests.set(Ibv.NETWORK_INT, i * BYTES + IMMEDIATE, value);
    }

    /** Local memory. */
    public void local(int i, long address, int length, int key) {
        pieces.set(Ibv.LONG, i * PIECE_BYTES + PIECE_ADDRESS, address);
        pieces.set(Ibv.INT, i * PIECE_BYTES + PIECE_LENGTH, length);
        pieces.set(Ibv.INT, i * PIECE_BYTES + PIECE_KEY, key);
        requests.set(Ibv.INT, i * BYTES + PIECE_NUMBER, 1);
    }

    /** Local memory that is copied when the request is posted, and needs no registration. */
    public void inline(int i, long address, int length) {
        local(i, address, length, 0);
        flag(i, Ibv.FLAG_INLINE);
    }

    void flag(int i, int flag) {
        long at = i * BYTES + FLAGS;
        requests.set(Ibv.INT, at, requests.get(Ibv.INT, at) | flag);
    }

    /** Posts all requests, the last of them signalled; 0 or an error number. */
    public int post(QueuePair pair) {
        int last = size - 1;
        flag(last, Ibv.FLAG_SIGNALED);
        requests.set(Ibv.LONG, last * BYTES + NEXT, 0);
        int error = pair.post(requests.address());
        link(last);
        return error;
    }
}
