/**
 * Runs reading, normalizing, migrating and analysing over the real configurations beside the project and prints the figures;
 * `npm run corpus`. Where the folder is absent it says so and ends well. `--goldens FOLDER` reads what control planes print
 * (`goldens.ts`) instead.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import jsonPatch from 'fast-json-patch';
import type { FileMigration } from '../src/migrate/index.ts';
import { migrateConfiguration, normalizeConfiguration } from '../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../src/model/index.ts';
import { firstDifference } from '../src/model/same.ts';
import { InputError } from '../src/source/errors.ts';
import { looksLikeJson } from '../src/source/json.ts';
import { sourceFile } from '../src/source/load.ts';
import { nodeAt } from '../src/source/pointer.ts';
import { endOf, plainValue, ROOT, type SourceTree, startOf } from '../src/source/tree.ts';

import { analyzeAll } from './corpus-analyze.ts';
import { migrateNewer } from './corpus-deprecated.ts';
import { takeAwayAll } from './corpus-idle.ts';
import { liftAll } from './corpus-lift.ts';
import { readNewer } from './corpus-newer.ts';
import { replayAll } from './corpus-replay.ts';
import { requestsOf } from './corpus-requests.ts';
import { printGoldens } from './goldens.ts';

const CORPUS = process.env.CFGTOOL_CORPUS ?? '../shared/corpus';
/** Groups that are not of this model and need a clear answer. */
const FOREIGN = new Set(['invalid', 'v1_negative', 'v3_mixed', 'go_struct_json']);
/** Files elsewhere that hold no configuration of this model, each with what it is. */
const NO_CONFIGURATION: { readonly [file: string]: string } = {
  'envoy_test/test-bootstrap_unknown_field@2019-10.yaml': 'one made-up key, foo',
};
const COMMANDS = { migrate: 'migrate', migrateAll: 'migrate --also all', fix: '--fix' } as const;
/** Milliseconds from the start of Node until everything was loaded. */
const STARTED = performance.now();
const isExpectation = (file: string): boolean => /\.golden\.(?:json|yaml)$/.test(file);
function main(): void {
  const [flag, folder] = process.argv.slice(2);
  if (flag === '--goldens' && folder !== undefined) {
    process.exitCode = printGoldens(folder) ? 0 : 1;
    return;
  }
  if (!existsSync(CORPUS)) {
    console.log(`skipped: there is no folder ${CORPUS}`);
    return;
  }
  const files = listed(CORPUS).map((file) => relative(CORPUS, file));
  const work = mkdtempSync(join(tmpdir(), 'cfgtool-corpus-'));
  const totals = {
    answered: 0,
    loaded: 0,
    normalized: 0,
    changed: 0,
    applied: 0,
    left: 0,
    unexplained: 0,
    unstable: 0,
    misread: 0,
    different: 0,
    strayLines: 0,
  };
  const bad: string[] = [];
  for (const file of files) {
    const group = file.split('/')[0] ?? '';
    try {
      const configuration = opened(file, readFileSync(join(CORPUS, file), 'utf8'));
      totals.loaded++;
      if (FOREIGN.has(group)) totals.answered++;
      if (FOREIGN.has(group) && configuration.notes.length === 0)
        bad.push(`${file}: loads without a word on what it is`);
      totals.normalized +=
        normalizeConfiguration(configuration, { onlyWritten: false, showSecrets: false }).length > 0 ? 1 : 0;
      const result = migrateConfiguration(configuration, { older: false });
      totals.applied += result.applied.length;
      totals.left += result.left.length;
      if (!result.equivalent) bad.push(`${file}: would mean something else: ${result.difference}`);
      totals.different += result.equivalent ? 0 : 1;
      if (result.changed) totals.changed++;
      const problems = [
        ...unexplained(file, result),
        ...unstable(file, result),
        ...misread(file, configuration, result),
        ...strayLines(work, configuration, result),
      ];
      for (const problem of problems) {
        totals[problem.kind]++;
        bad.push(`${file}: ${problem.text}`);
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`${file} is a bug`, { cause: error });
      if (FOREIGN.has(group)) totals.answered++;
      else if (!isExpectation(file) && !(file in NO_CONFIGURATION))
        bad.push(`${file}: refused: ${error.message}`);
      if (process.argv.includes('--verbose')) console.log(`${error.message}\n  ${error.details.hint ?? ''}`);
    }
  }
  rmSync(work, { recursive: true });
  const foreign = files.filter((file) => FOREIGN.has(file.split('/')[0] ?? '')).length;
  console.log(
    `${files.length} files, of which ${foreign} in groups of another model and ${files.filter(isExpectation).length} files of expectations`,
  );
  console.log(
    `named as no configuration: ${Object.entries(NO_CONFIGURATION)
      .map(([file, what]) => `${file} (${what})`)
      .join(', ')}`,
  );
  console.log(`loaded and normalized:                       ${totals.loaded} and ${totals.normalized}`);
  console.log(`other models answered by name:               ${totals.answered} of ${foreign}`);
  console.log(
    `changed by migrate:                          ${totals.changed} files, ${totals.applied} conversions, ${totals.left} left with a reason`,
  );
  console.log(`deprecated forms left without a reason:      ${totals.unexplained}`);
  console.log(`files that a second run changes:             ${totals.unstable}`);
  console.log(`edited texts that read otherwise than patched: ${totals.misread}`);
  console.log(`files whose meaning would change:            ${totals.different}`);
  console.log(`changed lines that no edit accounts for:     ${totals.strayLines}`);
  const texts = files.map((file) => [file, readFileSync(join(CORPUS, file), 'utf8')] as const);
  for (const [what, each] of Object.entries(replayAll(texts))) {
    const { changed, requests, unreplayed, differences, refused } = each;
    console.log(
      `${`replayed before and after ${COMMANDS[what as keyof typeof COMMANDS]}:`.padEnd(46)}${changed} files changed, ${requests} requests, ${differences.length} differences${refused.length === 0 ? '' : `; ${refused.length} fixes refused`}${unreplayed === 0 ? '' : `; ${unreplayed} virtual hosts past the budget`}`,
    );
    for (const line of [...differences, ...refused]) bad.push(line);
  }
  bad.push(...liftAll());
  const taken = takeAwayAll(texts);
  console.log(
    `taken away since it has no effect:           ${taken.tried} parts of ${taken.files} files, ${taken.equal} equal by diff`,
  );
  bad.push(...taken.different);
  if (!readNewer()) bad.push('version 3: errors that nobody judged');
  if (!migrateNewer()) bad.push('version 3: deprecated forms that are not as they should be');
  const { analysed, findings, slowest } = analyzeAll(texts, STARTED);
  const counts = Object.entries(findings).map(([level, count]) => `${count} ${level}`);
  console.log(`analysed without a crash:                    ${analysed}, findings: ${counts.join(', ')}`);
  console.log(
    `the longest analysis:                        ${slowest.ratio.toFixed(1)} times starting and reading it (${slowest.file}); bound 20`,
  );
  if (slowest.ratio > 20) bad.push(`${slowest.file}: analysis takes too long`);
  const requests = requestsOf(texts);
  for (const [by, { tried, held }] of requests.counts) {
    const about = by === 'diff' ? `, of ${requests.pairs} pairs` : '';
    console.log(
      `${`requests that ${by} prints, given to trace:`.padEnd(44)} ${tried} tried, ${held} hold${about}`,
    );
  }
  bad.push(...requests.wrong);
  for (const line of bad) console.log(`  ${line}`);
  if (bad.length > 0) process.exitCode = 1;
}

