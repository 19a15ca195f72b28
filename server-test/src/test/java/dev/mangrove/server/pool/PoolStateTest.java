package dev.mangrove.server.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.MemberList;
import dev.mangrove.index.wire.Header;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Notice;
import dev.mangrove.index.wire.Role;
import dev.mangrove.server.fixture.FakeConnection;
import dev.mangrove.server.request.Peer;
import dev.mangrove.server.request.Peers;
import dev.mangrove.server.request.RefusedException;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

final class PoolStateTest {
    private static final int SESSION = 4711;

    private final Membership membership = new Membership();
    private final Peers peers = new Peers();
    private final Notices notices = new Notices();

    @Test
    void shouldCountEveryChangeOfTheList() {
        Object connection = new Object();
        membership.add(member(0));
        assertThat(membership.reserve(connection)).isEqualTo(1);
        membership.add(member(1));
        assertThat(membership.epoch()).isEqualTo(2);
        assertThat(membership.disconnected(1, connection)).isTrue();
        assertThat(membership.disconnected(1, connection)).isFalse();
        assertThat(membership.disconnected(9, connection)).isFalse();
        assertThat(membership.epoch()).isEqualTo(3);
        assertThat(membership.list().members())
                .extracting(Member::alive)
                .containsExactly(true, false);
    }

    @Test
    void shouldNeverGiveANumberTwice() {
        for (int i = 1; i < 256; i++) {
            assertThat(membership.reserve(this)).isEqualTo(i);
            membership.add(member(i));
            assertThat(membership.disconnected(i, this)).isTrue();
        }
        assertThatThrownBy(() -> membership.reserve(this)).hasMessageContaining("256");
    }

    @Test
    void shouldGiveANumberAgainWhoseServerNeverBecameAMember() {
        for (int i = 0; i < 1000; i++) {
            assertThat(membership.reserve(this)).isEqualTo(1);
            assertThat(membership.disconnected(1, this)).isFalse();
        }
        assertThat(membership.reserve("one")).isEqualTo(1);
        assertThat(membership.reserve("other")).isEqualTo(2);
    }

    @Test
    void shouldTakeAMemberBackThatIsTheSameRunAndNoOther() {
        assertThat(membership.reserve("before")).isEqualTo(1);
        membership.add(member(1));
        assertThat(membership.disconnected(1, "before")).isTrue();
        Member other = new Member(1, 7, "m1", true, List.of(URI.create("shm:m")), List.of());
        assertThat(membership.takeBack(other, "now")).isFalse();
        assertThat(membership.takeBack(member(2), "now")).isFalse();
        assertThat(membership.isAlive(1)).isFalse();
        assertThat(membership.takeBack(member(1), "now")).isTrue();
        assertThat(membership.isAlive(1)).isTrue();
    }

    @Test
    void shouldKeepAMemberWhoseFormerConnectionEndsLate() {
        assertThat(membership.reserve("before")).isEqualTo(1);
        membership.add(member(1));
        assertThat(membership.takeBack(member(1), "now")).isTrue();
        assertThat(membership.disconnected(1, "before")).isFalse();
        assertThat(membership.isAlive(1)).isTrue();
        assertThat(membership.disconnected(1, "now")).isTrue();
        assertThat(membership.isAlive(1)).isFalse();
    }

    @Test
    void shouldNotTakeOverAListThatIsOlder() {
        membership.replace(new MemberList(5, List.of(member(0), member(1))));
        membership.replace(new MemberList(4, List.of(member(0))));
        assertThat(membership.list().members()).hasSize(2);
        assertThat(membership.epoch()).isEqualTo(5);
    }

    @Test
    void shouldTellEveryMemberOfEveryDropOnceHoweverSlowItIs() {
        FakeConnection fast = member();
        FakeConnection slow = member();
        slow.room = 0;
        List<Long> expected = new ArrayList<>();
        for (long id = 1; id <= 20; id++) {
            notices.indexDropped(id);
            expected.add(id);
            notices.send(peers, 1);
            if (id % 5 == 0) {
                slow.room = 1;
            }
        }
        slow.room = Integer.MAX_VALUE;
        notices.send(peers, 1);
        assertThat(values(fast, MessageKind.INDEX_DROPPED)).isEqualTo(expected);
        assertThat(values(slow, MessageKind.INDEX_DROPPED)).isEqualTo(expected);
    }

