# What the model of the NAM paper assumes: bandwidth and nothing else (NAM trees, section 2.3, table 1).
extends base
host.cores = 16              # section 2.3: no processor in the model; one thread stands for a server's memory
cpu.byte_ns = 0.02           # table 1: memory of 50 GB/s
cpu.switch_ns = 0            # section 2.3: no processor in the model
cpu.wake_ns = 0              # section 2.3: no processor in the model
cpu.post_ns = 0              # section 2.3: no processor in the model
cpu.post_request_ns = 0      # section 2.3: no processor in the model
cpu.poll_ns = 0.001          # section 2.3: no processor in the model; 0 would let a poller stop the clock
cpu.receive_ns = 0           # section 2.3: no processor in the model
nic.gbps = 400               # table 1: network of 50 GB/s
nic.header_bytes = 0         # section 2.3: pages only
nic.fixed_ns = 100           # no matter: latency is not in the model
nic.out_read_ns = 0          # section 2.3: no request rate in the model
nic.out_send_ns = 0          # section 2.3: no request rate in the model
nic.in_read_ns = 0           # section 2.3: no request rate in the model
nic.in_send_ns = 0           # section 2.3: no request rate in the model
nic.qp_cache = 65536         # section 2.3: no state of connections in the model
dma.gbps = 4000              # section 2.3: memory is as fast as the network
dma.tags = 4096              # section 2.3: no bus in the model
dma.read_ns = 100            # no matter: latency is not in the model
dma.same_line_ns = 0         # section 2.3: no bus in the model
dma.same_line_cached_ns = 0  # section 2.3: no bus in the model
