import type { MessageView, Migration } from '../src/canonical/migration/migration.ts';
import { wrapEntry } from '../src/canonical/migration/wrap.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** Cluster.hosts → Cluster.load_assignment (data-model, Cluster and Versioning 1; routing-facts 56). */
export const hostsToLoadAssignment: Migration = {
  id: 'hosts-to-load-assignment',
  title: '`hosts` of a cluster becomes `load_assignment`',
  why: '`hosts` is deprecated: it knows neither localities nor weights, priorities or health, and later proxies refuse it.',
  how:
    'All hosts become endpoints of one locality, in their order, each address moved as it stands with its comments. Under locality weighting that ' +
    'locality gets the weight 1, which `hosts` implied: without it, it would get no traffic. Where `load_assignment` stands too, it wins and ' +
    '`hosts` goes. A cluster without a name is left: the load assignment needs one.',
  source: 'data-model.md: Cluster (hosts, load_assignment), Versioning 1',
  optional: false,
  messages: ['Cluster'],
  fields: ['hosts'],
  example: {
    type: 'Cluster',
    before: `name: shop
connect_timeout: 1s
type: STRICT_DNS
hosts:
# the old rack
- socket_address: {address: shop-1.example.test, port_value: 8080}
`,
    after: `name: shop
connect_timeout: 1s
type: STRICT_DNS
load_assignment:
  cluster_name: shop
  endpoints:
  - lb_endpoints:
    # the old rack
    - endpoint:
        address:
          socket_address: {address: shop-1.example.test, port_value: 8080}
`,
  },
  plan(view) {
    const { hosts, load_assignment: assignment, name } = view.value;
    if (!Array.isArray(hosts)) return [];
    const remove: Edit = { op: 'remove', path: view.at('hosts') };
    if (assignment !== undefined) {
      const reason = 'removed hosts: load_assignment stands beside it and wins';
      const warning = `hosts of "${String(name ?? '')}" was removed, since load_assignment beside it wins; look whether that one says what was meant`;
      return [{ kind: 'edits', edits: [remove], reason, warning }];
    }
    if (hosts.length === 0 && view.entries('hosts') === 0) {
      return [{ kind: 'edits', edits: [remove], reason: 'removed hosts: it is empty' }];
    }
    if (typeof name !== 'string' || name === '') {
      return [
        {
          kind: 'left',
          field: 'hosts',
          reason: 'the cluster has no name, which its load assignment would need; give it one',
        },
      ];
    }
    const why = view.whyEntriesStay('hosts');
    if (why !== undefined) return [{ kind: 'left', field: 'hosts', reason: why }];
    const edits = editsFor(view, name, hosts);
    const reason = `hosts became load_assignment with ${hosts.length === 1 ? 'one endpoint' : `${hosts.length} endpoints`}`;
    return [{ kind: 'edits', edits, reason }];
  },
};

function editsFor(view: MessageView, name: string, hosts: readonly unknown[]): Edit[] {
  const sharing = view.sharing('hosts', 'load_assignment');
  if (sharing === 'otherwise') return copied(view, name, hosts);
  const isAlone = view.at('hosts', 0) === view.at('hosts');
  if (isAlone || (sharing === 'alone' && view.isInBrackets('hosts'))) return moved(view, name, hosts.length);
  return wrapped(view, name, hosts.length);
}

/** Each host becomes an endpoint where it stands; then the list moves, with all comments and blank lines in it. */
function wrapped(view: MessageView, name: string, count: number): Edit[] {
  const edits: Edit[] = [];
  for (let index = 0; index < count; index++)
    edits.push(...wrapEntry(view.at('hosts', index), { endpoint: {} }, '/endpoint/address'));
  const path = `${view.place('load_assignment')}/endpoints/0/${view.spelling('lb_endpoints')}`;
  edits.push(assignment(view, name, []));
  edits.push({ op: 'move', from: view.at('hosts'), path });
  return edits;
}

/** Each host moves to its endpoint, which is written in lines; what is left of the list goes. A host without a list moves alone. */
function moved(view: MessageView, name: string, count: number): Edit[] {
  const list = view.at('hosts');
  const isList = view.at('hosts', 0) !== list;
  const place = `${view.place('load_assignment')}/endpoints/0/${view.spelling('lb_endpoints')}`;
  const edits: Edit[] = [
    assignment(
      view,
      name,
      Array.from({ length: count }, () => ({ endpoint: {} })),
    ),
  ];
  // The last first: what stands behind a taken entry would move up each time.
  for (let index = count - 1; index >= 0; index--)
    edits.push({ op: 'move', from: view.at('hosts', index), path: `${place}/${index}/endpoint/address` });
  if (isList) edits.push({ op: 'remove', path: list });
  return edits;
}

/** The text of the hosts is needed elsewhere: they are written out anew. */
function copied(view: MessageView, name: string, hosts: readonly unknown[]): Edit[] {
  const endpoints = hosts.map((address) => ({ endpoint: { address } }));
  return [assignment(view, name, endpoints), { op: 'remove', path: view.at('hosts') }];
}

/** The new field with one locality; under locality weighting that needs a weight, or it would get no traffic. */
function assignment(view: MessageView, name: string, endpoints: readonly object[]): Edit {
  const locality = {
    lb_endpoints: endpoints,
    ...(isLocalityWeighted(view.value) ? { load_balancing_weight: 1 } : {}),
  };
  const value = view.spell('ClusterLoadAssignment', { cluster_name: name, endpoints: [locality] });
  return { op: 'add', path: view.place('load_assignment'), value, inPlaceOf: view.at('hosts') };
}

function isLocalityWeighted(cluster: { readonly [field: string]: unknown }): boolean {
  return (
    isObject(cluster.common_lb_config) && cluster.common_lb_config.locality_weighted_lb_config !== undefined
  );
}
