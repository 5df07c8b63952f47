import { describe, expect, test } from 'vitest';
import {
  automatonOf,
  bytesOf,
  EVERYTHING,
  findNamespace,
  foldCase,
  fullMatch,
  type Grammar,
  heldText,
  keyOf,
  literal,
  literalHead,
  parseRegex,
  type Regex,
  rangesOf,
  requiredLiteral,
  sequence,
  startMeter,
} from '../../../src/routing/regex/index.ts';

function parsed(pattern: string, grammar: Grammar = 'ecmascript'): Regex {
  const result = parseRegex(pattern, grammar);
  if (!result.ok) throw new Error(result.problem);
  return result.tree;
}

function shapeOf(pattern: string, grammar: Grammar = 'ecmascript'): string {
  const shape = literalHead(parsed(pattern, grammar));
  return shape.kind === 'prefix' ? `prefix ${shape.text} ${shape.rest}` : `${shape.kind} ${shape.text}`;
}

describe('literal heads', () => {
  test.each([
    ['/foo', 'exact /foo'],
    ['^/foo$', 'exact /foo'],
    ['(/foo)', 'exact /foo'],
    ['/a\\.b', 'exact /a.b'],
    ['', 'exact '],
    ['/foo.*', 'prefix /foo line'],
    ['^/foo.*$', 'prefix /foo line'],
    ['/foo(.*)', 'prefix /foo line'],
    ['/foo[^]*', 'prefix /foo bytes'],
    ['.*', 'prefix  line'],
    ['/foo/\\d+', 'head /foo/'],
    ['/foo|/bar', 'head '],
    ['/foo.+', 'head /foo'],
    ['/é.*', 'prefix /é line'],
    ['/[éè]', 'head /'],
    ['/\\xff', 'head /'],
  ])('%s', (pattern, shape) => expect(shapeOf(pattern)).toBe(shape));

  test('RE2', () => {
    expect(shapeOf('/foo.*', 're2')).toBe('prefix /foo characters');
    expect(shapeOf('/foo\\C*', 're2')).toBe('prefix /foo bytes');
    expect(shapeOf('(?i)/1.*', 're2')).toBe('prefix /1 characters');
    expect(shapeOf('/(?i)foo', 're2')).toBe('head /');
  });

  test('tails that are the same have the same key', () => {
    const tails = ['/a/(?:x|yy)+', '/b/(yy|x)+'].map((pattern) => literalHead(parsed(pattern)));
    expect(new Set(tails.map((shape) => (shape.kind === 'head' ? keyOf(shape.tail) : '')))).toHaveProperty(
      'size',
      1,
    );
    expect(keyOf(parsed('a|b'))).toBe(keyOf(parsed('[ba]')));
    expect(keyOf(parsed('a+', 're2'))).toBe(keyOf(parsed('a+')));
  });

  test.each([
    ['.*\\.png', '.png'],
    ['/a/(long|short)/bcd', '/bcd'],
    ['(?:x?needle)+', 'needle'],
    ['[ab]*', undefined],
    ['a|b', undefined],
    ['(?!x).*y', 'y'],
  ])('what must stand in %s', (pattern, text) => expect(requiredLiteral(parsed(pattern))).toBe(text));
});

test('case', () => {
  const tree = foldCase(literal(bytesOf('/Foo-é')));
  expect(fullMatch(tree, '/fOO-é')).toBe(true);
  expect(fullMatch(tree, '/foo-É')).toBe(false);
});

describe('texts that are held somewhere', () => {
  test.each([
    ['.*admin.*', 'admin'],
    ['[^\\n]*/é.*', '/é'],
    ['.*\\.php.*', '.php'],
    ['.*a.*b.*', undefined],
    ['.*a+.*', undefined],
    ['.*a', undefined],
    ['a.*', undefined],
    ['.*.*', undefined],
    ['.+a.*', undefined],
    ['(?s).*a.*', undefined],
  ])('%s', (pattern, text) => {
    const tree = parsed(pattern, 're2');
    expect(heldText(tree)).toBe(text);
    for (const tried of ['', 'a', 'admin', 'xadminx', 'x.phpx', 'aadmi', 'b.ph', 'éa'])
      if (text !== undefined) expect(fullMatch(tree, tried)).toBe(tried.includes(text));
  });
});

describe('words', () => {
  const namespace = (tree: Regex): string | undefined => {
    const automaton = automatonOf(tree, startMeter({ work: 1e6 }), rangesOf([0x21, 0x7e]));
    const found = automaton === 'too-large' ? undefined : findNamespace(automaton, startMeter({ work: 1e6 }));
    return found?.kind === 'word' ? found.text : found?.kind;
  };

  test.each([
    ['/x/[^/]+', '/x/a'],
    ['/[0-9A-Z%]+', '/0'],
    ['[^a-z0-9A-Z]', '-'],
    ['%|ab', '%'],
    ['\\x01', 'none'],
    ['(?!a)\\w\\b-\\b\\w', 'b-a'],
    ['\\d{3}', '000'],
  ])('%s', (pattern, best) => expect(namespace(parsed(pattern))).toBe(best));

  test('of any length after a prefix', () =>
    expect(namespace(sequence([literal(bytesOf('/p')), EVERYTHING]))).toBe('/p'));
});

describe('problems say what and where', () => {
  test.each([
    ['ecmascript', '/x(?i)y', 2, 'has a group that begins with (? but is none of (?: (?= (?!'],
    ['ecmascript', 'é{', 1, 'has a { that does not begin a count like {2} or {2,3}'],
    ['ecmascript', 'a|*', 2, 'has nothing to repeat before *'],
    ['ecmascript', '/(a', 1, 'has a ( without its )'],
    ['ecmascript', '[[:nope:]]', 1, 'names the class [:nope:], which does not exist'],
    ['re2', '😀(?=a)', 2, 'looks around with (?=, which RE2 does not have'],
    ['re2', '(a)\\1', 3, 'refers back with \\1, which RE2 does not have'],
    ['re2', 'a**', 1, 'repeats twice in a row: **'],
    ['re2', 'a{1001}', 1, 'repeats more than 1000 times with {1001}'],
  ] as const)('%s %s', (grammar, pattern, offset, problem) => {
    expect(parseRegex(pattern, grammar)).toEqual({ ok: false, kind: 'invalid', offset, problem });
  });
});
