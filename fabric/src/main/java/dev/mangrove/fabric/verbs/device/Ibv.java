package dev.mangrove.fabric.verbs.device;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Structures and constants of libibverbs, 64-bit Linux, from rdma-core's {@code verbs.h}. The
 * structures are part of the library's binary interface: they have not changed within {@code
 * libibverbs.so.1}, which is what {@link Libibverbs} loads. {@link Device} compares some of them
 * with what the library fills in, so that a library that differs is refused and not misread.
 *
 * <p>Pointers are plain 64-bit numbers here.
 */
public final class Ibv {
    static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** Immediate data travels in the network's order. */
    static final ValueLayout.OfInt NETWORK_INT =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final MemoryLayout GID = sequenceLayout(16, BYTE);

    /** An open device: it holds pointers to the driver's functions. */
    static final StructLayout CONTEXT =
            checked(
                    336,
                    structLayout(
                            LONG.withName("device"),
                            paddingLayout(88),
                            LONG.withName("poll_cq"),
                            LONG.withName("req_notify_cq"),
                            paddingLayout(56),
                            LONG.withName("post_srq_recv"),
                            paddingLayout(32),
                            LONG.withName("post_send"),
                            LONG.withName("post_recv"),
                            paddingLayout(40),
                            INT.withName("cmd_fd"),
                            INT.withName("async_fd"),
                            INT.withName("num_comp_vectors"),
                            paddingLayout(52),
                            LONG.withName("abi_compat")));

    /** Precedes a context whose driver has extended functions. */
    static final StructLayout EXTENSION =
            checked(
                    320,
                    structLayout(
                            LONG.withName("query_port"),
                            paddingLayout(48),
                            LONG.withName("reg_dm_mr"),
                            LONG.withName("alloc_dm"),
                            LONG.withName("free_dm"),
                            paddingLayout(136),
                            LONG.withName("query_device_ex"),
                            paddingLayout(88),
                            LONG.withName("sz")));

    static final StructLayout DEVICE_ATTRIBUTES =
            checked(
                    232,
                    structLayout(
                            sequenceLayout(64, BYTE).withName("fw_ver"),
                            paddingLayout(16),
                            LONG.withName("max_mr_size"),
                            paddingLayout(8),
                            INT.withName("vendor_id"),
                            INT.withName("vendor_part_id"),
                            paddingLayout(4),
                            INT.withName("max_qp"),
                            INT.withName("max_qp_wr"),
                            paddingLayout(4),
                            INT.withName("max_sge"),
                            INT.withName("max_sge_rd"),
                            INT.withName("max_cq"),
                            INT.withName("max_cqe"),
                            INT.withName("max_mr"),
                            paddingLayout(4),
                            INT.withName("max_qp_rd_atom"),
                            paddingLayout(8),
                            INT.withName("max_qp_init_rd_atom"),
                            paddingLayout(4),
                            INT.withName("atomic_cap"),
                            paddingLayout(44),
                            INT.withName("max_srq"),
                            INT.withName("max_srq_wr"),
                            paddingLayout(7),
                            BYTE.withName("phys_port_cnt"),
                            paddingLayout(4)));

    static final StructLayout EXTENDED_DEVICE_ATTRIBUTES =
            checked(
                    400,
                    structLayout(
                            DEVICE_ATTRIBUTES.withName("orig_attr"),
                            paddingLayout(144),
                            LONG.withName("max_dm_size"),
                            paddingLayout(16)));

    static final StructLayout PORT_ATTRIBUTES =
            checked(
                    52,
                    structLayout(
                            INT.withName("state"),
                            INT.withName("max_mtu"),
                            INT.withName("active_mtu"),
                            INT.withName("gid_tbl_len"),
                            INT.withName("port_cap_flags"),
                            INT.withName("max_msg_sz"),
                            paddingLayout(10),
                            SHORT.withName("lid"),
                            paddingLayout(10),
                            BYTE.withName("link_layer"),
                            paddingLayout(5)));

    static final StructLayout GID_ENTRY =
            checked(
                    32,
                    structLayout(
                            GID.withName("gid"),
                            INT.withName("gid_index"),
                            INT.withName("port_num"),
                            INT.withName("gid_type"),
                            INT.withName("ndev_ifindex")));

    static final StructLayout PROTECTION_DOMAIN = structLayout(LONG.withName("context"));

