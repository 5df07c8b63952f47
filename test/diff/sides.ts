/** Compares texts and messages, for the tests of the comparison. */
import { type Change, type DiffOptions, type DiffResult, diffConfigurations } from '../../src/diff/index.ts';
import type { Configuration } from '../../src/model/open.ts';
import type { Data } from '../../src/source/data.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { opened } from '../opened.ts';

export interface SideOptions extends DiffOptions {
  /** Read both sides as this table. */
  readonly type?: string;
}

export function sideOf(text: string, name: string, type?: string): Configuration {
  return opened(text, { api: 'v2', ...(type !== undefined && { type }) }, name);
}

export function diffOf(before: string, after: string, { type, ...options }: SideOptions = {}): DiffResult {
  return diffConfigurations([sideOf(before, 'a.yaml', type)], [sideOf(after, 'b.yaml', type)], options);
}

export function diffOfValues(before: Data, after: Data, options: SideOptions = {}): DiffResult {
  return diffOf(printJson(before, ''), printJson(after, ''), options);
}

/** A change in a line, for expectations. */
export function line({ level, rule, resource, path, kind }: Change): string {
  return `${level} ${rule} ${kind} ${resource.type}:${resource.name} ${path}`.trimEnd();
}

export function lines(result: DiffResult): string[] {
  return result.changes.map(line);
}
