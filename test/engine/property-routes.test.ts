/** What is said of properties at routes, against every request of a small world. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertiesByRoute } from '../../src/engine/property-routes.ts';
import { holds, observedIn } from '../../src/prove/holds.ts';
import { proveAll } from '../../src/prove/prove.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { provingOf } from '../prove/proved.ts';
import { configurations, properties, REQUESTS } from '../prove/worlds.ts';

const RUNS = Number(process.env.LAW_RUNS || 40);

test('a route is told to break a property where a request does so there, and speaks of what comes there', () => {
  const count = { met: 0, unsaid: 0 };
  fc.assert(
    fc.property(configurations, properties, (configuration, property) => {
      const proving = provingOf(JSON.stringify(configuration));
      const verdicts = proveAll([property], proving).map((verdict) => ({ property, verdict }));
      const [{ verdict } = { verdict: undefined }] = verdicts;
      const saidAt = propertiesByRoute({ proving, verdicts, unknown: [] }, proving.meter);
      const seen = new Map<string, boolean>();
      for (const request of REQUESTS) {
        const routed = routeRequest(proving.routing, request, {}, proving.contextFor);
        if ('problem' in routed) throw new Error(routed.problem);
        const { found, trace } = routed;
        for (const observed of observedIn(routed, proving)) {
          const { route } = observed.branch;
          if (found === undefined || trace.virtual_host_index === null || route === null) continue;
          if (holds(property.when, observed) !== true) continue;
          const [said] = saidAt(found, trace.virtual_host_index, route.index);
          const breaks = holds(property.must, observed) === false;
          const key = `${trace.virtual_host_index}/${route.index}`;
          seen.set(key, (seen.get(key) ?? true) && said === undefined);
          if (verdict?.kind === 'refuted' && breaks && said !== undefined)
            expect([said.verdict, request]).toEqual(['broken', request]);
          if (verdict?.kind === 'proved') expect(said?.verdict ?? 'proved').toBe('proved');
        }
      }
      for (const isUnsaid of seen.values()) {
        count.met++;
        if (isUnsaid) count.unsaid++;
      }
    }),
    { numRuns: RUNS },
  );
  if (RUNS !== 40) console.log(count);
  expect(count.unsaid).toBeLessThan(count.met / 20);
});
