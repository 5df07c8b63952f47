/** What requests make of routes and clusters, in a few words: for hovers and lenses. */
import { clusterReferences } from '../../analyze/clusters/references.ts';
import { clusterUses } from '../../analyze/clusters/uses.ts';
import { routeVerdicts } from '../../analyze/traffic/verdicts.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Configuration } from '../../model/open.ts';
import { spanOf } from '../../model/place.ts';
import { matchWords } from '../../results/picture/destinations.ts';
import { urlText } from '../../results/requests.ts';
import type { Verdict } from '../../routing/all/index.ts';
import type { Request } from '../../routing/request/request.ts';
import type { Message } from '../../schema/types.ts';
import { counted } from '../../source/counted.ts';
import type { Project } from '../project.ts';

/** What becomes of a route. */
export interface RouteReach {
  readonly verdict: Verdict;
  /** Routes of its virtual host, to name those that hide it. */
  readonly routes: readonly Message<'route.Route'>[];
}

/** The route that begins on the line of a position. */
export function routeBeginningAt(
  { subject }: Project,
  configuration: Configuration,
  offset: number,
): RouteReach | undefined {
  const { lines } = configuration.file;
  const { line } = lines.position(offset);
  const [first, last] = [lines.start(line), lines.start(line + 1)];
  for (const each of subject.shared(routeVerdicts)) {
    const root = each.found.rootOf(each.host);
    if (!configuration.roots.includes(root)) continue;
    const { routes = [] } = each.virtualHost;
    const index = routes.findIndex((route: BoundMessage) => {
      const at = route[NODE];
      const start = at === undefined ? -1 : spanOf(root, at).start;
      return first <= start && start < last;
    });
    const verdict = index === -1 ? undefined : each.verdicts[index];
    if (verdict !== undefined) return { verdict, routes };
  }
  return undefined;
}

export function routeText({ verdict, routes }: RouteReach): string {
  switch (verdict.kind) {
    case 'alive':
      return `takes for example \`${urlText(verdict.witness)}${headersText(verdict.witness)}\``;
    case 'hidden': {
      const by = verdict.by.map((each) => `${each} (${matchWords(routes[each] ?? {})})`).join(', ');
      const asLong = verdict.byDefault ? ', as long as no runtime key says otherwise' : '';
      return `**never reached**: hidden by ${counted(verdict.by.length, 'route')} ${by}${asLong}`;
    }
    case 'never':
      return `**never reached**: ${verdict.why}`;
    case 'undecided':
      return `not decided: ${verdict.why}`;
  }
}

function headersText({ headers }: Request): string {
  const shown = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`);
  return shown.join('');
}

/** What leads to a cluster. */
export interface ClusterReach {
  /** Of these some have requests. */
  readonly live: number;
  readonly all: number;
  /** The routes and others that name it, those with requests first. */
  readonly from: readonly string[];
}

/** So many of what leads to a cluster are named. */
const MAX_NAMED = 6;

export function clusterReach({ subject }: Project, name: string): ClusterReach {
  const all = subject.shared(clusterReferences).byCluster.get(name) ?? [];
  const { fateOf } = subject.shared(clusterUses);
  const told = all.map((reference) => {
    const isLive = fateOf(reference).live;
    const { route, frame } = reference;
    const words =
      route === undefined
        ? `${frame.type}.${reference.field}`
        : `route ${matchWords(route as Message<'route.Route'>)}`;
    return { isLive, words: isLive ? words : `${words} (no request comes this way)` };
  });
  const sorted = told.toSorted((one, other) => Number(other.isLive) - Number(one.isLive));
  return {
    live: told.filter(({ isLive }) => isLive).length,
    all: all.length,
    from: sorted.slice(0, MAX_NAMED).map(({ words }) => words),
  };
}

/** `reached by 3 places`, for a line above the cluster. */
export function clusterTitle({ live, all }: ClusterReach): string {
  if (all === 0) return 'nothing leads here';
  const idle = all - live;
  return `reached by ${counted(live, 'place')}${idle === 0 ? '' : `, ${idle} without requests`}`;
}
