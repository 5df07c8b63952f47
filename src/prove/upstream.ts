/** A header as it arrives upstream, for all requests of a case (docs/routing.md, facts 84 and 99). */

import { writtenValue } from '../routing/outcome/final-headers.ts';
import type { Message } from '../schema/types.ts';
import { lowerAscii } from '../traffic/text.ts';
import type { End } from './ends.ts';

type Level = {
  readonly request_headers_to_add?: readonly Message<'core.HeaderValueOption'>[];
  readonly request_headers_to_remove?: readonly string[];
};

export type Sent =
  /** As the client sent it. */
  | { readonly kind: 'own' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'open'; readonly why: string };

export function upstreamHeader(
  name: string,
  at: {
    readonly routeConfiguration: Message<'RouteConfiguration'>;
    readonly virtualHost: Message<'route.VirtualHost'> | undefined;
    readonly route: Message<'route.Route'> | undefined;
    readonly end: End;
  },
): Sent {
  const { routeConfiguration, virtualHost = {}, route = {}, end } = at;
  const inner: readonly Level[] = [route, virtualHost, routeConfiguration];
  const isReversed = routeConfiguration.most_specific_header_mutations_wins === true;
  const levels = [end.entry ?? {}, ...(isReversed ? [...inner].reverse() : inner)];
  let sent: Sent = { kind: 'own' };
  for (const level of levels) sent = changed(sent, name, level);
  return sent;
}

function changed(before: Sent, name: string, level: Level): Sent {
  const isRemoved = (level.request_headers_to_remove ?? []).some((each) => lowerAscii(each) === name);
  let sent: Sent = isRemoved ? { kind: 'absent' } : before;
  for (const {
    header,
    append,
    append_action: action,
    keep_empty_value: keeps,
  } of level.request_headers_to_add ?? []) {
    if (lowerAscii(header?.key ?? '') !== name) continue;
    const value = writtenValue(header?.value ?? '');
    const isSimple = typeof value === 'string' && (value !== '' || keeps === true);
    const replaces = append === false || action === 'OVERWRITE_IF_EXISTS_OR_ADD';
    const fills = action === undefined || action === 'APPEND_IF_EXISTS_OR_ADD' || action === 'ADD_IF_ABSENT';
    if (isSimple && (replaces || (fills && sent.kind === 'absent'))) sent = { kind: 'text', text: value };
    else sent = { kind: 'open', why: `the header ${name} is put together from several values` };
  }
  return sent;
}
