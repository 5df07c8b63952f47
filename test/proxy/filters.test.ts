/** The real proxy with the filters of test/routing/filters in place, beside what the model says. */
import { beforeAll, describe, expect, it } from 'vitest';
import { startServers } from '../../scripts/proxy/servers.ts';
import type { AskedProxy } from '../../src/proxy/asked.ts';
import { askProxy } from '../../src/proxy/edge/index.ts';
import { PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { type Routed, routeRequest } from '../../src/routing/route.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { opened } from '../opened.ts';
import { bootstrapOf, CHAINS, requestOf } from '../routing/filters/chains.ts';
import { PROXY } from './program.ts';

describe.skipIf(PROXY === undefined)('the real proxy with its HTTP filters', () => {
  const routing = findRouting([opened(bootstrapOf(CHAINS), {}, 'chains.json')]);
  const context = { namespace: PROXY_NAMESPACE, regexes: regexEngine() };
  const all = CHAINS.flatMap(({ name, requests }, index) =>
    requests.map(([fields, expected]) => ({
      name,
      index,
      request: requestOf(fields, index),
      // What the model leaves open cannot be held against it.
      kind: expected === 'open' ? 'open' : 'same',
    })),
  );
  let asked: readonly (AskedProxy & Pick<Routed, 'trace'>)[] = [];
  beforeAll(async () => {
    const routed = all.map(({ request }) => {
      const each = routeRequest(routing, request, {}, () => context);
      if ('problem' in each) throw new Error(each.problem);
      return each;
    });
    const servers = await startServers();
    const answers = await askProxy(PROXY ?? '', routing, routed, () => context, { servers: servers.all });
    await servers.stop();
    asked = answers.map((each, position) => ({ ...each, trace: routed[position]?.trace as Routed['trace'] }));
  }, 60_000);

  for (const [at, { name }] of CHAINS.entries())
    it(name, () => {
      const own = asked.flatMap((each, position) => {
        const { index, kind } = all[position] ?? {};
        return index === at ? [{ ...each, kind }] : [];
      });
      expect(own.length).toBeGreaterThan(0);
      for (const { trace, verdict, leftOut, kind } of own)
        expect({ request: trace.request, verdict, leftOut }).toMatchObject({
          request: trace.request,
          verdict: { kind },
          leftOut: [],
        });
    });
});
