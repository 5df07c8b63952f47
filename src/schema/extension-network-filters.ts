/** Network filters known by name. */
import type { ExtensionSpec } from './extension-spec.ts';

export const networkFilterExtensions: readonly ExtensionSpec[] = [
  {
    name: 'filters.network.client_ssl_auth',
    older: ['client_ssl_auth'],
    kind: 'network filter',
    typeName: 'config.filter.network.client_ssl_auth.v2.ClientSSLAuth',
  },
  {
    name: 'filters.network.direct_response',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.direct_response.v2.Config',
  },
  {
    name: 'filters.network.dubbo_proxy',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.dubbo_proxy.v2alpha1.DubboProxy',
  },
  {
    name: 'filters.network.echo',
    older: ['echo'],
    kind: 'network filter',
    typeName: 'config.filter.network.echo.v2.Echo',
  },
  {
    name: 'filters.network.ext_authz',
    older: ['ext_authz'],
    kind: 'network filter',
    typeName: 'config.filter.network.ext_authz.v2.ExtAuthz',
  },
  {
    name: 'filters.network.http_connection_manager',
    older: ['http_connection_manager'],
    kind: 'network filter',
    config: 'HttpConnectionManager',
  },
  {
    name: 'filters.network.kafka_broker',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.kafka_broker.v2alpha1.KafkaBroker',
  },
  {
    name: 'filters.network.local_ratelimit',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.local_rate_limit.v2alpha.LocalRateLimit',
  },
  {
    name: 'filters.network.mongo_proxy',
    older: ['mongo_proxy'],
    kind: 'network filter',
    typeName: 'config.filter.network.mongo_proxy.v2.MongoProxy',
  },
  {
    name: 'filters.network.mysql_proxy',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.mysql_proxy.v1alpha1.MySQLProxy',
  },
  {
    name: 'filters.network.ratelimit',
    older: ['ratelimit'],
    kind: 'network filter',
    typeName: 'config.filter.network.rate_limit.v2.RateLimit',
  },
  {
    name: 'filters.network.rbac',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.rbac.v2.RBAC',
  },
  {
    name: 'filters.network.redis_proxy',
    older: ['redis_proxy'],
    kind: 'network filter',
    config: 'RedisProxy',
    protocolOptionsTypeName: 'config.filter.network.redis_proxy.v2.RedisProtocolOptions',
  },
  {
    name: 'filters.network.sni_cluster',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.sni_cluster.v2.SniCluster',
  },
  {
    name: 'filters.network.tcp_proxy',
    older: ['tcp_proxy'],
    kind: 'network filter',
    config: 'TcpProxy',
  },
  {
    name: 'filters.network.thrift_proxy',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.thrift_proxy.v2alpha1.ThriftProxy',
    protocolOptionsTypeName: 'config.filter.network.thrift_proxy.v2alpha1.ThriftProtocolOptions',
  },
  {
    name: 'filters.network.zookeeper_proxy',
    older: [],
    kind: 'network filter',
    typeName: 'config.filter.network.zookeeper_proxy.v1alpha1.ZooKeeperProxy',
  },
];
