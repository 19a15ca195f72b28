package dev.mangrove.server.pool;

import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.MemberList;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.request.RefusedException;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The list of members, maintained by the registrar and copied by the other members. The registrar
 * has a connection to each member. A member whose connection has ended counts as dead until it
 * reconnects with the same instance number: then its memory is unchanged.
 */
public final class Membership {
    private final SortedMap<Integer, Member> members = new TreeMap<>();
    private final Map<Integer, Object> connections = new HashMap<>();
    private final SortedSet<Integer> unused = new TreeSet<>();
    private int nextNumber = AddressSpace.REGISTRAR + 1;
    private volatile int epoch;

    /** Version of the list; every change increments it. */
    public int epoch() {
        return epoch;
    }

    public synchronized MemberList list() {
        return new MemberList(epoch, members.values().stream().toList());
    }

    /** Registrar: whether a number belongs to a live member. */
    public synchronized boolean isAlive(int number) {
        Member member = members.get(number);
        return member != null && member.alive();
    }

    /**
     * Registrar: a number that no member had before, for the server behind a connection. It is
     * reused if that connection ends before the server has become a member.
     */
    public synchronized int reserve(Object connection) {
        int number;
        if (!unused.isEmpty()) {
            number = unused.removeFirst();
        } else if (nextNumber < AddressSpace.SERVERS) {
            number = nextNumber++;
        } else {
            throw new RefusedException(
                    Status.LIMIT, "a pool has had at most " + AddressSpace.SERVERS + " servers");
        }
        connections.put(number, connection);
        return number;
    }

    public synchronized void add(Member member) {
        members.put(member.number(), member);
        epoch++;
    }

    /**
     * Registrar: readmits a member that comes by another connection; false if it is not a member.
     */
    public synchronized boolean takeBack(Member member, Object connection) {
        Member known = members.get(member.number());
        if (known == null || known.instance() != member.instance()) {
            return false;
        }
        connections.put(member.number(), connection);
        add(member);
        return true;
    }

    /**
     * Registrar: the connection of a server has ended. Returns whether that makes a member dead,
     * which it does not if the member has come back by another connection.
     */
    public synchronized boolean disconnected(int number, Object connection) {
        if (!connections.remove(number, connection)) {
            return false;
        }
        Member member = members.get(number);
        if (member == null) {
            unused.add(number);
            return false;
        }
        members.put(number, member.dead());
        epoch++;
        return true;
    }

    /**
     * Member: the registrar cannot be reached from here. The epoch stays, because other members may
     * reach it.
     */
    public synchronized void unreachable(int number) {
        members.computeIfPresent(number, (same, member) -> member.dead());
    }

    /** Member: takes over the registrar's list. */
    public synchronized void replace(MemberList list) {
        if (list.epoch() >= epoch) {
            members.clear();
            list.members().forEach(member -> members.put(member.number(), member));
            epoch = list.epoch();
        }
    }
}
