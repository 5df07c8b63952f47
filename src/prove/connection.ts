/** What a filter chain demands of its clients, as far as its settings tell. */
import { type BoundMessage, isObject } from '../model/bound.ts';
import { type IpAddress, ipAddress } from '../routing/where/addresses.ts';
import { secretsIn, tlsSettings, validationContexts } from '../routing/where/certificates.ts';
import type { FoundChain } from '../routing/where/listeners.ts';
import { fitsAny } from './property.ts';

/** Undefined where nobody here can tell. */
export function chainIsTls({ transport }: FoundChain): boolean | undefined {
  return transport === 'unknown' ? undefined : transport === 'tls';
}

/**
 * Whether every client shows a certificate that is verified: it is demanded, and something says whom to trust. One that
 * is demanded and not verified proves nothing; what is fetched, or a validator of its own, is taken to verify
 * ({@link trustOutside}).
 */
export function demandsCertificate(chain: FoundChain): boolean | undefined {
  const isTls = chainIsTls(chain);
  if (isTls !== true) return isTls;
  if (chain.certificates.every((each) => each === 'valid')) return true;
  const settings = tlsSettings(chain.message);
  if (settings === undefined) return undefined;
  const { require_client_certificate: required } = settings;
  if (required !== true) return required === undefined || required === false ? false : undefined;
  const contexts = contextsOf(chain);
  if (contexts.some((each) => isObject(each) && each.trust_chain_verification === 'ACCEPT_UNTRUSTED'))
    return false;
  return contexts.some((each) => typeof each === 'string' || each.custom_validator_config !== undefined);
}

/**
 * What it rests on that every client shows such a certificate: what is fetched may say anything, and a validator may take
 * anybody.
 */
export function trustOutside(chain: FoundChain): string | undefined {
  const contexts = contextsOf(chain);
  const name = contexts.find((each) => typeof each === 'string');
  if (name !== undefined)
    return `the validation context ${JSON.stringify(name)}, which is fetched, says whom to trust`;
  const unknown = contexts
    .flatMap((each) => (isObject(each) ? [each.custom_validator_config] : []))
    .find((each) => isObject(each) && !isKnownValidator(each));
  return isObject(unknown)
    ? `the validator ${JSON.stringify(unknown.name ?? '')} (custom_validator_config) takes only certificates that are to be trusted`
    : undefined;
}

/** The one validator that says itself whom to trust. */
function isKnownValidator({ typed_config: config }: BoundMessage): boolean {
  return isObject(config) && /\.SPIFFECertValidatorConfig$/.test(String(config['@type']));
}

function contextsOf({ message, leads }: FoundChain): readonly (BoundMessage | string)[] {
  const common = tlsSettings(message)?.common_tls_context;
  const secrets = leads.flatMap(({ manager: { root } }) => secretsIn(root));
  return isObject(common) ? validationContexts(common, secrets) : [];
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
