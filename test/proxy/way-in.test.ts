/** What cannot be asked of the proxy that runs here: nothing is said of it, rather than something else. */
import { expect, test } from 'vitest';
import { wayIn } from '../../src/proxy/way-in.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { provingOf } from '../prove/proved.ts';
import { bootstrapOf } from '../routing/filters/chains.ts';

const ROUTES = bootstrapOf([{ name: '', filters: [], requests: [] }]);

test.each<[string, Partial<Request>, string | undefined]>([
  ['a plain one', {}, undefined],
  ['with a client certificate', { client_certificate: { validated: true } }, 'client certificate'],
  ['with a method that HTTP/1.1 does not know', { method: 'a' }, 'not registered'],
  ['from inside', { internal: true }, 'from inside'],
  ['for a tunnel, with a path', { method: 'CONNECT', path: '/a' }, 'has no path'],
])('a request %s', (_, fields, why) => {
  const { routing, contextFor } = provingOf(ROUTES);
  const request: Request = {
    ...{ method: 'GET', authority: 'a.test', path: '/', scheme: 'http', internal: false, headers: {} },
    ...fields,
  };
  const routed = routeRequest(routing, request, {}, contextFor);
  if ('problem' in routed) throw new Error(routed.problem);
  const way = wayIn(routing, routed);
  if (why === undefined) expect(way).toMatchObject({ entrance: { kind: 'listener' } });
  else expect(way).toContain(why);
});
