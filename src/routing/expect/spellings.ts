/** One request in the ways that a test can write it. */

import { internalHeader, type Request } from '../request/request.ts';
import { addressed, type Meeting } from '../where/addressed.ts';
import type { Draw } from './draws.ts';

/** The input of a test. */
export interface Asked {
  readonly request: Request;
  /** The one runtime key that is switched on. */
  readonly runtime: string | undefined;
}

/** Where a test's connections come from: the tool itself. */
export const PEER = '127.0.0.1';

/**
 * The request as a test asks it; undefined where none can.
 *
 * @param namespace the namespace in the name of the internal-request header
 */
export function asTest(
  witness: Request,
  { runtime, randomValue }: Draw,
  namespace: string,
): Asked | undefined {
  const { [internalHeader(namespace)]: marked, ...others } = witness.headers;
  const internal = marked === 'true';
  // A header that another part of a request stands for cannot be sent as well.
  if (Object.keys(others).some((name) => name === '' || name.startsWith(':') || name === 'host'))
    return undefined;
  const request: Request = {
    ...witness,
    internal: internal || witness.internal,
    headers: internal ? others : witness.headers,
    random_value: randomValue,
    remote_address: PEER,
  };
  return { request, runtime };
}

/**
 * The plainest first: over HTTP, then over TLS; each with what brings it to its route configuration.
 *
 * @param holds whether a request of another form still does what was said of it
 */
export function* spellingsOf(
  { request, runtime }: Asked,
  meeting: Meeting,
  holds: (request: Request) => boolean,
): Generator<Asked> {
  // A test says by `ssl` what a header would say, and its peer is always the same.
  const isTest = ({ headers, remote_address: peer }: Request): boolean =>
    peer === PEER && headers['x-forwarded-proto'] === request.headers['x-forwarded-proto'];
  const accepts = (form: Request): boolean => isTest(form) && holds(form);
  for (const scheme of ['http', 'https']) {
    const form = { ...request, scheme };
    const found = accepts(form) ? addressed(form, [meeting], accepts) : undefined;
    if (found !== undefined) yield { request: found, runtime };
  }
}
