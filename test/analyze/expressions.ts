/** Expressions of CEL that are well-formed by construction, and some that are cut or swollen in one place. */
import fc from 'fast-check';

const NAMES = ['a', 'request.path', 'request.headers', '_x1', '.b', 'response.code', 'type', 'x.for'];
const LITERALS =
  `1 -1 0x1F 12u 0xFFU 1.5 .5 1e5 2.5E-3 "s" 't' '''u'v''' """w"""  r'\\d' b'\\xff' br"\\q" '\\n\\x41\\u0041\\101' 'é' true false null 9223372036854775807 -9223372036854775808`.split(
    /\s+/,
  );
const OPERATORS = '+ - * / % < <= > >= == != in && ||'.split(' ');

/** Each nests at most a few levels. */
export const wellFormed: fc.Arbitrary<string> = fc.letrec<{ readonly part: string }>((tie) => {
  const part = tie('part');
  const blank = fc.constantFrom('', '', ' ', '\n', ' // c\n');
  return {
    part: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...NAMES, ...LITERALS),
      fc
        .tuple(part, blank, fc.constantFrom(...OPERATORS), part)
        .map(([a, b, sign, c]) => `(${a})${b} ${sign} (${c})`),
      fc.tuple(fc.constantFrom('!', '!!', '-', '--'), part).map(([sign, a]) => `${sign}(${a})`),
      fc.tuple(part, part, part).map(([a, b, c]) => `(${a}) ? (${b}) : ${c}`),
      fc.tuple(part, blank).map(([a, b]) => `(${a})${b}.${b}size`),
      fc.tuple(part, part).map(([a, b]) => `(${a})[${b}]`),
      part.map((a) => `has((${a}).c)`),
      fc.tuple(fc.constantFrom('size', 'int', 'dyn'), part).map(([name, a]) => `${name}(${a})`),
      fc
        .tuple(part, fc.constantFrom('startsWith', 'contains', 'getHours'), part)
        .map(([a, name, b]) => `(${a}).${name}(${b})`),
      fc
        .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom('', ','))
        .map(([all, end]) => `[${all.join()}${end}]`),
      fc
        .array(fc.tuple(part, part), { maxLength: 2 })
        .map((all) => `{${all.map(([a, b]) => `${a}: ${b}`).join()}}`),
    ),
  };
}).part;

const SIGNS = [
  ...'()[]{}.,:?!-+*/%<>=&|\'"`\\\n ab01rxuUeE_@#;é',
  '//',
  '"""',
  "'''",
  'in',
  '&&',
  '.?',
  '0x',
  '\\u00',
];

/** Most of them are refused. */
export const damaged: fc.Arbitrary<string> = fc
  .tuple(
    wellFormed,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom('', ...SIGNS),
    fc.nat({ max: 1 }),
  )
  .map(([text, share, sign, cut]) => {
    const at = Math.floor(share * text.length);
    return text.slice(0, at) + sign + text.slice(at + cut);
  });
