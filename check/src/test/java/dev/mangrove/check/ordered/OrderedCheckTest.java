package dev.mangrove.check.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.Seeds;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The check itself, on indexes that are right and on some that are wrong. */
final class OrderedCheckTest {
    private static final int SEEDS_TO_CATCH = 200;
    private static final Logger OURS = Logger.getLogger("dev.mangrove");

    @BeforeAll
    static void logNothing() {
        OURS.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        OURS.setLevel(null);
    }

    /** The seed draws the death of a server that joins the other one, as its client. */
    @Test
    void shouldNotKillAServerWhenOnlyClientsMayDie() {
        Faults faults = Faults.parse("reordered-writes,torn-reads,client-crash");
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.NEVER);

        assertThat(check.run(175, faults, null).violations()).isEmpty();
    }

    @Test
    void shouldBeContentWithAnIndexThatIsRight() {
        CheckReport report = run(TalkingIndex::new, Faults.NONE, Seeds.of(30));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.undecided()).isZero();
        assertThat(report.operations()).isGreaterThan(Seeds.of(30) * 100);
    }

    @Test
    void shouldBeContentUnderAllFaults() {
        CheckReport report = run(TalkingIndex::new, Faults.ALL, Seeds.of(100));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.undecided()).isZero();
        assertThat(report.operations()).isGreaterThan(Seeds.of(100) * 50);
    }

    /** So that latches on cards are tried as 16 bits, as many words, and as few words. */
    @Test
    void shouldDrawCardsOfAllKinds() {
        Profile base = Profile.named("base");
        Set<String> drawn = new TreeSet<>();
        for (long seed = 1; seed <= 40; seed++) {
            Profile card = RandomCluster.card(base, new SplittableRandom(seed));
            drawn.add(
                    (card.value("promise.masked_atomics") == 0 ? "plain " : "masked ")
                            + (long) card.value("device.bytes"));
        }

        assertThat(drawn).containsExactly("masked 262144", "plain 262144", "plain 32768");
    }

    /** The design that has latches on cards, on each kind of card. */
    @Test
    void shouldBeContentWithLatchesOnEveryCard() {
        CheckReport report =
                new CheckRun(new OrderedCheck(Design.SHERMAN, false, InPlaceMode.NEVER), Faults.ALL)
                        .run(1, Seeds.of(40));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(Seeds.of(40) * 50);
    }

    /** Servers close the connections of holders that stop, and these resume afterwards. */
    @Test
    void shouldBeContentWithHoldersThatStopForLongerThanALease() {
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.NEVER);
        CheckReport report = new CheckRun(check, Faults.parse("long-pauses")).run(1, Seeds.of(150));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().counts().get("long pause")).isPositive();
        assertThat(report.coverage().counts().get("holder kept out")).isPositive();
        assertThat(report.coverage().counts().get("latch taken over")).isPositive();
    }

    /** The lock keeps changes out, and readers see that an old page is dead. */
    @Test
    void shouldBeContentWithMovesUnderALockOfTheRange() {
        CheckReport report = runLocked(true, Seeds.of(30));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.undecided()).isZero();
    }

    @Test
    void shouldCatchAMoveUnderALockThatForgetsReaders() {
        assertThat(runLocked(false, 40).firstViolations()).isNotEmpty();
    }

    /** Without deaths, after which the range stays locked. */
    private static CheckReport runLocked(boolean invalidates, long seeds) {
        OrderedCheck check =
                new OrderedCheck(
                        Design.CELL,
                        true,
                        InPlaceMode.NEVER,
                        OrderedSource.rangeLocked(invalidates));
        Faults faults = Faults.parse("reordered-writes,torn-reads,slow-hosts");
        return new CheckRun(check, faults).run(1, seeds);
    }

    /** Trees are spread over servers, and ascending keys begin meganodes at their right end. */
    @Test
    void shouldReachAllStepsOfTreesOfMeganodes() {
        OrderedCheck check = new OrderedCheck(Design.CELL, false, InPlaceMode.NEVER);
        CheckReport report = new CheckRun(check, Faults.ALL).run(1, Seeds.of(40));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().counts().get("tree spread")).isPositive();
        assertThat(report.coverage().counts().get("tree extended")).isPositive();
        assertThat(report.coverage().counts().get("separator delivered")).isPositive();
        assertThat(report.coverage().counts().get("sent elsewhere")).isPositive();
    }

    /** Loads and stores of all clients and servers in any order, and stores that are seen late. */
    @ParameterizedTest
    @EnumSource(Design.class)
    void shouldBeContentWithClientsInPlace(Design design) {
        OrderedCheck check = new OrderedCheck(design, false, InPlaceMode.BUFFERED);
        CheckReport report = new CheckRun(check, Faults.ALL).run(1, Seeds.of(15));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(Seeds.of(15) * 50);
    }

    @Test
    void shouldDoTheSameInPlaceForTheSameSeed() {
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.BUFFERED);

        assertThat(new CheckRun(check, Faults.ALL).run(1, 3).traceHash())
                .isEqualTo(new CheckRun(check, Faults.ALL).run(1, 3).traceHash());
    }

    @Test
    void shouldCatchAConditionThatIsNotAtomic() {
        assertThat(caught(WrongIndexes.CheckThenAct::new)).contains("put if absent");
    }

    @Test
    void shouldCatchADeleteThatDoesNotCompareAtTheMomentItTakesEffect() {
        assertThat(caught(WrongIndexes.CheckThenDelete::new)).contains("delete if equal to");
        assertThat(caught(WrongIndexes.CarelessDeleter::new)).contains("delete if equal to");
    }

    @Test
    void shouldCatchStaleReads() {
        assertThat(caught(WrongIndexes.StaleReader::new)).contains("get ", "no order of effects");
    }

    @Test
    void shouldCatchChangesThatComeLate() {
        assertThat(caught(WrongIndexes.LateWriter::new)).contains("delete ", "no order of effects");
    }

    @Test
    void shouldCatchRangesThatLeaveKeysOut() {
        assertThat(caught(WrongIndexes.LeakyScanner::new)).contains("range down");
    }

    @Test
    void shouldCatchBatchesThatMixUpTheirResults() {
        assertThat(caught(WrongIndexes.Mixer::new)).contains("no order of effects");
    }

    @Test
    void shouldCatchOperationsThatNeverEnd() {
        assertThat(caught(WrongIndexes.Waiter::new)).contains("waits for ever", "delete");
    }

    @Test
    void shouldCatchOperationsThatFailWithoutReason() {
        assertThat(caught(WrongIndexes.Quitter::new)).contains("the lock is never free");
    }

    @Test
    void shouldCatchMemoryThatGrows() {
        assertThat(caught(WrongIndexes.Hoarder::new)).contains("memory grows under churn");
    }

    @Test
    void shouldReportWhatVerificationFinds() {
        assertThat(caught(WrongIndexes.Damaged::new)).contains("a fence key is wrong");
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        for (long seed = 1; seed <= Seeds.of(20); seed++) {
            SeedResult first = check(TalkingIndex::new).run(seed, Faults.ALL, null);
            SeedResult second = check(TalkingIndex::new).run(seed, Faults.ALL, null);

            assertThat(second).as("seed %d", seed).usingRecursiveComparison().isEqualTo(first);
        }
    }

    @Test
    void shouldNotDependOnWhetherTheTraceIsRead() {
        List<String> lines = new ArrayList<>();
        for (long seed = 1; seed <= Seeds.of(10); seed++) {
            SeedResult read = check(TalkingIndex::new).run(seed, Faults.ALL, lines::add);
            SeedResult unread = check(TalkingIndex::new).run(seed, Faults.ALL, null);

            assertThat(unread).as("seed %d", seed).usingRecursiveComparison().isEqualTo(read);
        }
        assertThat(lines).anyMatch(line -> line.startsWith("client 0: "));
    }

    @Test
    void shouldSayHowToRunASeedAgain() {
        CheckRun run = new CheckRun(new OrderedCheck(Design.FINE, true), Faults.parse("loss"));

        assertThat(run.replayCommand(5))
                .isEqualTo(
                        "./mangrove check ordered --design fine --as-published --seed 5 --faults"
                                + " loss --trace");
    }

    @Test
    void shouldKnowWhichDesignsWerePublishedWithTheirFaults() {
        assertThatThrownBy(() -> new OrderedCheck(Design.COARSE, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fine, sherman and cell");
    }

    private static OrderedCheck check(
            BiFunction<Mangrove, NavigableMap<Long, Long>, OrderedIndex> opener) {
        return new OrderedCheck(Design.COARSE, false, InPlaceMode.NEVER, new MapSource(opener));
    }

    private static CheckReport run(
            BiFunction<Mangrove, NavigableMap<Long, Long>, OrderedIndex> opener,
            Faults faults,
            long seeds) {
        return new CheckRun(check(opener), faults).run(1, seeds);
    }

    private static String caught(
            BiFunction<Mangrove, NavigableMap<Long, Long>, OrderedIndex> opener) {
        for (long seed = 1; seed <= SEEDS_TO_CATCH; seed++) {
            SeedResult result = check(opener).run(seed, Faults.NONE, null);
            if (!result.violations().isEmpty()) {
                return String.join("\n", result.violations());
            }
        }
        return "";
    }
}
