/** Changes of headers before the connection manager looks at a request (early_header_mutation_extensions). */
import { type BoundMessage, isObject, messagesIn } from '../../model/bound.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Assumption } from '../outcome/outcome.ts';
import type { Request } from '../request/request.ts';
import { idOf } from '../tree/tree.ts';
import { placeInManager } from '../where/manager.ts';
import type { FilterVisit } from './filter.ts';
import { mutated } from './header-mutation.ts';
import { type Connected, visitOfConnection } from './network.ts';

const HEADER_MUTATION = 'early_header_mutation.header_mutation.HeaderMutation';

/** The request as they leave it, with what that rests on. */
export function changedEarly(connected: Omit<Connected, 'chain'>): {
  readonly request: Request;
  readonly assuming: readonly Assumption[];
} {
  const { message }: { readonly message: BoundMessage } = connected.manager;
  let { request } = connected;
  const assuming: Assumption[] = [];
  for (const extension of messagesIn(message.early_header_mutation_extensions)) {
    const name = typeof extension.name === 'string' ? extension.name : '';
    const config = isObject(extension.typed_config) ? extension.typed_config : {};
    const visit: FilterVisit = visitOfConnection({ ...connected, request });
    const verdict =
      idOf(config) === HEADER_MUTATION ? mutated(messagesIn(config.mutations), visit) : undefined;
    if (verdict !== undefined && 'request' in verdict) request = verdict.request ?? request;
    if (verdict === undefined || verdict.effect === 'assumed')
      assuming.push({
        filter: name,
        that: verdict?.that ?? 'it changes nothing of the request before routes are looked for',
        ...placeInManager(connected.manager, extension),
      });
  }
  return { request, assuming };
}

/**
 * Whether a manager that they stand in may make another request of one, as far as reading its headers tells.
 *
 * @param names the headers that count, in lower case; all where it is left out
 */
export function mayChangeEarly(
  { headers }: Request,
  manager: BoundMessage,
  names?: ReadonlySet<string>,
): boolean {
  const present = Object.keys(headers).filter((name) => names?.has(name) !== false);
  const has = (name: unknown): boolean => typeof name === 'string' && present.includes(lowerAscii(name));
  const counts = (append: unknown): boolean => {
    const { header } = isObject(append) ? (append as BoundMessage) : {};
    return names === undefined || !isObject(header) || names.has(lowerAscii(String(header.key ?? '')));
  };
  return messagesIn(manager.early_header_mutation_extensions).some(({ typed_config: config }) => {
    const changes = isObject(config) && idOf(config) === HEADER_MUTATION ? messagesIn(config.mutations) : [];
    return changes.some(
      ({ append, remove, remove_on_match: match }) =>
        (append !== undefined && counts(append)) ||
        has(remove) ||
        (match !== undefined && present.length > 0),
    );
  });
}
