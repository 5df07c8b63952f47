import { matchList, overlap } from '../../routing/all/index.ts';
import { type Request, seen } from '../../routing/index.ts';
import { matchesRoute } from '../../routing/match/match.ts';
import { treeOf } from '../../routing/tree/flatten.ts';
import type { Message } from '../../schema/types.ts';
import { predicateAt } from '../../traffic/routes.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { differenceOf } from '../traffic/effect.ts';
import { inHost } from '../traffic/in-host.ts';
import { type HostVerdicts, printable, routeVerdicts } from '../traffic/verdicts.ts';

type Routes = readonly Message<'route.Route'>[];

/** A route whose prefix ends within a segment that a later route asks for. */
interface Pair {
  readonly shorter: number;
  readonly longer: number;
}

/** Pairs of a virtual host that are looked at; there are hardly ever any. */
const MAX_PAIRS = 50;
/** Later routes that one prefix is compared with. */
const MAX_LONGER = 20;

/** Without a condition the later route would never be reached, which is a finding of its own. */
function endsWithinWord(route: Routes[number] | undefined): boolean {
  const { prefix, runtime_fraction: fraction } = route?.match ?? {};
  return prefix !== undefined && fraction === undefined && /[A-Za-z0-9]$/.test(prefix);
}

/** Pairs of routes in order, of which the first one's prefix is the beginning of a word in the path of the other. */
function pairsIn(routes: Routes): readonly Pair[] {
  if (!routes.some(endsWithinWord)) return [];
  const literals = routes
    .map(({ match }, index) => ({ index, text: match?.prefix ?? match?.path ?? '' }))
    .sort((left, right) =>
      left.text < right.text ? -1 : left.text > right.text ? 1 : left.index - right.index,
    );
  const pairs: Pair[] = [];
  for (const [place, { index: shorter, text }] of literals.entries()) {
    if (!endsWithinWord(routes[shorter])) continue;
    for (let at = place + 1; at < Math.min(literals.length, place + 1 + MAX_LONGER); at++) {
      const { index: longer = 0, text: other = '' } = literals[at] ?? {};
      if (!other.startsWith(text)) break;
      if (longer > shorter && /^[A-Za-z0-9_-]/.test(other.slice(text.length)))
        pairs.push({ shorter, longer });
      if (pairs.length >= MAX_PAIRS) return pairs;
    }
  }
  return pairs;
}

/** A request that is meant for the later route of a pair and is taken by the earlier one; undefined where none is found. */
function takenRequest(
  { virtualHost, ground }: HostVerdicts,
  { shorter, longer }: Pair,
  { regexes }: Subject,
): Request | undefined {
  const routes = virtualHost.routes ?? [];
  const { budget, ...context } = ground();
  const pair = [shorter, longer].map((index) => predicateAt(routes, index));
  const shared = budget.ask((meter) => overlap(matchList(pair, context), 0, 1, meter));
  if (shared?.kind !== 'shared') return undefined;
  const request = seen(shared.witness, context.namespace);
  const isTaken = routes
    .slice(0, shorter)
    .some((_, index) => matchesRoute(predicateAt(routes, index), request, regexes) !== false);
  return isTaken ? undefined : shared.witness;
}

export const prefixTakesLonger: AnalysisRule = {
  id: 'prefix-takes-longer',
  level: 'info',
  purpose: 'A prefix that ends within a word takes requests that a later route is there for.',
  why: 'A prefix looks at characters and not at segments: /cart also begins /cartography. Where an earlier route has such a prefix, its conditions decide about the other path as well.',
  remedy: 'Put the route with the longer path first, or let the prefix end in a slash.',
  source: 'data-model.md: route.RouteMatch: prefix',
  bad: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
routes:
  - match: { prefix: /cart, headers: [{ name: x-canary }] }
    route: { cluster: cart-next }
  - match: { prefix: /cartography }
    route: { cluster: maps }
`,
  },
  good: {
    type: 'route.VirtualHost',
    yaml: `name: shop
domains: [shop.test]
routes:
  - match: { prefix: /cartography }
    route: { cluster: maps }
  - match: { prefix: /cart, headers: [{ name: x-canary }] }
    route: { cluster: cart-next }
`,
  },
  subject(subject, report) {
    for (const verdicts of subject.shared(routeVerdicts)) {
      const { virtualHost } = verdicts;
      // A branch of a matcher may be meant to take longer paths.
      const routes = treeOf(virtualHost) === undefined ? (virtualHost.routes ?? []) : [];
      const pairs = pairsIn(routes);
      if (pairs.length === 0) continue;
      const host = inHost(subject, verdicts);
      for (const pair of pairs) {
        if (verdicts.verdicts[pair.longer]?.kind !== 'alive') continue;
        const [shorter, longer] = [host.route(pair.shorter), host.route(pair.longer)];
        const difference = differenceOf(longer, shorter, verdicts.found.namespace);
        const taken = difference && takenRequest(verdicts, pair, subject);
        const request = taken && printable(subject, verdicts.found, taken);
        if (request === undefined || difference === undefined) continue;
        report({
          message: `prefix ${quoted(shorter.match?.prefix ?? '')} ends within a word: it also takes ${request.path}, which ${host.words(pair.longer)} on line ${host.line(pair.longer)} is there for, and which meets ${difference.meets} in place of ${difference.meant}; put that route first, or let the prefix end in a slash`,
          at: host.spot(pair.shorter),
          identity: longer.match?.prefix ?? longer.match?.path ?? '',
          request,
          related: [{ message: 'the route with the longer path', at: host.spot(pair.longer) }],
          data: { virtual_host: host.name, route: pair.shorter, longer: pair.longer },
        });
      }
    }
  },
};
