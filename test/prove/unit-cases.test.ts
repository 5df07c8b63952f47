/**
 * The proxy's own unit tests of who may pass (`rbac`, `jwt_authn`, `ext_authz`), as properties: each of their requests
 * breaks one about all requests of its method, host, path and headers, which is known without any code of ours.
 */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { bootstrapOf, requestOf } from '../routing/filters/chains.ts';
import { UNIT_CASES, type UnitCase } from '../routing/filters/unit-cases.ts';
import { proved } from './proved.ts';

type Asked = UnitCase['requests'][number];

const cases = UNIT_CASES.filter(({ file }) => /\/(?:rbac|jwt_authn|ext_authz)\//.test(`/${file}`));

/** Says the opposite of what the unit test says of one of the requests that are meant. */
function opposite([fields, expected]: Asked, at: number): object {
  const { method, authority, path, headers, claims } = requestOf(fields, 0);
  // Which token a text is stands in no property.
  const plain = claims === undefined ? Object.entries(headers) : [];
  const answered = { outcome: 'answered' };
  return {
    name: `request ${at}`,
    when: {
      ...{ host: authority, path: path.split('?', 1)[0], method },
      all: plain.map(([name, exact]) => ({ header: exact === '' ? name : { name, exact } })),
    },
    // biome-ignore lint/suspicious/noThenProperty: it is a key of properties
    then: expected === 'passes' ? answered : { not: answered },
  };
}

test('what a unit test lets pass or answers is never proved to be otherwise', () => {
  let refuted = 0;
  // Ranges of addresses, and two tokens in one request, are no conditions of properties.
  const others: string[] = [];
  for (const each of cases) {
    const told = each.requests.filter(
      ([, expected]) => expected === 'passes' || typeof expected === 'number',
    );
    const properties = stringify({ properties: told.map(opposite) });
    for (const [at, { kind }] of proved(bootstrapOf([each]), properties).entries()) {
      if (kind === 'refuted') refuted++;
      else others.push(`${kind} ${each.name}: ${told[at]?.[1]}`);
    }
  }
  const tests = cases.reduce((sum, each) => sum + each.tests.length, 0);
  expect({ tests, cases: cases.length, refuted, others }).toMatchInlineSnapshot(`
    {
      "cases": 71,
      "others": [
        "undecided common/rbac/matchers_test.cc: IPMatcher, PrincipalSourceIpMatching, CreatePrincipalSourceIp, CreatePrincipalDirectRemoteIp: 403",
        "undecided common/rbac/matchers_test.cc: IPMatcher, PrincipalSourceIpMatching, CreatePrincipalSourceIp, CreatePrincipalDirectRemoteIp: passes",
        "undecided common/rbac/matchers_test.cc: PrincipalRemoteIpMatching, CreatePrincipalRemoteIp: passes",
        "undecided jwt_authn/group_verifier_test.cc: TestRequiresAll: passes",
      ],
      "refuted": 134,
      "tests": 122,
    }
  `);
});
