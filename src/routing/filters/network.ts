/** What the network filters before a connection manager do with the connection that a request comes over. */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { NEWEST_RELEASE } from '../../schema/release.ts';
import type { RoutingContext } from '../context.ts';
import { type Assumption, type FilterStep, NOTHING, type Outcome } from '../outcome/outcome.ts';
import { type Request, seen } from '../request/request.ts';
import type { Connection } from '../where/filter-chains.ts';
import { type FoundManager, placeInManager } from '../where/manager.ts';
import { clientOf } from './client.ts';
import { type FilterVisit, readAs, type Verdict } from './filter.ts';
import { rulesVerdict } from './rbac/rbac.ts';

/** They never end a connection. */
const PASSIVE: ReadonlySet<string> = new Set(['geoip', 'set_filter_state', 'sni_cluster']);

const THAT = 'it lets the connection pass';

export interface Connected {
  readonly chain: BoundMessage;
  readonly manager: FoundManager;
  readonly connection: Connection | undefined;
  readonly request: Request;
  readonly context: RoutingContext;
}

type Closed = Extract<Outcome, { kind: 'closed' }>;

/** The outcome where one of them closes the connection; else what it rests on that none does. */
export function onConnection(connected: Connected): Closed | readonly Assumption[] {
  const { chain, manager } = connected;
  const assuming: Assumption[] = [];
  for (const filter of messagesIn(chain.filters)) {
    const config = isObject(filter.typed_config) ? filter.typed_config : filter.config;
    const type = isObject(config) && typeof config['@type'] === 'string' ? config['@type'] : null;
    const name = typeof filter.name === 'string' ? filter.name : '';
    const [, kind = ''] = /(?:^|\.)network\.(\w+)(?:\.|$)/.exec(type ?? name) ?? [];
    if (config === manager.message || kind === 'http_connection_manager') break;
    if (PASSIVE.has(kind)) continue;
    const place = placeInManager(manager, filter) ?? {};
    const verdict = kind === 'rbac' && isObject(config) ? rbacVerdict(config, connected) : undefined;
    if (verdict?.effect === 'answered') {
      const step: FilterStep = { name, type, effect: 'answered', why: verdict.why, ...place };
      const reason = `${verdict.why} (the network filter ${JSON.stringify(name)})`;
      return { kind: 'closed', reason, ...NOTHING, filters: [step] };
    }
    if (verdict === undefined || verdict.effect === 'open')
      assuming.push({ filter: name, that: THAT, ...place });
  }
  return assuming;
}

/** What no connection shows: the proxy refuses the first ones, and others are left behind by filters. */
const UNSEEN =
  /"(?:header|url_path|uri_template|metadata|sourced_metadata|filter_state|condition|checked_condition|matcher|custom)":/;

/** Undefined where it asks for what is not looked at here. */
function rbacVerdict(config: BoundMessage, connected: Connected): Verdict | undefined {
  const rules = readAs('rbac.RBAC', config.rules);
  if (isObject(config.matcher)) return undefined;
  if (rules === undefined) return { effect: 'passed', why: 'it has no rules' };
  if (UNSEEN.test(JSON.stringify(rules))) return undefined;
  const { headers: _, repeated: __, ...plain } = connected.request;
  const visit = visitOfConnection({ ...connected, request: { ...plain, headers: {} } });
  // Headers tell nothing of a connection.
  return rulesVerdict(rules, { ...visit, client: { ...visit.client, trusted: visit.client.peer } });
}

/** A request before anything is known of its route. */
export function visitOfConnection({
  manager,
  connection,
  request,
  context,
}: Omit<Connected, 'chain'>): FilterVisit {
  const looked = seen(request, context.namespace);
  return {
    request: looked,
    settings: [],
    route: { kind: 'none' },
    client: clientOf(manager, looked, connection),
    metadata: new Map(),
    openMetadata: undefined,
    filterState: new Map(),
    regexes: context.regexes,
    namespace: context.namespace,
    release: manager.root.release ?? NEWEST_RELEASE,
  };
}

/** The outcome, which rests on more; each branch of one that chance picks. */
export function assumingToo(outcome: Outcome, more: readonly Assumption[]): Outcome {
  if (more.length === 0) return outcome;
  if (outcome.kind === 'random')
    return {
      ...outcome,
      branches: outcome.branches.map((each) => ({ ...each, outcome: assumingToo(each.outcome, more) })),
    };
  return { ...outcome, assuming: [...more, ...(outcome.assuming ?? [])] };
}
