package dev.mangrove.index.wire;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.RegionHandle;

/**
 * The kind of latch table in a server's network card. The server chooses it; clients recognise it
 * by the number of the table's region.
 */
public enum CardTable {
    /**
     * Latches of 16 bits, four to a word, swapped by masked atomics ({@link ChipLatch}); as many as
     * in the main memory.
     */
    SHORTS(AddressSpace.SHORT_LATCH_REGION) {
        @Override
        public long bytesIn(long memory) {
            return memory < ChipLatch.TABLE_BYTES ? 0 : ChipLatch.TABLE_BYTES;
        }
    },

    /**
     * Words like those in the main memory, swapped by plain atomics; a power of two of them, as
     * many as there is room for.
     */
    WORDS(AddressSpace.WORD_LATCH_REGION) {
        @Override
        public long bytesIn(long memory) {
            long bytes = Math.min(Long.highestOneBit(memory), ChipLatch.TABLE_BYTES);
            return bytes < FEWEST_WORDS * Long.BYTES ? 0 : bytes;
        }
    };

    /** Chosen: with fewer words, too many pages would share a latch. */
    public static final int FEWEST_WORDS = 1 << 12;

    private final int region;

    CardTable(int region) {
        this.region = region;
    }

    /** Number of its region within a server. */
    public int region() {
        return region;
    }

    /** Bytes of the largest such table in so much memory; 0 if there is no room for any. */
    public abstract long bytesIn(long memory);

    /** The table with the most latches that a card can have. */
    public static CardTable bestFor(Capabilities card) {
        return card.maskedAtomics() && SHORTS.bytesIn(card.deviceMemory()) > 0 ? SHORTS : WORDS;
    }

    /** The table that a region on a card is. */
    public static CardTable of(RegionHandle region) {
        int number = AddressSpace.regionNumber(region.id());
        for (CardTable table : values()) {
            if (table.region == number && table.bytesIn(region.size()) == region.size()) {
                return table;
            }
        }
        throw new FabricException(FabricException.Kind.CORRUPT, "no table of latches: " + region);
    }
}
