/** Requests that lenses offer come to what they stand at. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examine } from '../../../src/lsp/diagnostics.ts';
import { readText } from '../../../src/lsp/document.ts';
import { exampleOf, hasExample, routePlaces } from '../../../src/lsp/requests/places.ts';
import { contextsOf } from '../../../src/routing/context.ts';
import { routeRequest } from '../../../src/routing/route.ts';

const FILES = readdirSync('examples')
  .filter((name) => /\.(?:ya?ml|json)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join('examples', name), 'utf8') }));

test('every example of a route that is reached comes there, and one of a hidden route to another one', () => {
  let [alive, hidden] = [0, 0];
  for (const { name, text } of FILES) {
    const { configuration } = readText(name, text, {});
    if (configuration === undefined) continue;
    const examined = examine([configuration], { levels: new Map() });
    const { subject } = examined;
    for (const place of routePlaces(examined, configuration)) {
      const { verdicts, route } = place;
      const request = hasExample(place) ? exampleOf(examined, place) : undefined;
      if (request === undefined) continue;
      const routed = routeRequest(
        subject.routing,
        request,
        {},
        contextsOf(subject.routing, { regexes: subject.regexes }),
      );
      if ('problem' in routed) throw new Error(`${name}: ${routed.problem}`);
      const { trace, found } = routed;
      const branches = trace.outcome.kind === 'random' ? trace.outcome.branches : [trace];
      const taken = branches.map((each) => each.route?.index);
      expect([found, trace.virtual_host_index], name).toEqual([verdicts.found, verdicts.host]);
      if (route === undefined) continue;
      const isAlive = verdicts.verdicts[route]?.kind === 'alive';
      if (isAlive) alive++;
      else hidden++;
      expect(taken.includes(route), `${name}: ${request.path}`).toBe(isAlive);
    }
  }
  expect(alive).toBeGreaterThan(50);
  expect(hidden).toBeGreaterThan(0);
});
