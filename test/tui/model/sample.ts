/** A small configuration with something of everything that the tree shows. */
export const SAMPLE = `
node: {id: edge-1}
static_resources:
  listeners:
  - name: public
    address: {socket_address: {address: 0.0.0.0, port_value: 80}}
    filter_chains:
    - filters:
      - name: envoy.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.config.filter.network.http_connection_manager.v2.HttpConnectionManager
          stat_prefix: public
          http_filters: [{name: envoy.router}]
          route_config:
            name: main
            virtual_hosts:
            - name: shop
              domains: [shop.test, "*.shop.test"]
              routes:
              - match: {prefix: /cart}
                route: {cluster: cart, timeout: 3s}
              - match: {prefix: /cart/old}
                route: {cluster: attic}
              - match: {path: /pay, headers: [{name: authorization, exact_match: Basic c2VjcmV0}]}
                route: {weighted_clusters: {clusters: [{name: cart, weight: 60}, {name: pay, weight: 40}]}}
              - match: {prefix: /}
                route: {cluster: gone}
  clusters:
  - name: cart
    connect_timeout: 1s
    type: STATIC
    load_assignment:
      cluster_name: cart
      endpoints:
      - locality: {region: north, zone: a}
        lb_endpoints:
        - endpoint: {address: {socket_address: {address: 10.0.0.1, port_value: 8080}}}
        - endpoint: {address: {socket_address: {address: "::1", port_value: 8080}}}
          load_balancing_weight: 3
  - name: pay
    connect_timeout: 1s
    hosts: [{socket_address: {address: 10.0.0.2, port_value: 443}}]
    tls_context:
      common_tls_context:
        tls_certificates: [{private_key: {inline_string: "hush hush"}, certificate_chain: {filename: /pay.pem}}]
  - name: attic
    connect_timeout: 1s
`;
