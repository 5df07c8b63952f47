/**
 * Inputs that name a running proxy: `http://HOST:PORT` and `unix:PATH` stand for the dump that its admin interface
 * gives of the configuration in force. Any other path, a query and credentials are used as written, and credentials are
 * never shown.
 */
import { InputError } from './errors.ts';
import { withoutSecrets } from './secret-looks.ts';

/** What a bare address stands for: everything in force, endpoints included. */
export const DUMP_PATH = '/config_dump?include_eds';

/** Where to ask, and what to call it. */
export interface LiveAddress {
  /** Without credentials. */
  readonly name: string;
  readonly protocol: 'http:' | 'https:';
  /** Path of a socket of this machine, instead of host and port. */
  readonly socket?: string;
  readonly host: string;
  /** Empty for that of the protocol. */
  readonly port: string;
  /** With the query. */
  readonly path: string;
  /** `user:password`, decoded; absent where none is given. */
  readonly login?: string;
  /** A management server, whose resources are asked for instead of a dump. */
  readonly xds?: XdsOptions;
}

/** What is said to a management server, and how. */
export interface XdsOptions {
  readonly node?: string;
  /** A file with a bootstrap or a node message. */
  readonly nodeFile?: string;
  /** Files in PEM: whom to trust, and the client's own certificate with its key. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name in its certificate, where that is not its host. */
  readonly serverName?: string;
}

const URL_START = /^https?:\/\//i;
const SOCKET_START = /^unix:/;
const XDS_START = /^xdss?:\/\//i;

/** Names of options in the query of an address of a management server, as the flags are called. */
const XDS_QUERY = {
  node: 'node',
  'node-file': 'nodeFile',
  'xds-ca': 'ca',
  'xds-cert': 'cert',
  'xds-key': 'key',
  'xds-server-name': 'serverName',
} as const;

/** Flags that say how a management server is asked. */
export const xdsFlagNames: readonly string[] = Object.keys(XDS_QUERY);

const SCHEME = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i;

/** With the scheme left out, and no path or the usual one: others are paths of a revision. */
const BARE_ADDRESS =
  /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?):\d{1,5}(?:\/(?:config_dump(?:\?.*)?)?)?$/i;

/** What is wrong with an input that is no file, names a scheme, and is not {@link isLive}; nothing where it names none. */
export function otherScheme(
  input: string,
  nearest: (name: string, candidates: Iterable<string>) => string | undefined,
): InputError | undefined {
  const [scheme] = SCHEME.exec(input) ?? [];
  if (scheme === undefined) return undefined;
  const file = shownInput(input);
  const near = nearest(scheme.toLowerCase(), ['http', 'https', 'xds', 'xdss']);
  const hint =
    near === undefined
      ? 'addresses begin with http://, https://, unix:, xds:// or xdss://; a file is named by its path'
      : `did you mean ${near}${file.slice(scheme.length)}?`;
  return new InputError({ file, problem: `no configuration is fetched from ${scheme}://`, hint });
}

/** The address of a running proxy that an input would be with its scheme. */
export function withScheme(input: string): string | undefined {
  return BARE_ADDRESS.test(input) ? `http://${input}` : undefined;
}

/** Whether an input that is no file names a running proxy. */
export function isLive(input: string): boolean {
  return URL_START.test(input) || SOCKET_START.test(input) || XDS_START.test(input);
}

