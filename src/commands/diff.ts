import { Args, Flags, type Interfaces } from '@oclif/core';
import { emitTests } from '../diff/behaviour/index.ts';
import type { Configuration } from '../model/index.ts';
import { type ComparedFile, type ComparedPair, type DiffReport, isEqual } from '../report/diff.ts';
import { diffFormats, diffReport } from '../report/diff-formats.ts';
import { pairObject } from '../report/diff-json.ts';
import { ansiPaint, noPaint } from '../report/paint.ts';
import { comparedPart, diffReportOf, loosePair, pairCounts, renamedPair } from '../report/parts/diff-part.ts';
import { type Part, unreadInput } from '../report/parts/part.ts';
import { type Redact, redaction, secretTexts, showAll } from '../report/redact.ts';
import { emittedYaml } from '../report/suggested-tests.ts';
import { NO_SETTINGS, type Settings } from '../settings/index.ts';
import { writeOutput } from '../source/write.ts';
import { checkReadOptions } from './base.ts';
import { DIFF_FAIL_CHOICES, failsDiff } from './diff-options.ts';
import { pairOfDriver, pairsOfGit, pairsOfInputs, type WantedPair } from './diff-pairs.ts';
import { type OpenedSide, openSide, type ReadSide, readSide } from './diff-read.ts';
import { compare } from './diff-run.ts';
import type { Outcome } from './exit.ts';
import { type SettingsFinder, settingsFinder } from './find-settings.ts';
import { outputFlags, readFlags } from './flags.ts';
import { processWriteIo } from './io.ts';
import type { PassHost } from './many/each-part.ts';
import { ManyCommand, manyFlags } from './many/many-command.ts';
import { Parts } from './many/parts.ts';
import { isInShard, shardOf } from './many/shard.ts';
import { contentKey, kindWords, type Store, settingsWords } from './many/sharing.ts';
import { page, pagerFor } from './pager.ts';
import { UsageError } from './usage-error.ts';

type DiffFlags = Interfaces.InferredFlags<typeof Diff.flags>;

/** What working on a pair takes. */
interface DiffWork {
  readonly flags: DiffFlags;
  readonly finder: SettingsFinder;
  readonly host: PassHost;
  readonly store: Store<ComparedPair>;
}

export default class Diff extends ManyCommand {
  static override readonly summary = 'Say what a change means, and which requests fare differently.';
  static override readonly description =
    'A and B are files, directories (compared file by file), or REV:PATH as git writes it. What differs in form only makes no difference. The exit code is 1 where something differs.\n' +
    'With --git it compares every configuration that git says changed: cfgtool diff --git BASE [HEAD] [-- PATHS].\n' +
    'It works as an external diff driver of git too (docs/diff.md).';
  static override readonly examples = [
    '<%= config.bin %> diff old.yaml new.yaml',
    '<%= config.bin %> diff HEAD~1:front.yaml front.yaml --format markdown',
    '<%= config.bin %> diff --git main -- configs/',
    '<%= config.bin %> diff old/ new/ --fail-on breaking',
  ];
  static override readonly strict = false;
  static override readonly args = {
    a: Args.string({ description: 'The configuration before the change.', ignoreStdin: true }),
    b: Args.string({ description: 'The configuration after the change.', ignoreStdin: true }),
  };
  static override readonly flags = {
    format: Flags.option({
      options: diffFormats,
      default: 'text' as const,
      description:
        'For people, programs, review comments, CI logs, code scanning, CI servers; html: one page to look at; patch: RFC 6902 of the normalized forms.',
    })(),
    ...outputFlags,
    git: Flags.boolean({
      description: 'Compare what git says changed since BASE, in the working tree or in HEAD.',
    }),
    together: Flags.boolean({ description: 'Take each directory as one configuration.' }),
    behaviour: Flags.option({
      options: ['all', 'destination', 'none'] as const,
      default: 'all' as const,
      description: 'Which differences of requests count: all, only where they go, or none.',
    })(),
    'show-cosmetic': Flags.boolean({ description: 'List what differs in form only as well.' }),
    'side-by-side': Flags.boolean({ description: 'Show the lines of both sides beside each other.' }),
    'emit-tests': Flags.string({
      helpValue: 'FILE',
      description: 'Write the requests that fare differently as tests of the second side, for cfgtool test.',
    }),
    'fail-on': Flags.option({
      options: DIFF_FAIL_CHOICES,
      helpValue: 'LEVEL',
      description:
        'The level from which on a change makes the exit code 1: breaking, warning, info (the default), cosmetic, none.',
    })(),
    pager: Flags.boolean({
      allowNo: true,
      default: true,
      description: 'Page long text on a terminal through $PAGER.',
    }),
    ...manyFlags,
    ...readFlags,
  };

  private readonly secrets: string[] = [];
  private readonly files = { before: [] as ComparedFile[], after: [] as ComparedFile[] };
  private found = false;
  private unread = 0;

