/** The resources of a file as a tree: listeners, route configurations, virtual hosts, routes, clusters, secrets. */
import { type BoundMessage, keyNodeOf, NODE, tableAt } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import type { EmbeddedText } from '../../model/embedded.ts';
import { fill } from '../../model/fill.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { spanOf } from '../../model/place.ts';
import { eachChild, type Frame, isOf, rootFrames, walkInsideOut } from '../../model/walk.ts';
import { safeLine } from '../../present/text.ts';
import { matchWords } from '../../results/picture/destinations.ts';
import { pathsTo } from '../../schema/reach.ts';
import type { Release } from '../../schema/release.ts';
import type { Position, Span } from '../../source/lines.ts';
import { isKey } from '../../source/pointer.ts';
import { type NodeId, parentOf, type SourceTree } from '../../source/tree.ts';

export interface ResourceSymbol {
  readonly type: string;
  readonly name: string;
  readonly span: Span;
  /** The name in it, or its beginning. */
  readonly nameSpan: Span;
  readonly frame: Frame;
  readonly root: Root;
  readonly children: readonly ResourceSymbol[];
}

const RESOURCES: ReadonlySet<string> = new Set([
  'Bootstrap',
  'Listener',
  'listener.FilterChain',
  'RouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  'Cluster',
  'ClusterLoadAssignment',
  'Secret',
]);

const paths = pathsTo(RESOURCES);
const known = new WeakMap<Configuration, readonly ResourceSymbol[]>();

export function symbolsOf(configuration: Configuration): readonly ResourceSymbol[] {
  const before = known.get(configuration);
  if (before !== undefined) return before;
  const { namespace, roots } = configuration;
  const found: ResourceSymbol[] = [];
  for (const root of roots) for (const frame of rootFrames(root)) collect(root, frame, namespace, found);
  known.set(configuration, found);
  return found;
}

function collect(root: Root, frame: Frame, namespace: string, into: ResourceSymbol[]): void {
  const { type, message } = frame;
  const children: ResourceSymbol[] = [];
  const at = message[NODE];
  // The endpoints of a cluster are part of it.
  const isOwn = RESOURCES.has(type) && at !== undefined && frame.parent?.type !== 'Cluster';
  eachChild(
    frame,
    namespace,
    (child) => collect(root, child, namespace, isOwn ? children : into),
    paths.get(type) ?? [],
  );
  if (!isOwn) return;
  const span = spanOf(root, at);
  into.push({
    type: shortName(type),
    name: nameOf(frame),
    span,
    nameSpan: nameSpanOf(root, frame, span),
    frame,
    root,
    children,
  });
}

function nameOf(frame: Frame): string {
  const { type, message, index } = frame;
  if (isOf(frame, 'route.Route')) {
    const own = typeof message.name === 'string' && message.name !== '' ? `${message.name}: ` : '';
    return own + matchWords(frame.message);
  }
  const name = textOf(message, 'name') ?? textOf(message, 'cluster_name');
  if (name !== undefined) return name;
  return typeof index === 'number' ? `${shortName(type)} ${index}` : shortName(type);
}

