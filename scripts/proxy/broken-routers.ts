/** Routers that are broken on purpose, each in one place: what is held against the proxy has to find each. */
import { type BoundMessage, isObject } from '../../src/model/bound.ts';
import { traceRequest } from '../../src/routing/trace.ts';
import { plainRouter, type Router } from './route-mode.ts';

/** A message with every object in it changed, its marks kept. */
function everywhere(value: unknown, change: (message: BoundMessage) => BoundMessage): unknown {
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, item]) => [key, everywhere(item, change)]);
  return change({ ...value, ...Object.fromEntries(fields) });
}

function without(...fields: readonly string[]): (message: BoundMessage) => BoundMessage {
  return (message) => {
    if (!fields.some((field) => message[field] !== undefined)) return message;
    const kept: { [field: string]: unknown } = { ...message };
    for (const field of fields) delete kept[field];
    return kept;
  };
}

/** One that follows the configuration as if somebody had changed it. */
function reading(change: (message: BoundMessage) => BoundMessage): Router {
  const changed = new WeakMap<object, object>();
  return {
    ...plainRouter,
    trace: (configuration, request) => {
      const known = changed.get(configuration) ?? everywhere(configuration, change);
      if (!isObject(known)) return plainRouter.trace(configuration, request);
      changed.set(configuration, known);
      return traceRequest(known, request, plainRouter.context);
    },
  };
}

export const BROKEN: { readonly [name: string]: Router } = {
  'letter case never counts': reading((message) =>
    message.prefix !== undefined || message.path !== undefined
      ? { ...message, case_sensitive: false }
      : message,
  ),
  'invert_match is forgotten': reading(without('invert_match')),
  'query parameters are not looked at': reading(without('query_parameters')),
  'paths are not rewritten': reading(without('prefix_rewrite', 'regex_rewrite', 'path_rewrite')),
  'a path with a query never matches': {
    ...plainRouter,
    trace: (configuration, request) =>
      plainRouter.trace(configuration, { ...request, path: request.path.replace(/\?.*$/, '/') }),
  },
  'headers are not looked at': reading(without('headers')),
};
