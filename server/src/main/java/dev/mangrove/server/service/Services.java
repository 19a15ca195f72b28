package dev.mangrove.server.service;

import dev.mangrove.server.Plugin;
import dev.mangrove.server.pool.CatalogueTable;
import dev.mangrove.server.request.ServiceTable;
import dev.mangrove.server.state.ServerContext;
import dev.mangrove.server.state.ServerState;

import java.util.List;

/** Puts together all services of a server. */
public final class Services {
    private Services() {}

    public static ServiceTable of(ServerState state, List<Plugin> plugins) {
        ServiceTable table = new ServiceTable();
        new SessionServices(state).register(table);
        new ChunkServices(state).register(table);
        new PoolServices(state).register(table);
        CatalogueTable catalogue = state.catalogue();
        if (catalogue != null) {
            new CatalogueServices(state, catalogue).register(table);
        }
        ServerContext context = new ServerContext(state);
        TreeServices trees = new TreeServices(context);
        trees.register(table);
        ExtentServices extents = new ExtentServices(context);
        extents.register(table);
        MeganodeServices meganodes = new MeganodeServices(context, trees, extents);
        meganodes.register(table);
        SpatialServices spatial = new SpatialServices(context);
        spatial.register(table);
        BytesServices bytes = new BytesServices(context);
        bytes.register(table);
        ShipmentServices shipments = new ShipmentServices(state);
        shipments.register(table);
        state.onClose(shipments::close);
        state.onDrop(
                index -> {
                    trees.dropped(index);
                    meganodes.dropped(index);
                    spatial.dropped(index);
                    bytes.dropped(index);
                    extents.dropped(index);
                });
        state.onDeparture(
                peer -> {
                    spatial.departed(peer);
                    bytes.departed(peer);
                    extents.departed(peer);
                    shipments.departed(peer);
                });
        state.onTick(bytes::sweep);
        plugins.forEach(plugin -> register(plugin, context, table));
        return table;
    }

    private static void register(Plugin plugin, ServerContext context, ServiceTable table) {
        plugin.register(context.refinements());
        if (plugin instanceof ServicePlugin services) {
            services.register(context, table);
        }
    }
}
