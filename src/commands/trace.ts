import { Args, Flags } from '@oclif/core';
import { requestSecrets } from '../report/requests/request-secrets.ts';
import { traceJson } from '../report/requests/trace-json.ts';
import { traceText } from '../report/requests/trace-text.ts';
import { noPaint } from '../report/text/paint.ts';
import { chooseRoutes, routesOfTrace, traceRequest } from '../routing/index.ts';
import type { Outcome } from './exit.ts';
import { oneInput, outputFlags, readFlags } from './flags.ts';
import { chooseFlags, RoutingCommand } from './routing-input.ts';
import { requestOf } from './trace-request.ts';
import { UsageError } from './usage-error.ts';

export default class Trace extends RoutingCommand {
  static override readonly summary = 'Say where one request goes, and why.';
  static override readonly description =
    'The request is a URL with flags, or the JSON form in a file. The exit code is 0 whatever the answer is, also for a 404.';
  static override readonly examples = [
    '<%= config.bin %> trace front.yaml http://shop.test/cart',
    "<%= config.bin %> trace front.yaml https://shop.test/cart --method POST --header 'x-user: 7'",
    '<%= config.bin %> trace front.yaml --request request.json --format json',
  ];
  static override readonly args = {
    ...oneInput,
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
    format: Flags.option({
      options: ['text', 'json'] as const,
      default: 'text' as const,
      description: 'For people, or for programs.',
    })(),
    ...outputFlags,
    ...readFlags,
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Trace);
    if (args.input === '-' && flags.request === '-')
      throw new UsageError('standard input cannot be both the configuration and the request');
    const request = await requestOf(args.url, flags);
    const read = await this.readRouting(args.input, flags, requestSecrets(request));
    if (read === undefined) return { found: false, unread: true };
    const wish = { routeConfig: flags['route-config'], listener: flags.listener };
    const choice = chooseRoutes(read.routing.routes, request, wish);
    if ('problem' in choice) throw new UsageError(read.redact(choice.problem), read.redact(choice.hint));
    const { found, listener } = choice;
    const context = { ...this.contextFor(found, read.routing), explain: true };
    const trace = traceRequest(found.routeConfiguration, request, context);
    const takers = flags.all ? { takers: routesOfTrace(found, trace, context) } : {};
    const report = { trace, found, listener, ...takers };
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const text =
      flags.format === 'json'
        ? traceJson(report, this.config.version, read.redact)
        : traceText(report, paint, read.redact);
    await this.deliver(text, flags.output);
    return { found: false, unread: read.unread };
  }
}
