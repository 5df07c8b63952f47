/** The figures of the lift over real configurations, for `npm run corpus`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { liftConfiguration } from '../src/engine/lift.ts';
import type { FileMigration } from '../src/migrate/index.ts';
import type { Configuration } from '../src/model/index.ts';
import {
  brokenLaw,
  CORPUS,
  corpusFiles,
  differences,
  LIFT_OPTIONS,
  lawfulFiles,
  olderTypes,
  opened,
  PAIRS,
  pairsOf,
  read,
} from '../test/migrate/lift/real.ts';

/** Reasons beyond these are only counted together. */
const MOST_REASONS = 12;

/** Prints what the lift does to the files of version 2. @returns what is wrong, a line each */
export function liftAll(): readonly string[] {
  const bad: string[] = [];
  const counts = {
    unread: 0,
    asTheyWere: 0,
    lifted: 0,
    left: 0,
    olderTypes: 0,
    stray: 0,
    again: 0,
    equal: 0,
  };
  const mixed = { lifted: 0 };
  const replayed = { requests: 0, differences: 0 };
  const reasons = new Map<string, number>();
  for (const name of corpusFiles()) {
    const before = read(join(CORPUS, name));
    if (before === undefined) {
      counts.unread++;
      continue;
    }
    const lifted = liftConfiguration(before, LIFT_OPTIONS);
    if (!lifted.equivalent) {
      replayed.differences++;
      bad.push(`${name}: the lift would mean something else: ${lifted.difference}`);
    } else if (lifted.left.length > 0) {
      counts.left++;
      for (const kind of new Set(lifted.left.map(({ reason }) => kindOf(reason))))
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    } else if (!lifted.changed) counts.asTheyWere++;
    else {
      counts.lifted++;
      replayed.requests += lifted.replayed ?? 0;
      const wrong = wrongWith(name, before, lifted);
      counts.olderTypes += wrong.olderTypes;
      counts.stray += wrong.stray;
      counts.again += wrong.again;
      if (before.api === 'mixed') mixed.lifted++;
      else if (wrong.different.length === 0) counts.equal++;
      bad.push(...wrong.lines);
    }
  }
  console.log(
    `lifted to version 3:                         ${counts.lifted} whole, ${counts.asTheyWere} need nothing, ${counts.left} left with reasons, ${counts.unread} hold something else`,
  );
  const sorted = [...reasons].sort(([, left], [, right]) => right - left);
  for (const [reason, count] of sorted.slice(0, MOST_REASONS)) console.log(`  left ${count}: ${reason}`);
  const others = sorted.slice(MOST_REASONS);
  if (others.length > 0) console.log(`  left for one of ${others.length} other reasons`);
  console.log(`types of version 2 in what was lifted:       ${counts.olderTypes}`);
  console.log(`files that a second lift changes:            ${counts.again}`);
  console.log(`lines changed that no edit accounts for:     ${counts.stray}`);
  console.log(
    `equal by diff before and after:              ${counts.equal} of ${counts.lifted - mixed.lifted} (${mixed.lifted} of both versions are not counted)`,
  );
  console.log(
    `replayed through both versions:              ${replayed.requests} requests, ${replayed.differences} differences`,
  );
  liftPairs();
  bad.push(...lawOfLift());
  return bad;
}

/** A reason without what it names. */
function kindOf(reason: string): string {
  return reason
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\b\d+\b/g, 'N')
    .slice(0, 110);
}

function wrongWith(name: string, before: Configuration, lifted: FileMigration) {
  const after = opened(name, lifted.text, 'v3');
  const again = liftConfiguration(after, LIFT_OPTIONS);
  const types = olderTypes(lifted.text);
  const different = before.api === 'v2' ? differences(before, after) : [];
  const stray = strayLines(before, lifted);
  const isChangedAgain = again.changed || again.left.length > 0;
  const lines = [
    ...types.map((type) => `${name}: ${type} is left`),
    ...(isChangedAgain ? [`${name}: a second lift changes it`] : []),
    ...different.map((each) => `${name}: differs: ${each}`),
    ...(stray === 0 ? [] : [`${name}: ${stray} lines changed without an edit`]),
  ];
  return { lines, different, stray, again: isChangedAgain ? 1 : 0, olderTypes: types.length };
}

/** Lines that change outside of every message that was converted or lifted. */
function strayLines({ file: { lines } }: Configuration, { changes, applied }: FileMigration): number {
  const ranges = applied.map(({ range }) => [range.start.line, range.end.line + 1] as const);
  return changes.filter(({ start, end }) => {
    const [from, to] = [lines.position(start).line, lines.position(Math.max(start, end - 1)).line];
    return !ranges.some(([first, last]) => from >= first - 1 && to <= last);
  }).length;
}

/** The same configuration in both versions, as people and generators made it. */
function liftPairs(): void {
  if (!existsSync(PAIRS)) return;
  const counts = { read: 0, equal: 0, left: 0, ours: 0 };
  const pairs = pairsOf(PAIRS);
  for (const [older, newer] of pairs) {
    const [before, after] = [read(join(PAIRS, older)), read(join(PAIRS, newer), 'v3')];
    if (before === undefined || after === undefined) continue;
    counts.read++;
    if (differences(before, after).length === 0) counts.equal++;
    const lifted = liftConfiguration(before, LIFT_OPTIONS);
    if (lifted.left.length > 0) counts.left++;
    else if (differences(before, opened(older, lifted.text, 'v3')).length === 0) counts.ours++;
  }
  console.log(
    `pairs in both versions:                      ${pairs.length}, ${counts.read} read; lifted by others ${counts.equal} equal; by us ${counts.ours} equal, ${counts.left} left with reasons`,
  );
}

/** Every file of both corpora, read as nobody says in which version: lifted, whole and in parts, and compared. */
function lawOfLift(): readonly string[] {
  let count = 0;
  const broken: string[] = [];
  for (const [name, text] of lawfulFiles()) {
    count++;
    broken.push(...brokenLaw(name, text));
  }
  console.log(`files on which the lift and diff agree:      ${count - broken.length} of ${count}`);
  return broken;
}
