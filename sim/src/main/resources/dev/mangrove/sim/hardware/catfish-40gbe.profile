# Catfish's cluster over 40 Gb/s Ethernet: ConnectX-3 and the kernel's TCP (Catfish, section 5).
extends catfish-edr
nic.gbps = 40                # section 5
cpu.polled_send_bytes = 0    # the kernel sends
tcp.kernel = 1               # section 5: TCP/IP-40G
link.ns = 1500               # fitted: Ethernet switch
tcp.send_ns = 3000           # fitted: system call and stack, one way
tcp.receive_ns = 5000        # fitted: interrupt, stack and system call, one way
tcp.byte_ns = 0.03           # fitted: one copy, most of it beside the transfer
device.bytes = 0             # TCP has no card's memory
promise.masked_atomics = 1   # a thread of the server does them
