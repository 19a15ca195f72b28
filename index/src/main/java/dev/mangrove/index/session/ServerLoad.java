package dev.mangrove.index.session;

import org.jspecify.annotations.Nullable;

/**
 * Load of a server, from its last heartbeat.
 *
 * @param server its number
 * @param name human-readable name
 * @param lost reason of its loss; null if it is not lost
 * @param hostUtilisation share of its host's cores that are busy, 0 to 1
 * @param processCores cores that its process keeps busy
 * @param workerUtilisation fraction of time in which its workers were busy, 0 to 1
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
    /** Whether the server is not lost. */
    public boolean isAlive() {
        return lost == null;
    }
}
