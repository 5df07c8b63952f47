/**
 * Which fields name which runtime keys, and where values of them stand: a value may change its base only where nobody
 * else reads it, and only together with all who do.
 */
import { type BoundMessage, isObject, NODE, tableOf } from '../../model/bound.ts';
import { describe, shortName } from '../../model/describe.ts';
import { around, eachChild, type Frame, type Locator } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import type { Data } from '../../source/data.ts';
import { escapeSegment } from '../../source/pointer.ts';
import type { RuntimeValue } from './migration.ts';

export interface RuntimeKeys {
  /** Why the value under a key that a mirror policy names has to stay as it is; undefined where it need not. */
  whyStays(key: string, policy: Frame): string | undefined;
}

const MIRROR = 'route.RouteAction.RequestMirrorPolicy';
const BOOTSTRAP = 'Bootstrap';
/** Messages that hold runtime values, and the field that does. */
const HOLDERS: ReadonlyMap<string, string> = new Map([
  ['bootstrap.Runtime', 'base'],
  ['RuntimeLayer', 'static_layer'],
]);

/** Values of one layer, with the bootstrap that they are in force in. */
interface Layer {
  readonly values: unknown;
  readonly bootstrap: BoundMessage | undefined;
}

interface Named {
  /** By key, each with a field that names it: mirror policies that read 0 to 10000 are none of these. */
  readonly others: Map<string, string>;
  /** By what keys begin with, before a dot. */
  readonly starts: Map<string, string>;
  /** The bootstraps in which mirror policies name a key. */
  readonly mirrors: Map<string, Set<BoundMessage | undefined>>;
  readonly layers: Layer[];
}

/**
 * The runtime keys of messages that are used together. They are gone through when first asked about.
 *
 * @param roots every message of the file, or of as much of it as there is
 */
export function runtimeKeys(roots: readonly Frame[], namespace: string): RuntimeKeys {
  let found: Named | undefined;
  return {
    whyStays(key, policy) {
      found ??= gathered(roots, namespace);
      const own = bootstrapOf(policy);
      // A message that is being converted is a copy of the one that was gathered.
      const isOwn: IsOwn = (other) =>
        other === own || (roots.length === 1 && other !== undefined && other[NODE] === own?.[NODE]);
      return whyStays(found, key, isOwn);
    },
  };
}

/** Whether a bootstrap is the one around a policy. */
type IsOwn = (other: BoundMessage | undefined) => boolean;

const byRoot = new WeakMap<BoundMessage, RuntimeKeys>();

/** The runtime keys of the document that a message stands in, as far as its frame tells. */
export function runtimeKeysAround(frame: Frame, namespace: string): RuntimeKeys {
  let root = frame;
  while (root.parent !== undefined) root = root.parent;
  const known = byRoot.get(root.message) ?? runtimeKeys([root], namespace);
  byRoot.set(root.message, known);
  return known;
}

function whyStays(named: Named, key: string, isOwn: IsOwn): string | undefined {
  const other = named.others.get(key) ?? startOf(named.starts, key);
  if (other !== undefined)
    return `the runtime key "${key}" is read by ${other} too, which counts differently: a value cannot mean the same to both; give the mirror policy a key of its own, then migrate again`;
  const stored = named.layers.filter(({ values }) => isStored(values, key));
  if (stored.length === 0) return undefined;
  if (!stored.every(({ bootstrap }) => isOwn(bootstrap)))
    return `what is stored under the runtime key "${key}" stands in another resource of this file, where it counts 0 to 10000: convert both by hand, for instance 250 to {numerator: 250, denominator: TEN_THOUSAND}`;
  if (![...(named.mirrors.get(key) ?? [])].every(isOwn))
    return `a mirror policy of another resource of this file reads the runtime key "${key}" too: convert both, and what is stored under the key, by hand`;
  if (stored.some(({ values }) => isStored(values, key, isFraction)))
    return `what is stored under the runtime key "${key}" is no integer, so that nothing is mirrored; with runtime_fraction it would be read: remove it, or the policy`;
  return undefined;
}

/** A stored value that runtime_fraction can read and runtime_key cannot. */
function isFraction(value: unknown): boolean {
  return isObject(value) || (typeof value === 'string' && /numerator|denominator/.test(value));
}

function startOf(starts: ReadonlyMap<string, string>, key: string): string | undefined {
  if (starts.size === 0) return undefined;
  for (let dot = key.indexOf('.'); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    const found = starts.get(key.slice(0, dot));
    if (found !== undefined) return found;
  }
  return undefined;
}

function bootstrapOf(frame: Frame): BoundMessage | undefined {
  return around(frame, BOOTSTRAP)?.message;
}

function gathered(roots: readonly Frame[], namespace: string): Named {
  const named: Named = { others: new Map(), starts: new Map(), mirrors: new Map(), layers: [] };
  const look = (frame: Frame, bootstrap: BoundMessage | undefined): void => {
    const around = frame.type === BOOTSTRAP ? frame.message : bootstrap;
    const holder = HOLDERS.get(frame.type);
    if (holder !== undefined) named.layers.push({ values: frame.message[holder], bootstrap: around });
    const inside = new Set<unknown>();
    eachChild(frame, namespace, (child) => {
      inside.add(child.message);
      look(child, around);
    });
    take(frame, around, inside, named);
  };
  for (const root of roots) look(root, undefined);
  return named;
}

