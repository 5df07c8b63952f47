import type { BoundMessage } from '../../model/bound.ts';
import { type Protection, protectionOf } from '../../model/transport.ts';
import { around, eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { redirectLocation } from '../../routing/outcome/redirect.ts';
import { type Request, seen } from '../../routing/request/request.ts';
import { traceRequest } from '../../routing/trace.ts';
import type { FoundRoutes } from '../../routing/where/found-routes.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Message } from '../../schema/types.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { quoted } from '../../traffic/words.ts';
import type { AnalysisRule } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { inHost } from '../traffic/in-host.ts';
import { type HostVerdicts, printable, routeVerdicts } from '../traffic/verdicts.ts';

type Route = Message<'route.Route'>;

const PLAIN_HOST = (tls: string): string => `name: shop
domains: [shop.test]
${tls}routes:
  - match: { path: /login }
    redirect: { https_redirect: true }
  - match: { prefix: / }
    route: { cluster: shop }
`;

export const partialHttpsRedirect: AnalysisRule = {
  id: 'partial-https-redirect',
  level: 'info',
  purpose: 'Some paths are redirected to HTTPS while all others are served in plain text.',
  why: 'The redirect protects its own path only. Everything else of the virtual host goes on in plain text for clients that did not come by HTTPS, cookies and pages that lead to the protected path included.',
  remedy:
    'Set require_tls on the virtual host, which redirects every request, and drop the single redirects.',
  source: 'data-model.md: route.VirtualHost: require_tls; route.RedirectAction: https_redirect',
  bad: { type: 'route.VirtualHost', yaml: PLAIN_HOST('') },
  good: {
    type: 'route.VirtualHost',
    yaml: 'name: shop\ndomains: [shop.test]\nrequire_tls: ALL\nroutes: [{ match: { prefix: / }, route: { cluster: shop } }]\n',
  },
  withSubject: {
    'route.VirtualHost'(virtualHost, frame, { namespace, spot, report }) {
      const { routes = [], require_tls: required = 'NONE', name = '' } = virtualHost;
      if (required !== 'NONE' || (protectionAround(frame, namespace) ?? 'plaintext') !== 'plaintext') return;
      const redirects = routes.filter(({ redirect }) => redirect?.https_redirect === true);
      const [first] = redirects;
      // A condition on the request may tell plain text from TLS, and a redirect of everything is what is wanted.
      if (first === undefined || !redirects.every(isOfSomePaths)) return;
      const open = routes.find((route) => route.route !== undefined && isOfAllPaths(route));
      if (open === undefined) return;
      const path = first.match?.path ?? first.match?.prefix ?? '';
      report({
        message: `the virtual host ${quoted(name)} redirects ${quoted(path)} to HTTPS, but serves everything else in plain text; set require_tls to redirect every request`,
        at: spot({ message: first.redirect ?? {}, type: 'route.RedirectAction' }, 'https_redirect'),
        related: [{ message: 'served in plain text', at: spot({ message: open, type: 'route.Route' }) }],
      });
    },
  },
};

/** Whether a route takes a path or a prefix and asks for nothing else. */
function isOfSomePaths({ match = {} }: Route): boolean {
  const { path, prefix, headers = [], query_parameters: parameters = [], runtime_fraction: fraction } = match;
  if (headers.length + parameters.length > 0 || fraction !== undefined) return false;
  return path !== undefined || (prefix !== undefined && prefix.length > 1);
}

function isOfAllPaths({ match = {} }: Route): boolean {
  const { prefix, headers = [], query_parameters: parameters = [], runtime_fraction: fraction, grpc } = match;
  if (headers.length + parameters.length > 0 || fraction !== undefined || grpc !== undefined) return false;
  return prefix === '/' || prefix === '';
}

type Redirect = Message<'route.RedirectAction'>;

/** Routes that may be looked at in all: a trace goes through a list of routes. */
const MAX_WORK = 5_000_000;

const LOOPING_HOST = (domains: string): string => `name: shop
domains: [${domains}]
routes:
  - match: { prefix: / }
    redirect: { host_redirect: shop.test }
`;

export const redirectLoop: AnalysisRule = {
  id: 'redirect-loop',
  level: 'warning',
  purpose: 'A redirect that sends the client back to itself, until it gives up.',
  why: 'The client asks again, is redirected again, and shows an error after some twenty rounds. Nobody ever gets the page.',
  remedy:
    'Let the redirect take only requests that it changes: match the scheme or the host that it replaces, or the path without the part that it adds.',
  source: 'data-model.md: route.RedirectAction',
  bad: { type: 'route.VirtualHost', yaml: LOOPING_HOST('shop.test, www.shop.test') },
  good: { type: 'route.VirtualHost', yaml: LOOPING_HOST('www.shop.test') },
  subject(subject, report) {
    let left = MAX_WORK;
    for (const verdicts of subject.shared(routeVerdicts)) {
      const { found, host, virtualHost } = verdicts;
      const scheme = schemeOf(subject.shared(protectionOfRoutes).get(found.written));
      if (scheme === undefined) continue;
      const { routes = [], name = '' } = virtualHost;
      for (const [index, { redirect, match }] of routes.entries()) {
        if (redirect === undefined || left < 0) continue;
        for (const { request, isPrinted } of printed(subject, verdicts, index, redirect, scheme)) {
          if (!staysHere(redirect, match, request, found.namespace)) continue;
          left -= routes.length;
          const chain = endlessChain(subject, found, request, { host, index });
          if (chain === undefined) continue;
          const at = inHost(subject, verdicts);
          report({
            message: `${at.words(index)} redirects without end: ${chainWords(chain)}; let it take only what it changes`,
            at: { ...at.spot(index), field: 'redirect' },
            ...(isPrinted ? { request } : {}),
            data: { virtual_host: name, route: index, location: chain.locations[0] ?? '' },
            identity: String(host),
          });
          break;
        }
      }
    }
  },
};

/** What ends TLS before the proxy is not known: without a filter chain, or in plaintext, the request may have come either way. */
function schemeOf(protection: Protection = 'plaintext'): string | undefined {
  if (protection === 'tls') return 'https';
  return protection === 'plaintext' || protection === 'alts' ? 'http' : undefined;
}

/** Each as it can be given to `trace`, and as it was found where it then is another one. */
function* printed(
  subject: Subject,
  verdicts: HostVerdicts,
  index: number,
  redirect: Redirect,
  scheme: string,
): Generator<{ readonly request: Request; readonly isPrinted: boolean }> {
  for (const request of requestsTo(verdicts, index, redirect, scheme)) {
    const shown = printable(subject, verdicts.found, request);
    if (shown !== undefined) yield { request: shown, isPrinted: true };
    if (shown !== request) yield { request, isPrinted: false };
  }
}

/** Requests that could be sent back to themselves: what a redirect sets is what they have already. */
function* requestsTo(
  { verdicts, virtualHost }: HostVerdicts,
  index: number,
  redirect: Redirect,
  scheme: string,
): Generator<Request> {
  const verdict = verdicts[index];
  if (verdict?.kind !== 'alive') return;
  const { witness } = verdict;
  // A client need not send the same headers again, and not the same method.
  if (Object.keys(witness.headers).length > 0 || !['GET', 'HEAD'].includes(witness.method)) return;
  const { host_redirect: host = '', port_redirect: port = 0, path_redirect: path = '' } = redirect;
  // A host that a wildcard takes may in truth be served elsewhere, which is why it is redirected to.
  const isServedHere = (authority: string): boolean =>
    (virtualHost.domains ?? []).some((domain) => lowerAscii(domain) === lowerAscii(authority));
  const bare = host === '' ? witness.authority : host;
  const authority = port === 0 ? bare : `${bare}:${port}`;
  if (authority !== witness.authority && !isServedHere(authority)) return;
  yield { ...witness, scheme, authority };
  if (path.startsWith('/')) yield { ...witness, scheme, authority, path };
}

function chainWords({ request, locations }: Chain): string {
  const { scheme, authority, path } = request;
  const url = quoted(`${scheme}://${authority}${path}`);
  const [first = '', second] = locations;
  return second === undefined
    ? `${url} leads to itself`
    : `${url} leads to ${quoted(first)}, that to ${quoted(second)}, and so on`;
}

// Redirects that never end: followed as a browser does, one trace after another.

/** Redirects in a row after which browsers give up. */
const MAX_HOPS = 20;

interface Chain {
  readonly request: Request;
  /** The URLs that the client is sent to, in order. */
  readonly locations: readonly string[];
}

/**
 * The redirects that a request starts, where scheme and host stay the same, so that the client comes back to the same
 * listener, and where it is sent on until a browser gives up.
 *
 * @param first the route that has to take the request, by its virtual host and its own position
 * @returns undefined where they end or lead elsewhere, and where another route takes the request
 */
function endlessChain(
  subject: Subject,
  found: FoundRoutes,
  start: Request,
  first: { readonly host: number; readonly index: number },
): Chain | undefined {
  const { routeConfiguration, namespace } = found;
  const locations: string[] = [];
  let request = start;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const trace = traceRequest(routeConfiguration, request, { namespace, regexes: subject.regexes });
    const { outcome, route } = trace;
    if (hop === 0 && (trace.virtual_host_index !== first.host || route?.index !== first.index))
      return undefined;
    const path = outcome.kind === 'redirect' ? ownPath(request, outcome.location ?? '') : undefined;
    if (path === undefined) return undefined;
    locations.push(outcome.location ?? '');
    if (path === request.path) return { request: start, locations };
    request = { ...request, path };
  }
  return { request: start, locations };
}

