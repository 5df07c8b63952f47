/**
 * What every command shares: colours, reading its inputs, and where its result goes. What reads and writes is loaded by
 * the commands that do.
 */
import { Command, Flags, type Interfaces } from '@oclif/core';
import type { Configuration } from '../model/open.ts';
import { safeLine } from '../present/text.ts';
import { renderInputError } from '../report/terminal.ts';
import type { Settings } from '../settings/index.ts';
import type { InputError } from '../source/errors.ts';
import { withXdsFlags } from '../source/live.ts';
import type { SourceFile } from '../source/load.ts';
import { bug, isAnswered, type Outcome } from './exit.ts';
import { type FileFailure, hideSecrets } from './file-failure.ts';
import type { Pass, PassHost, ReadCount, ReadOptions } from './many/each-input.ts';
import { ClosedPipe, isStandardOutput, processTerminal, type Terminal, writtenText } from './terminal.ts';

export type { ReadCount, ReadOptions };

/** The address of a management server takes what flags say of it along. */
function addressed(value: unknown, flags: { readonly [flag: string]: unknown }): unknown {
  return typeof value === 'string' ? withXdsFlags(value, flags) : value;
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

  /** Whether the arguments of the command name files. */
  protected readonly readsArguments: boolean = true;

  /** @throws UsageError where a result would be written onto an input, before anything runs */
  protected override async parse<
    F extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    B extends Interfaces.OutputFlags<Interfaces.FlagInput>,
    A extends Interfaces.OutputArgs<Interfaces.ArgInput>,
  >(options?: Interfaces.Input<F, B, A>, argv?: string[]): Promise<Interfaces.ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv);
    const flags: { readonly [flag: string]: unknown } = parsed.flags;
    if (flags.descriptors !== undefined) {
      const { takeGivenDescriptors } = await import('./descriptors.ts');
      await takeGivenDescriptors(flags.descriptors);
    }
    for (const [name, value] of Object.entries(parsed.args))
      if (Array.isArray(value))
        Object.assign(parsed.args, { [name]: value.map((each) => addressed(each, flags)) });
      else Object.assign(parsed.args, { [name]: addressed(value, flags) });
    const files = (...names: readonly string[]) =>
      names.flatMap((flag) => {
        const path = flags[flag];
        return typeof path === 'string' && path !== '-' ? [{ flag: `--${flag}`, path }] : [];
      });
    const isBaseline = flags['write-baseline'] === true;
    const accepts = flags.accept === true;
    const written = [
      ...files('output', 'emit-tests'),
      ...(isBaseline ? files('baseline').map(({ path }) => ({ flag: '--write-baseline', path })) : []),
      ...(accepts ? files('accepted').map(({ path }) => ({ flag: '--accept', path })) : []),
    ];
    if (written.length === 0) return parsed;
    const { spareInputs } = await import('./spare-inputs.ts');
    const inputs = this.readsArguments
      ? parsed.raw.flatMap((token) => (token.type === 'arg' ? [token.input] : []))
      : [];
    const beside = files(
      'request',
      'config',
      ...(isBaseline ? [] : ['baseline']),
      ...(accepts ? [] : ['accepted']),
    );
    await spareInputs(
      written,
      inputs,
      beside.map(({ path }) => path),
    );
    return parsed;
  }

  /** Runs the command with oclif's steps around it. (oclif's own `Command.run` would look for a configuration.) */
  start(): Promise<Outcome> {
    return this._run();
  }

  private hasReportedBug = false;

  /** What was opened, for as long as the command needs it: a bug's words may quote its secrets. */
  private readonly seen: WeakRef<Configuration>[] = [];

  /** Failures get their words and their exit code in exit.ts. */
  protected override async catch(error: Error): Promise<never> {
    if (!isAnswered(error)) hideSecrets(error, await this.redactSeen());
    throw error;
  }

  private async redactSeen(): Promise<(text: string) => string> {
    const { redactionOf } = await import('../results/secrets/redact.ts');
    const left = this.seen.flatMap((each) => each.deref() ?? []);
    return redactionOf(left, false).redact;
  }

  protected get terminal(): Terminal {
    this.streams ??= this.openTerminal(processTerminal(flagIn(this.argv)));
    return this.streams;
  }

  /** The terminal as this command uses it. */
  protected openTerminal(streams: Terminal): Terminal {
    return streams;
  }

  /** A line for standard error. */
  protected note(text: string): void {
    this.terminal.note(`${safeLine(text)}\n`);
  }

  protected report(error: InputError): void {
    this.terminal.note(renderInputError(error.details, this.terminal.notePaint));
  }

  /** One input of many met a mistake of cfgtool's own: the first such is told at length. */
  private reportBug(failure: FileFailure): void {
    const { notePaint: paint } = this.terminal;
    if (this.hasReportedBug) {
      this.note(`${failure.file}: this is a bug in cfgtool: ${failure.what}`);
      return;
    }
    this.hasReportedBug = true;
    const debug = (process.env.CFGTOOL_DEBUG ?? '') !== '';
    const context = { version: this.config.version, paint, debug };
    this.terminal.note(bug(failure, context, 'this input has no result, the others have theirs'));
  }

  /**
   * Opens every configuration among the inputs, one at a time, and hands it to `work`. What cannot be read is reported
   * and counted; a searched file that is no configuration is skipped with a note. Each comes with the settings that
   * count for it, and before the files that it names for discovery where these are followed.
   */
  protected async eachConfiguration(
    inputs: readonly string[],
    options: ReadOptions,
    work: (configuration: Configuration<SourceFile>, settings: Settings) => Promise<void> | void,
  ): Promise<ReadCount> {
    return await this.eachPart({
      inputs,
      options,
      async work(configuration, settings, others) {
        await work(configuration, settings);
        for (const other of others) await work(other, settings);
      },
    });
  }

  /** Works through many inputs; {@link eachPart} says how. */
  protected async eachPart<R>(pass: Pass<R>): Promise<ReadCount> {
    const { eachPart } = await import('./many/each-input.ts');
    return await eachPart(pass, this.passHost());
  }

  /** Who runs a pass: this command, which cannot be interrupted and shows no progress unless it says otherwise. */
  protected passHost(): PassHost {
    return {
      note: (text) => this.note(text),
      report: (error) => this.report(error),
      failed: async (failure) => {
        hideSecrets(failure, await this.redactSeen());
        this.reportBug(failure);
      },
      opened: (configuration) => void this.seen.push(new WeakRef(configuration)),
      waited: (reading) => reading,
      at: () => {},
    };
  }

  /** Writes to standard output. Whether anybody still reads it: whoever stopped has read enough, the outcome stays. */
  private async isPrinted(text: string): Promise<boolean> {
    try {
      await this.terminal.result(text);
      return true;
    } catch (error) {
      if (error instanceof ClosedPipe) return false;
      throw error;
    }
  }

  /**
   * Hands over the result: to `--output` where it is given, otherwise to standard output. A file that was written is told
   * of on standard error.
   *
   * @param about what more is told of it
   */
  protected async deliver(text: string, output: string | undefined, about?: string): Promise<void> {
    if (isStandardOutput(output)) {
      await this.isPrinted(text);
      return;
    }
    const [{ writeOutput }, { processWriteIo }] = await Promise.all([
      import('../source/write.ts'),
      import('./io.ts'),
    ]);
    if (await writeOutput(output, text, processWriteIo)) this.note(writtenText(output, about));
  }

  /** The same of a result that need not be in memory as a whole. */
  protected async deliverPieces(pieces: Iterable<string>, output: string | undefined): Promise<void> {
    if (isStandardOutput(output)) {
      for (const piece of pieces) if (!(await this.isPrinted(piece))) return;
      return;
    }
    const [{ openOutput }, { processWriteIo }] = await Promise.all([
      import('../source/write.ts'),
      import('./io.ts'),
    ]);
    const file = await openOutput(output, processWriteIo);
    try {
      for (const piece of pieces) await file.write(piece);
    } catch (error) {
      await file.abandon();
      throw error;
    }
    if (await file.finish()) this.note(writtenText(output));
  }
}

function flagIn(argv: readonly string[]): boolean | undefined {
  const flag = argv.findLast((argument) => argument === '--color' || argument === '--no-color');
  return flag === undefined ? undefined : flag === '--color';
}
