package dev.mangrove.check.history;

import static dev.mangrove.check.history.WindowFault.Rule.AT_ITS_PLACE;
import static dev.mangrove.check.history.WindowFault.Rule.AT_MOST_ONCE;
import static dev.mangrove.check.history.WindowFault.Rule.NOTHING_MISSING;
import static dev.mangrove.check.history.WindowFault.Rule.NOTHING_OUTSIDE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class WindowCheckerTest {
    private static final Rectangle WINDOW = new Rectangle(0, 0, 1, 1);
    private static final Rectangle INSIDE = new Rectangle(0.4, 0.4, 0.5, 0.5);
    private static final Rectangle ELSEWHERE_INSIDE = new Rectangle(0.1, 0.1, 0.2, 0.2);
    private static final Rectangle AT_THE_BORDER = new Rectangle(1, 1, 2, 2);
    private static final Rectangle OUTSIDE = new Rectangle(1.5, 0, 2, 1);

    private final SpatialHistory history = new SpatialHistory(16);

    @Test
    void shouldAcceptWhatIsInTheWindow() {
        insert(1, INSIDE, 0, 9);
        insert(2, OUTSIDE, 0, 9);
        insert(3, AT_THE_BORDER, 0, 9);
        query(100, 110, 1, 3);
        assertThat(rules()).isEmpty();
    }

    @Test
    void shouldRejectAMissingIdentity() {
        insert(1, INSIDE, 0, 9);
        query(100, 110);
        assertThat(new WindowChecker(history).check())
                .singleElement()
                .satisfies(
                        fault -> {
                            assertThat(fault.rule()).isEqualTo(NOTHING_MISSING);
                            assertThat(fault.id()).isEqualTo(1);
                            assertThat(fault.explanation())
                                    .contains("query 0 breaks NOTHING_MISSING at identity 1")
                                    .contains("Rectangle[minX=0.4");
                        });
    }

    /** An object may be given a rectangle that it has had before. */
    @Test
    void shouldAcceptALookAtARectangleThatCameAgain() {
        insert(1, INSIDE, 0, 9);
        move(1, ELSEWHERE_INSIDE, 10, 19);
        move(1, INSIDE, 20, 29);
        look(1, INSIDE, 30, 39);
        assertThat(isLinearizable()).isTrue();
        look(1, ELSEWHERE_INSIDE, 40, 49);
        assertThat(isLinearizable()).isFalse();
    }

    @Test
    void shouldAcceptCountsBetweenWhatMustAndWhatMayBeThere() {
        insert(1, INSIDE, 0, 9);
        insert(2, OUTSIDE, 0, 9);
        insert(3, AT_THE_BORDER, 0, 9);
        insert(4, INSIDE, 100, 109);
        for (long found = 0; found < 6; found++) {
            SpatialHistory counted = new SpatialHistory(16);
            counted.addAll(history);
            counted.counted(new WindowCount(2, WINDOW, found, 101, 108));
            List<String> faults = new WindowChecker(counted).checkCounts();
            if (found == 2 || found == 3) {
                assertThat(faults).as("counted %d", found).isEmpty();
            } else {
                assertThat(faults)
                        .singleElement()
                        .asString()
                        .contains("counted " + found)
                        .contains("2 to 3 were there");
            }
        }
    }

    @Test
    void shouldRejectAnIdentityReturnedTwice() {
        insert(1, INSIDE, 0, 9);
        query(100, 110, 1, 1);
        assertThat(rules()).containsExactly(AT_MOST_ONCE);
    }

    @Test
    void shouldRejectARectangleThatTheIdentityNeverHad() {
        insert(1, INSIDE, 0, 9);
        history.result(1, ELSEWHERE_INSIDE);
        history.window(2, WINDOW, 100, 110);
        assertThat(rules()).containsExactly(AT_ITS_PLACE);
    }

    @Test
    void shouldAcceptARectangleBeforeAndAfterAMoveMeanwhile() {
        insert(1, INSIDE, 0, 9);
        move(1, ELSEWHERE_INSIDE, 100, 109);
        for (Rectangle place : List.of(INSIDE, ELSEWHERE_INSIDE)) {
            history.result(1, place);
            history.window(2, WINDOW, 101, 108);
        }
        assertThat(rules()).isEmpty();
    }

    @Test
    void shouldRejectTheRectangleOfBeforeAMoveThatHasEnded() {
        insert(1, INSIDE, 0, 9);
        move(1, ELSEWHERE_INSIDE, 20, 29);
        history.result(1, INSIDE);
        history.window(2, WINDOW, 100, 110);
        assertThat(rules()).containsExactly(AT_ITS_PLACE);
    }

    @Test
    void shouldRejectWhatIsOutsideDeletedOrUnheardOf() {
        insert(1, OUTSIDE, 0, 9);
        insert(2, INSIDE, 0, 9);
        delete(2, 20, 29);
        query(100, 110, 1, 2, 3);
        assertThat(rules()).containsExactly(NOTHING_OUTSIDE, NOTHING_OUTSIDE, NOTHING_OUTSIDE);
    }

    @Test
    void shouldRejectAnIdentityLostWhileItMovesWithinTheWindow() {
        insert(1, INSIDE, 0, 9);
        move(1, ELSEWHERE_INSIDE, 101, 105);
        query(100, 110, 1);
        assertThat(rules()).isEmpty();
        query(100, 110);
        assertThat(rules()).containsExactly(NOTHING_MISSING);
    }

    @Test
    void shouldAcceptEitherWhileAnIdentityMovesOutOfTheWindow() {
        insert(1, INSIDE, 0, 9);
        move(1, OUTSIDE, 101, 105);
        query(100, 110, 1);
        query(100, 110);
        assertThat(rules()).isEmpty();
        query(120, 130, 1);
        assertThat(rules()).containsExactly(NOTHING_OUTSIDE);
    }

    @Test
    void shouldAcceptAnyFateOfUnknownOperations() {
        insert(1, INSIDE, 0, 9);
        history.invokeMove(1, 1, OUTSIDE, 20);
        history.invokeInsert(1, 2, INSIDE, 20);
        query(100, 110, 1, 2);
        query(200, 210);
        assertThat(rules()).isEmpty();
    }

    @Test
    void shouldNotLetAnUnknownOperationExcuseWhatItCannotDo() {
        insert(1, INSIDE, 0, 9);
        history.invokeMove(1, 1, ELSEWHERE_INSIDE, 20);
        history.invokeInsert(1, 2, OUTSIDE, 20);
        query(100, 110, 2);
        assertThat(rules()).containsExactly(NOTHING_OUTSIDE, NOTHING_MISSING);
    }

    @Test
    void shouldKeepEverythingWhenHistoriesAreMerged() {
        insert(1, INSIDE, 0, 9);
        history.result(1);
        history.abandon();
        SpatialHistory other = new SpatialHistory(0);
        other.operations().succeeded(other.invokeInsert(2, 2, OUTSIDE, 20), 29);
        other.operations().succeeded(other.invokeMove(2, 2, ELSEWHERE_INSIDE, 30), 39);
        other.operations().succeeded(other.invokeDelete(2, 1, 40), 49);
        other.result(2);
        other.window(2, WINDOW, 100, 110);
        history.addAll(other);
        query(100, 110, 2);
        assertThat(rules()).isEmpty();
        assertThat(history.windows()).isEqualTo(2);
        assertThat(new LinearizabilityChecker().check(history.operations()).verdict())
                .isEqualTo(Verdict.LINEARIZABLE);
    }

    @Test
    void shouldRejectARectangleInsideOut() {
        assertThatThrownBy(() -> new Rectangle(1, 0, 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x=[1.0, 0.0]");
        assertThatThrownBy(() -> new Rectangle(Double.NaN, 0, 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldAcceptQueriesThatLookAtTrueRectangles() {
        for (long seed = 0; seed < 500; seed++) {
            SpatialHistory run = new QueriedRectangles(seed, seed % 3 * 0.05).history;
            assertThat(new LinearizabilityChecker().check(run.operations()).verdict())
                    .as("seed %d", seed)
                    .isEqualTo(Verdict.LINEARIZABLE);
            assertThat(new WindowChecker(run).check()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void shouldNoticeMostIdentitiesThatAreLostOrMadeUp() {
        int noticed = 0;
        for (long seed = 0; seed < 500; seed++) {
            SpatialHistory run = new QueriedRectangles(seed, 0).history;
            int last = run.windows() - 1;
            for (long id = 0; id < 12; id++) {
                boolean there = false;
                for (int i = 0; i < run.results(last); i++) {
                    there |= run.result(last, i) == id;
                }
                if (!there) {
                    run.result(id);
                }
            }
            run.window(3, run.window(last), run.invoked(last), run.responded(last));
            noticed += new WindowChecker(run).check().isEmpty() ? 0 : 1;
        }
        assertThat(noticed).isGreaterThan(450);
    }

    private void insert(long id, Rectangle rectangle, long from, long to) {
        history.operations().succeeded(history.invokeInsert(1, id, rectangle, from), to);
    }

    private void move(long id, Rectangle rectangle, long from, long to) {
        history.operations().succeeded(history.invokeMove(1, id, rectangle, from), to);
    }

    private void look(long id, Rectangle found, long from, long to) {
        history.found(history.invokeGet(1, id, from), found, to);
    }

    private boolean isLinearizable() {
        return new LinearizabilityChecker(1_000).check(history.operations()).violations().isEmpty();
    }

    private void delete(long id, long from, long to) {
        history.operations().succeeded(history.invokeDelete(1, id, from), to);
    }

    private void query(long from, long to, long... ids) {
        for (long id : ids) {
            history.result(id);
        }
        history.window(1, WINDOW, from, to);
    }

    private List<WindowFault.Rule> rules() {
        return new WindowChecker(history).check().stream().map(WindowFault::rule).toList();
    }
}
