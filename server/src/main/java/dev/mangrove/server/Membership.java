package dev.mangrove.server;

import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.MemberList;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.Status;

import java.util.SortedMap;
import java.util.TreeMap;

/** The list of members, kept by the registrar and repeated by the others. */
final class Membership {
    private final SortedMap<Integer, Member> members = new TreeMap<>();
    private int nextNumber = AddressSpace.REGISTRAR + 1;
    private volatile int epoch;

    /** State of the list; counts up with every change. */
    int epoch() {
        return epoch;
    }

    synchronized MemberList list() {
        return new MemberList(epoch, members.values().stream().toList());
    }

    /** Registrar: the next number, which nobody had before. */
    synchronized int reserve() {
        if (nextNumber == AddressSpace.SERVERS) {
            throw new RefusedException(
                    Status.LIMIT, "a pool has had at most " + AddressSpace.SERVERS + " servers");
        }
        return nextNumber++;
    }

    synchronized void add(Member member) {
        members.put(member.number(), member);
        epoch++;
    }

    /** Notes that a member is gone. */
    synchronized void died(int number) {
        Member member = members.get(number);
        if (member != null && member.alive()) {
            members.put(number, member.dead());
            epoch++;
        }
    }

    /** Member: takes over the registrar's list. */
    synchronized void replace(MemberList list) {
        if (list.epoch() >= epoch) {
            members.clear();
            list.members().forEach(member -> members.put(member.number(), member));
            epoch = list.epoch();
        }
    }
}
