import { Flags } from '@oclif/core';
import type { Configuration } from '../model/index.ts';
import { analyzeFormats, analyzeReport } from '../report/analyze/formats.ts';
import { analyzeReportOf } from '../report/analyze/report.ts';
import { noPaint } from '../report/text/paint.ts';
import {
  type AnalyzedPart,
  analyzedEntries,
  analyzedObject,
  countsOf,
  renamedPart,
} from '../results/analysis.ts';
import type { Settings } from '../settings/index.ts';
import { counted } from '../source/counted.ts';
import type { SourceFile } from '../source/load.ts';
import { type FixOptions, fixInPlace, onlyPart } from './analyze-fix.ts';
import { FAIL_CHOICES, releaseOf, ruleFlags, shownFlags } from './analyze-options.ts';
import { AnalyzeRun } from './analyze-run.ts';
import { loadBaseline, NO_BASELINE, writeBaseline } from './baseline-file.ts';
import type { Outcome } from './exit.ts';
import { followFlags, inputs, namedInputs, outputFlags, readFlags, skipFlag } from './flags.ts';
import { ManyCommand, manyFlags } from './many/many-command.ts';
import { Parts } from './many/parts.ts';
import { shardOf } from './many/shard.ts';
import { sharing } from './many/sharing.ts';
import { afterStage } from './memory.ts';
import { checkWriteBack } from './migrate-options.ts';
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
    upgrade: Flags.boolean({
      description:
        'Also say what newer releases of the proxy do otherwise with this configuration, and how the old behaviour is kept.',
    }),
    from: Flags.string({
      dependsOn: ['upgrade'],
      helpValue: 'RELEASE',
      description:
        'With --upgrade: the release that runs today, such as 1.30; what it has already is left out.',
    }),
    together: Flags.boolean({
      description: 'Take all inputs as one configuration: clusters in one file, routes in another.',
    }),
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
    const given = namedInputs(args.input);
    const shard = shardOf(flags.shard);
    for (const other of ['baseline', 'together', 'follow'] as const)
      if (flags.fix && flags[other]) throw new UsageError(`--fix and --${other} exclude each other`);
    if (flags.fix && !flags['dry-run']) await checkWriteBack(given, '--fix');
    const showSecrets = flags['show-secrets'] ?? false;
    const { levels: overrides, only } = ruleFlags(flags.rule, flags);
    const from = releaseOf(flags.from);
    const fixes = flags.format === 'sarif' || shard !== undefined;
    const baseline = flags['write-baseline'] ? NO_BASELINE : await loadBaseline(flags.baseline);
    if (baseline.isOlder)
      this.note(
        `${flags.baseline} was written by an older cfgtool: what it hides is known by rule, file and message; --write-baseline writes it anew`,
      );
    const run = new AnalyzeRun({
      overrides,
      from,
      showSecrets,
      pictures: flags.format === 'html',
      fixes,
      baseline,
      failOn: flags['fail-on'],
    });
    const { verbose, 'min-level': minLevel } = flags;
    const { terminal } = this;
    const paint = flags.output === undefined ? terminal.resultPaint : noPaint;
    const note = (text: string) => this.note(text);
    const fixing: FixOptions = { ...flags, only, dryRun: flags['dry-run'], showSecrets, paint, note };
    const diffs: string[] = [];
    let fixed = 0;
    const groups: Group[] = [];
    const version = this.config.version;
    const head = { version, command: 'analyze', shard } as const;
    const lines = flags.format === 'ndjson' && !flags['dry-run'] && !flags['write-baseline'];
    const parts = new Parts({ head, lines, ...flags, terminal, objectOf: analyzedObject, countsOf });
    const settle = (part: AnalyzedPart, order: number, settings: Settings) =>
      parts.take({ kind: 'done', order, result: run.settle(part, settings) });
    // Of a page more is kept than results; what is fixed or taken together is looked at anew.
    const isShared = !flags.together && !flags.follow && !flags.fix && flags.format !== 'html';
    const store = this.storeOf<AnalyzedPart | undefined>(flags, analyzedEntries, isDecided);
    const words = [
      ...this.programWords(),
      [...overrides],
      from ?? 'any release',
      showSecrets,
      fixes,
      flags.type,
      flags.namespace,
      flags.api,
    ];
    this.jobs = flags.jobs;
    return await parts.orAbandon(async () => {
      const { unread, failed, left } = await this.eachPart<AnalyzedPart | undefined>({
        inputs: given,
        options: flags,
        shard,
        entries: isShared ? analyzedEntries : undefined,
        sharing: isShared ? sharing(store, words, renamed) : undefined,
        async work(configuration, settings, others) {
          if (flags.together || flags.follow) {
            const [first] = flags.together ? groups : [];
            const group = first ?? { files: [], settings };
            if (first === undefined) groups.push(group);
            group.files.push(configuration, ...others);
            return undefined;
          }
          if (!flags.fix) return onlyPart(run.parts([configuration], settings));
          const { part, diff, done } = await fixInPlace(configuration, settings, run, fixing);
          diffs.push(diff);
          fixed += done;
          return part;
        },
        async done(part, settings) {
          if (part.kind !== 'done') await parts.take(part);
          else if (part.result !== undefined) await settle(part.result, part.order, settings);
        },
      });
      // Of half a configuration nothing certain can be said.
      let order = 0;
      if (left === 0 && failed === 0)
        for (const { files, settings } of groups)
          for (const part of run.parts(files, settings)) await settle(part, order++, settings);
      const outcome = (found: boolean): Outcome =>
        this.ended({ found, unread: unread > 0, mistaken: failed > 0 }, left);
      if (parts.files === 0 && !lines && shard === undefined && !this.isInterrupted) return outcome(false);
      if (flags['write-baseline']) {
        const findings = parts.results().flatMap((part) => part.findings);
        if (!this.isInterrupted) {
          await writeBaseline(flags.baseline, findings, version);
          this.note(`${counted(findings.length, 'finding')} written to ${flags.baseline}`);
        }
        return outcome(false);
      }
      if (flags.fix) this.note(fixNote(fixed, flags['dry-run'] === true));
      // A share of the files, or a part of them, lacks what the others hold.
      if (shard === undefined && left === 0)
        for (const { rule, file, message } of run.gone())
          this.note(`in the baseline, but no longer found: ${rule} in ${file}: ${message}`);
      const facts = parts.facts({ command: 'analyze', found: run.found, ...(shard && { shard }) }, left);
      if (lines) await parts.end(facts);
      else {
        afterStage();
        const report = analyzeReportOf(parts.kept, facts, version, run.texts);
        const shown = flags.format === 'html' ? { ...report, pictures: run.pictures } : report;
        const columns = flags.output === undefined ? terminal.columns : undefined;
        const text = flags['dry-run']
          ? diffs.join('')
          : analyzeReport(shown, flags.format, { paint, columns, verbose, minLevel });
        await this.deliver(text, flags.output);
      }
      return outcome(run.found);
    });
  }
}

/** Files that are one configuration. */
interface Group {
  readonly files: Configuration<SourceFile>[];
  readonly settings: Settings;
}

function renamed(part: AnalyzedPart | undefined, name: string): AnalyzedPart | undefined {
  return part && renamedPart(part, name);
}

/** The end of a run with `--fix`. */
function fixNote(fixed: number, dryRun: boolean): string {
  if (fixed === 0)
    return dryRun ? 'nothing to fix: no file would change' : 'nothing was fixed: no file changed';
  return dryRun
    ? `${counted(fixed, 'fix', 'fixes')} would be made; nothing was written`
    : `${counted(fixed, 'fix', 'fixes')} made`;
}

/** A rule that gave up may decide elsewhere. */
function isDecided(part: AnalyzedPart | undefined): boolean {
  return part?.findings.every(({ rule }) => rule !== 'undecided') === true;
}
