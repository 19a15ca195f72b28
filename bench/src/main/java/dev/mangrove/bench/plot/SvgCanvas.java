package dev.mangrove.bench.plot;

import java.util.List;
import java.util.Locale;

/** Draws as SVG. */
final class SvgCanvas implements Canvas {
    private final StringBuilder out = new StringBuilder();

    SvgCanvas(int width, int height, String title) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                        + " height=\"%d\" font-family=\"DejaVu Sans, Verdana, sans-serif\""
                        + " role=\"img\">",
                width, height, width, height);
        add("<title>%s</title>", escaped(title));
        rectangle(0, 0, width, height, "#ffffff");
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, String color, double width) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
                        + " stroke-width=\"%.1f\"/>",
                x1, y1, x2, y2, color, width);
    }

    @Override
    public void polyline(List<Chart.Point> points, String color, double width) {
        StringBuilder list = new StringBuilder();
        for (Chart.Point point : points) {
            list.append(String.format(Locale.ROOT, "%.1f,%.1f ", point.x(), point.y()));
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
                list.toString().strip(), color, width);
    }

    @Override
    public void rectangle(double x, double y, double width, double height, String color) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                x, y, width, height, color);
    }

    @Override
    public void disc(double x, double y, double radius, String color) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>", x, y, radius, color);
    }

    @Override
    public void diamond(double x, double y, double radius, String color) {
        add(
                "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fZ\" fill=\"#ffffff\""
                        + " fill-opacity=\"0.55\" stroke=\"%s\" stroke-width=\"2\"/>",
                x, y - radius, x + radius, y, x, y + radius, x - radius, y, color);
    }

    @Override
    public void text(double x, double y, String text, int size, Anchor anchor, String color) {
        String end =
                switch (anchor) {
                    case START -> "start";
                    case MIDDLE -> "middle";
                    case END -> "end";
                };
        add(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s"
                        + "</text>",
                x, y, size, end, color, escaped(text));
    }

    @Override
    public void verticalText(double x, double y, String text, int size, String color) {
        add(
                "<text transform=\"translate(%.1f %.1f) rotate(-90)\" font-size=\"%d\""
                        + " text-anchor=\"middle\" fill=\"%s\">%s</text>",
                x, y, size, color, escaped(text));
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The whole file. */
    @Override
    public String toString() {
        return out + "</svg>\n";
    }
}