  override async run(): Promise<Outcome> {
    const { raw, flags } = await this.parse(Diff);
    // The parser's own list of arguments puts equal ones side by side.
    const args = raw.flatMap((token) => (token.type === 'arg' ? token.input : []));
    const driver = flags.git ? undefined : pairOfDriver(args);
    const shard = shardOf(flags.shard);
    checkReadOptions(flags);
    const all = driver === undefined ? await this.wanted(args, flags) : [driver];
    const wanted = all
      .map((pair, order) => ({ pair, order }))
      .filter(({ pair }) => shard === undefined || isInShard(pair.name, shard));
    const version = this.config.version;
    const lines = flags.format === 'ndjson';
    const head = { version, command: 'diff', shard } as const;
    const { terminal } = this;
    const parts = new Parts<ComparedPair>({
      ...{ head, lines, terminal, output: flags.output },
      objectOf: pairObject,
      countsOf: pairCounts,
    });
    return await parts.orAbandon(async () => {
      let equal = true;
      const left = await this.interruptibly(async () => {
        const host = this.passHost();
        const finder = settingsFinder(flags.config);
        const entries = { objectOf: pairObject, shape: comparedPart };
        const store = this.storeOf(flags, entries, isDecided);
        for (const [at, { pair, order }] of wanted.entries()) {
          if (host.stops()) return wanted.length - at;
          host.at(at, wanted.length, pair.name);
          for (const part of await this.work(pair, order, { flags, finder, host, store })) {
            if (part.kind === 'done') equal &&= isEqual({ pairs: [part.result] });
            await parts.take(part);
          }
        }
        await store.end();
        return 0;
      });
      if (flags.format === 'patch' && parts.files > 1)
        throw new UsageError('a patch describes one pair of files', 'name one pair, or use --format json');
      const outcome = (found: boolean): Outcome =>
        this.ended({ found, unread: driver === undefined && this.unread > 0 }, left);
      if (parts.files === 0 && this.unread > 0 && !lines && shard === undefined && !this.isInterrupted)
        return outcome(false);
      const facts = parts.facts({ command: 'diff', found: this.found, ...(shard && { shard }) }, left);
      if (lines) await parts.end(facts, { equal });
      else {
        const redact = flags['show-secrets'] ? showAll : redaction(this.secrets).redact;
        const report = { ...diffReportOf(parts.kept, facts, version), files: this.files, redact };
        await this.print(report, flags, driver !== undefined);
      }
      // Git takes any other exit code of a driver for its failure.
      return outcome(this.found && driver === undefined);
    });
  }

  /** What becomes of one pair. */
  private async work(
    pair: WantedPair,
    order: number,
    { flags, finder, host, store }: DiffWork,
  ): Promise<readonly Part<ComparedPair>[]> {
    const sides = [await readSide(pair.before, finder), await readSide(pair.after, finder)] as const;
    const key = this.keyOf(sides, flags);
    const known = key === undefined ? undefined : await store.get(key);
    if (known !== undefined)
      return [this.done(order, renamedPair(known.result, namesOf(pair, sides)), settingsOf(sides), flags)];
    const [before, after] = sides.map((side) => openSide(side, pair, flags, host)) as [
      OpenedSide,
      OpenedSide,
    ];
    const errors = [...before.errors, ...after.errors];
    for (const error of errors) host.report(error);
    this.unread += errors.length;
    if (errors.length > 0)
      return errors.map(({ details }) => ({ order, kind: 'unread', unread: unreadInput(details) }));
    if (before.opened.length + after.opened.length === 0) {
      const reason = [...before.skipped, ...after.skipped][0] ?? 'the settings leave it out';
      return [{ order, kind: 'skipped', skipped: { file: pair.name, reason } }];
    }
    const settings = settingsOf(sides);
    const compared = compare(pair.name, before.opened, after.opened, {
      ...settings.diff,
      cosmetic: flags['show-cosmetic'],
      showSecrets: flags['show-secrets'],
      behaviour: flags.behaviour,
      patch: flags.format === 'patch',
      page: flags.format === 'html',
    });
    const secrets = flags['show-secrets'] ? [] : [...before.opened, ...after.opened].flatMap(secretTexts);
    // Some formats show the files themselves.
    if (flags.format === 'html' || flags.format === 'patch')
      for (const each of secrets) this.secrets.push(each);
    const { redact } = redaction(secrets);
    const test = flags['emit-tests'];
    if (test !== undefined) await this.emit(test, compared, redact);
    if (flags['side-by-side'] && flags.format === 'text') {
      this.files.before.push(...before.opened.map(({ file }) => shownFile(file, redact)));
      this.files.after.push(...after.opened.map(({ file }) => shownFile(file, redact)));
    }
    const result = loosePair(compared, redact);
    // Remarks on a file are made when it is opened.
    const isQuiet = [...before.opened, ...after.opened].every(({ notes }) => notes.length === 0);
    if (key !== undefined && isQuiet) await store.set(key, { result, notes: [] });
    return [this.done(order, result, settings, flags)];
  }

