package dev.mangrove.bench.reproduce;

import static dev.mangrove.bench.reproduce.Text.text;

/** What all experiments of the NAM paper say. */
final class NamText {
    /** The paper's cluster. */
    static final String PROFILE = "nam-fdr";

    private static final double PAPER_KEYS = 100e6;

    private NamText() {}

    /** Says how the data differs from the paper's. */
    static Reproduction scaled(Reproduction result, long keys) {
        return result.note(
                text(
                        "%.1f M keys instead of 100 M, so that a range has 1/%.0f of the paper's"
                                + " pages; keys and values of 8 bytes instead of 4, in pages of"
                                + " 1.5 KiB instead of 1, so that a page holds as many as the"
                                + " paper's; throughput of ranges is counted by keys",
                        keys / 1e6, PAPER_KEYS / keys));
    }
}
