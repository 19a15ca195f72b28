# A cluster of today without a name: 100 Gb/s cards, PCIe 3 x16. It sets every key there is and says what each means.
# Other profiles say where each of their numbers comes from; "fitted" means chosen so that a published figure comes out.

host.cores = 16              # cores of a host
host.cache_bytes = 0         # the processor's cache, in which a card finds selected memory of this size or less; 0: always
host.direct = 0              # 1: threads reach servers on their own host without the card: memory in place, messages by memory
host.message_ns = 150        # one way of such a message
server.heartbeat_ns = 10000000    # time between two heartbeats of such a server
server.workers = 4           # threads that serve messages, where an experiment starts real servers

far.cpu = 1                  # a server on the socket without the card: its processor takes so many times as long
far.dma_ns = 0               # further delay of a read over the bus there
far.bandwidth = 1            # share of the bus that it gets
cpu.switch_ns = 1000         # a core changes to another thread
cpu.wake_ns = 3000           # from the event to the start of a thread that blocked for it
cpu.slice_ns = 1000000       # longest stretch of computing while others wait for the core
cpu.poll_slice_ns = 20000    # longest stretch of polling while others wait for the core
cpu.post_ns = 100            # one doorbell
cpu.post_request_ns = 30     # each request behind it
cpu.sge_ns = 0               # each fragment of a request, where the card fetches them one by one
cpu.fragment_ns = 0          # each fragment of a request, where the processor copies them
cpu.polled_send_bytes = 0    # a server's thread that sends a message of so many bytes or more polls until the card has sent it; 0: never
cpu.poll_ns = 30             # one look for news
cpu.receive_ns = 100         # taking one message from the card
cpu.connections = 1024       # connections of an inbox whose state stays in the cache of the core that serves it
cpu.connection_ns = 0        # fetching the state of another for a message
cpu.crowd_ns = 0             # work: one message handled, further for each thread that waits for a core meanwhile
cpu.message_ns = 300         # work: one message handled
cpu.node_ns = 150            # work: one node found in memory
cpu.cached_way_ns = 150      # work: the way to a leaf found in a client's cache of inner nodes
cpu.entry_ns = 1.5           # work: one entry compared
cpu.change_ns = 0            # work: one object put into a tree by its server, beyond nodes and entries
cpu.byte_ns = 0.05           # work: one byte copied or scanned

nic.gbps = 100               # each way
nic.mtu_bytes = 4096         # data of one packet
nic.header_bytes = 38        # headers of one packet
nic.inline_bytes = 220       # data that travels with its request and needs no fetch over the bus
nic.selections = 0           # how a selection of local memory is sent: 0: the processor copies it; 1: the card fetches fragment by fragment; 2: the card plans what to fetch
nic.segments = 0             # segments of its memory from which a card that plans puts packets together, one word of each per cycle; 0: as many as it takes
nic.segment_bytes = 4        # word of a segment
nic.segment_mhz = 322        # cycles of these segments
nic.fixed_ns = 200           # delay of a request in each card it passes, without any queue
nic.message_ns = 100         # further delay of a message: the receiver's buffer is looked up
nic.out_read_ns = 20         # requester: one READ
nic.out_write_ns = 20        # requester: one WRITE
nic.out_send_ns = 20         # requester: one message
nic.out_atomic_ns = 20       # requester: one atomic
nic.in_shared_ns = 0         # station that everything passes that comes in
nic.in_read_ns = 20          # responder: one READ
nic.in_write_ns = 15         # responder: one WRITE
nic.in_send_ns = 30          # responder: one message
nic.in_atomic_ns = 9         # responder: one atomic
nic.qp_cache = 1024          # connections whose state stays on the card
nic.qp_miss_ns = 300         # fetching the state of another
nic.retry_ns = 400000000     # how long a card repeats what is not acknowledged before it gives up

nic.notice_ns = 100000       # until the peers of a process that died hear of it

dma.read_ns = 450            # from the request to the first byte
dma.write_ns = 200           # until posted bytes are in memory
dma.gbps = 110               # the bus, each way
dma.tags = 64                # reads under way
dma.chunk_bytes = 256        # data of one bus packet
dma.header_bytes = 26        # headers of one bus packet
dma.same_line_ns = 58.4      # a read waits for one of the same cache line just before it
dma.same_line_cached_ns = 42.1   # the same when the processor's cache holds the line

atomic.buckets = 4096        # atomics that agree in the low address bits follow one another
atomic.orders_writes = 0     # 1: a WRITE waits behind atomics that agree with one of its words in the low address bits
atomic.passed = 0            # waiting atomics that such a WRITE passes; behind more it waits for all
atomic.chip_ns = 9.1         # an atomic on on-chip memory
atomic.chip_bucket_ns = 0    # the next one there that agrees in the low address bits
device.bytes = 262144        # on-chip memory of a card

link.ns = 300                # one way, cables and switch
link.jitter_ns = 0           # up to so much more, by chance

tcp.kernel = 0               # 1: verbs and messages go through the kernels' TCP, served by threads of the host
tcp.send_ns = 2500           # kernel and provider: one message out
tcp.receive_ns = 3500        # kernel and provider: one message in
tcp.byte_ns = 0.1            # kernel and provider: copying one byte

promise.read_atomicity = 64  # bytes of a READ that stay whole
promise.ordered_writes = 1   # WRITEs of a channel become visible in order
promise.cpu_atomics = 0      # atomics of the card and of the processor see each other
promise.masked_atomics = 1   # masked compare-and-swap
promise.largest_message = 65536
promise.largest_transfer = 16777216
promise.largest_batch = 1024
promise.local_pieces = 1     # most pieces of local memory of a READ or WRITE