/** An input as messages and reports may name it: an address without its credentials. */
export function shownInput(input: string): string {
  if (XDS_START.test(input)) return input.replace(/[?#][\s\S]*$/, '');
  if (!SCHEME.test(input)) return input;
  // Also where the address cannot be read: behind a login, everything up to the last @ may be a password.
  return withoutSecrets(input.replace(/^([^:]*:\/\/)[^/?#]*@(?:[\s\S]*@)?/, '$1'));
}

/** @throws InputError where it is no address */
export function liveAddress(input: string): LiveAddress {
  if (SOCKET_START.test(input)) return socketAddress(input);
  if (XDS_START.test(input)) return xdsAddress(input);
  const name = shownInput(input);
  // A password with a slash as it is would make a host of its first part.
  const hasTwoLogins = /^https?:\/\/[^/?#]*@[\s\S]*@/i.test(input);
  if (hasTwoLogins || !URL.canParse(input)) {
    const hint = 'write it as http://HOST:PORT; in a password @ stands as %40, / as %2F, % as %25';
    throw new InputError({ file: name, problem: 'this is no address of a running proxy', hint });
  }
  const url = new URL(input);
  const { protocol, hostname, port, pathname, search, username, password } = url;
  const isBare = pathname === '/' && search === '';
  const login = username === '' && password === '' ? undefined : `${plain(username)}:${plain(password)}`;
  return {
    name,
    protocol: protocol === 'https:' ? 'https:' : 'http:',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: isBare ? DUMP_PATH : `${pathname}${search}`,
    ...(login === undefined ? {} : { login }),
  };
}

/** An input with what flags say of management servers; what its own query says wins. */
export function withXdsFlags(input: string, flags: { readonly [flag: string]: unknown }): string {
  if (!XDS_START.test(input)) return input;
  const [address = '', query = ''] = input.split(/\?([\s\S]*)/);
  const said = new URLSearchParams(query);
  for (const name of xdsFlagNames) {
    const value = flags[name];
    if (said.has(name)) continue;
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'string') said.append(name, each);
  }
  const all = said.toString();
  return all === '' ? address : `${address}?${all}`;
}

/** The address of a management server for each of the nodes that it names; undefined for any other input. */
export function nodesAsked(input: string): ReadonlyMap<string, string> | undefined {
  if (!XDS_START.test(input)) return undefined;
  const [address = '', query = ''] = input.split(/\?([\s\S]*)/);
  const said = new URLSearchParams(query);
  return new Map(
    said.getAll('node').map((node) => {
      const own = new URLSearchParams(said);
      own.set('node', node);
      return [node, `${address}?${own}`];
    }),
  );
}

function xdsAddress(input: string): LiveAddress {
  const name = shownInput(input);
  const plainUrl = input.replace(/^xds(s?):/i, 'http$1:');
  const url = URL.canParse(plainUrl) ? new URL(plainUrl) : undefined;
  const isSecure = /^xdss:/i.test(input);
  const written = /^xdss?:\/\/(?:\[[^\]]*\]|[^:/?#]*):(\d+)/i.exec(input)?.[1];
  const unknown = [...(url?.searchParams.keys() ?? [])].find((key) => !Object.hasOwn(XDS_QUERY, key));
  if (url === undefined || written === undefined || url.username !== '' || url.pathname !== '/')
    throw new InputError({
      file: name,
      problem: 'this is no address of a management server',
      hint: 'write it as xds://HOST:PORT, or xdss://HOST:PORT over TLS',
    });
  if (url.searchParams.getAll('node').length > 1)
    throw new InputError({
      file: name,
      problem: 'several nodes are named, and an input is what is sent to one of them',
      hint: 'diff --by-node compares each of them',
    });
  if (unknown !== undefined)
    throw new InputError({
      file: name,
      problem: `nothing is called ${JSON.stringify(unknown)} behind an address of a management server`,
      hint: `there are ${xdsFlagNames.join(', ')}`,
    });
  const xds = Object.fromEntries(
    Object.entries(XDS_QUERY).flatMap(([key, option]) => {
      const value = url.searchParams.get(key);
      return value === null ? [] : [[option, value]];
    }),
  );
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { name, protocol: isSecure ? 'https:' : 'http:', host, port: written, path: '', xds };
}

function socketAddress(input: string): LiveAddress {
  const path = input.slice('unix:'.length);
  if (path === '') {
    const hint = 'write it as unix:/run/proxy/admin.sock';
    throw new InputError({ file: input, problem: 'the path of the socket is missing', hint });
  }
  // An @ at the beginning stands for a name that no file has, as the proxy writes it.
  const socket = path.startsWith('@') ? `\0${path.slice(1)}` : path;
  return { name: input, protocol: 'http:', socket, host: 'localhost', port: '', path: DUMP_PATH };
}

/** A part of an address without its percent signs; as it stands where they mean nothing. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
