package dev.mangrove.index.session;

import dev.mangrove.index.wire.WireReader;
import dev.mangrove.index.wire.WireWriter;

import java.util.List;

/**
 * The member list of a pool, as one server knows it.
 *
 * @param epoch incremented with every change
 * @param members in the order of their numbers
 */
public record MemberList(int epoch, List<Member> members) {
    /** Copies the list. */
    public MemberList {
        members = List.copyOf(members);
    }

    /** Adds this to a message. */
    public void write(WireWriter out) {
        out.putInt(epoch).putInt(members.size());
        members.forEach(member -> member.write(out));
    }

    /** Takes one from a message. */
    public static MemberList read(WireReader in) {
        int epoch = in.getInt();
        return new MemberList(epoch, Member.readAll(in));
    }
}