function textOf(message: BoundMessage, field: string): string | undefined {
  const value = message[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function nameSpanOf(root: Root, { type, message }: Frame, whole: Span): Span {
  const key = keyNodeOf(root.tree, type, message, type === 'ClusterLoadAssignment' ? 'cluster_name' : 'name');
  const span = key === -1 ? { start: whole.start, end: whole.start } : spanOf(root, key + 1);
  const isInside = whole.start <= span.start && span.end <= whole.end;
  return isInside ? span : { start: whole.start, end: whole.start };
}

/** All of them, inner ones after what they are in. */
export function* flattened(symbols: readonly ResourceSymbol[]): Generator<ResourceSymbol> {
  for (const symbol of symbols) {
    yield symbol;
    yield* flattened(symbol.children);
  }
}

// What is around a position, from the inside to the outside: the steps in which a selection grows.

interface Holder {
  readonly tree: SourceTree;
  readonly embedded?: EmbeddedText | undefined;
}

/** Each span holds the one before it; the last is the whole text. */
export function spansAround({ roots, file }: Configuration, offset: number): readonly Span[] {
  const holders: readonly Holder[] = [
    ...roots.filter(({ embedded }) => embedded !== undefined),
    ...file.trees.map((tree) => ({ tree })),
  ];
  const spans: Span[] = [];
  const take = (span: Span): void => {
    const last = spans[spans.length - 1];
    const isAround = span.start <= offset && offset <= span.end;
    if (isAround && (last === undefined || isWider(span, last))) spans.push(span);
  };
  for (const holder of holders)
    for (const { node, key } of outwards(holder.tree, innermost(holder, offset)))
      take(spanOf(holder, node, key));
  take({ start: 0, end: file.text.length });
  return spans;
}

function isWider(outer: Span, inner: Span): boolean {
  const isAround = outer.start <= inner.start && inner.end <= outer.end;
  return isAround && outer.end - outer.start > inner.end - inner.start;
}

/** The innermost node at a position; -1 where there is none. */
function innermost(holder: Holder, offset: number): NodeId {
  let found = -1;
  for (let node = 0; node < holder.tree.size; node++) {
    const { start, end } = spanOf(holder, node);
    if (start > offset) break;
    if (offset <= end) found = node;
  }
  return found;
}

/** A node, its key with its value, and so on outwards. */
function* outwards(
  tree: SourceTree,
  from: NodeId,
): Generator<{ readonly node: NodeId; readonly key?: NodeId }> {
  for (let node = from; node !== -1; node = parentOf(tree, node)) {
    yield { node };
    if (isKey(tree, node)) yield { node: node + 1, key: node };
    else if (isKey(tree, node - 1) && parentOf(tree, node - 1) === parentOf(tree, node))
      yield { node, key: node - 1 };
  }
}

// Defaults of what is not set, beside what is: for those who read a configuration, as inlay hints.

/** What is not set in a message, behind its first line. */
export interface DefaultsHint {
  readonly position: Position;
  /** `lb_policy: ROUND_ROBIN`, in the order of the table. */
  readonly fields: readonly string[];
}

/** Of the messages that begin in some lines of a file (from 1, both included); those of one line say enough. */
export function hintsIn(
  { roots, namespace, file }: Configuration,
  lines: { readonly first: number; readonly last: number },
): readonly DefaultsHint[] {
  const hints: DefaultsHint[] = [];
  for (const root of roots)
    for (const rootFrame of rootFrames(root))
      walkInsideOut(rootFrame, namespace, (frame) => {
        const at = frame.message[NODE];
        if (at === undefined) return;
        const { start, end } = file.lines.range(spanOf(root, at));
        if (start.line < lines.first || start.line > lines.last || start.line === end.line) return;
        const fields = defaultsOf(frame, namespace, root.release);
        const column = file.lines.line(start.line).replace(/\r?\n?$/, '').length + 1;
        if (fields.length > 0) hints.push({ position: { line: start.line, column }, fields });
      });
  return hints.toSorted((one, other) => one.position.line - other.position.line);
}

/** Values that the specification states, where they are something: what is off or empty goes without saying. */
function defaultsOf(frame: Frame, namespace: string, release: Release | undefined): readonly string[] {
  const filled = fill(frame, { namespace, onlyWritten: false, release });
  return tableAt(frame, release).fields.flatMap(({ name, spec, element }) => {
    const value = filled[name];
    const isStated = spec.default !== undefined || element.kind === 'enum';
    if (!isStated || spec.deprecated !== undefined || frame.message[name] !== undefined) return [];
    if (typeof value !== 'string' && typeof value !== 'number' && value !== true) return [];
    return value === '' || value === 0 ? [] : [`${name}: ${safeLine(String(value))}`];
  });
}
