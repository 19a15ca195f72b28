# The cluster of the NAM paper: Connect-IB dual-port, FDR 4x, two Xeon E5-2660 v2 per host (NAM trees, section 6). A memory
# server has one socket and one port, that is half of all this; every second one is far from the card (section 6.1).
extends base
host.cores = 40              # section 6: two processors of 10 cores, each of two threads: 40 clients per machine
host.direct = 1              # appendix A.3: clients on a memory server's machine reach its memory without the card
server.workers = 5           # figure 8, coarse is bound by 20 clients: fitted
cpu.message_ns = 240         # figure 8: fitted
cpu.node_ns = 480            # figure 8, points: fitted
cpu.entry_ns = 7.5           # figure 8, ranges: fitted
cpu.connections = 28         # figure 7, coarse declines under high load for points: fitted
cpu.connection_ns = 200      # figure 7, the same: fitted
far.cpu = 2.5                # section 6.1: across QPI a server has less throughput; 20 % less by skew: fitted
far.bandwidth = 0.6          # section 6.1: every lookup crosses QPI; figure 8: fitted
nic.gbps = 109               # section 6: two ports of 54.5 Gb/s
dma.gbps = 105               # PCIe 3 x16 of a Connect-IB; figure 7, fine is much lower for points: fitted
device.bytes = 0             # the card has no memory for programs
link.ns = 200                # figure 8, hybrid passes coarse above 20 clients: fitted
