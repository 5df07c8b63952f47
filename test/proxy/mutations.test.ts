/** `npm run proxy -- --mode mutations`: what it breaks of a message, without a proxy. */
import { expect, it } from 'vitest';
import { homesOf } from '../../scripts/proxy/homes.ts';
import { mutationsOf } from '../../scripts/proxy/mutations.ts';
import { errorsIn } from '../../scripts/proxy/refusals.ts';

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