    static final StructLayout COMPLETION_CHANNEL =
            checked(
                    16,
                    structLayout(LONG.withName("context"), INT.withName("fd"), paddingLayout(4)));

    static final StructLayout MEMORY_REGION =
            checked(
                    48,
                    structLayout(
                            LONG.withName("context"),
                            LONG.withName("pd"),
                            LONG.withName("addr"),
                            LONG.withName("length"),
                            INT.withName("handle"),
                            INT.withName("lkey"),
                            INT.withName("rkey"),
                            paddingLayout(4)));

    /** Memory on the device; the functions that copy it are the driver's. */
    static final StructLayout DEVICE_MEMORY =
            checked(
                    32,
                    structLayout(
                            LONG.withName("context"),
                            LONG.withName("memcpy_to_dm"),
                            LONG.withName("memcpy_from_dm"),
                            INT.withName("comp_mask"),
                            INT.withName("handle")));

    static final StructLayout DEVICE_MEMORY_INIT =
            checked(
                    16,
                    structLayout(
                            LONG.withName("length"),
                            INT.withName("log_align_req"),
                            INT.withName("comp_mask")));

    /** Its beginning; what follows is the library's own. */
    static final StructLayout QUEUE_PAIR =
            checked(
                    64,
                    structLayout(
                            LONG.withName("context"),
                            LONG.withName("qp_context"),
                            LONG.withName("pd"),
                            LONG.withName("send_cq"),
                            LONG.withName("recv_cq"),
                            LONG.withName("srq"),
                            INT.withName("handle"),
                            INT.withName("qp_num"),
                            INT.withName("state"),
                            INT.withName("qp_type")));

    static final StructLayout QUEUE_PAIR_INIT =
            checked(
                    64,
                    structLayout(
                            LONG.withName("qp_context"),
                            LONG.withName("send_cq"),
                            LONG.withName("recv_cq"),
                            LONG.withName("srq"),
                            INT.withName("max_send_wr"),
                            INT.withName("max_recv_wr"),
                            INT.withName("max_send_sge"),
                            INT.withName("max_recv_sge"),
                            INT.withName("max_inline_data"),
                            INT.withName("qp_type"),
                            INT.withName("sq_sig_all"),
                            paddingLayout(4)));

    static final StructLayout QUEUE_PAIR_ATTRIBUTES =
            checked(
                    144,
                    structLayout(
                            INT.withName("qp_state"),
                            INT.withName("cur_qp_state"),
                            INT.withName("path_mtu"),
                            paddingLayout(8),
                            INT.withName("rq_psn"),
                            INT.withName("sq_psn"),
                            INT.withName("dest_qp_num"),
                            INT.withName("qp_access_flags"),
                            paddingLayout(20),
                            GID.withName("dgid"),
                            INT.withName("flow_label"),
                            BYTE.withName("sgid_index"),
                            BYTE.withName("hop_limit"),
                            BYTE.withName("traffic_class"),
                            paddingLayout(1),
                            SHORT.withName("dlid"),
                            BYTE.withName("sl"),
                            paddingLayout(2),
                            BYTE.withName("is_global"),
                            BYTE.withName("ah_port_num"),
                            paddingLayout(33),
                            SHORT.withName("pkey_index"),
                            paddingLayout(4),
                            BYTE.withName("max_rd_atomic"),
                            BYTE.withName("max_dest_rd_atomic"),
                            BYTE.withName("min_rnr_timer"),
                            BYTE.withName("port_num"),
                            BYTE.withName("timeout"),
                            BYTE.withName("retry_cnt"),
                            BYTE.withName("rnr_retry"),
                            paddingLayout(11)));

    public static final StructLayout SHARED_RECEIVE_INIT =
            checked(
                    24,
                    structLayout(
                            LONG.withName("srq_context"),
                            INT.withName("max_wr"),
                            INT.withName("max_sge"),
                            INT.withName("srq_limit"),
                            paddingLayout(4)));

    /** A piece of local memory. */
    static final StructLayout PIECE =
            checked(
                    16,
                    structLayout(
                            LONG.withName("addr"), INT.withName("length"), INT.withName("lkey")));

