/** What a rule finds in version 2 it finds in version 3, where the same thing is spelled in its current forms. */
import { expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { allRuleTexts, analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { looksAt } from '../../src/canonical/concerns.ts';
import { canonicalForm } from '../../src/canonical/form.ts';
import { propertyRules } from '../../src/engine/property-rules.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { rootFrames } from '../../src/model/walk.ts';
import { typeIn } from '../../src/schema/version.ts';
import { sourceFile } from '../../src/source/load.ts';

/** Version 3 as a lift writes it, its own deprecated forms included. */
const OLDER = migrations.filter((migration) => looksAt(migration, 'v2'));

const SPELLING = 'it is about how the text is written, which the canonical form does not keep';

/** Rules that find nothing there, and why. */
const OTHERWISE = new Map<string, string>([
  ['wrong-type', SPELLING],
  ['unknown-enum-value', SPELLING],
  ['loose-spelling', SPELLING],
  ['duplicate-key', SPELLING],
  ['unused-suppression', SPELLING],
  ['suppression-without-reason', SPELLING],
  ['deprecated-field', 'a deprecated form has no current form'],
  ['mixed-versions', 'one version is left of the two'],
  ['weight-sum', 'in version 3 weights need not add up'],
  ['missing-connect-timeout', 'in version 3 it is 5 s where it is not said'],
  ['truncated-percent', 'the canonical form has cut the share already'],
  ['release-change', 'it is asked for, by --upgrade'],
  ['host-header', 'in version 3 host reads :authority'],
  ['presence-only', 'in version 3 present_match: false asks for absence'],
]);

/** The bad examples of version 2, as version 3 says the same. */
const lifted = allRuleTexts.flatMap(({ id, bad }) => {
  const file = sourceFile('in.yaml', bad.yaml, 'named');
  const { api, roots, namespace } = openConfiguration(file, { type: bad.type, api: 'v2' });
  const [root] = roots;
  const frame = root && rootFrames(root)[0];
  if (api === 'v3' || root === undefined || frame === undefined) return [];
  const message = canonicalForm(frame, {
    namespace,
    migrations: OLDER,
    inThree: { tree: root.tree },
    synonyms: false,
    onlyWritten: true,
  });
  const typed = { '@type': typeIn('v3', frame.type), ...message };
  return [
    { id, type: bad.type, properties: bad.properties, text: JSON.stringify(typed, typesAsUrls(namespace)) },
  ];
});

function typesAsUrls(namespace: string): (key: string, value: unknown) => unknown {
  return (key, value) => {
    if (key !== '@type' || typeof value !== 'string') return value;
    return `type.googleapis.com/${value.startsWith('google.') ? '' : `${namespace}.`}${value}`;
  };
}

test('most rules have an example of version 2', () => {
  expect(lifted.length).toBeGreaterThan(80);
});

test.each(lifted.map((each) => [each.id, each] as const))('%s', (id, { type, text, properties }) => {
  const configuration = openConfiguration(sourceFile('in.json', text, 'named'), { type, api: 'v3' });
  expect(configuration.api).toBe('v3');
  const own = properties === undefined ? [] : propertyRules([{ name: 'access.yaml', text: properties }]);
  const rules = [...analysisRules, ...own];
  const { findings } = analyze(subjectOf([configuration]), { rules, known: ruleIds });
  const isFound = findings.some(({ rule }) => rule === id);
  expect(isFound, OTHERWISE.get(id) ?? text).toBe(!OTHERWISE.has(id));
});

test('CORS among the settings of its filter is looked at as it is on a route', () => {
  const policy = { '@type': 'type.googleapis.com/envoy.extensions.filters.http.cors.v3.CorsPolicy' };
  const text = JSON.stringify({
    '@type': 'type.googleapis.com/envoy.config.route.v3.VirtualHost',
    name: 'shop',
    domains: ['shop.test'],
    typed_per_filter_config: {
      'envoy.filters.http.cors': { ...policy, max_age: '24h', allow_methods: 'get' },
    },
  });
  const configuration = openConfiguration(sourceFile('in.json', text, 'named'));
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  expect(findings.map(({ rule }) => rule).sort()).toEqual(['invalid-max-age', 'method-case']);
});
