package dev.mangrove.check.stress;

import java.nio.file.Path;

/**
 * The arguments of a client process.
 *
 * @param pool a server of the pool
 * @param folder of the journals
 * @param client number of the client, unique in the run
 * @param seed of its operations
 * @param servers number of servers
 * @param seconds maximum duration of its work
 */
record ClientTask(String pool, Path folder, int client, long seed, int servers, double seconds) {
    static final String INDEX = "stress";

    /** Maximum number of threads of a process. */
    static final int MOST_THREADS = 2;

    private static final double BYTES_PER_OPERATION = 256;
    private static final long SPARE_BYTES = 1 << 20;
    private static final double BEATS_PER_SECOND = 1e9 / StressClock.BEAT_NANOS;

    /** Number of a journal's writer, from the numbers of client and thread. */
    int writer(int thread) {
        return client * MOST_THREADS + thread;
    }

    Path journal(int thread) {
        return folder.resolve("journal-" + writer(thread));
    }

    /** Size of a journal for the maximum number of operations of a thread. */
    long journalBytes() {
        double operations = seconds * BEATS_PER_SECOND * StressWorker.OPERATIONS_PER_BEAT;
        return SPARE_BYTES + (long) (operations * BYTES_PER_OPERATION);
    }

    /** Formats the task as arguments of a process. */
    String[] arguments() {
        return new String[] {
            pool,
            folder.toString(),
            Integer.toString(client),
            Long.toString(seed),
            Integer.toString(servers),
            Double.toString(seconds)
        };
    }

    /** Reads what {@link #arguments} wrote. */
    static ClientTask parse(String... arguments) {
        return new ClientTask(
                arguments[0],
                Path.of(arguments[1]),
                Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]),
                Integer.parseInt(arguments[4]),
                Double.parseDouble(arguments[5]));
    }
}
