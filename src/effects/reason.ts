/**
 * What a reason is: why a field that is set has no effect as the rest of the input stands. `analyze` reports such
 * fields, and `diff` does not count them: both ask the same tables.
 */
import type { Frame } from '../model/walk.ts';
import type { Message, MessageName } from '../schema/types.ts';

/** What reasons look up that follow from the resource alone which a message stands in. */
export interface OwnContext {
  /** The namespace of the file. */
  readonly namespace: string;
}

/** What reasons look up beyond that. */
export interface EffectContext extends OwnContext {
  /** The clusters of a name, as they may be in force; undefined where nothing is known of them. */
  readonly clusters: (name: string | undefined) => readonly Message<'Cluster'>[] | undefined;
  /** HTTP filters that routes of the input may switch on; undefined where any may be. */
  readonly switchedOn?: () => ReadonlySet<string> | undefined;
}

/**
 * Why a field that is set has no effect, to be read after a colon; undefined where it has one, or may have. The message
 * is as it was written or in canonical form, and so is what is around it.
 */
export type Reason<T extends MessageName, C = OwnContext> = (
  message: Message<T>,
  frame: Frame,
  effects: C,
) => string | Qualified | undefined;

/** A reason that holds for one of those who ask only. */
export interface Qualified {
  readonly why: string;
  /**
   * `kept`: proxies differ from the specification there, or refuse what is left without it, so that the field is neither
   * removed unasked nor passed over. `usual`: people write it out of habit, or because a proxy wants it there, so that
   * nobody is told; it makes no difference all the same.
   */
  readonly kind: 'kept' | 'usual';
}

export function keep(why: string): Qualified {
  return { why, kind: 'kept' };
}

export function usual(why: string): Qualified {
  return { why, kind: 'usual' };
}

/** Reasons by message and field. */
export type FieldReasons<C = OwnContext> = {
  readonly [T in MessageName]?: { readonly [F in keyof Message<T> & string]?: Reason<T, C> };
};
