/** Edits of a configuration that keep its meaning, on plain values and by the specification alone. */
import { typeUrl } from '../../../src/model/type-url.ts';
import { type CompiledField, compiledMessage } from '../../../src/schema/compiled.ts';
import { type Data, ExactNumber } from '../../../src/source/data.ts';
import { choices } from '../../arbitraries/message.ts';

type Fields = { readonly [field: string]: Data };

/** The same message said in another way; undefined where there is nothing to say so. */
type Edit = (message: Fields) => Fields | undefined;

const isMap = (value: Data | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

const swapped = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

/** A message whose entries of a list are others. */
function changed(message: Fields, list: string, edit: (entry: Fields) => Fields): Fields {
  const { [list]: entries } = message;
  if (!Array.isArray(entries)) return message;
  return { ...message, [list]: entries.map((entry: Data) => (isMap(entry) ? edit(entry) : entry)) };
}

const EDITS: { readonly [type: string]: { readonly [name: string]: Edit } } = {
  'core.RuntimeFractionalPercent': {
    'a share in smaller parts'({ default_value: share, ...rest }) {
      if (!isMap(share)) return undefined;
      const { numerator = 0, denominator = 'HUNDRED' } = share;
      if (typeof numerator !== 'number' || denominator !== 'HUNDRED' || numerator > 1e6) return undefined;
      // Which requests a smaller one takes depends on its parts, where a number is drawn for several (fact 164).
      if (numerator > 0 && numerator < 100) return undefined;
      return {
        ...rest,
        default_value: { ...share, numerator: numerator * 100, denominator: 'TEN_THOUSAND' },
      };
    },
  },
  'route.RouteMatch': {
    'a fraction that takes all': (match) =>
      match.runtime_fraction === undefined
        ? { ...match, runtime_fraction: { default_value: { numerator: 100 } } }
        : undefined,
    'a prefix in other letters': ({ prefix, ...rest }) =>
      typeof prefix === 'string' && rest.case_sensitive === false
        ? { ...rest, prefix: swapped(prefix) }
        : undefined,
    'case of a regular expression': (match) =>
      match.regex !== undefined || match.safe_regex !== undefined
        ? { ...match, case_sensitive: match.case_sensitive === false }
        : undefined,
    'a matcher twice': ({ headers, ...rest }) =>
      Array.isArray(headers) && headers.length > 0
        ? { ...rest, headers: [...(headers as readonly Data[]), (headers as readonly Data[])[0] ?? null] }
        : undefined,
  },
  'route.RetryPolicy': {
    'no time for each try': (policy) =>
      policy.per_try_timeout === undefined ? { ...policy, per_try_timeout: '0s' } : undefined,
  },
  'core.HealthCheck': {
    'the intervals of a health check'(check) {
      const { interval, unhealthy_interval: unhealthy = interval } = check;
      if (typeof interval !== 'string' || typeof unhealthy !== 'string') return undefined;
      const { unhealthy_edge_interval: sick = unhealthy, healthy_edge_interval: well = interval } = check;
      return {
        ...check,
        unhealthy_interval: unhealthy,
        unhealthy_edge_interval: sick,
        healthy_edge_interval: well,
      };
    },
  },
  'cluster.CircuitBreakers': {
    'thresholds of a priority once more'({ thresholds, ...rest }) {
      if (!Array.isArray(thresholds)) return undefined;
      const [first] = thresholds as readonly Data[];
      return isMap(first)
        ? { ...rest, thresholds: [...(thresholds as readonly Data[]), { ...first, max_requests: 77 }] }
        : undefined;
    },
  },
  Cluster: {
    'hosts that are well': ({ load_assignment: assignment, ...cluster }) =>
      isMap(assignment) && cluster.common_lb_config === undefined
        ? {
            ...cluster,
            load_assignment: changed(assignment, 'endpoints', (locality) =>
              changed(locality, 'lb_endpoints', (host) => ({ health_status: 'HEALTHY', ...host })),
            ),
          }
        : undefined,
    'its own name': (cluster) => {
      const { name = '', type, eds_cluster_config: eds } = cluster;
      return type === 'EDS' && isMap(eds) && eds.service_name === undefined
        ? { ...cluster, eds_cluster_config: { ...eds, service_name: name } }
        : undefined;
    },
    'another name inside': (cluster) => {
      const { type, load_assignment: assignment } = cluster;
      return (type === 'STATIC' || type === 'STRICT_DNS') && isMap(assignment)
        ? { ...cluster, load_assignment: { ...assignment, cluster_name: 'another' } }
        : undefined;
    },
    // Beside load_balancing_policy it is refused.
    'a subset without selectors': (cluster) =>
      cluster.lb_subset_config === undefined && cluster.load_balancing_policy === undefined
        ? { ...cluster, lb_subset_config: { fallback_policy: 'ANY_ENDPOINT' } }
        : undefined,
  },
};

/** A configuration of a type and the same in other words, with what was changed. */
export function respelledValues(
  type: string,
  configuration: Data,
  seed: number,
): { readonly after: Data; readonly names: readonly string[] } {
  const pick = choices(seed);
  const names = new Set<string>();
  let isShared = false;
  const walk = (table: string, value: Data): Data => {
    if (!isMap(value)) return value;
    if (table === 'RouteConfiguration') isShared = askTogether(value);
    const fields = compiledMessage(table).byName;
    let made: Fields = Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const element = fields.get(key)?.element;
        const each = (one: Data): Data => (element === undefined ? one : walkElement(element, one));
        if (fields.get(key)?.shape === 'map') return [key, item];
        return [key, Array.isArray(item) ? (item as readonly Data[]).map(each) : each(item)];
      }),
    );
    for (const [name, edit] of Object.entries(EDITS[table] ?? {})) {
      const isOther = isShared && table === 'core.RuntimeFractionalPercent';
      const next = pick(2) === 0 || isOther ? undefined : edit(made);
      if (next === undefined) continue;
      made = next;
      names.add(name);
    }
    return made;
  };
  const walkElement = (element: CompiledField['element'], value: Data): Data => {
    if (element.kind === 'message') return walk(element.name, value);
    const type = element.kind === 'any' && isMap(value) ? value['@type'] : undefined;
    return type === typeUrl(MANAGER, 'proxy') ? walk(MANAGER, value) : value;
  };
  return { after: walk(type, configuration), names: [...names] };
}

/** Whether several things of a route configuration may ask one random value, so that parts count (fact 159). */
function askTogether(routes: Data): boolean {
  const asking = JSON.stringify(routes).match(/"(?:runtime_fraction|runtime_key|weighted_clusters)"/g);
  return (asking ?? []).length > 1;
}

const MANAGER = 'HttpConnectionManager';
