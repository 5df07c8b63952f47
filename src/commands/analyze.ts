import { Flags } from '@oclif/core';
import { againstBaseline } from '../analyze/baseline.ts';
import { type Finding, type RuleLevel, subjectOf } from '../analyze/index.ts';
import type { Configuration } from '../model/index.ts';
import type { AnalyzedFile, AnalyzeReport } from '../report/analyze.ts';
import { analyzeFormats, analyzeReport } from '../report/analyze-formats.ts';
import { noPaint } from '../report/paint.ts';
import { redaction, secretTexts, showAll } from '../report/redact.ts';
import type { Settings } from '../settings/index.ts';
import { FAIL_CHOICES, fails, levelsOf, levelsWith, run } from './analyze-options.ts';
import { BaseCommand } from './base.ts';
import { loadBaseline, writeBaseline } from './baseline-file.ts';
import type { Outcome } from './exit.ts';
import { inputs, namedInputs, outputFlags, readFlags } from './flags.ts';

export default class Analyze extends BaseCommand {
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
      description: 'For people, programs, code scanning, CI logs, CI servers, review comments, browsers.',
    })(),
    ...outputFlags,
    'fail-on': Flags.option({
      options: FAIL_CHOICES,
      helpValue: 'LEVEL',
      description:
        'The level from which on a finding makes the exit code 1: error, warning (the default), info, none.',
    })(),
    rule: Flags.string({
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'ID=LEVEL',
      description: 'Set the level of a rule: off, info, warning or error; may be repeated.',
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
    ...readFlags,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Analyze);
    const given = namedInputs(args.input);
    const overrides = levelsOf(flags.rule);
    const baseline = flags['write-baseline'] ? [] : await loadBaseline(flags.baseline);
    const files: AnalyzedFile[] = [];
    const findings: { readonly finding: Finding; readonly settings: Settings }[] = [];
    let suppressed = 0;
    const take = (configurations: readonly Configuration[], settings: Settings): void => {
      const levels: ReadonlyMap<string, RuleLevel> = levelsWith(settings, overrides);
      const analysis = run(subjectOf(configurations, { now: () => performance.now() }), levels);
      suppressed += analysis.suppressed.length;
      for (const finding of analysis.findings) findings.push({ finding, settings });
      const redact =
        flags['show-secrets'] || analysis.findings.length === 0
          ? showAll
          : redaction(configurations.flatMap(secretTexts)).redact;
      for (const { file } of configurations) files.push({ name: file.name, lines: file.lines, redact });
    };
    const together: Configuration[] = [];
    let shared: Settings | undefined;
    const { unread } = await this.eachConfiguration(given, flags, (configuration, settings) => {
      if (!flags.together) return take([configuration], settings);
      shared ??= settings;
      together.push(configuration);
    });
    if (shared !== undefined) take(together, shared);
    const all = findings.map(({ finding }) => finding);
    const { kept, hidden, gone } = againstBaseline(all, baseline);
    const report: AnalyzeReport = {
      files,
      findings: kept,
      suppressed,
      baselined: hidden,
      version: this.config.version,
    };
    if (flags['write-baseline']) {
      await writeBaseline(flags.baseline, all, report);
      this.note(`${all.length} findings written to ${flags.baseline}`);
      return { found: false, unread: unread > 0 };
    }
    for (const { rule, file, message } of gone)
      this.note(`in the baseline, but no longer found: ${rule} in ${file}: ${message}`);
    if (files.length === 0) return { found: false, unread: unread > 0 };
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    await this.deliver(analyzeReport(report, flags.format, paint), flags.output);
    const counted = new Set(kept);
    const found = findings.some(
      ({ finding, settings }) => counted.has(finding) && fails(finding, flags['fail-on'] ?? settings.failOn),
    );
    return { found, unread: unread > 0 };
  }
}
