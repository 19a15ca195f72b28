package dev.mangrove.fabric.contract.peer;

import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Target;

import java.net.URI;
import java.util.List;

/** A peer's arguments, as text. */
public record Arguments(List<String> texts) {
    private static final String SEPARATOR = "/";

    /** The text of a number, name, target, region or handle. */
    public static String format(Object argument) {
        return switch (argument) {
            case Target target -> target.uri().toString();
            case Region region -> format(region.handle());
            case RegionHandle handle ->
                    String.join(
                            SEPARATOR,
                            Integer.toString(handle.id()),
                            Long.toString(handle.key()),
                            Long.toString(handle.size()),
                            handle.placement().name());
            default -> argument.toString();
        };
    }

    /** A region's handle from its text. */
    public static RegionHandle parseHandle(String text) {
        String[] fields = text.split(SEPARATOR, -1);
        return new RegionHandle(
                Integer.parseInt(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Placement.valueOf(fields[3]));
    }

    String text(int index) {
        return texts.get(index);
    }

    long number(int index) {
        return Long.parseLong(texts.get(index));
    }

    URI uri(int index) {
        return URI.create(texts.get(index));
    }

    RegionHandle handle(int index) {
        return parseHandle(texts.get(index));
    }
}
