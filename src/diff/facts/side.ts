/** One side of two messages that are compared, and what a value of it looks like in a report. */

import {
  type BoundMessage,
  INVALID,
  isObject,
  keyNodeOf,
  NODE,
  type OpenMessage,
  tableOf,
  VERSION,
} from '../../model/bound.ts';
import { withoutDefaults } from '../../model/content.ts';
import { deepCopy } from '../../model/copy.ts';
import { type FieldOrigin, originsOf } from '../../model/origin.ts';
import { type Place, placeOfNode } from '../../model/place.ts';
import {
  isAboutCredential,
  REDACTED,
  redactMessage,
  saysWhatIsSecret,
  wholeHidden,
} from '../../model/secrets.ts';
import { type Frame, walkInsideOut } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import { type Data, ExactNumber } from '../../source/data.ts';
import { type NodeId, ROOT, setOwn } from '../../source/tree.ts';
import type { SideValue } from '../change.ts';
import type { Source } from '../resources/found.ts';

/** A canonical message in its place. */
export interface SideRoot {
  readonly frame: Frame;
  readonly source: Source;
  /** What made the message, or something around it, where it was not simply written. */
  readonly made: FieldOrigin | undefined;
  /** The nearest node that was written: the message's own, or one around it. */
  readonly near: NodeId | undefined;
  /** The message with what is compared apart from it, such as the routes of a virtual host. */
  readonly whole?: BoundMessage;
}

export function sideRootOf(frame: Frame, source: Source, whole?: BoundMessage): SideRoot {
  const sideRoot = { frame, source, made: undefined, near: frame.message[NODE] };
  return whole === undefined ? sideRoot : { ...sideRoot, whole };
}

/** The half of a message inside another one. */
export function childRoot(
  parent: SideRoot,
  field: CompiledField,
  message: BoundMessage,
  type: string,
  index: number | string | undefined,
): SideRoot {
  return {
    frame: { message, type, parent: parent.frame, field, ...(index === undefined ? {} : { index }) },
    source: parent.source,
    made: originsOf(parent.frame.message)[field.name] ?? parent.made,
    near: message[NODE] ?? parent.near,
  };
}

/** Where in a half a value is. */
export interface Location {
  readonly sideRoot: SideRoot;
  /** The field that holds it; absent for the message as a whole. */
  readonly field?: string;
  /** Position or key of the entry, and the way further into data. */
  readonly inside: readonly (string | number)[];
  readonly value: unknown;
}

export function originOfSpot({ sideRoot, field }: Location): FieldOrigin | undefined {
  return (field === undefined ? undefined : originsOf(sideRoot.frame.message)[field]) ?? sideRoot.made;
}

/** The value of a spot with its origin and place; secrets are redacted unless asked for. */
export function sideValue(spot: Location, showSecrets: boolean): SideValue {
  const origin = originOfSpot(spot);
  return {
    value: shownValue(spot, showSecrets),
    origin: origin?.kind ?? 'written',
    ...(origin === undefined ? {} : { why: origin.kind === 'default' ? origin.why : origin.migration }),
    ...placeOf(spot),
  };
}

function shownValue({ sideRoot, field, inside, value }: Location, showSecrets: boolean): Data {
  const plain = withoutDefaults(value);
  if (showSecrets || sideRoot.frame.type === '') return plain;
  const { frame } = sideRoot;
  const { namespace } = sideRoot.source.configuration;
  if (isAboutCredential(frame.parent)) return wholeHidden(plain);
  if (field === undefined) return redactedCopy(frame, frame.message, namespace);
  // Of all that stands around the value only what says how secret it is: there may be a fact about each of many.
  const holder: OpenMessage =
    frame.message[VERSION] === undefined ? {} : { [VERSION]: frame.message[VERSION] };
  for (const name of ['@type', 'name', 'key'])
    if (frame.message[name] !== undefined) setOwn<unknown>(holder, name, frame.message[name]);
  const unreadable = frame.message[INVALID]?.[field];
  const { part, steps } = partOf(unreadable ?? frame.message[field], inside);
  if (unreadable === undefined) setOwn(holder, field, part);
  else holder[INVALID] = { [field]: part as Data };
  const whole = redactedCopy(frame, holder, namespace);
  let at: unknown = (whole as { [key: string]: unknown })[field];
  if (tableOf(frame).byName.get(field)?.spec.secret && inside.length > 0) return REDACTED;
  for (const step of steps) {
    if (at === REDACTED) return REDACTED;
    const isInside = typeof at === 'object' && at !== null && Object.hasOwn(at, step);
    at = isInside ? (at as { [key: string]: unknown })[step] : undefined;
  }
  return at === undefined ? plain : (at as Data);
}

/** A value with nothing in it but what a way leads to and the names beside that, and the way in what is left. */
function partOf(
  value: unknown,
  way: Location['inside'],
): { readonly part: unknown; readonly steps: Location['inside'] } {
  const [step, ...further] = way;
  if (Array.isArray(value) && typeof step === 'number') {
    const { part, steps } = partOf(value[step], further);
    return { part: [part], steps: [0, ...steps] };
  }
  if (step === undefined || !isObject(value) || !Object.hasOwn(value, step))
    return { part: value, steps: way };
  const { part, steps } = partOf(value[step], further);
  const holder = { ...namesIn(value) };
  setOwn(holder, String(step), part);
  return { part: holder, steps: [step, ...steps] };
}

const names = new WeakMap<object, { readonly [key: string]: unknown }>();

/** What says in a map of data how secret the rest of it is, found once. */
function namesIn(map: BoundMessage): { readonly [key: string]: unknown } {
  const known = names.get(map);
  if (known !== undefined) return known;
  const found = {};
  for (const [key, value] of Object.entries(map))
    if (saysWhatIsSecret(key)) setOwn<unknown>(found, key, value);
  names.set(map, found);
  return found;
}

function redactedCopy(frame: Frame, message: BoundMessage, namespace: string): Data {
  const copy = deepCopy(message) as BoundMessage;
  walkInsideOut({ ...frame, message: copy }, namespace, redactMessage);
  return withoutDefaults(copy);
}

/** Where a spot was written, or the nearest thing around it that was. */
function placeOf({ sideRoot, field, value }: Location): Place {
  const { configuration, root } = sideRoot.source;
  const { file } = configuration;
  const own = isObject(value) ? value[NODE] : undefined;
  const keyNode = own !== undefined || field === undefined ? undefined : keyOf(sideRoot, field);
  const node = own ?? (keyNode === undefined ? (writtenIn(value) ?? sideRoot.near ?? ROOT) : keyNode + 1);
  const { file: name, api, range, pointer, ...others } = placeOfNode(file, root, node, keyNode);
  return { file: name, api, range, pointer, ...others };
}

/** The first thing inside a value that was written, where a migration has put something around it. */
function writtenIn(value: unknown, depth = 0): NodeId | undefined {
  if (depth > 20 || typeof value !== 'object' || value === null || value instanceof ExactNumber)
    return undefined;
  if (isObject(value) && value[NODE] !== undefined) return value[NODE];
  for (const item of Object.values(value)) {
    const found = writtenIn(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The node of a field's key as written. */
export function keyOf({ frame, source }: SideRoot, field: string): NodeId | undefined {
  const key = keyNodeOf(source.root.tree, frame.type, frame.message, field);
  return key === -1 ? undefined : key;
}
