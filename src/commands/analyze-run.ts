/** What a run of `analyze` finds, file by file, cut loose from the files. */

import { replacementsOf } from '../analyze/fixes/replacements.ts';
import {
  type Analysis,
  analyze,
  askedRules,
  type Finding,
  type RuleLevel,
  type Subject,
  subjectOf,
} from '../analyze/index.ts';
import type { RunRule } from '../analyze/rule.ts';
import type { Upgrade } from '../analyze/rules/release-change.ts';
import { type Baseline, type BaselineEntry, type Hidden, hiddenBy } from '../analyze/suppression/baseline.ts';
import { type Configuration, heldTo } from '../model/index.ts';
import type { AnalyzedFile, AnalyzeReport } from '../present/finding.ts';
import { type AnalyzedPart, partOfFile, withoutKnown, withReplacements } from '../results/analysis.ts';
import { pictureOf } from '../results/picture/of-subject.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { releaseNamed } from '../schema/release.ts';
import type { FailOn, Settings } from '../settings/index.ts';
import type { SourceFile } from '../source/load.ts';
import { type Elsewhere, fails, isOfRules, levelsWith } from './analyze-options.ts';
import { afterStage } from './memory.ts';

export interface AnalyzeRunOptions {
  /** Levels that the command line sets; they win over the settings. */
  readonly overrides: ReadonlyMap<string, RuleLevel>;
  /** Rules whose findings alone are shown; empty where all are. */
  readonly only: ReadonlySet<string>;
  /** Which changes of the proxy are told. */
  readonly upgrade: Upgrade;
  readonly showSecrets: boolean;
  /** Whether the report shows what leads where, and more of the files than what is around findings. */
  readonly pictures: boolean;
  /** Whether the report tells what each fix replaces. */
  readonly fixes: boolean;
  readonly baseline: Baseline;
  /** Of the command line. */
  readonly failOn?: FailOn | undefined;
}

/** What was found, and what it was found in. */
interface Looked extends Analysis {
  readonly subject: Subject;
}

/** Pictures are kept of so many configurations in which something is found. */
const MAX_PICTURES = 40;

export class AnalyzeRun {
  readonly pictures: NonNullable<AnalyzeReport['pictures']>[number][] = [];
  /** Files that the report shows at more length than their findings, by name. */
  readonly texts = new Map<string, AnalyzedFile>();
  /** Whether something at or above the fail level was found so far. */
  found = false;
  private readonly options: AnalyzeRunOptions;
  private readonly hidden: Hidden;
  /** Rules of properties, by the settings that name these. */
  private readonly properties = new Map<Settings, readonly RunRule[]>();

  constructor(options: AnalyzeRunOptions) {
    this.options = options;
    this.hidden = hiddenBy(options.baseline);
  }

  /** Has what decides properties at hand, where the settings name some. */
  async prepare(settings: Settings): Promise<void> {
    const { properties } = settings.own;
    if (properties.length === 0 || this.properties.has(settings)) return;
    const { propertyRules } = await import('../engine/property-rules.ts');
    this.properties.set(settings, propertyRules(properties));
  }

  /** What is found in configurations that belong together, for whose settings it is prepared; nothing is kept of it. */
  look(
    configurations: readonly Configuration[],
    settings: Settings,
    elsewhere: Elsewhere = { ids: [], found: [] },
  ): Looked {
    const subject = subjectOf(configurations, { now: () => performance.now() });
    const { upgrade, only } = this.options;
    const { findings, suppressed, spots } = analyze(subject, {
      ...askedRules({
        rows: settings.own.rows,
        own: this.properties.get(settings),
        elsewhere: elsewhere.ids,
        upgrade,
      }),
      levels: this.levels(settings),
      found: elsewhere.found,
      from: releaseNamed(upgrade.from ?? ''),
    });
    const isShown = (finding: Finding): boolean => isOfRules(finding, only);
    return { findings: findings.filter(isShown), suppressed: suppressed.filter(isShown), spots, subject };
  }

  /** The levels that count beside these settings. */
  levels(settings: Settings): ReadonlyMap<string, RuleLevel> {
    return levelsWith(settings, this.options.overrides, this.options.only);
  }

  /** A part for each of the configurations, which belong together. */
  parts(
    configurations: readonly Configuration<SourceFile>[],
    settings: Settings,
    analysis: Looked = this.look(configurations, settings),
  ): readonly AnalyzedPart[] {
    afterStage(configurations.reduce((length, { file }) => length + file.text.length, 0));
    const { showSecrets, pictures, fixes } = this.options;
    // A page shows all lines, findings or not.
    const hides = !showSecrets && (pictures || analysis.findings.length > 0);
    const { redact } = redactionOf(configurations, !hides);
    const isShown = pictures && this.draw(configurations, analysis);
    const [found, hidden] = [byFile(analysis.findings), byFile(analysis.suppressed)];
    return configurations.map((configuration) => {
      const { name, lines } = configuration.file;
      const suppressed = hidden.get(name)?.length ?? 0;
      const findings = found.get(name) ?? [];
      const loose = partOfFile(name, findings, { suppressed, lines, redact, held: heldTo(configuration) });
      const part = fixes
        ? withReplacements(loose, findings, replacementsOf(configuration, findings), redact)
        : loose;
      if (isShown) this.texts.set(name, { name, lines, redact, namespace: configuration.namespace });
      return part;
    });
  }

  /** A part as it is reported: without what the baseline knows. */
  settle(part: AnalyzedPart, settings: Settings): AnalyzedPart {
    const kept = withoutKnown(part, this.hidden);
    const { failOn = settings.failOn } = this.options;
    this.found ||= kept.findings.some((finding) => fails(finding, failOn));
    return kept;
  }

  /** Entries of the baseline that nothing was found for any more. */
  gone(): readonly BaselineEntry[] {
    return this.hidden.gone();
  }

  /** Whether the report shows the configurations at length: those in which something is found, or the first. */
  private draw(configurations: readonly Configuration[], { subject, findings }: Looked): boolean {
    if (this.pictures.length >= MAX_PICTURES) return false;
    if (findings.length === 0 && this.pictures.length > 0) return false;
    const files = configurations.map(({ file }) => file.name);
    this.pictures.push({ files, picture: pictureOf(subject, findings) });
    return true;
  }
}

function byFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.file);
    if (group === undefined) groups.set(finding.file, [finding]);
    else group.push(finding);
  }
  return groups;
}
