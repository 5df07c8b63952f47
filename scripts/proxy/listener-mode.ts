/** What the model says of connections and of what managers make of requests, against what a real proxy does. */
import fc from 'fast-check';
import { openConfiguration } from '../../src/model/index.ts';
import { askProxy } from '../../src/proxy/edge/ask.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { speaksTls } from '../../src/routing/where/connection.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import { sourceFile } from '../../src/source/load.ts';
import { IN_FORMS } from './forms.ts';
import { connectionRequest, listeners } from './generate-listeners.ts';
import { knownTo } from './known-to.ts';
import type { RouteFigures } from './route-mode.ts';

/** Listeners of one proxy, and requests to them. */
const LISTENERS = 8;
const REQUESTS = 120;

export async function tryListeners(
  program: string,
  seed: number,
  runs: number,
  figures: RouteFigures,
  release: Release = NEWEST_RELEASE,
): Promise<void> {
  const context = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };
  const requests = fc.sample(connectionRequest(LISTENERS), {
    seed,
    numRuns: runs * REQUESTS,
  }) as readonly Request[];
  for (const [at, value] of fc.sample(listeners(LISTENERS), { seed, numRuns: runs }).entries()) {
    const name = `listeners ${seed}/${at}`;
    const file = sourceFile(name, JSON.stringify(knownTo(value as object, release)), 'named');
    const routing = findRouting([openConfiguration(file, { api: 'v3', release })]);
    const routed = requests.slice(at * REQUESTS, (at + 1) * REQUESTS).flatMap((request) => {
      const each = routeRequest(routing, request, {}, () => context);
      if ('problem' in each) return [];
      // Where no chain speaks TLS it would have to end before the proxy.
      const { chains = [] } = routing.listeners.find(({ ref }) => ref.name === request.listener) ?? {};
      return speaksTls(request) && !chains.some(({ transport }) => transport === 'tls') ? [] : [each];
    });
    const asked = await askProxy(program, routing, routed, () => context, IN_FORMS);
    figures.configurations += LISTENERS;
    for (const [position, { trace, found }] of routed.entries()) {
      const verdict = asked[position]?.verdict;
      figures.requests++;
      if (verdict?.kind === 'same') figures.same++;
      else if (verdict?.kind === 'different') {
        const subject = { name, found };
        figures.wrong.push({ subject, request: trace.request, differences: verdict.differences });
      } else figures.open.set(verdict?.why ?? '', (figures.open.get(verdict?.why ?? '') ?? 0) + 1);
    }
  }
}
