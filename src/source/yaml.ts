/** Reads YAML 1.2: js-yaml's events, put into {@link SourceTree}s with an offset for every key and value. */
import {
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { TreeBuilder } from './builder.ts';
import { grouped } from './counted.ts';
import { inputErrorAt } from './errors.ts';
import { MAX_ALIAS_VALUES, MAX_DEPTH } from './limits.ts';
import { lineBreakBefore } from './lines.ts';
import { NodeKind, ROOT, type SourceTree } from './tree.ts';
import { indentInside, isInside, putBack } from './yaml-brackets.ts';
import { aliasProblem, yamlProblem } from './yaml-errors.ts';
import { readPlainYaml } from './yaml-plain.ts';

const KIND_OF_STYLE = {
  [SCALAR_STYLE.PLAIN]: NodeKind.Plain,
  [SCALAR_STYLE.SINGLE_QUOTED]: NodeKind.Single,
  [SCALAR_STYLE.DOUBLE_QUOTED]: NodeKind.Double,
  [SCALAR_STYLE.LITERAL_BLOCK]: NodeKind.Literal,
  [SCALAR_STYLE.FOLDED_BLOCK]: NodeKind.Folded,
} as const;

/** A collection that is still open, and how far it was read. */
interface Open {
  readonly map: boolean;
  readonly flow: boolean;
  /** In a map: whether the next node is a value. */
  value: boolean;
}

/**
 * Reads every document of a YAML text.
 *
 * @throws InputError with line, column and excerpt where the text is not YAML, nests too deep or expands too far.
 */
export function readYaml(file: string, text: string): SourceTree[] {
  const plain = readPlainYaml(text);
  return plain === undefined ? readAnyYaml(file, text) : [plain];
}

/** As {@link readYaml}, whatever is in the text: through js-yaml's events. */
export function readAnyYaml(file: string, text: string): SourceTree[] {
  try {
    return treesOf(file, text, plainEvents(text));
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const position = error.mark?.position ?? 0;
    const read = error.reason === TOO_LITTLE ? readIndented(file, text) : undefined;
    if (read !== undefined) return read;
    const { problem, hint } = yamlProblem(error.reason, position, text);
    throw inputErrorAt(file, text, position, problem, hint);
  }
}

const TOO_LITTLE = 'deficient indentation';

/** The events of a text, and what their scalars say. */
interface Events {
  readonly events: Event[];
  readonly decode: (event: ScalarEvent) => string;
}

function plainEvents(text: string): Events {
  const events = parseEvents(text, { maxDepth: MAX_DEPTH });
  return { events, decode: (event) => getScalarValue(text, event) };
}

/** Reads a text in whose brackets or quotes a line is indented as little as the proxy lets it be. */
function readIndented(file: string, text: string): SourceTree[] | undefined {
  const indented = indentInside(text);
  if (indented === undefined) return undefined;
  const values = new Map<ScalarEvent, string>();
  try {
    const events = plainEvents(indented.text).events.map((event) => {
      const back = putBack(event, indented);
      if (event.type === EVENT_ID.SCALAR && back.type === EVENT_ID.SCALAR && !event.fast)
        values.set(back, getScalarValue(indented.text, event));
      return back;
    });
    const decode = (event: ScalarEvent): string => values.get(event) ?? getScalarValue(text, event);
    const trees = treesOf(file, text, { events, decode });
    return isInside(indented, trees) ? trees : undefined;
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

function treesOf(file: string, text: string, { events, decode }: Events): SourceTree[] {
  const trees: SourceTree[] = [];
  let at = 0;
  while (at < events.length) {
    const begin = documentBegin(text, trees[trees.length - 1]);
    const capacity = trees.length === 0 ? Math.min(events.length, 1 << 24) : 64;
    const builder = new TreeBuilder(text, 'yaml', trees.length, capacity);
    const reader = new DocumentReader({ file, text, begin, builder, decode });
    at = reader.read(events, at + 1);
    trees.push(reader.finish());
  }
  return trees;
}

/** Reads the events of one document into a tree. */
class DocumentReader {
  private readonly file: string;
  private readonly text: string;
  private readonly builder: TreeBuilder;
  private readonly decode: (event: ScalarEvent) => string;
  private readonly stack: Open[] = [];

  /** Where the document's own text begins, after its marker. */
  private readonly begin: number;

  constructor(of: {
    readonly file: string;
    readonly text: string;
    readonly begin: number;
    readonly builder: TreeBuilder;
    readonly decode: (event: ScalarEvent) => string;
  }) {
    this.file = of.file;
    this.text = of.text;
    this.begin = of.begin;
    this.builder = of.builder;
    this.decode = of.decode;
  }

  /** Reads from the event after the document's first to its end; returns the index after that. */
  read(events: Event[], from: number): number {
    for (let at = from; at < events.length; at++) {
      const event = events[at] as Event;
      switch (event.type) {
        case EVENT_ID.SCALAR:
          this.scalar(event);
          break;
        case EVENT_ID.MAPPING:
        case EVENT_ID.SEQUENCE: {
          const map = event.type === EVENT_ID.MAPPING;
          this.refuseAsKey(event.start);
          const bracket = this.text.charCodeAt(event.start);
          const flow = event.style === 2 && (bracket === 123 || bracket === 91);
          const node = this.builder.open(map ? NodeKind.Map : NodeKind.List, event.start, flow);
          this.properties(node, event);
          this.stack.push({ map, flow, value: false });
          break;
        }
        case EVENT_ID.ALIAS:
          this.alias(event.anchorStart, event.anchorEnd);
          break;
        case EVENT_ID.POP: {
          const open = this.stack.pop();
          if (!open) return at + 1;
          this.builder.close(open.flow ? this.closingBracket() : this.builder.lastEnd);
          this.advance();
          break;
        }
        default:
          throw new Error('a document inside a document');
      }
    }
    return events.length;
  }

  finish(): SourceTree {
    const { tree, expanded } = this.builder.finish();
    if (expanded > tree.size + MAX_ALIAS_VALUES) {
      throw inputErrorAt(
        this.file,
        this.text,
        0,
        `its aliases stand for more than ${grouped(MAX_ALIAS_VALUES)} values`,
        'write the shared parts out, or share smaller ones: the proxy would have to hold all of them',
      );
    }
    return tree;
  }

  private scalar(event: ScalarEvent): void {
    const kind = KIND_OF_STYLE[event.style];
    let node: number;
    if (event.valueStart === -1) {
      const at = this.emptyPosition(event);
      node = this.builder.scalar(NodeKind.Empty, at, at, false);
    } else if (kind === NodeKind.Plain) {
      const decoded = event.fast ? undefined : this.decode(event);
      node = this.builder.scalar(kind, event.valueStart, event.valueEnd, event.fast, decoded);
    } else if (kind === NodeKind.Single || kind === NodeKind.Double) {
      const verbatim = event.fast || isVerbatim(this.text, event, kind === NodeKind.Double);
      const decoded = verbatim ? undefined : this.decode(event);
      node = this.builder.scalar(kind, event.valueStart - 1, event.valueEnd + 1, verbatim, decoded);
    } else {
      const properties = Math.max(event.anchorEnd, event.tagEnd);
      const header = this.blockHeader(event.valueStart, properties);
      const end = event.valueEnd - lineBreakBefore(this.text, event.valueEnd).length;
      node = this.builder.scalar(kind, header, Math.max(header + 1, end), false, this.decode(event));
    }
    this.properties(node, event);
    this.advance();
  }

  private alias(nameStart: number, nameEnd: number): void {
    const name = this.text.slice(nameStart, nameEnd);
    if (this.builder.namesCollection(name)) this.refuseAsKey(nameStart - 1);
    const result = this.builder.alias(nameStart - 1, nameEnd, name);
    if (typeof result === 'string') {
      const { problem, hint } = aliasProblem(result, name);
      throw inputErrorAt(this.file, this.text, nameStart - 1, problem, hint);
    }
    this.advance();
  }

  /** Moves on from key to value, and from value to the next key. */
  private advance(): void {
    const open = this.stack[this.stack.length - 1];
    if (open) open.value = !open.value;
  }

  private refuseAsKey(start: number): void {
    const open = this.stack[this.stack.length - 1];
    if (!open?.map || open.value) return;
    throw inputErrorAt(
      this.file,
      this.text,
      start,
      'a map or list stands where a key should be',
      this.text.startsWith('{{', start) || this.text.startsWith('{{', start - 1)
        ? 'it looks like a template ({{ }}): render it first, then give cfgtool the result'
        : 'keys are plain text here',
    );
  }

  private properties(
    node: number,
    event: { anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number },
  ): void {
    if (event.anchorStart === -1 && event.tagStart === -1) return;
    let start = Number.POSITIVE_INFINITY;
    if (event.anchorStart !== -1) {
      start = event.anchorStart - 1;
      this.builder.anchor(node, this.text.slice(event.anchorStart, event.anchorEnd));
    }
    if (event.tagStart !== -1) {
      start = Math.min(start, event.tagStart);
      this.builder.tag(node, this.text.slice(event.tagStart, event.tagEnd));
    }
    this.builder.property(node, start);
  }

  /** Where a value that was left out would stand: after its colon or dash. */
  private emptyPosition(event: ScalarEvent): number {
    const propertyEnd = Math.max(event.anchorEnd, event.tagEnd);
    if (propertyEnd !== -1) return propertyEnd;
    const open = this.stack[this.stack.length - 1];
    const from = this.builder.size === 0 ? this.begin : this.cursor();
    if (!open) return from;
    const at = skipGap(this.text, from, open.flow && !open.map ? 44 : -1);
    const expected = open.map ? 58 : 45;
    return this.text.charCodeAt(at) === expected ? at + 1 : from;
  }

  /** Where the text after the last token begins. */
  private cursor(): number {
    return this.builder.lastEnd;
  }

  private closingBracket(): number {
    let at = skipGap(this.text, this.cursor(), 44);
    // An explicit `?` or a colon without a value may stand before the bracket.
    while (at < this.text.length && !isClosing(this.text.charCodeAt(at))) at = skipGap(this.text, at + 1, 44);
    return at + 1;
  }

  /** The `|` or `>` of a block scalar whose content begins at `content`. */
  private blockHeader(content: number, properties: number): number {
    let at = content - 1;
    while (at > 0 && this.text[at] !== '|' && this.text[at] !== '>') at--;
    // The header's line may end in a comment that holds the same characters: its first one counts.
    const floor = Math.max(this.cursor(), properties);
    let line = at;
    while (line > floor && !isLineBreak(this.text.charCodeAt(line - 1))) line--;
    for (let scan = line; scan < at; scan++) {
      const code = this.text[scan];
      if (code === '|' || code === '>') return scan;
    }
    return at;
  }
}

function isClosing(code: number): boolean {
  return code === 125 || code === 93;
}

/** Where the text after the marker of the next document begins; without one, where the last document ended. */
function documentBegin(text: string, before: SourceTree | undefined): number {
  const end = before === undefined ? (text.charCodeAt(0) === 0xfeff ? 1 : 0) : (before.ends[ROOT] ?? 0);
  const at = skipGap(text, end);
  return text.startsWith('---', at) ? at + 3 : end;
}

/** Whether a quoted scalar's value is its text: no escape, no doubled quote, no line break. */
function isVerbatim(text: string, event: ScalarEvent, double: boolean): boolean {
  for (let at = event.valueStart; at < event.valueEnd; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === (double ? 92 : 39)) return false;
  }
  return true;
}

/** Skips blanks, line breaks, comments and one kind of separator; returns the offset of what follows. */
export function skipGap(text: string, from: number, separator = -1): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 35 && (at === 0 || isBlank(text.charCodeAt(at - 1)))) {
      while (at < text.length && !isLineBreak(text.charCodeAt(at))) at++;
    } else if (!isBlank(code) && code !== separator) return at;
  }
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || isLineBreak(code);
}

/** A carriage return alone is a line break too. */
function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}
