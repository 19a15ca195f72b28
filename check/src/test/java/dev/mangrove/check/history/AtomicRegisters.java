package dev.mangrove.check.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Generates histories that are linearizable by construction: clients work on atomic registers; each
 * operation takes effect at a random instant between its call and its return.
 */
final class AtomicRegisters {
    /**
     * Parameters. Values are drawn from {@code values} different ones, or never repeat if it is 0.
     */
    record Shape(int clients, int ops, int keys, int values, double unknown, List<OpKind> kinds) {}

    private enum Phase {
        IDLE,
        CALLED,
        EFFECTIVE
    }

    private final Random random;
    private final Shape shape;
    private final History history;
    private final Map<Long, Long> registers = new HashMap<>();
    private final Phase[] phases;
    private final int[] current;
    private final List<Runnable> answers = new ArrayList<>();
    private long clock;
    private long nextValue = 1000;

    AtomicRegisters(long seed, Shape shape) {
        this.random = new Random(seed);
        this.shape = shape;
        this.history = new History(shape.ops());
        this.phases = new Phase[shape.clients()];
        this.current = new int[shape.clients()];
        for (int c = 0; c < shape.clients(); c++) {
            phases[c] = Phase.IDLE;
            answers.add(() -> {});
        }
    }

    static History generate(long seed, Shape shape) {
        AtomicRegisters run = new AtomicRegisters(seed, shape);
        while (run.step()) {}
        return run.finish();
    }

    /** Executes a step of a random client; false once the last operation has been called. */
    boolean step() {
        stepSomeClient(true);
        return history.size() < shape.ops();
    }

    /** Completes most pending operations, so that the end is constrained as well. */
    History finish() {
        for (int i = 0; i < 6 * shape.clients(); i++) {
            stepSomeClient(false);
        }
        return history;
    }

    /** The time of the last event. */
    long now() {
        return clock;
    }

    /** The register's current value. */
    OptionalLong peek(long key) {
        return registers.containsKey(key)
                ? OptionalLong.of(registers.get(key))
                : OptionalLong.empty();
    }

    private void stepSomeClient(boolean mayCall) {
        int client = random.nextInt(phases.length);
        // Some events share an instant.
        clock += random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(3);
        switch (phases[client]) {
            case IDLE -> {
                if (mayCall) {
                    current[client] = call(client);
                    phases[client] = Phase.CALLED;
                }
            }
            case CALLED -> {
                answers.set(client, takeEffect(current[client]));
                phases[client] = Phase.EFFECTIVE;
            }
            case EFFECTIVE -> {
                if (random.nextDouble() >= shape.unknown()) {
                    answers.get(client).run();
                }
                phases[client] = Phase.IDLE;
            }
        }
        // The client gives up before its operation took effect.
        if (phases[client] == Phase.CALLED && random.nextDouble() < shape.unknown() / 2) {
            phases[client] = Phase.IDLE;
        }
    }

    private int call(int client) {
        long key = random.nextInt(shape.keys());
        OpKind kind = shape.kinds().get(random.nextInt(shape.kinds().size()));
        return switch (kind) {
            case GET -> history.invokeGet(client, key, clock);
            case PUT -> history.invokePut(client, key, value(), clock);
            case PUT_IF_ABSENT -> history.invokePutIfAbsent(client, key, value(), clock);
            case PUT_IF_PRESENT -> history.invokePutIfPresent(client, key, value(), clock);
            case REPLACE -> history.invokeReplace(client, key, guess(key), value(), clock);
            case DELETE -> history.invokeDelete(client, key, clock);
            case DELETE_IF_EQUAL -> history.invokeDeleteIfEqual(client, key, guess(key), clock);
            case FETCH_ADD -> history.invokeFetchAdd(client, key, 1 + random.nextInt(2), clock);
        };
    }

    private long value() {
        return shape.values() == 0 ? nextValue++ : random.nextInt(shape.values());
    }

    private long guess(long key) {
        boolean right = random.nextInt(3) > 0;
        return right && registers.containsKey(key)
                ? registers.get(key)
                : random.nextInt(Math.max(1, shape.values()));
    }

    /** Executes the operation; returns the action that records its response later. */
    private Runnable takeEffect(int op) {
        long key = history.key(op);
        boolean present = registers.containsKey(key);
        long before = registers.getOrDefault(key, 0L);
        boolean holds =
                switch (history.kind(op)) {
                    case PUT, FETCH_ADD -> true;
                    case PUT_IF_ABSENT -> !present;
                    case GET, DELETE, PUT_IF_PRESENT -> present;
                    case REPLACE, DELETE_IF_EQUAL -> present && before == history.expected(op);
                };
        if (holds) {
            switch (history.kind(op)) {
                case GET -> {}
                case DELETE, DELETE_IF_EQUAL -> registers.remove(key);
                case FETCH_ADD -> registers.put(key, before + history.argument(op));
                default -> registers.put(key, history.argument(op));
            }
        }
        return answer(op, holds, present, before);
    }

    private Runnable answer(int op, boolean holds, boolean present, long before) {
        OpKind kind = history.kind(op);
        boolean tellState = kind == OpKind.GET || random.nextInt(4) == 0;
        if (kind == OpKind.FETCH_ADD) {
            return () -> history.found(op, before, clock);
        }
        if (tellState) {
            return present
                    ? () -> history.found(op, before, clock)
                    : () -> history.foundAbsent(op, clock);
        }
        if (kind == OpKind.PUT || random.nextInt(6) == 0) {
            return () -> history.done(op, clock);
        }
        return holds ? () -> history.succeeded(op, clock) : () -> history.refused(op, clock);
    }
}
