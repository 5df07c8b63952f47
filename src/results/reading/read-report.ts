/** Reports of `--format json` and `--format ndjson`, read again as the parts that they were made from. */

import type { Data } from '../../source/data.ts';
import { InputError } from '../../source/errors.ts';
import { readJson } from '../../source/json.ts';
import { plainValue, ROOT } from '../../source/tree.ts';
import { type AnalyzedPart, analyzedPart } from '../analysis.ts';
import { type ComparedPair, comparedPart } from '../comparison.ts';
import { type MigratedFile, migratedPart } from '../migration.ts';
import { type Command, type Part, runShape, type Shard, skippedShape, unreadShape } from '../run.ts';
import { count, object, oneOf, optional, record, type Shape, ShapeError, text } from '../shapes/shape.ts';
import { jsonParts } from './json-parts.ts';

interface ReadRun {
  /** What to call the report. */
  readonly name: string;
  readonly version: string;
  readonly found: boolean;
  readonly check?: boolean;
  readonly shard?: Shard;
  readonly left?: number;
  readonly missing?: readonly number[];
}

/** A report by its command, with the parts in their order. */
export type ReadReport = ReadRun &
  (
    | { readonly command: 'analyze'; readonly parts: readonly Part<AnalyzedPart>[] }
    | { readonly command: 'diff'; readonly parts: readonly Part<ComparedPair>[] }
    | { readonly command: 'migrate'; readonly parts: readonly Part<MigratedFile>[] }
  );

const head = object({
  version: text,
  format_version: oneOf(1),
  command: optional(oneOf('analyze', 'diff', 'migrate')),
});

const HINT = 'cfgtool report merge takes what analyze, diff and migrate write with --format json or ndjson';

/**
 * Reads a report.
 *
 * @param name what errors call it
 * @throws InputError where it is none, or breaks off
 */
export function readReport(name: string, content: string): ReadReport {
  try {
    return isLines(name, content) ? linesReport(name, content) : jsonReport(name, content);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new InputError({ file: name, problem: `it is no report of cfgtool: ${error.message}`, hint: HINT });
  }
}

/** Lines name their command each; a JSON report names it at its end. */
function isLines(name: string, content: string): boolean {
  const end = content.indexOf('\n');
  try {
    const first = record(dataOf(name, end === -1 ? content : content.slice(0, end)), '');
    return head(first.cfgtool, '/cfgtool').command !== undefined;
  } catch (error) {
    if (error instanceof InputError || error instanceof ShapeError) return false;
    throw error;
  }
}

function dataOf(name: string, content: string): Data {
  if (content.trim() === '') throw new InputError({ file: name, problem: 'it is empty', hint: HINT });
  try {
    const [tree] = readJson(name, content);
    if (tree !== undefined) return plainValue(tree, ROOT);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const isCut = /^\s*\{/.test(content) && !/\}\s*$/.test(content);
    if (isCut) throw brokenOff(name);
    const problem = `it is no report of cfgtool: ${error.details.problem}`;
    throw new InputError({ ...error.details, problem, hint: HINT });
  }
  throw new InputError({ file: name, problem: 'it holds nothing', hint: HINT });
}

function brokenOff(name: string): InputError {
  return new InputError({
    file: name,
    problem: 'it breaks off before its last line',
    hint: 'the run that wrote it was killed; run it again',
  });
}

function jsonReport(name: string, content: string): ReadReport {
  const data = record(dataOf(name, content), '');
  const { version } = head(data.cfgtool, '/cfgtool');
  const { unread = [], skipped = [], ...run } = runShape(data.run, '/run');
  const facts: ReadRun = { name, version, ...run };
  const withOthers = <R>(done: readonly Part<R>[]): readonly Part<R>[] => {
    let next = done.length;
    return [
      ...done,
      ...unread.map(({ order = next++, ...each }) => ({ order, kind: 'unread' as const, unread: each })),
      ...skipped.map(({ order = next++, ...each }) => ({ order, kind: 'skipped' as const, skipped: each })),
    ].sort((left, right) => left.order - right.order);
  };
  switch (run.command) {
    case 'analyze':
      return { ...facts, command: 'analyze', parts: withOthers(jsonParts.analyze(data, '')) };
    case 'diff':
      return { ...facts, command: 'diff', parts: withOthers(jsonParts.diff(data, '')) };
    case 'migrate':
      return { ...facts, command: 'migrate', parts: withOthers(jsonParts.migrate(data, '')) };
  }
}

const lineHead = object({
  cfgtool: object({ version: text, format_version: oneOf(1), command: oneOf('analyze', 'diff', 'migrate') }),
  file: optional(text),
  order: optional(count),
});

function linesReport(name: string, content: string): ReadReport {
  const rows = content.split('\n').filter((row) => row !== '');
  const all = rows.map((row) => record(dataOf(name, row), ''));
  const last = all.pop() ?? {};
  const { cfgtool, file } = lineHead(last, `/${all.length}`);
  if (file !== undefined) throw brokenOff(name);
  const facts: ReadRun = { name, version: cfgtool.version, ...runShape(last.run, `/${all.length}/run`) };
  const partsOf = <R>(result: Shape<R>): readonly Part<R>[] =>
    all.map((row, at) => linePart(row, at, cfgtool.command, result));
  switch (cfgtool.command) {
    case 'analyze':
      return { ...facts, command: 'analyze', parts: partsOf(analyzedPart) };
    case 'diff':
      return { ...facts, command: 'diff', parts: partsOf(comparedPart) };
    case 'migrate':
      return { ...facts, command: 'migrate', parts: partsOf(migratedPart) };
  }
}

function linePart<R>(
  row: { readonly [key: string]: Data },
  at: number,
  command: Command,
  result: Shape<R>,
): Part<R> {
  const { cfgtool, file, order = at } = lineHead(row, `/${at}`);
  if (cfgtool.command !== command) throw new ShapeError(`/${at}/cfgtool/command`, `not ${command}`);
  if (Object.hasOwn(row, 'error')) {
    const details = record(row.error, `/${at}/error`);
    const { order: _, ...unread } = unreadShape({ ...details, file: file ?? '' }, `/${at}/error`);
    return { order, kind: 'unread', unread };
  }
  if (Object.hasOwn(row, 'skipped'))
    return {
      order,
      kind: 'skipped',
      skipped: skippedShape({ file: file ?? '', reason: row.skipped ?? '' }, `/${at}`),
    };
  return { order, kind: 'done', result: result(row, `/${at}`) };
}
