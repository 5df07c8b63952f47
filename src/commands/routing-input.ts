/** What `trace` and `test` need of their input: route configurations, clusters, secrets to hide. */
import { Flags } from '@oclif/core';
import type { Configuration } from '../model/index.ts';
import type { AskedProxy } from '../proxy/asked.ts';
import { type Redact, redactionOf } from '../results/secrets/redact.ts';
import {
  type FoundRoutes,
  type FoundRouting,
  findRouting,
  type Request,
  type RoutingContext,
  regexEngine,
  routeRequest,
  startCandidates,
  type Wish,
} from '../routing/index.ts';
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

/** The time one regex question may take. */
const MILLISECONDS = 1000;

/** An input that was read. */
export interface ReadRouting {
  readonly routing: FoundRouting;
  readonly redact: Redact;
  readonly unread: boolean;
}

export abstract class RoutingCommand extends BaseCommand {
  private readonly regexes = regexEngine({
    clock: { now: () => performance.now(), milliseconds: MILLISECONDS },
  });

  private readonly candidates = startCandidates(this.regexes);

  /** Reads the input. @returns undefined where nothing of it could be read, which was reported */
  protected async readRouting(
    input: string,
    options: ReadOptions & { readonly 'show-secrets'?: boolean },
    more: readonly string[] = [],
  ): Promise<ReadRouting | undefined> {
    const configurations: Configuration[] = [];
    const { opened, unread } = await this.eachConfiguration([input], options, (each) => {
      configurations.push(each);
    });
    if (opened === 0) return undefined;
    return {
      routing: findRouting(configurations),
      redact: redactionOf(configurations, options['show-secrets'], more).redact,
      unread: unread > 0,
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
    { routing, redact }: ReadRouting,
    all: readonly { readonly request: Request; readonly wish: Wish }[],
  ): Promise<readonly AskedProxy[]> {
    const { askProxy, PROXY_WORD, ProxyError } = await import('../proxy/edge/index.ts');
    const context = (found: FoundRoutes) => ({ ...this.contextFor(found, routing), word: PROXY_WORD });
    const routed = all.map(({ request: { random_value: _, ...request }, wish }) => {
      const each = routeRequest(routing, request, wish, context);
      if ('problem' in each) throw new UsageError(redact(each.problem), redact(each.hint));
      return each;
    });
    try {
      return await askProxy(program, routing, routed, ({ found }) => found && context(found));
    } catch (error) {
      if (!(error instanceof ProxyError)) throw error;
      throw new UsageError(redact(`--proxy: ${error.message}`));
    }
  }

  protected contextFor({ word }: FoundRoutes, { clusters, nameless }: FoundRouting): RoutingContext {
    const { regexes, candidates } = this;
    return { word, regexes, candidates, nameless, ...(clusters ? { clusters } : {}) };
  }
}
