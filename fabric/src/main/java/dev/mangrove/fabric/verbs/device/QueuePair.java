package dev.mangrove.fabric.verbs.device;

import dev.mangrove.fabric.verbs.control.ConnectionEnd;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/** One end of a reliable connection. */
public final class QueuePair implements AutoCloseable {
    private static final StructLayout ATTRIBUTES = Ibv.QUEUE_PAIR_ATTRIBUTES;
    private static final int ACCESS =
            Ibv.ACCESS_LOCAL_WRITE
                    | Ibv.ACCESS_REMOTE_WRITE
                    | Ibv.ACCESS_REMOTE_READ
                    | Ibv.ACCESS_REMOTE_ATOMIC;

    /** A packet is sent again after 4.096 µs · 2^16, that is 0.27 s, … */
    private static final byte TIMEOUT = 16;

    /** … and this often, so that a host that has vanished is given up after about 2 s. */
    private static final byte RETRIES = 7;

    /**
     * Code 7: retries for ever where the receiver has no receive posted; the window keeps that from
     * happening.
     */
    private static final byte NOT_READY_RETRIES = 7;

    /** Code 12: the receiver asks the sender to wait 0.64 ms. */
    private static final byte NOT_READY_TIMER = 12;

    private static final byte HOPS = 64;

    private final Device device;
    private final PortInfo port;
    private final long pointer;
    private final int number;
    private final int inline;
    private final MemorySegment bad = Arena.ofAuto().allocate(Ibv.LONG);
    private boolean failed;

    /**
     * How large a queue pair is, and what it belongs to.
     *
     * @param inline bytes that a request shall be able to carry inline
     * @param pieces most pieces of local memory of a request
     */
    public record Plan(
            PortInfo port,
            CompletionQueue sends,
            CompletionQueue receives,
            long sharedReceives,
            int mostSends,
            int mostReceives,
            int inline,
            int pieces) {}

    public QueuePair(Device device, Plan plan) {
        this.device = device;
        this.port = plan.port();
        try (Arena arena = Arena.ofConfined()) {
            StructLayout layout = Ibv.QUEUE_PAIR_INIT;
            MemorySegment wanted = arena.allocate(layout);
            wanted.set(Ibv.LONG, Ibv.offset(layout, "send_cq"), plan.sends().pointer());
            wanted.set(Ibv.LONG, Ibv.offset(layout, "recv_cq"), plan.receives().pointer());
            wanted.set(Ibv.LONG, Ibv.offset(layout, "srq"), plan.sharedReceives());
            wanted.set(Ibv.INT, Ibv.offset(layout, "max_send_wr"), plan.mostSends());
            wanted.set(Ibv.INT, Ibv.offset(layout, "max_recv_wr"), plan.mostReceives());
            wanted.set(Ibv.INT, Ibv.offset(layout, "max_send_sge"), plan.pieces());
            wanted.set(Ibv.INT, Ibv.offset(layout, "max_recv_sge"), 1);
            wanted.set(Ibv.INT, Ibv.offset(layout, "max_inline_data"), plan.inline());
            wanted.set(Ibv.INT, Ibv.offset(layout, "qp_type"), Ibv.QP_RELIABLE);
            pointer = device.library().createQp(device.domain(), wanted);
            inline = wanted.get(Ibv.INT, Ibv.offset(layout, "max_inline_data"));
        }
        MemorySegment made = Device.structure(pointer, Ibv.QUEUE_PAIR);
        number = made.get(Ibv.INT, Ibv.offset(Ibv.QUEUE_PAIR, "qp_num"));
        if (made.get(Ibv.LONG, Ibv.offset(Ibv.QUEUE_PAIR, "pd")) != device.domain()) {
            throw Libibverbs.missing(Libibverbs.NAME + " has queue pairs of another kind");
        }
        initialize();
    }

    /** Its number on this device. */
    public int number() {
        return number;
    }

    /** Bytes that a request can carry inline. */
    public int inline() {
        return inline;
    }

