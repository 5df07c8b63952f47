/** Laws of whole route configurations: domains, require_tls and routes together. */
import { baseOf, decide, routeList } from '../../src/routing/all/index.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import type { Message } from '../../src/schema/types.ts';
import { opened } from '../opened.ts';
import { meter, regexes, WORD } from '../routing/all/lists.ts';
import { routeConfigurations } from './configurations.ts';
import { demand, type Law, law } from './law.ts';

export const configurationLaws: readonly Law[] = [
  law(
    {
      id: 'witness-traced',
      says: 'The witness of a route comes to it through the whole route configuration, unless chance decides',
      runs: 600,
    },
    [routeConfigurations],
    (written) => {
      const [root] = opened(JSON.stringify(written), { type: 'RouteConfiguration', api: 'v2' }).roots;
      const configuration = root?.value as Message<'RouteConfiguration'>;
      for (const [index, host] of (configuration.virtual_hosts ?? []).entries()) {
        const base = baseOf(configuration, index, WORD);
        const list = routeList(host.routes ?? [], { regexes, namespace: WORD, base });
        for (const route of list.matchers.keys()) {
          const verdict = decide(list, route, meter());
          if (verdict.kind !== 'alive') continue;
          const trace = traceRequest(configuration, verdict.witness, { regexes, namespace: WORD });
          // One random value serves all routes, so that an earlier fraction may take all that a later one would.
          const isReached = trace.outcome.kind === 'random' || trace.route?.index === route;
          demand(
            trace.virtual_host_index === index && isReached,
            () =>
              `${JSON.stringify(verdict.witness)} should come to route ${route} of virtual host ${index}: ${JSON.stringify([trace.virtual_host, trace.route])}`,
          );
        }
      }
    },
  ),
];
