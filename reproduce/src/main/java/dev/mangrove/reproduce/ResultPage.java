package dev.mangrove.reproduce;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.bench.plot.Plots;

import java.util.List;

/** A Markdown page of all results: published and simulated values, and which of them hold. */
public final class ResultPage {
    private static final String PAGE = "reproductions.md";

    private final StringBuilder page = new StringBuilder();

    /** Creates a page without results. */
    public ResultPage() {
        page.append("# Published experiments, in virtual time\n\n")
                .append("Written by `./mangrove reproduce all --plot DIR`. ")
                .append("A ratio is ours to the paper's and holds from ")
                .append(Bound.PRINTED)
                .append("; one beyond that is **off**. A statement has the bound that its words")
                .append(" ask for beside what was found. Reasons of what fails are in")
                .append(" docs/SIMULATOR.md.\n");
    }

    /** Draws the pictures of a result, and adds pictures and numbers to the page. */
    public void add(Reproduction result, Plots plots) {
        int before = plots.written().size();
        result.plot(plots);
        Experiment experiment = Experiments.named(result.name());
        page.append("\n## ").append(result.name()).append("\n\n");
        page.append(experiment.what()).append(".\n\n");
        rows(result);
        comparisons(result);
        for (Reproduction.Claim claim : result.claims()) {
            page.append(claim.holds() ? "- holds: " : "- **fails**: ")
                    .append(claim.text())
                    .append('\n');
        }
        if (!result.note().isEmpty()) {
            page.append("\nNote: ").append(result.note()).append(".\n");
        }
        for (String picture : plots.written().subList(before, plots.written().size())) {
            page.append(text("%n![%s](%s.svg)%n", picture, picture));
        }
    }

    private void rows(Reproduction result) {
        if (result.rows().isEmpty()) {
            return;
        }
        page.append("| | paper | ours | ratio | |\n|---|---|---|---|---|\n");
        for (Reproduction.Row row : result.rows()) {
            page.append(
                    text(
                            "| %s | %.4g | %.4g | %.2f | %s |%n",
                            row.name(),
                            row.paper(),
                            row.ours(),
                            row.ratio(),
                            row.holds() ? "" : "**off**"));
        }
        page.append('\n');
    }

    private void comparisons(Reproduction result) {
        if (result.comparisons().isEmpty()) {
            return;
        }
        List<String> columns = Comparison.columns();
        line(columns);
        line(columns.stream().map(none -> "---").toList());
        result.comparisons().forEach(each -> line(each.cells()));
        page.append('\n');
    }

    private void line(List<String> cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Writes the page into the folder of its pictures. */
    public void write(Plots plots) {
        plots.text(PAGE, page.toString());
    }
}
