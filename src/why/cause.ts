/** Why one logged request ended as its line says: what the line says beside what the configuration does with the request. */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { Place } from '../model/place.ts';
import { filtersFor } from '../routing/filters/chain.ts';
import type { Request } from '../routing/request/request.ts';
import { virtualHostPlace } from '../routing/where/found-routes.ts';
import { listenerText } from '../routing/where/listener.ts';
import type { Message } from '../schema/types.ts';
import {
  coalesced,
  contradiction,
  type Evidence,
  gatherEvidence,
  isNoRoute,
  type Setting,
} from './evidence.ts';
import { detailNamed, type Fault, flagNamed } from './faults.ts';
import type { Entry, ReadLine } from './log-lines.ts';
import { clustersOf, managerOf } from './possible.ts';

/** Stands in a cause for what differs from request to request; no configuration holds it. */
export const SUBJECT = '\u0001';

export interface Explained {
  readonly request: Request | null;
  /** `SUBJECT` stands for the subject, where there is one. */
  readonly cause: string;
  /** What differs from request to request of one cause: a host, or a method and a path. */
  readonly subject?: string;
  readonly remedy: string;
  readonly place: Place | undefined;
  /** False where this configuration cannot have done what the line says. */
  readonly consistent: boolean;
  readonly field?: string;
  /** Nothing failed. */
  readonly isFine: boolean;
}

export function explainLine(line: ReadLine, setting: Setting): Explained {
  const evidence = gatherEvidence(line, setting);
  const { request, entry } = evidence;
  const against = contradiction(evidence);
  if (against !== undefined)
    return {
      request,
      cause: `this configuration cannot have done that: ${against}; another version of it ran`,
      remedy:
        'compare it with what ran then: cfgtool diff, with the running proxy or an older revision as the other side',
      place: evidence.routePlace,
      consistent: false,
      isFine: false,
    };
  const own = unrouted(evidence) ?? byFault(evidence) ?? byModel(evidence);
  return { request, consistent: true, isFine: isFine(entry), ...own };
}

type Cause = Pick<Explained, 'cause' | 'subject' | 'remedy' | 'place' | 'field'>;

function isFine({ flags, status, details }: Entry): boolean {
  return (
    flags.every((flag) => flag === 'RFCF') &&
    (status === undefined || status < 400) &&
    (details === undefined ||
      /^(?:via_upstream|direct_response|internal_redirect|health_check_ok\w*)$/.test(details))
  );
}

/** No route: for want of a virtual host, of a route in it, or since the connection is that of another host. */
function unrouted(evidence: Evidence): Cause | undefined {
  const { entry, routed, request, possible } = evidence;
  const { found } = routed ?? {};
  if (!isNoRoute(entry) || routed === undefined || found === undefined || request === null) return undefined;
  const subject = JSON.stringify(request.authority);
  const named =
    found.name === null ? 'the virtual hosts' : `route configuration ${JSON.stringify(found.name)}`;
  const field = 'VirtualHost.domains';
  const other = coalesced(evidence);
  if (other !== undefined)
    return {
      subject,
      field,
      cause: `host ${SUBJECT} came over the connection of ${other.connection}, whose filter chain leads to ${other.routes}, which does not serve it; the chain of ${other.own} does`,
      place: other.place,
      remedy:
        'HTTP/2 clients reuse a connection for every host of its certificate: let the certificate of a chain cover only hosts that the chain serves, or answer other hosts with 421',
    };
  const host = possible?.hostIndex ?? routed.trace.virtual_host_index;
  if (host === null)
    return {
      subject,
      field,
      cause: `no virtual host of ${named} has a domain for host ${SUBJECT}`,
      place: virtualHostPlace(found, 0),
      remedy:
        'add the host to the domains of a virtual host; a port in the host counts, unless strip_any_host_port or ignore_port_in_host_matching is set',
    };
  const name = found.routeConfiguration.virtual_hosts?.[host]?.name ?? '';
  const conditions = (possible?.routes.length ?? 0) > 0;
  return {
    subject: `${request.method} ${request.path}`,
    field: 'VirtualHost.routes',
    cause: conditions
      ? `no route of virtual host ${JSON.stringify(name)} takes ${SUBJECT}: those that fit its path ask for more than the log holds (headers, a certificate)`
      : `no route of virtual host ${JSON.stringify(name)} takes ${SUBJECT}`,
    place: virtualHostPlace(found, host),
    remedy:
      'add a route for the path, or one with the prefix / at the end; cfgtool trace shows why each route was passed over',
  };
}

