/**
 * What meshes and gateways print with `rbac`, `jwt_authn` or `ext_authz` in it: the built-in properties of each file, held
 * against requests to every host and path that its routes name.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../src/model/bound.ts';
import { holds, observedIn } from '../../src/prove/holds.ts';
import { type ProofContext, proveAll } from '../../src/prove/prove.ts';
import { standardProperties } from '../../src/prove/standard.ts';
import type { Request } from '../../src/routing/request/request.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { InputError } from '../../src/source/errors.ts';
import { CORPUS_V3, listed, openedV3 } from '../analyze/corpus-v3.ts';
import { groundOfSide } from './proved.ts';

const GUARDS = /filters\.http\.(?:rbac|jwt_authn|ext_authz)\.v3/;
const files = listed()
  .filter(({ isNegative, file }) => !isNegative && GUARDS.test(readFileSync(join(CORPUS_V3, file), 'utf8')))
  .map(({ file }) => file);
const MAX_REQUESTS = 2000;

/** Requests to each host by each listener, at the borders of what the routes match. */
function* requestsOf({ routing }: ProofContext): Generator<Request> {
  const listeners = routing.listeners.map(({ ref: { name, port } }) => name ?? String(port));
  for (const { routeConfiguration } of routing.routes)
    for (const { domains = [], routes = [] } of routeConfiguration.virtual_hosts ?? [])
      for (const authority of domains.slice(0, 3).map((domain) => domain.replace('*', 'a')))
        for (const path of new Set(routes.flatMap(({ match }) => pathsOf(match))))
          for (const method of ['GET', 'POST'])
            for (const listener of listeners.length === 0 ? [undefined] : listeners)
              yield {
                ...{ method, authority, path, scheme: 'http', internal: false, headers: {} },
                ...(listener === undefined ? {} : { listener }),
              };
}

function pathsOf(match: unknown): readonly string[] {
  if (!isObject(match)) return [];
  const { path, prefix, path_separated_prefix: separated } = match;
  return [path, prefix, separated].flatMap((text) =>
    typeof text === 'string' && text.startsWith('/') ? [text, `${text}x`, text.replace(/(?<=.)\/$/, '')] : [],
  );
}

test.skipIf(files.length === 0)(
  'no request that the routes name contradicts what is proved of a mesh',
  () => {
    const count = { files: 0, proved: 0, refuted: 0, undecided: 0, vacuous: 0, requests: 0 };
    for (const file of files) {
      const configuration = openedV3(file);
      if (configuration instanceof InputError) continue;
      const proving = groundOfSide([configuration]);
      const properties = standardProperties(proving.routing, [configuration]);
      if (properties.length === 0) continue;
      count.files++;
      const verdicts = proveAll(properties, proving);
      for (const { kind } of verdicts) count[kind]++;
      let left = MAX_REQUESTS;
      for (const request of requestsOf(proving)) {
        if (left-- === 0) break;
        const routed = routeRequest(proving.routing, request, {}, proving.contextFor);
        if ('problem' in routed) continue;
        count.requests++;
        for (const observed of observedIn(routed, proving))
          for (const [at, { kind }] of verdicts.entries()) {
            const { when, must, name } = properties[at] ?? {};
            if (when === undefined || must === undefined || holds(when, observed) !== true) continue;
            expect([kind, file, name, request]).not.toEqual(['vacuous', file, name, request]);
            if (kind === 'proved')
              expect([holds(must, observed), file, name, request]).toEqual([true, file, name, request]);
          }
      }
    }
    expect(count.files).toBeGreaterThan(40);
    expect(count.proved).toBeGreaterThan(30);
    expect(count.requests).toBeGreaterThan(1500);
  },
);
