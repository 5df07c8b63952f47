/** What `trace` and `test` need of their input: route configurations, clusters, secrets to hide. */
import { Flags } from '@oclif/core';
import { type Configuration, openConfiguration } from '../model/index.ts';
import type { AskedProxy } from '../proxy/asked.ts';
import { type Redact, redactionOf } from '../results/secrets/redact.ts';
import { contextsOf, type RoutingContext } from '../routing/context.ts';
import { startCandidates } from '../routing/match/candidates.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import type { Request } from '../routing/request/request.ts';
import { routeRequest } from '../routing/route.ts';
import type { Wish } from '../routing/where/choose.ts';
import { type FoundRouting, findRouting } from '../routing/where/find.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import { NO_SETTINGS, type Settings } from '../settings/index.ts';
import { sourceFile } from '../source/load.ts';
import { BaseCommand, type ReadOptions } from './base.ts';
import { UsageError } from './usage-error.ts';

export const chooseFlags = {
  'route-config': Flags.string({
    helpValue: 'NAME',
    description: 'The route configuration to use, where the input holds several.',
  }),
  listener: Flags.string({
    helpValue: 'NAME',
    description: 'The listener that requests come in by: its name, port or ADDRESS:PORT.',
  }),
};

const LIFTED = 'version 2, which the proxy does not read: it was given what migrate --to v3 makes of it';

/** The same in version 3, which is what the proxy reads. */
async function liftedRouting(
  configurations: readonly Configuration[],
  redact: Redact,
): Promise<FoundRouting> {
  const { liftConfiguration } = await import('../engine/lift.ts');
  const lifted = configurations.map((configuration) => {
    if (configuration.api !== 'v2') return configuration;
    const { text, left, file } = liftConfiguration(configuration, { partial: false, keepTransport: false });
    const [first] = left;
    if (first !== undefined && text === configuration.file.text)
      throw new UsageError(
        redact(`--proxy: ${file} is of version 2, and cannot be lifted to version 3: ${first.reason}`),
        'cfgtool migrate --to v3 lists all that stands in the way',
      );
    return openConfiguration(sourceFile(file, text, 'named'), { api: 'v3' });
  });
  return findRouting(lifted);
}

/** The time one regex question may take. */
const MILLISECONDS = 1000;

/** An input that was read. */
export interface ReadRouting {
  readonly routing: FoundRouting;
  readonly redact: Redact;
  readonly unread: boolean;
  readonly configurations: readonly Configuration[];
  /** Those that count for the first file. */
  readonly settings: Settings;
}

export abstract class RoutingCommand extends BaseCommand {
  protected readonly regexes = regexEngine({
    clock: { now: () => performance.now(), milliseconds: MILLISECONDS },
  });

  private readonly candidates = startCandidates(this.regexes);

  /** Reads the input. @returns undefined where nothing of it could be read, which was reported */
  protected async readRouting(
    input: string | readonly string[],
    options: ReadOptions & { readonly 'show-secrets'?: boolean },
    more: readonly string[] = [],
  ): Promise<ReadRouting | undefined> {
    const configurations: Configuration[] = [];
    let settings = NO_SETTINGS;
    const inputs = typeof input === 'string' ? [input] : input;
    const { opened, unread } = await this.eachConfiguration(inputs, options, (each, own) => {
      if (configurations.length === 0) settings = own;
      configurations.push(each);
    });
    if (opened === 0) return undefined;
    return {
      routing: findRouting(configurations),
      redact: redactionOf(configurations, options['show-secrets'], more).redact,
      unread: unread > 0,
      configurations,
      settings,
    };
  }

  /**
   * What a real proxy does with requests, beside what the model says of them.
   *
   * @param all requests with what the command line says of where they go
   * @returns one for each request, in order
   */
  protected async askProxy(
    program: string,
    { routing, redact, configurations }: ReadRouting,
    all: readonly { readonly request: Request; readonly wish: Wish }[],
  ): Promise<readonly AskedProxy[]> {
    const { askProxy, PROXY_NAMESPACE, ProxyError } = await import('../proxy/edge/index.ts');
    const isLifted = configurations.some(({ api }) => api === 'v2');
    const lifted = isLifted ? await liftedRouting(configurations, redact) : routing;
    const context = (found: FoundRoutes) => ({
      ...this.contextFor(found, lifted),
      namespace: PROXY_NAMESPACE,
    });
    const routedBy = (by: FoundRouting, request: Request, wish: Wish) => {
      const each = routeRequest(by, request, wish, context);
      if ('problem' in each) throw new UsageError(redact(each.problem), redact(each.hint));
      return each;
    };
    const routed = all.map(({ request: { random_value: _, ...request }, wish }) => {
      const own = routedBy(routing, request, wish);
      // What is said of version 2 is held to what the proxy does with its lift.
      return isLifted ? { ...routedBy(lifted, request, wish), trace: own.trace } : own;
    });
    try {
      const asked = await askProxy(program, lifted, routed, ({ found }) => found && context(found));
      return isLifted ? asked.map((each) => ({ ...each, leftOut: [LIFTED, ...each.leftOut] })) : asked;
    } catch (error) {
      if (!(error instanceof ProxyError)) throw error;
      throw new UsageError(redact(`--proxy: ${error.message}`));
    }
  }

  protected contextFor(found: FoundRoutes, routing: FoundRouting): RoutingContext {
    const { regexes, candidates } = this;
    return contextsOf(routing, { regexes, candidates })(found);
  }
}

/** `--proxy`: a real proxy is asked as well. */
export const proxyFlags = {
  proxy: Flags.string({
    helpValue: 'PATH',
    description:
      'Ask a real proxy as well: its program, started on the loopback address with the configuration, every cluster led to an echo server. Differences end in 1.',
  }),
};
