/**
 * What errors keep from being claimed about requests: a side that the proxy refuses does with them whatever it did
 * before, or nothing at all. What is refused on both sides alike is compared as it is written.
 */
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Root } from '../../model/open.ts';
import { eachChild, type Frame, fieldsOn, rootFrames } from '../../model/walk.ts';
import { routesOf } from '../../routing/all/index.ts';
import type { Outcome } from '../../routing/outcome/outcome.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { listenerOf, listenerText } from '../../routing/where/listener.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import { type NodeId, parentOf } from '../../source/tree.ts';
import { ownMirrors, sendsTo } from '../../traffic/action.ts';
import { isRefusedAlike, type Refusal, type Refused } from '../refused.ts';
import type { Open } from './changed-requests.ts';
import type { Member } from './compare-hosts.ts';
import { SIDES, type Side } from './served-host.ts';

export interface RefusedParts {
  /** Nothing is refused on one side only. */
  readonly none: boolean;
  /** One for each part that is refused, with the first of its errors. */
  readonly open: readonly Open[];
  /** Whether an error of its side is about a route configuration or what it stands in. */
  touchesRoutes(side: Side, found: FoundRoutes): boolean;
  /** Whether requests that differ come to a route that names a cluster which is refused. */
  touchesMember(member: Member): boolean;
  /** Whether a request goes to a cluster that is refused. */
  touchesOutcome(side: Side, outcome: Outcome): boolean;
}

/** What of a side an error is about. */
type Scope =
  | { readonly kind: 'cluster'; readonly name: string }
  | { readonly kind: 'routes'; readonly message: BoundMessage }
  | { readonly kind: 'listener'; readonly ref: ReturnType<typeof listenerOf> }
  /** Bare virtual hosts or routes, or what nobody can place. */
  | { readonly kind: 'all'; readonly root: Root };

const WORDS = { before: 'first', after: 'second' } as const;
/** Of long messages so much is repeated as a reason. */
const LONGEST = 200;

export function refusedParts(
  refused: Refused | undefined,
  namespace: { readonly [side in Side]: string },
): RefusedParts {
  const open = new Map<string, Open>();
  const known = { before: new Map<unknown, Scope>(), after: new Map<unknown, Scope>() };
  if (refused !== undefined && !isRefusedAlike(refused)) {
    for (const side of SIDES) {
      const scopeOf = startScoping(namespace[side]);
      for (const refusal of side === 'before' ? refused.gone : refused.added) {
        const scope = scopeOf(refusal);
        const where = wordsOf(scope);
        // Several route configurations may have one name.
        known[side].set(scope.kind === 'routes' ? scope.message : `${scope.kind} ${where}`, scope);
        const key = `${side} ${where}`;
        if (!open.has(key)) open.set(key, { where, reason: reasonOf(refusal, side), refused: true });
      }
    }
  }
  const scopesOf = (side: Side): readonly Scope[] =>
    [...known[side].values()].filter(({ kind }) => kind !== 'routes');
  const scopes = { before: scopesOf('before'), after: scopesOf('after') };
  const clusters = {
    before: clustersIn(scopes.before),
    after: clustersIn(scopes.after),
  };
  return {
    none: open.size === 0,
    open: [...open.values()],
    touchesRoutes: (side, found) =>
      known[side].has(found.written) || scopes[side].some((scope) => isIn(found, scope)),
    touchesMember: (member) =>
      SIDES.some((side) => clusters[side].size > 0 && namesOne(member, side, clusters[side])),
    touchesOutcome: (side, outcome) => clusters[side].size > 0 && goesTo(outcome, clusters[side]),
  };
}

function clustersIn(scopes: readonly Scope[]): ReadonlySet<string> {
  return new Set(scopes.flatMap((scope) => (scope.kind === 'cluster' ? scope.name : [])));
}

function reasonOf({ finding }: Refusal, side: Side): string {
  const { message, file, range } = finding;
  const said = message.length > LONGEST ? `${message.slice(0, LONGEST - 1)}…` : message;
  return `the proxy refuses the ${WORDS[side]} side there: ${said} (${file}:${range.start.line})`;
}

function wordsOf(scope: Scope): string {
  switch (scope.kind) {
    case 'cluster':
      return `requests to the cluster ${JSON.stringify(scope.name)}`;
    case 'routes': {
      const { name } = scope.message;
      return typeof name === 'string' && name !== ''
        ? `requests by the route configuration ${JSON.stringify(name)}`
        : 'requests by the route configuration';
    }
    case 'listener':
      return scope.ref === undefined ? 'all requests' : `requests to the listener ${listenerText(scope.ref)}`;
    case 'all':
      return 'all requests';
  }
}

const AROUND = new Set(['Cluster', 'RouteConfiguration', 'Listener']);
let paths: Paths | undefined;

/** Which part an error is about: the innermost of those that the proxy takes or refuses as a whole. */
function startScoping(namespace: string): (refusal: Refusal) => Scope {
  const known = new Map<Root, ReadonlyMap<NodeId, Frame>>();
  return ({ root, node }) => {
    const frames = known.get(root) ?? framesOf(root, namespace);
    known.set(root, frames);
    for (let at = node; at !== -1; at = parentOf(root.tree, at)) {
      const frame = frames.get(at);
      if (frame === undefined) continue;
      const { message, type } = frame;
      if (type === 'RouteConfiguration') return { kind: 'routes', message };
      if (type === 'Listener') return { kind: 'listener', ref: listenerOf(frame) };
      const { name } = message;
      if (typeof name === 'string') return { kind: 'cluster', name };
    }
    return { kind: 'all', root };
  };
}

function framesOf(root: Root, namespace: string): ReadonlyMap<NodeId, Frame> {
  paths ??= pathsTo(AROUND);
  const found = new Map<NodeId, Frame>();
  const look = (frame: Frame): void => {
    const at = frame.message[NODE];
    if (at !== undefined && AROUND.has(frame.type)) found.set(at, frame);
    eachChild(frame, namespace, look, fieldsOn(paths, frame));
  };
  for (const frame of rootFrames(root)) look(frame);
  return found;
}

function isIn(found: FoundRoutes, scope: Scope): boolean {
  switch (scope.kind) {
    case 'cluster':
    case 'routes':
      return false;
    case 'listener':
      return found.listeners.some(
        ({ name, address, port }) =>
          name === scope.ref?.name && address === scope.ref.address && port === scope.ref.port,
      );
    case 'all':
      return true;
  }
}

function namesOne(
  { hosts, about, region, difference }: Member,
  side: Side,
  clusters: ReadonlySet<string>,
): boolean {
  if (about !== 'routes' || region[side] !== 'routes') return false;
  const { routes = [] } = hosts[side].virtualHost ?? {};
  return routesOf(difference[side]).some((index) => {
    const { route: action = {} } = routes[index] ?? {};
    return [...sendsTo(action), ...ownMirrors(action)].some(
      ({ cluster }) => cluster !== undefined && clusters.has(cluster),
    );
  });
}

function goesTo(outcome: Outcome, clusters: ReadonlySet<string>): boolean {
  if (outcome.kind === 'random') return outcome.branches.some((branch) => goesTo(branch.outcome, clusters));
  return (
    outcome.clusters.some(({ name }) => clusters.has(name)) ||
    outcome.mirror.some(({ cluster }) => clusters.has(cluster))
  );
}
