package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.page.KeyCopy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

final class BalancePlanTest {
    /**
     * A meganode.
     *
     * @param server of its root
     * @param pagesOf its pages by server
     */
    private record Meganode(int server, List<Long> pagesOf) {
        static Meganode at(int server, long pages) {
            List<Long> pagesOf = new ArrayList<>(Collections.nCopies(server, 0L));
            pagesOf.add(pages);
            return new Meganode(server, pagesOf);
        }
    }

    /** Meganode <i>i</i> starts at key 100 i, the first at the smallest key. */
    private static final class Walk implements MeganodeWalk {
        private final List<Meganode> meganodes;
        private int at;

        Walk(Meganode... meganodes) {
            this.meganodes = List.of(meganodes);
        }

        @Override
        public boolean look(KeyCopy key) {
            at = (int) (Math.max(0, key.word()) / 100);
            return !meganodes.isEmpty();
        }

        @Override
        public int server() {
            return meganodes.get(at).server;
        }

        @Override
        public boolean hasNext() {
            return at + 1 < meganodes.size();
        }

        @Override
        public KeyCopy next() {
            return KeyCopy.of(100L * (at + 1));
        }

        @Override
        public void count(KeyCopy key, long[] pagesOf) {
            boolean _ = look(key);
            List<Long> own = meganodes.get(at).pagesOf;
            for (int i = 0; i < own.size(); i++) {
                pagesOf[i] += own.get(i);
            }
        }
    }

    private static List<BalancePlan.Move> moves(List<Integer> targets, Meganode... meganodes) {
        return new BalancePlan(new Walk(meganodes), targets).moves();
    }

    @Test
    void shouldMoveNothingWhileServersHaveTheirShare() {
        assertThat(
                        moves(
                                List.of(0, 1),
                                Meganode.at(0, 10),
                                Meganode.at(1, 10),
                                Meganode.at(0, 10),
                                Meganode.at(1, 10)))
                .isEmpty();
    }

    @Test
    void shouldMoveNothingOfATreeWithoutMeganodes() {
        BalancePlan plan = new BalancePlan(new Walk(), List.of(0, 1));

        assertThat(plan.moves()).isEmpty();
        assertThat(plan.servers()).containsExactly(0, 1);
    }

    @Test
    void shouldFillAServerThatHasJoined() {
        assertThat(
                        moves(
                                List.of(0, 1, 2),
                                Meganode.at(0, 10),
                                Meganode.at(1, 10),
                                Meganode.at(0, 10),
                                Meganode.at(1, 10),
                                Meganode.at(0, 10),
                                Meganode.at(1, 10)))
                .containsExactly(
                        new BalancePlan.Move(KeyCopy.LEAST, 10, 2),
                        new BalancePlan.Move(KeyCopy.of(100), 10, 2));
    }

    @Test
    void shouldMoveEverythingOffAServerToThoseWithTheFewestPages() {
        BalancePlan plan =
                new BalancePlan(
                        new Walk(
                                Meganode.at(2, 10),
                                Meganode.at(1, 30),
                                Meganode.at(2, 10),
                                Meganode.at(0, 15)),
                        List.of(0, 1));

        assertThat(plan.servers()).containsExactly(0, 1, 2);
        assertThat(plan.pagesOf(2)).isEqualTo(20);
        assertThat(plan.moves())
                .containsExactly(
                        new BalancePlan.Move(KeyCopy.LEAST, 10, 0),
                        new BalancePlan.Move(KeyCopy.of(200), 10, 0));
    }

    /** The first of several servers with as few pages gets the meganode. */
    @Test
    void shouldChooseTheFirstOfEquals() {
        assertThat(moves(List.of(0, 1, 2), Meganode.at(0, 10), Meganode.at(0, 10)))
                .containsExactly(new BalancePlan.Move(KeyCopy.LEAST, 10, 1));
    }

    /** To exchange the pages of two servers would even out nothing. */
    @Test
    void shouldNotMoveAMeganodeThatIsLargerThanTheDifference() {
        assertThat(moves(List.of(0, 1), Meganode.at(0, 30), Meganode.at(1, 1))).isEmpty();
        assertThat(moves(List.of(0, 1), Meganode.at(0, 20), Meganode.at(0, 20)))
                .containsExactly(new BalancePlan.Move(KeyCopy.LEAST, 20, 1));
    }

    @Test
    void shouldMoveTheRestOfAMeganodeThatIsAtTwoServers() {
        assertThat(moves(List.of(0, 1), new Meganode(0, List.of(6L, 4L)), Meganode.at(1, 9)))
                .containsExactly(new BalancePlan.Move(KeyCopy.LEAST, 4, 0));
    }

    @Test
    void shouldNeedAServer() {
        assertThatThrownBy(() -> moves(List.of(), Meganode.at(0, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no server");
    }
}
