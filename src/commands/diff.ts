import { Args, Flags } from '@oclif/core';
import { emitTests } from '../diff/behaviour/index.ts';
import type { Configuration } from '../model/index.ts';
import type { ComparedFile, ComparedPair, DiffReport } from '../report/diff.ts';
import { diffFormats, diffReport } from '../report/diff-formats.ts';
import { ansiPaint, noPaint } from '../report/paint.ts';
import { redaction, secretTexts, showAll } from '../report/redact.ts';
import { emittedYaml } from '../report/suggested-tests.ts';
import { NO_SETTINGS, type Settings } from '../settings/index.ts';
import { writeOutput } from '../source/write.ts';
import { BaseCommand } from './base.ts';
import { DIFF_FAIL_CHOICES, failsDiff } from './diff-options.ts';
import { pairOfDriver, pairsOfGit, pairsOfInputs, type WantedFile, type WantedPair } from './diff-pairs.ts';
import { compare } from './diff-run.ts';
import type { Outcome } from './exit.ts';
import { outputFlags, readFlags } from './flags.ts';
import { processWriteIo } from './io.ts';
import { page, pagerFor } from './pager.ts';
import { UsageError } from './usage-error.ts';

export default class Diff extends BaseCommand {
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
    ...readFlags,
  };

  private readonly secrets: string[] = [];
  private readonly files = { before: [] as ComparedFile[], after: [] as ComparedFile[] };
  private settings: Settings = NO_SETTINGS;

  override async run(): Promise<Outcome> {
    const { raw, flags } = await this.parse(Diff);
    // The parser's own list of arguments puts equal ones side by side.
    const args = raw.flatMap((token) => (token.type === 'arg' ? token.input : []));
    const driver = flags.git ? undefined : pairOfDriver(args);
    const pairs: ComparedPair[] = [];
    let unread = 0;
    for (const wanted of driver === undefined ? await this.wanted(args, flags) : [driver]) {
      const before = await this.side(wanted.before, wanted, flags, 'before');
      const after = await this.side(wanted.after, wanted, flags, 'after');
      unread += before.unread + after.unread;
      if (before.unread + after.unread > 0 || before.opened.length + after.opened.length === 0) continue;
      const { ignore, rules } = this.settings.diff;
      const options = { ignore, rules, cosmetic: flags['show-cosmetic'], showSecrets: flags['show-secrets'] };
      const { behaviour } = flags;
      pairs.push(
        compare(wanted.name, before.opened, after.opened, {
          ...options,
          behaviour,
          patch: flags.format === 'patch',
          page: flags.format === 'html',
        }),
      );
    }
    if (flags.format === 'patch' && pairs.length > 1)
      throw new UsageError('a patch describes one pair of files', 'name one pair, or use --format json');
    if (pairs.length === 0 && unread > 0) return { found: false, unread: true };
    const redact = flags['show-secrets'] ? showAll : redaction(this.secrets).redact;
    const report: DiffReport = { pairs, files: this.files, redact, version: this.config.version };
    const tests = flags['emit-tests'];
    if (tests !== undefined) await this.emit(tests, report);
    await this.print(report, flags, driver !== undefined);
    // Git takes any other exit code of a driver for its failure.
    if (driver !== undefined) return { found: false, unread: false };
    return { found: failsDiff(report, flags['fail-on'] ?? this.settings.failOn), unread: unread > 0 };
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

  private async side(
    wanted: readonly WantedFile[],
    { mayBeOther }: WantedPair,
    options: {
      readonly type: string | undefined;
      readonly namespace: string | undefined;
      readonly config: string | undefined;
    },
    which: 'before' | 'after',
  ): Promise<{ readonly opened: readonly Configuration[]; readonly unread: number }> {
    const opened: Configuration[] = [];
    let unread = 0;
    for (const { input, shown } of wanted) {
      const read = await this.eachConfiguration([input], { ...options, mayBeOther }, (each, settings) => {
        const file = shown === undefined ? each.file : { ...each.file, name: shown };
        opened.push(shown === undefined ? each : { ...each, file });
        this.files[which].push({ name: file.name, lines: file.lines });
        for (const secret of secretTexts(each)) this.secrets.push(secret);
        if (this.settings === NO_SETTINGS || which === 'after') this.settings = settings;
      });
      unread += read.unread;
    }
    return { opened, unread };
  }

  private async emit(path: string, { pairs, redact }: DiffReport): Promise<void> {
    const moved = pairs.filter(({ behaviour }) => behaviour !== undefined);
    const [pair] = moved;
    if (pair?.behaviour === undefined || moved.length > 1)
      throw new UsageError(
        '--emit-tests writes the tests of one pair of files',
        'name one pair, with its behaviour',
      );
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
