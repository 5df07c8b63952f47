/** What a release began to refuse, or to take, is an error on that side alone; the real proxy says the same of its own. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bootstrapAround, type Place } from '../../scripts/proxy/around.ts';
import { errorsIn } from '../../scripts/proxy/refusals.ts';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import { releaseBefore, releaseNamed } from '../../src/schema/release.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { PROXY, releaseOf } from './program.ts';

const rows = readFileSync('test/proxy/refused-since.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [, rule = '', before, named = '', place = '', fragment = ''] =
      /^(\S+) (<?)(\S+) (\S+) (.*)$/.exec(line) ?? [];
    const release = releaseNamed(named);
    if (release === undefined) throw new Error(line);
    const sides = [release, releaseBefore(release)] as const;
    const [refusing, taking] = before === '<' ? ([sides[1], sides[0]] as const) : sides;
    const bootstrap = printJson(bootstrapAround(place as Place, fragment), '');
    return { rule, release: `${before}${named}`, refusing, taking, fragment, bootstrap };
  });

test.each(rows)('$rule, $release: $fragment', ({ rule, refusing, taking, bootstrap }) => {
  expect(errorsIn(bootstrap, refusing)).toEqual([rule]);
  expect(errorsIn(bootstrap, taking)).toEqual([]);
});

test.skipIf(PROXY === undefined).each(rows)('the real proxy: $fragment', async ({ bootstrap }) => {
  const program = PROXY ?? '';
  const { refused } = await askValidate(program, bootstrap);
  expect(errorsIn(bootstrap, releaseOf(program)).length > 0, refused).toBe(refused !== undefined);
});
