import { Flags } from '@oclif/core';
import type { RuleLevel } from '../analyze/rule.ts';
import { refusingRules } from '../analyze/rules/refusing.ts';
import { analyze } from '../analyze/run.ts';
import { subjectOf } from '../analyze/subject.ts';
import { type Configuration, heldTo } from '../model/index.ts';
import { analyzeReportOf } from '../present/finding.ts';
import { noPaint } from '../present/text.ts';
import { validateFormats, validateReport } from '../report/validate.ts';
import {
  type AnalyzedPart,
  analyzedEntries,
  analyzedObject,
  countsOf,
  partOfFile,
} from '../results/analysis.ts';
import { unreadInput } from '../results/run.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import type { Settings } from '../settings/index.ts';
import type { SourceFile } from '../source/load.ts';
import type { Outcome } from './exit.ts';
import { byNodeFlag, followFlags, inputs, namedInputs, outputFlags, readFlags, skipFlag } from './flags.ts';
import { withName } from './many/each-input.ts';
import { areGrouped, type Group, Groups } from './many/groups.ts';
import { ManyCommand, manyFlags } from './many/many-command.ts';
import { Parts } from './many/parts.ts';

export default class Validate extends ManyCommand {
  static override readonly summary = 'Say what the proxy refuses, a line each: a fast gate for CI.';
  static override readonly description =
    'The error findings of analyze, found without asking its other rules. The exit code is 1 where there is one. Comments that suppress a finding count, and so do settings that make less of a rule; settings that make an error of another rule do not, since the proxy does not refuse what that finds.';
  static override readonly examples = [
    '<%= config.bin %> validate front.yaml',
    '<%= config.bin %> validate configs/ --format github',
    '<%= config.bin %> validate routes.yaml clusters.yaml --together',
  ];
  static override readonly args = inputs;
  static override readonly flags = {
    format: Flags.option({
      options: validateFormats,
      default: 'text' as const,
      description: 'For people, programs, CI logs, code scanning, CI servers.',
    })(),
    ...outputFlags,
    together: Flags.boolean({
      description: 'Take all inputs as one configuration: clusters in one file, routes in another.',
    }),
    ...byNodeFlag,
    jobs: manyFlags.jobs,
    quiet: manyFlags.quiet,
    ...readFlags,
    ...followFlags,
    ...skipFlag,
  };

  override async run(): Promise<Outcome> {
    const { flags, args } = await this.parse(Validate);
    const { terminal } = this;
    const { version } = this.config;
    const showSecrets = flags['show-secrets'] ?? false;
    const parts = new Parts<AnalyzedPart>({
      head: { version, command: 'validate' },
      lines: false,
      terminal,
      note: (text) => this.note(text),
      objectOf: analyzedObject,
      countsOf,
    });
    const groups = new Groups(flags);
    let broken = 0;
    const judge = async (whole: readonly Group[]): Promise<void> => {
      for (const group of whole) {
        if (group.conflict !== undefined) {
          const { error, order } = group.conflict;
          this.report(error);
          broken++;
          await parts.take({ kind: 'unread', order, unread: unreadInput(error.details) });
        } else
          for (const result of await withName(group.files[0]?.file.name ?? '', () =>
            refusalsOf(group.files, group.settings, showSecrets),
          ))
            await parts.take({ kind: 'done', order: group.orderOf(result.file), result });
      }
    };
    this.jobs = flags.jobs;
    const { unread, failed, left } = await this.eachPart<AnalyzedPart | undefined>({
      inputs: namedInputs(args.input),
      options: flags,
      entries: areGrouped(flags) ? undefined : analyzedEntries,
      async work(configuration, settings, others, position) {
        if (!areGrouped(flags)) return refusalsOf([configuration], settings, showSecrets)[0];
        const whole = groups.before(position);
        groups.add(configuration, others, settings, position);
        await judge(whole);
        return undefined;
      },
      async done(part) {
        if (part.kind === 'unread') groups.lose(part.unread.file);
        if (part.kind !== 'done') await parts.take(part);
        else if (part.result !== undefined)
          await parts.take({ kind: 'done', order: part.order, result: part.result });
      },
    });
    // Of a part of a configuration nothing certain can be said; nodes know which of their files are missing.
    if (left === 0 && (failed === 0 || flags['by-node'])) await judge(groups.rest());
    const found = parts.results().some(({ findings }) => findings.length > 0);
    if (parts.files > 0 || this.isInterrupted) {
      const facts = parts.facts({ command: 'validate', found }, left);
      const paint = flags.output === undefined ? terminal.resultPaint : noPaint;
      const report = analyzeReportOf(parts.kept, facts, version);
      await this.deliver(validateReport(report, flags.format, paint), flags.output);
    }
    return this.ended({ found, unread: unread + broken > 0, mistaken: failed > 0 }, left);
  }
}

const KNOWN = refusingRules.map(({ id }) => id);

/** What the proxy refuses of configurations that belong together, a part for each of them. */
function refusalsOf(
  configurations: readonly Configuration<SourceFile>[],
  { rules: set }: Settings,
  showSecrets: boolean,
): readonly AnalyzedPart[] {
  const levels = new Map<string, RuleLevel>([...set].filter(([, level]) => level !== 'error'));
  const subject = subjectOf(configurations, { now: () => performance.now() });
  const { findings, suppressed } = analyze(subject, { rules: refusingRules, levels, known: KNOWN });
  const errors = findings.filter(({ level }) => level === 'error');
  const hidden = suppressed.filter(({ level }) => level === 'error');
  const { redact } = redactionOf(configurations, showSecrets || errors.length === 0);
  return configurations.map((configuration) => {
    const { name, lines } = configuration.file;
    const own = errors.filter(({ file }) => file === name);
    const suppressed = hidden.filter(({ file }) => file === name).length;
    return partOfFile(name, own, { suppressed, lines, redact, held: heldTo(configuration) });
  });
}
