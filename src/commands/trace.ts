import { isIP } from 'node:net';
import { Args, Flags } from '@oclif/core';
import { isCredentialHeader } from '../model/secrets.ts';
import { noPaint } from '../present/text.ts';
import { requestSecrets, urlSecrets } from '../report/requests/request-secrets.ts';
import { traceJson, traceText } from '../report/requests/trace.ts';
import { redaction } from '../results/secrets/redact.ts';
import type { Request } from '../routing/request/request.ts';
import { parseRequest } from '../routing/request/request-json.ts';
import { isMethod, readHeader, readRuntimePair, readTarget } from '../routing/request/request-line.ts';
import { routeRequest } from '../routing/route.ts';
import { routesOfTrace } from '../routing/trace.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import { InputError } from '../source/errors.ts';
import { STDIN_NAME } from '../source/inputs.ts';
import { loadInputs } from '../source/load.ts';
import { REDACTED, withoutSecrets } from '../source/secret-looks.ts';
import { plainValue, ROOT } from '../source/tree.ts';
import type { Outcome } from './exit.ts';
import { followFlags, oneInput, outputFlags, readFlags } from './flags.ts';
import { processIo } from './io.ts';
import { chooseFlags, proxyFlags, RoutingCommand } from './routing-input.ts';
import { UsageError } from './usage-error.ts';

export default class Trace extends RoutingCommand {
  static override readonly summary = 'Say where one request goes, and why.';
  static override readonly description =
    'The request is a URL with flags (a method before it, and its scheme left out, as you like), or the JSON form in a file. The exit code is 0 whatever the answer is, also for a 404 and for a connection that no filter chain takes.';
  static override readonly examples = [
    '<%= config.bin %> trace front.yaml shop.test/cart',
    "<%= config.bin %> trace front.yaml POST https://shop.test/cart --header 'x-user: 7'",
    '<%= config.bin %> trace front.yaml --request request.json --format json',
  ];
  static override readonly args = {
    ...oneInput,
    method: Args.string({ description: 'GET otherwise; may be left out.', ignoreStdin: true }),
    url: Args.string({ description: 'The request, such as http://shop.test/cart?id=7.', ignoreStdin: true }),
  };
  static override readonly flags = {
    method: Flags.string({ helpValue: 'METHOD', description: 'GET otherwise.' }),
    header: Flags.string({
      char: 'H',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: "'NAME: VALUE'",
      description: 'A header of the request; may be repeated.',
    }),
    scheme: Flags.string({
      helpValue: 'SCHEME',
      description: 'What x-forwarded-proto says, where the URL says something else.',
    }),
    'server-name': Flags.string({
      helpValue: 'NAME',
      description:
        "The name that the client asks for in its TLS handshake: the URL's host otherwise, '' for none.",
    }),
    alpn: Flags.string({
      helpValue: 'LIST',
      description: 'The application protocols that the client offers, the preferred one first: h2,http/1.1.',
    }),
    destination: Flags.string({
      helpValue: 'ADDRESS',
      description:
        'The address that the client connects to, with its port where that is not told: 10.0.0.1:443.',
    }),
    'client-certificate': Flags.string({
      helpValue: 'FILE',
      description:
        'The certificate that the client shows: subject, uri_sans, dns_sans, and validated where nothing tells whether it is valid (JSON or YAML).',
    }),
    claims: Flags.string({
      helpValue: 'FILE',
      description: 'What the valid token of the request holds: provider and payload (JSON or YAML).',
    }),
    internal: Flags.boolean({ description: 'The request comes from inside (x-WORD-internal is set).' }),
    request: Flags.string({
      helpValue: 'FILE',
      description: 'Read the request from a file (JSON or YAML), - for standard input; flags win over it.',
    }),
    'random-value': Flags.string({
      helpValue: 'N',
      description: 'The random value that decides runtime fractions and weighted clusters.',
    }),
    runtime: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'KEY=VALUE',
      description: 'A runtime value; may be repeated.',
    }),
    'service-cluster': Flags.string({
      helpValue: 'NAME',
      description: 'What the proxy was started with as --service-cluster.',
    }),
    'remote-address': Flags.string({ helpValue: 'ADDRESS', description: 'The address of the client.' }),
    ...chooseFlags,
    all: Flags.boolean({
      description: 'List every route that could take the request if the earlier ones were gone.',
    }),
    ...proxyFlags,
    format: Flags.option({
      options: ['text', 'json'] as const,
      default: 'text' as const,
      description: 'For people, or for programs.',
    })(),
    ...outputFlags,
    ...readFlags,
    ...followFlags,
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Trace);
    if (args.input === '-' && flags.request === '-')
      throw new UsageError('standard input cannot be both the configuration and the request');
    const words = [args.method, args.url].flatMap((namespace) => namespace ?? []);
    const request = await requestOf(words, flags, args.input);
    const read = await this.readRouting(args.input, flags, requestSecrets(request));
    if (read === undefined) return { found: false, unread: true };
    const context = (found: FoundRoutes) => ({ ...this.contextFor(found, read.routing), explain: true });
    const routed = routeRequest(read.routing, request, {}, context);
    if ('problem' in routed) throw new UsageError(read.redact(routed.problem), read.redact(routed.hint));
    const { trace, found } = routed;
    const takers = flags.all && found ? { takers: routesOfTrace(found, trace, context(found)) } : {};
    const [asked] =
      flags.proxy === undefined ? [] : await this.askProxy(flags.proxy, read, [{ request, wish: {} }]);
    const report = { ...routed, ...takers, ...(asked ? { proxy: asked } : {}) };
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const text =
      flags.format === 'json'
        ? traceJson(report, this.config.version, read.redact)
        : traceText(report, paint, read.redact);
    await this.deliver(text, flags.output);
    return { found: asked?.verdict.kind === 'different', unread: read.unread };
  }
}

