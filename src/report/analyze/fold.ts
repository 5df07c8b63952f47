/** What is said many times, said once with how often and where: for reports that people read from top to bottom. */

import type { Level } from '../../model/problem.ts';
import type { FindingResult } from '../../results/shapes/finding.ts';
import { LEVELS } from './report.ts';

export interface Folded {
  readonly finding: FindingResult;
  /** Others of the same rule in the same resource that the same places bring about, of which the same is said. */
  readonly others: readonly FindingResult[];
}

/**
 * Entries in the order of their resources' first findings, and within a resource the severest first (CONTRACT,
 * Configuration, suppression, baseline). A type that is not known is said once, wherever it occurs.
 *
 * @param by what entries stay within: a resource, or only a file, where whoever reads sees them by rule
 */
export function folded(
  findings: readonly FindingResult[],
  by: 'resource' | 'file' = 'resource',
): readonly Folded[] {
  const holders = new Map<string, Map<string, [FindingResult, ...FindingResult[]]>>();
  const types = new Map<string, string>();
  for (const finding of findings) {
    const own = JSON.stringify(by === 'file' ? [finding.file] : [finding.file, ...holderOf(finding)]);
    const type = unknownType(finding);
    const holder = type === undefined ? own : (types.get(type) ?? own);
    if (type !== undefined) types.set(type, holder);
    const entries = holders.get(holder) ?? new Map<string, [FindingResult, ...FindingResult[]]>();
    holders.set(holder, entries);
    const key = saidOf(finding);
    const entry = entries.get(key);
    if (entry === undefined) entries.set(key, [finding]);
    else entry.push(finding);
  }
  return [...holders.values()].flatMap((entries) =>
    [...entries.values()]
      .map(([finding, ...others]): Folded => ({ finding, others }))
      .sort((left, right) => severity(left.finding.level) - severity(right.finding.level)),
  );
}

/** The type of an extension that is not known: what is said of it holds wherever it occurs. */
function unknownType({ rule, level, message }: FindingResult): string | undefined {
  return rule === 'unknown-extension' && level === 'info' ? message : undefined;
}

/** From 0, the severest. */
export function severity(level: Level): number {
  return LEVELS.indexOf(level);
}

/** The resource that a finding is listed under: of a route, whose name is only its number, the virtual host. */
function holderOf({ resource, pointer, document, embedded }: FindingResult): readonly unknown[] {
  const { type = '', name = '' } = resource ?? {};
  const where = [document, embedded];
  if (type === 'Route' || type === 'VirtualHost') {
    const host = /^.*\/virtual_?[Hh]osts\/\d+/.exec(pointer)?.[0];
    return [...where, host ?? pointer.replace(/(?:\/routes)?\/\d+(?:\/.*)?$/, '')];
  }
  // What has no name is told apart by where it stands.
  return [...where, type, name, name === '' ? (/^.*?\/\d+/.exec(pointer)?.[0] ?? '') : ''];
}

/** Rule, words and cause. */
function saidOf({ rule, level, related, message, fix }: FindingResult): string {
  const places = related.map((each) => [each.file, each.range.start.line, each.range.start.column]);
  return JSON.stringify([
    rule,
    level,
    places,
    places.length === 0 ? message : aboutSubject(message),
    fix?.title,
  ]);
}

/** What a message says about its subject, which stands before the first colon; of one route "delete it", of another "move it". */
function aboutSubject(message: string): string {
  return message.slice(message.indexOf(': ') + 1);
}
