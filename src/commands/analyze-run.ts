/** Gathers what a run of `analyze` finds, file by file. */
import { type AgainstBaseline, againstBaseline, type BaselineEntry } from '../analyze/hiding/baseline.ts';
import { type Analysis, type Finding, type RuleLevel, type Subject, subjectOf } from '../analyze/index.ts';
import type { Configuration } from '../model/index.ts';
import type { AnalyzedFile, AnalyzeReport } from '../report/analyze.ts';
import { pictureOf } from '../report/html/picture/of-subject.ts';
import { redaction, secretTexts, showAll } from '../report/redact.ts';
import type { FailOn, Settings } from '../settings/index.ts';
import { fails, levelsWith, run } from './analyze-options.ts';

export interface AnalyzeRunOptions {
  /** Levels that the command line sets; they win over the settings. */
  readonly overrides: ReadonlyMap<string, RuleLevel>;
  readonly showSecrets: boolean;
  /** Whether the report shows what leads where. */
  readonly pictures: boolean;
}

/** What was found, and what it was found in. */
interface Looked extends Analysis {
  readonly subject: Subject;
}

/** Pictures are kept of so many configurations in which something is found. */
const MOST_PICTURES = 40;

export class AnalyzeRun {
  private readonly files: AnalyzedFile[] = [];
  private readonly found: { readonly finding: Finding; readonly settings: Settings }[] = [];
  private readonly pictures: NonNullable<AnalyzeReport['pictures']>[number][] = [];
  private suppressed = 0;
  private readonly options: AnalyzeRunOptions;

  constructor(options: AnalyzeRunOptions) {
    this.options = options;
  }

  /** What is found in configurations that belong together; nothing is kept of it. */
  look(configurations: readonly Configuration[], settings: Settings): Looked {
    const subject = subjectOf(configurations, { now: () => performance.now() });
    return { ...run(subject, this.levels(settings)), subject };
  }

  /** The levels that count beside these settings. */
  levels(settings: Settings): ReadonlyMap<string, RuleLevel> {
    return levelsWith(settings, this.options.overrides);
  }

  /** Looks at configurations that belong together and keeps what is found. */
  take(
    configurations: readonly Configuration[],
    settings: Settings,
    analysis: Looked = this.look(configurations, settings),
  ): void {
    this.suppressed += analysis.suppressed.length;
    for (const finding of analysis.findings) this.found.push({ finding, settings });
    const hides = !this.options.showSecrets && analysis.findings.length > 0;
    const { redact } = hides ? redaction(configurations.flatMap(secretTexts)) : { redact: showAll };
    this.draw(configurations, analysis);
    for (const { file } of configurations) this.files.push({ name: file.name, lines: file.lines, redact });
  }

  private draw(configurations: readonly Configuration[], { subject, findings }: Looked): void {
    if (!this.options.pictures || this.pictures.length >= MOST_PICTURES) return;
    if (findings.length === 0 && this.files.length > 0) return;
    const files = configurations.map(({ file }) => file.name);
    this.pictures.push({ files, picture: pictureOf(subject, findings) });
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
    const { files, suppressed, pictures } = this;
    const shown = this.options.pictures ? { pictures } : {};
    return { report: { files, findings: kept, suppressed, baselined: hidden, version, ...shown }, gone };
  }

  /** Whether one of the reported findings makes the run fail. @param failOn of the command line */
  fails({ findings }: AnalyzeReport, failOn: FailOn | undefined): boolean {
    const reported = new Set(findings);
    return this.found.some(
      ({ finding, settings }) => reported.has(finding) && fails(finding, failOn ?? settings.failOn),
    );
  }
}
