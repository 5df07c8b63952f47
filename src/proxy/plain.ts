/** Bound messages as the JSON that a proxy reads: canonical names, type URLs written out. */
import { isObject } from '../model/bound.ts';
import { typeUrlOfName } from '../model/type-url.ts';

/** The namespace that the real proxy knows, whatever an input's own is: in type URLs, names and headers. */
export const PROXY_NAMESPACE = 'envoy';

/** A message as it is written for the proxy. */
export interface Plain {
  readonly [field: string]: unknown;
}

/** @param namespace the namespace of type URLs */
export function plainOf(value: object, namespace: string): Plain {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '@type' && typeof item === 'string'
        ? typeUrlOfName(item, namespace)
        : plainValueOf(item, namespace),
    ]),
  );
}

function plainValueOf(value: unknown, namespace: string): unknown {
  if (Array.isArray(value)) return value.map((item) => plainValueOf(item, namespace));
  return isObject(value) ? plainOf(value, namespace) : value;
}

/** An Any of a type of the proxy. @param type without prefix and namespace */
export function anyOf(namespace: string, type: string, fields: Plain = {}): Plain {
  return { '@type': typeUrlOfName(type, namespace), ...fields };
}
