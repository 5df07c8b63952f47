/** One input, opened: its files, its documents and the items that the tree shows. */
import type { Document } from '../../analyze/finding.ts';
import { type Subject, subjectOf } from '../../analyze/index.ts';
import type { Clock } from '../../analyze/subject.ts';
import { type BoundMessage, isObject, messagesIn, tableOf } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import { shownAgain } from '../../model/dump-copies.ts';
import type { Configuration } from '../../model/index.ts';
import { eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { treeOf, withTree } from '../../routing/tree/flatten.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { SourceFile } from '../../source/load.ts';
import { lookup } from '../../source/lookup.ts';
import { ItemKind, type Items, ItemsBuilder } from './items.ts';

export interface Side {
  /** As the person named it on the command line. */
  readonly name: string;
  readonly configurations: readonly Configuration<SourceFile>[];
  /** Documents of all files, in order; findings and links name them by their position. */
  readonly documents: readonly Document[];
  /** For questions about routing; what it works out is remembered in it. */
  readonly subject: Subject;
  readonly items: Items;
}

/** @param clock for the time that one question about routing may take */
export function sideOf(
  name: string,
  configurations: readonly Configuration<SourceFile>[],
  clock?: Clock,
): Side {
  const subject = subjectOf(configurations, clock);
  const { documents } = subject;
  return {
    name,
    configurations,
    documents,
    subject,
    items: buildItems(documents, (document) => subject.frames(document)),
  };
}

// Finds the items of an input: resources wherever they stand, in groups by kind.

const BOOTSTRAP = 'Bootstrap';

/** A frame with the position of its document. */
interface Found {
  readonly frame: Frame;
  readonly document: number;
}

/** Kinds of the outermost items, in the order of their groups. */
const GROUPS = [
  { type: 'Listener', kind: ItemKind.Listener, title: 'Listeners' },
  { type: 'RouteConfiguration', kind: ItemKind.RouteConfiguration, title: 'Route configurations' },
  { type: 'route.VirtualHost', kind: ItemKind.VirtualHost, title: 'Virtual hosts' },
  { type: 'route.Route', kind: ItemKind.Route, title: 'Routes' },
  { type: 'Cluster', kind: ItemKind.Cluster, title: 'Clusters' },
  { type: 'ClusterLoadAssignment', kind: ItemKind.LoadAssignment, title: 'Endpoints' },
  { type: 'Secret', kind: ItemKind.Secret, title: 'Secrets' },
  { type: 'setting', kind: ItemKind.Setting, title: 'Settings' },
] as const;

const KIND_OF = new Map<string, (typeof GROUPS)[number]>(GROUPS.map((group) => [group.type, group]));
/** Inside these nothing else is looked for but route configurations within listeners. */
const CLOSED = new Set([
  'RouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  'Cluster',
  'ClusterLoadAssignment',
  'Secret',
]);

/** Fields of a bootstrap that are more than a box around resources. */
const BOXES = new Set(['static_resources', '@type']);

let paths: Paths | undefined;

/** @param frames the messages at the root of each document */
function buildItems(documents: readonly Document[], frames: (document: Document) => readonly Frame[]): Items {
  const found = new Map<string, Found[]>(GROUPS.map(({ type }) => [type, []]));
  paths ??= pathsTo(
    new Set([...GROUPS.map(({ type }) => type).filter((type) => type !== 'setting'), BOOTSTRAP]),
  );
  documents.forEach((document, index) => {
    const { namespace } = document.configuration;
    const again = shownAgain(document.root, namespace);
    const named = new Map<string, BoundMessage[]>();
    const look = (frame: Frame): void => {
      const { type, message } = frame;
      if (KIND_OF.has(type)) {
        if (again.has(message) || isHeldAgain(frame, named)) return;
        found.get(type)?.push({ frame, document: index });
      } else if (type === BOOTSTRAP || frame.parent === undefined) takeSettings(frame, index, found);
      if (!CLOSED.has(type) && isObject(message)) eachChild(frame, namespace, look, fieldsOn(paths, frame));
    };
    for (const frame of frames(document)) look(frame);
  });
  return build(documents, found);
}

/** Several listeners of one document may hold the same route configuration: it is one. */
function isHeldAgain({ type, message }: Frame, named: Map<string, BoundMessage[]>): boolean {
  const { name } = message;
  if (type !== 'RouteConfiguration' || typeof name !== 'string') return false;
  const known = named.get(name);
  if (known?.some((each) => sameContent(each, message))) return true;
  if (known === undefined) named.set(name, [message]);
  else known.push(message);
  return false;
}

/** What else a root says: the node, the admin interface, the runtime… */
function takeSettings(frame: Frame, document: number, found: ReadonlyMap<string, Found[]>): void {
  const settings = found.get('setting');
  if (frame.type !== BOOTSTRAP) {
    if (!isContainer(frame.type)) settings?.push({ frame, document });
    return;
  }
  for (const field of tableOf(frame).fields) {
    const message = frame.message[field.name];
    if (BOXES.has(field.name) || !isObject(message) || field.element.kind !== 'message') continue;
    settings?.push({ frame: { message, type: field.element.name, parent: frame, field }, document });
  }
}

/** Whether a message is a box that only holds resources. */
function isContainer(type: string): boolean {
  return type === 'Resources' || type === 'DiscoveryResponse' || /Dump(?:\.|$)/.test(type);
}

function build(documents: readonly Document[], found: ReadonlyMap<string, readonly Found[]>): Items {
  const builder = new ItemsBuilder();
  GROUPS.forEach(({ type, kind, title }, group) => {
    const all = found.get(type) ?? [];
    if (all.length === 0) return;
    builder.within(ItemKind.Group, group, -1, title, () => {
      all.forEach(({ frame, document }, index) => {
        const namespace = documents[document]?.configuration.namespace ?? '';
        addItem(builder, kind, frame, index, document, namespace);
      });
    });
  });
  return builder.built(frameOfLeaf);
}

function addItem(
  builder: ItemsBuilder,
  kind: ItemKind,
  frame: Frame,
  index: number,
  document: number,
  namespace: string,
): void {
  const inner = childrenOf(kind, frame, namespace);
  builder.within(kind, index, document, frame, () => {
    for (const { kind: each, frames, leaves } of inner) {
      frames?.forEach((child, position) => {
        addItem(builder, each, child, position, document, namespace);
      });
      leaves?.forEach((message, position) => {
        builder.leaf(each, position, document, message);
      });
    }
  });
}

interface Inner {
  readonly kind: ItemKind;
  readonly frames?: readonly Frame[];
  /** Messages with nothing inside, in a list field of their parent. */
  readonly leaves?: readonly BoundMessage[];
}

function childrenOf(kind: ItemKind, frame: Frame, namespace: string): readonly Inner[] {
  switch (kind) {
    case ItemKind.Listener:
      return [{ kind: ItemKind.FilterChain, frames: listed(frame, 'filter_chains', namespace) }];
    case ItemKind.FilterChain:
      return [{ kind: ItemKind.Filter, frames: listed(frame, 'filters', namespace) }];
    case ItemKind.Filter:
      return [{ kind: ItemKind.Filter, frames: httpFilters(frame, namespace) }];
    case ItemKind.RouteConfiguration:
      return [{ kind: ItemKind.VirtualHost, frames: listed(frame, 'virtual_hosts', namespace) }];
    case ItemKind.VirtualHost:
      return frame.message.matcher === undefined
        ? [{ kind: ItemKind.Route, leaves: messagesIn(frame.message.routes) }]
        : [{ kind: ItemKind.Route, frames: routesBelow(frame, namespace) }];
    case ItemKind.Cluster:
      return [
        ...listed(frame, 'load_assignment', namespace).flatMap((assignment) =>
          localities(assignment, namespace),
        ),
        // The older way to write endpoints; it counts only while the newer one is absent.
        ...(frame.message.load_assignment === undefined
          ? [{ kind: ItemKind.Endpoint, leaves: messagesIn(frame.message.hosts) }]
          : []),
      ];
    case ItemKind.LoadAssignment:
      return localities(frame, namespace);
    case ItemKind.Locality:
      return [{ kind: ItemKind.Endpoint, leaves: messagesIn(frame.message.lb_endpoints) }];
    default:
      return [];
  }
}

/** The routes that a matcher leads to, numbered as everywhere else. */
function routesBelow(host: Frame, namespace: string): readonly Frame[] {
  const found: Frame[] = [];
  const look = (frame: Frame): void => {
    if (frame.type === 'route.Route') found.push(frame);
    else eachChild(frame, namespace, look);
  };
  for (const matcher of listed(host, 'matcher', namespace)) look(matcher);
  const places = treeOf(withTree(host.message))?.places;
  const placeOf = ({ message }: Frame): number => places?.get(message)?.[0] ?? found.length;
  return found.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function localities(assignment: Frame, namespace: string): readonly Inner[] {
  return [{ kind: ItemKind.Locality, frames: listed(assignment, 'endpoints', namespace) }];
}

/** The HTTP filters of a connection manager. */
function httpFilters(filter: Frame, namespace: string): readonly Frame[] {
  const managers: Frame[] = [];
  eachChild(filter, namespace, (child) => {
    if (child.message.http_filters !== undefined) managers.push(child);
  });
  return managers.flatMap((manager) => listed(manager, 'http_filters', namespace));
}

function listed(frame: Frame, field: string, namespace: string): readonly Frame[] {
  const known = tableOf(frame).byName.get(field);
  const frames: Frame[] = [];
  if (known !== undefined) eachChild(frame, namespace, (child) => frames.push(child), [known]);
  return frames;
}

/** Lists whose entries are leaves: by the type of the message that holds them. */
const LEAF_FIELDS: { readonly [type: string]: string } = {
  'route.VirtualHost': 'routes',
  'endpoint.LocalityLbEndpoints': 'lb_endpoints',
  Cluster: 'hosts',
};

function frameOfLeaf(parent: Frame | undefined, message: BoundMessage, index: number): Frame {
  const field = parent && tableOf(parent).byName.get(lookup(LEAF_FIELDS, parent.type) ?? '');
  if (parent === undefined || field === undefined || field.element.kind !== 'message')
    throw new Error('an item without a place');
  // Entries that cannot be read as messages are no items.
  const list = parent.message[field.name];
  const position = Array.isArray(list) && list[index] !== message ? list.indexOf(message) : index;
  return { message, type: field.element.name, parent, field, index: position };
}
