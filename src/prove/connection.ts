/** What a filter chain demands of its clients, as far as its settings tell. */
import { type BoundMessage, isObject } from '../model/bound.ts';
import type { FoundChain } from '../routing/where/listeners.ts';
import type { Message } from '../schema/types.ts';

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
  const name = isObject(common) ? fetchedContexts(common, chain).find((each) => typeof each === 'string') : undefined;
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
