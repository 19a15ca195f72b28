package dev.mangrove.bench.plot;

import java.util.List;

/** A drawing surface; the origin is the upper left corner. */
interface Canvas {
    /** The part of a text that lies at the given point. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    void line(double x1, double y1, double x2, double y2, String color, double width);

    void polyline(List<Chart.Point> points, String color, double width);

    void rectangle(double x, double y, double width, double height, String color);

    /** A filled disc. */
    void disc(double x, double y, double radius, String color);

    /** A diamond with a translucent white filling. */
    void diamond(double x, double y, double radius, String color);

    void text(double x, double y, String text, int size, Anchor anchor, String color);

    /** A text rotated by 90 degrees, centred at a point. */
    void verticalText(double x, double y, String text, int size, String color);
}
