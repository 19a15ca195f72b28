package dev.mangrove.index.policy;

/** What a request is expected to take. Filled anew for each request by the thread that owns it. */
public final class RequestEstimate {
    private double pages = 1;
    private double pageBytes = 1;
    private double answerBytes;

    /** Nothing expected yet. */
    public RequestEstimate() {}

    /**
     * Sets what is expected.
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

    /** Pages to look at, 1 at least. */
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
