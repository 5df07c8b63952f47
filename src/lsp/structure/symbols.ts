/** The resources of a file as a tree: listeners, route configurations, virtual hosts, routes, clusters, secrets. */
import { AT, type BoundMessage, keyNodeOf } from '../../model/bound.ts';
import { shortName } from '../../model/describe.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { spanOf } from '../../model/place.ts';
import { eachChild, type Frame, isOf, rootFrames } from '../../model/walk.ts';
import { matchWords } from '../../results/picture/route-words.ts';
import { pathsTo } from '../../schema/reach.ts';
import type { Span } from '../../source/lines.ts';

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
  const { word, roots } = configuration;
  const found: ResourceSymbol[] = [];
  for (const root of roots) for (const frame of rootFrames(root)) collect(root, frame, word, found);
  known.set(configuration, found);
  return found;
}

function collect(root: Root, frame: Frame, word: string, into: ResourceSymbol[]): void {
  const { type, message } = frame;
  const children: ResourceSymbol[] = [];
  const at = message[AT];
  // The endpoints of a cluster are part of it.
  const isOwn = RESOURCES.has(type) && at !== undefined && frame.parent?.type !== 'Cluster';
  eachChild(
    frame,
    word,
    (child) => collect(root, child, word, isOwn ? children : into),
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