/** Whether a redirect may send a request back to the same scheme and host; cheap, before anything is traced. */
function staysHere(
  redirect: Message<'route.RedirectAction'>,
  match: Message<'route.RouteMatch'> | undefined,
  request: Request,
  namespace: string,
): boolean {
  const location = redirectLocation(redirect, match, seen(request, namespace));
  // One that is not looked into here may.
  return typeof location !== 'string' || ownPath(request, location) !== undefined;
}

/** The path that a location asks for, where it is of the same scheme and host as the request. */
function ownPath({ scheme, authority }: Request, location: string): string | undefined {
  const origin = `${scheme}://${authority}`;
  if (!location.startsWith(`${origin}/`)) return undefined;
  return location.slice(origin.length).replace(/#.*$/s, '');
}

type Field = keyof Redirect & string;

interface Problem {
  readonly field: Field;
  readonly message: string;
}

const MAX_PORT = 65_535;
function problemsOf(redirect: Redirect): readonly Problem[] {
  const { scheme_redirect: scheme, host_redirect: host, port_redirect: port = 0 } = redirect;
  const found: Problem[] = [];
  const add = (field: Field, message: string): void => void found.push({ field, message });
  if (scheme !== undefined && scheme !== '' && !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme))
    add(
      'scheme_redirect',
      `scheme_redirect ${quoted(scheme)} is no scheme: write its name alone, as in https`,
    );
  if (host !== undefined && /[/\s?#]/.test(host))
    add(
      'host_redirect',
      `host_redirect ${quoted(host)} is no host: scheme, path and query have fields of their own`,
    );
  else if (host !== undefined && port !== 0 && /^[^:]*:\d+$|\]:\d+$/.test(host))
    add(
      'port_redirect',
      `port_redirect ${port} is put behind host_redirect ${quoted(host)}, which has a port already: the Location gets two; keep one of them`,
    );
  const target = redirect.https_redirect === true ? 'https' : scheme?.toLowerCase();
  if ((target === 'https' && port === 80) || (target === 'http' && port === 443))
    add(
      'port_redirect',
      `port_redirect ${port} is the port of the other scheme: the Location is ${target}, and nobody speaks that there`,
    );
  if (port > MAX_PORT) add('port_redirect', `port_redirect ${port} is no port: the highest is ${MAX_PORT}`);
  for (const field of ['path_redirect', 'prefix_rewrite'] as const) {
    const path = redirect[field];
    if (path !== undefined && path !== '' && !/^[/?#]/.test(path))
      add(
        field,
        `${field} ${quoted(path)} does not begin with /: in the Location it runs into the host, as in https://shop.test${path.slice(0, 40)}`,
      );
  }
  return found;
}

export const malformedRedirect: AnalysisRule = {
  id: 'malformed-redirect',
  level: 'warning',
  purpose: 'A redirect whose Location is no URL, or one that nobody answers.',
  why: 'The parts of the Location are put together as they are written: scheme://host:port/path. A part that brings a separator of its own, or lacks one, makes another URL than the one that is meant.',
  remedy:
    'Give each part its own field: scheme_redirect https, host_redirect shop.test, port_redirect 8443, path_redirect /cart.',
  source: 'data-model.md: route.RedirectAction',
  bad: { type: 'route.RedirectAction', yaml: 'host_redirect: https://shop.test/\n' },
  good: { type: 'route.RedirectAction', yaml: 'https_redirect: true\nhost_redirect: shop.test\n' },
  messages: {
    'route.RedirectAction'(redirect, frame, { spot, report }) {
      for (const { field, message } of problemsOf(redirect))
        report({ message, at: spot(frame, field), identity: field });
    },
  },
};

/** What the proxy itself does to the connections on which requests come to a route configuration. */
let paths: Paths | undefined;

/** For those written into filter chains; to be asked for through {@link Subject.shared}. */
export function protectionOfRoutes(subject: Subject): ReadonlyMap<BoundMessage, Protection> {
  paths ??= pathsTo(new Set(['RouteConfiguration']));
  const found = new Map<BoundMessage, Protection>();
  for (const document of subject.documents) {
    const { namespace } = document.configuration;
    const look = (frame: Frame): void => {
      const isRoutes = frame.type === 'RouteConfiguration';
      const protection = isRoutes ? protectionAround(frame, namespace) : undefined;
      if (protection !== undefined) found.set(frame.message, protection);
      if (!isRoutes) eachChild(frame, namespace, look, fieldsOn(paths, frame));
    };
    for (const frame of subject.frames(document)) look(frame);
  }
  return found;
}

/** What the filter chain that a message stands in does to the bytes of its connections; undefined in none. */
export function protectionAround(frame: Frame, namespace: string): Protection | undefined {
  const chain = around(frame, 'listener.FilterChain');
  return chain && protectionOf(chain.message, namespace);
}
