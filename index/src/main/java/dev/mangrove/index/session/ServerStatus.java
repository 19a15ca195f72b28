package dev.mangrove.index.session;

import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.net.URI;
import java.util.List;

/**
 * Memory, clients and load of a server, as it reports them.
 *
 * @param server its number
 * @param name human-readable name
 * @param uris where it listens
 * @param regions its memory
 * @param memoryLimit bytes it may grant
 * @param memoryUsed bytes it has granted
 * @param clients client processes connected
 * @param connections connections open
 * @param indexes indexes in its catalogue
 * @param workers threads that serve requests
 * @param messages requests served so far
 * @param messagesPerSecond requests served per second
 * @param hostUtilisation share of its host's cores that are busy
 * @param processCores cores that its process keeps busy
 * @param workerUtilisation fraction of time in which its workers were busy
 * @param uptimeNanos time since it started
 */
public record ServerStatus(
        int server,
        String name,
        List<URI> uris,
        List<RegionHandle> regions,
        long memoryLimit,
        long memoryUsed,
        int clients,
        int connections,
        int indexes,
        int workers,
        long messages,
        double messagesPerSecond,
        double hostUtilisation,
        double processCores,
        double workerUtilisation,
        long uptimeNanos) {
    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putInt(server).putText(name);
        Member.writeUris(out, uris);
        Member.writeRegions(out, regions);
        out.putLong(memoryLimit).putLong(memoryUsed);
        out.putInt(clients).putInt(connections).putInt(indexes).putInt(workers);
        out.putLong(messages).putDouble(messagesPerSecond);
        out.putDouble(hostUtilisation).putDouble(processCores).putDouble(workerUtilisation);
        out.putLong(uptimeNanos);
    }

    /** Takes one from a message. */
    public static ServerStatus read(WireReader in) {
        return new ServerStatus(
                in.getInt(),
                in.getText(),
                Member.readUris(in),
                Member.readRegions(in),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getLong(),
                in.getDouble(),
                in.getDouble(),
                in.getDouble(),
                in.getDouble(),
                in.getLong());
    }
}
