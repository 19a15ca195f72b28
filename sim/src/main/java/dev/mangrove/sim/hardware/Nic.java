package dev.mangrove.sim.hardware;

import dev.mangrove.fabric.Verb;
import dev.mangrove.sim.kernel.Kernel;

/**
 * A network card: stations that serve one request after the other, each known by the time at which
 * it is free again. A request that goes out passes the requester, the bus (for its data) and the
 * outgoing link; one that comes in passes the incoming link, the station shared by all, that of its
 * verb and the bus; its answer passes the outgoing link.
 *
 * <p>Atomics on main memory hold the bucket of their low address bits for a read and a write over
 * the bus, or only for the read if nothing was changed. Those on on-chip memory hold a station of
 * their own for a moment.
 *
 * <p>Methods take the time at which a request comes and return the time at which it leaves.
 */
@SuppressWarnings("EnumOrdinal") // stations by verb, looked up on the hot path
public final class Nic {
    private static final int VERBS = Verb.values().length;

    /** Stands for memory of the requester, which is never that of a region. */
    private static final long LOCAL = 1L << 46;

    private final Kernel kernel;
    private final DmaEngine dma;
    private final Assembler assembler;
    private final QueuePairCache queuePairs;
    private final long queuePairMiss;
    private final long picosPerKibibyte;
    private final int headerBytes;
    private final int mtu;
    private final int inlineBytes;
    private final long fixedDelay;
    private final long messageDelay;
    private final long[] outCost = new long[VERBS];
    private final long[] inCost = new long[VERBS];
    private final long[] inFreeAt = new long[VERBS];
    private final long sharedCost;
    private final long chipCost;
    private final long chipBucketCost;
    private final long[] buckets;
    private final long[] chipBuckets;
    private final boolean ordersWrites;
    private final long passedTime;
    private long outFreeAt;
    private long sharedFreeAt;
    private long chipFreeAt;
    private long sendingUntil;
    private long receivingUntil;
    private long wireBytes;
    private long sentBytes;
    private long outBusy;
    private long sharedBusy;
    private long chipBusy;
    private final long[] inBusy = new long[VERBS];
    private final long[] wordBusy;

    public Nic(Kernel kernel, Profile profile) {
        this.kernel = kernel;
        dma = new DmaEngine(kernel, profile);
        assembler = new Assembler(profile);
        queuePairs = new QueuePairCache(profile.count("nic.qp_cache"));
        queuePairMiss = profile.picos("nic.qp_miss_ns");
        picosPerKibibyte = profile.picosPerKibibyte("nic.gbps");
        headerBytes = profile.count("nic.header_bytes");
        mtu = profile.count("nic.mtu_bytes");
        inlineBytes = profile.count("nic.inline_bytes");
        fixedDelay = profile.picos("nic.fixed_ns");
        messageDelay = fixedDelay + profile.picos("nic.message_ns");
        sharedCost = profile.picos("nic.in_shared_ns");
        chipCost = profile.picos("atomic.chip_ns");
        buckets = new long[profile.count("atomic.buckets")];
        chipBuckets = new long[buckets.length];
        wordBusy = new long[buckets.length];
        chipBucketCost = profile.picos("atomic.chip_bucket_ns");
        ordersWrites = profile.value("atomic.orders_writes") == 1;
        passedTime = Math.round(profile.value("atomic.passed") * dma.readLatency());
        if (Integer.bitCount(buckets.length) != 1) {
            throw new IllegalArgumentException(
                    "atomic.buckets is not a power of two: " + buckets.length);
        }
        for (Verb verb : Verb.values()) {
            int i = verb.ordinal();
            String kind =
                    switch (verb) {
                        case READ, GATHER -> "read";
                        case WRITE, WRITE_IMMEDIATE, SCATTER, WRITE_SELECTION -> "write";
                        case SEND -> "send";
                        case COMPARE_AND_SWAP, MASKED_COMPARE_AND_SWAP, FETCH_AND_ADD -> "atomic";
                    };
            outCost[i] = profile.picos("nic.out_" + kind + "_ns");
            inCost[i] = profile.picos("nic.in_" + kind + "_ns");
        }
    }

