/**
 * Reads JSON in one scan with an offset for every key and value; duplicate keys and long numbers survive it, and a
 * comma before a closing bracket is read over, as the proxy does.
 */
import { TreeBuilder } from './builder.ts';
import { type InputError, inputErrorAt } from './errors.ts';
import { MAX_DEPTH } from './limits.ts';
import { type NodeId, NodeKind, type SourceTree } from './tree.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;

/** Whether a text looks like JSON: its first visible character opens an object or a list. */
export function looksLikeJson(text: string): boolean {
  const first = /^\uFEFF?[ \t\r\n]*([^ \t\r\n])/.exec(text.slice(0, 4096))?.[1];
  return first === '{' || first === '[';
}

/**
 * Reads one JSON text, or several one after the other.
 *
 * @param readAs as what the proxy reads a file of this name
 * @throws InputError with line, column and excerpt where the text is not JSON or nests too deep.
 */
export function readJson(
  file: string,
  text: string,
  readAs: 'yaml' | 'json' = /\.ya?ml$/i.test(file) ? 'yaml' : 'json',
): SourceTree[] {
  const trees: SourceTree[] = [];
  let at = skipBlanks(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  while (at < text.length || trees.length === 0) {
    const scanner = new Scanner(
      file,
      text,
      // Of many documents each is small: only the first is given room for the whole text.
      new TreeBuilder(
        text,
        'json',
        trees.length,
        trees.length === 0 ? Math.min(text.length >> 3, 1 << 22) : 64,
        readAs,
      ),
      at,
    );
    at = skipBlanks(text, scanner.document());
    trees.push(scanner.builder.finish().tree);
  }
  return trees;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
  }
  return at;
}

class Scanner {
  readonly builder: TreeBuilder;
  private readonly file: string;
  private readonly text: string;
  private at: number;

  constructor(file: string, text: string, builder: TreeBuilder, at: number) {
    this.file = file;
    this.text = text;
    this.builder = builder;
    this.at = at;
  }

  /** Reads one value with all it holds, without recursion; returns the offset after it. */
  document(): number {
    /** Closing brackets of what is open, innermost last. */
    const open: number[] = [];
    do {
      this.blanks();
      const close = open[open.length - 1];
      const code = this.text.charCodeAt(this.at);
      let value: NodeId;
      if (close !== undefined && code === close) {
        value = this.builder.close(++this.at);
        open.pop();
      } else {
        if (close === 125) this.key();
        const bracket = this.text.charCodeAt(this.at);
        if (bracket === 123 || bracket === 91) {
          if (open.length >= MAX_DEPTH) {
            throw this.error(
              `objects and lists nest more than ${MAX_DEPTH} levels deep`,
              'no configuration of this kind nests so deep; look for a runaway generator',
            );
          }
          this.builder.open(bracket === 123 ? NodeKind.Map : NodeKind.List, this.at++, true);
          open.push(bracket === 123 ? 125 : 93);
          continue;
        }
        this.scalar();
        value = this.builder.size - 1;
      }
      this.separator(open[open.length - 1], value);
    } while (open.length > 0);
    return this.at;
  }

  /** After a value: a comma, or the closing bracket that follows it. */
  private separator(close: number | undefined, value: NodeId): void {
    if (close === undefined) return;
    this.blanks();
    const code = this.text.charCodeAt(this.at);
    if (code === close) return;
    if (code !== COMMA) {
      throw this.error(
        Number.isNaN(code)
          ? 'the JSON text ends too early'
          : `a comma or "${String.fromCharCode(close)}" is missing here`,
        Number.isNaN(code) ? 'is the file whole?' : 'compare this line with the one before it',
      );
    }
    const comma = this.at++;
    this.blanks();
    if (this.text.charCodeAt(this.at) === close) {
      const message = 'a comma stands before the closing bracket; strict JSON has none there';
      this.builder.notice({ rule: 'loose-spelling', message, node: value });
    } else if (this.text.charCodeAt(this.at) === COMMA) {
      throw this.error('a value is missing between two commas', 'remove one of them', comma);
    }
  }

  private key(): void {
    if (this.text.charCodeAt(this.at) !== QUOTE) {
      throw this.error(
        this.at >= this.text.length
          ? 'the JSON text ends too early'
          : 'a key in double quotes should stand here',
        this.at >= this.text.length ? 'is the file whole?' : 'put double quotes around it',
      );
    }
    this.string();
    this.blanks();
    if (this.text.charCodeAt(this.at) !== COLON)
      throw this.error('a colon is missing after the key', 'an entry is a key, a colon and a value');
    this.at++;
    this.blanks();
  }

  private scalar(): void {
    if (this.text.charCodeAt(this.at) === QUOTE) {
      this.string();
      return;
    }
    for (const pattern of [NUMBER, WORD]) {
      pattern.lastIndex = this.at;
      const match = pattern.exec(this.text)?.[0];
      if (match === undefined) continue;
      const end = this.at + match.length;
      if (/[\w.+-]/.test(this.text.charAt(end))) break;
      this.builder.scalar(NodeKind.Plain, this.at, end, true);
      this.at = end;
      return;
    }
    if (this.at >= this.text.length) throw this.error('the JSON text ends too early', 'is the file whole?');
    throw this.error(
      'a value should stand here: an object, a list, a string in double quotes, a number, true, false or null',
      'put double quotes around text; numbers have no zeros in front',
    );
  }

  private string(): void {
    const start = this.at;
    const text = this.text;
    let verbatim = true;
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        break;
      }
      if (code === BACKSLASH) {
        verbatim = false;
        at++;
      } else if (code < 32 || Number.isNaN(code)) {
        if (at >= text.length)
          throw this.error('this string has no closing quote', 'is the file whole?', start);
        throw this.error(
          'a control character or line break stands inside a string',
          'close the string before it, or write it as \\n, \\t or \\u00XX',
          at,
        );
      }
    }
    let decoded: string | undefined;
    if (!verbatim) {
      try {
        decoded = JSON.parse(text.slice(start, this.at)) as string;
      } catch {
        const known = 'JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX; a backslash itself is \\\\';
        throw this.error('this string holds an escape that JSON does not know', known, start);
      }
    }
    this.builder.scalar(NodeKind.Double, start, this.at, verbatim, decoded);
  }

  private blanks(): void {
    this.at = skipBlanks(this.text, this.at);
  }

  private error(problem: string, hint?: string, at = this.at): InputError {
    const template = /\{\{|\{%/.test(this.text)
      ? 'it looks like a template: render it first, then give cfgtool the result'
      : hint;
    return inputErrorAt(this.file, this.text, at, `this is not JSON: ${problem}`, template);
  }
}
