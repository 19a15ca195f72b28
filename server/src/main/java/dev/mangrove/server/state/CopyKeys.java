package dev.mangrove.server.state;

import dev.mangrove.fabric.memory.SharedWords;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * The extents of the long keys of a page that is moving to this server. Nothing in the tree leads
 * to the copy until its sender has ended the old page. So they are held until the move is complete,
 * and a search for lost extents, which may have come to the old page, does not free them.
 */
public final class CopyKeys {
    /** Those of a page without long keys. */
    static final CopyKeys NONE = new CopyKeys(null, List.of());

    private final @Nullable IndexExtents extents;
    private final List<Long> pointers;

    private CopyKeys(@Nullable IndexExtents extents, List<Long> pointers) {
        this.extents = extents;
        this.pointers = pointers;
    }

    /** Those that a request has taken so far for a copy. */
    static CopyKeys of(IndexExtents extents, RequestMemory memory) {
        List<Long> taken = memory.handOver();
        return taken.isEmpty() ? NONE : new CopyKeys(extents, taken);
    }

    /** The tree leads to the copy. */
    void publish() {
        end(extents -> extents.publish(pointers));
    }

    /** Nothing will ever lead to the copy. */
    void free() {
        end(extents -> extents.free(pointers, false));
    }

    private void end(Consumer<IndexExtents> work) {
        IndexExtents held = extents;
        if (held != null) {
            boolean _ =
                    SharedWords.holdingMonitor(
                            () -> {
                                work.accept(held);
                                return true;
                            });
        }
    }
}
