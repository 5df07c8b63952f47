import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meantBy, nearest, nearestAll, typos } from '../../src/model/near-miss.ts';

const namespace = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

/** The distance by its definition: slow and plain. */
function plainSlips(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length;
  const [a, b] = [left.slice(0, -1), right.slice(0, -1)];
  const options = [
    plainSlips(a, right) + 1,
    plainSlips(left, b) + 1,
    plainSlips(a, b) + (left.at(-1) === right.at(-1) ? 0 : 1),
  ];
  const isSwapped =
    left.length > 1 && right.length > 1 && left.at(-1) === right.at(-2) && left.at(-2) === right.at(-1);
  if (isSwapped) options.push(plainSlips(left.slice(0, -2), right.slice(0, -2)) + 1);
  return Math.min(...options);
}

describe('typos', () => {
  test('counts as the definition does, up to the limit', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    fc.assert(
      fc.property(short, short, fc.nat(6), (left, right, limit) => {
        expect(typos(left, right, limit)).toBe(Math.min(plainSlips(left, right), limit + 1));
      }),
    );
  });

  test('is the same in both directions', () => {
    fc.assert(
      fc.property(namespace, namespace, (left, right) => typos(left, right, 9) === typos(right, left, 9)),
    );
  });
});

describe('nearest', () => {
  const fields = ['hosts', 'name', 'type', 'connect_timeout', 'load_assignment', 'lb_policy', 'tls_context'];

  test.each([
    ['conect_timeout', 'connect_timeout'],
    ['connect_timeuot', 'connect_timeout'],
    ['connectTimeout', 'connect_timeout'],
    ['conecttimout', 'connect_timeout'],
    ['CONNECT-TIMEOUT', 'connect_timeout'],
    ['host', 'hosts'],
    ['naem', 'name'],
    ['lbPolcy', 'lb_policy'],
  ])('%s was meant to be %s', (written, meant) => {
    expect(nearest(written, fields)).toBe(meant);
  });

  test.each(['', '_', 'tp', 'nmae1', 'ports', 'timeout', 'x'.repeat(10_000)])(
    '%s was meant to be none',
    (written) => {
      expect(nearest(written, fields)).toBeUndefined();
    },
  );

  test('does not choose between two that are equally near', () => {
    expect(nearest('cat', ['bat', 'hat'])).toBeUndefined();
    expect(nearestAll('cat', ['bat', 'hat'])).toEqual(['bat', 'hat']);
  });

  test('finds every name itself, whatever its case and underscores', () => {
    const name = fc.stringMatching(/^[a-z]{2,6}(?:_[a-z]{2,6}){0,2}$/);
    fc.assert(
      fc.property(name, fc.array(name), (wanted, others) => {
        const fold = (text: string) => text.replaceAll('_', '');
        const candidates = [wanted, ...others.filter((other) => fold(other) !== fold(wanted))];
        expect(nearest(wanted.toUpperCase(), candidates)).toBe(wanted);
        expect(nearest(fold(wanted), candidates)).toBe(wanted);
      }),
    );
  });

  test('finds a longer name after any one typo', () => {
    const name = fc.stringMatching(/^[a-z]{6,20}$/);
    fc.assert(
      fc.property(name, fc.nat(), fc.constantFrom('drop', 'double', 'replace'), (wanted, seed, typo) => {
        const at = seed % wanted.length;
        const letter = { drop: '', double: `${wanted[at]}${wanted[at]}`, replace: '#' }[typo];
        expect(nearest(wanted.slice(0, at) + letter + wanted.slice(at + 1), [wanted])).toBe(wanted);
      }),
    );
  });
});

describe('what may have been meant', () => {
  const rules = ['shadowed-route', 'shadowed-socket-match', 'weight-sum', 'wrong-type', 'duplicate-name'];
  test.each([
    ['shadowed-rout', ['shadowed-route']],
    ['shadowed', ['shadowed-route', 'shadowed-socket-match']],
    ['Sum', ['weight-sum']],
    ['dup', ['duplicate-name']],
    ['w', []],
    ['hadow', []],
    ['zzz', []],
  ])('%s', (name, expected) => expect(meantBy(name, rules)).toEqual(expected));

  test('none where there are too many', () => {
    expect(meantBy('alpha', ['alpha-one', 'alpha-two', 'alpha-three', 'alpha-four', 'alpha-five'])).toEqual(
      [],
    );
  });
});
