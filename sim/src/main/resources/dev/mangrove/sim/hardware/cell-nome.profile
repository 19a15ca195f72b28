# Cell's cluster: PRObE Nome, 4 quad-core AMD per host, ConnectX DDR InfiniBand (Cell, section 4.1).
extends base
host.cores = 16              # section 4.1
nic.gbps = 16                # section 4.1: 20 Gb/s signalled, 8b/10b coded
nic.mtu_bytes = 2048         # the card's usual MTU
nic.in_read_ns = 961         # table 1: 1.04 M READs of 1 KB per second and server, fitted
nic.in_send_ns = 1333        # table 1: 750 K messages of 128 B per second and server, fitted
nic.in_shared_ns = 625       # table 1: 1.60 M of both per second and one server, fitted
nic.out_read_ns = 150        # fitted: no bottleneck with the clients of table 1
nic.out_send_ns = 150        # fitted: no bottleneck with the clients of table 1
nic.fixed_ns = 700           # fitted, with link.ns, to the latencies of table 1 with one server: 15.5, 21.4, 20.1 us
nic.message_ns = 900         # fitted, with cpu.receive_ns, to 21.4 us for a message and one server in table 1
link.ns = 4900               # fitted, with nic.fixed_ns, to the latencies of table 1 with one server: 15.5, 21.4, 20.1 us
cpu.post_ns = 400            # fitted, with cpu.receive_ns, to 21.4 us for a message and one server in table 1
cpu.receive_ns = 600         # fitted, with cpu.post_ns, to 21.4 us for a message and one server in table 1
cpu.node_ns = 528            # section 4.2: 379 K local searches per second and core, of five nodes each
cpu.message_ns = 2690        # fitted to section 4.2: 158 K searches per second by a server with one core
dma.gbps = 25                # PCIe 2 x8
dma.read_ns = 800            # fitted: a card of 2008
dma.tags = 16                # fitted: a card of 2008
device.bytes = 0             # the card has no memory for programs
promise.masked_atomics = 0   # nor masked atomics
