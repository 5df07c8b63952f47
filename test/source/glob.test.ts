import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGlob, parseGlob } from '../../src/source/glob.ts';

const matches = (pattern: string, path: string): boolean | undefined => parseGlob(pattern)?.matches(path);

describe('globs', () => {
  it.each([
    ['*.yaml', 'front.yaml', true],
    ['*.yaml', 'front.yml', false],
    ['*.yaml', 'a/front.yaml', false],
    ['*.yaml', '.hidden.yaml', false],
    ['.*.yaml', '.hidden.yaml', true],
    ['**/*.yaml', 'front.yaml', true],
    ['**/*.yaml', 'a/b/front.yaml', true],
    ['**/*.yaml', '.git/front.yaml', false],
    ['**/b/**/*.yaml', 'a/b/c/d/front.yaml', true],
    ['**/b/**/*.yaml', 'a/c/d/front.yaml', false],
    ['**', 'a/b/front.yaml', true],
    ['**', 'a/.b/front.yaml', false],
    ['front-?.yaml', 'front-1.yaml', true],
    ['front-?.yaml', 'front-12.yaml', false],
    ['front-[0-9a].yaml', 'front-a.yaml', true],
    ['front-[!0-9].yaml', 'front-1.yaml', false],
    ['front-[]a].yaml', 'front-].yaml', true],
    ['front-[.yaml', 'front-[.yaml', true],
    ['*.{yaml,json}', 'front.json', true],
    ['*.{yaml,y{m,am}l}', 'front.yml', true],
    ['{a,b}*/{c,d}.yaml', 'bx/d.yaml', true],
    ['{a}*.yaml', '{a}1.yaml', true],
    ['front\\*?', 'front*1', true],
    ['front\\*?', 'frontx1', false],
    ['*a*b*.yaml', 'xxaxxbxx.yaml', true],
    ['*a*b*.yaml', 'xxbxxaxx.yaml', false],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it('keeps the part without magic as the folder to look in', () => {
    expect(parseGlob('configs/prod/*/front.yaml')).toMatchObject({ base: 'configs/prod', depth: 2 });
    expect(parseGlob('/*.yaml')).toMatchObject({ base: '/', depth: 1 });
    expect(parseGlob('*.yaml')).toMatchObject({ base: '.', namesExtension: true });
    expect(parseGlob('configs/**')).toMatchObject({ depth: Number.POSITIVE_INFINITY, namesExtension: false });
  });

  it('tells globs from names', () => {
    expect(isGlob('front.yaml')).toBe(false);
    expect(isGlob('front[1].yaml')).toBe(true);
  });

  it('refuses braces that expand without end', () => {
    expect(parseGlob('{a,b}'.repeat(20))).toBeUndefined();
  });

  it('takes time in proportion, also for patterns made to backtrack', () => {
    const start = performance.now();
    expect(matches(`${'*a'.repeat(50)}*.yaml`, `${'a'.repeat(5000)}.json`)).toBe(false);
    expect(matches(`${'**/a/'.repeat(20)}x`, 'a/'.repeat(2000).slice(0, -1))).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('matches a name without magic with itself and nothing else', () => {
    const name = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
    fc.assert(
      fc.property(name, name, (left, right) => {
        expect(matches(`*/${left}`, `x/${right}`)).toBe(left === right);
      }),
    );
  });
});
