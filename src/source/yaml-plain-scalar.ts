/** Scalars and collections in brackets that stand on one line, for `yaml-plain.ts`. */
import { CHOMPING_MODE, EVENT_ID, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { TreeBuilder } from './builder.ts';
import { MAX_DEPTH } from './limits.ts';
import { NodeKind } from './tree.ts';

export const Char = {
  Feed: 10,
  Return: 13,
  Space: 32,
  DoubleQuote: 34,
  Hash: 35,
  Percent: 37,
  Quote: 39,
  Comma: 44,
  Dash: 45,
  Colon: 58,
  OpenList: 91,
  Backslash: 92,
  CloseList: 93,
  OpenMap: 123,
  CloseMap: 125,
} as const;

/** What stands here is left to js-yaml. */
export class Unread extends Error {}

/** A scalar that ends before the line does. */
export interface Scalar {
  readonly kind: typeof NodeKind.Plain | typeof NodeKind.Single | typeof NodeKind.Double;
  readonly start: number;
  readonly end: number;
  readonly decoded: string | undefined;
}

/** Characters that a plain scalar does not begin with, or that mean more than a value does. */
const INDICATORS = new Set([...'?:,[]{}#&*!|>\'"%@`'].map((each) => each.charCodeAt(0)));

/** Near the limit js-yaml has the word. */
export const MAX_LEVELS = MAX_DEPTH - 10;

/** js-yaml refuses a longer key. */
const MAX_KEY = 1000;

/** Escapes of double quotes whose value needs no look at what follows. */
const SIMPLE_ESCAPES = new Set([...'\\"/nt'].map((each) => each.charCodeAt(0)));

export class PlainScalars {
  private readonly text: string;
  private readonly builder: TreeBuilder;
  private readonly depth: () => number;

  /** @param depth how many blocks are open */
  constructor(text: string, builder: TreeBuilder, depth: () => number) {
    this.text = text;
    this.builder = builder;
    this.depth = depth;
  }

  add({ kind, start, end, decoded }: Scalar): void {
    this.builder.scalar(kind, start, end, decoded === undefined, decoded);
  }

  /** The key that begins here; nothing where the line holds a value alone. */
  key(at: number): Scalar | undefined {
    const code = this.text.charCodeAt(at);
    if (code === Char.OpenMap || code === Char.OpenList) return undefined;
    const scalar = this.scalar(at, false);
    const after = scalar.end;
    if (this.text.charCodeAt(after) !== Char.Colon || !isBlank(this.text.charCodeAt(after + 1)))
      return undefined;
    if (after - at > MAX_KEY) throw new Unread();
    return scalar;
  }

  /** Adds the value that begins here; returns where it ends. */
  value(at: number): number {
    const code = this.text.charCodeAt(at);
    if (code === Char.OpenMap || code === Char.OpenList) return this.flow(at, this.depth());
    const scalar = this.scalar(at, false);
    // Another key on the line: a mistake, or a map behind something that is none.
    if (this.text.charCodeAt(scalar.end) === Char.Colon) throw new Unread();
    this.add(scalar);
    return scalar.end;
  }

  /** The dash of the last entry, which has no value: the next one from here. */
  lastDash(from: number): number {
    let at = from;
    for (;;) {
      const code = this.text.charCodeAt(at);
      if (code === Char.Dash) return at;
      if (code === Char.Hash) at = this.text.indexOf('\n', at);
      if (at === -1 || at >= this.text.length) throw new Unread();
      at++;
    }
  }

  private scalar(at: number, isFlow: boolean): Scalar {
    const code = this.text.charCodeAt(at);
    if (code === Char.Quote) return this.single(at);
    if (code === Char.DoubleQuote) return this.double(at);
    return this.plain(at, isFlow);
  }

  private plain(start: number, isFlow: boolean): Scalar {
    const { text } = this;
    const first = text.charCodeAt(start);
    if (INDICATORS.has(first)) throw new Unread();
    const second = text.charCodeAt(start + 1);
    if (first === Char.Dash && (isBlank(second) || (isFlow && isFlowIndicator(second)))) throw new Unread();
    let at = start;
    /** After the last character that is no blank. */
    let end = start;
    for (; ; at++) {
      const code = text.charCodeAt(at);
      if (code === Char.Space) continue;
      if (code === Char.Feed || code === Char.Return || Number.isNaN(code)) break;
      if (code === Char.Hash && end < at) break;
      if (code === Char.Colon) {
        const next = text.charCodeAt(at + 1);
        if (isBlank(next) || (isFlow && isFlowIndicator(next))) {
          // A blank before the colon is left to js-yaml.
          if (end < at) throw new Unread();
          break;
        }
      }
      if (isFlow && isFlowIndicator(code)) break;
      end = at + 1;
    }
    if (end === start) throw new Unread();
    return { kind: NodeKind.Plain, start, end, decoded: undefined };
  }

  private single(start: number): Scalar {
    const { text } = this;
    let isSimple = true;
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === Char.Quote) {
        if (text.charCodeAt(at + 1) !== Char.Quote) {
          const decoded = isSimple ? undefined : this.decoded(start, at, SCALAR_STYLE.SINGLE_QUOTED);
          return { kind: NodeKind.Single, start, end: at + 1, decoded };
        }
        isSimple = false;
        at++;
      } else if (isLineEnd(code)) throw new Unread();
    }
  }

  private double(start: number): Scalar {
    const { text } = this;
    let isSimple = true;
    for (let at = start + 1; ; at++) {
      const code = text.charCodeAt(at);
      if (code === Char.DoubleQuote) {
        const decoded = isSimple ? undefined : this.decoded(start, at, SCALAR_STYLE.DOUBLE_QUOTED);
        return { kind: NodeKind.Double, start, end: at + 1, decoded };
      }
      if (code === Char.Backslash) {
        isSimple = false;
        at++;
        if (!SIMPLE_ESCAPES.has(text.charCodeAt(at))) throw new Unread();
      } else if (isLineEnd(code)) throw new Unread();
    }
  }

  private decoded(start: number, quote: number, style: ScalarEvent['style']): string {
    return getScalarValue(this.text, {
      ...{ type: EVENT_ID.SCALAR, valueStart: start + 1, valueEnd: quote, style },
      ...{ chomping: CHOMPING_MODE.CLIP, indent: -1, fast: false },
      ...{ anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 },
    });
  }

  /** Adds a collection in brackets; returns where it ends. */
  private flow(start: number, depth: number): number {
    const { text, builder } = this;
    if (depth >= MAX_LEVELS) throw new Unread();
    const isMap = text.charCodeAt(start) === Char.OpenMap;
    const close = isMap ? Char.CloseMap : Char.CloseList;
    builder.open(isMap ? NodeKind.Map : NodeKind.List, start, true);
    let at = this.skip(start + 1);
    while (text.charCodeAt(at) !== close) {
      at = isMap ? this.pair(at, depth) : this.element(at, depth);
      at = this.skip(at);
      if (text.charCodeAt(at) === Char.Comma) at = this.skip(at + 1);
      else if (text.charCodeAt(at) !== close) throw new Unread();
    }
    builder.close(at + 1);
    return at + 1;
  }

  private pair(at: number, depth: number): number {
    const key = this.scalar(at, true);
    if (this.text.charCodeAt(key.end) !== Char.Colon) throw new Unread();
    if (this.text.charCodeAt(key.end + 1) !== Char.Space) throw new Unread();
    this.add(key);
    return this.element(this.skip(key.end + 1), depth);
  }

  private element(at: number, depth: number): number {
    const code = this.text.charCodeAt(at);
    if (code === Char.OpenMap || code === Char.OpenList) return this.flow(at, depth + 1);
    const scalar = this.scalar(at, true);
    if (this.text.charCodeAt(scalar.end) === Char.Colon) throw new Unread();
    this.add(scalar);
    return scalar.end;
  }

  private skip(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === Char.Space) at++;
    return at;
  }
}

function isFlowIndicator(code: number): boolean {
  return (
    code === Char.Comma ||
    code === Char.OpenList ||
    code === Char.CloseList ||
    code === Char.OpenMap ||
    code === Char.CloseMap
  );
}

function isLineEnd(code: number): boolean {
  return code === Char.Feed || code === Char.Return || Number.isNaN(code);
}

function isBlank(code: number): boolean {
  return code === Char.Space || isLineEnd(code);
}
