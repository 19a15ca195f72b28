package dev.mangrove.check.history;

import java.util.Random;

/** Short random histories of one key, correct or not: any response at any time. */
final class RandomHistories {
    private RandomHistories() {}

    static History generate(long seed) {
        Random random = new Random(seed);
        int ops = 1 + random.nextInt(8);
        int values = 1 + random.nextInt(3);
        int span = 2 + random.nextInt(20);
        History history = new History(ops);
        for (int i = 0; i < ops; i++) {
            long start = random.nextInt(span);
            int op = invoke(history, i, values, start, random);
            long end = start + random.nextInt(8);
            int fate = random.nextInt(10);
            if (fate == 0) {
                history.failed(op, end);
            } else if (fate > 1) {
                Mutations.respondAnyhow(history, op, end, random, values + 1);
            } else if (random.nextBoolean()) {
                history.endsBy(op, end);
            }
        }
        return history;
    }

    private static int invoke(History history, int client, int values, long start, Random random) {
        long value = random.nextInt(values);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> history.invokeGet(client, 0, start);
            case 3 -> history.invokePut(client, 0, value, start);
            case 4 -> history.invokePutIfAbsent(client, 0, value, start);
            case 5 -> history.invokePutIfPresent(client, 0, value, start);
            case 6 -> history.invokeReplace(client, 0, random.nextInt(values), value, start);
            case 7 -> history.invokeDelete(client, 0, start);
            case 8 -> history.invokeDeleteIfEqual(client, 0, random.nextInt(values), start);
            default -> history.invokeFetchAdd(client, 0, value, start);
        };
    }
}
