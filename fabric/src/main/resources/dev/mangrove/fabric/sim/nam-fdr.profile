# The cluster of the NAM paper: Connect-IB dual-port, FDR 4x, two Xeon E5-2660 v2 per host (NAM trees, section 6). A memory
# server has one socket and one port, that is half of all this; every second one is far from the card (section 6.1).
extends base
host.cores = 40              # section 6: two processors of 10 cores, each of two threads: 40 clients per machine
host.direct = 1              # appendix A.3: clients on a memory server's machine reach its memory without the card
server.workers = 5           # fitted
cpu.message_ns = 220         # fitted
cpu.node_ns = 480            # fitted
cpu.entry_ns = 7.3           # fitted
cpu.connections = 28         # fitted
cpu.connection_ns = 300      # fitted
far.cpu = 2.5                # section 6.1: the far server has less throughput: fitted
far.bandwidth = 0.6          # section 6.1: every lookup crosses QPI: fitted
nic.gbps = 109               # section 6: two ports of 54.5 Gb/s
dma.gbps = 110               # PCIe 3 x16 of a Connect-IB
device.bytes = 0             # the card has no memory for programs
link.ns = 200                # fitted