type Finding = {
  readonly kind: 'unexplained' | 'unstable' | 'misread' | 'strayLines';
  readonly text: string;
};

/** The six deprecated kinds that are still there, without a reason given. */
function unexplained(file: string, result: FileMigration): Finding[] {
  const explained = new Set(
    result.left.map((left) => `${left.document} ${left.embedded ?? ''} ${left.pointer}`),
  );
  const again = opened(file, result.text);
  return again.problems
    .filter((problem) => problem.rule === 'deprecated-field' && problem.level === 'warning')
    .filter(
      (problem) =>
        ![...explained].some((key) =>
          `${problem.document} ${problem.embedded ?? ''} ${problem.pointer}`.startsWith(key),
        ),
    )
    .map((problem) => ({ kind: 'unexplained', text: `${problem.pointer} is left: ${problem.message}` }));
}

function unstable(file: string, result: FileMigration): Finding[] {
  const again = migrateConfiguration(opened(file, result.text), { older: false });
  return again.changed
    ? [
        {
          kind: 'unstable',
          text: `a second run changes ${again.applied.map((each) => each.pointer).join(', ')}`,
        },
      ]
    : [];
}

/** Whether the whole edited text reads as the RFC 6902 patch of the input's plain value. */
function misread(file: string, configuration: Configuration, result: FileMigration): Finding[] {
  const after = read(file, result.text);
  return result.patches
    .filter((patch) => patch.embedded === undefined)
    .flatMap(({ document, patch }): Finding[] => {
      const tree = configuration.file.trees[document] as SourceTree;
      const value = plainValue(tree, ROOT);
      const patched = jsonPatch.applyPatch(
        value as object,
        structuredClone(patch) as never,
        false,
        true,
      ).newDocument;
      const difference = firstDifference(patched, plainValue(after[document] as SourceTree, ROOT));
      return difference === undefined ? [] : [{ kind: 'misread', text: `reads otherwise at ${difference}` }];
    });
}

