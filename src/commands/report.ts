import { Args, Flags } from '@oclif/core';
import type { Level } from '../model/problem.ts';
import { diffReportOf } from '../present/difference.ts';
import { analyzeReportOf } from '../present/finding.ts';
import { noPaint, type Paint } from '../present/text.ts';
import { analyzeFormats, analyzeReport } from '../report/analyze/formats.ts';
import { diffFormats, diffReport } from '../report/diff/formats.ts';
import { migrateReport } from '../report/migrate.ts';
import { partialText } from '../report/run.ts';
import type { AnalyzedPart } from '../results/analysis.ts';
import { checkOneCommand, type Merged, mergeReports } from '../results/merge.ts';
import { type ReadReport, readReport } from '../results/read-report.ts';
import type { Part, RunFacts } from '../results/run.ts';
import { decode } from '../source/decode.ts';
import { InputError } from '../source/errors.ts';
import { readingFailed } from '../source/file-problem.ts';
import { STDIN_NAME } from '../source/inputs.ts';
import { MAX_BYTES } from '../source/limits.ts';
import { FAIL_CHOICES, fails, shownFlags } from './analyze-options.ts';
import { BaseCommand } from './base.ts';
import { DIFF_FAIL_CHOICES, failsDiff } from './comparing/fail-level.ts';
import type { Outcome } from './exit.ts';
import { outputFlags } from './flags.ts';
import { processIo } from './io.ts';
import { UsageError } from './usage-error.ts';

const formats = ['text', 'json', 'ndjson', 'sarif', 'github', 'junit', 'markdown', 'html'] as const;
type Format = (typeof formats)[number];
const failChoices = [...new Set([...FAIL_CHOICES, ...DIFF_FAIL_CHOICES])];

export default class Report extends BaseCommand {
  static override readonly summary = 'Join the reports of parts of a run into the report of the whole.';
  static override readonly description =
    'FILE is what analyze, diff or migrate wrote with --format json or ndjson: the reports of all shares of a run (--shard I/N), or of runs over different files. The result is what one run over everything would have printed, in any format; the exit code is that of the run. A share that is missing, or that was interrupted, makes the report partial and the exit code 2. No file but the reports is read (docs/scale.md).';
  static override readonly usage =
    'report merge FILE... [--format FORMAT] [--output FILE] [--fail-on LEVEL] [--min-level LEVEL] [--by source] [--verbose] [--color]';
  static override readonly examples = [
    '<%= config.bin %> report merge part-*.ndjson',
    '<%= config.bin %> report merge part-*.ndjson --format sarif --output findings.sarif',
    '<%= config.bin %> report merge part-1.json part-2.json --format markdown --fail-on error',
  ];
  static override readonly strict = false;
  static override readonly args = {
    action: Args.string({
      description: 'merge: join reports.',
      required: true,
      options: ['merge'],
      ignoreStdin: true,
    }),
    file: Args.string({
      description: 'A report in JSON or NDJSON; - for standard input.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    format: Flags.option({
      options: formats,
      default: 'text' as const,
      description: 'The format of the joined report; those of migrate are text, json and ndjson.',
    })(),
    output: outputFlags.output,
    'fail-on': Flags.string({
      options: failChoices,
      helpValue: 'LEVEL',
      description: 'The level that makes the exit code 1, instead of what the runs went by.',
    }),
    ...shownFlags,
  };

  override async run(): Promise<Outcome> {
    const { raw, flags } = await this.parse(Report);
    const [, ...names] = raw.flatMap((token) => (token.type === 'arg' ? token.input : []));
    if (names.length === 0) throw new UsageError('no report is named', 'cfgtool report merge part-*.ndjson');
    const reports: ReadReport[] = [];
    for (const name of names) reports.push(await reportIn(name));
    const versions = [...new Set(reports.map(({ version }) => version))];
    if (versions.length > 1)
      this.note(`the reports come from different versions of cfgtool: ${versions.join(', ')}`);
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const { text, facts, found } = await joined(reports, flags, paint);
    for (const { file, problem, hint, position } of facts.unread)
      this.report(new InputError({ file, problem, ...(hint && { hint }), ...(position && { position }) }));
    const partial = partialText(facts);
    if (partial !== undefined) this.note(partial);
    await this.deliver(text, flags.output);
    const mistaken = facts.unread.some(({ bug }) => bug);
    return { found, unread: facts.unread.length > 0 || partial !== undefined, mistaken };
  }
}

