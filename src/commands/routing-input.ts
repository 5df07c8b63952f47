/** What `trace` and `test` need of their input: route configurations, clusters, secrets to hide. */
import { Flags } from '@oclif/core';
import type { Configuration } from '../model/index.ts';
import { type Redact, redactionOf } from '../results/secrets/redact.ts';
import {
  type FoundRoutes,
  type FoundRouting,
  findRouting,
  type RoutingContext,
  regexEngine,
  startCandidates,
} from '../routing/index.ts';
import { BaseCommand, type ReadOptions } from './base.ts';

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
  ): Promise<
    { readonly routing: FoundRouting; readonly redact: Redact; readonly unread: boolean } | undefined
  > {
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

  protected contextFor({ word }: FoundRoutes, { clusters, nameless }: FoundRouting): RoutingContext {
    const { regexes, candidates } = this;
    return { word, regexes, candidates, nameless, ...(clusters ? { clusters } : {}) };
  }
}
