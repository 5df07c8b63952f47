/** Expressions of CEL: what is said of each; what the proxy refuses is in `test/proxy`. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { celProblem } from '../../../src/analyze/fields/cel.ts';
import { formatProblems } from '../../../src/analyze/fields/format.ts';
import { wellFormed } from '../expressions.ts';

describe('fact 145: expressions that the proxy reads itself', () => {
  test.each([
    ['request.path ==', 'column 16 has the end where a value has to stand'],
    ['a && b)', 'column 7 has ) where an operator or the end has to stand'],
    ["a ==\n 'b' 'secret'", 'line 2, column 6 has a string where an operator or the end has to stand'],
    ['a = 1', 'column 3 has "=", which stands in no expression'],
    ["'secret", 'column 1 begins a string that is not closed, or has an escape that there is not'],
    ['a.startswith(b)', 'column 3 calls startswith with one argument, and the proxy has no such function'],
    [
      'a.exists(x, x == 1)',
      'column 3 calls exists, which goes through lists, and the proxy evaluates none of these',
    ],
    ['has(a)', 'column 1 asks has() for something else than a member, as in has(a.b)'],
    ['a + package', 'column 5 has package, which is a keyword'],
    ["a.matches('(')", 'column 3 matches what is no regular expression: has a ( without its )'],
    [
      '1 + '.repeat(32) + 1,
      'it nests deeper than 32, where each member, index, call and operator is a level',
    ],
  ])('%j', (text, problem) => {
    expect(celProblem(text)).toBe(problem);
  });

  it('says where in the argument of a command of a format', () => {
    expect(formatProblems('x %CEL(a ==)%')).toEqual([
      {
        kind: 'command',
        written: '%CEL(a ==)%',
        why: 'takes an expression of CEL: column 5 of it has the end where a value has to stand',
      },
    ]);
  });

  it('are left alone where a template may fill something in', () => {
    for (const text of ['{{ .Values.expression }}', 'a == <% b %>']) expect(celProblem(text)).toBeUndefined();
  });

  it('are never refused where they are well-formed by construction, and always without one of their brackets', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(celProblem(text)).toBeUndefined();
        expect(celProblem(`(${text}`)).toBeDefined();
        expect(celProblem(`${text}\n]`)).toBeDefined();
      }),
    );
  });

  it('take time that grows with the text, however it is nested', () => {
    for (const part of [
      '(',
      '[',
      '{a:',
      'a.',
      'a+',
      '-',
      '!',
      "'''",
      'r"""',
      '"\\x41',
      '//\n',
      'a?b:',
      'a{',
      'f(a,',
      '.5',
      '`',
    ])
      expect(() => celProblem(part.repeat(100_000 / part.length))).not.toThrow();
  });
});