/** Details that say less than the flags beside them. */
const VAGUE = /^(?:via_upstream$|upstream_reset_|downstream_local_disconnect)/;
/** Flags that only say what happened on the way. */
const BESIDE: ReadonlySet<string> = new Set(['URX', 'DI']);

function byFault(evidence: Evidence): Cause | undefined {
  const { entry } = evidence;
  const { details, flags } = entry;
  const detail = details === undefined ? undefined : detailNamed(details);
  const flag = flags.find((each) => !BESIDE.has(each)) ?? (detail === undefined ? flags[0] : undefined);
  const fault =
    detail !== undefined && (flag === undefined || !VAGUE.test(details ?? ''))
      ? detail
      : flag === undefined
        ? undefined
        : flagNamed(flag);
  if (fault === undefined) {
    if (details === undefined && flags.length === 0) return undefined;
    const what = [...flags, ...(details === undefined ? [] : [details])].join(' ');
    return {
      cause: `an extension says ${JSON.stringify(what)}, which is none of the flags and details of the proxy`,
      remedy: 'look at the extensions of the configuration: filters and programs of your own',
      place: evidence.routePlace,
    };
  }
  if (isFine(entry) && fault.decidedBy === 'cluster') return answeredWell(evidence);
  return { ...specific(fault, evidence), ...(fault.field === undefined ? {} : { field: fault.field }) };
}

function answeredWell({ cluster, setting, routePlace: place }: Evidence): Cause {
  const own = cluster === undefined ? undefined : setting.declared.clusters.get(cluster)?.place;
  return {
    cause: cluster === undefined ? 'the upstream answered' : `cluster ${JSON.stringify(cluster)} answered`,
    remedy: 'nothing is wrong',
    place: own ?? place,
  };
}

/** A fault of the tables with what the configuration says of it. */
function specific(fault: Fault, evidence: Evidence): Cause {
  const { entry } = evidence;
  const beside = [
    ...(entry.flags.includes('URX') ? [retriesText(evidence)] : []),
    ...(entry.flags.includes('DI') && fault.filter !== 'fault' ? ['a fault filter delayed it before'] : []),
  ];
  const reason = reasonIn(entry);
  const decided = decision(fault, evidence);
  const text = [`${fault.cause}${decided.text}${reason}`, ...beside].join('; ');
  return { cause: text, remedy: fault.remedy, place: decided.place };
}

/** What stands in braces or brackets behind details, and what TLS says. */
function reasonIn({ details = '', failure }: Entry): string {
  const [, inner] = /[{[(](.*)[}\])]$/s.exec(details) ?? [];
  const said = [inner, failure].flatMap((each) => (each === undefined || each === '' ? [] : each));
  const [first] = said.filter((each, at) => !said.slice(0, at).some((other) => other.includes(each)));
  return first === undefined ? '' : ` (${first.replaceAll('_', ' ')})`;
}

interface Decision {
  readonly text: string;
  readonly place: Place | undefined;
}

function decision(fault: Fault, evidence: Evidence): Decision {
  switch (fault.decidedBy) {
    case 'route':
      return { text: routeText(fault, evidence), place: evidence.routePlace };
    case 'cluster':
      return clusterDecision(fault, evidence);
    case 'manager':
    case 'nobody':
      return managerDecision(fault, evidence);
    case 'filter':
      return filterDecision(fault, evidence);
    case 'virtual_host':
      return { text: '', place: evidence.routePlace };
  }
}