async function reportIn(input: string): Promise<ReadReport> {
  const name = input === '-' ? STDIN_NAME : input;
  let bytes: Uint8Array;
  try {
    bytes = input === '-' ? await processIo.readStdin(MAX_BYTES) : await processIo.readFile(input, MAX_BYTES);
  } catch (error) {
    throw readingFailed(name, error);
  }
  return readReport(name, decode(name, bytes));
}

interface Given {
  readonly format: Format;
  readonly 'fail-on'?: string | undefined;
  readonly 'min-level'?: Level | undefined;
  readonly verbose: boolean;
  readonly by?: 'source' | undefined;
}

interface Joined {
  readonly text: string;
  readonly facts: RunFacts;
  readonly found: boolean;
}

async function joined(reports: readonly ReadReport[], flags: Given, paint: Paint): Promise<Joined> {
  checkOneCommand(reports);
  const command = reports[0]?.command;
  const { format, 'fail-on': failOn, 'min-level': minLevel, verbose, by } = flags;
  if (command !== 'analyze' && (minLevel !== undefined || verbose))
    throw new UsageError(`--${verbose ? 'verbose' : 'min-level'} is for reports of analyze`);
  if (command === 'analyze') {
    const { parts, facts, version } = merged(reports.filter((report) => report.command === 'analyze'));
    const report = analyzeReportOf(format === 'sarif' ? parts : parts.map(withoutFixes), facts, version);
    const level = choice(failOn, FAIL_CHOICES, command);
    const found = level === undefined ? facts.found : report.findings.some((each) => fails(each, level));
    const run = report.run && { ...report.run, found };
    const known = choice(format, analyzeFormats, command) ?? 'text';
    return {
      text: analyzeReport({ ...report, by, ...(run && { run }) }, known, { paint, verbose, minLevel }),
      facts,
      found,
    };
  }
  if (command === 'diff') {
    const { parts, facts, version } = merged(reports.filter((report) => report.command === 'diff'));
    const report = diffReportOf(parts, facts, version);
    const level = choice(failOn, DIFF_FAIL_CHOICES, command);
    const found =
      level === undefined ? facts.found : report.pairs.some((pair) => failsDiff({ pairs: [pair] }, level));
    const run = report.run && { ...report.run, found };
    const known = choice(format, diffFormats, command) ?? 'text';
    return { text: await diffReport({ ...report, by, ...(run && { run }) }, known, { paint }), facts, found };
  }
  if (failOn !== undefined) throw new UsageError('--fail-on is for reports of analyze and diff');
  const { parts, facts, version } = merged(reports.filter((report) => report.command === 'migrate'));
  const done = parts.flatMap((part) => (part.kind === 'done' ? [part] : []));
  const text = migrateReport(
    done.map(({ result }) => result),
    {
      format: choice(format, ['text', 'json', 'ndjson'] as const, 'migrate') ?? 'text',
      check: facts.check === true,
      ...{ write: false, version, paint, run: facts },
      orders: done.map(({ order }) => order),
    },
  );
  return { text, facts, found: facts.found };
}

/** Only code scanning is handed what fixes replace. */
function withoutFixes(part: Part<AnalyzedPart>): Part<AnalyzedPart> {
  if (part.kind !== 'done') return part;
  const findings = part.result.findings.map(({ fix, ...rest }) =>
    fix === undefined ? rest : { ...rest, fix: { title: fix.title } },
  );
  return { ...part, result: { ...part.result, findings } };
}

/** Reports of one command as one. @throws InputError where there was nothing to look at */
function merged<R>(
  reports: readonly (Omit<ReadReport, 'parts'> & { readonly parts: readonly Part<R>[] })[],
): Merged<R> {
  const all = mergeReports(reports);
  const { parts, facts } = all;
  const isWhole = partialText(facts) === undefined;
  if (isWhole && parts.every(({ kind }) => kind === 'skipped'))
    throw new InputError({
      file: reports.map(({ name }) => name).join(' '),
      problem: `nothing in these reports of ${facts.command} is about a configuration`,
      hint: 'check the inputs of the run',
    });
  return all;
}

/** What was asked for, where the command knows it. @throws UsageError */
function choice<T extends string>(
  given: string | undefined,
  known: readonly T[],
  command: string,
): T | undefined {
  if (given === undefined) return undefined;
  const found = known.find((each) => each === given);
  if (found !== undefined) return found;
  throw new UsageError(`reports of ${command} know no ${given}`, `take one of ${known.join(', ')}`);
}
