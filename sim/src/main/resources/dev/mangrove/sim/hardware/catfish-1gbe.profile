# Catfish's cluster over 1 Gb/s Ethernet: Intel I350 and the kernel's TCP (Catfish, section 5).
extends catfish-40gbe
nic.gbps = 1                 # section 5
nic.mtu_bytes = 1460         # Ethernet
link.ns = 12000              # fitted: the card gathers interrupts, the switch stores and forwards
