package dev.mangrove.server.pool;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Notice;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Peers;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the registrar has to tell members: dropped indexes, each exactly once and in order, and that
 * the list of members has changed. Any thread may add; the ticker sends.
 */
public final class Notices {
    private final List<Long> droppedIndexes = new ArrayList<>();
    private final Map<Peer, Progress> progress = new HashMap<>();
    private final MemorySegment message = Arena.ofAuto().allocate(Header.BYTES + Notice.BYTES, 8);
    private long forgotten;

    public synchronized void indexDropped(long id) {
        droppedIndexes.add(id);
    }

    /** Whether something is kept, be it only to be forgotten as there is nobody to be told. */
    public synchronized boolean hasOld() {
        return !droppedIndexes.isEmpty();
    }

    /**
     * Sends what members have not been told yet; what one has no room for waits for the next tick.
     */
    public void send(Peers peers, int epoch) {
        List<Peer> members =
                peers.all().stream().filter(peer -> peer.role() == Role.MEMBER).toList();
        progress.keySet().retainAll(members);
        for (Peer peer : members) {
            try {
                send(peer, progress.computeIfAbsent(peer, unseen -> newcomer()), epoch);
            } catch (FabricException e) {
                progress.remove(peer); // The connection is gone, as its worker will say.
            }
        }
        forgetTold();
    }

    private void send(Peer peer, Progress told, int epoch) {
        for (long next = nextDropped(told); next != 0; next = nextDropped(told)) {
            if (!send(peer, MessageKind.INDEX_DROPPED, next)) {
                return;
            }
            told.drops++;
        }
        if (told.epoch != epoch && send(peer, MessageKind.POOL_CHANGED, epoch)) {
            told.epoch = epoch;
        }
    }

    private boolean send(Peer peer, int kind, long value) {
        Header.write(message, 0, kind, (byte) 0, Status.OK, Header.UNASKED);
        Notice.write(message, Header.BYTES, value);
        return peer.connection().trySend(message, 0, Header.BYTES + Notice.BYTES);
    }

    /** A newcomer holds no chunks of indexes dropped before it came, but is told what may race. */
    private synchronized Progress newcomer() {
        return new Progress(forgotten);
    }

    private synchronized long nextDropped(Progress told) {
        int index = (int) (told.drops - forgotten);
        return index < droppedIndexes.size() ? droppedIndexes.get(index) : 0;
    }

    private synchronized void forgetTold() {
        long least = forgotten + droppedIndexes.size();
        for (Progress each : progress.values()) {
            least = Math.min(least, each.drops);
        }
        droppedIndexes.subList(0, (int) (least - forgotten)).clear();
        forgotten = least;
    }

    private static final class Progress {
        long drops;
        int epoch = -1;

        Progress(long drops) {
            this.drops = drops;
        }
    }
}
