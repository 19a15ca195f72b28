package dev.mangrove.index.policy;

/** Expected cost of a request. Set for each request by the thread that owns it. */
public final class RequestEstimate {
    private double pages = 1;
    private double pageBytes = 1;
    private double answerBytes;
    private double levels = 1;

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
        set(expectedPages, bytes, answer, expectedPages);
    }

    /**
     * Sets the values of a request for which the client has copies of some pages.
     *
     * @param expectedPages pages to read, without those that the client has copies of
     * @param bytes of the pages to read
     * @param answer bytes of the server's answer
     * @param height pages to look at, with the copies
     */
    public void set(double expectedPages, double bytes, double answer, double height) {
        pages = Math.max(1, expectedPages);
        pageBytes = bytes;
        answerBytes = answer;
        levels = Math.max(1, height);
    }

    /** Pages to read, at least 1. */
    public double pages() {
        return pages;
    }

    /** Pages to look at, cached or not, at least 1. */
    public double levels() {
        return levels;
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
