/**
 * Whether a Lua script can be read, as LuaJIT reads it. What is no matter of its grammar (labels, numbers of locals and
 * nesting) is not judged, nor is a script with what a template may fill in.
 */

/** A token: its own text where it is a word or a sign of the language. */
interface Token {
  readonly kind: string;
  readonly line: number;
}

const NAME = 'a name';
const NUMBER = 'a number';
const STRING = 'a string';
const END_OF_TEXT = 'the end of the script';

class Unreadable extends Error {}
/** It may be readable, or not. */
class Undecided extends Error {}

/** What is wrong with it, as the end of a sentence that begins with the field; never with names or values in it. */
export function luaProblem(text: string): string | undefined {
  // Bytecode; and the proxy reads up to a zero.
  if (text.startsWith('\x1b') || text.includes('\0') || TEMPLATE.test(text)) return undefined;
  try {
    const script: Script = { tokens: [...tokensIn(text)], at: 0, depth: 0, loops: 0, isVariadic: true };
    block(script);
    if (!isNext(script, END_OF_TEXT)) refuse(script, END_OF_TEXT);
    return undefined;
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    if (error instanceof Unreadable) return `has to be a Lua script: ${error.message}`;
    throw error;
  }
}

const TEMPLATE = /\{\{[\s\S]*\}\}|[$%]\{|<%/;

const WORDS: ReadonlySet<string> = new Set(
  'and break do else elseif end false for function if in local nil not or repeat return then true until while'.split(
    ' ',
  ),
);

const BLANK = /[ \t\v\f\r\n]+|--(?!\[=*\[)[^\r\n]*/y;
const LONG = /(?:--)?\[(=*)\[/y;
const WORD = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const NUMERAL = /0[xX](?:[pP][+-]|[\w.])*|\.?\d(?:[eE][+-]|[\w.])*/y;
const IS_NUMBER = /^(?:0x[\da-f]*\.?[\da-f]*(?:p[+-]?\d+)?|0b[01]+|\d*\.?\d*(?:e[+-]?\d+)?)(?:i|u?ll|llu)?$/i;
const SIGN = /\.\.\.|\.\.|[=~<>]=|::|[-+*/%^#<>=(){}[\];:,.]/y;
const QUOTED =
  /[^"'\\\r\n]+|\\(?:[abfnrtv\\"']|x[\da-fA-F]{2}|u\{[\da-fA-F]+\}|z\s*|1\d{0,2}|2(?:[0-4]\d?|5[0-5]?|[6-9])?|0\d{0,2}|[3-9]\d?(?!\d)|\r\n|\n\r|[\r\n])/y;

function* tokensIn(whole: string): Generator<Token> {
  const text = whole.replace(/^\ufeff?(?:#[^\r\n]*)?/, '');
  let [at, line] = [0, 1];
  const met = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const pass = (to: number): void => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < to; next = text.indexOf('\n', next + 1))
      line++;
    at = to;
  };
  const fail = (what: string): never => {
    throw new Unreadable(`line ${line} has ${what}`);
  };
  while (at < text.length) {
    const blank = met(BLANK);
    if (blank !== null) {
      pass(at + blank[0].length);
      continue;
    }
    const long = met(LONG);
    if (long !== null) {
      const close = text.indexOf(`]${long[1]}]`, at + long[0].length);
      if (close === -1) fail('long brackets that are not closed');
      if (!long[0].startsWith('--')) yield { kind: STRING, line };
      pass(close + long[0].length - (long[0].startsWith('--') ? 2 : 0));
      continue;
    }
    const [quote = ''] = /["']/.exec(text[at] ?? '') ?? [];
    const start = line;
    if (quote !== '') {
      pass(at + 1);
      for (;;) {
        const part = text[at] === (quote === '"' ? "'" : '"') ? 1 : met(QUOTED)?.[0].length;
        if (part === undefined) break;
        pass(at + part);
      }
      if (text[at] === '\\') fail('an escape in a string that Lua does not have');
      if (text[at] !== quote) fail('a string that is not closed');
      pass(at + 1);
      yield { kind: STRING, line: start };
      continue;
    }
    const [word] = met(WORD) ?? [];
    const [number] = met(NUMERAL) ?? [];
    const [sign] = met(SIGN) ?? [];
    if (number !== undefined && !IS_NUMBER.test(number)) fail('a number that is none');
    const token = word ?? number ?? sign;
    if (token === undefined) return fail('a character that stands in no Lua');
    const kind = number === undefined ? token : NUMBER;
    yield { kind: word === undefined || WORDS.has(word) ? kind : word === 'goto' ? GOTO : NAME, line };
    pass(at + token.length);
  }
  yield { kind: END_OF_TEXT, line };
}

/** A name where nothing behind it makes it a word. */
const GOTO = 'goto';

interface Script {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  /** Around the statement, within its function. */
  loops: number;
  isVariadic: boolean;
}

/** LuaJIT nests 200 deep. */
const MAX_DEPTH = 150;

function kindOf({ tokens, at }: Script, ahead = 0): string {
  return tokens[at + ahead]?.kind ?? END_OF_TEXT;
}

function isNext(script: Script, ...kinds: readonly string[]): boolean {
  const kind = kindOf(script);
  return kinds.includes(kind === GOTO && !kinds.includes(GOTO) ? NAME : kind);
}

function take(script: Script, ...kinds: readonly string[]): boolean {
  if (!isNext(script, ...kinds)) return false;
  script.at++;
  return true;
}

function need(script: Script, kind: string): void {
  if (!take(script, kind)) refuse(script, kind);
}

function refuse(script: Script, wanted: string): never {
  const { line } = script.tokens[script.at] ?? { line: 0 };
  throw new Unreadable(`line ${line} has ${shown(kindOf(script))} where ${shown(wanted)} has to stand`);
}

function shown(kind: string): string {
  return kind.includes(' ') ? kind : JSON.stringify(kind);
}

const ENDS = ['end', 'else', 'elseif', 'until', END_OF_TEXT];

function nested(script: Script, read: (script: Script) => void): void {
  if (++script.depth > MAX_DEPTH) throw new Undecided();
  read(script);
  script.depth--;
}

function block(script: Script): void {
  while (!isNext(script, ...ENDS)) {
    if (!take(script, 'return')) {
      nested(script, statement);
      continue;
    }
    if (!isNext(script, ';', ...ENDS)) list(script, expression);
    take(script, ';');
    if (!isNext(script, ...ENDS)) refuse(script, 'end');
  }
}

function blockUntil(script: Script, end: string): void {
  block(script);
  need(script, end);
}

function loop(script: Script, end: string): void {
  script.loops++;
  blockUntil(script, end);
  script.loops--;
}

function list(script: Script, read: (script: Script) => void): void {
  do read(script);
  while (take(script, ','));
}

const name = (script: Script): void => need(script, NAME);

function statement(script: Script): void {
  if (kindOf(script) === GOTO && kindOf(script, 1) === NAME) script.at += 2;
  else if (take(script, ';')) return;
  else if (take(script, 'do')) blockUntil(script, 'end');
  else if (take(script, 'if')) conditions(script);
  else if (take(script, 'while')) {
    expression(script);
    need(script, 'do');
    loop(script, 'end');
  } else if (take(script, 'repeat')) {
    loop(script, 'until');
    expression(script);
  } else if (take(script, 'for')) counting(script);
  else if (take(script, 'function')) {
    name(script);
    while (take(script, '.')) name(script);
    if (take(script, ':')) name(script);
    body(script);
  } else if (take(script, 'local')) locals(script);
  else if (take(script, '::')) {
    name(script);
    need(script, '::');
  } else if (isNext(script, 'break')) {
    if (script.loops === 0) refuse(script, 'a statement that needs no loop around it');
    script.at++;
  } else assignment(script);
}

function conditions(script: Script): void {
  do {
    expression(script);
    need(script, 'then');
    block(script);
  } while (take(script, 'elseif'));
  if (take(script, 'else')) block(script);
  need(script, 'end');
}

function counting(script: Script): void {
  name(script);
  if (take(script, '=')) {
    expression(script);
    need(script, ',');
    expression(script);
    if (take(script, ',')) expression(script);
  } else {
    if (take(script, ',')) list(script, name);
    need(script, 'in');
    list(script, expression);
  }
  need(script, 'do');
  loop(script, 'end');
}

function locals(script: Script): void {
  if (take(script, 'function')) {
    name(script);
    body(script);
    return;
  }
  list(script, name);
  if (take(script, '=')) list(script, expression);
}

function assignment(script: Script): void {
  let kind = suffixed(script);
  if (kind === 'call' && !isNext(script, '=', ',')) return;
  while (kind === 'variable' && take(script, ',')) kind = suffixed(script);
  if (kind !== 'variable') refuse(script, 'a call or an assignment');
  need(script, '=');
  list(script, expression);
}

function body(script: Script): void {
  const { loops, isVariadic } = script;
  script.loops = 0;
  script.isVariadic = false;
  need(script, '(');
  if (!isNext(script, ')'))
    do {
      script.isVariadic = take(script, '...');
      if (!script.isVariadic) name(script);
    } while (!script.isVariadic && take(script, ','));
  need(script, ')');
  blockUntil(script, 'end');
  Object.assign(script, { loops, isVariadic });
}

const BETWEEN = ['+', '-', '*', '/', '%', '^', '..', '==', '~=', '<', '<=', '>', '>=', 'and', 'or'];

function expression(script: Script): void {
  nested(script, (inner) => {
    do {
      while (take(inner, 'not', '-', '#'));
      simple(inner);
    } while (take(inner, ...BETWEEN));
  });
}

function simple(script: Script): void {
  if (take(script, NUMBER, STRING, 'nil', 'true', 'false')) return;
  if (isNext(script, '...')) {
    if (!script.isVariadic) refuse(script, 'a value: its function takes no "..."');
    script.at++;
  } else if (take(script, '{')) table(script);
  else if (take(script, 'function')) body(script);
  else suffixed(script);
}

function table(script: Script): void {
  while (!isNext(script, '}')) {
    if (take(script, '[')) {
      expression(script);
      need(script, ']');
      need(script, '=');
    } else if (isNext(script, NAME) && kindOf(script, 1) === '=') script.at += 2;
    expression(script);
    if (!take(script, ',', ';')) break;
  }
  need(script, '}');
}

/** A variable, a call, or another value in parentheses. */
function suffixed(script: Script): 'variable' | 'call' | 'value' {
  let kind: ReturnType<typeof suffixed> = 'variable';
  if (take(script, '(')) {
    expression(script);
    need(script, ')');
    kind = 'value';
  } else if (!take(script, NAME)) refuse(script, 'a statement or a value');
  for (;;) {
    if (take(script, '.')) name(script);
    else if (take(script, '[')) {
      expression(script);
      need(script, ']');
    } else if (isNext(script, ':', '(', '{', STRING)) {
      if (take(script, ':')) name(script);
      handed(script);
      kind = 'call';
      continue;
    } else return kind;
    kind = 'variable';
  }
}

/** What a call hands over. */
function handed(script: Script): void {
  if (take(script, STRING)) return;
  if (take(script, '{')) table(script);
  else {
    need(script, '(');
    if (!isNext(script, ')')) list(script, expression);
    need(script, ')');
  }
}
