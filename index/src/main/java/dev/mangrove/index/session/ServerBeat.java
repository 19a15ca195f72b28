package dev.mangrove.index.session;

import dev.mangrove.index.wire.Heartbeat;

import java.lang.foreign.MemorySegment;

/**
 * A heartbeat of a server as its clients keep it.
 *
 * @param number heartbeats received with this one; 0 before the first
 * @param hostUtilisation share of its host's cores that are busy, 0 to 1
 * @param processCores cores that its process keeps busy
 * @param workerUtilisation fraction of time in which its workers were busy, 0 to 1
 * @param messagesPerSecond requests it serves
 * @param queueLength requests that its workers found waiting when they last looked
 * @param workers threads that serve requests
 * @param recentUtilisation as {@code workerUtilisation}, since the beat before
 * @param serviceNanos how long a worker was busy with a request since then; 0 if there was none
 * @param linkUtilisation share of its link that was in use since then; negative if unknown
 * @param linkBytesPerSecond bytes on its link
 */
public record ServerBeat(
        long number,
        double hostUtilisation,
        double processCores,
        double workerUtilisation,
        double messagesPerSecond,
        int queueLength,
        int workers,
        double recentUtilisation,
        double serviceNanos,
        double linkUtilisation,
        double linkBytesPerSecond) {
    /** Stands for no heartbeat received yet. */
    public static final ServerBeat NONE = new ServerBeat(0, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0);

    static ServerBeat read(long number, MemorySegment memory, long offset) {
        return new ServerBeat(
                number,
                Heartbeat.hostUtilisation(memory, offset),
                Heartbeat.processCores(memory, offset),
                Heartbeat.workerUtilisation(memory, offset),
                Heartbeat.messagesPerSecond(memory, offset),
                Heartbeat.queueLength(memory, offset),
                Math.max(1, Heartbeat.threads(memory, offset)),
                Heartbeat.recentUtilisation(memory, offset),
                Heartbeat.serviceNanos(memory, offset),
                Heartbeat.linkUtilisation(memory, offset),
                Heartbeat.linkRate(memory, offset));
    }
}
