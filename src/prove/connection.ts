/** What a filter chain demands of its clients, as far as its settings tell. */
import { type BoundMessage, isObject } from '../model/bound.ts';
import { type IpAddress, ipAddress } from '../routing/where/addresses.ts';
import type { FoundChain } from '../routing/where/listeners.ts';
import type { Message } from '../schema/types.ts';
import { fitsAny } from './property.ts';

/** Undefined where nobody here can tell. */
export function chainIsTls({ transport }: FoundChain): boolean | undefined {
  return transport === 'unknown' ? undefined : transport === 'tls';
}

/**
 * Whether every client shows a certificate that is verified: it is demanded, and something says whom to trust. One that
 * is demanded and not verified proves nothing.
 */
export function demandsCertificate(chain: FoundChain): boolean | undefined {
  const isTls = chainIsTls(chain);
  if (isTls !== true) return isTls;
  const { transport_socket: socket, tls_context: older } = chain.message;
  const settings = isObject(socket) ? socket.typed_config : older;
  if (!isObject(settings)) return undefined;
  const { require_client_certificate: required, common_tls_context: common } = settings;
  const type = settings['@type'];
  if (typeof type === 'string' && !type.endsWith('DownstreamTlsContext')) return undefined;
  if (required !== true) return required === undefined || required === false ? false : undefined;
  if (!isObject(common)) return false;
  const { combined_validation_context: combined, validation_context: own } = common;
  const both = isObject(combined) ? combined : {};
  const fetched = fetchedContexts(common, chain);
  const contexts = [own, both.default_validation_context, ...fetched].filter(isObject);
  if (contexts.some(({ trust_chain_verification: trust }) => trust === 'ACCEPT_UNTRUSTED')) return false;
  return fetched.some((each) => typeof each === 'string') || contexts.some(saysWhomToTrust);
}

/** What it rests on that every client shows such a certificate: what is fetched may say anything. */
export function trustOutside(chain: FoundChain): string | undefined {
  const { transport_socket: socket, tls_context: older } = chain.message;
  const settings = isObject(socket) ? socket.typed_config : older;
  const common = isObject(settings) ? settings.common_tls_context : undefined;
  const name = isObject(common)
    ? fetchedContexts(common, chain).find((each) => typeof each === 'string')
    : undefined;
  return typeof name === 'string'
    ? `the validation context ${JSON.stringify(name)}, which is fetched, says whom to trust`
    : undefined;
}

/** Validation contexts that stand elsewhere: those of static secrets, and the names of the others. */
function fetchedContexts(common: BoundMessage, { leads }: FoundChain): readonly (BoundMessage | string)[] {
  const { combined_validation_context: combined } = common;
  const both = isObject(combined) ? combined : {};
  const secrets = leads.flatMap(({ manager: { root } }) =>
    root.many || root.type !== 'Bootstrap'
      ? []
      : ((root.value as Message<'Bootstrap'>).static_resources?.secrets ?? []),
  );
  return [common, both].flatMap((each) =>
    Object.entries(each).flatMap(([key, value]): readonly (BoundMessage | string)[] => {
      if (!(key.startsWith('validation_context_') && key.endsWith('_config'))) return [];
      const { name = '', sds_config: from } = isObject(value) ? value : {};
      const secret = isObject(from) ? undefined : secrets.find((own) => own.name === name);
      if (secret === undefined) return [String(name)];
      return isObject(secret.validation_context) ? [secret.validation_context] : [{}];
    }),
  );
}

/** Whether clients ask for one of some names in their handshakes, as far as the filter chain says. */
export function asksForName({ match }: FoundChain, patterns: readonly string[]): boolean | undefined {
  const { server_names: names = [] } = match;
  if (names.length === 0) return undefined;
  const fits = names.map((name) => fitsAny(patterns, name));
  if (fits.every((each) => each)) return true;
  // Of a name with an asterisk some may fit.
  return fits.some((each) => each) || names.some((name) => name.startsWith('*')) ? undefined : false;
}

/** Whether clients come from one of some ranges of addresses, as far as the filter chain says. */
export function comesFrom({ match }: FoundChain, ranges: readonly string[]): boolean | undefined {
  const own = (match.source_prefix_ranges ?? []).map(({ address_prefix: prefix = '', prefix_len: length }) =>
    rangeOf(`${prefix}/${length ?? 0}`),
  );
  const asked = ranges.map(rangeOf);
  if (own.length === 0) return undefined;
  const inside = own.map((one) => asked.some((other) => one && other && isWithin(one, other)));
  if (inside.every((each) => each)) return true;
  const isApart = own.every((one) =>
    asked.every((other) => one && other && !isWithin(one, other) && !isWithin(other, one)),
  );
  return isApart ? false : undefined;
}

interface AddressRange {
  readonly address: IpAddress;
  readonly length: number;
}

/** An address, or a range such as `10.0.0.0/8`; undefined where it is none. */
export function rangeOf(text: string): AddressRange | undefined {
  const [prefix = '', length, ...more] = text.split('/');
  const address = ipAddress(prefix);
  if (address === undefined || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)))
    return undefined;
  const bits = length === undefined ? address.size : Number(length);
  return bits > address.size ? undefined : { address, length: bits };
}

function isWithin(one: AddressRange, other: AddressRange): boolean {
  if (one.address.size !== other.address.size || one.length < other.length) return false;
  const shift = BigInt(one.address.size - other.length);
  return one.address.bits >> shift === other.address.bits >> shift;
}

const TRUST = [
  'trusted_ca',
  'verify_certificate_spki',
  'verify_certificate_hash',
  'ca_certificate_provider_instance',
  'system_root_certs',
  'custom_validator_config',
];

function saysWhomToTrust(context: { readonly [field: string]: unknown }): boolean {
  return TRUST.some((field) => {
    const value = context[field];
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });
}
