# Catfish's cluster over InfiniBand: ConnectX-5 EDR, two Xeon E5-2680 v4 per host (Catfish, section 5).
extends base
host.cores = 28              # section 5: two processors of 14 cores
server.workers = 28          # section 4.2, as many as cores: our choice
server.heartbeat_ns = 1300000    # figure 11, Catfish: fitted; section 4.1 has 10 ms
cpu.message_ns = 39000       # figure 11, fast messaging: fitted; it is hardly different for small and large windows
cpu.change_ns = 100000       # figure 21, Catfish: fitted, with figure 17 in view
cpu.polled_send_bytes = 16384    # figure 25: its server's cores are busy when answers fill the link; what it sends at once is our guess
cpu.crowd_ns = 750           # figure 6, polling: fitted
nic.gbps = 100               # section 5: EDR
nic.in_read_ns = 190         # figures 11 and 15, offloading: fitted
