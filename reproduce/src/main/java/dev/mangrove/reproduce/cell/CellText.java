package dev.mangrove.reproduce.cell;

import static dev.mangrove.reproduce.Text.text;

/** Notes of the Cell paper's experiments. */
final class CellText {
    static final String PROFILE = "cell-nome";

    static final String SCALE =
            "32,768 keys in a tree of five levels with 8 entries per node stand for a meganode: the"
                    + " number of READs and of nodes per search is the paper's";

    /** What was scaled, for a tree of several meganodes. */
    static String scale(CellTree tree) {
        return text(
                "%,d keys in a tree of seven levels with %d entries per node, in 16 meganodes of"
                    + " five levels: the number of READs and of nodes per search is the paper's",
                tree.keys(), tree.loaded());
    }

    private CellText() {}
}