    @Test
    void shouldTellMembersOfEachEpochOnce() {
        FakeConnection member = member();
        notices.send(peers, 1);
        notices.send(peers, 1);
        notices.send(peers, 3);
        assertThat(values(member, MessageKind.POOL_CHANGED)).containsExactly(1L, 3L);
    }

    @Test
    void shouldKnowTheLastConnectionOfAClient() {
        Peer one = peer(new FakeConnection(), Role.SESSION, 7);
        Peer two = peer(new FakeConnection(), Role.CONTROL, 7);
        Peer unnumbered = peer(new FakeConnection(), Role.SESSION, 0);
        assertThat(peers.clients()).isEqualTo(1);
        for (Peer each : List.of(one, unnumbered, two)) {
            each.connection().close();
            peers.remove(each);
        }
        assertThat(peers.connections()).isZero();
        assertThat(peers.takeGone()).containsExactly(one, unnumbered, two);
        assertThat(peers.takeGone()).isEmpty();
        assertThat(peers.forget(one)).isFalse();
        assertThat(peers.forget(unnumbered)).isFalse();
        assertThat(peers.forget(two)).isTrue();
    }

    @Test
    void shouldCountAClientAsThereWhileItMayHaveMemoryMapped() {
        FakeConnection mapped = new FakeConnection();
        mapped.lingers = true;
        Peer peer = peer(mapped, Role.SESSION, 7);
        mapped.close();
        peers.remove(peer);
        assertThat(peers.takeGone()).isEmpty();
        assertThat(peers.clientNumbers()).containsExactly(7L);
        assertThat(peers.isGone(SESSION, true)).isFalse();
        mapped.lingers = false;
        assertThat(peers.isGone(SESSION, false)).isTrue();
        assertThat(peers.takeGone()).containsExactly(peer);
    }

    @Test
    void shouldRefuseTheNumberOfASessionThatAnotherClientHas() {
        FakeConnection connection = new FakeConnection();
        connection.lingers = true;
        Peer one = peer(connection, Role.SESSION, 7);
        Peer same = peer(new FakeConnection(), Role.SESSION, 7);
        assertThat(same.session()).isEqualTo(SESSION);
        assertThatThrownBy(() -> peer(new FakeConnection(), Role.SESSION, 8))
                .hasMessageContaining("another client has a session of this number: " + SESSION);
        assertThat(peers.clientNumbers()).containsExactly(7L);
        connection.close();
        peers.remove(one);
        peers.remove(same);
        assertThatThrownBy(() -> peer(new FakeConnection(), Role.SESSION, 8))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void shouldNotCallASessionGoneWhoseMessagesMayBeWaiting() {
        FakeConnection connection = new FakeConnection();
        Peer peer = peer(connection, Role.SESSION, 7);
        assertThat(peers.isGone(SESSION, false)).isFalse();
        assertThat(connection.isOpen()).isTrue();
        assertThat(peers.isGone(SESSION, true)).isFalse();
        assertThat(connection.isOpen()).isFalse();
        assertThat(peers.isGone(SESSION, true)).isFalse();
        peers.remove(peer);
        assertThat(peers.isGone(SESSION, true)).isTrue();
    }

    private FakeConnection member() {
        FakeConnection connection = new FakeConnection();
        peer(connection, Role.MEMBER, 0);
        return connection;
    }

    private Peer peer(FakeConnection connection, Role role, long client) {
        Peer peer = new Peer(connection, false, MemorySegment.NULL, MemorySegment.NULL);
        peers.add(peer);
        peers.register(peer, role, role == Role.SESSION && client != 0 ? SESSION : 0, client);
        return peer;
    }

    private static List<Long> values(FakeConnection connection, int kind) {
        return connection.taken.stream()
                .map(MemorySegment::ofArray)
                .filter(message -> Header.kind(message, 0) == kind)
                .map(message -> Notice.value(message, Header.BYTES))
                .toList();
    }

    private static Member member(int number) {
        return new Member(
                number, number, "m" + number, true, List.of(URI.create("shm:m")), List.of());
    }
}
