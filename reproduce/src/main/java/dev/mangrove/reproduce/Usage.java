package dev.mangrove.reproduce;

import java.util.EnumMap;
import java.util.Map;

/**
 * Shares of what a run had of each resource.
 *
 * @param shares by resource, 1 where nothing was left
 */
public record Usage(Map<Resource, Double> shares) {
    /** Nothing is known. */
    public static final Usage NONE = new Usage(Map.of());

    /** Copies the shares. */
    public Usage {
        EnumMap<Resource, Double> copy = new EnumMap<>(Resource.class);
        copy.putAll(shares);
        shares = Map.copyOf(copy);
    }

    public double share(Resource resource) {
        return shares.getOrDefault(resource, 0.0);
    }

    /** The resource with the highest share; the first of them if several have it. */
    public Resource bound() {
        Resource highest = Resource.CARD;
        for (Resource each : Resource.values()) {
            highest = share(each) > share(highest) ? each : highest;
        }
        return highest;
    }

    /** Whether a card, its bus or a link has nothing left, as {@link Bound#BUSY} has it. */
    public boolean isNetworkFull() {
        for (Resource each : Resource.values()) {
            if (each.isNetwork() && Bound.BUSY.holds(share(each))) {
                return true;
            }
        }
        return false;
    }

    /** The resource with the highest share, and that share. */
    public String text() {
        return Text.text("%s %.2f", bound().text(), share(bound()));
    }
}
