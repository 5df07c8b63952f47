import { createReadStream } from 'node:fs';
import { Args, Flags } from '@oclif/core';
import { noPaint } from '../present/text.ts';
import { requestSecrets } from '../report/requests/request-secrets.ts';
import { whyFormats, whyReport } from '../report/why.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { InputError } from '../source/errors.ts';
import { readingFailed } from '../source/file-problem.ts';
import { STDIN_NAME } from '../source/inputs.ts';
import { declaredIn } from '../why/declared.ts';
import { startWhy, type WhyRun } from '../why/groups.ts';
import { isPlain, jsonFormat, type LogFormat, textFormat } from '../why/log-format.ts';
import { MAX_LINE } from '../why/log-lines.ts';
import type { Outcome } from './exit.ts';
import { followFlags, oneInput, outputFlags, readFlags } from './flags.ts';
import { chooseFlags, RoutingCommand } from './routing-input.ts';
import { UsageError } from './usage-error.ts';

/** What is read of a log; the rest is left, which is said. */
const MAX_LOG = 2_000_000_000;

export default class Why extends RoutingCommand {
  static override readonly summary = 'Explain lines of an access log by the configuration.';
  static override readonly description =
    'Each line becomes a request that is traced; what the line says (flags, details, route, cluster, status) stands beside what the configuration does, grouped by cause. Lines are JSON, or text in a format that a listener of the input declares. The exit code is 0 whatever the log says, and 2 where no line of it can be read.';
  static override readonly examples = [
    '<%= config.bin %> why front.yaml access.log',
    'kubectl logs deploy/gateway | <%= config.bin %> why dump.json',
    "<%= config.bin %> why front.yaml access.log --log-format '%REQ(:METHOD)% %REQ(:AUTHORITY)%%REQ(:PATH)% %RESPONSE_CODE% %RESPONSE_FLAGS%'",
  ];
  static override readonly args = {
    ...oneInput,
    log: Args.string({
      description: 'The access log; standard input where it is - or left out.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    'log-format': Flags.string({
      helpValue: 'FORMAT',
      description:
        'The format of the lines, as an access log declares it: text with commands such as %RESPONSE_FLAGS%, or a JSON object of them. It goes before the formats of the input.',
    }),
    ...chooseFlags,
    format: Flags.option({
      options: whyFormats,
      default: 'text' as const,
      description: 'For people, for programs, or for a page of notes.',
    })(),
    ...outputFlags,
    ...readFlags,
    ...followFlags,
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Why);
    const log = args.log ?? '-';
    if (args.input === '-' && log === '-')
      throw new UsageError(
        'standard input cannot be both the configuration and the log',
        'name a file for one of them',
      );
    const own = flags['log-format'];
    const given = own === undefined ? [] : [{ format: givenFormat(own), listeners: [] }];
    const read = await this.readRouting(args.input, flags);
    if (read === undefined) return { found: false, unread: true };
    const { routing, configurations } = read;
    const declared = declaredIn(configurations);
    const contextFor = (found: Parameters<typeof this.contextFor>[0]) => this.contextFor(found, routing);
    const wish = { listener: flags.listener, routeConfig: flags['route-config'] };
    const run = startWhy({ routing, declared, contextFor, wish }, [...given, ...declared.formats]);
    if (await readLog(log, run))
      this.warn(`only the first ${MAX_LOG / 1_000_000_000} GB of the log were read`);
    const why = run.result();
    if (why.lines > 0 && why.unread === why.lines)
      throw new InputError({
        file: log === '-' ? STDIN_NAME : log,
        problem: `none of its ${why.lines} lines is JSON of a request, or text in a format that the configuration declares`,
        hint: "name its format: --log-format '%REQ(:METHOD)% …'",
      });
    const secrets = why.groups.flatMap(({ request }) => (request === null ? [] : requestSecrets(request)));
    const { redact } = redactionOf(configurations, flags['show-secrets'], secrets);
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const report = { version: this.config.version, input: args.input, why, redact };
    await this.deliver(whyReport(report, flags.format, paint), flags.output);
    return { found: false, unread: read.unread };
  }
}

/** @throws UsageError where it begins like JSON and is none */
function givenFormat(text: string): LogFormat {
  if (!text.trimStart().startsWith('{')) {
    if (/%[A-Z]/.test(text)) return textFormat(text);
    throw new UsageError(
      '--log-format holds no command',
      'commands look like %RESPONSE_FLAGS% or %REQ(:PATH)%',
    );
  }
  try {
    const format: unknown = JSON.parse(text);
    if (isPlain(format)) return jsonFormat(JSON.parse(text));
  } catch {}
  throw new UsageError('--log-format begins like a JSON object and is none');
}

/**
 * Hands a log over line by line; lines that are too long never stand in memory.
 *
 * @returns whether something of it was left
 * @throws InputError where it cannot be read
 */
async function readLog(name: string, run: WhyRun): Promise<boolean> {
  const stream: AsyncIterable<Buffer> = name === '-' ? process.stdin : createReadStream(name);
  let pending: Buffer[] = [];
  let length = 0;
  let size = 0;
  const end = (): void => {
    if (length > MAX_LINE) run.skip();
    else if (length > 0) run.add(Buffer.concat(pending).toString());
    pending = [];
    length = 0;
  };
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      for (let at = 0; at < chunk.length; ) {
        const next = chunk.indexOf(10, at);
        const part = chunk.subarray(at, next === -1 ? chunk.length : next);
        length += part.length;
        if (length <= MAX_LINE) pending.push(part);
        else pending = [];
        if (next === -1) break;
        end();
        at = next + 1;
      }
      if (size > MAX_LOG) return true;
    }
  } catch (error) {
    throw readingFailed(name === '-' ? STDIN_NAME : name, error);
  }
  end();
  return false;
}
