/** Gathers what a run of `analyze` finds, file by file. */
import { type AgainstBaseline, againstBaseline, type BaselineEntry } from '../analyze/hiding/baseline.ts';
import { type Analysis, type Finding, type RuleLevel, subjectOf } from '../analyze/index.ts';
import type { Configuration } from '../model/index.ts';
import type { AnalyzedFile, AnalyzeReport } from '../report/analyze.ts';
import { redaction, secretTexts, showAll } from '../report/redact.ts';
import type { FailOn, Settings } from '../settings/index.ts';
import { fails, levelsWith, run } from './analyze-options.ts';

export interface AnalyzeRunOptions {
  /** Levels that the command line sets; they win over the settings. */
  readonly overrides: ReadonlyMap<string, RuleLevel>;
  readonly showSecrets: boolean;
}

export class AnalyzeRun {
  private readonly files: AnalyzedFile[] = [];
  private readonly found: { readonly finding: Finding; readonly settings: Settings }[] = [];
  private suppressed = 0;
  private readonly options: AnalyzeRunOptions;

  constructor(options: AnalyzeRunOptions) {
    this.options = options;
  }

  /** What is found in configurations that belong together; nothing is kept of it. */
  look(configurations: readonly Configuration[], settings: Settings): Analysis {
    const subject = subjectOf(configurations, { now: () => performance.now() });
    return run(subject, this.levels(settings));
  }

  /** The levels that count beside these settings. */
  levels(settings: Settings): ReadonlyMap<string, RuleLevel> {
    return levelsWith(settings, this.options.overrides);
  }

  /** Looks at configurations that belong together and keeps what is found. */
  take(
    configurations: readonly Configuration[],
    settings: Settings,
    analysis: Analysis = this.look(configurations, settings),
  ): void {
    this.suppressed += analysis.suppressed.length;
    for (const finding of analysis.findings) this.found.push({ finding, settings });
    const hides = !this.options.showSecrets && analysis.findings.length > 0;
    const { redact } = hides ? redaction(configurations.flatMap(secretTexts)) : { redact: showAll };
    for (const { file } of configurations) this.files.push({ name: file.name, lines: file.lines, redact });
  }

  get findings(): readonly Finding[] {
    return this.found.map(({ finding }) => finding);
  }

  get isEmpty(): boolean {
    return this.files.length === 0;
  }

  report(
    version: string,
    baseline: readonly BaselineEntry[],
  ): { readonly report: AnalyzeReport; readonly gone: AgainstBaseline['gone'] } {
    const { kept, hidden, gone } = againstBaseline(this.findings, baseline);
    const { files, suppressed } = this;
    return { report: { files, findings: kept, suppressed, baselined: hidden, version }, gone };
  }

  /** Whether one of the reported findings makes the run fail. @param failOn of the command line */
  fails({ findings }: AnalyzeReport, failOn: FailOn | undefined): boolean {
    const reported = new Set(findings);
    return this.found.some(
      ({ finding, settings }) => reported.has(finding) && fails(finding, failOn ?? settings.failOn),
    );
  }
}
