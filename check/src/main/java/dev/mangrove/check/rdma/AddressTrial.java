package dev.mangrove.check.rdma;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.verbs.VerbsProvider;
import dev.mangrove.fabric.verbs.device.DeviceInfo;
import dev.mangrove.fabric.verbs.device.GidInfo;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server listens at every IPv4 and IPv6 address of the device in turn; a client connects. */
final class AddressTrial {
    private static final int BYTES = 4096;
    private static final long VALUE = 0x1234_5678_9ABC_DEF0L;
    private static final Secret SECRET = Secret.of("of the trial");

    private final Host host;

    AddressTrial(Host host) {
        this.host = host;
    }

    RdmaCheck.Row run() {
        List<String> addresses = addresses();
        List<String> failures = new ArrayList<>();
        try (Fabric verbs = Fabric.open("verbs", host)) {
            for (String address : addresses) {
                try {
                    reach(verbs, URI.create("verbs://" + address + ":0"));
                } catch (FabricException e) {
                    failures.add(address + ": " + e.getMessage());
                }
            }
        }
        return RdmaCheck.row(
                failures.isEmpty() && !addresses.isEmpty(),
                "%d of %d reached: %s%s"
                        .formatted(
                                addresses.size() - failures.size(),
                                addresses.size(),
                                addresses,
                                failures.isEmpty() ? "" : "; " + failures));
    }

    /** Addresses of this machine that are GIDs of a device, as they stand in a URI. */
    private static List<String> addresses() {
        List<GidInfo> gids = new ArrayList<>();
        for (DeviceInfo device : VerbsProvider.devices()) {
            device.ports().forEach(port -> gids.addAll(port.gids()));
        }
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> gids.stream().anyMatch(gid -> isRoutable(gid, address)))
                    .map(InetAddress::getHostAddress)
                    .map(text -> text.indexOf(':') < 0 ? text : "[" + text + "]")
                    .sorted()
                    .toList();
        } catch (SocketException e) {
            throw new IllegalStateException("cannot list the addresses of this machine", e);
        }
    }

    private static boolean isRoutable(GidInfo gid, InetAddress address) {
        String text = address.getHostAddress().replaceAll("%.*", "");
        return gid.type() == GidInfo.Type.ROCE_2 && gid.address().equals(text);
    }

    private static void reach(Fabric verbs, URI place) {
        EndpointOptions client =
                EndpointOptions.DEFAULT.withTimeout(Duration.ofSeconds(30)).withSecret(SECRET);
        try (Target target = verbs.listen(TargetOptions.at(place).withSecret(SECRET));
                Endpoint endpoint = verbs.endpoint(client)) {
            Region region = target.allocate(1, BYTES, Placement.HOST);
            Channel channel = endpoint.connect(target.uri());
            channel.attach(region.handle());
            Batch batch = channel.batch(2);
            batch.writeLong(region.handle().address(0), VALUE);
            batch.fetchAndAdd(region.handle().address(0), 1);
            batch.execute();
            if (batch.result(1) != VALUE) {
                throw new IllegalStateException(
                        "READ does not return the bytes written at " + place);
            }
        }
    }
}
