package dev.mangrove.peers.spatial;

import dev.mangrove.peers.PostgresServer;
import dev.mangrove.peers.Skipped;

import org.postgresql.PGConnection;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * PostGIS: rectangles in a table with a GiST index; prepared statements, each in a transaction of
 * its own. The index compares boxes of single precision; this class removes the additional results.
 */
final class PostgisStore implements SpatialStore {
    private static final int AT_ONCE = 20_000;

    private final Data data;
    private final PostgresServer server;

    PostgisStore(Data data) throws Skipped {
        this.data = data;
        this.server = PostgresServer.start();
    }

    @Override
    public void load() {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE UNLOGGED TABLE raw (id int, a float8, b float8, c float8, d float8)");
            for (int id = 0; id < data.loaded(); id += AT_ONCE) {
                copy(connection, id, Math.min(id + AT_ONCE, data.loaded()));
            }
            statement.execute(
                    "CREATE UNLOGGED TABLE objects AS"
                            + " SELECT id, ST_MakeEnvelope(a, b, c, d) AS box FROM raw");
            statement.execute("DROP TABLE raw");
            statement.execute("CREATE INDEX ON objects USING GIST (box)");
            statement.execute("CREATE INDEX ON objects (id)");
            statement.execute("ANALYZE objects");
        } catch (SQLException | IOException e) {
            throw new IllegalStateException("cannot load", e);
        }
    }

    private void copy(Connection connection, int from, int to) throws SQLException, IOException {
        StringBuilder rows = new StringBuilder();
        for (int id = from; id < to; id++) {
            rows.append(id).append('\t').append(data.minX(id)).append('\t').append(data.minY(id));
            rows.append('\t').append(data.maxX(id)).append('\t').append(data.maxY(id)).append('\n');
        }
        long _ =
                connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("COPY raw FROM STDIN", new StringReader(rows.toString()));
    }

    @Override
    public double bytes() {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet size =
                        statement.executeQuery("SELECT pg_total_relation_size('objects')")) {
            return size.next() ? size.getLong(1) : Double.NaN;
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the size of the table", e);
        }
    }

    @Override
    public SpatialPeer open() {
        try {
            return new Peer(data, server.connect());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot connect", e);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private static final class Peer implements SpatialPeer {
        private final Data data;
        private final Connection connection;
        private final PreparedStatement windows;
        private final PreparedStatement nearest;
        private final PreparedStatement inserts;
        private final PreparedStatement deletes;
        private final PreparedStatement moves;

        Peer(Data data, Connection connection) throws SQLException {
            this.data = data;
            this.connection = connection;
            windows =
                    connection.prepareStatement(
                            "SELECT id FROM objects WHERE box && ST_MakeEnvelope(?, ?, ?, ?)");
            nearest =
                    connection.prepareStatement(
                            "SELECT id FROM objects ORDER BY box <-> ST_Point(?, ?) LIMIT ?");
            inserts =
                    connection.prepareStatement(
                            "INSERT INTO objects VALUES (?, ST_MakeEnvelope(?, ?, ?, ?))");
            deletes = connection.prepareStatement("DELETE FROM objects WHERE id >= ? AND id < ?");
            moves =
                    connection.prepareStatement(
                            "UPDATE objects SET box = ST_MakeEnvelope(?, ?, ?, ?) WHERE id = ?");
        }

        @Override
        public void window(double minX, double minY, double maxX, double maxY, Hits hits) {
            try {
                borders(windows, 1, minX, minY, maxX, maxY);
                try (ResultSet rows = windows.executeQuery()) {
                    while (rows.next()) {
                        int id = rows.getInt(1);
                        if (data.intersects(id, minX, minY, maxX, maxY)) {
                            hits.add(id);
                        }
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException("cannot search", e);
            }
        }

        @Override
        public void nearest(double x, double y, int number, Hits hits) {
            try {
                nearest.setDouble(1, x);
                nearest.setDouble(2, y);
                nearest.setInt(3, number);
                try (ResultSet rows = nearest.executeQuery()) {
                    while (rows.next()) {
                        hits.add(rows.getInt(1));
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException("cannot search", e);
            }
        }

        @Override
        public void insert(int id) {
            try {
                inserts.setInt(1, id);
                borders(inserts, 2, data.minX(id), data.minY(id), data.maxX(id), data.maxY(id));
                inserts.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException("cannot insert " + id, e);
            }
        }

        private static void borders(PreparedStatement statement, int first, double... borders)
                throws SQLException {
            for (int i = 0; i < borders.length; i++) {
                statement.setDouble(first + i, borders[i]);
            }
        }

        @Override
        public void forget(int from, int to) {
            try {
                deletes.setInt(1, from);
                deletes.setInt(2, to);
                deletes.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException("cannot delete", e);
            }
        }

        @Override
        public void move(int id, double x, double y) {
            move(id, x, y, x, y);
        }

        private void move(int id, double minX, double minY, double maxX, double maxY) {
            try {
                borders(moves, 1, minX, minY, maxX, maxY);
                moves.setInt(5, id);
                if (moves.executeUpdate() != 1) {
                    throw new IllegalStateException("id " + id + " was not there once");
                }
            } catch (SQLException e) {
                throw new IllegalStateException("cannot move " + id, e);
            }
        }

        @Override
        public void restore(int... ids) {
            for (int id : ids) {
                move(id, data.minX(id), data.minY(id), data.maxX(id), data.maxY(id));
            }
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException("cannot close", e);
            }
        }
    }
}