const durationIn = (message: unknown, field: string): string | undefined => {
  const value = isObject(message) ? message[field] : undefined;
  return typeof value === 'string' ? value : undefined;
};

function policyOf({ route, routed, possible }: Evidence): BoundMessage | undefined {
  const host =
    routed?.found?.routeConfiguration.virtual_hosts?.[
      possible?.hostIndex ?? routed.trace.virtual_host_index ?? -1
    ];
  return route?.route?.retry_policy ?? host?.retry_policy;
}

function retriesText(evidence: Evidence): string {
  const policy = policyOf(evidence);
  if (policy === undefined) return 'every retry failed too';
  const on =
    typeof policy.retry_on === 'string' && policy.retry_on !== '' ? policy.retry_on : 'nothing by itself';
  const count = policy.num_retries ?? 1;
  return `${evidence.routeName} retries ${on} ${count === 1 ? 'once' : `${count} times`}`;
}

function routeText({ field }: Fault, evidence: Evidence): string {
  const { route, routeName, entry } = evidence;
  if (route === undefined) return '';
  const action = route.route;
  switch (field) {
    case 'RouteAction.timeout': {
      const asked = entry.headers['x-envoy-upstream-rq-timeout-ms'];
      const own = durationIn(action, 'timeout') ?? '15s, the default';
      return `: ${asked === undefined ? own : `${asked} ms, which the request asks for`} (${routeName})`;
    }
    case 'RetryPolicy.per_try_timeout':
    case 'RetryPolicy.per_try_idle_timeout': {
      const own = durationIn(policyOf(evidence), field.slice('RetryPolicy.'.length));
      return own === undefined ? ` (${routeName})` : `: ${own} (${routeName})`;
    }
    case 'RouteAction.cluster':
      return `: ${routeName} names cluster ${JSON.stringify(evidence.cluster ?? clustersOf(route)?.join(', ') ?? '')}`;
    case 'route.Route.direct_response':
      return `: ${routeName}`;
    case 'RetryPolicy.num_retries':
      return '';
    default:
      return ` (${routeName})`;
  }
}

function clusterDecision({ field }: Fault, evidence: Evidence): Decision {
  const { cluster, setting, routePlace: at } = evidence;
  if (cluster === undefined) return { text: '', place: at };
  const own = setting.declared.clusters.get(cluster);
  const name = `cluster ${JSON.stringify(cluster)}`;
  if (own === undefined) return { text: ` (${name})`, place: at };
  const { message } = own;
  if (field === 'Cluster.load_assignment' && isEmpty(message))
    return { text: `: ${name} has no endpoints`, place: own.place };
  if (field === 'Cluster.load_assignment') {
    const checks = (message.health_checks ?? []).length > 0 ? ', which checks the health of its hosts' : '';
    const subset = message.lb_subset_config !== undefined ? ', which is divided into subsets' : '';
    return { text: ` (${name}${checks}${subset})`, place: own.place };
  }
  if (field === 'Cluster.connect_timeout' && evidence.entry.details?.includes('timeout') === true)
    return {
      text: `: ${name} waits ${durationIn(message, 'connect_timeout') ?? '5s'} for it`,
      place: own.place,
    };
  return { text: ` (${name})`, place: own.place };
}

function isEmpty({ load_assignment: assignment, type, cluster_type }: Message<'Cluster'>): boolean {
  if (type === 'EDS' || type === 'ORIGINAL_DST' || cluster_type !== undefined) return false;
  return (assignment?.endpoints ?? []).every((each) => (each.lb_endpoints ?? []).length === 0);
}

