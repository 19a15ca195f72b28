package dev.mangrove.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

/** Draws into an image, at two pixels per unit. */
final class ImageCanvas implements Canvas {
    private static final double SCALE = 2;
    private static final Color FILLING = new Color(255, 255, 255, 140);

    private final BufferedImage image;
    private final Graphics2D graphics;

    ImageCanvas(int width, int height) {
        image =
                new BufferedImage(
                        (int) (width * SCALE), (int) (height * SCALE), BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(
                RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(
                RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.scale(SCALE, SCALE);
        rectangle(0, 0, width, height, "#ffffff");
    }

    BufferedImage image() {
        return image;
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, String color, double width) {
        pen(color, width);
        graphics.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    @Override
    public void polyline(List<Chart.Point> points, String color, double width) {
        pen(color, width);
        Path2D path = new Path2D.Double();
        for (Chart.Point point : points) {
            if (path.getCurrentPoint() == null) {
                path.moveTo(point.x(), point.y());
            } else {
                path.lineTo(point.x(), point.y());
            }
        }
        graphics.draw(path);
    }

    @Override
    public void rectangle(double x, double y, double width, double height, String color) {
        graphics.setColor(Color.decode(color));
        graphics.fill(new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void disc(double x, double y, double radius, String color) {
        graphics.setColor(Color.decode(color));
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void diamond(double x, double y, double radius, String color) {
        Path2D path = new Path2D.Double();
        path.moveTo(x, y - radius);
        path.lineTo(x + radius, y);
        path.lineTo(x, y + radius);
        path.lineTo(x - radius, y);
        path.closePath();
        graphics.setColor(FILLING);
        graphics.fill(path);
        pen(color, 2);
        graphics.draw(path);
    }

    @Override
    public void text(double x, double y, String text, int size, Anchor anchor, String color) {
        graphics.setColor(Color.decode(color));
        graphics.setFont(font(size));
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double shift =
                switch (anchor) {
                    case START -> 0;
                    case MIDDLE -> width / 2;
                    case END -> width;
                };
        graphics.drawString(text, (float) (x - shift), (float) y);
    }

    @Override
    public void verticalText(double x, double y, String text, int size, String color) {
        AffineTransform before = graphics.getTransform();
        graphics.translate(x, y);
        graphics.rotate(-Math.PI / 2);
        text(0, 0, text, size, Anchor.MIDDLE, color);
        graphics.setTransform(before);
    }

    private void pen(String color, double width) {
        graphics.setColor(Color.decode(color));
        graphics.setStroke(
                new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }

    private static Font font(int size) {
        return new Font(Font.SANS_SERIF, Font.PLAIN, size);
    }
}
