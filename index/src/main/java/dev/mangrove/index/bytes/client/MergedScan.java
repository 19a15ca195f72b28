package dev.mangrove.index.bytes.client;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The entries of several servers as one sequence in the order of keys. */
final class MergedScan implements EntryScan {
    private final PriorityQueue<ShareScan> heads;
    private final List<ShareScan> scans;
    private final @Nullable ShareScan only;
    private @Nullable ShareScan current;
    private boolean begun;
    private long limit;

    MergedScan(List<ShareScan> scans, boolean descending, long limit) {
        Comparator<ShareScan> ascending =
                Comparator.comparing(ShareScan::key, Arrays::compareUnsigned);
        this.heads = new PriorityQueue<>(descending ? ascending.reversed() : ascending);
        this.scans = scans;
        this.only = scans.size() == 1 ? scans.getFirst() : null;
        this.limit = limit;
    }

    @Override
    public boolean next() {
        if (limit == 0) {
            return false;
        }
        limit--;
        ShareScan scan = only;
        if (scan != null) {
            current = scan.next() ? scan : null;
        } else {
            merge();
        }
        return current != null;
    }

    /** Goes to the scan whose entry is next. */
    private void merge() {
        if (!begun) {
            scans.forEach(this::advance);
            begun = true;
        } else if (current != null) {
            advance(current);
        }
        current = heads.poll();
    }

    private void advance(ShareScan scan) {
        if (scan.next()) {
            heads.add(scan);
        }
    }

    @Override
    public byte[] key() {
        return current().key();
    }

    @Override
    public byte[] value() {
        return current().value();
    }

    /** The share whose entry is next. */
    private ShareScan current() {
        ShareScan scan = current;
        if (scan == null) {
            throw new IllegalStateException(
                    "the cursor is at no entry: look only after next() has returned true");
        }
        return scan;
    }
}
