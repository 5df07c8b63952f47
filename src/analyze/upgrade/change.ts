/**
 * What a change of the proxy is that no text shows: a default or a behaviour that is another one from some release on.
 * Each is decided from the text alone: it is met, or nothing is said.
 */
import type { BoundMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import type { ApiVersion } from '../../schema/version.ts';

/** Where a change is met. */
export interface Place {
  /** A message inside the one that is looked at; that one where absent. */
  readonly frame?: Pick<Frame, 'message' | 'type'>;
  readonly field?: string;
  readonly index?: number | string;
  /** What tells it from the same change elsewhere: each is told by itself. */
  readonly about?: string;
}

/** What a change is told about one message. */
export interface Match {
  readonly frame: Frame;
  /** The namespace of the file. */
  readonly namespace: string;
  meets(place?: Place): void;
}

export interface RuleContext {
  /** Table of the messages that are looked at. */
  readonly type: string;
  readonly see: (message: BoundMessage, match: Match) => void;
}

export interface ReleaseChange {
  /** Permanent: fingerprints and listings name it. */
  readonly id: string;
  /** The first release that has it: `1.22.0`. */
  readonly release: string;
  /** The version of the API whose messages can meet it; both where absent. */
  readonly version?: ApiVersion;
  /** Who meets it. */
  readonly who: string;
  /** What is different now, a sentence behind "since 1.22,". WORD stands for the namespace of the file. */
  readonly what: string;
  /** How the old behaviour is kept, behind "to keep the old behaviour,"; absent where it cannot be. */
  readonly keep?: string;
  readonly looks: readonly RuleContext[];
}

/** Looks at the messages of a table. */
export function look<T extends MessageName>(
  type: T,
  see: (message: Message<T>, match: Match) => void,
): RuleContext {
  return { type, see: (message, match) => see(message as Message<T>, match) };
}

/** Looks at the messages of a table that nobody wrote by hand: its fields have no types here. */
export function lookAt(type: string, see: (message: BoundMessage, match: Match) => void): RuleContext {
  return { type, see };
}

/** Whether a duration is written and is none. */
export function isZero(duration: unknown): boolean {
  return duration === '0s';
}
