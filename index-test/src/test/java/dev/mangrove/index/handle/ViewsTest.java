package dev.mangrove.index.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.ServerLostException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.TestSize;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

final class ViewsTest {
    private static final int THREADS = 4 * Views.MOST;
    private static final int ROUNDS = TestSize.MATRIX ? 500 : 200;

    private final AtomicInteger opened = new AtomicInteger();
    private final List<FakeView> closed = new CopyOnWriteArrayList<>();
    private final Views<FakeView> views =
            new Views<>(Host.system(), open(), this::open, closed::add);

    private FakeView open() {
        opened.incrementAndGet();
        return new FakeView();
    }

    @Test
    void shouldNotOpenAnotherViewForOneThreadAfterTheOther() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            Thread thread = new Thread(() -> views.giveBack(views.take()));
            thread.start();
            thread.join();
        }
        assertThat(opened).hasValue(1);
    }

    @Test
    void shouldNotGiveAViewToTwoThreadsAtOnceNorOpenMoreThanAllowed() throws Exception {
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                futures.add(executor.submit(this::useRepeatedly));
            }
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertThat(opened.get()).isBetween(2, Views.MOST);
    }

    private void useRepeatedly() {
        for (int i = 0; i < ROUNDS; i++) {
            FakeView view = views.take();
            view.enter();
            if (i % 50 == 0) {
                Host.system().sleep(100_000); // The thread leaves its processor with the view.
            }
            view.leave();
            views.giveBack(view);
        }
    }

    @Test
    void shouldWaitForAViewWhenAllAreInUse() throws Exception {
        List<FakeView> all = takeAll();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<FakeView> waiting = executor.submit(views::take);
            Host.system().sleep(20_000_000);
            assertThat(waiting.isDone()).isFalse();
            views.giveBack(all.removeFirst());
            views.giveBack(waiting.get());
        }
        assertThat(opened).hasValue(Views.MOST);
    }

    @Test
    void shouldServeThreadsThatWaitInTheirOrder() throws Exception {
        List<FakeView> all = takeAll();
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                futures.add(executor.submit(() -> useOnce(number, served)));
                awaitWaiters(i + 1);
            }
            views.giveBack(all.getFirst());
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertThat(served).isEqualTo(IntStream.range(0, THREADS).boxed().toList());
        assertThat(views.take()).isSameAs(all.getFirst());
    }

    private void useOnce(int number, List<Integer> served) {
        FakeView view = views.take();
        view.enter();
        served.add(number);
        view.leave();
        views.giveBack(view);
    }

    private void awaitWaiters(int count) {
        while (views.waiters() < count) { // Ends: the executor starts the thread.
            Host.system().sleep(100_000);
        }
    }

    /** Holders that sleep with one of two views, among them threads that come again and again. */
    @Test
    void shouldServeAThousandThreadsWithFewViewsAndSlowHolders() throws Exception {
        List<FakeView> all = takeAll();
        AtomicInteger used = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 1_000; i++) {
                futures.add(executor.submit(() -> useSlowly(used)));
            }
            views.giveBack(all.get(0));
            views.giveBack(all.get(1));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertThat(used).hasValue(3_000);
        assertThat(List.of(views.take(), views.take()))
                .containsExactlyInAnyOrder(all.get(0), all.get(1));
    }

    private void useSlowly(AtomicInteger used) {
        for (int i = 0; i < 3; i++) {
            FakeView view = views.take();
            view.enter();
            Host.system().sleep(20_000);
            used.incrementAndGet();
            view.leave();
            views.giveBack(view);
        }
    }

    @Test
    void shouldNotLoseAViewToThreadsThatAreInterrupted() throws Exception {
        List<FakeView> all = takeAll();
        FakeView only = all.getFirst();
        AtomicInteger interrupted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.startVirtualThread(() -> useUntilInterrupted(interrupted)));
        }
        views.giveBack(only);
        for (Thread thread : threads) {
            Host.system().sleep(50_000);
            thread.interrupt();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(interrupted).hasValue(THREADS);
        assertThat(views.waiters()).isZero();
        assertThat(views.take()).isSameAs(only);
        assertThat(opened).hasValue(Views.MOST);
    }

    private void useUntilInterrupted(AtomicInteger interrupted) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                views.giveBack(views.take());
            }
        } catch (IllegalStateException e) {
            // It waited when it was interrupted.
        }
        interrupted.incrementAndGet();
    }

    @Test
    void shouldGiveBackAViewThatAnInterruptedThreadIsHandedWhenItLeaves() {
        ScriptedHost scripted = new ScriptedHost();
        Views<FakeView> few = new Views<>(scripted, open(), this::open, closed::add);
        FakeView only = takeAll(few).getFirst();
        scripted.atClock(() -> few.waiters() == 1, () -> few.giveBack(only));
        Thread.currentThread().interrupt();
        assertThatThrownBy(few::take)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(few.take()).isSameAs(only);
    }

    @Test
    void shouldWaitAsLongAsViewsComeBackToOthers() {
        ScriptedHost scripted = new ScriptedHost();
        Views<FakeView> few = new Views<>(scripted, open(), this::open, closed::add);
        List<FakeView> all = takeAll(few);
        ViewWaiter<FakeView> first = new ViewWaiter<>(scripted);
        ViewWaiter<FakeView> second = new ViewWaiter<>(scripted);
        few.begin(first);
        few.begin(second);
        scripted.atWaits(
                20,
                () -> few.giveBack(all.get(0)),
                () -> few.giveBack(all.get(1)),
                () -> few.giveBack(all.get(2)));
        assertThat(few.take()).isSameAs(all.get(2));
        assertThat(first.view()).isSameAs(all.get(0));
        assertThat(second.view()).isSameAs(all.get(1));
        assertThat(scripted.seconds()).isEqualTo(60);
    }

    @Test
    void shouldGiveUpWhenNoViewComesBackForThirtySeconds() {
        ScriptedHost scripted = new ScriptedHost();
        Views<FakeView> few = new Views<>(scripted, open(), this::open, closed::add);
        List<FakeView> all = takeAll(few);
        few.begin(new ViewWaiter<>(scripted));
        scripted.atWaits(20, () -> few.giveBack(all.get(0)), () -> {}, () -> {}, () -> {});
        assertThatThrownBy(few::take)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("all views of this handle are in use");
        assertThat(scripted.seconds()).isEqualTo(50);
        few.giveBack(all.get(1));
        assertThat(few.take()).isSameAs(all.get(1));
    }

    @Test
    void shouldEndTheWaitOfAllThreadsWhenItIsClosed() throws Exception {
        List<FakeView> all = takeAll();
        List<Future<FakeView>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < THREADS; i++) {
                futures.add(executor.submit(views::take));
            }
            awaitWaiters(THREADS);
            views.close();
        }
        for (Future<FakeView> future : futures) {
            assertThatThrownBy(future::get)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
        all.forEach(views::giveBack);
        assertThat(closed).containsExactlyInAnyOrderElementsOf(all);
    }

    /** The only idle view comes back at about the moment at which the other thread finds none. */
    @Test
    void shouldNotMissAViewThatIsGivenBackWhileAThreadBeginsToWait() throws Exception {
        FakeView only = takeAll().getFirst();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < ROUNDS; i++) {
                CountDownLatch begun = new CountDownLatch(1);
                Future<FakeView> other =
                        executor.submit(
                                () -> {
                                    begun.countDown();
                                    return views.take();
                                });
                begun.await();
                for (int spin = 0; spin < i * 10; spin++) {
                    Thread.onSpinWait();
                }
                views.giveBack(only);
                assertThat(other.get(10, TimeUnit.SECONDS)).isSameAs(only);
            }
        }
    }

    @Test
    void shouldLetAThreadThatWaitsOpenAViewInPlaceOfALostOne() throws Exception {
        List<FakeView> all = takeAll();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<FakeView> waiting = executor.submit(views::take);
            Host.system().sleep(20_000_000);
            FakeView lost = all.getFirst();
            assertThat(views.afterFailure(lost, new ServerLostException("lost", null))).isNull();
            assertThat(waiting.get()).isNotIn(all);
            assertThat(closed).containsExactly(lost);
        }
    }

    @Test
    void shouldLeaveOpeningToTheThreadThatHasBegun() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Views<FakeView> slow =
                new Views<>(
                        Host.system(),
                        open(),
                        () -> {
                            begun.countDown();
                            await(goOn);
                            return open();
                        },
                        closed::add);
        FakeView first = slow.take();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<FakeView> opens = executor.submit(slow::take);
            await(begun);
            Future<FakeView> waits = executor.submit(slow::take);
            slow.giveBack(first);
            assertThat(waits.get()).isEqualTo(first);
            goOn.countDown();
            assertThat(opens.get()).isNotEqualTo(first);
        }
    }

    @Test
    void shouldNotWaitForAThreadThatDoesNotComeToTheEndOfOpening() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Views<FakeView> slow =
                new Views<>(
                        Host.system(),
                        open(),
                        () -> {
                            if (begun.getCount() > 0) {
                                begun.countDown();
                                await(goOn);
                            }
                            return open();
                        },
                        closed::add);
        FakeView first = slow.take();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<FakeView> hangs = executor.submit(slow::take);
            await(begun);
            assertThat(executor.submit(slow::take).get()).isNotEqualTo(first);
            goOn.countDown();
            assertThat(hangs.get()).isNotEqualTo(first);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldKeepAViewAfterAFailureThatIsNotItsOwn() {
        FakeView view = views.take();
        assertThat(views.afterFailure(view, new MemoryExhaustedException("full", null)))
                .isSameAs(view);
        assertThat(closed).isEmpty();
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedThread() {
        takeAll();
        Thread.currentThread().interrupt();
        assertThatThrownBy(views::take)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("views=" + Views.MOST);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldTryAgainAfterAViewThatDidNotOpen() {
        AtomicBoolean works = new AtomicBoolean();
        Views<FakeView> unsteady =
                new Views<>(
                        Host.system(),
                        open(),
                        () -> {
                            if (works.get()) {
                                return open();
                            }
                            throw new ServerLostException("gone", null);
                        },
                        closed::add);
        unsteady.take();
        for (int i = 0; i < 2 * Views.MOST; i++) {
            assertThatThrownBy(unsteady::take).isInstanceOf(ServerLostException.class);
        }
        works.set(true);
        assertThat(unsteady.take()).isNotNull();
    }

    @Test
    void shouldCloseIdleViewsAtOnceAndOthersWhenTheyAreGivenBack() {
        FakeView used = views.take();
        FakeView idle = views.take();
        views.giveBack(idle);
        views.close();
        assertThat(closed).containsExactly(idle);
        views.giveBack(used);
        assertThat(closed).containsExactly(idle, used);
        assertThatThrownBy(views::take).isInstanceOf(IllegalStateException.class);
    }

    private List<FakeView> takeAll() {
        return takeAll(views);
    }

    private static List<FakeView> takeAll(Views<FakeView> from) {
        List<FakeView> all = new ArrayList<>();
        for (int i = 0; i < Views.MOST; i++) {
            all.add(from.take());
        }
        return all;
    }

    /** Notices two threads. */
    private static final class FakeView {
        private final AtomicBoolean busy = new AtomicBoolean();

        void enter() {
            if (!busy.compareAndSet(false, true)) {
                throw new AssertionError("two threads in one view");
            }
        }

        void leave() {
            busy.set(false);
        }
    }
}
