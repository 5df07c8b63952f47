/**
 * Texts whose brackets and quotes go on at any indentation, and whose brackets have tabs before or in them, as the
 * proxy's reader takes them: a bracket may close below its key. js-yaml asks for more indentation than that of the key,
 * and takes a tab for too little of it, so it is given what it asks for, and what it finds is put back where it stands.
 */
import { EVENT_ID, type Event } from 'js-yaml';
import { isFlow, kindOf, type NodeId, NodeKind, type SourceTree, skipOf } from './tree.ts';

/** Blanks that stand in front of lines, which the text does not have, or in place of tabs. */
export interface Indented {
  readonly text: string;
  /** Where the text has each line that was indented, in their order. */
  readonly lines: readonly number[];
  /** How many blanks stand before each in all, its own included. */
  readonly sums: readonly number[];
  /** Where the text has each tab for which a blank stands, in their order. */
  readonly tabs: readonly number[];
}

/** What indenting may add; beyond that nobody wrote the text by hand. */
const MAX_ADDED = 1_000_000;

/** A text with the lines that begin inside of brackets and quotes indented, and no tabs around; nothing where there are none. */
export function indentInside(text: string): Indented | undefined {
  const { found, tabs } = new Lexer(text).read();
  if (found.length === 0 && tabs.length === 0) return undefined;
  const parts: string[] = [];
  const sums: number[] = [];
  let [sum, from] = [0, 0];
  const plain = withBlanks(text, tabs);
  for (const { line, blanks } of found) {
    parts.push(plain.slice(from, line), ' '.repeat(blanks));
    from = line;
    sum += blanks;
    sums.push(sum);
    if (sum > MAX_ADDED + text.length) return undefined;
  }
  parts.push(plain.slice(from));
  return { text: parts.join(''), lines: found.map(({ line }) => line), sums, tabs };
}

/** The text with a blank in place of each of these tabs. */
function withBlanks(text: string, tabs: readonly number[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const tab of tabs) {
    parts.push(text.slice(from, tab));
    from = tab + 1;
  }
  return [...parts, text.slice(from)].join(' ');
}

/** An event with its offsets where the text has them. */
export function putBack(event: Event, indented: Indented): Event {
  if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return event;
  const put = (offset: number): number => (offset < 0 ? offset : offsetIn(indented, offset));
  const anchor = { anchorStart: put(event.anchorStart), anchorEnd: put(event.anchorEnd) };
  if (event.type === EVENT_ID.ALIAS) return { ...event, ...anchor };
  const properties = { ...anchor, tagStart: put(event.tagStart), tagEnd: put(event.tagEnd) };
  return event.type === EVENT_ID.SCALAR
    ? { ...event, ...properties, valueStart: put(event.valueStart), valueEnd: put(event.valueEnd) }
    : { ...event, ...properties, start: put(event.start) };
}

/** Whether every line that was indented begins inside of brackets or quotes in what was read, and no tab is in a text. */
export function isInside(indented: Indented, trees: readonly SourceTree[]): boolean {
  return areLinesInside(indented, trees) && areTabsOutside(indented, trees);
}

function areTabsOutside({ tabs }: Indented, trees: readonly SourceTree[]): boolean {
  let next = 0;
  for (const tree of trees)
    for (let node: NodeId = 0; node < tree.size && next < tabs.length; node++) {
      if (skipOf(tree, node) > node + 1 || isFlow(tree, node)) continue;
      while (next < tabs.length && (tabs[next] ?? 0) < (tree.starts[node] ?? 0)) next++;
      if (next < tabs.length && (tabs[next] ?? 0) < (tree.ends[node] ?? 0)) return false;
    }
  return true;
}

function areLinesInside({ lines }: Indented, trees: readonly SourceTree[]): boolean {
  let next = 0;
  for (const tree of trees)
    for (let node: NodeId = 0; node < tree.size; ) {
      const kind = kindOf(tree, node);
      const isWhole = isFlow(tree, node) || kind === NodeKind.Single || kind === NodeKind.Double;
      if (next < lines.length && (lines[next] ?? 0) <= (tree.starts[node] ?? 0)) return false;
      if (isWhole) while (next < lines.length && (lines[next] ?? 0) < (tree.ends[node] ?? 0)) next++;
      node = isWhole ? skipOf(tree, node) : node + 1;
    }
  return next === lines.length;
}

