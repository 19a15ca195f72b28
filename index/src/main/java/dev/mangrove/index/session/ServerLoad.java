package dev.mangrove.index.session;

import org.jspecify.annotations.Nullable;

/**
 * How a server is doing, from its last heartbeat.
 *
 * @param server its number
 * @param name for people
 * @param lost why it counts as lost; null while it is there
 * @param hostUtilisation share of its host's cores that are busy, 0 to 1
 * @param processCores cores that its process keeps busy
 * @param workerUtilisation share of the time in which its workers had something to do, 0 to 1
 * @param messagesPerSecond requests it serves
 * @param queueLength requests that its workers found waiting when they last looked
 * @param heartbeats heartbeats received
 * @param ageNanos time since the last heartbeat, or since the connection if there was none
 */
public record ServerLoad(
        int server,
        String name,
        @Nullable String lost,
        double hostUtilisation,
        double processCores,
        double workerUtilisation,
        double messagesPerSecond,
        int queueLength,
        long heartbeats,
        long ageNanos) {
    /** Whether the server is there. */
    public boolean isAlive() {
        return lost == null;
    }
}
