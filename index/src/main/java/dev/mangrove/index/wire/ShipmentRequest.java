package dev.mangrove.index.wire;

/**
 * What a server that is asked by {@link TreeKind#SHIP} loads into an empty index.
 *
 * @param source name of the index that the entries are read from
 * @param target name of the index that is loaded
 * @param from smallest key that is read
 * @param to largest key that is read
 * @param references whether the target is a secondary index: gets a reference from each value to
 *     its key, instead of the entries themselves
 * @param fill how full pages become, 0 to 1
 */
public record ShipmentRequest(
        String source, String target, long from, long to, boolean references, double fill) {
    /** Appends it to a payload. */
    public WireWriter write(WireWriter out) {
        return out.putText(source)
                .putText(target)
                .putLong(from)
                .putLong(to)
                .putBoolean(references)
                .putDouble(fill);
    }

    /** Reads it; the payload ends with it. */
    public static ShipmentRequest read(WireReader in) {
        ShipmentRequest request =
                new ShipmentRequest(
                        in.getText(),
                        in.getText(),
                        in.getLong(),
                        in.getLong(),
                        in.getBoolean(),
                        in.getDouble());
        in.end();
        return request;
    }
}
