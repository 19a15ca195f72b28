# Catfish's cluster over InfiniBand: ConnectX-5 EDR, two Xeon E5-2680 v4 per host (Catfish, section 5).
extends base
host.cores = 28              # section 5: two processors of 14 cores
nic.gbps = 100               # section 5: EDR
