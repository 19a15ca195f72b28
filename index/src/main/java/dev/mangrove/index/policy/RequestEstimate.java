package dev.mangrove.index.policy;

/** Expected cost of a request. Set for each request by the thread that owns it. */
public final class RequestEstimate {
    private double pages = 1;
    private double pageBytes = 1;
    private double answerBytes;

    /** Creates an estimate without values. */
    public RequestEstimate() {}

    /**
     * Sets the values.
     *
     * @param expectedPages pages to look at
     * @param bytes of all these pages, as a client reads them
     * @param answer bytes of the server's answer
     */
    public void set(double expectedPages, double bytes, double answer) {
        pages = Math.max(1, expectedPages);
        pageBytes = bytes;
        answerBytes = answer;
    }

    /** Pages to read, at least 1. */
    public double pages() {
        return pages;
    }

    /** Bytes of all these pages, as a client reads them. */
    public double pageBytes() {
        return pageBytes;
    }

    /** Bytes of the server's answer. */
    public double answerBytes() {
        return answerBytes;
    }
}
