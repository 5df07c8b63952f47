/** What routes see of the certificates of clients, by the TLS settings of a filter chain (docs/routing.md, fact 132). */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import type { Root } from '../../model/open.ts';
import type { Message } from '../../schema/types.ts';
import type { ClientCertificate, Request } from '../request/request.ts';
import type { Transport } from './listener.ts';

/** No certificate, one that nothing has verified, one that is verified. */
export const SHOWN = ['none', 'shown', 'valid'] as const;
export type Shown = (typeof SHOWN)[number];

type RouteConfiguration = Message<'RouteConfiguration'>;

/** Where validation contexts stand. */
export type Secrets = readonly Message<'Secret'>[];

export function secretsIn(root: Root): Secrets {
  if (root.many || root.type !== 'Bootstrap') return [];
  return (root.value as Message<'Bootstrap'>).static_resources?.secrets ?? [];
}

/** The TLS settings of a filter chain; undefined where it has none that are known here. */
export function tlsSettings({ transport_socket: socket, tls_context: older }: BoundMessage) {
  const settings = isObject(socket) ? (socket.typed_config ?? socket.config) : older;
  if (!isObject(settings)) return undefined;
  const type = settings['@type'];
  return typeof type === 'string' && !type.endsWith('DownstreamTlsContext') ? undefined : settings;
}

const ASKING = new WeakMap<RouteConfiguration, boolean>();

/** Whether routes ask what certificate clients show. */
export function asksForCertificates(configuration: RouteConfiguration): boolean {
  const asks =
    ASKING.get(configuration) ??
    (configuration.virtual_hosts ?? []).some(({ routes = [] }) =>
      routes.some(({ match }) => match?.tls_context !== undefined),
    );
  ASKING.set(configuration, asks);
  return asks;
}

/** What the handshakes of a filter chain may end with; all of it where that cannot be told. */
export function certificatesOf(
  chain: BoundMessage,
  transport: Transport,
  secrets: Secrets,
): readonly Shown[] {
  if (transport === 'plaintext') return ['none'];
  const settings = transport === 'tls' ? tlsSettings(chain) : undefined;
  if (settings === undefined) return SHOWN;
  const { require_client_certificate: required, common_tls_context: common } = settings;
  const contexts = isObject(common) ? validationContexts(common, secrets) : [];
  const may = verifiedBy(contexts);
  return required === true && may.length > 1 ? may.filter((each) => each !== 'none') : may;
}

/** What those of several filter chains may end with; anything where nobody knows which takes the connections. */
export function certificatesOfAll(
  all: readonly { readonly certificates: readonly Shown[] }[],
): readonly Shown[] {
  if (all.length === 0) return SHOWN;
  return SHOWN.filter((each) => all.some(({ certificates }) => certificates.includes(each)));
}

/** A certificate is asked for only where something verifies it, and has to be shown where more than its issuer counts. */
function verifiedBy(contexts: readonly (BoundMessage | string)[]): readonly Shown[] {
  const known = contexts.filter(isObject);
  const has = (fields: readonly string[]): boolean =>
    known.some((context) => fields.some((field) => isSaid(context[field])));
  // What is fetched, or asked of a plugin, may do anything.
  if (known.length < contexts.length || has(['custom_validator_config'])) return SHOWN;
  const [hasIssuer, isPinned, asksForName] = [ISSUERS, PINS, NAMES].map(has);
  const takesAll = known.some(({ trust_chain_verification: trust }) => trust === 'ACCEPT_UNTRUSTED');
  if (takesAll) return hasIssuer || isPinned || asksForName ? SHOWN : ['none', 'shown'];
  if (hasIssuer) return isPinned || asksForName ? ['valid'] : ['none', 'valid'];
  if (isPinned) return ['valid'];
  return asksForName ? ['shown', 'valid'] : ['none'];
}

const ISSUERS = ['trusted_ca', 'ca_certificate_provider_instance', 'system_root_certs'];
const PINS = ['verify_certificate_spki', 'verify_certificate_hash'];
const NAMES = ['match_subject_alt_names', 'match_typed_subject_alt_names', 'verify_subject_alt_name'];

function isSaid(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** Those that stand in it or in static secrets, and the names of the others. */
export function validationContexts(
  common: BoundMessage,
  secrets: Secrets,
): readonly (BoundMessage | string)[] {
  const { combined_validation_context: combined, validation_context: own } = common;
  const both = isObject(combined) ? combined : {};
  const fetched = [common, both].flatMap((each) =>
    Object.entries(each).flatMap(([key, value]): readonly (BoundMessage | string)[] => {
      if (!(key.startsWith('validation_context_') && key.endsWith('_config'))) return [];
      const { name = '', sds_config: from } = isObject(value) ? value : {};
      const secret = isObject(from) ? undefined : secrets.find((each) => each.name === name);
      if (secret === undefined) return [String(name)];
      return isObject(secret.validation_context) ? [secret.validation_context] : [];
    }),
  );
  return [...[own, both.default_validation_context].filter(isObject), ...fetched];
}

/** A certificate of which the filter chain alone says that there is one. */
interface Certificate extends ClientCertificate {
  readonly isAssumed?: true;
}

/** What a request tells of it; undefined where only the filter chain says that its client shows one. */
export function toldCertificate(certificate: Certificate | undefined): ClientCertificate | undefined {
  return certificate?.isAssumed === true ? undefined : certificate;
}

export type Handshake =
  | {
      readonly kind: 'request';
      readonly request: Request;
      readonly why?: string;
      /** What it rests on that the handshake ends so, where the request tells of no certificate. */
      readonly rests?: string;
    }
  | { readonly kind: 'closed'; readonly why: string };

/** A request with the certificate that routes see after the handshake. @param may what handshakes may end with */
export function shakenHands(request: Request, may: readonly Shown[]): Handshake {
  const { client_certificate: own, ...others } = request;
  const shown = may.filter((each) => each !== 'none');
  if (shown.length === 0)
    return own === undefined
      ? { kind: 'request', request }
      : { kind: 'request', request: others, why: 'the filter chain asks for no client certificate' };
  if (own === undefined && may.includes('none')) return { kind: 'request', request };
  if (own?.validated === false && !shown.includes('shown'))
    return { kind: 'closed', why: 'the filter chain takes no client certificate that is not valid' };
  const validated = shown.length === 1 ? shown[0] === 'valid' : own?.validated;
  const certificate: Certificate = {
    ...own,
    ...(validated === undefined ? {} : { validated }),
    ...(own === undefined ? { isAssumed: true } : {}),
  };
  const rests = `the client shows a certificate${validated === true ? ' that is valid' : ''}`;
  return {
    kind: 'request',
    request: { ...others, client_certificate: certificate },
    ...(own === undefined ? { rests } : {}),
  };
}

/** As routes see it; undefined where the request does not tell whether it is valid. */
export function shownBy({ client_certificate: certificate }: Request): Shown | undefined {
  if (certificate === undefined) return 'none';
  const { validated } = certificate;
  return validated === undefined ? undefined : validated ? 'valid' : 'shown';
}
