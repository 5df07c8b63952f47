/** The request that `cfgtool trace` is asked about: from a URL and flags, or from a file. */
import { isIP } from 'node:net';
import { isCredentialHeader } from '../model/secrets.ts';
import { requestSecrets, urlSecrets } from '../report/requests/request-secrets.ts';
import { redaction } from '../results/secrets/redact.ts';
import type { Request } from '../routing/request/request.ts';
import { parseRequest } from '../routing/request/request-json.ts';
import { isMethod, readHeader, readRuntimePair, readTarget } from '../routing/request/request-line.ts';
import { InputError } from '../source/errors.ts';
import { loadInputs } from '../source/load.ts';
import { REDACTED, withoutSecrets } from '../source/secret-looks.ts';
import { plainValue, ROOT } from '../source/tree.ts';
import { processIo } from './io.ts';
import { UsageError } from './usage-error.ts';

export interface RequestFlags {
  readonly request?: string | undefined;
  readonly method?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly internal?: boolean | undefined;
  readonly runtime?: readonly string[] | undefined;
  readonly 'random-value'?: string | undefined;
  readonly 'service-cluster'?: string | undefined;
  readonly 'remote-address'?: string | undefined;
  readonly scheme?: string | undefined;
  readonly 'server-name'?: string | undefined;
  readonly alpn?: string | undefined;
  readonly destination?: string | undefined;
  readonly 'client-certificate'?: string | undefined;
  readonly claims?: string | undefined;
  readonly listener?: string | undefined;
  readonly 'route-config'?: string | undefined;
}

type Fields = { readonly [field: string]: unknown };

/**
 * The request. Flags win over what the file says.
 *
 * @param words a URL, or a method and a URL
 * @param input the configuration; who forgot it has the URL there
 * @throws UsageError where it is none; InputError where the file cannot be read
 */
export async function requestOf(
  words: readonly string[],
  flags: RequestFlags,
  input: string,
): Promise<Request> {
  if (words.length > 0 && flags.request !== undefined)
    throw new UsageError('the request is given twice: as a URL and with --request', 'leave out one of them');
  const base = flags.request === undefined ? fromWords(words, input) : await fromFile(flags.request, REQUEST);
  const result = parseRequest({ ...base, ...fromFlags(flags, base), ...(await fromFiles(flags)) });
  if ('problem' in result) throw new UsageError(result.problem);
  checkSendable(result.request);
  return result.request;
}

/** What no client can send has no answer. @throws UsageError */
function checkSendable(request: Request): void {
  const { method, authority, remote_address: address } = request;
  const { redact } = redaction(requestSecrets(request));
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method))
    throw new UsageError(redact(`"${method}" is no method`), 'such as GET');
  if (/\s/.test(authority))
    throw new UsageError(redact(`"${authority}" is no host`), 'such as shop.test:8080');
  // A client on the same machine may come over a socket, which has a path or a name that begins with @.
  if (address !== undefined && isIP(address) === 0 && !/^[/@]/.test(address))
    throw new UsageError(
      redact(`"${address}" is no address of a client`),
      'such as 192.0.2.7 or 2001:db8::7; of a Unix domain socket its path',
    );
}

function fromWords(words: readonly string[], input: string): Fields {
  const [first, second] = words;
  if (first === undefined && /^https?:\/\//i.test(input)) {
    const { redact } = redaction(urlSecrets(input));
    throw new UsageError(
      redact(`no request is given: ${input} was taken for the input`),
      redact(`the configuration comes first: cfgtool trace FILE ${input}`),
    );
  }
  if (first === undefined || (second === undefined && isMethod(first)))
    throw new UsageError(
      first === undefined ? 'no request is given' : `the method ${first} lacks a URL`,
      'name a URL such as http://shop.test/cart, or --request FILE',
    );
  const [method, url] = second === undefined ? [undefined, first] : [first, second];
  const target = readTarget(method, url);
  if (typeof target !== 'string') return { ...target };
  const { redact } = redaction(urlSecrets(url));
  const [, scheme, path] = /^(https?):\/\/(\/.*)$/i.exec(url) ?? [];
  if (path !== undefined)
    throw new UsageError(
      redact(`"${url}" names no host`),
      redact(`${scheme}://HOST${path}; with -H 'host: ' the client says none`),
    );
  const whole = url.startsWith('/') ? `http://HOST${url}` : `http://${url}`;
  throw new UsageError(redact(target), redact(`it names a host, and a path where that is not /: ${whole}`));
}

