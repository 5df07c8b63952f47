/** A field of version 3 in a message that is of version 2 was read by nobody, so nobody takes it for read. */
import { expect, test } from 'vitest';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { normalizeConfiguration } from '../../src/migrate/index.ts';
import { INVALID } from '../../src/model/bound.ts';
import { rootFrames } from '../../src/model/walk.ts';
import { routeText } from '../../src/routing/match/select.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { opened } from '../opened.ts';

const VALUES = ['null', '5', 'true', '/a', '[1]', '{a: 1}'];

const routes = (value: string) => `"@type": type.googleapis.com/envoy.api.v2.RouteConfiguration
name: front
virtual_hosts:
- name: shop
  domains: ['*']
  routes:
  - match: { path_separated_prefix: ${value}, cookies: ${value}, filter_state: ${value} }
    route: { cluster: cart, path_rewrite: ${value} }
  - match: { prefix: / }
    route: { cluster: shop }
`;

test.each(VALUES)('%s stays apart', (value) => {
  const configuration = opened(routes(value));
  expect(configuration.problems.filter(({ rule }) => rule === 'unknown-field')).toHaveLength(4);
  const [root] = configuration.roots;
  const [frame] = root === undefined ? [] : rootFrames(root);
  const text = JSON.stringify(frame?.message);
  expect(text).not.toContain('path_separated_prefix');
  const [found] = findRouting([configuration]).routes;
  const [first] = found?.routeConfiguration.virtual_hosts?.[0]?.routes ?? [];
  expect(Object.keys((first?.match as { [INVALID]?: object } | undefined)?.[INVALID] ?? {})).toContain(
    'path_separated_prefix',
  );
});

test.each(VALUES)('%s is lost by nothing, and ends nothing', (value) => {
  const configuration = opened(routes(value));
  const [document] = normalizeConfiguration(configuration, { onlyWritten: false, showSecrets: true });
  if (value !== 'null') expect(JSON.stringify(document?.value)).toContain('"path_separated_prefix"');
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  expect(findings.map(({ rule }) => rule)).toContain('unknown-field');
  const [found] = findRouting([configuration]).routes;
  for (const [at, route] of (found?.routeConfiguration.virtual_hosts?.[0]?.routes ?? []).entries())
    expect(routeText(route, at)).toContain(`route ${at}`);
});
