# The cluster of the NAM paper: Connect-IB dual-port, FDR 4x, two Xeon E5-2660 v2 per host (NAM trees, section 6).
extends base
host.cores = 20              # section 6: two processors of 10 cores
nic.gbps = 109               # section 6: two ports of 54.5 Gb/s
dma.gbps = 110               # PCIe 3 x16 of a Connect-IB
device.bytes = 0             # the card has no memory for programs