  private done(
    order: number,
    result: ComparedPair,
    settings: Settings,
    flags: DiffFlags,
  ): Part<ComparedPair> {
    this.found ||= failsDiff({ pairs: [result] }, flags['fail-on'] ?? settings.failOn);
    return { order, kind: 'done', result };
  }

  /** What the comparison of two files depends on; undefined where it is made anew each time. */
  private keyOf(sides: readonly ReadSide[], flags: DiffFlags): string | undefined {
    if (sides.some(({ files, errors }) => files.length !== 1 || errors.length > 0)) return undefined;
    if (flags['emit-tests'] !== undefined || ['html', 'patch'].includes(flags.format)) return undefined;
    if (flags['side-by-side']) return undefined;
    const files = sides.flatMap((side) => side.files);
    const words = [
      ...this.programWords(),
      ...[flags['show-cosmetic'], flags['show-secrets'], flags.behaviour, flags.type, flags.namespace],
      ...files.map(({ candidate, settings }) => [kindWords(candidate), settingsWords(settings)]),
    ];
    return contentKey(
      files.map(({ bytes }) => bytes),
      words,
    );
  }

  private async wanted(
    args: readonly string[],
    flags: { readonly git: boolean; readonly together: boolean },
  ): Promise<readonly WantedPair[]> {
    if (flags.git) {
      // The parser takes the dashes that part revisions from paths.
      const at = this.argv.indexOf('--');
      const paths = at === -1 ? [] : this.argv.slice(at + 1);
      const [base, head, ...more] = args.slice(0, args.length - paths.length);
      if (base === undefined) throw new UsageError('--git needs a revision', 'cfgtool diff --git main');
      if (more.length > 0) throw new UsageError('--git takes two revisions at most', 'paths stand behind --');
      return await pairsOfGit(base, head, paths);
    }
    const [a, b, ...more] = args;
    if (a === undefined || b === undefined || more.length > 0)
      throw new UsageError(
        `diff compares two inputs, not ${args.length}`,
        'cfgtool diff A B; --git BASE compares with a revision',
      );
    if (a === '-' && b === '-') throw new UsageError('standard input cannot be both sides');
    return await pairsOfInputs(a, b, flags.together);
  }

  private emitted = false;

  private async emit(path: string, pair: ReturnType<typeof compare>, redact: Redact): Promise<void> {
    if (pair.behaviour === undefined || this.emitted)
      throw new UsageError(
        '--emit-tests writes the tests of one pair of files',
        'name one pair, with its behaviour',
      );
    this.emitted = true;
    await writeOutput(
      path,
      emittedYaml(pair.after ?? pair.name, emitTests(pair.behaviour), redact),
      processWriteIo,
    );
  }

  private async print(
    report: DiffReport,
    flags: {
      readonly format: (typeof diffFormats)[number];
      readonly output: string | undefined;
      readonly 'side-by-side': boolean;
      readonly pager: boolean;
    },
    isDriver: boolean,
  ): Promise<void> {
    const toFile = flags.output !== undefined;
    const inGitsPager =
      isDriver && process.env.GIT_PAGER_IN_USE === '1' && (process.env.NO_COLOR ?? '') === '';
    const paint = toFile ? noPaint : inGitsPager ? ansiPaint : this.terminal.resultPaint;
    const sideBySide = flags['side-by-side'] ? (process.stdout.columns ?? 160) : undefined;
    const body = diffReport(report, flags.format, {
      paint,
      ...(sideBySide === undefined ? {} : { sideBySide }),
    });
    const names = report.pairs.map(({ name }) => name).join(', ');
    const text =
      isDriver && flags.format === 'text' ? `${paint.bold(`cfgtool diff ${names}`)}\n${body}` : body;
    const pager = flags.format === 'text' && !toFile && !isDriver && flags.pager ? pagerFor(text) : undefined;
    if (pager === undefined || !(await page(pager, text))) await this.deliver(text, flags.output);
  }
}

/** A file for excerpts, its secrets hidden. */
function shownFile({ name, lines }: Configuration['file'], redact: Redact): ComparedFile {
  return { name, lines: { count: lines.count, line: (number) => redact(lines.line(number)) } };
}

/** The settings of the new file count, of the old one where there is no other. */
function settingsOf([before, after]: readonly [ReadSide, ReadSide]): Settings {
  return (after.files.at(-1) ?? before.files.at(-1))?.settings ?? NO_SETTINGS;
}

function namesOf({ name }: WantedPair, sides: readonly ReadSide[]) {
  const [before, after] = sides.map(({ files }) => files[0]?.name);
  return { name, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** What ran out of time may be decided elsewhere. */
function isDecided({ behaviour }: ComparedPair): boolean {
  return behaviour === undefined || behaviour.undecided.length === 0;
}
