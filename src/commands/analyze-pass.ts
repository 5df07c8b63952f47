/** A pass of `analyze` over its inputs: what each comes to, and the report of all. */
import { fixFile } from '../analyze/fixes/fix.ts';
import type { Baseline } from '../analyze/suppression/baseline.ts';
import type { Configuration } from '../model/index.ts';
import { openConfiguration } from '../model/open.ts';
import { isOwnId } from '../model/own-rules.ts';
import type { Level } from '../model/problem.ts';
import { apiOf, releaseOf } from '../model/reopen.ts';
import { analyzeReportOf } from '../present/finding.ts';
import { noPaint, type Paint, safeText } from '../present/text.ts';
import { type AnalyzeFormat, analyzeReport } from '../report/analyze/formats.ts';
import { diffName } from '../report/migrate.ts';
import type { LineHead } from '../report/run.ts';
import { unifiedDiff } from '../report/text-diff.ts';
import { type AnalyzedPart, analyzedObject, countsOf } from '../results/analysis.ts';
import { type Part, unreadInput } from '../results/run.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import type { FailOn, Settings } from '../settings/index.ts';
import { counted } from '../source/counted.ts';
import type { InputError } from '../source/errors.ts';
import { type SourceFile, sourceFile } from '../source/load.ts';
import { replaceFile } from '../source/write.ts';
import { isOfRules, noRule, onlyFlag, ruleFlags, upgradeOf } from './analyze-options.ts';
import { AnalyzeRun } from './analyze-run.ts';
import type { ReadOptions } from './base.ts';
import { writeBaseline } from './baseline-file.ts';
import { processWriteIo } from './io.ts';
import { withName } from './many/each-input.ts';
import { areGrouped, type FilePosition, type Group, Groups } from './many/groups.ts';
import { Parts } from './many/parts.ts';
import { afterStage } from './memory.ts';
import { notRun } from './own/found.ts';
import type { OwnRules } from './own/own-rules.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { tellOtherNames } from './write-back.ts';

export interface AnalyzePassOptions {
  readonly flags: AnalyzeFlags;
  readonly baseline: Baseline;
  readonly head: LineHead;
  readonly terminal: Terminal;
  /** The modules that run; none where the command line does not ask for them. */
  readonly own: OwnRules | undefined;
  note(text: string): void;
  report(error: InputError): void;
}

/** The flags that a pass goes by. */
export interface AnalyzeFlags extends ReadOptions {
  readonly by?: 'source' | undefined;
  readonly format: AnalyzeFormat;
  readonly output?: string | undefined;
  readonly rule?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly 'fail-on'?: FailOn | undefined;
  readonly baseline?: string | undefined;
  readonly 'write-baseline'?: boolean;
  readonly together?: boolean;
  readonly fix?: boolean;
  readonly 'dry-run'?: boolean;
  readonly upgrade?: boolean;
  readonly 'show-secrets'?: boolean;
  readonly verbose?: boolean;
  readonly 'own-rules'?: boolean;
  readonly 'min-level'?: Level | undefined;
}

export class AnalyzePass {
  readonly parts: Parts<AnalyzedPart>;
  /** Whether results are shared between equal files and threads: what is taken together is looked at anew. */
  readonly isShared: boolean;
  /** Settings whose modules are not run, each of which is said once. */
  private readonly passedOver = new Set<string>();
  /** Rules of the user's own that are data, of all settings that counted. */
  private readonly rowIds = new Set<string>();
  /** What results depend on beside the inputs. */
  readonly words: readonly unknown[];
  private readonly given: AnalyzePassOptions;
  private readonly run: AnalyzeRun;
  private readonly fixing: FixOptions;
  /** Folders that were refused, since they hold several nodes. */
  refused = 0;
  private readonly groups: Groups;
  private readonly diffs: string[] = [];
  /** Characters of what was looked through here, and in no other process. */
  private looked = 0;
  private readonly lines: boolean;
  private fixed = 0;

