import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { analyze, diff, InputError, migrate, normalize, trace } from '../../src/index.ts';

const ROUTES = `virtual_hosts:
- name: shop
  domains: ['*']
  routes:
  - {match: {prefix: /}, route: {cluster: pages}}
  - {match: {prefix: /cart}, route: {cluster: cart}}
`;
const SECRET = `clusters:
- name: shop
  type: STATIC
  tls_context:
    common_tls_context:
      tls_certificates:
      - private_key: {inline_string: hidden-word-7}
`;

/** The schema of a report says what is in it; the library leaves out the frame. */
function schemaOf(command: string) {
  const schema = JSON.parse(readFileSync(`docs/schemas/${command}.schema.json`, 'utf8'));
  return new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
}
const frame = { cfgtool: { version: '0.0.0', format_version: 1 } };

it('31 what a release carries as data holds no regular expressions', () => {
  const options = { type: 'route.HeaderMatcher', api: 'v3', release: '1.17' } as const;
  const { findings } = analyze('name: x-a\nstring_match: { safe_regex: { regex: { a: b } } }\n', options);
  expect(findings.map(({ rule }) => rule)).not.toContain('invalid-regex');
});

describe('the library', () => {
  it('answers in the form of the reports', () => {
    const findings = schemaOf('analyze');
    expect(findings({ ...frame, ...analyze(ROUTES) }), JSON.stringify(findings.errors)).toBe(true);
    const traced = schemaOf('trace');
    const told = { ...frame, ...trace(ROUTES, 'http://shop.test/cart') };
    expect(traced(told), JSON.stringify(traced.errors)).toBe(true);
    const migrated = schemaOf('migrate');
    const { text: _, ...file } = migrate(SECRET);
    const files = { ...frame, files: [{ file: 'x', ...file }] };
    expect(migrated(files), JSON.stringify(migrated.errors)).toBe(true);
    const differences = schemaOf('diff');
    const pair = { name: 'x', before: 'a', after: 'b', equal: false, changes: 0 };
    const difference = diff(ROUTES, ROUTES.replace('prefix: /cart', 'prefix: /basket'));
    const report = { ...frame, ...difference, files: [{ ...pair, summary: difference.summary }] };
    expect(differences(report), JSON.stringify(differences.errors)).toBe(true);
    expect(difference).toMatchObject({ equal: false, behaviour: { equal: true } });
  });

  it('takes texts, named texts and parsed values alike', () => {
    const value = { clusters: [{ name: 'shop', type: 'STATIC', connect_timeout: '-1s' }] };
    const told = analyze({ name: 'a.json', value });
    expect(told.findings.map(({ rule, file, pointer }) => ({ rule, file, pointer }))).toContainEqual({
      rule: 'out-of-range',
      file: 'a.json',
      pointer: '/clusters/0/connect_timeout',
    });
    const text = JSON.stringify(value, null, 2);
    expect(analyze({ name: 'a.json', text })).toEqual(told);
    expect(analyze(text).findings.map(({ rule }) => rule)).toEqual(told.findings.map(({ rule }) => rule));
  });

  it('takes several inputs as one configuration', () => {
    const clusters = { name: 'clusters.yaml', text: 'clusters: [{name: pages, type: STATIC}]' };
    const rulesOf = (found: ReturnType<typeof analyze>) => found.findings.map(({ rule }) => rule);
    expect(rulesOf(analyze([{ name: 'routes.yaml', text: ROUTES }, clusters]))).toContain(
      'undefined-cluster',
    );
    expect(rulesOf(analyze(ROUTES))).not.toContain('undefined-cluster');
    expect(trace([ROUTES, clusters], 'http://shop.test/').outcome.kind).toBe('forward');
  });

  it('changes levels of rules, and refuses those that do not exist', () => {
    expect(analyze(ROUTES).summary.warning).toBe(1);
    expect(analyze(ROUTES, { rules: { 'shadowed-route': 'off' } }).summary.warning).toBe(0);
    expect(() => analyze(ROUTES, { rules: { 'no-such-rule': 'off' } })).toThrow(RangeError);
  });

  it('hides secrets unless they are asked for', () => {
    const other = SECRET.replace('word-7', 'word-8').replace('STATIC', 'STRICT_DNS');
    const told = (showSecrets: boolean) =>
      JSON.stringify([
        analyze(SECRET, { showSecrets }),
        diff(SECRET, other, { showSecrets, cosmetic: true }),
        normalize(SECRET, { showSecrets }),
        migrate(SECRET, { showSecrets }).patch,
      ]);
    expect(told(false)).not.toContain('hidden-word');
    expect(told(true)).toContain('hidden-word-7');
    expect(migrate(SECRET).text).toContain('hidden-word-7');
  });

  it('names the input that cannot be read', () => {
    expect(() => normalize({ name: 'bad.yaml', text: 'a: [' })).toThrow(InputError);
    expect(() => normalize({ name: 'bad.yaml', text: 'a: [' })).toThrow(/^bad\.yaml:1:/);
    expect(() => analyze([ROUTES, 'just a text'])).toThrow(/<input 2>/);
  });

  it('refuses what is no request', () => {
    expect(() => trace(ROUTES, 'shop')).toThrow(/no URL/);
    expect(() => trace(ROUTES, 'http://shop.test/', { routeConfig: 'none' })).toThrow(RangeError);
  });
});
