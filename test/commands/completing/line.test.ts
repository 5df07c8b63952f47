import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoted, readLine } from '../../../src/commands/completing/shell-answer.ts';

const BREAKS = ' \t\n"\'><=;|&(:';

describe('the words of a line', () => {
  test.each([
    ['cfgtool ', ['cfgtool'], '', 'none', 0],
    ['cfgtool analyze --fo', ['cfgtool', 'analyze'], '--fo', 'none', 0],
    ['A=1 B= cfgtool dif', ['cfgtool'], 'dif', 'none', 0],
    ["cfgtool trace 'my file.yaml' ht", ['cfgtool', 'trace', 'my file.yaml'], 'ht', 'none', 0],
    ['cfgtool trace my\\ file.yaml http://a', ['cfgtool', 'trace', 'my file.yaml'], 'http://a', 'none', 5],
    ['cfgtool analyze --rule="shad', ['cfgtool', 'analyze'], '--rule=shad', 'double', 7],
    ["cfgtool analyze 'a\\b", ['cfgtool', 'analyze'], 'a\\b', 'single', 0],
    ['cfgtool analyze "a\\"b\\c', ['cfgtool', 'analyze'], 'a"b\\c', 'double', 0],
    ["cfgtool x '' y", ['cfgtool', 'x', ''], 'y', 'none', 0],
    ['cfgtool analyze a 2>err b', ['cfgtool', 'analyze', 'a'], 'b', 'none', 0],
  ])('%j', (line, words, current, quoting, kept) => {
    expect(readLine(line, BREAKS)).toEqual({ words, current, quoting, kept, redirects: false });
  });

  test('behind a redirection stands a file', () => {
    expect(readLine('cfgtool analyze a >', BREAKS).redirects).toBe(true);
    expect(readLine('cfgtool analyze a 2> er', BREAKS).redirects).toBe(true);
  });
});

/** What bash makes of words on a line of its own. */
function readByBash(words: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync('bash', ['--norc'], {
    input: `set -f\nprintf '%s\\0' ${words.join(' ')}\n`,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

describe('quoting', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab$()`"\'\\;&|<>*?[]{}~#!^= :-é'), minLength: 1 });

  test('bash reads back what was quoted, in each way, and so does the splitting of lines', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (names) => {
        const plain = names.map((name) => quoted(name, 'none'));
        const single = names.map((name) => `'${quoted(name, 'single')}'`);
        const double = names.map((name) => `"${quoted(name, 'double')}"`);
        expect(readByBash([...plain, ...single, ...double])).toEqual([...names, ...names, ...names]);
        for (const line of [plain, single, double])
          expect(readLine(`cfgtool ${line.join(' ')} `, BREAKS).words).toEqual(['cfgtool', ...names]);
      }),
      { numRuns: 50 },
    );
  });
});
