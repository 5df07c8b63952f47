/** What a release began to refuse is an error for it, and none for the release before; the real proxy says the same of its own. */
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
    const [, rule = '', since = '', place = '', fragment = ''] = /^(\S+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
    const release = releaseNamed(since);
    if (release === undefined) throw new Error(line);
    return { rule, release, fragment, bootstrap: printJson(bootstrapAround(place as Place, fragment), '') };
  });

test.each(rows)('$rule since $release: $fragment', ({ rule, release, bootstrap }) => {
  expect(errorsIn(bootstrap, release)).toEqual([rule]);
  expect(errorsIn(bootstrap, releaseBefore(release))).toEqual([]);
});

test.skipIf(PROXY === undefined).each(rows)('the real proxy: $fragment', async ({ bootstrap }) => {
  const program = PROXY ?? '';
  const { refused } = await askValidate(program, bootstrap);
  expect(errorsIn(bootstrap, releaseOf(program)).length > 0, refused).toBe(refused !== undefined);
});