    /** Bytes that have passed its links, both ways, with the headers of packets. */
    public long wireBytes() {
        return wireBytes;
    }

    /** Of these, the bytes that went out. */
    long sentBytes() {
        return sentBytes;
    }

    /** How long one way of the link is busy with so many bytes, in picoseconds. */
    long linkPicos(long bytes) {
        return (bytes * picosPerKibibyte) >> 10;
    }

    /**
     * Copies the time that each station was busy so far, in picoseconds: for requests that went
     * out, in the station shared by all that came in, for atomics on chip, and by verb.
     */
    void copyBusy(long[] into) {
        into[0] = outBusy;
        into[1] = sharedBusy;
        into[2] = chipBusy;
        System.arraycopy(inBusy, 0, into, 3, VERBS);
    }

    /** Number of its stations. */
    int stations() {
        return 3 + VERBS;
    }

    /** Copies the time that words with the same low address bits were busy with atomics so far. */
    void copyWordBusy(long[] into) {
        System.arraycopy(wordBusy, 0, into, 0, wordBusy.length);
    }

    /** Number of classes of words whose atomics follow one another. */
    int buckets() {
        return buckets.length;
    }

    /** Its path to main memory. */
    public DmaEngine dma() {
        return dma;
    }

    /** Sends a request with its data, if any. */
    public long request(long from, Verb verb, int dataBytes, QueuePairCache.Entry pair) {
        long cost = outCost[verb.ordinal()] + lookUp(pair);
        outBusy += cost;
        outFreeAt = Math.max(from, outFreeAt) + cost;
        long ready = outFreeAt + fixedDelay;
        if (dataBytes > inlineBytes) {
            return stream(dma.read(ready, LOCAL, dataBytes, true), dataBytes);
        }
        return send(ready, dataBytes);
    }

    /** Sends a request whose data is a selection, which the card fetches without a copy. */
    public long request(
            long from,
            Verb verb,
            int dataBytes,
            QueuePairCache.Entry pair,
            SelectedData data,
            int number) {
        long cost = outCost[verb.ordinal()] + lookUp(pair);
        outBusy += cost;
        outFreeAt = Math.max(from, outFreeAt) + cost;
        long ready = outFreeAt + fixedDelay;
        long arrived = data.arrives(dma, ready, LOCAL, number);
        return stream(assembler.assemble(ready, arrived, dataBytes), dataBytes);
    }

    /** Takes a request in, as far as its verb's station. */
    public long serve(long from, Verb verb, QueuePairCache.Entry pair) {
        sharedFreeAt = Math.max(from, sharedFreeAt) + sharedCost;
        sharedBusy += sharedCost;
        int i = station(verb);
        long cost = inCost[i] + lookUp(pair);
        inBusy[i] += cost;
        inFreeAt[i] = Math.max(sharedFreeAt, inFreeAt[i]) + cost;
        return inFreeAt[i] + (verb == Verb.SEND ? messageDelay : fixedDelay);
    }

    /**
     * Holds the bucket of an address for an atomic on main memory; the time returned is that of its
     * effect.
     */
    public long atomicOnHost(long from, long address) {
        int bucket = bucket(address);
        // An atomic that waits for its bucket reserves no share of the bus: it would delay others
        // that need not wait.
        long effect =
                buckets[bucket] <= from
                        ? dma.read(from, address, Long.BYTES, true)
                        : buckets[bucket] + dma.readLatency();
        wordBusy[bucket] += effect - Math.max(from, buckets[bucket]);
        buckets[bucket] = effect;
        return effect;
    }

    /** Holds the bucket longer, for the write of an atomic that changed its word. */
    public void writeBack(long address) {
        int bucket = bucket(address);
        wordBusy[bucket] += dma.writeLatency();
        buckets[bucket] += dma.writeLatency();
    }