  /** @throws UsageError where flags name what there is not */
  constructor(given: AnalyzePassOptions) {
    const { flags, head, terminal, note } = given;
    const { format, fix, 'show-secrets': showSecrets = false, 'dry-run': dryRun = false } = flags;
    const { levels: overrides, only } = ruleFlags(flags.rule, flags);
    const shown = onlyFlag(flags.only);
    // What other rules found is not looked at, so it is neither hidden nor gone.
    const entries = given.baseline.entries.filter(({ rule }) => isOfRules({ rule, data: {} }, shown));
    const baseline = { ...given.baseline, entries };
    const upgrade = upgradeOf(flags);
    const pictures = format === 'html';
    const fixes = format === 'sarif' || head.shard !== undefined;
    const failOn = flags['fail-on'];
    this.given = given;
    this.groups = new Groups(flags);
    this.run = new AnalyzeRun({
      overrides,
      only: shown,
      upgrade,
      showSecrets,
      pictures,
      fixes,
      baseline,
      failOn,
    });
    const paint = flags.output === undefined ? terminal.resultPaint : noPaint;
    this.fixing = { ...flags, only, dryRun, showSecrets, paint, note };
    this.lines = format === 'ndjson' && !dryRun && !flags['write-baseline'];
    const told = { objectOf: analyzedObject, countsOf };
    this.parts = new Parts({ head, lines: this.lines, output: flags.output, terminal, note, ...told });
    // Of a page more is kept than results.
    this.isShared = !areGrouped(flags) && !fix && !pictures && given.own === undefined;
    const { type, namespace, api, release } = flags;
    const words = [[...overrides], [...shown], upgrade, showSecrets, fixes];
    this.words = [...words, type, namespace, api, release];
  }

  /** What is found in one input; nothing yet where it belongs together with others. */
  async work(
    configuration: Configuration<SourceFile>,
    settings: Settings,
    others: readonly Configuration<SourceFile>[],
    position: FilePosition,
  ): Promise<AnalyzedPart | undefined> {
    const { flags } = this.given;
    this.looked += configuration.file.text.length;
    if (areGrouped(flags)) {
      const whole = this.groups.before(position);
      this.groups.add(configuration, others, settings, position);
      await this.judge(whole);
      return undefined;
    }
    if (!flags.fix) return onlyPart(await this.partsOf([configuration], settings));
    const { part, diff, done } = await fixInPlace(configuration, settings, this.run, this.fixing);
    this.diffs.push(diff);
    this.fixed += done;
    return part;
  }

  /** What is found in configurations that belong together, by modules too where these run. */
  private async partsOf(
    configurations: readonly Configuration<SourceFile>[],
    settings: Settings,
  ): Promise<readonly AnalyzedPart[]> {
    const { own } = this.given;
    await this.run.prepare(settings);
    if (own === undefined) return this.run.parts(configurations, settings);
    const ids = (await own.rules()).map(({ id }) => id);
    const elsewhere = { ids, found: await own.found(configurations, settings) };
    return this.run.parts(configurations, settings, this.run.look(configurations, settings, elsewhere));
  }

  private sayNotRun({ own, file = '' }: Settings): void {
    if (own.modules.length === 0 || this.given.own !== undefined || this.passedOver.has(file)) return;
    this.passedOver.add(file);
    if (!this.given.flags.fix) this.given.note(notRun(own.modules, file));
  }

  /**
   * Flags may name rules of the user's own, which show when all settings are read.
   *
   * @throws UsageError where none of those has such a rule
   */
  async checkOwnIds(): Promise<void> {
    const { rule = [], only = [] } = this.given.flags;
    const ids = [...this.rowIds, ...((await this.given.own?.rules()) ?? []).map(({ id }) => id)];
    const [passedOver] = this.passedOver;
    const named = [
      ...only.map((id) => ['--only', id] as const),
      // What does not run may be off.
      ...(passedOver === undefined ? rule : []).map((text) => ['--rule', text.split('=')[0] ?? ''] as const),
    ];
    for (const [flag, id] of named) {
      if (!isOwnId(id) || ids.includes(id)) continue;
      const { hint } = noRule(id, ids);
      throw new UsageError(
        `${flag} names no rule that runs: "${id}"`,
        passedOver === undefined || hint.startsWith('did you mean')
          ? hint
          : `the modules of ${passedOver} may have it: --own-rules runs them`,
      );
    }
  }

  async done(part: Part<AnalyzedPart | undefined>, settings: Settings): Promise<void> {
    for (const { id } of settings.own.rows) this.rowIds.add(id);
    this.sayNotRun(settings);
    if (part.kind === 'unread') this.groups.lose(part.unread.file);
    if (part.kind !== 'done') await this.parts.take(part);
    else if (part.result !== undefined) await this.settle(part.result, part.order, settings);
  }

  /** What is found in inputs that belong together, now that all are read. */
  async settleTogether(): Promise<void> {
    await this.judge(this.groups.rest());
  }

  /** Whether nothing was read of which anything could be reported. */
  get isEmpty(): boolean {
    return this.parts.files === 0 && !this.lines && this.given.head.shard === undefined;
  }

  /** Whether something at or above the fail level was found. */
  get found(): boolean {
    return this.run.found;
  }

  /** Writes what was found to the baseline. Returns how many findings it holds. */
  async writeBaseline(): Promise<number> {
    const { flags, head } = this.given;
    const findings = this.parts.results().flatMap((part) => part.findings);
    await writeBaseline(flags.baseline, findings, head.version);
    return findings.length;
  }