interface RequestFlags {
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
async function requestOf(words: readonly string[], flags: RequestFlags, input: string): Promise<Request> {
  if (words.length > 0 && flags.request !== undefined)
    throw new UsageError('the request is given twice: as a URL and with --request', 'leave out one of them');
  const base = flags.request === undefined ? fromWords(words, input) : await fromFile(flags.request, REQUEST);
  const result = parseRequest({ ...base, ...fromFlags(flags, base), ...(await fromFiles(flags)) });
  if ('problem' in result) {
    const own = parseRequest(base);
    if (flags.request !== undefined && 'problem' in own && own.problem === result.problem)
      throw new InputError({
        file: flags.request === '-' ? STDIN_NAME : flags.request,
        problem: result.problem,
      });
    throw new UsageError(result.problem);
  }
  checkSendable(result.request);
  return result.request;
}

/** What no client can send has no answer. @throws UsageError */
function checkSendable(request: Request): void {
  const { method, authority, path, remote_address: address } = request;
  const { redact } = redaction(requestSecrets(request));
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method))
    throw new UsageError(redact(`"${method}" is no method`), 'such as GET');
  if (/\s/.test(authority))
    throw new UsageError(redact(`"${authority}" is no host`), 'such as shop.test:8080');
  if (/[\0-\x20\x7f]/.test(path))
    throw new UsageError(
      redact(`the path "${path}" holds a space or a control character, which no proxy lets through`),
      'a space is written as %20, a tab as %09',
    );
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
  if (!('problem' in target)) return { ...target };
  const { redact } = redaction(urlSecrets(url));
  const { problem, hint } = target;
  if (hint !== undefined) throw new UsageError(redact(problem), redact(hint));
  const [, scheme, path = '/'] = /^(https?):\/\/([/?#].*)?$/i.exec(url) ?? [];
  if (scheme !== undefined)
    throw new UsageError(
      redact(`"${url}" names no host`),
      redact(`${scheme}://HOST${path}; with -H 'host: ' the client says none`),
    );
  const whole = url.startsWith('/') ? `http://HOST${url}` : 'http://HOST/';
  throw new UsageError(redact(problem), redact(`it names a host, and a path where that is not /: ${whole}`));
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
