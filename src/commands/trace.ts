import { Args, Flags } from '@oclif/core';
import { noPaint } from '../present/text.ts';
import { requestSecrets } from '../report/requests/request-secrets.ts';
import { traceJson, traceText } from '../report/requests/trace.ts';
import { routeRequest } from '../routing/route.ts';
import { routesOfTrace } from '../routing/trace.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { Outcome } from './exit.ts';
import { followFlags, oneInput, outputFlags, readFlags } from './flags.ts';
import { proxyFlags } from './proxy-flags.ts';
import { chooseFlags, RoutingCommand } from './routing-input.ts';
import { requestOf } from './trace-request.ts';
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
