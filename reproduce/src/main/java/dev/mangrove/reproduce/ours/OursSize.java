package dev.mangrove.reproduce.ours;

/**
 * Sizes of the comparisons.
 *
 * @param namKeys loaded keys of the NAM paper's index
 * @param namClients its clients
 * @param shermanKeys key space of Sherman's index
 * @param catfishObjects rectangles of Catfish's tree
 * @param cellProcesses client processes of Cell's server, of three threads each
 * @param tablesPerPosting tables that D-RDMA's sender posts at once
 */
record OursSize(
        long namKeys,
        int namClients,
        long shermanKeys,
        int catfishObjects,
        int cellProcesses,
        int tablesPerPosting) {
    /** Chosen: all comparisons take less than two minutes of one core. */
    static final OursSize FULL = new OursSize(120_000, 240, 300_000, 500_000, 16, 4);

    /** For tests: one workload of each paper. */
    static final OursSize SMALL = new OursSize(20_000, 20, 10_000, 5_000, 2, 1);

    /** Whether to compare under all workloads. */
    boolean isFull() {
        return equals(FULL);
    }
}
