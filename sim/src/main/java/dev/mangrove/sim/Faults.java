package dev.mangrove.sim;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which faults a run has. Each is drawn from the seed: how often, when and where.
 *
 * @param kinds the faults
 */
public record Faults(Set<Kind> kinds) {
    /** No faults. */
    public static final Faults NONE = new Faults(Set.of());

    /** All faults that the contract of the fabric covers. */
    public static final Faults ALL =
            new Faults(EnumSet.complementOf(EnumSet.of(Kind.DELAYED_VISIBILITY)));

    /** Named faults. */
    public enum Kind {
        /** Lines of a READ are fetched in any order, spread in time. */
        TORN_READS,
        /** Lines of a WRITE are put in any order, spread in time. */
        TORN_WRITES,
        /**
         * WRITEs of a channel take effect in another order, where the profile does not promise
         * theirs.
         */
        REORDERED_WRITES,
        /** Hosts stop for a while. */
        PAUSES,
        /** Some hosts are slow. */
        SLOW_HOSTS,
        /** Cables are cut for good. */
        CUTS,
        /** Packets are lost and repeated. */
        LOSS,
        /** Cables are cut for moments. */
        FLAPS,
        /** A client dies after some of its verbs. */
        CLIENT_CRASH,
        /** A server dies after some verb on it. */
        SERVER_CRASH,
        /** An atomic takes effect, but its completion is lost with the connection. */
        LOST_COMPLETIONS,
        /**
         * A WRITE completes before it is visible to other connections; a READ on its own connection
         * makes it visible. Violates the contract's rule of completion on purpose, for protocols
         * that claim not to need it.
         */
        DELAYED_VISIBILITY,
        /**
         * Some clients stop for longer than a lease, between two of their verbs or accesses in
         * place: servers keep them out while they hold latches, and then they resume.
         */
        LONG_PAUSES;

        /** The name as written on a command line. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Keeps a copy. */
    public Faults {
        kinds = Set.copyOf(kinds);
    }

    /** Faults from names with commas between them, {@code all} or {@code none}. */
    public static Faults parse(String text) {
        EnumSet<Kind> kinds = EnumSet.noneOf(Kind.class);
        for (String name : text.split(",", -1)) {
            switch (name.strip()) {
                case "none", "" -> {}
                case "all" -> kinds.addAll(ALL.kinds);
                default -> kinds.add(kind(name.strip()));
            }
        }
        return new Faults(kinds);
    }

    /** Whether a kind of fault may happen. */
    public boolean has(Kind kind) {
        return kinds.contains(kind);
    }

    private static Kind kind(String name) {
        for (Kind kind : Kind.values()) {
            if (kind.text().equals(name)) {
                return kind;
            }
        }
        String known =
                EnumSet.allOf(Kind.class).stream()
                        .map(Kind::text)
                        .collect(Collectors.joining(", "));
        throw new IllegalArgumentException(
                "no such fault: " + name + "; there are all, none, " + known);
    }

    @Override
    public String toString() {
        return kinds.isEmpty()
                ? "none"
                : kinds.stream().sorted().map(Kind::text).collect(Collectors.joining(","));
    }
}
