/** Cookies of which one matcher could not tell a list from a text: it stays open, and no two matchers disagree. */
import { expect, it } from 'vitest';
import { compareSides } from '../../../src/engine/compare.ts';
import { opened } from '../../opened.ts';

it('leaves open which requests have a cookie with a comma in it', () => {
  const side = (cluster: string) => [
    opened(
      JSON.stringify({
        '@type': 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
        virtual_hosts: [
          {
            name: 'v',
            domains: ['*'],
            routes: [
              {
                match: { prefix: '/', cookies: [{ name: 's', string_match: { exact: 'a,b' } }] },
                route: { cluster },
              },
              { match: { prefix: '/' }, direct_response: { status: 404 } },
            ],
          },
        ],
      }),
      {},
      'routes.json',
    ),
  ];
  const clock = { now: () => performance.now(), milliseconds: 10_000 };
  const { behaviour } = compareSides(side('c5'), side('c4'), { clock }).pair;
  expect(behaviour?.undecided.map(({ reason }) => reason)).toEqual(['a route asks about cookies']);
});
