/**
 * What the proxy refuses and what stands just beside it, as tables (`test/proxy/refusals`): each line is the rule that
 * tells it, `taken` where nothing is refused, or `missed` where no rule tells it yet; then where the fragment stands,
 * then the fragment as YAML.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { sourceFile } from '../../src/source/load.ts';
import { bootstrapAround, type Place } from './around.ts';
import { askValidate } from './validate-mode.ts';

const FOLDER = 'test/proxy/refusals';
export const TAKEN = 'taken';
export const MISSED = 'missed';

export interface Refusal {
  readonly line: string;
  /** The rules that tell it, `taken` or `missed`. */
  readonly rule: string;
  /** The bootstrap as JSON. */
  readonly bootstrap: string;
}

export function refusalTables(): readonly string[] {
  return readdirSync(FOLDER).sort();
}

export function refusalsIn(table: string): readonly Refusal[] {
  return readFileSync(join(FOLDER, table), 'utf8').split('\n').filter(isRow).map(refusalOf);
}

function isRow(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}

function refusalOf(line: string): Refusal {
  const [, rule = '', place = '', fragment = ''] = /^(\S+) +(\S+) +(.*)$/.exec(line) ?? [];
  return { line, rule, bootstrap: printJson(bootstrapAround(place as Place, fragment), '') };
}

/** Rows of which the program says something else: those that it takes although they say otherwise, and the other way. */
export async function wrongRows(program: string, rows: readonly Refusal[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { line, rule, bootstrap } of rows) {
    const { refused } = await askValidate(program, bootstrap);
    if ((refused === undefined) !== (rule === TAKEN)) wrong.push(`${line}: ${refused ?? 'taken'}`);
  }
  return wrong;
}

/** The rules that call a bootstrap an error. */
export function errorsIn(bootstrap: string, release: Release = NEWEST_RELEASE): readonly string[] {
  const configuration = openConfiguration(sourceFile('bootstrap.json', bootstrap, 'named'), {
    api: 'v3',
    release,
  });
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return [...new Set(findings.filter(({ level }) => level === 'error').map(({ rule }) => rule))];
}
