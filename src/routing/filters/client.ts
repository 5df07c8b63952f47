/** What filters see of the connection that a request comes over. */
import type { BoundMessage } from '../../model/bound.ts';
import type { ClientCertificate, SeenRequest } from '../request/request.ts';
import { type IpAddress, ipAddress } from '../where/addresses.ts';
import { toldCertificate } from '../where/certificates.ts';
import type { Connection } from '../where/filter-chains.ts';
import type { FoundManager } from '../where/manager.ts';

/** An address, or why it is not known. */
export type Address = IpAddress | { readonly undecided: string };

export interface Client {
  /** Whether the proxy itself ends TLS; undefined where the settings do not tell. */
  readonly tls: boolean | undefined;
  /** Empty where the client asks for none, or nobody looks. */
  readonly serverName: string | { readonly undecided: string };
  /** Where the connection comes from, as the PROXY protocol tells it where that is spoken. */
  readonly peer: Address;
  /** Whoever is connected. */
  readonly direct: Address;
  /** The client as headers tell it, where those count. */
  readonly trusted: Address;
  readonly destination: Address;
  readonly port: number | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Clients have to show a certificate. */
  readonly wantsCertificate: boolean;
}

const NO_PEER = { undecided: 'the request does not tell the address of the client (--remote-address)' };

export function clientOf(
  { message, transport, certificates }: FoundManager,
  request: SeenRequest,
  connection: Connection | undefined,
): Client {
  const { remote_address: written, client_certificate: certificate } = request.request;
  const peer = (written === undefined ? undefined : ipAddress(written)) ?? NO_PEER;
  const tls = transport === 'unknown' ? undefined : transport === 'tls';
  return {
    tls,
    serverName:
      connection?.serverName ||
      (tls === true && connection?.sniffsTls !== true
        ? { undecided: 'nothing looks for the name that the client asks for in its TLS handshake' }
        : ''),
    peer,
    direct:
      connection?.isProxied === true
        ? { undecided: 'the request does not tell who speaks the PROXY protocol for the client' }
        : peer,
    trusted: trustedOf(message, request, peer),
    destination: connection?.destination ?? {
      undecided: 'the request does not tell the address that the client connected to (--destination)',
    },
    port: connection?.port,
    certificate: toldCertificate(certificate),
    wantsCertificate: !certificates.includes('none'),
  };
}

/** The address that x-forwarded-for tells, where it counts; else that of the peer. */
function trustedOf(manager: BoundMessage, request: SeenRequest, peer: Address): Address {
  const {
    use_remote_address: usesRemote,
    xff_num_trusted_hops: hops = 0,
    original_ip_detection_extensions: extensions,
  } = manager;
  if (Array.isArray(extensions) && extensions.length > 0)
    return { undecided: 'an extension finds the address of the client (original_ip_detection_extensions)' };
  const trusted = typeof hops === 'number' ? hops : 0;
  // With use_remote_address the nearest hop is the connection itself.
  const fromRight = usesRemote === true ? trusted : trusted + 1;
  if (fromRight === 0) return peer;
  const all = (request.header('x-forwarded-for') ?? '').split(',').map((each) => each.trim());
  const told = all.at(-fromRight);
  return (told === undefined ? undefined : ipAddress(told)) ?? peer;
}
