/** What every command shares: colours, reading its inputs, and where its result goes. */
import { Command, Flags } from '@oclif/core';
import { nearest } from '../model/near-miss.ts';
import { type Configuration, openConfiguration, tableNamed } from '../model/open.ts';
import { renderInputError } from '../report/input-error.ts';
import { safeLine } from '../report/safe-text.ts';
import { messages } from '../schema/index.ts';
import { NO_SETTINGS, type Settings } from '../settings/index.ts';
import { InputError } from '../source/errors.ts';
import { loadInputs, type SourceFile } from '../source/load.ts';
import { writeOutput } from '../source/write.ts';
import { isAnswered, type Outcome } from './exit.ts';
import { FileFailure, hideSecrets } from './file-failure.ts';
import { settingsFinder } from './find-settings.ts';
import { processIo, processWriteIo } from './io.ts';
import { afterParsing } from './memory.ts';
import { processTerminal, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export interface ReadOptions {
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
  /** The settings file, instead of the nearest one. */
  readonly config?: string | undefined;
  /** A file that is no configuration is skipped with a note, also where it is named. */
  readonly mayBeOther?: boolean;
}

/** How many inputs came to what. */
export interface ReadCount {
  readonly opened: number;
  /** Reported on standard error already. */
  readonly unread: number;
}

export abstract class BaseCommand extends Command {
  static override readonly baseFlags = {
    color: Flags.boolean({
      allowNo: true,
      helpGroup: 'GLOBAL',
      description: 'Colours, whatever NO_COLOR, FORCE_COLOR and the terminal say.',
    }),
  };

  private streams: Terminal | undefined;

  abstract override run(): Promise<Outcome>;

  /** Runs the command with oclif's steps around it. (oclif's own `Command.run` would look for a configuration.) */
  start(): Promise<Outcome> {
    return this._run();
  }

  /** What was opened, for as long as the command needs it: a bug's words may quote its secrets. */
  private readonly seen: WeakRef<Configuration>[] = [];

  /** Failures get their words and their exit code in exit.ts. */
  protected override async catch(error: Error): Promise<never> {
    if (!isAnswered(error)) hideSecrets(error, await this.redactSeen());
    throw error;
  }

  private async redactSeen(): Promise<(text: string) => string> {
    const { redaction, secretTexts } = await import('../report/redact.ts');
    const left = this.seen.flatMap((each) => each.deref() ?? []);
    return redaction(left.flatMap(secretTexts)).redact;
  }

  protected get terminal(): Terminal {
    this.streams ??= processTerminal(flagIn(this.argv));
    return this.streams;
  }

  /** A line for standard error. */
  protected note(text: string): void {
    this.terminal.note(`${safeLine(text)}\n`);
  }

  protected report(error: InputError): void {
    this.terminal.note(renderInputError(error.details, this.terminal.notePaint));
  }

  /**
   * Opens every configuration among the inputs, one at a time, and hands it to `work`. What cannot be read is reported
   * and counted; a searched file that is no configuration is skipped with a note. Each comes with the settings that
   * count for it.
   */
  protected async eachConfiguration(
    inputs: readonly string[],
    options: ReadOptions,
    work: (configuration: Configuration<SourceFile>, settings: Settings) => Promise<void> | void,
  ): Promise<ReadCount> {
    checkReadOptions(options);
    let [opened, unread, skipped] = [0, 0, 0];
    const finder = settingsFinder(options.config);
    for await (const loaded of loadInputs(inputs, processIo, finder.ignores)) {
      const isFile = !(loaded instanceof InputError);
      if (isFile) afterParsing(loaded.text.length);
      const settings = isFile ? await finder.for(loaded.path) : NO_SETTINGS;
      const { namespace = settings.namespace } = options;
      const configuration = isFile ? this.open(loaded, { ...options, namespace }) : loaded;
      if (configuration instanceof InputError) {
        this.report(configuration);
        unread++;
      } else if (configuration === undefined) skipped++;
      else {
        opened++;
        this.seen.push(new WeakRef(configuration));
        for (const note of configuration.notes) this.note(`${configuration.file.name}: ${note}`);
        await withName(configuration.file.name, () => work(configuration, settings));
      }
    }
    if (opened === 0 && unread === 0 && options.mayBeOther !== true) throw noneOf(inputs, skipped);
    return { opened, unread };
  }

  private open(file: SourceFile, options: ReadOptions): Configuration<SourceFile> | InputError | undefined {
    try {
      if (file.trees.length === 0) throw new InputError({ file: file.name, problem: 'it holds no document' });
      return openConfiguration(file, {
        ...(options.type === undefined ? {} : { type: options.type }),
        ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
      });
    } catch (error) {
      if (!(error instanceof InputError)) throw new FileFailure(file.name, error);
      if (file.found === 'named' && options.mayBeOther !== true) return error;
      this.note(`skipped ${error.message}`);
      return undefined;
    }
  }

  /** Hands over the result: to `--output` where it is given, otherwise to standard output. */
  protected async deliver(text: string, output: string | undefined): Promise<void> {
    if (output === undefined || output === '-' || output === '/dev/stdout') await this.terminal.result(text);
    else await writeOutput(output, text, processWriteIo);
  }
}

function flagIn(argv: readonly string[]): boolean | undefined {
  const flag = argv.findLast((argument) => argument === '--color' || argument === '--no-color');
  return flag === undefined ? undefined : flag === '--color';
}

/** @throws UsageError where `--type` or `--namespace` names nothing that could be meant */
function checkReadOptions({ type, namespace }: ReadOptions): void {
  if (namespace !== undefined && !/^[A-Za-z]\w*$/.test(namespace)) {
    throw new UsageError(`--namespace takes one word, such as proxy, not "${namespace}"`);
  }
  const names = Object.keys(messages);
  if (type === undefined || tableNamed(type, names) !== undefined) return;
  const near = nearest(type, names);
  const hint = near === undefined ? 'cfgtool explain lists the messages' : `did you mean ${near}?`;
  throw new UsageError(`--type names no message: "${type}"`, hint);
}

/** A bug is easier to report when it says which file it met. */
async function withName(name: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isAnswered(error)) throw error;
    throw new FileFailure(name, error);
  }
}

function noneOf(inputs: readonly string[], skipped: number): InputError {
  const problem =
    skipped === 1
      ? 'the one file found there is no configuration'
      : `none of the ${skipped} files found there is a configuration`;
  return new InputError({
    file: inputs.join(' '),
    problem,
    hint: 'the notes above say what each of them is; --type MESSAGE forces a reading',
  });
}
