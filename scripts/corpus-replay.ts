/** The part of `npm run corpus` about replay: requests through each file before and after `migrate` and `--fix`. */

import { fixFile } from '../src/analyze/fixes/fix.ts';
import { takesAway } from '../src/analyze/fixes/unnoticed.ts';
import { analysisRules, analyze, type Finding, ruleIds, subjectOf } from '../src/analyze/index.ts';
import { migrateConfiguration } from '../src/migrate/index.ts';
import { type Configuration, openConfiguration } from '../src/model/index.ts';
import { typeOf } from '../src/model/reopen.ts';
import { replay } from '../src/replay/index.ts';
import { InputError } from '../src/source/errors.ts';
import { sourceFile } from '../src/source/load.ts';

/** What replay says of one command over all files. */
export interface ReplayedCorpus {
  /** Files that the command changes. */
  changed: number;
  requests: number;
  unreplayed: number;
  /** Files in which a request is handled differently, each with the request. */
  readonly differences: string[];
  /** Fixes that the command itself refused, since a request would notice. */
  readonly refused: string[];
}

/** Every request counts, those too that meet nothing that was edited. */
export function replayAll(texts: readonly (readonly [file: string, text: string])[]) {
  const [migrate, migrateAll, fix] = [nothing(), nothing(), nothing()];
  for (const [file, text] of texts) {
    const configuration = openedOrNot(file, text);
    if (configuration === undefined) continue;
    for (const [totals, also] of [
      [migrate, []],
      [migrateAll, ['all']],
    ] as const)
      count(totals, file, configuration, migrateConfiguration(configuration, { older: false, also }).text);
    const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
    // What corrects a typo is meant to be noticed.
    const idle = (finding: Finding): boolean => takesAway(finding);
    const fixed = fixFile(configuration, findings.filter(idle), true);
    for (const { rule } of fixed.noticed) fix.refused.push(`${file}: ${rule}`);
    count(fix, file, configuration, fixed.text);
  }
  return { migrate, migrateAll, fix };
}

function nothing(): ReplayedCorpus {
  return { changed: 0, requests: 0, unreplayed: 0, differences: [], refused: [] };
}

function count(totals: ReplayedCorpus, file: string, before: Configuration, text: string): void {
  if (text === before.file.text) return;
  const after = openConfiguration(sourceFile(file, text, 'named'), {
    namespace: before.namespace,
    ...typeOf(before),
  });
  const { requests, unreplayed, difference } = replay(before, after, { everything: true });
  totals.changed++;
  totals.requests += requests;
  totals.unreplayed += unreplayed;
  if (difference !== undefined) totals.differences.push(`${file}: ${difference}`);
}

/** Undefined for what is no configuration of this data model. */
export function openedOrNot(file: string, text: string): Configuration | undefined {
  try {
    return openConfiguration(sourceFile(file, text, 'named'));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
