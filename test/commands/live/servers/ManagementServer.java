import com.google.protobuf.Any;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.controlplane.cache.v3.SimpleCache;
import io.envoyproxy.controlplane.cache.v3.Snapshot;
import io.envoyproxy.controlplane.server.V3DiscoveryServer;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import io.envoyproxy.envoy.config.endpoint.v3.ClusterLoadAssignment;
import io.envoyproxy.envoy.config.listener.v3.Listener;
import io.envoyproxy.envoy.config.route.v3.RouteConfiguration;
import io.envoyproxy.envoy.extensions.filters.http.router.v3.Router;
import io.envoyproxy.envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Serves the resources of a discovery response, which a file holds as JSON, and prints the port. */
public final class ManagementServer {
  public static void main(String[] arguments) throws Exception {
    TypeRegistry types =
        TypeRegistry.newBuilder()
            .add(Cluster.getDescriptor())
            .add(ClusterLoadAssignment.getDescriptor())
            .add(Listener.getDescriptor())
            .add(RouteConfiguration.getDescriptor())
            .add(HttpConnectionManager.getDescriptor())
            .add(Router.getDescriptor())
            .build();
    DiscoveryResponse.Builder response = DiscoveryResponse.newBuilder();
    JsonFormat.parser().usingTypeRegistry(types).merge(Files.readString(Path.of(arguments[0])), response);
    List<Cluster> clusters = new ArrayList<>();
    List<ClusterLoadAssignment> endpoints = new ArrayList<>();
    List<Listener> listeners = new ArrayList<>();
    List<RouteConfiguration> routes = new ArrayList<>();
    for (Any any : response.getResourcesList()) {
      if (any.is(Cluster.class)) clusters.add(any.unpack(Cluster.class));
      else if (any.is(ClusterLoadAssignment.class)) endpoints.add(any.unpack(ClusterLoadAssignment.class));
      else if (any.is(Listener.class)) listeners.add(any.unpack(Listener.class));
      else if (any.is(RouteConfiguration.class)) routes.add(any.unpack(RouteConfiguration.class));
    }
    SimpleCache<String> cache = new SimpleCache<>(node -> "all");
    cache.setSnapshot("all", Snapshot.create(clusters, endpoints, listeners, routes, List.of(), "1"));
    V3DiscoveryServer discovery = new V3DiscoveryServer(cache);
    Server server =
        NettyServerBuilder.forPort(0).addService(discovery.getAggregatedDiscoveryServiceImpl()).build().start();
    System.out.println("port " + server.getPort());
    server.awaitTermination();
  }
}
