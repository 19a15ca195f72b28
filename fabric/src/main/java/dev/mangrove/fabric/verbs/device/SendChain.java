package dev.mangrove.fabric.verbs.device;

import org.jspecify.annotations.Nullable;

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
    private final int mostPieces;

    /** Lists of several pieces, one for each request; null until a request has several. */
    private @Nullable MemorySegment lists;

    private int size;

    /** A chain of requests with at most one piece of local memory. */
    public SendChain(int capacity) {
        this(capacity, 1);
    }

    /** A chain of requests with at most so many pieces of local memory. */
    public SendChain(int capacity, int mostPieces) {
        this.capacity = capacity;
        this.mostPieces = mostPieces;
        requests = Arena.ofAuto().allocate(capacity * BYTES, 64);
        pieces = Arena.ofAuto().allocate(capacity * PIECE_BYTES, 16);
        for (int i = 0; i < capacity; i++) {
            takeOnePiece(i);
            link(i);
        }
    }

    private void takeOnePiece(int i) {
        requests.set(Ibv.LONG, i * BYTES + PIECES, pieces.address() + i * PIECE_BYTES);
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
        if (lists != null) {
            takeOnePiece(i);
        }
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

    /** Adds a piece of local memory to a request whose memory is in pieces. */
    public void piece(int i, long address, int length, int key) {
        MemorySegment all = lists;
        if (all == null) {
            all = Arena.ofAuto().allocate((long) capacity * mostPieces * PIECE_BYTES, 16);
            lists = all;
        }
        int number = requests.get(Ibv.INT, i * BYTES + PIECE_NUMBER);
        if (number == mostPieces) {
            throw new IllegalStateException("a request has at most " + mostPieces + " pieces");
        }
        long list = (long) i * mostPieces * PIECE_BYTES;
        requests.set(Ibv.LONG, i * BYTES + PIECES, all.address() + list);
        requests.set(Ibv.INT, i * BYTES + PIECE_NUMBER, number + 1);
        long at = list + number * PIECE_BYTES;
        all.set(Ibv.LONG, at + PIECE_ADDRESS, address);
        all.set(Ibv.INT, at + PIECE_LENGTH, length);
        all.set(Ibv.INT, at + PIECE_KEY, key);
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

    /** Where the first request is. */
    MemorySegment memory() {
        return requests;
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
