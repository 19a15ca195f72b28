package dev.mangrove.index.session;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.index.wire.Heartbeat;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.net.URI;

/**
 * What a client knows of one server. Written by the listener, or by the first thread that finds the
 * server lost; read by all threads.
 */
final class RemoteServer {
    private volatile Member member;
    private volatile ServerBeat beat = ServerBeat.NONE;
    private volatile long beatAt;
    private volatile long drops;
    private volatile boolean silent;
    private volatile @Nullable FabricException lost;
    private volatile @Nullable Loss last;
    private volatile @Nullable URI place;

    RemoteServer(Member member, long now) {
        this.member = member;
        this.beatAt = now;
    }

    Member member() {
        return member;
    }

    String title() {
        return member.title();
    }

    /**
     * Sets the member list's entry, but for its liveness, which this client's own connection
     * decides.
     */
    void member(Member told) {
        member = told;
    }

    /** Takes the payload of a heartbeat and returns the epoch in it. */
    int beat(MemorySegment memory, long offset, long now) {
        beat = ServerBeat.read(beat.number() + 1, memory, offset);
        beatAt = now;
        silent = false;
        drops = Heartbeat.drops(memory, offset);
        return Heartbeat.epoch(memory, offset);
    }

    /** Sets the URI by which this client is connected. */
    void reachedAt(URI uri) {
        place = uri;
    }

    /** The URI by which this client is connected; null before the first connection. */
    @Nullable URI place() {
        return place;
    }

    /** Indexes that were dropped there, as of the last heartbeat. */
    long drops() {
        return drops;
    }

    long beats() {
        return beat.number();
    }

    ServerBeat lastBeat() {
        return beat;
    }

    void fallSilent() {
        silent = true;
    }

    /** Marks the server as lost, as the pool's n-th loss; keeps the first reason. */
    synchronized void lose(FabricException reason, long number) {
        if (lost == null) {
            last = new Loss(number, reason);
            lost = reason;
        }
    }

    /** Marks the server as found again; sessions that began before the loss do not use it. */
    synchronized void found(long now) {
        beatAt = now;
        silent = false;
        lost = null;
    }

    /** The reason of a loss that is current, or later than the pool's n-th; else null. */
    @Nullable FabricException lossSince(long losses) {
        FabricException now = lost;
        Loss loss = last;
        return now != null || loss == null || loss.number <= losses ? now : loss.reason;
    }

    boolean isLost() {
        return lost != null;
    }

    /** Throws if the server is lost or silent. */
    void checkThere() {
        FabricException reason = lost;
        if (reason != null) {
            throw new FabricException(
                    reason.kind(), title() + " is lost: " + reason.getMessage(), reason);
        }
        if (silent) {
            throw new FabricException(Kind.PEER_LOST, title() + " sends no heartbeats any more");
        }
    }

    /** A loss, by its number among all losses that the pool has noticed. */
    private record Loss(long number, FabricException reason) {}

    ServerLoad load(long now) {
        ServerBeat last = beat;
        FabricException reason = lost;
        return new ServerLoad(
                member.number(),
                member.name(),
                reason == null ? null : String.valueOf(reason.getMessage()),
                last.hostUtilisation(),
                last.processCores(),
                last.workerUtilisation(),
                last.messagesPerSecond(),
                last.queueLength(),
                last.number(),
                Math.max(0, now - beatAt));
    }
}
