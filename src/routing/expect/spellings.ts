/** One request in the ways that a test can write it. */

import type { Message } from '../../schema/types.ts';
import { internalHeader, type Request } from '../request/request.ts';
import { shareOf, takesAll } from '../runtime.ts';
import { addressed, type Meeting } from '../where/addressed.ts';

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

export interface Draw {
  /** The runtime key to switch on. */
  readonly runtime: string | undefined;
  readonly randomValue: number;
}

const LARGEST = 1_000_000;

/**
 * The draws that are worth trying, 0 first. A test's fraction takes `random % D <= N`, so that a larger remainder meets
 * fewer others; with the denominators 100, 10,000 and 1,000,000 each value is no better than one of those named here.
 */
export function drawsFor(fraction: Message<'core.RuntimeFractionalPercent'> | undefined): readonly Draw[] {
  if (fraction === undefined) return [{ runtime: undefined, randomValue: 0 }];
  const share = shareOf(fraction.default_value);
  const top = takesAll(share) ? share.denominator - 1 : share.numerator;
  // What the fraction does not look at is as large as can be.
  const most = top + LARGEST - share.denominator;
  const values = [0, most, below(most, 100), below(most, 10_000)].filter(
    (value) => value >= 0 && value % share.denominator <= top,
  );
  return [...new Set(values)].map((randomValue) => ({ runtime: fraction.runtime_key, randomValue }));
}

/** The largest value up to `most` that ends in nines below `unit`. */
function below(most: number, unit: number): number {
  return Math.floor((most + 1) / unit) * unit - 1;
}
