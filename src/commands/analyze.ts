import { Flags } from '@oclif/core';
import { analyzeFormats } from '../report/analyze/formats.ts';
import { type AnalyzedPart, analyzedEntries, renamedPart } from '../results/analysis.ts';
import { NEWEST_RELEASE } from '../schema/release.ts';
import { counted } from '../source/counted.ts';
import { InputError } from '../source/errors.ts';
import { FAIL_CHOICES, listRules, shownFlags, upgradeOf } from './analyze-options.ts';
import { type AnalyzeFlags, AnalyzePass } from './analyze-pass.ts';
import { loadBaseline, NO_BASELINE } from './baseline-file.ts';
import type { Outcome } from './exit.ts';
import { byNodeFlag, followFlags, inputs, namedInputs, outputFlags, readFlags, skipFlag } from './flags.ts';
import { ManyCommand, manyFlags } from './many/many-command.ts';
import { shardOf } from './many/parts.ts';
import { sharing } from './many/sharing.ts';
import { checkWriteBack } from './migrate-options.ts';
import type { OwnRules } from './own/own-rules.ts';
import { UsageError } from './usage-error.ts';

export default class Analyze extends ManyCommand {
  static override readonly summary = 'Find dead routes, unreachable clusters and broken rules.';
  static override readonly description =
    'Also called lint. Each finding is certain; what cannot be decided is said to be undecided. The exit code is 1 where something at or above the level of --fail-on is found.\n' +
    'A comment `# cfgtool-ignore RULE: reason` on the line above, or at the end of the line, suppresses a finding.';
  static override readonly examples = [
    '<%= config.bin %> analyze front.yaml',
    '<%= config.bin %> analyze configs/ --fail-on error --rule loose-spelling=off',
    '<%= config.bin %> analyze routes.yaml clusters.yaml --together',
    '<%= config.bin %> analyze configs/ --baseline cfgtool-baseline.json --format sarif --output findings.sarif',
  ];
  static override readonly args = inputs;
  static override readonly flags = {
    format: Flags.option({
      options: analyzeFormats,
      default: 'text' as const,
      description:
        'For people, programs, code scanning, CI logs, CI servers, review comments; html: one page to look at; ndjson: a line for each file, as soon as it is done.',
    })(),
    ...outputFlags,
    'fail-on': Flags.option({
      options: FAIL_CHOICES,
      helpValue: 'LEVEL',
      description:
        'The level from which on a finding makes the exit code 1: error, warning (the default), info, none.',
    })(),
    ...shownFlags,
    rule: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'ID=LEVEL',
      description:
        'Set the level of a rule: off, info, warning or error; may be repeated. With --fix, ID alone: fix what this rule finds and nothing else.',
    }),
    only: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'RULE',
      description: 'Show what this rule finds, and what it cannot decide, alone; may be repeated.',
    }),
    'own-rules': Flags.boolean({
      description:
        'Also run the modules of own rules that own_rules names in the settings of the working folder, or in those of --config. They are code; without this flag none runs.',
    }),
    list: Flags.boolean({ description: 'List the rules, with their levels.' }),
    upgrade: Flags.boolean({
      description:
        'Also say what newer releases of the proxy do otherwise with this configuration, and how the old behaviour is kept.',
    }),
    from: Flags.string({
      dependsOn: ['upgrade'],
      helpValue: 'RELEASE',
      description:
        'With --upgrade: the release that runs today, such as 1.30; what it has already is left out, and what it takes or does not deprecate is told apart.',
    }),
    to: Flags.string({
      dependsOn: ['upgrade'],
      helpValue: 'RELEASE',
      description: `With --upgrade: the release that comes next, such as 1.36, which the inputs are held to; ${NEWEST_RELEASE} by default.`,
    }),
    together: Flags.boolean({
      description: 'Take all inputs as one configuration: clusters in one file, routes in another.',
    }),
    ...byNodeFlag,
    baseline: Flags.string({ helpValue: 'FILE', description: 'Hide the findings that this file lists.' }),
    'write-baseline': Flags.boolean({
      description:
        'Write what is found to the file of --baseline, so that only what is new is shown from now on.',
      dependsOn: ['baseline'],
    }),
    fix: Flags.boolean({
      description:
        'Fix in place what is certain: dead parts, typos in names, lenient spellings, duplicates, deprecated forms; --rule ID for one rule.',
    }),
    'dry-run': Flags.boolean({
      description: 'With --fix: print the changes as a diff, write nothing.',
      dependsOn: ['fix'],
    }),
    ...manyFlags,
    ...readFlags,
    ...followFlags,
    ...skipFlag,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Analyze);
    if (flags.list) {
      return await this.list(flags);
    }
    const given = namedInputs(args.input);
    const shard = shardOf(flags.shard);
    for (const other of ['baseline', 'together', 'by-node', 'follow', 'own-rules'] as const)
      if (flags.fix && flags[other]) throw new UsageError(`--fix and --${other} exclude each other`);
    if (flags.only !== undefined && flags['write-baseline'])
      throw new UsageError(
        '--only and --write-baseline exclude each other',
        'the baseline would forget what other rules find',
      );
    if (flags.fix && !flags['dry-run']) await checkWriteBack(given, '--fix');
    const baseline = flags['write-baseline'] ? NO_BASELINE : await loadBaseline(flags.baseline);
    if (baseline.isOlder)
      this.note(
        `${flags.baseline} was written by an older cfgtool: what it hides is known by rule, file and message; --write-baseline writes it anew`,
      );
    const { version } = this.config;
    const head = { version, command: 'analyze', shard } as const;
    const note = (text: string) => this.note(text);
    const report = (error: InputError) => this.report(error);
    const own = flags['own-rules']
      ? new (await import('./own/own-rules.ts')).OwnRules({ flags, note })
      : undefined;
    const pass = new AnalyzePass({ flags, baseline, head, terminal: this.terminal, own, note, report });
    const store = this.storeOf<AnalyzedPart | undefined>(flags, analyzedEntries, isDecided);
    const words = [...this.programWords(), ...pass.words];
    this.jobs = flags.jobs;
    return await this.withOwnRules(pass, own, async () => {
      await own?.rules();
      const { unread, failed, left } = await this.eachPart<AnalyzedPart | undefined>({
        inputs: given,
        options: { ...flags, release: upgradeOf(flags).release },
        shard,
        entries: pass.isShared ? analyzedEntries : undefined,
        sharing: pass.isShared ? sharing(store, words, renamed) : undefined,
        work: (...given) => pass.work(...given),
        done: (part, settings) => pass.done(part, settings),
      });
      // Of half a configuration nothing certain can be said; nodes know which of their files are missing.
      if (left === 0 && (failed === 0 || flags['by-node'])) await pass.settleTogether();
      const isEmpty = pass.isEmpty && !this.isInterrupted;
      if (left + unread + failed === 0 && shard === undefined && !isEmpty) await pass.checkOwnIds();
      if (flags['write-baseline'] && !isEmpty && !this.isInterrupted)
        this.note(`${counted(await pass.writeBaseline(), 'finding')} written to ${flags.baseline}`);
      const isReported = !isEmpty && !flags['write-baseline'];
      if (isReported) {
        const text = await pass.report(left);
        if (text !== undefined) await this.deliver(text, flags.output);
      }
      const isUnread = unread + pass.refused > 0;
      return this.ended({ found: isReported && pass.found, unread: isUnread, mistaken: failed > 0 }, left);
    });
  }

  /** Whoever mends settings may be looking for what they may say. */
  private async list(flags: AnalyzeFlags): Promise<Outcome> {
    let unread = false;
    const { listedRules } = await import('./own/own-rules.ts');
    const own = await listedRules(flags, (text) => this.note(text)).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      this.report(error);
      unread = true;
      return [];
    });
    await this.deliver(listRules(this.terminal.resultPaint, own), flags.output);
    return { found: false, unread };
  }

  /** The thread of own rules ends with the run. */
  private async withOwnRules(
    { parts }: AnalyzePass,
    own: OwnRules | undefined,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      return await parts.orAbandon(work);
    } finally {
      await own?.close();
    }
  }
}

function renamed(part: AnalyzedPart | undefined, name: string): AnalyzedPart | undefined {
  return part && renamedPart(part, name);
}

/** A rule that gave up may decide elsewhere. */
function isDecided(part: AnalyzedPart | undefined): boolean {
  return part?.findings.every(({ rule }) => rule !== 'undecided') === true;
}
