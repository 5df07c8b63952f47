/**
 * Finds the resources of one side in whatever holds them: bootstraps, lists, discovery responses, admin dumps, texts
 * in ConfigMaps. Containers themselves are no part of the meaning. Route configurations and virtual hosts are
 * resources of their own wherever they stand, and so is what a bootstrap says beside its resources.
 */
import { canonicalForm, wholeConversion } from '../../canonical/form.ts';
import {
  type BoundMessage,
  emptyBeside,
  isObject,
  NODE,
  type OpenMessage,
  tableOf,
} from '../../model/bound.ts';
import { contentKey, sameContent } from '../../model/content.ts';
import { replaceIn } from '../../model/copy.ts';
import type { Configuration } from '../../model/open.ts';
import { keysIn, type MaySet } from '../../model/runtime-keys.ts';
import { eachChild, type Frame, isOf, rootFrames, tableOfAny } from '../../model/walk.ts';
import { lookup } from '../../source/lookup.ts';
import { identityText } from '../form/identity.ts';
import {
  BOOTSTRAP,
  type Found,
  innerPaths,
  isInner,
  ROUTE_CONFIGURATION,
  type Source,
  typeOfFound,
  VIRTUAL_HOST,
} from './found.ts';
import { type Pairing, pairResources } from './pair.ts';

const ROUTE = 'route.Route';
const FILTER_CHAIN = 'listener.FilterChain';
/** Messages around which lists that say something as a whole stand elsewhere: their fields from the outside in. */
const HOLDERS: { readonly [type: string]: readonly [holder: string, ...fields: string[]] } = {
  [ROUTE]: [VIRTUAL_HOST, 'routes'],
  [FILTER_CHAIN]: ['Listener', 'filter_chains'],
  HttpFilter: ['HttpConnectionManager', 'http_filters'],
  'listener.Filter': ['Listener', 'filter_chains', 'filters'],
  'listener.ListenerFilter': ['Listener', 'listener_filters'],
};
/** Messages that only carry resources. */
const CONTAINER =
  /^(?:DiscoveryResponse|Resources?|UpdateFailureState|\w*ConfigDump(?:\..*)?|Bootstrap\.StaticResources)$/;
/** Parts of a dump that are not in force. */
const NOT_IN_FORCE = new Set(['draining_state', 'dynamic_draining_listeners', 'error_state']);

/**
 * The resources of two sides: what belongs to what, what is new, and what is gone. Unless both are of version 2, tracers
 * of bootstraps move to their connection managers; where one is left, all are.
 */
export function pairedResources(before: readonly Configuration[], after: readonly Configuration[]): Pairing {
  const movesTracer = [...before, ...after].some(({ api }) => api !== 'v2');
  const maySet = keysIn([...before, ...after]);
  const sides = [gather(before, movesTracer, maySet), gather(after, movesTracer, maySet)] as const;
  if (!movesTracer || !sides.some((found) => found.some(keepsTracer))) return pairResources(...sides);
  return pairResources(gather(before, false, maySet), gather(after, false, maySet));
}

function keepsTracer({ frame: { type, message } }: Found): boolean {
  return type === BOOTSTRAP && message.tracing !== undefined;
}

/** Every resource of one side, in the order of the files. */
function gather(
  configurations: readonly Configuration[],
  movesTracer: boolean,
  maySet: MaySet,
): readonly Found[] {
  const found: Found[] = [];
  let choosing: boolean | undefined;
  const choosesByHealth = (): boolean => {
    choosing ??= mayChooseByHealth(found);
    return choosing;
  };
  for (const configuration of configurations)
    for (const root of configuration.roots)
      new Gatherer({ configuration, root, maySet, choosesByHealth }, found, movesTracer).gather();
  return withoutCopies(found);
}

function mayChooseByHealth(found: readonly Found[]): boolean {
  const clusters = found.flatMap(({ frame }) => (isOf(frame, 'Cluster') ? [frame.message] : []));
  return (
    clusters.length === 0 ||
    clusters.some(({ common_lb_config: common }) => common?.override_host_status !== undefined)
  );
}

class Gatherer {
  private readonly source: Source;
  private readonly found: Found[];
  private readonly movesTracer: boolean;

  constructor(source: Source, found: Found[], movesTracer: boolean) {
    this.source = source;
    this.found = found;
    this.movesTracer = movesTracer;
  }

