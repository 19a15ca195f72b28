package dev.mangrove.architecture.violations.server;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

final class AsksTheMachine {
    final LongSupplier clock = System::nanoTime;

    List<Object> ask() throws InterruptedException {
        Thread.sleep(1L);
        return List.of(
                System.currentTimeMillis(),
                Instant.now(),
                Math.random(),
                ThreadLocalRandom.current(),
                new Random(),
                new SplittableRandom());
    }
}
