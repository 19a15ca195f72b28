package dev.mangrove.index.policy;

/** The last samples of a latency: their mean and standard deviation. */
final class LatencyWindow {
    private final double[] ring;
    private int next;
    private int size;
    private double sum;
    private double squares;

    LatencyWindow(int samples) {
        this.ring = new double[samples];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    double mean() {
        return sum / size;
    }

    double deviation() {
        double mean = mean();
        return Math.sqrt(Math.max(0, squares / size - mean * mean));
    }

    void add(double sample) {
        if (size == ring.length) {
            sum -= ring[next];
            squares -= ring[next] * ring[next];
        } else {
            size++;
        }
        ring[next] = sample;
        sum += sample;
        squares += sample * sample;
        next = (next + 1) % ring.length;
        if (next == 0) {
            sumUp();
        }
    }

    /** Adds all samples anew, so that rounding errors do not accumulate. */
    private void sumUp() {
        sum = 0;
        squares = 0;
        for (double sample : ring) {
            sum += sample;
            squares += sample * sample;
        }
    }

    void clear() {
        size = 0;
        next = 0;
        sum = 0;
        squares = 0;
    }
}
