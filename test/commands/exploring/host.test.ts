import { describe, expect, test } from 'vitest';
import { checkTerminal, themeOfTerminal } from '../../../src/commands/exploring/host.ts';
import { UsageError } from '../../../src/commands/usage-error.ts';

const there = { stdin: { isTTY: true }, stdout: { isTTY: true }, env: { TERM: 'xterm-256color' } };

function refusal(inputs: readonly string[], streams: Parameters<typeof checkTerminal>[1]): string {
  try {
    checkTerminal(inputs, streams);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n${error.hint}`;
    throw error;
  }
  return '';
}

describe('without a terminal', () => {
  test.each([
    ['standard input is none', { ...there, stdin: {} }],
    ['standard output is none', { ...there, stdout: { isTTY: false } }],
    ['TERM is "dumb"', { ...there, env: { TERM: 'dumb' } }],
  ])('%s: it says so, and which commands to use instead', (why, streams) => {
    const said = refusal(["it's.yaml"], streams);
    expect(said).toContain(why);
    for (const command of ['analyze', 'trace', 'migrate'])
      expect(said).toContain(`cfgtool ${command} 'it'\\''s.yaml'`);
    expect(said).toContain('cfgtool diff A B');
    expect(refusal(['a.yaml', 'b.yaml'], streams)).toContain('cfgtool diff a.yaml b.yaml');
  });
});

test('standard input cannot be the configuration, even in a terminal', () => {
  expect(refusal(['-'], there)).toContain('which it needs for the keys');
  expect(refusal(['a.yaml'], there)).toBe('');
});

test.each([
  [true, undefined, 'any'],
  [true, '15;0', 'dark'],
  [true, '0;15', 'light'],
  [true, '0;default;7', 'light'],
  [true, '12;8', 'dark'],
  [true, 'nonsense', 'any'],
  [false, '15;0', 'plain'],
])('colours %s on %s: %s', (hasColours, background, theme) => {
  expect(themeOfTerminal(hasColours, background)).toBe(theme);
});
