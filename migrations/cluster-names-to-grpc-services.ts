import { leave, type Migration } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** Sources that are asked over gRPC. */
const OVER_GRPC: ReadonlySet<unknown> = new Set(['GRPC', 'DELTA_GRPC']);

/** The cluster of a source over gRPC → `grpc_services`. */
export const clusterNamesToGrpcServices: Migration = {
  id: 'cluster-names-to-grpc-services',
  title: 'the `cluster_names` of a source over gRPC become its `grpc_services`',
  why: 'Early proxies took the cluster of a gRPC stream from `cluster_names`; later ones refuse it there and read `grpc_services`.',
  how: 'One name becomes the `envoy_grpc` of the first service. Left are several names, of which nothing tells which was meant, and names beside `grpc_services`.',
  source: 'full API of version 2: core.ApiConfigSource',
  optional: true,
  messages: ['core.ApiConfigSource'],
  fields: ['cluster_names'],
  example: {
    type: 'core.ApiConfigSource',
    before: `api_type: GRPC
cluster_names: [xds] # our management server
`,
    after: `api_type: GRPC
# our management server
grpc_services:
  - envoy_grpc:
      cluster_name: xds
`,
  },
  plan(view) {
    const { api_type: type, cluster_names: names, grpc_services: services = [] } = view.value;
    if (!OVER_GRPC.has(type) || !Array.isArray(names) || names.length === 0) return [];
    if (Array.isArray(services) && services.length > 0)
      return leave(
        'cluster_names',
        'grpc_services stand beside it, and a source over gRPC is asked through these alone: remove cluster_names',
      );
    if (names.length > 1 || view.entries('cluster_names') > 1)
      return leave(
        'cluster_names',
        'a source over gRPC is asked through one cluster; write grpc_services: [{envoy_grpc: {cluster_name: NAME}}] with the one that is meant',
      );
    const list = view.at('cluster_names');
    const moves = relocate(view, {
      from: ['cluster_names', 0],
      to: ['grpc_services', 0, 'envoy_grpc', 'cluster_name'],
    });
    // One name may stand there without a list, and goes as a whole.
    const rest: readonly Edit[] = view.at('cluster_names', 0) === list ? [] : [{ op: 'remove', path: list }];
    return [
      {
        kind: 'edits',
        edits: [...moves, ...rest],
        reason: 'cluster_names became the envoy_grpc of grpc_services',
      },
    ];
  },
};
