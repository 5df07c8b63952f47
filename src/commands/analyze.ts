import { Flags } from '@oclif/core';
import type { Configuration } from '../model/index.ts';
import { analyzeFormats, analyzeReport } from '../report/analyze-formats.ts';
import { counted } from '../report/migrated-file.ts';
import { noPaint } from '../report/paint.ts';
import type { Settings } from '../settings/index.ts';
import { type FixOptions, fixInPlace } from './analyze-fix.ts';
import { FAIL_CHOICES, levelsOf } from './analyze-options.ts';
import { AnalyzeRun } from './analyze-run.ts';
import { BaseCommand } from './base.ts';
import { loadBaseline, writeBaseline } from './baseline-file.ts';
import type { Outcome } from './exit.ts';
import { inputs, namedInputs, outputFlags, readFlags } from './flags.ts';
import { checkWriteBack } from './migrate-options.ts';

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
      description:
        'For people, programs, code scanning, CI logs, CI servers, review comments; html: one page to look at.',
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
    fix: Flags.boolean({
      description:
        'Mend in place what can safely be mended: dead parts, slips in field names, duplicates, deprecated forms.',
      exclusive: ['baseline', 'together'],
    }),
    'dry-run': Flags.boolean({
      description: 'With --fix: print the changes as a diff, write nothing.',
      dependsOn: ['fix'],
    }),
    ...readFlags,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Analyze);
    const given = namedInputs(args.input);
    if (flags.fix && !flags['dry-run']) await checkWriteBack(given, '--fix');
    const showSecrets = flags['show-secrets'] ?? false;
    const run = new AnalyzeRun({
      overrides: levelsOf(flags.rule),
      showSecrets,
      pictures: flags.format === 'html',
    });
    const baseline = flags['write-baseline'] ? [] : await loadBaseline(flags.baseline);
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const note = (text: string) => this.note(text);
    const fixing: FixOptions = { ...flags, dryRun: flags['dry-run'], showSecrets, paint, note };
    const diffs: string[] = [];
    const together: Configuration[] = [];
    let shared: Settings | undefined;
    const { unread } = await this.eachConfiguration(given, flags, async (configuration, settings) => {
      if (flags.fix) diffs.push(await fixInPlace(configuration, settings, run, fixing));
      else if (!flags.together) run.take([configuration], settings);
      else {
        shared ??= settings;
        together.push(configuration);
      }
    });
    if (shared !== undefined) run.take(together, shared);
    if (run.isEmpty) return { found: false, unread: unread > 0 };
    const { report, gone } = run.report(this.config.version, baseline);
    if (flags['write-baseline']) {
      await writeBaseline(flags.baseline, run.findings, report);
      this.note(`${counted(run.findings.length, 'finding')} written to ${flags.baseline}`);
      return { found: false, unread: unread > 0 };
    }
    for (const { rule, file, message } of gone)
      this.note(`in the baseline, but no longer found: ${rule} in ${file}: ${message}`);
    const text = flags['dry-run'] ? diffs.join('') : analyzeReport(report, flags.format, paint);
    await this.deliver(text, flags.output);
    return { found: run.fails(report, flags['fail-on']), unread: unread > 0 };
  }
}
