/**
 * What a bootstrap says of the headers of all requests (docs/routing.md, fact 152): which of them the proxy keeps as one
 * text, and how its own ones begin.
 */
import { type BoundMessage, messagesIn } from '../model/bound.ts';
import type { Message } from '../schema/types.ts';
import { lowerAscii } from './text.ts';

type HeaderMatcher = Message<'route.HeaderMatcher'>;

export interface OwnHeaders {
  /** Headers whose lines the proxy joins as it reads them, in lower case. */
  readonly joined: readonly string[];
  /** What names begin with that another prefix makes the proxy's own, or takes from it; nobody here follows these. */
  readonly renamed: readonly string[];
}

export const USUAL_HEADERS: OwnHeaders = { joined: [], renamed: [] };

/** @param namespace of the names that the proxy has without a prefix */
export function ownHeadersOf(bootstrap: BoundMessage | undefined, namespace: string): OwnHeaders {
  const { inline_headers: inline, header_prefix: prefix } = bootstrap ?? {};
  const joined = messagesIn(inline).flatMap(({ inline_header_name: name, inline_header_type: type }) =>
    typeof name === 'string' && (type === undefined || type === 'REQUEST_HEADER') ? lowerAscii(name) : [],
  );
  const [own, usual] = [typeof prefix === 'string' ? lowerAscii(prefix) : '', `x-${namespace}`];
  return { joined, renamed: own === '' || own === usual ? [] : [`${usual}-`, `${own}-`] };
}

export function isRenamed(name: string, { renamed }: OwnHeaders): boolean {
  return renamed.length > 0 && renamed.some((each) => lowerAscii(name).startsWith(each));
}

export const RENAMED = 'asks for a header that header_prefix of the bootstrap renames';

/** Set on matchers of such headers. */
const OPEN_NAME: unique symbol = Symbol('open name');

export function renamedMatcher(matcher: HeaderMatcher): HeaderMatcher {
  return { ...matcher, ...{ [OPEN_NAME]: true } };
}

export function hasOpenName(matcher: HeaderMatcher): boolean {
  return OPEN_NAME in matcher;
}
