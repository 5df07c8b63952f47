/** What consistent hashing hashes of a request (data-model, Hash policy rules; fact 59). */
import type { Message } from '../../schema/types.ts';
import type { SeenRequest } from '../request/request.ts';

type HashPolicy = Message<'route.RouteAction.HashPolicy'>;

/** A hash policy, with what it hashes of the request. */
export type HashInput = HashPolicy & {
  /** The text that is hashed; null where the policy yields no hash, or where the text is not in the request. */
  readonly hashed: string | null;
  /** The proxy hands out a new cookie and hashes its value. */
  readonly generated?: true;
};

/**
 * The policies that are evaluated, in order; a terminal one ends the evaluation once there is a hash. Where none
 * yields a hash, a random host is chosen.
 */
export function hashInputs(policies: readonly HashPolicy[], request: SeenRequest): readonly HashInput[] {
  const inputs: HashInput[] = [];
  let hasHash = false;
  for (const policy of policies) {
    const input = hashInput(policy, request);
    inputs.push(input);
    hasHash ||= input.hashed !== null || input.generated === true;
    if (hasHash && policy.terminal === true) break;
  }
  return inputs;
}

function hashInput(policy: HashPolicy, request: SeenRequest): HashInput {
  const { header, cookie, connection_properties: connection, query_parameter: parameter } = policy;
  if (header) return { ...policy, hashed: request.header(header.header_name ?? '') ?? null };
  if (cookie) {
    const sent = cookieValue(request.header('cookie'), cookie.name ?? '');
    if (sent !== undefined && sent !== '') return { ...policy, hashed: sent };
    return { ...policy, hashed: null, ...(cookie.ttl === undefined ? {} : { generated: true as const }) };
  }
  if (connection?.source_ip === true) return { ...policy, hashed: request.request.remote_address ?? null };
  if (parameter) return { ...policy, hashed: request.queryParameter(parameter.name ?? '') ?? null };
  // The filter state is not part of a request.
  return { ...policy, hashed: null };
}

/** The value of a cookie in a `cookie` header, without the quotes that may stand around it. */
function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals === -1 || part.slice(0, equals).trim() !== name) continue;
    const value = part.slice(equals + 1).trim();
    return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return undefined;
}
