/** The request that `cfgtool trace` is asked about: from a URL and flags, or from a file. */
import { isIP } from 'node:net';
import { isCredentialHeader } from '../model/secrets.ts';
import { redaction } from '../report/redact.ts';
import { requestSecrets, urlSecrets } from '../report/requests/request-secrets.ts';
import { parseRequest, type Request, splitUrl } from '../routing/index.ts';
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
}

type Fields = { readonly [field: string]: unknown };

/**
 * The request. Flags win over what the file says.
 *
 * @throws UsageError where it is none; InputError where the file cannot be read
 */
export async function requestOf(url: string | undefined, flags: RequestFlags): Promise<Request> {
  if (url !== undefined && flags.request !== undefined)
    throw new UsageError('the request is given twice: as a URL and with --request', 'leave out one of them');
  const base = flags.request === undefined ? fromUrl(url) : await fromFile(flags.request);
  const result = parseRequest({ ...base, ...fromFlags(flags, base) });
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

function fromUrl(url: string | undefined): Fields {
  if (url === undefined)
    throw new UsageError(
      'no request is given',
      'name a URL such as http://shop.test/cart, or --request FILE',
    );
  const parts = splitUrl(url);
  if (parts) return parts;
  const { redact } = redaction(urlSecrets(url));
  const whole = url.startsWith('/') ? `http://HOST${url}` : `http://${url}`;
  throw new UsageError(
    redact(`"${url}" is no URL`),
    redact(`it begins with http:// or https:// and a host: ${whole}`),
  );
}

async function fromFile(name: string): Promise<Fields> {
  for await (const file of loadInputs([name], processIo)) {
    if (file instanceof InputError) throw file;
    const [tree] = file.trees;
    const value = tree === undefined ? undefined : plainValue(tree, ROOT);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    break;
  }
  throw new InputError({
    file: name,
    problem: 'it holds no request',
    hint: 'a request is an object with authority and path',
  });
}

function fromFlags(flags: RequestFlags, base: Fields): Fields {
  const { method, internal } = flags;
  return {
    ...(method === undefined ? {} : { method }),
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
    const [, name = '', value = ''] = /^\s*([^:\s]+)\s*:(.*)$/s.exec(line) ?? [];
    if (name === '') throw new UsageError(`--header takes 'name: value', not "${shownLine(line)}"`);
    const key = name.toLowerCase();
    given.set(key, [...(given.get(key) ?? []), value.trim()]);
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
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UsageError(`--runtime takes KEY=VALUE, not "${shownLine(pair)}"`);
    const value = pair.slice(equals + 1);
    const known = value === 'true' ? true : value === 'false' ? false : value;
    return [pair.slice(0, equals), /^\d{1,15}$/.test(value) ? Number(value) : known];
  });
  return { ...(before as Fields | undefined), ...Object.fromEntries(given) };
}
