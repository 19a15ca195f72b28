# Sherman's cluster: 8 hosts that are memory and compute server at once, one ConnectX-5 100 Gb/s each, two Xeon E5-2650 v4
# (Sherman, section 5).
extends base
host.cores = 24              # section 5: 22 for compute, 2 for memory
nic.gbps = 100               # section 5
atomic.buckets = 4096        # section 3.2.2
atomic.chip_ns = 9.09        # section 4.3: about 110 M CAS per second on chip, fitted
device.bytes = 262144        # section 4.3: 256 KB
nic.in_atomic_ns = 9         # fitted: no slower than the chip
promise.masked_atomics = 1   # section 4.3
atomic.orders_writes = 1     # table 1: FG+ hands its hottest lock on every 140 us, as long as two WRITEs behind all who wait: fitted
atomic.passed = 134          # table 1 and 3: FG+ collapses with lookups and inserts, not with ranges of 100 and inserts: fitted
atomic.chip_bucket_ns = 50   # figure 5, latches on chip: 13.6 us from one holder of the hottest to the next: fitted
server.workers = 2           # section 5: cores of a memory server
cpu.node_ns = 300            # our guess: a leaf of 1 KB is looked through
cpu.cached_way_ns = 2200     # table 1, reads of uniform keys: fitted
cpu.post_ns = 600            # table 1, writes of uniform keys, which post four times: fitted
cpu.wake_ns = 300            # section 5.3: client threads are coroutines of cores that poll
