package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.bytes.client.EntryScan;

/** A scan that checks, after each entry, that no server was lost. */
record ConfirmedScan(EntryScan scan, Runnable confirm) implements EntryScan {
    @Override
    public boolean next() {
        boolean more = scan.next();
        confirm.run();
        return more;
    }

    @Override
    public byte[] key() {
        return scan.key();
    }

    @Override
    public byte[] value() {
        return scan.value();
    }
}
