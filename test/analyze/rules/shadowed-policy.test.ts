import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const at = (path: string, principal = 'any: true') =>
  `{ permissions: [{ url_path: { path: { ${path} } } }], principals: [{ ${principal} }] }`;

function policies(action: string, all: { readonly [name: string]: string }) {
  const lines = Object.entries(all).map(([name, policy]) => `    ${name}: ${policy}`);
  const yaml = `rules:\n  action: ${action}\n  policies:\n${lines.join('\n')}\n`;
  return found('shadowed-policy', yaml, 'http.rbac.RBAC');
}

/** By which policy each shadowed one is. */
const shadowed = (all: { readonly [name: string]: string }, action = 'ALLOW') =>
  policies(action, all).map(({ data }) => `${data?.policy} by ${data?.by}`);

describe('a policy whose requests another one takes', () => {
  test('names both, with the line of the other', () => {
    const [finding, ...others] = policies('DENY', { narrow: at('exact: /a'), wide: at('prefix: /') });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      level: 'warning',
      pointer: '/rules/policies/narrow',
      related: [{ pointer: '/rules/policies/wide' }],
    });
    expect(finding?.message).toBe(
      'the policy "narrow" decides about no request: the policy "wide" (line 5) denies all that it denies; narrow "wide", or delete this one',
    );
  });

  test('by paths, whatever form they have', () => {
    expect(shadowed({ a: at('safe_regex: { regex: "/a/[0-9]+" }'), b: at('prefix: /a/') })).toEqual([
      'a by b',
    ]);
    expect(shadowed({ a: at('exact: /a.png'), b: at('suffix: .png') })).toEqual(['a by b']);
    expect(shadowed({ a: at('prefix: /a'), b: at('prefix: /a/') })).toEqual(['b by a']);
    expect(shadowed({ a: at('prefix: /a'), b: at('prefix: /b') })).toEqual([]);
    expect(shadowed({ a: at('exact: /A, ignore_case: true'), b: at('prefix: /a') })).toEqual([]);
  });

  test('by what is said together', () => {
    const header = 'header: { name: x-a, string_match: { exact: "1" } }';
    const both = `{ permissions: [{ and_rules: { rules: [{ ${header} }, { url_path: { path: { prefix: /a } } }] } }], principals: [{ any: true }] }`;
    const either = `{ permissions: [{ or_rules: { rules: [{ ${header} }, { url_path: { path: { prefix: /a } } }] } }], principals: [{ any: true }] }`;
    expect(shadowed({ both, path: at('prefix: /a') })).toEqual(['both by path']);
    expect(shadowed({ both, either })).toEqual(['both by either']);
    expect(shadowed({ either, path: at('prefix: /') })).toEqual([]);
    const none = `{ permissions: [{ not_rule: { url_path: { path: { prefix: /a } } } }], principals: [{ any: true }] }`;
    const less = `{ permissions: [{ not_rule: { url_path: { path: { prefix: /a/b } } } }], principals: [{ any: true }] }`;
    expect(shadowed({ none, less })).toEqual(['none by less']);
  });

  test('of two alike only the second', () => {
    expect(shadowed({ first: at('prefix: /a'), second: at('prefix: /a') })).toEqual(['second by first']);
  });

  test('not where somebody else, or a condition, tells them apart', () => {
    const of = (range: string) => at('prefix: /', `source_ip: { address_prefix: ${range}, prefix_len: 8 }`);
    expect(shadowed({ a: of('10.0.0.0'), b: of('11.0.0.0') })).toEqual([]);
    expect(shadowed({ a: of('10.0.0.0'), b: of('10.0.0.0'), c: at('prefix: /') })).toEqual([
      'a by c',
      'b by a',
    ]);
    const asks = `{ permissions: [{ url_path: { path: { prefix: /a } } }], principals: [{ any: true }], condition: { const_expr: { bool_value: true } } }`;
    expect(shadowed({ a: at('prefix: /'), asks })).toEqual(['asks by a']);
    expect(shadowed({ wide: asks, a: at('exact: /a') })).toEqual([]);
  });

  test('not where rules only log', () => {
    expect(shadowed({ a: at('prefix: /a'), b: at('prefix: /') }, 'LOG')).toEqual([]);
  });
});

describe('a rule of jwt_authn that earlier ones hide', () => {
  const rules = (...matches: readonly string[]) =>
    found(
      'shadowed-policy',
      `providers: { corp: { issuer: corp, local_jwks: { inline_string: "{}" } } }\nrules:\n${matches.map((match) => `- { match: { ${match} }, requires: { provider_name: corp } }`).join('\n')}\n`,
      'JwtAuthentication',
    ).map(({ data }) => [data?.rule, data?.by]);

  test('by one, by several, by none', () => {
    expect(rules('prefix: /', 'prefix: /admin')).toEqual([[1, [0]]]);
    expect(rules('prefix: /admin', 'prefix: /')).toEqual([]);
    const get = 'headers: [{ name: ":method", string_match: { exact: GET } }]';
    const other = 'headers: [{ name: ":method", string_match: { exact: GET }, invert_match: true }]';
    expect(rules(`prefix: /, ${get}`, `prefix: /, ${other}`, 'path: /a')).toEqual([[2, [0, 1]]]);
  });

  test('what is not looked at there hides all the same', () => {
    expect(rules('prefix: /, grpc: {}', 'prefix: /a')).toEqual([[1, [0]]]);
  });
});
