/**
 * The small language of the policy. A topic is something about a resource that people think of as one thing; it has a
 * rule for each way in which it can change, and the rule's id is the topic's name with that way behind it.
 */
import type { Level } from '../../change.ts';
import type { Fact } from '../../facts/fact.ts';
import type { Around, Side } from '../chains.ts';

/** The ways in which a topic changes; each but the last four stands beside its mirror. */
export const WAYS = [
  'added',
  'removed',
  'raised',
  'lowered',
  'enabled',
  'disabled',
  'changed',
  'moved',
  'renamed',
] as const;
export type Way = (typeof WAYS)[number];

/** What a change is once the two sides are swapped. */
export const MIRROR: { readonly [way in Way]: Way } = {
  added: 'removed',
  removed: 'added',
  raised: 'lowered',
  lowered: 'raised',
  enabled: 'disabled',
  disabled: 'enabled',
  changed: 'changed',
  moved: 'moved',
  renamed: 'renamed',
};

export interface Topic {
  /** Permanent, with a way behind it the id of a rule. */
  readonly id: string;
  /** Fields from the table that the policy is about; `a.b` is the field `b` of what stands in `a`. */
  readonly fields: readonly string[];
  readonly levels: { readonly [way in Way]?: Level };
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** The same where one way in which it changes has a reason of its own. */
  readonly whys?: { readonly [way in Way]?: string };
  /** What counts is whether the bytes are encrypted: that is added or removed, not the socket. */
  readonly isSocket?: true;
  /** Zero stands for no limit. */
  readonly zeroIsUnlimited?: true;
  /** The level in a special case; undefined where the usual one holds. */
  readonly levelFor?: (way: Way, impact: Impact) => Level | undefined;
  /** Which level that is, and when: `breaking where …`. */
  readonly special?: { readonly [way in Way]?: string };
}

/** What can change about one message, wherever it stands. */
export interface Policy {
  /** Full name of the table. */
  readonly message: string;
  /** What holds for fields that no topic names. */
  readonly otherwise: Topic;
  readonly topics: readonly Topic[];
}

/** Raising is harmless to those who were within the limit, lowering is not. */
export const LIMIT = {
  raised: 'info',
  lowered: 'warning',
  added: 'warning',
  removed: 'warning',
  changed: 'warning',
} as const;
/** Either way something waits longer or gives up earlier. */
export const TIMEOUT = {
  raised: 'warning',
  lowered: 'warning',
  added: 'warning',
  removed: 'warning',
  changed: 'warning',
} as const;
export const SWITCH = { enabled: 'warning', disabled: 'warning', changed: 'warning' } as const;
export const WARNING = { changed: 'warning' } as const;
export const INFO = { changed: 'info' } as const;
/** A part that is there or not, and its settings. */
export const PART = { added: 'warning', removed: 'warning', changed: 'warning' } as const;
/** An entry of a list in order. */
export const ENTRY = { ...PART, moved: 'warning' } as const;
export const INFO_PART = { added: 'info', removed: 'info', changed: 'info' } as const;
export const INFO_ENTRY = { ...INFO_PART, moved: 'info' } as const;

/** Why a topic that changes in one way matters. */
export function reasonOf({ why, whys }: Topic, way: Way): string {
  return whys?.[way] ?? why;
}

export function topic(
  id: string,
  fields: string,
  levels: Topic['levels'],
  why: string,
  more: Pick<Topic, 'zeroIsUnlimited' | 'isSocket' | 'levelFor' | 'special' | 'whys'> = {},
): Topic {
  return { id, fields: fields.split(' ').filter((field) => field !== ''), levels, why, ...more };
}

/** A rule as a user knows it. */
export interface DiffRule {
  /** Permanent. */
  readonly id: string;
  readonly level: Level;
  /** Which other level it has, and when. */
  readonly special?: string;
  /** What settings may make of its level, where that is not everything; empty where its level stays. */
  readonly settings?: readonly Level[];
  /** The rule for the same change the other way round: often another one, for some the same. */
  readonly mirror: string;
  readonly why: string;
  /** What it is about, where that is no part of a configuration. */
  readonly about?: string;
  /** Full name of the table that it is about; empty for cosmetic ones and for whatever no other is about. */
  readonly message: string;
  /** Fields that it is about, from that table; empty for the resource itself and for fields that no other rule is about. */
  readonly fields: readonly string[];
}

/** What judging one change may look at beside the change itself. */
export interface Impact {
  readonly fact: Fact;
  /** The values on both sides, unredacted. */
  readonly before: unknown;
  readonly after: unknown;
  /** What the change stands in; undefined where nothing of the input is known to lead there. */
  readonly around: (side: Side) => Around | undefined;
  /** Name of the resource. */
  readonly name: string;
  /** Whether something of the second side still refers to a cluster of this name. */
  readonly isInUse: (cluster: string) => boolean;
  /** Whether the second side has anything that could refer to clusters. */
  readonly tellsUse: () => boolean;
  /** Whether the second side surely defines no cluster of this name. */
  readonly isMissing: (cluster: string) => boolean;
}

/** Why a change of headers matters. */
export const HEADERS =
  'Upstreams or clients see other headers; some of them decide about access, caching or routing further on.';

/** @param level the name of the level in the ids of the rules */
export function headerTopics(level: string): readonly Topic[] {
  return (['request', 'response'] as const).flatMap((which) => [
    topic(`${level}-${which}-header`, `${which}_headers_to_add`, INFO_ENTRY, HEADERS),
    topic(`${level}-${which}-header-removal`, `${which}_headers_to_remove`, INFO_PART, HEADERS),
  ]);
}
