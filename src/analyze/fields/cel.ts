/**
 * Whether the proxy reads a text as an expression of CEL: its grammar (github.com/google/cel-spec, and `Cel.g4` of
 * cel-cpp, which the proxy is built with), the limits of its parser, and what it refuses of an expression before it
 * evaluates one: functions that it does not have, comprehensions, regular expressions that are none (fact 145). Names of
 * messages and of their fields are not judged, nor is what a template may fill in.
 */
import { leastInstructions, parseRegex, problemFor } from '../../routing/regex/index.ts';
import { lookup } from '../../source/lookup.ts';

/** What of the language there is beside what all releases have. */
export interface CelDialect {
  /** `enable_string_conversion` of a `cel_config`. */
  readonly hasConversion?: boolean;
  /** `enable_string_functions` of a `cel_config`. */
  readonly hasStrings?: boolean;
  /** No names in backquotes, which releases before 1.40 do not read. */
  readonly lacksQuotes?: boolean;
}

class Refused extends Error {}

/** What is wrong with an expression, as a sentence without its end; literals of the text do not stand in it. */
export function celProblem(text: string, dialect: CelDialect = {}): string | undefined {
  if (TEMPLATE.test(text)) return undefined;
  if (text.length > MAX_LENGTH && [...text].length > MAX_LENGTH)
    return `it has more than ${MAX_LENGTH} characters`;
  try {
    const reader: Reader = { text, dialect, tokens: [...tokensIn(text)], at: 0, depth: 0 };
    const { height } = expression(reader);
    if (!isNext(reader, END)) refuse(reader, 'an operator or the end');
    return height > MAX_DEPTH ? TOO_DEEP : undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

const TEMPLATE = /\{\{[\s\S]*\}\}|\$\{|<%/;

/** Limits of the parser: code points, and how deep what it reads and what it builds may nest. */
const MAX_LENGTH = 100_000;
const MAX_DEPTH = 32;
const TOO_DEEP = `it nests deeper than ${MAX_DEPTH}, where each member, index, call and operator is a level`;
/** Of 100 instructions, those that are left beside what looks for where a text begins to match. */
const PROGRAM_SIZE = 96;

type Kind = 'string' | 'float' | 'uint' | 'int' | 'name' | 'escaped' | 'sign' | 'end';

interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly from: number;
}

const END = '';
const BLANK = /(?:[\t\n\f\r ]+|\/\/[^\n]*)*/y;
const ESCAPE = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7]{2}|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})`;
const CLOSED = (quote: string): string =>
  `(?:[bB]?[rR](?:${quote.repeat(3)}[^]*?${quote.repeat(3)}|${quote}[^${quote}\\n\\r]*${quote}))|` +
  `[bB]?(?:${quote.repeat(3)}(?:[^\\\\]|${ESCAPE})*?${quote.repeat(3)}|${quote}(?:[^\\\\${quote}\\n\\r]|${ESCAPE})*${quote})`;
/** The longest token counts, so what begins with another stands before it. */
const TOKENS: readonly (readonly [Kind, RegExp])[] = [
  ['string', new RegExp(`${CLOSED('"')}|${CLOSED("'")}`, 'y')],
  ['float', /(?:\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)/y],
  ['uint', /(?:0x[\da-fA-F]+|\d+)[uU]/y],
  ['int', /0x[\da-fA-F]+|\d+/y],
  ['name', /[A-Za-z_]\w*/y],
  ['escaped', /`[\w./ -]+`/y],
  ['sign', /[=!<>]=|&&|\|\||[-+*/%<>!?:.,()[\]{}]/y],
];
/** Words that are signs, and those that may be members and nothing else. */
const WORDS = new Set('in true false null'.split(' '));
const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

function* tokensIn(text: string): Generator<Token> {
  let at = 0;
  const met = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    at += met(BLANK)?.length ?? 0;
    if (at >= text.length) break;
    const start = at;
    for (const [kind, pattern] of TOKENS) {
      const found = met(pattern);
      if (found === undefined) continue;
      yield { kind: WORDS.has(found) ? 'sign' : kind, text: found, from: at };
      at += found.length;
      break;
    }
    if (at === start)
      throw new Refused(
        /["']/.test(text[at] ?? '')
          ? `${placeOf(text, at)} begins a string that is not closed, or has an escape that there is not`
          : `${placeOf(text, at)} has ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}, which stands in no expression`,
      );
  }
  yield { kind: 'end', text: END, from: at };
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  const column = [...(before.at(-1) ?? '')].length + 1;
  return before.length === 1 ? `column ${column}` : `line ${before.length}, column ${column}`;
}

interface Reader {
  readonly text: string;
  readonly dialect: CelDialect;
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

/** A part of an expression: how deep the parser goes into it, and what calls ask of it. */
interface Part {
  readonly height: number;
  /** Names with dots between: what functions with such names are called by. */
  readonly path?: string;
  readonly isMember?: true;
  /** As it stands, without brackets around it: one level less where a list or a call holds it. */
  readonly isChoice?: true;
  /** What a literal says, as far as it is text. */
  readonly literal?: string;
}

const NEXT_OF_END: Token = { kind: 'end', text: END, from: 0 };

function next({ tokens, at }: Reader, ahead = 0): Token {
  return tokens[at + ahead] ?? NEXT_OF_END;
}

function isNext(reader: Reader, ...texts: readonly string[]): boolean {
  const { kind, text } = next(reader);
  return (kind === 'sign' || kind === 'end') && texts.includes(text);
}

function take(reader: Reader, ...texts: readonly string[]): boolean {
  if (!isNext(reader, ...texts)) return false;
  reader.at++;
  return true;
}

function need(reader: Reader, text: string): void {
  if (!take(reader, text)) refuse(reader, text);
}

function fail(reader: Reader, { from }: Token, what: string): never {
  throw new Refused(`${placeOf(reader.text, from)} ${what}`);
}

function refuse(reader: Reader, wanted: string): never {
  const token = next(reader);
  return fail(reader, token, `has ${lookup(SHOWN, token.kind) ?? token.text} where ${wanted} has to stand`);
}

/** What stands for a token in a message: literals may be anything. */
const SHOWN: { readonly [kind in Kind]?: string } = {
  string: 'a string',
  float: 'a number',
  uint: 'a number',
  int: 'a number',
  end: 'the end',
};

/** One level around parts. */
function over(...parts: readonly Part[]): Part {
  return { height: 1 + parts.reduce((most, { height }) => Math.max(most, height), 0) };
}

function held(part: Part): Part {
  return part.isChoice ? { height: part.height - 1 } : part;
}

function expression(reader: Reader): Part {
  if (reader.depth++ > MAX_DEPTH) throw new Refused(TOO_DEEP);
  const first = several(reader, '||');
  const isChoice = take(reader, '?');
  if (isChoice) {
    const then = several(reader, '||');
    need(reader, ':');
    const { height } = over(first, then, expression(reader));
    reader.depth--;
    return { height, isChoice };
  }
  reader.depth--;
  return first;
}

/** However many there are of one of these, they are one level. */
function several(reader: Reader, sign: '||' | '&&'): Part {
  const read = (): Part => (sign === '||' ? several(reader, '&&') : chained(reader, 0));
  const parts = [read()];
  while (take(reader, sign)) parts.push(read());
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : over(...parts);
}

const OPERATORS: readonly (readonly string[])[] = [
  ['<', '<=', '>=', '>', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];

function chained(reader: Reader, rank: number): Part {
  const operators = OPERATORS[rank];
  if (operators === undefined) return unary(reader);
  let part = chained(reader, rank + 1);
  while (take(reader, ...operators)) part = over(part, chained(reader, rank + 1));
  return part;
}

function unary(reader: Reader): Part {
  const sign = isNext(reader, '!') ? '!' : '-';
  if (!isNext(reader, sign) || isNegative(reader)) return member(reader);
  while (take(reader, sign));
  return over(member(reader));
}

function isNegative(reader: Reader): boolean {
  return isNext(reader, '-') && ['int', 'float'].includes(next(reader, 1).kind);
}

function member(reader: Reader): Part {
  let part = primary(reader);
  for (;;) {
    const isIndex = isNext(reader, '[');
    if (!isIndex && !isNext(reader, '.')) return part;
    reader.at++;
    if (isNext(reader, '?')) fail(reader, next(reader), 'has ?, which the proxy takes as an operator only');
    if (isIndex) {
      part = over(part, expression(reader));
      need(reader, ']');
      continue;
    }
    const name = next(reader);
    nameIn(reader, 'the name of a member');
    if (name.kind === 'name' && take(reader, '(')) part = called(reader, name, part);
    else {
      const path = part.path === undefined ? {} : { path: `${part.path}.${name.text}` };
      part = { ...over(part), ...path, isMember: true };
    }
  }
}

function primary(reader: Reader): Part {
  const token = next(reader);
  if (isNegative(reader)) reader.at++;
  const { kind, text } = next(reader);
  if (kind === 'string') return string(reader);
  if (kind === 'int' || kind === 'uint' || kind === 'float') return number(reader, token);
  if (take(reader, 'true', 'false', 'null')) return { height: 1 };
  if (take(reader, '(')) {
    const { isChoice, ...inner } = expression(reader);
    need(reader, ')');
    return inner;
  }
  if (take(reader, '[')) return list(reader, ']', () => held(expression(reader)));
  if (take(reader, '{')) return list(reader, '}', () => entry(reader));
  if (text === '.' && next(reader, 1).kind === 'name') reader.at++;
  return named(reader);
}

function named(reader: Reader): Part {
  const name = next(reader);
  if (name.kind !== 'name') refuse(reader, 'a value');
  let ahead = 1;
  while (next(reader, ahead).text === '.' && next(reader, ahead + 1).kind === 'name') ahead += 2;
  if (next(reader, ahead).text === '{') {
    reader.at += ahead + 1;
    return list(reader, '}', () => field(reader));
  }
  reader.at++;
  if (RESERVED.has(name.text)) fail(reader, name, `has ${name.text}, which is a keyword`);
  return take(reader, '(') ? called(reader, name) : { height: 1, path: name.text };
}

/** What stands between commas, of which one may stand before the end. */
function list(reader: Reader, close: string, read: () => Part): Part {
  const parts: Part[] = [];
  while (!isNext(reader, close, ',')) {
    if (isNext(reader, '?')) fail(reader, next(reader), 'has ?, which the proxy takes as an operator only');
    parts.push(read());
    if (!take(reader, ',') || isNext(reader, close)) break;
    if (isNext(reader, ',')) refuse(reader, 'a value');
  }
  if (parts.length === 0) take(reader, ',');
  need(reader, close);
  return over(...parts);
}

function entry(reader: Reader): Part {
  const key = expression(reader);
  need(reader, ':');
  const { height } = expression(reader);
  return { height: Math.max(key.height, height) };
}

function field(reader: Reader): Part {
  nameIn(reader, 'the name of a field');
  need(reader, ':');
  return expression(reader);
}

function nameIn(reader: Reader, wanted: string): void {
  const token = next(reader);
  if (token.kind !== 'name' && token.kind !== 'escaped') refuse(reader, wanted);
  if (token.kind === 'escaped' && reader.dialect.lacksQuotes)
    fail(reader, token, 'has a name in backquotes, which is read from 1.40 on');
  reader.at++;
}

/** @param first of the number: its sign, where it has one */
function number(reader: Reader, first: Token): Part {
  const { kind, text } = next(reader);
  reader.at++;
  if (kind === 'float') return { height: 1 };
  const size = BigInt(kind === 'uint' ? text.slice(0, -1) : text);
  const most = kind === 'uint' ? 2n ** 64n - 1n : 2n ** 63n - (first.text === '-' ? 0n : 1n);
  if (size > most) fail(reader, first, 'has a number that is too large');
  return { height: 1 };
}

function string(reader: Reader): Part {
  const token = next(reader);
  reader.at++;
  const [, prefix = '', quote = ''] = /^(\w*)("""|'''|.)/s.exec(token.text) ?? [];
  const isBytes = /b/i.test(prefix);
  const inside = token.text.slice(prefix.length + quote.length, -quote.length);
  if (/r/i.test(prefix)) {
    if (/^(?:[^\\]|\\.)*$/s.test(inside)) return isBytes ? { height: 1 } : { height: 1, literal: inside };
    fail(reader, token, 'begins a raw string whose end a backslash takes away');
  }
  const literal = inside.replace(ESCAPES, (_, hex?: string, octal?: string, sign = '') => {
    if (hex === undefined && octal === undefined) return lookup(SIGNS, sign) ?? sign;
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex.slice(1), 16);
    if (/^u/i.test(hex ?? '') && (isBytes || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)))
      fail(
        reader,
        token,
        `begins a string with an escape that ${isBytes ? 'bytes do not have' : 'is no character'}`,
      );
    return String.fromCodePoint(code);
  });
  return isBytes ? { height: 1 } : { height: 1, literal };
}

const ESCAPES = /\\(?:(u[\da-fA-F]{4}|U[\da-fA-F]{8}|[xX][\da-fA-F]{2})|([0-7]{3})|(.))/gs;
const SIGNS: { readonly [sign: string]: string } = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** By name and number of arguments, those of a value behind a dot. */
const FUNCTIONS = calls(
  'bool/1 bytes/1 double/1 duration/1 dyn/1 int/1 size/1 timestamp/1 type/1 uint/1 contains/2 endsWith/2 matches/2 startsWith/2 re.capture/2 re.captureN/2 re.extract/3 .size/0 .contains/1 .endsWith/1 .matches/1 .startsWith/1 _in_/2 __not_strictly_false__/1',
  ...'Date DayOfMonth DayOfWeek DayOfYear FullYear Hours Milliseconds Minutes Month Seconds'
    .split(' ')
    .map((part) => `.get${part}/0 .get${part}/1`),
);
const OF_CONVERSION = calls('string/1');
const OF_STRINGS = calls(
  'strings.quote/1 .charAt/1 .format/1 .indexOf/1 .indexOf/2 .join/0 .join/1 .lastIndexOf/1 .lastIndexOf/2 .lowerAscii/0 .replace/2 .replace/3 .reverse/0 .split/1 .split/2 .substring/1 .substring/2 .trim/0 .upperAscii/0',
);
const COMPREHENSIONS = calls('.all/2 .exists/2 .exists_one/2 .filter/2 .map/2 .map/3');

function calls(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(' ')));
}

function called(reader: Reader, name: Token, target?: Part): Part {
  const parts: Part[] = [];
  if (!isNext(reader, ')'))
    do parts.push(expression(reader));
    while (take(reader, ','));
  need(reader, ')');
  const count = parts.length;
  const [first] = parts;
  const own = `${target === undefined ? '' : '.'}${name.text}/${count}`;
  if (own === 'has/1' && first !== undefined) {
    if (!first.isMember) fail(reader, name, 'asks has() for something else than a member, as in has(a.b)');
    return over(held(first));
  }
  if (COMPREHENSIONS.has(own))
    fail(reader, name, `calls ${name.text}, which goes through lists, and the proxy evaluates none of these`);
  const { hasConversion, hasStrings } = reader.dialect;
  const isKnown = (call: string): boolean =>
    FUNCTIONS.has(call) ||
    (hasConversion === true && OF_CONVERSION.has(call)) ||
    (hasStrings === true && OF_STRINGS.has(call));
  if (!isKnown(own) && !isKnown(`${target?.path}.${name.text}/${count}`))
    fail(
      reader,
      name,
      `calls ${name.text} with ${count === 1 ? 'one argument' : `${count} arguments`}, and the proxy has no such function`,
    );
  if (name.text === 'matches') pattern(reader, name, parts.at(-1)?.literal);
  return over(...(target === undefined ? [] : [target]), ...parts.map(held));
}

function pattern(reader: Reader, name: Token, text: string | undefined): void {
  if (text === undefined) return;
  const parsed = parseRegex(text, 're2');
  const why = parsed.ok ? problemFor('newest', text) : parsed.kind === 'invalid' ? parsed.problem : undefined;
  if (why !== undefined) fail(reader, name, `matches what is no regular expression: ${why}`);
  // A literal behind the start of a text is no part of its program.
  if (parsed.ok && !/\^|\\A/.test(text) && leastInstructions(parsed.tree) > PROGRAM_SIZE)
    fail(reader, name, 'matches a regular expression whose program is larger than 100');
}
