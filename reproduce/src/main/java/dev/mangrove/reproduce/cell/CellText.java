package dev.mangrove.reproduce.cell;

/** Notes of the Cell paper's experiments. */
final class CellText {
    static final String PROFILE = "cell-nome";

    static final String SCALE =
            "32,768 keys in a tree of five levels with 8 entries per node stand for a meganode: the"
                    + " number of READs and of nodes per search is the paper's";

    private CellText() {}
}
