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
