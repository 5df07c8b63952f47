/** What a filter chain demands of its clients, as far as its settings tell. */
import { isObject } from '../model/bound.ts';
import type { FoundChain } from '../routing/where/listeners.ts';

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
  const isFetched = [common, both].some((each) =>
    Object.keys(each).some((key) => key.startsWith('validation_context_') && key.endsWith('_config')),
  );
  const contexts = [own, both.default_validation_context].filter(isObject);
  if (contexts.some(({ trust_chain_verification: trust }) => trust === 'ACCEPT_UNTRUSTED')) return false;
  return isFetched || contexts.some(saysWhomToTrust);
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