    /** Where a READ or WRITE has its key an atomic has its first operand. */
    static final StructLayout SEND_REQUEST =
            checked(
                    128,
                    structLayout(
                            LONG.withName("wr_id"),
                            LONG.withName("next"),
                            LONG.withName("sg_list"),
                            INT.withName("num_sge"),
                            INT.withName("opcode"),
                            INT.withName("send_flags"),
                            NETWORK_INT.withName("imm_data"),
                            LONG.withName("remote_addr"),
                            LONG.withName("compare_add"),
                            LONG.withName("swap"),
                            INT.withName("atomic_rkey"),
                            paddingLayout(60)));

    static final StructLayout RECEIVE_REQUEST =
            checked(
                    32,
                    structLayout(
                            LONG.withName("wr_id"),
                            LONG.withName("next"),
                            LONG.withName("sg_list"),
                            INT.withName("num_sge"),
                            paddingLayout(4)));

    static final StructLayout COMPLETION =
            checked(
                    48,
                    structLayout(
                            LONG.withName("wr_id"),
                            INT.withName("status"),
                            INT.withName("opcode"),
                            INT.withName("vendor_err"),
                            INT.withName("byte_len"),
                            NETWORK_INT.withName("imm_data"),
                            INT.withName("qp_num"),
                            INT.withName("src_qp"),
                            INT.withName("wc_flags"),
                            paddingLayout(8)));

    static final int QP_RELIABLE = 2;

    static final int STATE_INIT = 1;
    static final int STATE_READY_TO_RECEIVE = 2;
    static final int STATE_READY_TO_SEND = 3;
    static final int STATE_ERROR = 6;

    static final int SET_STATE = 1;
    static final int SET_ACCESS = 8;
    static final int SET_PKEY = 16;
    static final int SET_PORT = 32;
    static final int SET_ADDRESS = 128;
    static final int SET_MTU = 256;
    static final int SET_TIMEOUT = 512;
    static final int SET_RETRIES = 1024;
    static final int SET_NOT_READY_RETRIES = 2048;
    static final int SET_RECEIVE_PSN = 4096;
    static final int SET_READS = 8192;
    static final int SET_NOT_READY_TIMER = 32768;
    static final int SET_SEND_PSN = 65536;
    static final int SET_PEER_READS = 131072;
    static final int SET_PEER = 1048576;

    static final int ACCESS_LOCAL_WRITE = 1;
    static final int ACCESS_REMOTE_WRITE = 2;
    static final int ACCESS_REMOTE_READ = 4;
    static final int ACCESS_REMOTE_ATOMIC = 8;

    /** Remote addresses start at 0 and not where the memory is. */
    static final int ACCESS_ZERO_BASED = 32;

    public static final int DO_WRITE = 0;
    public static final int DO_WRITE_IMMEDIATE = 1;
    public static final int DO_SEND_IMMEDIATE = 3;
    public static final int DO_READ = 4;
    public static final int DO_COMPARE_AND_SWAP = 5;
    public static final int DO_FETCH_AND_ADD = 6;

    /** Starts only when all READs and atomics before it have their results. */
    public static final int FLAG_FENCE = 1;

    static final int FLAG_SIGNALED = 2;
    static final int FLAG_INLINE = 8;

    /** Completions of what was received have this bit. */
    public static final int COMPLETED_RECEIVE = 128;

    public static final int COMPLETED_RECEIVE_WRITE = 129;

    public static final int STATUS_SUCCESS = 0;
    public static final int STATUS_FLUSHED = 5;
    public static final int STATUS_REMOTE_INVALID_REQUEST = 9;
    public static final int STATUS_REMOTE_ACCESS = 10;
    public static final int STATUS_REMOTE_OPERATION = 11;
    static final int STATUS_RETRIES_EXCEEDED = 12;

    static final int ATOMICS_NONE = 0;
    static final int ATOMICS_WITHIN_DEVICE = 1;
    static final int ATOMICS_WITH_CPU = 2;

    static final int PORT_ACTIVE = 4;
    static final int LINK_INFINIBAND = 1;
    static final int LINK_ETHERNET = 2;

    static final int GID_INFINIBAND = 0;
    static final int GID_ROCE_1 = 1;
    static final int GID_ROCE_2 = 2;

    private Ibv() {}

    /** Where a member starts within its structure. */
    public static long offset(StructLayout structure, String member) {
        return structure.byteOffset(groupElement(member));
    }

    private static StructLayout checked(long bytes, StructLayout layout) {
        if (layout.byteSize() != bytes) {
            throw new AssertionError("bytes=" + layout.byteSize() + ", expected=" + bytes);
        }
        return layout;
    }
}
