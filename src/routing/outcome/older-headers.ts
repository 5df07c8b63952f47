/**
 * Header changes inside the route action. The data model has them on the route only; proxies up to 1.10 read them here
 * too, before the route's own, and configurations of that time still carry them. Binding keeps them as unknown data.
 */
import type { BoundMessage } from '../../model/bound.ts';
import { isObject } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';

type OlderChanges = Pick<
  Message<'route.Route'>,
  'request_headers_to_add' | 'response_headers_to_add' | 'response_headers_to_remove'
>;

/** The changes that a route action carries; undefined where it has none. */
export function actionLevel(action: BoundMessage | undefined): OlderChanges | undefined {
  const requestAdd = additions(action?.request_headers_to_add ?? action?.requestHeadersToAdd);
  const responseAdd = additions(action?.response_headers_to_add ?? action?.responseHeadersToAdd);
  const responseRemove = action?.response_headers_to_remove ?? action?.responseHeadersToRemove;
  const remove = Array.isArray(responseRemove)
    ? responseRemove.filter((name) => typeof name === 'string')
    : [];
  if (requestAdd.length + responseAdd.length + remove.length === 0) return undefined;
  return {
    request_headers_to_add: requestAdd,
    response_headers_to_add: responseAdd,
    response_headers_to_remove: remove,
  };
}

function additions(data: unknown): readonly Message<'core.HeaderValueOption'>[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry.header)) return [];
    const { key, value } = entry.header;
    if (typeof key !== 'string') return [];
    return [{ header: { key, value: String(value ?? '') }, append: entry.append !== false }];
  });
}