function offsetIn({ lines, sums }: Indented, offset: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Where the line begins once it is indented, blanks included.
    if ((lines[middle] ?? 0) + (sums[middle - 1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const line = lines[low - 1] ?? 0;
  return low === 0 ? offset : Math.max(line, offset - (sums[low - 1] ?? 0));
}

interface Line {
  /** Where it begins. */
  readonly line: number;
  readonly blanks: number;
}

/** Finds brackets and quotes; of all else only what may look like one: comments, and texts in blocks or without quotes. */
class Lexer {
  private readonly text: string;
  private readonly found: Line[] = [];
  private readonly tabs: number[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(): { readonly found: readonly Line[]; readonly tabs: readonly number[] } {
    while (this.at < this.text.length) this.line();
    return { found: this.found, tabs: this.tabs };
  }

  private line(): void {
    const begin = this.at;
    this.skipBlanks();
    // What belongs to a value is indented further than its key or dash.
    let parent = this.at - begin - 1;
    if (begin === this.at && /^(?:---|\.\.\.)(?:\s|$)/.test(this.text.slice(begin, begin + 4))) this.at += 3;
    else if (begin === this.at && this.text[begin] === '%') {
      this.skipLine();
      return;
    }
    // Tabs before a bracket and its anchor or tag; those that a line begins with indent it.
    let from = this.at;
    for (;;) {
      this.skipBlanks();
      const { at } = this;
      const sign = this.text[at];
      if (sign === undefined || sign === '\n' || sign === '\r' || sign === '#') {
        this.skipLine();
        return;
      }
      if (sign === '|' || sign === '>') {
        this.skipLine();
        this.skipDeeper(parent);
        return;
      }
      if ((sign === '-' || sign === '?' || sign === ':') && isBlank(this.text.charCodeAt(at + 1))) {
        parent = at - begin;
        this.at++;
      } else if (sign === '&' || sign === '!' || sign === '*') this.skipWord();
      else if (sign === '"' || sign === "'") this.quoted(parent);
      else if (sign === '[' || sign === '{') {
        for (let tab = from; tab < at; tab++) if (this.text[tab] === '\t') this.tabs.push(tab);
        this.brackets(parent);
      } else if (!this.plain()) {
        this.skipDeeper(parent);
        return;
      }
      if (sign !== '&' && sign !== '!') from = this.at;
      // A key on this line has its value deeper than where the key begins.
      if (this.text[this.at] === ':' && isBlank(this.text.charCodeAt(this.at + 1))) {
        parent = Math.max(parent, at - begin);
        this.at++;
        from = this.at;
      }
    }
  }

  /** Text without quotes: up to a colon or a comment; @returns whether it ends on its line, as a key does. */
  private plain(): boolean {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (isBreak(code)) break;
      if (code === 58 && isBlank(this.text.charCodeAt(this.at + 1))) return true;
      if (code === 35 && isBlank(this.text.charCodeAt(this.at - 1))) return true;
    }
    this.skipLine();
    return false;
  }

  /** A text in quotes; notes each line that begins in it. */
  private quoted(parent: number): void {
    const quote = this.text[this.at];
    for (this.at++; this.at < this.text.length; this.at++) {
      const sign = this.text[this.at];
      if (sign === '\n' || sign === '\r') this.note(parent);
      else if (sign === '\\' && quote === '"') {
        if (!isBreak(this.text.charCodeAt(this.at + 1))) this.at++;
      } else if (sign === quote) {
        if (quote === "'" && this.text[this.at + 1] === "'") this.at++;
        else break;
      }
    }
    this.at++;
  }

  /** All that stands between a bracket and the one that closes it. */
  private brackets(parent: number): void {
    let depth = 0;
    let isInText = false;
    while (this.at < this.text.length) {
      const sign = this.text.charAt(this.at);
      const before = this.text.charCodeAt(this.at - 1);
      if (sign === '\n' || sign === '\r') this.note(parent);
      else if (sign === '#' && isBlank(before)) {
        while (this.at + 1 < this.text.length && !isBreak(this.text.charCodeAt(this.at + 1))) this.at++;
      } else if (!isInText && (sign === '"' || sign === "'")) {
        this.quoted(parent);
        continue;
      } else if (!isInText && (sign === '&' || sign === '!' || sign === '*')) {
        this.skipWord();
        continue;
      } else if ('[{]},'.includes(sign)) {
        isInText = false;
        depth += '[{'.includes(sign) ? 1 : sign === ',' ? 0 : -1;
      } else if (sign === ':' && (!isInText || endsKey(this.text.charAt(this.at + 1)))) isInText = false;
      else if (!isBlank(sign.charCodeAt(0))) isInText = true;
      else if (sign === '\t' && !isInText) this.tabs.push(this.at);
      this.at++;
      if (depth === 0) return;
    }
  }

  private note(parent: number): void {
    if (this.text[this.at] === '\r' && this.text[this.at + 1] === '\n') this.at++;
    const line = this.at + 1;
    if (line < this.text.length && parent >= 0) this.found.push({ line, blanks: parent + 1 });
  }

  /** Skips lines that are empty, or indented further than a column. */
  private skipDeeper(column: number): void {
    while (this.at < this.text.length) {
      let text = this.at;
      while (this.text[text] === ' ') text++;
      if (text < this.text.length && !isBreak(this.text.charCodeAt(text)) && text - this.at <= column) return;
      this.skipLine();
    }
  }

  private skipBlanks(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++;
  }

  private skipWord(): void {
    while (this.at < this.text.length && !isBlank(this.text.charCodeAt(this.at))) {
      if (',[]{}'.includes(this.text.charAt(this.at))) break;
      this.at++;
    }
  }

  private skipLine(): void {
    while (this.at < this.text.length && !isBreak(this.text.charCodeAt(this.at))) this.at++;
    if (this.text[this.at] === '\r' && this.text[this.at + 1] === '\n') this.at++;
    this.at++;
  }
}

function endsKey(sign: string): boolean {
  return sign === '' || /[\s,[\]{}]/.test(sign);
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13;
}

/** Blank, line break, or the end of the text. */
function isBlank(code: number): boolean {
  return Number.isNaN(code) || code === 32 || code === 9 || isBreak(code);
}