    private void initialize() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(ATTRIBUTES);
            set.set(Ibv.INT, at("qp_state"), Ibv.STATE_INIT);
            set.set(Ibv.BYTE, at("port_num"), (byte) port.number());
            set.set(Ibv.INT, at("qp_access_flags"), ACCESS);
            int mask = Ibv.SET_STATE | Ibv.SET_PKEY | Ibv.SET_PORT | Ibv.SET_ACCESS;
            device.library().modifyQp(pointer, set, mask, "INIT");
        }
    }

    /** Connects to the other end. */
    public void connect(ConnectionEnd own, ConnectionEnd peer) {
        try (Arena arena = Arena.ofConfined()) {
            readyToReceive(arena.allocate(ATTRIBUTES), own, peer);
            readyToSend(arena.allocate(ATTRIBUTES), own, peer);
        }
    }

    private void readyToReceive(MemorySegment set, ConnectionEnd own, ConnectionEnd peer) {
        set.set(Ibv.INT, at("qp_state"), Ibv.STATE_READY_TO_RECEIVE);
        set.set(Ibv.INT, at("path_mtu"), Math.min(own.mtuCode(), peer.mtuCode()));
        set.set(Ibv.INT, at("dest_qp_num"), peer.queuePair());
        set.set(Ibv.INT, at("rq_psn"), peer.sequence());
        set.set(Ibv.BYTE, at("max_dest_rd_atomic"), (byte) own.answers());
        set.set(Ibv.BYTE, at("min_rnr_timer"), NOT_READY_TIMER);
        set.set(Ibv.BYTE, at("ah_port_num"), (byte) port.number());
        set.set(Ibv.SHORT, at("dlid"), (short) peer.lid());
        set.set(Ibv.BYTE, at("is_global"), (byte) 1);
        MemorySegment.copy(peer.gidBytes(), 0, set, Ibv.BYTE, at("dgid"), GidInfo.BYTES);
        set.set(Ibv.BYTE, at("sgid_index"), (byte) own.gidIndex());
        set.set(Ibv.BYTE, at("hop_limit"), HOPS);
        int mask =
                Ibv.SET_STATE
                        | Ibv.SET_ADDRESS
                        | Ibv.SET_MTU
                        | Ibv.SET_PEER
                        | Ibv.SET_RECEIVE_PSN
                        | Ibv.SET_PEER_READS
                        | Ibv.SET_NOT_READY_TIMER;
        device.library().modifyQp(pointer, set, mask, "RTR");
    }

    private void readyToSend(MemorySegment set, ConnectionEnd own, ConnectionEnd peer) {
        set.set(Ibv.INT, at("qp_state"), Ibv.STATE_READY_TO_SEND);
        set.set(Ibv.INT, at("sq_psn"), own.sequence());
        set.set(Ibv.BYTE, at("max_rd_atomic"), (byte) Math.min(own.reads(), peer.answers()));
        set.set(Ibv.BYTE, at("timeout"), TIMEOUT);
        set.set(Ibv.BYTE, at("retry_cnt"), RETRIES);
        set.set(Ibv.BYTE, at("rnr_retry"), NOT_READY_RETRIES);
        int mask =
                Ibv.SET_STATE
                        | Ibv.SET_SEND_PSN
                        | Ibv.SET_READS
                        | Ibv.SET_TIMEOUT
                        | Ibv.SET_RETRIES
                        | Ibv.SET_NOT_READY_RETRIES;
        device.library().modifyQp(pointer, set, mask, "RTS");
    }

    private static long at(String member) {
        return Ibv.offset(ATTRIBUTES, member);
    }

    /** Posts a chain of requests; 0 or an error number. */
    int post(long requests) {
        return device.calls().postSend(pointer, requests, bad.address());
    }

    /** Posts a chain of receives; 0 or an error number. */
    public int postReceives(long requests) {
        return device.calls().postReceive(pointer, requests, bad.address());
    }

    /** Moves to the error state: the device executes no more requests, in either direction. */
    public void fail() {
        if (failed) {
            return;
        }
        failed = true;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment set = arena.allocate(ATTRIBUTES);
            set.set(Ibv.INT, at("qp_state"), Ibv.STATE_ERROR);
            device.library().modifyQp(pointer, set, Ibv.SET_STATE, "ERR");
        }
    }

    @Override
    public void close() {
        device.library().destroyQp(pointer);
    }
}
