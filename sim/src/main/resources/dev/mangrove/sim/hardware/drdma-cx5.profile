# D-RDMA's bus: PCIe 3 x16 under a 100 Gb/s card with 64 tags (D-RDMA, section 5).
extends base
host.cache_bytes = 23068672  # section 5: Xeon Silver 4216, 22 MB by its data sheet
nic.header_bytes = 70        # section 5.6: packets of 198 B carry 128 B
nic.gbps = 100               # section 5
dma.tags = 64                # section 5.3
dma.chunk_bytes = 256        # section 5.3: largest payload of the link
dma.header_bytes = 26        # PCIe 3: header, sequence number, framing and CRC of a packet
dma.gbps = 108               # figure 12: peak of 98 Gb/s with 256 B and its header, fitted
dma.read_ns = 1290           # figure 12: 64 tags just reach the peak with 256 B, fitted
dma.same_line_ns = 58.4      # section 5.5: 137 Mb/s for 1 B, fitted
dma.same_line_cached_ns = 42.1   # section 5.5: 190 Mb/s for 1 B, fitted
cpu.sge_ns = 4.6             # figure 11: posting takes half of a core at 1.5 Gb/s, 53 ns per row of 5 values, fitted
cpu.fragment_ns = 1.78       # figure 11: copying takes a core at 18 Gb/s, fitted
