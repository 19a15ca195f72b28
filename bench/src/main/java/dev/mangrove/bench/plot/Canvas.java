package dev.mangrove.bench.plot;

import java.util.List;

/** Something to draw on; the origin is the upper left corner. */
interface Canvas {
    /** Which end of a text is at its place. */
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

    /** A diamond with a white filling that what is below shines through. */
    void diamond(double x, double y, double radius, String color);

    void text(double x, double y, String text, int size, Anchor anchor, String color);

    /** A text that goes upwards, its middle at a place. */
    void verticalText(double x, double y, String text, int size, String color);
}
