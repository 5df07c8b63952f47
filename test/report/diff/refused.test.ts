/** Every format tells first what the proxy refuses. */

import { expect, test } from 'vitest';
import { compareBehaviour } from '../../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../../src/diff/index.ts';
import { refusedSides } from '../../../src/engine/refused.ts';
import { type DiffReport, verdict } from '../../../src/present/difference.ts';
import { noPaint } from '../../../src/present/text.ts';
import { type DiffFormat, diffFormats, diffReport } from '../../../src/report/diff/formats.ts';
import { behaviourResult, refusedResult } from '../../../src/results/comparison.ts';
import { sideOf } from '../../diff/sides.ts';

const text = (timeout: string, cluster: string) => `clusters:
- { name: shop, connect_timeout: ${timeout} }
- { name: cart, connect_timeout: 1s }
- { name: old, connect_timeout: 1s }
virtual_hosts:
- name: all
  domains: ["*"]
  routes: [{ match: { prefix: /a }, route: { cluster: ${cluster} } }, { match: { prefix: / }, route: { cluster: shop } }]
`;

function reportOf(): DiffReport {
  const sides = [[sideOf(text('1s', 'cart'), 'a.yaml')], [sideOf(text('soon', 'old'), 'b.yaml')]] as const;
  const refused = refusedSides(...sides, undefined, () => 0);
  const behaviour = behaviourResult(compareBehaviour(...sides, { refused }));
  const result = diffConfigurations(...sides, { refused });
  const pair = { name: 'x.yaml', before: 'a.yaml', after: 'b.yaml', result, behaviour };
  return {
    pairs: [{ ...pair, ...refusedResult(refused) }],
    files: { before: [], after: [] },
    redact: (each) => each,
    version: '0',
  };
}

/** What tells the refusal, and what tells the request that is handled differently: the first stands before the second. */
const MARKS: { readonly [format in DiffFormat]?: readonly [string, string] } = {
  text: ['Refused by the proxy', 'GET https://example.test/a'],
  markdown: ['Refused by the proxy', 'GET https://example.test/a'],
  html: ['id="refused0"', 'id="requests0"'],
  github: ['title=refused', 'title=request-rerouted'],
  sarif: ['"ruleId": "refused"', '"ruleId": "request-rerouted"'],
  junit: ['name="refused: Cluster shop"', 'request-rerouted'],
  json: ['"refused": {', '"behaviour": {'],
  ndjson: ['"refused":{', '"behaviour":{'],
};

test.each(diffFormats.filter((format) => format !== 'patch'))('14.4 %s', async (format) => {
  const [refusal, request] = MARKS[format] ?? ['', ''];
  const printed = await diffReport(reportOf(), format, { paint: noPaint });
  const places = [printed.indexOf(refusal), printed.indexOf(request, printed.indexOf(refusal))];
  expect(places[0], printed.slice(0, 3000)).toBeGreaterThan(-1);
  expect(places[1], printed.slice(0, 3000)).toBeGreaterThan(places[0] ?? 0);
  expect(printed).toContain('is not a duration');
});

test('14.4 the verdict begins with it and does not say that requests are routed as before', () => {
  expect(verdict(reportOf())).toBe(
    'the proxy refuses the second side (1 new error); changes: 1 breaking, 1 warning, 1 info; 1 group of requests is handled differently; 1 part undecided',
  );
});