/** What a file is to hold, for a message. */
interface Wanted {
  readonly what: string;
  readonly hint: string;
}

const REQUEST: Wanted = { what: 'request', hint: 'a request is an object with authority and path' };
const CERTIFICATE: Wanted = {
  what: 'client certificate',
  hint: 'a client certificate is an object with subject, uri_sans, dns_sans and validated',
};
const CLAIMS: Wanted = { what: 'claims', hint: 'claims are an object with provider and payload' };

async function fromFiles(flags: RequestFlags): Promise<Fields> {
  const { 'client-certificate': certificate, claims } = flags;
  return {
    ...(certificate === undefined ? {} : { client_certificate: await fromFile(certificate, CERTIFICATE) }),
    ...(claims === undefined ? {} : { claims: await fromFile(claims, CLAIMS) }),
  };
}

async function fromFile(name: string, { what, hint }: Wanted): Promise<Fields> {
  for await (const file of loadInputs([name], processIo)) {
    if (file instanceof InputError) throw file;
    const [tree] = file.trees;
    const value = tree === undefined ? undefined : plainValue(tree, ROOT);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    break;
  }
  throw new InputError({
    file: name,
    problem: `it holds no ${what}`,
    hint,
  });
}

function fromFlags(flags: RequestFlags, base: Fields): Fields {
  const { method, internal, scheme, listener } = flags;
  return {
    ...(method === undefined ? {} : { method }),
    ...(scheme === undefined ? {} : { scheme }),
    ...(listener === undefined ? {} : { listener }),
    ...(flags['server-name'] === undefined ? {} : { server_name: flags['server-name'] }),
    ...(flags.alpn === undefined ? {} : { alpn: flags.alpn }),
    ...(flags.destination === undefined ? {} : { destination_address: flags.destination }),
    ...(flags['route-config'] === undefined ? {} : { route_config: flags['route-config'] }),
    ...(internal ? { internal } : {}),
    ...(flags.header ? { headers: withHeaders(base.headers, flags.header) } : {}),
    ...(flags.runtime ? { runtime: withRuntime(base.runtime, flags.runtime) } : {}),
    ...(flags['random-value'] === undefined ? {} : { random_value: flags['random-value'] }),
    ...(flags['service-cluster'] === undefined ? {} : { service_cluster: flags['service-cluster'] }),
    ...(flags['remote-address'] === undefined ? {} : { remote_address: flags['remote-address'] }),
  };
}

function withHeaders(before: unknown, lines: readonly string[]): Fields {
  const given = new Map<string, string[]>();
  for (const line of lines) {
    const header = readHeader(line);
    if (header === undefined) throw new UsageError(`--header takes 'name: value', not "${shownLine(line)}"`);
    given.set(header.name, [...(given.get(header.name) ?? []), header.value]);
  }
  return { ...(before as Fields | undefined), ...Object.fromEntries(given) };
}

/** What was given for a name and a value, without what may be a secret's. */
function shownLine(line: string): string {
  const [name = ''] = /^[^\s:=]+/.exec(line.trim()) ?? [];
  return isCredentialHeader(name) ? `${name} ${REDACTED}` : withoutSecrets(line);
}

function withRuntime(before: unknown, pairs: readonly string[]): Fields {
  const given = pairs.map((pair): readonly [string, unknown] => {
    const read = readRuntimePair(pair);
    if (read === undefined) throw new UsageError(`--runtime takes KEY=VALUE, not "${shownLine(pair)}"`);
    return [read.key, read.value];
  });
  return { ...(before as Fields | undefined), ...Object.fromEntries(given) };
}
