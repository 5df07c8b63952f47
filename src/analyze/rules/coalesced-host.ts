/** Hosts that clients ask for over the connection of another one, since its certificate is for both. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { domainIndex, findDomain } from '../../routing/match/hosts.ts';
import type { Request } from '../../routing/request/request.ts';
import { type Routed, routeRequest } from '../../routing/route.ts';
import { connectionTo } from '../../routing/where/connection.ts';
import type { FoundChain, FoundListener } from '../../routing/where/listeners.ts';
import { listenerNames } from '../../routing/where/names.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { quoted } from '../../traffic/words.ts';
import { dnsNamesIn } from '../fields/certificate.ts';
import type { Draft } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';
import type { Subject } from '../subject.ts';

/** For shop.test and *.app.test. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBLjCB4aADAgECAhQqTt/WQm/qkvcE+u0lfYOXjXYThDAFBgMrZXAwFDESMBAG
A1UEAwwJc2hvcC50ZXN0MCAXDTI2MTEyNjIwMjgwNVoYDzIxMjYxMTAyMjAyODA1
WjAUMRIwEAYDVQQDDAlzaG9wLnRlc3QwKjAFBgMrZXADIQDWuafT4ycYyaIyBFuq
Yuld7q3biB9iPLixlo1wrF2lyKNDMEEwIAYDVR0RBBkwF4IJc2hvcC50ZXN0ggoq
LmFwcC50ZXN0MB0GA1UdDgQWBBQUyUsx35If1BDOAKuFSO/K7vGRBDAFBgMrZXAD
QQDfyj3naQ9HCMCZciEQdYH2tGSeSVOkiiMwGtLMXvZLRFOHY4O1YwWU7QPE3FDj
9Ba8Pa2rkAW5EFhxlqldDFIM
-----END CERTIFICATE-----`;

const indented = (text: string, depth: number): string => text.replaceAll('\n', `\n${' '.repeat(depth)}`);

const chainExample = (
  host: string,
  rest: string,
): string => `- filter_chain_match: { server_names: [${host}] }
  transport_socket:
    name: tls
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
      common_tls_context:
        alpn_protocols: [h2, http/1.1]
        tls_certificates:
        - certificate_chain:
            inline_string: |
              ${indented(CERTIFICATE, 14)}
          private_key: { filename: /etc/proxy/shop.key }
  filters:
  - name: envoy.filters.network.http_connection_manager
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
      stat_prefix: ${host}
      http_filters: [{ name: envoy.filters.http.router, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }]
      route_config:
        virtual_hosts:
        - { name: ${host}, domains: [${host}], routes: [{ match: { prefix: / }, direct_response: { status: 200 } }] }
${rest}`;

const listenerExample = (rest: string): string => `name: front
address: { socket_address: { address: 0.0.0.0, port_value: 443 } }
listener_filters: [{ name: envoy.filters.listener.tls_inspector, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector } }]
filter_chains:
${chainExample('shop.test', rest)}${chainExample('www.app.test', rest)}`;

export const coalescedHost: AnalysisRule = {
  id: 'coalesced-host',
  level: 'warning',
  purpose: 'The certificate of a filter chain is for hosts too that only another filter chain serves.',
  why: 'An HTTP/2 client that has a connection to one host asks for another over it, where the certificate is for both and both have one address. The filter chain was picked when the connection began, by the first host: its routes do not have the second one, and the client gets 404 for what exists. It comes and goes with the order in which pages are opened.',
  remedy:
    'Give each filter chain a certificate for its own hosts alone, serve all hosts of the certificate in one chain, or answer all other hosts there with 421, after which clients open a connection of their own.',
  source: 'RFC 9113, connection reuse; how the proxy behaves: a filter chain is picked once for a connection',
  bad: { type: 'Listener', yaml: listenerExample('') },
  good: {
    type: 'Listener',
    yaml: listenerExample(
      '        - { name: others, domains: ["*"], routes: [{ match: { prefix: / }, direct_response: { status: 421 } }] }\n',
    ),
  },
  subject(subject, report) {
    for (const listener of subject.routing.listeners) {
      if (listener.chains.length < 2) continue;
      const names = new Map(listener.chains.map((chain) => [chain, namesOf(subject, listener, chain)]));
      if (![...names.values()].some((each) => each !== undefined)) continue;
      const look = lookAt(listener);
      for (const [chain, covered = []] of names) {
        const draft = covered.length === 0 ? undefined : draftOf(subject, listener, chain, look, covered);
        if (draft !== undefined) report(draft);
      }
    }
  },
};

/** What is asked again and again of a listener, with a budget. */
interface Look {
  /** Hosts that its chains name, by what stands behind their first dot. */
  readonly byParent: ReadonlyMap<string, readonly string[]>;
  /** The chain that takes connections for a name; undefined where that stays open. */
  chainFor(name: string): FoundChain | undefined;
  /** Whether another host may be looked at. */
  goOn(): boolean;
}

