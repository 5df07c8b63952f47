/** Which fields of a message have no effect as the rest of the input stands: the one place that says so. */

import type { OpenMessage } from '../model/bound.ts';
import { tableOf } from '../model/bound.ts';
import type { Frame } from '../model/walk.ts';
import type { Message, MessageName } from '../schema/types.ts';
import { clusterFields, clusterFieldsAround } from './cluster-fields.ts';
import type { EffectContext, FieldReasons, OwnContext, Qualified, Reason } from './reason.ts';
import { routeFields, routeFieldsAround } from './route-fields.ts';

export interface WithoutEffect {
  readonly field: string;
  /** To be read after a colon. */
  readonly why: string;
  /** What it is beyond that (see {@link Qualified}). */
  readonly kind: 'plain' | Qualified['kind'];
}

/** By table and field. */
type Reasons<C> = ReadonlyMap<string, ReadonlyMap<string, Reason<MessageName, C>>>;

/** Those that follow from the resource alone which a message stands in. */
export const ownReasons: Reasons<OwnContext> = joined<OwnContext>([clusterFields, routeFields]);
/** Those that look beyond it. */
export const reasonsAround: Reasons<EffectContext> = joined<EffectContext>([
  clusterFieldsAround,
  routeFieldsAround,
]);

/** @param tables one an area; a message may stand in several */
function joined<C>(tables: readonly FieldReasons<C>[]): Reasons<C> {
  const reasons = new Map<string, Map<string, Reason<MessageName, C>>>();
  for (const table of tables)
    for (const [type, fields] of Object.entries(table)) {
      const known = reasons.get(type) ?? new Map<string, Reason<MessageName, C>>();
      for (const [field, reason] of Object.entries<Reason<MessageName, C>>(fields)) known.set(field, reason);
      reasons.set(type, known);
    }
  return reasons;
}

/** The tables of messages some of whose fields may have no effect. */
export function typesWithReasons(): ReadonlySet<string> {
  return new Set([...ownReasons.keys(), ...reasonsAround.keys()]);
}

/** Whether there is anything that could leave a field of a message without effect. */
export function hasReason(type: string, field: string): boolean {
  return [ownReasons, reasonsAround].some((reasons) => reasons.get(type)?.has(field) === true);
}

/**
 * The fields of a message that are set without effect, for some of the reasons: not those that may have one, or that
 * say what their absence says.
 */
export function* fieldsWithoutEffect<C>(
  frame: Frame,
  effects: C,
  reasons: Reasons<C>,
): Generator<WithoutEffect> {
  for (const [field, reason] of reasons.get(frame.type) ?? []) {
    if (saysNothing(field, frame.message[field])) continue;
    const given = reason(frame.message as Message<MessageName>, frame, effects);
    if (given === undefined) continue;
    yield typeof given === 'string' ? { field, why: given, kind: 'plain' } : { field, ...given };
  }
}

/** Whether a field makes no difference to anything, for certain: nobody minds whether it is there. */
export function makesNoDifference(frame: Frame, field: string, effects: EffectContext): boolean {
  const value = frame.message[field];
  // Of what only one may be set, what is set counts whatever it says.
  const excludes = value === false && tableOf(frame).byName.get(field)?.spec.oneof !== undefined;
  if (saysNothing(field, value) && !excludes) return true;
  if (value === true && MEANS_TRUE_UNSET.has(field)) return true;
  return ineffectiveFields(frame, effects).has(field);
}

/** The fields that a comparison passes over: those without effect, and those that are left without any by that. */
export function ineffectiveFields(frame: Frame, effects: EffectContext): ReadonlySet<string> {
  const idle = new Set<string>();
  let message: OpenMessage | undefined;
  for (;;) {
    const at = message ? { ...frame, message } : frame;
    const found = [
      ...fieldsWithoutEffect(at, effects, ownReasons),
      ...fieldsWithoutEffect(at, effects, reasonsAround),
    ]
      .filter(({ kind }) => kind === 'plain' || kind === 'usual')
      .map(({ field }) => field);
    if (found.length === 0) return idle;
    message = { ...(message ?? frame.message) };
    for (const field of found) {
      idle.add(field);
      delete message[field];
    }
  }
}

/** Booleans that are true where they are not set. */
const MEANS_TRUE_UNSET = new Set(['case_sensitive', 'enabled']);

/** Whether a value says the same as its absence, so that it does no harm. */
function saysNothing(field: string, value: unknown): boolean {
  if (value === undefined || (value === false && !MEANS_TRUE_UNSET.has(field))) return true;
  return Array.isArray(value) && value.length === 0;
}
