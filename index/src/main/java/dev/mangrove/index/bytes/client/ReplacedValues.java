package dev.mangrove.index.bytes.client;

import dev.mangrove.index.access.WriteGuard;
import dev.mangrove.index.bytes.direct.DirectPuts;
import dev.mangrove.index.bytes.direct.DirectTree;
import dev.mangrove.index.bytes.direct.PutOutcome;
import dev.mangrove.index.bytes.tree.BytesChange;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.page.bytes.ClientExtents;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/** Changes of a share that this client makes in place. Used by one thread. */
final class ReplacedValues {
    /** Extents asked for at a time. Chosen: one does for values of one size; few are idle. */
    private static final int AT_ONCE = 4;

    /** Changes without another question after the server had no memory. Chosen. */
    private static final int PATIENCE = 256;

    private static final BytesTree.Result MET = new BytesTree.Result(true, null);
    private static final BytesTree.Result NOT_MET = new BytesTree.Result(false, null);

    private final ShareCalls calls;
    private final WriteGuard writes;
    private final int server;
    private final ClientExtents extents;
    private final DirectPuts puts;
    private byte @Nullable [] before;
    private int patience;

    ReplacedValues(
            ShareCalls calls,
            WriteGuard writes,
            int server,
            DirectTree tree,
            MemorySegment memory) {
        this.calls = calls;
        this.writes = writes;
        this.server = server;
        this.extents = new ClientExtents(memory);
        this.puts = new DirectPuts(tree, extents);
    }

    /** Makes a change of a key without expiry; null if the server has to be asked. */
    BytesTree.@Nullable Result change(
            BytesChange change, byte[] key, byte[] value, byte[] expected) {
        boolean replaces =
                change == BytesChange.PUT
                        || change == BytesChange.GET_AND_PUT
                        || change == BytesChange.REPLACE;
        if (!replaces || !ClientExtents.canHold(value.length)) {
            return null;
        }
        PutOutcome outcome = replace(change, key, value, expected);
        if (outcome == PutOutcome.NO_EXTENT && isGranted(value.length)) {
            outcome = replace(change, key, value, expected);
        }
        byte @Nullable [] returned = before;
        before = null;
        return switch (outcome) {
            case REPLACED ->
                    change == BytesChange.REPLACE
                            ? MET
                            : returned == null ? NOT_MET : new BytesTree.Result(false, returned);
            case DIFFERENT -> NOT_MET;
            case ASK, NO_EXTENT -> null;
        };
    }

    /** The server uses the memory of a dropped index again only after this. */
    private PutOutcome replace(BytesChange change, byte[] key, byte[] value, byte[] expected) {
        writes.enter(server);
        try {
            PutOutcome outcome =
                    puts.replace(key, value, change == BytesChange.REPLACE ? expected : null);
            if (outcome == PutOutcome.REPLACED && change == BytesChange.GET_AND_PUT) {
                before = puts.replaced();
            }
            return outcome;
        } finally {
            writes.exit();
        }
    }

    /** Asks the server for extents; false if it has none. */
    private boolean isGranted(int length) {
        if (patience > 0) {
            patience--;
            return false;
        }
        int[] places = extents.choose(AT_ONCE);
        try {
            int given = calls.hold(ClientExtents.bytes(length), places);
            extents.granted(calls.table(), places);
            patience = given > 0 ? 0 : PATIENCE;
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
            patience = PATIENCE;
        }
        return patience == 0;
    }
}
