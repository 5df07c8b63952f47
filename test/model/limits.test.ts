/** Bounds of every kind that the tables state, on fields that have them. */
import { describe, expect, test } from 'vitest';
import { limitProblem } from '../../src/model/limits.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { enums, generatedMessages, messages } from '../../src/schema/index.ts';
import type { Limits } from '../../src/schema/language.ts';

/** What is wrong with a value of a field of version 3. */
function problem(path: string, value: unknown): string | undefined {
  const at = path.lastIndexOf('.');
  const field = compiledMessage(path.slice(0, at), 'v3').byName.get(path.slice(at + 1));
  if (field?.spec.limits === undefined) throw new Error(`${path} has no limits`);
  return limitProblem(field, value, field.spec.limits);
}

const CASES: readonly (readonly [
  kind: keyof Limits,
  path: string,
  good: unknown,
  bad: unknown,
  told: RegExp,
])[] = [
  ['pattern', 'route.RouteMatch.path_separated_prefix', '/shop', '/shop/', /does not match \^\[\^\?#\]/],
  ['noneOf', 'core.HealthCheck.HttpHealthCheck.method', 'GET', 'CONNECT', /may not be CONNECT/],
  [
    'minChars',
    'CertificateValidationContext.verify_certificate_spki',
    ['a'.repeat(44)],
    ['a'],
    /1 character, but needs at least 44/,
  ],
  ['text', 'core.HealthCheck.HttpHealthCheck.host', 'a.example', 'a\u0007', /control character/],
  ['text', 'core.HealthCheck.GrpcHealthCheck.authority', 'a\u0007', 'a\n', /line break/],
  ['keys', 'core.Metadata.filter_metadata', { a: {} }, { '': {} }, /key that is empty/],
  [
    'items',
    'http.router.Router.strict_check_headers',
    ['x-envoy-retry-on'],
    ['x-shop'],
    /entry that is x-shop/,
  ],
  ['minItems', 'type.matcher.OrMatcher.value_matchers', [{}, {}], [{}], /at least 2/],
  ['lt', 'route.DirectResponseAction.status', 599, 600, /less than 600/],
  ['oneOf', 'Bootstrap.stats_flush_on_admin', true, false, /must be true/],
];

describe('issue 15.4: limits of the reference, whole', () => {
  test.each(CASES)('%s: %s', (_, path, good, bad, told) => {
    expect(problem(path, good)).toBeUndefined();
    expect(problem(path, bad)).toMatch(told);
  });

  test.each([
    ['unique', { unique: true }, ['a', 'b'], ['a', 'a'], /entry twice/],
    [
      'equal messages',
      { unique: true },
      [{ a: 1 }, { a: 2 }],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      /entry twice/,
    ],
    ['most entries', { maxItems: 1 }, ['a'], ['a', 'b'], /at most 1/],
  ] as const)('of lists: %s', (_, limits, good, bad, told) => {
    const field = compiledMessage('route.VirtualHost').byName.get('domains');
    if (field === undefined) throw new Error('no domains');
    expect(limitProblem(field, good, limits)).toBeUndefined();
    expect(limitProblem(field, bad, limits)).toMatch(told);
  });

  test.each([
    ['prefix', { prefix: '%' }, '%A%', 'A%', /begin with %/],
    ['suffix', { suffix: '%' }, '%A%', '%A', /end with %/],
    ['most characters', { maxChars: 2 }, 'äö', 'äöü', /3 characters.*at most 2/],
    ['a name of a header', { text: 'strict-header-name' }, ':path', 'a b', /name of a header/],
    ['or empty', { minBytes: 3, unlessEmpty: true }, '', 'a', /at least 3/],
  ] as const)('of texts: %s', (_, limits, good, bad, told) => {
    const field = compiledMessage('route.VirtualHost').byName.get('name');
    if (field === undefined) throw new Error('no name');
    expect(limitProblem(field, good, limits)).toBeUndefined();
    expect(limitProblem(field, bad, limits)).toMatch(told);
  });

  test('every kind of limit that a table states is one of those checked', () => {
    const kinds = new Set<string>();
    const note = (limits: Limits): void => {
      for (const [kind, held] of Object.entries(limits)) {
        kinds.add(kind);
        if (['items', 'keys', 'values'].includes(kind)) note(held as Limits);
      }
    };
    for (const name of [...Object.keys(messages), ...Object.keys(generatedMessages)])
      for (const { spec } of compiledMessage(name, 'v3').fields) note(spec.limits ?? {});
    const bounds = [
      'gt',
      'gte',
      'lt',
      'lte',
      'minItems',
      'maxItems',
      'minBytes',
      'maxBytes',
      'minChars',
      'maxChars',
    ];
    const others = ['pattern', 'prefix', 'suffix', 'oneOf', 'noneOf', 'text', 'unlessEmpty', 'unique'];
    // A number that an enum does not name is no value to begin with.
    const known = [...bounds, ...others, 'items', 'keys', 'values', 'definedOnly'];
    expect([...kinds].filter((kind) => !known.includes(kind))).toEqual([]);
    expect(Object.keys(enums).length).toBeGreaterThan(0);
  });
});