/** Hosts that are looked at for a listener: as many as chains, times what their certificates are for. */
const MAX_LOOKED_AT = 200_000;

function lookAt(listener: FoundListener): Look {
  const hosts = new Set(
    listener.chains.flatMap(({ match, leads }) => [
      ...(match.server_names ?? []),
      ...leads.flatMap(({ found }) =>
        (found.routeConfiguration.virtual_hosts ?? []).flatMap(({ domains = [] }) => domains),
      ),
    ]),
  );
  const byParent = new Map<string, string[]>();
  for (const written of hosts) {
    const host = lowerAscii(written);
    if (!NAME.test(host)) continue;
    const parent = parentOf(host);
    const others = byParent.get(parent);
    if (others === undefined) byParent.set(parent, [host]);
    else others.push(host);
  }
  const known = new Map<string, FoundChain | undefined>();
  let left = MAX_LOOKED_AT;
  return {
    byParent,
    chainFor(name) {
      if (known.has(name)) return known.get(name);
      const picked = listener.pick(connectionTo(listener, requestFor(name, name)));
      const chain = picked.kind === 'chain' ? picked.chain : undefined;
      known.set(name, chain);
      return chain;
    },
    goOn: () => left-- > 0,
  };
}

/** A host without wildcards and port. */
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;

function parentOf(host: string): string {
  return host.slice(host.indexOf('.') + 1);
}

/** As a client sends it that speaks HTTP/2. */
function requestFor(authority: string, serverName: string): Request {
  return {
    method: 'GET',
    authority,
    path: '/',
    scheme: 'https',
    internal: false,
    headers: {},
    server_name: serverName,
    alpn: 'h2,http/1.1',
  };
}

/** Hosts that a certificate is for: its own names, and those of the listener that its wildcards take. */
function* hostsFor(covered: readonly string[], { byParent }: Look): Generator<string> {
  for (const name of covered) {
    if (!name.startsWith('*.')) yield name;
    else yield* [...(byParent.get(name.slice(2)) ?? []), `www${name.slice(1)}`];
  }
}

/** So many hosts are named. */
const MAX_SHOWN = 3;

function draftOf(
  subject: Subject,
  listener: FoundListener,
  chain: FoundChain,
  look: Look,
  covered: readonly string[],
): Draft | undefined {
  const own = [...hostsFor(covered, look)].find((host) => look.chainFor(host) === chain);
  if (own === undefined) return undefined;
  const met = new Map<string, FoundChain>();
  for (const host of new Set(hostsFor(covered, look))) {
    if (!look.goOn() || met.size > MAX_SHOWN) break;
    const other = look.chainFor(host);
    if (other === undefined || other === chain || !serves(other, host) || serves(chain, host)) continue;
    if (isMisled(subject, listener, [chain, other], requestFor(host, own))) met.set(host, other);
  }
  const [[host, other] = []] = met;
  if (host === undefined || other === undefined) return undefined;
  const hosts = [...met.keys()];
  const shown = hosts.slice(0, MAX_SHOWN).map(quoted).join(', ');
  const document = subject.documentOf(listener.root);
  const at = (message: BoundMessage) => ({ document, message, type: 'listener.FilterChain' });
  const request = requestFor(host, own);
  return {
    message: `the certificate of the filter chain for ${quoted(own)} is for ${shown}${hosts.length > MAX_SHOWN ? ' and others' : ''} too, which ${new Set(met.values()).size === 1 ? 'another filter chain serves' : 'other filter chains serve'}: an HTTP/2 client that is connected to ${quoted(own)} asks for ${quoted(host)} over that connection, where no virtual host has it, and gets 404; give the chain a certificate for its own hosts alone, or answer other hosts there with 421`,
    at: at(chain.message),
    identity: own,
    data: { host: own, others: hosts.slice(0, MAX_SHOWN) },
    ...(isShown(subject, chain, request) ? { request } : {}),
    related: [{ message: `serves ${quoted(host)}`, at: at(other.message) }],
  };
}

/** Whether its one route configuration has a virtual host for a host. */
function serves({ leads, elsewhere }: FoundChain, host: string): boolean | undefined {
  if (elsewhere !== undefined || leads.length !== 1) return undefined;
  return leads.every(
    ({ found: { routeConfiguration } }) => findDomain(domainIndex(routeConfiguration), host) !== undefined,
  );
}

