import { describe, expect, test } from 'vitest';
import { found } from '../analyzed.ts';

function shadowed(...criteria: readonly (string | undefined)[]) {
  const entries = criteria.map((match, index) => {
    const own = match === undefined ? '' : `match: ${match}, `;
    return `  - { name: m${index}, ${own}transport_socket: { name: raw_buffer } }`;
  });
  const yaml = `name: cart\nconnect_timeout: 1s\ntransport_socket_matches:\n${entries.join('\n')}\n`;
  return found('shadowed-socket-match', yaml, 'Cluster');
}

describe('an entry that no endpoint comes to', () => {
  test('after one without criteria', () => {
    for (const none of [undefined, '{}'])
      expect(shadowed('{ mtls: true }', none, '{ plain: true }')).toMatchObject([
        {
          pointer: '/transport_socket_matches/2',
          data: { cluster: 'cart', match: 2, by: [1] },
          related: [{ pointer: '/transport_socket_matches/1' }],
        },
      ]);
  });

  test('after one that asks for no more', () => {
    const [finding] = shadowed('{ zone: a }', '{ mtls: true, zone: a }');
    expect(finding?.message).toContain('"m0" before it takes all its endpoints; put "m1" first');
    expect(shadowed('{ zone: a }', '{ zone: a }')[0]?.message).toContain('delete one of them');
    expect(shadowed('{ zone: [a, { b: 1 }] }', '{ c: 1, zone: [a, { b: 1 }] }')).toHaveLength(1);
  });

  test.each([
    ['criteria first and none last', ['{ mtls: true }', undefined]],
    ['other values', ['{ zone: a }', '{ zone: b, mtls: true }']],
    ['a number and a text', ['{ zone: 1 }', '{ zone: "1", mtls: true }']],
    ['fewer criteria later', ['{ zone: a, mtls: true }', '{ zone: a }']],
    ['an overlap', ['{ zone: a }', '{ mtls: true }']],
    ['a single catch-all', ['{}']],
  ])('not with %s', (_, criteria) => {
    expect(shadowed(...criteria)).toEqual([]);
  });
});
