/** The lists of headers that a level of routing adds and removes, in one shape for requests and responses. */

import type { Frame } from '../../model/walk.ts';
import type { Message, MessageName } from '../../schema/types.ts';
import type { Location } from '../finding.ts';
import type { RuleContext, Visits } from '../rule.ts';

/** Messages that change headers. */
const LEVELS = [
  'RouteConfiguration',
  'route.VirtualHost',
  'route.Route',
  'route.WeightedCluster.ClusterWeight',
] as const;

export type Direction = 'request' | 'response';

export interface HeaderLists {
  readonly direction: Direction;
  readonly added: readonly Message<'core.HeaderValueOption'>[];
  readonly removed: readonly string[];
  readonly addedField: `${Direction}_headers_to_add`;
  readonly removedField: `${Direction}_headers_to_remove`;
}

type Holder = Pick<
  Message<'route.Route'>,
  | 'request_headers_to_add'
  | 'request_headers_to_remove'
  | 'response_headers_to_add'
  | 'response_headers_to_remove'
>;

/** What one level does to the headers of one direction. */
export function headerLists(holder: Holder, direction: Direction): HeaderLists {
  const addedField = `${direction}_headers_to_add` as const;
  const removedField = `${direction}_headers_to_remove` as const;
  const { [addedField]: added = [], [removedField]: removed = [] } = holder;
  return { direction, added, removed, addedField, removedField };
}

/**
 * Visits for a rule that looks at both directions of every level that changes anything.
 *
 * @param beside other messages with such lists
 */
export function headerVisits<C>(
  look: (lists: HeaderLists, frame: Frame, at: C) => void,
  beside: readonly MessageName[] = [],
): Visits<C> {
  const visit = (message: Message<MessageName>, frame: Frame, at: C): void => {
    const holder = message as Holder;
    // Most routes change no headers.
    if (holder.request_headers_to_add !== undefined || holder.request_headers_to_remove !== undefined)
      look(headerLists(holder, 'request'), frame, at);
    if (holder.response_headers_to_add !== undefined || holder.response_headers_to_remove !== undefined)
      look(headerLists(holder, 'response'), frame, at);
  };
  return Object.fromEntries([...LEVELS, ...beside].map((type) => [type, visit]));
}

/** The name of an added header, as it is written. */
export function addedSpot(
  { added, addedField }: HeaderLists,
  index: number,
  frame: Frame,
  look: RuleContext,
): Location {
  const header = added[index]?.header;
  return header === undefined
    ? look.spot(frame, addedField, index)
    : look.spot({ message: header, type: 'core.HeaderValue' }, 'key');
}