  gather(): void {
    const { root, configuration } = this.source;
    if (root.many && root.types === undefined && lookup(HOLDERS, root.type) !== undefined)
      this.bare(root.type, root.value);
    else
      for (const frame of rootFrames(root))
        this.look(wholeConversion(frame, configuration, this.movesTracer), undefined, '');
  }

  /** A list without anything around it, as the message that such a list stands in. */
  private bare(type: string, list: unknown): void {
    const [holder, ...fields] = lookup(HOLDERS, type) ?? [];
    if (holder === undefined || !Array.isArray(list) || list.length === 0) return;
    const version = isObject(list[0]) ? emptyBeside(list[0]) : {};
    let whole: readonly unknown[] = list;
    for (const field of fields.toReversed()) whole = [{ ...version, [field]: whole }];
    for (const message of whole.filter(isObject)) this.take({ message, type: holder }, undefined, '');
  }

  private look(frame: Frame, owner: Found | undefined, slot: string): void {
    if (frame.field !== undefined && NOT_IN_FORCE.has(frame.field.name)) return;
    if (!CONTAINER.test(frame.type)) {
      this.take(frame, owner, slot);
      return;
    }
    if (frame.type === 'Resources') this.bareLists(frame.message);
    for (const any of unknownOf(frame)) this.take({ message: any, type: '', parent: frame }, owner, slot);
    eachChild(frame, this.source.configuration.namespace, (child) => {
      if (child.type !== ROUTE && child.type !== FILTER_CHAIN) this.look(child, owner, slot);
    });
  }

  private bareLists({ routes, filter_chains: chains }: BoundMessage): void {
    this.bare(ROUTE, routes);
    this.bare(FILTER_CHAIN, chains);
  }

  private take(frame: Frame, owner: Found | undefined, slot: string): void {
    const { namespace } = this.source.configuration;
    const pruned = frame.type === '' ? frame : prunedFrame(frame, namespace);
    const isCopy = frame.parent?.type === 'RoutesConfigDump.StaticRouteConfig';
    const isDumped = this.source.root.type.endsWith('ConfigDump');
    const made: Found = {
      frame: pruned,
      source: this.source,
      name: nameOf(frame),
      owner,
      slot,
      rank: isDumped ? rankOf(frame) : 0,
      isCopy,
      isDumped,
      isImplied: owner === undefined && !isCopy && saysNothing(pruned, namespace),
    };
    this.found.push(made);
    const holder = made.isImplied ? undefined : made;
    const paths = frame.type === '' ? [] : innerPaths(frame);
    if (paths.length === 0) return;
    const within = (child: Frame, place: string): void => {
      if (isInner(child)) this.look(child, holder, place);
      else {
        const next = child.type === FILTER_CHAIN ? `${place}/${child.index ?? ''}` : place;
        eachChild(child, namespace, (each) => within(each, next), innerPaths(child));
      }
    };
    eachChild(frame, namespace, (child) => within(child, ''), paths);
  }
}

/** Whether a bootstrap or a route configuration says nothing but what stands in it as resources. */
function saysNothing(frame: Frame, namespace: string): boolean {
  const { type, message } = frame;
  if (type !== BOOTSTRAP && (type !== ROUTE_CONFIGURATION || message.name !== undefined)) return false;
  const own = (form: BoundMessage): BoundMessage => {
    const { static_resources: _, node: __, virtual_hosts: ___, '@type': ____, ...rest } = form;
    return rest as BoundMessage;
  };
  const empty = canonicalForm({ message: emptyBeside(message), type }, { namespace, synonyms: true });
  return sameContent(own(canonicalForm(frame, { namespace, synonyms: true })), own(empty));
}

/** Resources in a container whose types no table describes: they are compared as data. */
function unknownOf({ message, type }: Frame): BoundMessage[] {
  return tableOf({ message, type }).containers.flatMap((field) => {
    if (field.element.kind !== 'any') return [];
    const value = message[field.name];
    const several = Array.isArray(value) || field.shape === 'map';
    return (several ? Object.values(value ?? {}) : [value]).filter(
      (any): any is BoundMessage => isObject(any) && tableOfAny(any, field) === undefined,
    );
  });
}

function nameOf({ message, type, index, parent }: Frame): string {
  if (type === '') return typeof message.name === 'string' ? message.name : '';
  if (type === BOOTSTRAP) return '';
  const identity = identityText(type, message);
  if (identity !== '') return identity;
  return parent === undefined && typeof index === 'number' ? `[${index}]` : '';
}