function managerDecision({ field }: Fault, evidence: Evidence): Decision {
  const { route, routed, setting, routeName, routePlace: at } = evidence;
  const own = durationIn(route?.route, 'idle_timeout');
  if (field === 'HttpConnectionManager.stream_idle_timeout' && own !== undefined)
    return { text: `: ${own} (${routeName})`, place: at };
  const duration = durationIn(route?.route?.max_stream_duration, 'max_stream_duration');
  if (field === 'core.HttpProtocolOptions.max_stream_duration' && duration !== undefined)
    return { text: `: ${duration} (${routeName})`, place: at };
  const manager = (routed && managerOf(routed)?.message) ?? onlyManager(evidence);
  const name = field?.startsWith('HttpConnectionManager.')
    ? field.slice('HttpConnectionManager.'.length)
    : '';
  const value = durationIn(manager, name);
  return {
    text: value === undefined ? '' : `: ${value}`,
    place: manager === undefined ? undefined : setting.declared.placeOf(manager),
  };
}

/** A line without a host was never routed. */
function onlyManager({ listeners }: Evidence): Message<'HttpConnectionManager'> | undefined {
  const leads = listeners.flatMap(({ chains }) => chains.flatMap((chain) => chain.leads));
  const managers = new Set(leads.map(({ manager }) => manager.message));
  const [only] = managers;
  return managers.size === 1 ? only : undefined;
}

function filterDecision({ filter: kind }: Fault, evidence: Evidence): Decision {
  const { routed, request, setting } = evidence;
  const manager = routed && managerOf(routed);
  if (manager === undefined || request === null) return { text: '', place: undefined };
  const filters = filtersFor(manager.message, request, manager.namespace);
  const fitting = filters.filter(
    (each) => each.kind === kind || (kind === 'ratelimit' && each.kind === 'local_ratelimit'),
  );
  const [only, ...others] = fitting;
  if (only === undefined) return { text: '', place: setting.declared.placeOf(manager.message) };
  const listener = routed?.listener === undefined ? '' : `, listener ${listenerText(routed.listener)}`;
  return {
    text: ` (filter ${JSON.stringify(only.name)}${listener})`,
    place:
      others.length > 0 ? setting.declared.placeOf(manager.message) : setting.declared.placeOf(only.message),
  };
}

/** Neither flags nor details: what the configuration does with the request, where that has the status of the line. */
function byModel(evidence: Evidence): Cause {
  const { entry, routed, cluster } = evidence;
  const { outcome } = routed?.trace ?? {};
  const isOwn = outcome?.status !== undefined && outcome.status !== null && outcome.status === entry.status;
  if (isOwn && outcome?.kind === 'answered') {
    const { filter, rule } = outcome.by;
    const said = rule === undefined ? '' : `, by ${JSON.stringify(rule)}`;
    return {
      cause: `the filter ${JSON.stringify(filter)} answers it${said}`,
      remedy: 'cfgtool trace shows why',
      place: placeIn(outcome.by) ?? evidence.routePlace,
    };
  }
  if (
    isOwn &&
    (outcome?.kind === 'direct_response' || outcome?.kind === 'redirect') &&
    entry.upstreamHost === undefined
  )
    return {
      cause: `${evidence.routeName === '' ? 'the virtual host' : evidence.routeName} answers by itself, with ${outcome.kind === 'redirect' ? 'a redirect' : 'a direct response'}`,
      remedy: 'nothing is wrong where that is meant',
      place: evidence.routePlace,
    };
  if (isFine(entry)) return answeredWell(evidence);
  if (entry.upstreamHost !== undefined)
    return {
      cause:
        cluster === undefined
          ? 'the upstream itself answered so'
          : `the upstream itself answered so (cluster ${JSON.stringify(cluster)})`,
      remedy: 'look at the log of the upstream',
      place:
        (cluster === undefined ? undefined : evidence.setting.declared.clusters.get(cluster)?.place) ??
        evidence.routePlace,
    };
  return {
    cause: 'the line does not say who answered',
    remedy: 'add %RESPONSE_FLAGS% and %RESPONSE_CODE_DETAILS% to the format of the log',
    place: evidence.routePlace,
  };
}

/** A place, where all of it is there. */
function placeIn({ file, api, pointer, range, ...rest }: Partial<Place>): Place | undefined {
  if (file === undefined || api === undefined || pointer === undefined || range === undefined)
    return undefined;
  return { ...rest, file, api, pointer, range };
}
