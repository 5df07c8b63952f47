import { Args, Flags } from '@oclif/core';
import { messagesNamed, suggestedMessages } from '../report/explain/find.ts';
import { jsonSchema } from '../report/json-schema.ts';
import { NEWEST_RELEASE, type Release } from '../schema/release.ts';
import { type ApiVersion, typeIn } from '../schema/version.ts';
import { BaseCommand } from './base.ts';
import type { Outcome } from './exit.ts';
import { knownRelease, outputFlags, readFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

export default class Schema extends BaseCommand {
  static override readonly summary = 'Print the data model as JSON Schema (2020-12), for editors.';
  static override readonly description =
    'It accepts what the proxy accepts, in every spelling, and refuses unknown fields. Without a message it is for whole files in any recognised shape.';
  static override readonly examples = [
    '<%= config.bin %> schema --output proxy.schema.json',
    '<%= config.bin %> schema VirtualHost',
    '<%= config.bin %> schema --api v3 Bootstrap',
  ];
  static override readonly args = {
    message: Args.string({
      description: 'One message instead of a whole file, such as Cluster or core.Node.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    api: Flags.option({
      description: 'Version of the API that the schema is of.',
      options: ['v2', 'v3'] as const,
      default: 'v3' as const,
    })(),
    release: Flags.custom<Release>({
      helpValue: 'RELEASE',
      description: `With --api v3: the release of the proxy whose fields it holds, such as 1.36; ${NEWEST_RELEASE} by default.`,
      parse: async (text) => knownRelease(text, '--release'),
    })(),
    descriptors: readFlags.descriptors,
    output: outputFlags.output,
  };

  protected override readonly readsArguments = false;

  async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Schema);
    const message = args.message === undefined ? undefined : oneMessage(args.message);
    await this.deliver(
      `${JSON.stringify(jsonSchema(message, versionOf(message, flags.api), flags.release), undefined, 2)}\n`,
      flags.output,
    );
    return { found: false, unread: false };
  }
}

/** A message that only one version has is described as of that one. */
function versionOf(message: string | undefined, asked: ApiVersion): ApiVersion {
  if (message === undefined || typeIn(asked, message) !== undefined) return asked;
  return typeIn('v3', message) === undefined ? 'v2' : 'v3';
}

function oneMessage(name: string): string {
  const [message, ...others] = messagesNamed(name);
  if (message === undefined) {
    const near = suggestedMessages(name);
    const all = 'cfgtool explain lists the messages';
    throw new UsageError(
      `there is no message ${name}`,
      near.length === 0 ? all : `did you mean ${near.join(' or ')}? Otherwise ${all}`,
    );
  }
  if (others.length > 0) {
    const names = [message, ...others].join(', ');
    throw new UsageError(`several messages are named ${name}`, `name one of them in full: ${names}`);
  }
  return message;
}
