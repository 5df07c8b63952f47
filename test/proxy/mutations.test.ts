/** `npm run proxy -- --mode mutations`: what it breaks of a message, and a slice of it with a proxy. */
import { expect, it, test } from 'vitest';
import { homesOf } from '../../scripts/proxy/homes.ts';
import { heldHomes, mutationsOf } from '../../scripts/proxy/mutations.ts';
import { isRefusedAtStart, keyOf, listedMutations } from '../../scripts/proxy/mutations-listing.ts';
import { errorsIn } from '../../scripts/proxy/refusals.ts';
import { UNJUDGED } from '../../scripts/proxy/validate-listing.ts';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import { PROXY } from './program.ts';

const listed = listedMutations();

it('breaks each demand of a message once, and we tell each', async () => {
  const { found: homes } = await homesOf(() => Promise.resolve(undefined));
  expect(homes.size).toBeGreaterThan(500);
  const home = homes.get('core.CidrRange');
  const told = home && [...mutationsOf(home)].map(({ what, bootstrap }) => [what, errorsIn(bootstrap)]);
  expect(told).toEqual([
    ['as it is', []],
    ['an unknown field', ['unknown-field']],
    ['address_prefix absent', ['required-field']],
    ['prefix_len above its bound', ['out-of-range']],
  ]);
});

test('every listed difference has its reason', () => {
  expect(listed.size).toBeGreaterThan(300);
  expect([...listed].filter(([, why]) => why === UNJUDGED)).toEqual([]);
});

/** One of so many messages is asked about. */
const EVERY = 60;

it.skipIf(PROXY === undefined)(
  'tells no false errors, and misses what is listed',
  { timeout: 240_000 },
  async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const home of heldHomes(`1/${EVERY}`))
      for (const mutation of mutationsOf(home)) {
        const { refused } = await askValidate(PROXY ?? '', mutation.bootstrap);
        const ours = errorsIn(mutation.bootstrap);
        asked++;
        if (refused === undefined && ours.length > 0 && !isRefusedAtStart(mutation, listed))
          wrong.push(`false: ${keyOf(mutation)}: ${ours.join()}`);
        if (refused !== undefined && ours.length === 0 && !listed.has(keyOf(mutation)))
          wrong.push(`missed: ${keyOf(mutation)}: ${refused}`);
      }
    expect(asked).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  },
);
