package dev.mangrove.index.session;

import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.MalformedException;
import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * A server of the pool, as a member list describes it.
 *
 * @param number its number, the upper 8 bits of its addresses
 * @param instance random number of this run of the server
 * @param name human-readable name
 * @param alive whether the server that sent the list considers it alive
 * @param uris where it listens, best first
 * @param regions its memory
 */
public record Member(
        int number,
        long instance,
        String name,
        boolean alive,
        List<URI> uris,
        List<RegionHandle> regions) {
    private static final int LEAST_BYTES = 23;
    private static final int LEAST_URI_BYTES = 2;
    private static final int REGION_BYTES = 21;

    /** Checks the number. */
    public Member {
        if (number < 0 || number >= AddressSpace.SERVERS) {
            throw new IllegalArgumentException("server number must be 0 to 255: number=" + number);
        }
        uris = List.copyOf(uris);
        regions = List.copyOf(regions);
    }

    /** A copy that is not alive. */
    public Member dead() {
        return new Member(number, instance, name, false, uris, regions);
    }

    /** A copy that is alive. */
    public Member live() {
        return new Member(number, instance, name, true, uris, regions);
    }

    /** A copy with another URI, to be tried last. */
    public Member alsoAt(URI uri) {
        if (uris.contains(uri)) {
            return this;
        }
        List<URI> more = new ArrayList<>(uris);
        more.add(uri);
        return new Member(number, instance, name, alive, more, regions);
    }

    /** For messages. */
    public String title() {
        return "server " + number + " (" + name + ")";
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putInt(number).putLong(instance).putText(name).putBoolean(alive);
        writeUris(out, uris);
        writeRegions(out, regions);
    }

    /** Takes one from a message. */
    public static Member read(WireReader in) {
        int number = in.getInt();
        long instance = in.getLong();
        String name = in.getText();
        boolean alive = in.getBoolean();
        return new Member(number, instance, name, alive, readUris(in), readRegions(in));
    }

    /** Takes a list from a message. */
    public static List<Member> readAll(WireReader in) {
        List<Member> members = new ArrayList<>();
        for (int left = in.getCount(LEAST_BYTES); left > 0; left--) {
            members.add(read(in));
        }
        return members;
    }

    /** Adds URIs to a message. */
    public static void writeUris(WireWriter out, List<URI> uris) {
        out.putInt(uris.size());
        uris.forEach(uri -> out.putText(uri.toString()));
    }

    /** Takes URIs from a message. */
    public static List<URI> readUris(WireReader in) {
        List<URI> uris = new ArrayList<>();
        for (int left = in.getCount(LEAST_URI_BYTES); left > 0; left--) {
            uris.add(uri(in.getText()));
        }
        return uris;
    }

    /** Adds regions to a message. */
    public static void writeRegions(WireWriter out, List<RegionHandle> regions) {
        out.putInt(regions.size());
        for (RegionHandle region : regions) {
            out.putInt(region.id()).putLong(region.key()).putLong(region.size());
            out.putBoolean(region.placement() == Placement.DEVICE);
        }
    }

    /** Takes regions from a message. */
    public static List<RegionHandle> readRegions(WireReader in) {
        List<RegionHandle> regions = new ArrayList<>();
        for (int left = in.getCount(REGION_BYTES); left > 0; left--) {
            regions.add(
                    new RegionHandle(
                            in.getInt(), in.getLong(), in.getLong(), placement(in.getBoolean())));
        }
        return regions;
    }

    private static Placement placement(boolean onDevice) {
        return onDevice ? Placement.DEVICE : Placement.HOST;
    }

    private static URI uri(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedException("not a URI: " + e.getMessage());
        }
    }
}
