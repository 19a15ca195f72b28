package dev.mangrove.reproduce.nam;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Reproduction;

import java.util.List;

/** Texts and parameters of all experiments of the NAM paper. */
final class NamText {
    /** The paper's cluster. */
    static final String PROFILE = "nam-fdr";

    /** The paper's designs. */
    static final List<Design> DESIGNS = List.of(Design.COARSE, Design.FINE, Design.HYBRID);

    private NamText() {}

    /** Adds notes on the differences from the paper's data. */
    static Reproduction scaled(Reproduction result, long keys) {
        return result.note(
                        text(
                                "%.2f M keys instead of 100 M; ranges of 0.001, 0.01 and 0.1 return"
                                        + " %s, %s and %s of them",
                                keys / 1e6,
                                NamWork.NARROW.selectivity(),
                                NamWork.MIDDLE.selectivity(),
                                NamWork.WIDE.selectivity()))
                .note(
                        "keys and values of 8 bytes instead of 4, in pages of 1.5 KiB instead of 1,"
                                + " so that a page holds as many as the paper's")
                .note("ranges are counted by keys, queries per second follow from that");
    }
}
