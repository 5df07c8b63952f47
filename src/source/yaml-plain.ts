/**
 * Reads the plain part of YAML in one pass over its lines, without events: block maps and lists, scalars of one line,
 * collections in brackets of one line, comments. Most of what is large is written so, and events for a text of 50 MB
 * take half a gigabyte. At anything else (anchors, tags, block scalars, values over several lines, several documents, a
 * mistake) it gives up, and js-yaml reads the whole text: a text that is read here is read there as the same tree, which
 * `test/source/yaml-plain.test.ts` holds.
 */
import { TreeBuilder } from './builder.ts';
import { NodeKind, type SourceTree } from './tree.ts';
import { Char, MAX_LEVELS, PlainScalars, Unread } from './yaml-plain-scalar.ts';

/** A block map or list that is still open. */
interface Block {
  readonly isMap: boolean;
  /** The column of its keys or dashes. */
  readonly column: number;
  /** Whether the last key or dash still has no value. */
  waits: boolean;
}

/** Tabs, byte order marks, what YAML does not allow, characters of two parts, and carriage returns alone. */
const UNUSUAL = /[^\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]|\r(?!\n)/;

/** The one document of a text; nothing where the text has something that is not read here. */
export function readPlainYaml(text: string): SourceTree | undefined {
  if (UNUSUAL.test(text)) return undefined;
  try {
    return new PlainReader(text).read();
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

class PlainReader {
  private readonly text: string;
  private readonly builder: TreeBuilder;
  private readonly scalars: PlainScalars;
  private readonly blocks: Block[] = [];

  constructor(text: string) {
    this.text = text;
    this.builder = new TreeBuilder(text, 'yaml', 0, Math.min((text.length >> 3) + 64, 1 << 24));
    this.scalars = new PlainScalars(text, this.builder, () => this.blocks.length);
  }

  read(): SourceTree {
    const { text } = this;
    let line = text.startsWith('---\n') ? 4 : 0;
    while (line < text.length) {
      let at = line;
      while (text.charCodeAt(at) === Char.Space) at++;
      const code = text.charCodeAt(at);
      // js-yaml takes blanks at the end of a text for more of its last value.
      if (Number.isNaN(code) && at > line) throw new Unread();
      if (code === Char.Hash || isEnd(code)) line = this.afterLine(at);
      else line = this.content(at, at - line);
    }
    if (this.blocks.length === 0) throw new Unread();
    while (this.blocks.length > 0) this.close();
    return this.builder.finish().tree;
  }

  /** Reads the line whose text begins at an offset and a column; returns where the next line begins. */
  private content(start: number, first: number): number {
    const { text } = this;
    let [at, column] = [start, first];
    if (column === 0 && isMarker(text, at)) throw new Unread();
    while (isDash(text, at)) {
      this.dash(at, column);
      let next = at + 1;
      while (text.charCodeAt(next) === Char.Space) next++;
      if (isEnd(text.charCodeAt(next)) || text.charCodeAt(next) === Char.Hash) return this.afterLine(next);
      column += next - at;
      at = next;
    }
    const key = this.scalars.key(at);
    if (key === undefined) return this.entryValue(at, start, column);
    this.key(at, column);
    this.scalars.add(key);
    let value = key.end + 1;
    while (text.charCodeAt(value) === Char.Space) value++;
    const code = text.charCodeAt(value);
    if (isEnd(code) || (code === Char.Hash && value > key.end + 1)) return this.afterLine(value);
    this.top.waits = false;
    return this.afterLine(this.scalars.value(value));
  }

  /** A value without a key stands behind its dash; alone on a line it may be the rest of another one. */
  private entryValue(at: number, lineText: number, column: number): number {
    const { top } = this;
    if (at === lineText || top.isMap || column <= top.column) throw new Unread();
    top.waits = false;
    return this.afterLine(this.scalars.value(at));
  }

  private get top(): Block {
    const top = this.blocks[this.blocks.length - 1];
    if (top === undefined) throw new Unread();
    return top;
  }

  /** An entry of a list begins: of the innermost one, or of a new one. */
  private dash(at: number, column: number): void {
    const parent = this.parentAt(column, false);
    if (parent === undefined || !isOpen(parent, false, column)) this.open(false, at, column);
    const list = this.top;
    if (list.waits) this.empty();
    list.waits = true;
  }

  /** A key stands at a column: of the innermost map, or of a new one. */
  private key(at: number, column: number): void {
    const parent = this.parentAt(column, true);
    if (parent === undefined || !isOpen(parent, true, column)) this.open(true, at, column);
    const map = this.top;
    if (map.waits) this.empty();
    map.waits = true;
  }

  /** The innermost block that what stands at a column belongs to, once the ones that end before it are closed. */
  private parentAt(column: number, isMap: boolean): Block | undefined {
    for (;;) {
      const top = this.blocks[this.blocks.length - 1];
      if (top === undefined || top.column < column) return top;
      // A list may stand at the column of the key that it belongs to.
      const isOwnList = top.column === column && top.isMap && !isMap && top.waits;
      if (isOwnList || isOpen(top, isMap, column)) return top;
      this.close();
      if (this.blocks.length === 0) throw new Unread();
    }
  }

  private open(isMap: boolean, at: number, column: number): void {
    const parent = this.blocks[this.blocks.length - 1];
    if (parent !== undefined) {
      if (!parent.waits) throw new Unread();
      parent.waits = false;
    }
    if (this.blocks.length >= MAX_LEVELS) throw new Unread();
    this.builder.open(isMap ? NodeKind.Map : NodeKind.List, at, false);
    this.blocks.push({ isMap, column, waits: false });
  }

  private close(): void {
    if (this.top.waits) this.empty();
    this.blocks.pop();
    this.builder.close(this.builder.lastEnd);
  }

  /** Nothing was written after the last colon or dash. */
  private empty(): void {
    const { top } = this;
    let at = this.builder.lastEnd;
    // Between the last value and a dash lie blanks and comments only.
    if (!top.isMap) at = this.scalars.lastDash(at);
    this.builder.scalar(NodeKind.Empty, at + 1, at + 1, false);
    top.waits = false;
  }

  /** Where the line after the one that ends here begins. @throws Unread where something but a comment stands here */
  private afterLine(from: number): number {
    const { text } = this;
    let at = from;
    while (text.charCodeAt(at) === Char.Space) at++;
    const code = text.charCodeAt(at);
    if (code === Char.Hash && (at === 0 || isBlank(text.charCodeAt(at - 1)))) {
      const end = text.indexOf('\n', at);
      return end === -1 ? text.length : end + 1;
    }
    if (code === Char.Return && text.charCodeAt(at + 1) === Char.Feed) return at + 2;
    if (code === Char.Feed) return at + 1;
    if (at >= text.length) return at;
    throw new Unread();
  }
}

function isOpen(block: Block, isMap: boolean, column: number): boolean {
  return block.isMap === isMap && block.column === column;
}

/** Whether a list's dash stands here. */
function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === Char.Dash && isBlank(text.charCodeAt(at + 1));
}

/** Whether the line begins or ends a document, or may say something about one. */
function isMarker(text: string, at: number): boolean {
  return text.startsWith('---', at) || text.startsWith('...', at) || text.charCodeAt(at) === Char.Percent;
}

/** A line break, or the end of the text. */
function isEnd(code: number): boolean {
  return code === Char.Feed || code === Char.Return || Number.isNaN(code);
}

function isBlank(code: number): boolean {
  return code === Char.Space || isEnd(code);
}