/** Of the states that a dump shows: what is in force counts before what the proxy started with and what waits. */
function rankOf(frame: Frame): number {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    const name = at.field?.name ?? '';
    if (name.includes('warming')) return 0;
    if (name === 'bootstrap') return 1;
  }
  return 2;
}

// A dump of a running proxy shows most resources more than once: what is shown again is left out.

/** Without copies, and without lesser states of a resource that stands there in a better one. */
function withoutCopies(found: readonly Found[]): readonly Found[] {
  if (!found.some(({ isDumped }) => isDumped)) return found;
  const dropped = new Set<Found>([...lesserStates(found), ...shownEndpoints(found)]);
  const inListeners = new Set<string>();
  for (const each of found) {
    if (each.owner !== undefined && dropped.has(each.owner)) dropped.add(each);
    else if (each.frame.type === ROUTE_CONFIGURATION && each.owner !== undefined) inListeners.add(each.name);
  }
  for (const each of found) {
    if (each.isCopy && inListeners.has(each.name)) dropped.add(each);
    else if (each.owner !== undefined && dropped.has(each.owner)) dropped.add(each);
  }
  return found.filter((each) => !dropped.has(each));
}

/** Endpoints of clusters that hold them, or look them up, themselves: the dump shows them beside the cluster again. */
function shownEndpoints(found: readonly Found[]): readonly Found[] {
  const own = new Set(
    found.flatMap(({ frame, isDumped, name }) =>
      isDumped && frame.type === 'Cluster' && frame.message.type !== 'EDS' ? name : [],
    ),
  );
  return found.filter(
    ({ frame, isDumped, name }) => isDumped && frame.type === 'ClusterLoadAssignment' && own.has(name),
  );
}

function lesserStates(found: readonly Found[]): Found[] {
  const lesser: Found[] = [];
  const best = new Map<string, Found>();
  const addresses = new Set<string>();
  const dumped = found.filter(
    ({ isDumped, isCopy, owner }) =>
      isDumped && !isCopy && (owner === undefined || owner.frame.type === BOOTSTRAP),
  );
  for (const each of dumped) {
    const key = `${typeOfFound(each)}\n${each.name}`;
    const other = best.get(key);
    if (other === undefined) best.set(key, each);
    else if (each.rank > other.rank) {
      lesser.push(other);
      best.set(key, each);
    } else if (each.rank < other.rank || sameContent(each.frame.message, other.frame.message))
      lesser.push(each);
    if (each.frame.type === 'Listener' && each.rank === 2)
      addresses.add(contentKey(each.frame.message.address));
  }
  // The proxy names listeners that the bootstrap leaves without a name: those are known by their addresses.
  for (const each of dumped) {
    const { frame, rank } = each;
    if (frame.type !== 'Listener' || rank !== 1 || frame.message.name !== undefined) continue;
    if (addresses.has(contentKey(frame.message.address))) lesser.push(each);
  }
  return lesser;
}

// Takes out of a message what stands in it as a resource of its own; nothing else is copied.

/** The frame of a message without the resources inside it; of a single one a mark stays, in lists nothing does. */
function prunedFrame(frame: Frame, namespace: string): Frame {
  const message = pruned(frame, namespace);
  return message === frame.message ? frame : { ...frame, message };
}

function pruned(frame: Frame, namespace: string): BoundMessage {
  let made: OpenMessage | undefined;
  const paths = innerPaths(frame);
  if (paths.length === 0) return frame.message;
  eachChild(
    frame,
    namespace,
    (child) => {
      if (child.field === undefined) return;
      const value = isInner(child) ? undefined : pruned(child, namespace);
      if (value === child.message) return;
      made ??= { ...frame.message };
      put(made, child, value, frame.message);
    },
    paths,
  );
  return made ?? frame.message;
}

function put(made: OpenMessage, child: Frame, value: BoundMessage | undefined, original: BoundMessage): void {
  if (value === undefined && child.index !== undefined) {
    if (child.field !== undefined) delete made[child.field.name];
    return;
  }
  // The mark keeps one-ofs and presence as they were.
  const mark: OpenMessage = {};
  if (child.message[NODE] !== undefined) mark[NODE] = child.message[NODE];
  if (value === undefined && child.field !== undefined) made[child.field.name] = mark;
  else replaceIn(made, original, child, value ?? mark);
}