/** Lines of the old text that changed although they belong to no field that an edit names. */
function strayLines(work: string, configuration: Configuration, result: FileMigration): Finding[] {
  if (!result.changed || configuration.roots.some((root) => root.embedded)) return [];
  const { text, lines, trees } = configuration.file;
  const needed = new Set<number>();
  const inside: (readonly [number, number])[] = [];
  for (const { document, patch } of result.patches) {
    const tree = trees[document] as SourceTree;
    for (const operation of patch) {
      const pointers =
        operation.op === 'move'
          ? [operation.from]
          : operation.op === 'remove' || operation.op === 'replace'
            ? [operation.path]
            : [];
      for (const pointer of pointers) {
        const node = nodeAt(tree, pointer);
        if (node === undefined) continue;
        const key = tree.parents[node] === undefined ? node : Math.max(0, node - 1);
        const first = lines.position(Math.min(startOf(tree, node), startOf(tree, key))).line;
        const last = lines.position(Math.max(startOf(tree, node), endOf(tree, node) - 1)).line;
        for (let line = first; line <= last; line++) needed.add(line);
        for (let above = first - 1; /^\s*#/.test(lines.line(above)); above--) needed.add(above);
      }
    }
  }
  for (const { range } of result.applied) inside.push([range.start.line, range.end.line + 1]);
  return hunks(work, text, result.text).flatMap(({ from, count }): Finding[] => {
    const stray: Finding[] = [];
    for (let line = from; line < from + count; line++) {
      // In JSON the comma of a neighbour has to come or go.
      if (needed.has(line) || (looksLikeJson(text) && (needed.has(line + 1) || needed.has(line - 1))))
        continue;
      stray.push({
        kind: 'strayLines',
        text: `line ${line} changed without need: ${lines.line(line).trim().slice(0, 80)}`,
      });
    }
    if (count === 0 && !inside.some(([first, last]) => from >= first - 1 && from <= last)) {
      stray.push({
        kind: 'strayLines',
        text: `lines are inserted after line ${from}, outside every migrated message`,
      });
    }
    return stray;
  });
}

/** The stretches of old lines that differ, as git sees them. */
function hunks(
  work: string,
  before: string,
  after: string,
): { readonly from: number; readonly count: number }[] {
  const [left, right] = [join(work, 'before'), join(work, 'after')];
  writeFileSync(left, before);
  writeFileSync(right, after);
  let output = '';
  try {
    output = execFileSync(
      'git',
      ['diff', '--no-index', '--no-color', '--minimal', '--unified=0', left, right],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
    );
  } catch (error) {
    // Exit code 1 says that they differ.
    output = String((error as { stdout?: unknown }).stdout ?? '');
  }
  return [...output.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)].map(([, from, count]) => ({
    from: Number(from),
    count: Number(count ?? 1),
  }));
}

function opened(file: string, text: string): Configuration {
  return openConfiguration(sourceFile(file, text, 'named'));
}

function read(file: string, text: string): readonly SourceTree[] {
  return sourceFile(file, text, 'named').trees;
}

function listed(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return listed(path);
      return /\.(?:ya?ml|json)$/.test(name) ? [path] : [];
    });
}

main();