/** Whether a request gets 404 over a connection of one chain and comes to a virtual host over one of the other. */
function isMisled(
  subject: Subject,
  listener: FoundListener,
  [chain, other]: readonly [FoundChain, FoundChain],
  request: Request,
): boolean {
  const [name] = listenerNames(listener);
  const over = (serverName: string): Routed | undefined =>
    routed(subject, { ...request, server_name: serverName }, name);
  const [there, here] = [over(request.server_name ?? ''), over(request.authority)];
  if (there?.way?.chain !== chain || here?.way?.chain !== other) return false;
  return isLost(there) && here.trace.virtual_host !== null;
}

/** Without doubt: what filters do of which nothing is known may be the remedy. */
function isLost({ trace: { outcome, virtual_host: host } }: Routed): boolean {
  return (
    outcome.kind === 'not_found' &&
    outcome.status === 404 &&
    host === null &&
    (outcome.assuming ?? []).length === 0 &&
    (outcome.undecided ?? []).length === 0
  );
}

function routed(subject: Subject, request: Request, listener: string | undefined): Routed | undefined {
  const { regexes, routing } = subject;
  const answer = routeRequest(routing, request, { listener }, ({ namespace }) => ({ namespace, regexes }));
  return 'problem' in answer ? undefined : answer;
}

/** Whether `trace` says the same of it without another word. */
function isShown(subject: Subject, chain: FoundChain, request: Request): boolean {
  const answer = routed(subject, request, undefined);
  return answer?.way?.chain === chain && isLost(answer);
}

// What certificates of a chain are for.

/** What every certificate of a chain that speaks HTTP/2 is for; undefined where not all are in the input. */
function namesOf(
  subject: Subject,
  { root }: FoundListener,
  { message, leads, transport }: FoundChain,
): readonly string[] | undefined {
  if (transport !== 'tls' || !leads.every(speaksHttp2)) return undefined;
  const common = tlsOf(message)?.common_tls_context;
  if (!isObject(common) || !listOf(common.alpn_protocols).includes('h2')) return undefined;
  if (ELSEWHERE.some((field) => common[field] !== undefined)) return undefined;
  const secrets = subject.shared(secretsOf).get(root);
  const certificates = [
    ...listOf(common.tls_certificates),
    ...listOf(common.tls_certificate_sds_secret_configs).map((each) =>
      isObject(each) ? secrets?.get(String(each.name ?? '')) : undefined,
    ),
  ];
  const [first, ...others] = certificates.map(certificateNames);
  return first?.filter((name) => others.every((each) => each?.includes(name)));
}

/** Certificates that nobody sees here. */
const ELSEWHERE = [
  'tls_certificate_provider_instance',
  'tls_certificate_certificate_provider',
  'tls_certificate_certificate_provider_instance',
  'custom_tls_certificate_selector',
];

function speaksHttp2({ manager: { message } }: FoundChain['leads'][number]): boolean {
  const { codec_type: codec = 'AUTO' } = message;
  return codec === 'AUTO' || codec === 'HTTP2';
}

/** The settings of TLS over TCP. */
function tlsOf({ transport_socket: socket, tls_context: older }: BoundMessage): BoundMessage | undefined {
  if (!isObject(socket)) return isObject(older) ? older : undefined;
  const { typed_config: typed, config } = socket;
  if (!isObject(typed)) return isObject(config) ? config : undefined;
  return /\.DownstreamTlsContext$/.test(String(typed['@type'])) ? typed : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function certificateNames(certificate: unknown): readonly string[] | undefined {
  const chain = isObject(certificate) ? certificate.certificate_chain : undefined;
  if (!isObject(chain)) return undefined;
  const { inline_string: text, inline_bytes: bytes } = chain;
  if (typeof text === 'string') return dnsNamesIn(text);
  return typeof bytes === 'string' ? dnsNamesIn(Buffer.from(bytes, 'base64').toString('latin1')) : undefined;
}

let paths: Paths | undefined;

type Secrets = ReadonlyMap<string, BoundMessage | undefined>;

/** The certificates among the secrets of each document by their names; undefined of several with one name. */
function secretsOf({ documents, frames }: Subject): ReadonlyMap<unknown, Secrets> {
  paths ??= pathsTo(new Set(['Secret']));
  return new Map(
    documents.map((document) => {
      const found = new Map<string, BoundMessage | undefined>();
      const look = (frame: Frame): void => {
        if (frame.type !== 'Secret') {
          eachChild(frame, document.configuration.namespace, look, fieldsOn(paths, frame));
          return;
        }
        const { name = '', tls_certificate: certificate } = frame.message;
        const key = String(name);
        found.set(key, found.has(key) || !isObject(certificate) ? undefined : certificate);
      };
      for (const frame of frames(document)) look(frame);
      return [document.root, found] as const;
    }),
  );
}