    /**
     * Writes main memory. Where the card keeps WRITEs in order with atomics, they wait for those
     * that agree with one of their words in the low address bits, if too many of them wait.
     */
    public long writeOnHost(long from, long address, int length) {
        if (!ordersWrites) {
            return dma.write(from, length);
        }
        if (length <= Long.BYTES) {
            int bucket = bucket(address);
            if (buckets[bucket] - from <= passedTime) {
                return dma.write(from, length);
            }
            wordBusy[bucket] += dma.writeLatency();
            buckets[bucket] += dma.writeLatency();
            return buckets[bucket];
        }
        long ready = from;
        int words = Math.min(length, buckets.length);
        for (int at = 0; at < words; at += Long.BYTES) {
            long free = buckets[bucket(address + at)];
            if (free - from > passedTime) {
                ready = Math.max(ready, free);
            }
        }
        return dma.write(ready, length);
    }

    /** Serves an atomic on on-chip memory; those of one bucket follow one another there, too. */
    public long atomicOnChip(long from, long address) {
        chipFreeAt = Math.max(from, chipFreeAt) + chipCost;
        chipBusy += chipCost;
        int bucket = bucket(address);
        wordBusy[bucket] += chipBucketCost;
        chipBuckets[bucket] = Math.max(chipFreeAt, chipBuckets[bucket]) + chipBucketCost;
        return Math.max(chipFreeAt, chipBuckets[bucket]);
    }

    /** Writes on-chip memory. */
    public long writeOnChip(long from, long address, int length) {
        boolean waits = ordersWrites && length <= Long.BYTES;
        return waits ? Math.max(from, chipBuckets[bucket(address)]) : from;
    }

    /**
     * Puts a packet with so many bytes of data on the outgoing link; the time returned is when its
     * last bit is out.
     */
    public long send(long from, int dataBytes) {
        long wireTime = take(dataBytes);
        sentBytes += withHeaders(dataBytes);
        sendingUntil = Math.max(kernel.now(), sendingUntil) + wireTime;
        return Math.max(from + wireTime, sendingUntil);
    }

    /**
     * Sends bytes of which the last came over the bus at a time; earlier bytes may have left as
     * they arrived.
     */
    public long stream(long lastByte, int dataBytes) {
        long wireTime = take(dataBytes);
        sentBytes += withHeaders(dataBytes);
        long first = lastByte - dma.transferTime(dataBytes);
        sendingUntil = Math.max(Math.min(first, kernel.now()), sendingUntil) + wireTime;
        return Math.max(
                sendingUntil,
                Math.max(first + wireTime, lastByte + wireTime(Math.min(dataBytes, mtu))));
    }

    /**
     * Takes a packet from the incoming link whose last bit could be here at the given time if the
     * link is free.
     */
    public long receive(long lastBit, int dataBytes) {
        receivingUntil = Math.max(lastBit, receivingUntil + take(dataBytes));
        return receivingUntil;
    }

    /** Takes in the state of a new connection. */
    public void admit(QueuePairCache.Entry pair) {
        queuePairs.use(pair);
    }

    public void forget(QueuePairCache.Entry pair) {
        queuePairs.forget(pair);
    }

    private static int station(Verb verb) {
        // WRITEs with and without immediate share a station, and so do all atomics.
        return switch (verb) {
            case WRITE_IMMEDIATE -> Verb.WRITE.ordinal();
            case MASKED_COMPARE_AND_SWAP, FETCH_AND_ADD -> Verb.COMPARE_AND_SWAP.ordinal();
            default -> verb.ordinal();
        };
    }

    private int bucket(long address) {
        return (int) address & (buckets.length - 1);
    }

    private long lookUp(QueuePairCache.Entry pair) {
        return !queuePairs.isCrowded() || queuePairs.use(pair) ? 0 : queuePairMiss;
    }

    /** Counts a packet; how long it takes on the link. */
    private long take(int dataBytes) {
        wireBytes += withHeaders(dataBytes);
        return wireTime(dataBytes);
    }

    private long wireTime(int dataBytes) {
        return (withHeaders(dataBytes) * picosPerKibibyte) >> 10;
    }

    private long withHeaders(int dataBytes) {
        int packets = dataBytes <= mtu ? 1 : (dataBytes + mtu - 1) / mtu;
        return dataBytes + (long) packets * headerBytes;
    }
}