  /** The report; undefined where its lines are written already. @param left inputs that it did not come to */
  async report(left: number): Promise<string | undefined> {
    const { flags, head, terminal, note } = this.given;
    const { shard, version } = head;
    const { parts, run } = this;
    const dryRun = flags['dry-run'] === true;
    if (flags.fix) note(fixNote(this.fixed, dryRun));
    // A share of the files, or a part of them, lacks what the others hold.
    if (shard === undefined && left === 0)
      for (const { rule, file, message } of run.gone())
        note(`in the baseline, but no longer found: ${rule} in ${file}: ${message}`);
    const facts = parts.facts({ command: 'analyze', found: run.found, ...(shard && { shard }) }, left);
    if (this.lines) {
      await parts.end(facts);
      return undefined;
    }
    afterStage(this.looked);
    if (dryRun) return this.diffs.join('');
    const report = analyzeReportOf(parts.kept, facts, version, run.texts);
    const shown = { ...report, by: flags.by, ...(flags.format === 'html' ? { pictures: run.pictures } : {}) };
    const columns = flags.output === undefined ? terminal.columns : undefined;
    const { verbose, 'min-level': minLevel } = flags;
    return analyzeReport(shown, flags.format, { paint: this.fixing.paint, columns, verbose, minLevel });
  }

  private async judge(groups: readonly Group[]): Promise<void> {
    for (const { files, settings, orderOf, conflict } of groups) {
      if (conflict === undefined) {
        const [first] = files;
        for (const part of await withName(first?.file.name ?? '', () => this.partsOf(files, settings)))
          await this.settle(part, orderOf(part.file), settings);
        continue;
      }
      const { error, order } = conflict;
      this.given.report(error);
      this.refused++;
      await this.parts.take({ kind: 'unread', order, unread: unreadInput(error.details) });
    }
  }

  private settle(part: AnalyzedPart, order: number, settings: Settings): Promise<void> {
    return this.parts.take({ kind: 'done', order, result: this.run.settle(part, settings) });
  }
}

/** The end of a run with `--fix`. */
function fixNote(fixed: number, dryRun: boolean): string {
  if (fixed === 0)
    return dryRun ? 'nothing to fix: no file would change' : 'nothing was fixed: no file changed';
  return dryRun
    ? `${counted(fixed, 'fix', 'fixes')} would be made; nothing was written`
    : `${counted(fixed, 'fix', 'fixes')} made`;
}

interface FixOptions extends ReadOptions {
  /** Show the changes instead of making them. */
  readonly dryRun: boolean;
  /** Rules to go by; empty where by all. */
  readonly only: ReadonlySet<string>;
  readonly showSecrets: boolean;
  readonly paint: Paint;
  note(text: string): void;
}

/**
 * Fixes one file and has the run look at what came of it.
 *
 * @returns what is found in it then, the changes as a unified diff for a dry run, and how many fixes were made
 * @throws InputError where the file cannot be written
 */
async function fixInPlace(
  configuration: Configuration<SourceFile>,
  settings: Settings,
  run: AnalyzeRun,
  options: FixOptions,
): Promise<{ readonly part: AnalyzedPart; readonly diff: string; readonly done: number }> {
  const { file, namespace } = configuration;
  const takes = (rule: string): boolean => options.only.size === 0 || options.only.has(rule);
  await run.prepare(settings);
  const before = run.look([configuration], settings);
  const fixed = fixFile(
    configuration,
    before.findings.filter(({ rule }) => takes(rule)),
    takes('deprecated-field') && run.levels(settings).get('deprecated-field') !== 'off',
  );
  for (const left of fixed.left) options.note(`${file.name}: left: ${left}`);
  if (!fixed.changed)
    return { part: onlyPart(run.parts([configuration], settings, before)), diff: '', done: 0 };
  const type = options.type === undefined ? {} : { type: options.type };
  const after = openConfiguration(sourceFile(file.name, fixed.text, 'named', file.path), {
    namespace: namespace,
    ...apiOf(configuration),
    ...releaseOf(configuration),
    ...type,
  });
  const part = onlyPart(run.parts([after], settings));
  if (!options.dryRun && file.path !== undefined) {
    const others = await replaceFile(file.path, fixed.text, processWriteIo, file.text);
    tellOtherNames(file.name, others, options.note);
    for (const done of fixed.done) options.note(`${file.name}: ${done}`);
    return { part, diff: '', done: fixed.done.length };
  }
  const { redact } = redactionOf([configuration, after], options.showSecrets);
  const diff = unifiedDiff(diffName(file), file.text, fixed.changes, {
    paint: options.paint,
    show: (line) => safeText(redact(line)),
  });
  return { part, diff, done: fixed.done.length };
}

/** One configuration has one part. */
function onlyPart([part]: readonly AnalyzedPart[]): AnalyzedPart {
  if (part === undefined) throw new TypeError('a configuration came to no part');
  return part;
}