/** What a message itself names. @param inside the messages in it, which speak for themselves */
function take(
  frame: Frame,
  bootstrap: BoundMessage | undefined,
  inside: ReadonlySet<unknown>,
  named: Named,
): void {
  const { message, type } = frame;
  const { byName } = tableOf(frame);
  for (const [name, value] of Object.entries(message)) {
    const field = byName.get(name);
    if (field === undefined || field.element.kind === 'struct' || field.element.kind === 'any') {
      if (HOLDERS.get(type) !== name) eachText(value, inside, (text) => add(named.others, text, frame, name));
    } else if (field.spec.names !== undefined && typeof value === 'string' && value !== '')
      takeKey(frame, field, value, bootstrap, named);
  }
}

function takeKey(
  frame: Frame,
  { name, spec }: CompiledField,
  key: string,
  bootstrap: BoundMessage | undefined,
  named: Named,
): void {
  if (spec.names === 'start of runtime keys') add(named.starts, key, frame, name);
  if (spec.names !== 'runtime key') return;
  if (frame.type !== MIRROR) {
    add(named.others, key, frame, name);
    // The one field whose text is a part of the key.
    if (name === 'disable_key') add(named.others, `ratelimit.${key}.http_filter_enabled`, frame, name);
    return;
  }
  // The fraction beside it wins, and has a key of its own.
  if (frame.message.runtime_fraction !== undefined) return;
  const known = named.mirrors.get(key) ?? new Set();
  known.add(bootstrap);
  named.mirrors.set(key, known);
}

function add(to: Map<string, string>, key: string, frame: Frame, field: string): void {
  if (to.has(key)) return;
  const { parent, field: around } = frame;
  const place = parent && around ? `${around.name}.${field} of ${shortName(parent.type)}` : field;
  const holder = named(frame);
  to.set(key, holder === undefined ? place : `${place} (in ${describe(holder.type, holder.message)})`);
}

/** The nearest message around with a name. */
function named(frame: Frame): Frame | undefined {
  for (let at = frame.parent; at !== undefined; at = at.parent)
    if (typeof at.message.name === 'string' && at.message.name !== '') return at;
  return undefined;
}

/** The texts and keys in data that no table describes: what they mean nobody knows. */
function eachText(value: unknown, but: ReadonlySet<unknown>, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value);
  else if (Array.isArray(value)) for (const item of value) eachText(item, but, visit);
  else if (isObject(value) && !but.has(value))
    for (const [key, item] of Object.entries(value)) {
      visit(key);
      eachText(item, but, visit);
    }
}

/** What the static layers of the bootstrap around a message hold under a runtime key. */
export function runtimeValuesFor(
  frame: Frame,
  key: string,
  pointer: (frame: Frame) => string,
  relative: Locator['relative'],
): readonly RuntimeValue[] {
  let bootstrap: Frame | undefined = frame;
  while (bootstrap && bootstrap.type !== BOOTSTRAP) bootstrap = bootstrap.parent;
  if (!bootstrap) return [];
  const base = pointer(bootstrap);
  const found: RuntimeValue[] = [];
  const { runtime, layered_runtime: layered } = bootstrap.message;
  if (isObject(runtime)) {
    const at = `${base}${relative(bootstrap, 'runtime')}`;
    collect(
      runtime.base,
      key,
      `${at}${relative({ message: runtime, type: `bootstrap.Runtime` }, 'base')}`,
      found,
    );
  }
  if (isObject(layered) && Array.isArray(layered.layers)) {
    const at = `${base}${relative(bootstrap, 'layered_runtime')}`;
    for (const [index, layer] of (layered.layers as readonly BoundMessage[]).entries()) {
      const list = relative({ message: layered, type: 'LayeredRuntime' }, 'layers', index);
      const own = relative({ message: layer, type: 'RuntimeLayer' }, 'static_layer');
      collect(layer.static_layer, key, `${at}${list}${own}`, found);
    }
  }
  return found;
}

/** Whether values hold one of a kind under a runtime key. */
function isStored(values: unknown, key: string, isMeant: (value: unknown) => boolean = () => true): boolean {
  const found: RuntimeValue[] = [];
  collect(values, key, '', found);
  return found.some(({ value }) => isMeant(value));
}

/** Keys may be written whole (`shop.mirror`) or as maps inside each other. */
function collect(data: unknown, key: string, pointer: string, found: RuntimeValue[]): void {
  if (!isObject(data)) return;
  for (const [part, value] of Object.entries(data)) {
    const here = `${pointer}/${escapeSegment(part)}`;
    if (part === key) found.push({ pointer: here, value: value as Data });
    else if (key.startsWith(`${part}.`)) collect(value, key.slice(part.length + 1), here, found);
  }
}
