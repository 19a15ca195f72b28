package dev.mangrove.cli.report;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table for people: text to the left, numbers to the right, two spaces between columns.
 *
 * <pre>{@code
 * Table table = new Table("design", "ops/s", "µs");
 * table.row("fine", 812_000, 1.23);
 * out.print(table);
 * }</pre>
 */
public final class Table {
    private static final String GAP = "  ";
    private static final String ABSENT = "-";

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();
    private final boolean[] numeric;

    /** Creates a table with the given column names and no rows. */
    public Table(String... header) {
        this.header = List.of(header);
        this.numeric = new boolean[header.length];
    }

    /**
     * Adds a row. Whole numbers are grouped by thousands, fractions are cut to four significant
     * digits, {@code null} is shown as a dash, everything else by its own {@code toString}.
     */
    public Table row(@Nullable Object... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(
                    "row does not fit the table: columns="
                            + header.size()
                            + ", cells="
                            + cells.length);
        }
        List<String> row = new ArrayList<>(cells.length);
        for (int column = 0; column < cells.length; column++) {
            numeric[column] |= cells[column] instanceof Number;
            row.add(text(cells[column]));
        }
        rows.add(row);
        return this;
    }

    /** Returns the whole table, a line per row, each ended by a newline. */
    @Override
    public String toString() {
        int[] widths = widths();
        StringBuilder out = new StringBuilder();
        append(out, header, widths);
        append(out, rule(widths), widths);
        rows.forEach(row -> append(out, row, widths));
        return out.toString();
    }

    private static String text(@Nullable Object cell) {
        return switch (cell) {
            case null -> ABSENT;
            case Double d -> fraction(d);
            case Float f -> fraction(f);
            case Number n -> String.format(Locale.ROOT, "%,d", n.longValue());
            default -> cell.toString();
        };
    }

    private static String fraction(double value) {
        if (!Double.isFinite(value)) {
            return ABSENT;
        }
        if (value != 0 && Math.abs(value) < 1e-3) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        int wholeDigits = value == 0 ? 1 : (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        int decimals = Math.clamp(4 - wholeDigits, 0, 3);
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private int[] widths() {
        int[] widths = new int[header.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = width(header.get(column));
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        return widths;
    }

    private static List<String> rule(int[] widths) {
        List<String> rule = new ArrayList<>(widths.length);
        for (int width : widths) {
            rule.add("-".repeat(width));
        }
        return rule;
    }

    private void append(StringBuilder out, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String padding = " ".repeat(widths[column] - width(cell));
            line.append(column == 0 ? "" : GAP)
                    .append(numeric[column] ? padding + cell : cell + padding);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
