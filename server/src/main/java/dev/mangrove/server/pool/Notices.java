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
 * The registrar's notices to members: dropped indexes, each exactly once and in order, and changes
 * of the list of members. Any thread may add; the ticker sends.
 */
public final class Notices {
    private final List<Long> droppedIndexes = new ArrayList<>();
    private final Map<Peer, SeenNotices> progress = new HashMap<>();
    private final MemorySegment message = Arena.ofAuto().allocate(Header.BYTES + Notice.BYTES, 8);
    private long forgotten;

    public synchronized void indexDropped(long id) {
        droppedIndexes.add(id);
    }

    /** Whether notices are kept, also those that no member still needs. */
    public synchronized boolean hasOld() {
        return !droppedIndexes.isEmpty();
    }

    /**
     * Sends members the notices they have not received; a notice that a member has no room for
     * waits for the next tick.
     */
    public void send(Peers peers, int epoch) {
        List<Peer> members =
                peers.all().stream().filter(peer -> peer.role() == Role.MEMBER).toList();
        progress.keySet().retainAll(members);
        for (Peer peer : members) {
            try {
                send(peer, progress.computeIfAbsent(peer, unseen -> newcomer()), epoch);
            } catch (FabricException e) {
                progress.remove(peer); // The connection has ended; its worker reports that.
            }
        }
        forgetTold();
    }

    private void send(Peer peer, SeenNotices told, int epoch) {
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

    /**
     * A new member holds no memory of indexes dropped before it joined, but gets the notices that
     * may race with its joining.
     */
    private synchronized SeenNotices newcomer() {
        return new SeenNotices(forgotten);
    }

    private synchronized long nextDropped(SeenNotices told) {
        int index = (int) (told.drops - forgotten);
        return index < droppedIndexes.size() ? droppedIndexes.get(index) : 0;
    }

    private synchronized void forgetTold() {
        long least = forgotten + droppedIndexes.size();
        for (SeenNotices each : progress.values()) {
            least = Math.min(least, each.drops);
        }
        droppedIndexes.subList(0, (int) (least - forgotten)).clear();
        forgotten = least;
    }

    private static final class SeenNotices {
        long drops;
        int epoch = -1;

        SeenNotices(long drops) {
            this.drops = drops;
        }
    }
}
