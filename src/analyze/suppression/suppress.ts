/**
 * Suppression by comments: `# cfgtool-ignore RULE[, RULE]: reason` on the line above a finding or at the end of its
 * line (CONTRACT, Configuration, suppression, baseline).
 */

import { fingerprints } from '../../model/fingerprints.ts';
import { nearest } from '../../model/near-miss.ts';
import type { Configuration } from '../../model/open.ts';
import { isOwnId } from '../../model/own-rules.ts';
import { firstIndex } from '../../source/sorted.ts';
import { endOf, kindOf, type NodeId, NodeKind, type SourceTree, startOf } from '../../source/tree.ts';
import type { Finding, Fix } from '../finding.ts';
import type { RuleLevel } from '../rule.ts';
import { suppressionWithoutReason, unusedSuppression } from './suppression-rules.ts';

export interface Suppression {
  readonly file: string;
  /** The line whose findings it suppresses. */
  readonly line: number;
  readonly rules: readonly string[];
  readonly reason: string;
  /** Where the comment stands in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** Nothing else stands on its line. */
  readonly alone: boolean;
  /** It stands in a text that another document holds. */
  readonly embedded: boolean;
}

const COMMENT = /#[ \t]*cfgtool-ignore\b([^\r\n]*)/g;

/** The suppressing comments of a file; JSON has none. */
export function suppressionsIn({ file, roots }: Configuration): readonly Suppression[] {
  const { text, trees, lines } = file;
  if (!text.includes('cfgtool-ignore')) return [];
  const embedded = new Map<SourceTree, Set<NodeId>>();
  for (const { embedded: inner } of roots)
    if (inner) embedded.set(inner.outer, (embedded.get(inner.outer) ?? new Set()).add(inner.node));
  const found: Suppression[] = [];
  for (const match of text.matchAll(COMMENT)) {
    const start = match.index;
    if (start > 0 && !/\s/.test(text.charAt(start - 1))) continue;
    if (trees.some((tree) => tree.format === 'json' || isInScalar(tree, start, embedded.get(tree)))) continue;
    const { line, column } = lines.position(start);
    const alone =
      lines
        .line(line)
        .slice(0, column - 1)
        .trim() === '';
    const [names = '', ...reason] = (match[1] ?? '').split(':');
    found.push({
      file: file.name,
      line: alone ? nextLine(lines, line) : line,
      rules: names.split(',').flatMap((name) => name.trim() || []),
      reason: reason.join(':').trim(),
      start,
      alone,
      embedded: trees.some((tree) => isInScalar(tree, start, undefined)),
      end: start + match[0].trimEnd().length,
    });
  }
  return found;
}

/** The next line that is neither blank nor a comment. */
function nextLine(lines: Configuration['file']['lines'], from: number): number {
  let line = from + 1;
  while (line <= lines.count && /^\s*(?:#|$)/.test(lines.line(line))) line++;
  return line;
}

/** Whether an offset is inside a value; texts that hold a configuration have comments of their own. */
function isInScalar(tree: SourceTree, offset: number, open: ReadonlySet<NodeId> | undefined): boolean {
  const node = Math.max(0, firstIndex(tree.size, (each) => startOf(tree, each) > offset) - 1);
  const kind = kindOf(tree, node);
  if (kind === NodeKind.Map || kind === NodeKind.List || open?.has(node)) return false;
  return startOf(tree, node) <= offset && offset < endOf(tree, node);
}

/** What is left of the findings of some files, what was suppressed, and what is to be said about the comments. */
export interface Suppressed {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Finding[];
}

/** A comment, and the rules that it has suppressed a finding of. */
interface Applied {
  readonly configuration: Configuration;
  readonly suppression: Suppression;
  readonly used: Set<string>;
}

/**
 * Applies the comments of the files that were analysed. A comment that suppresses nothing, and one without a reason,
 * becomes a finding itself.
 *
 * @param knownRules ids that a comment may name
 * @param levels of rules, where they differ from the rules' own
 */
export function suppress(
  findings: readonly Finding[],
  configurations: readonly Configuration[],
  knownRules: readonly string[],
  levels: ReadonlyMap<string, RuleLevel> | undefined,
): Suppressed {
  const comments = configurations.flatMap((configuration) =>
    suppressionsIn(configuration).map(
      (suppression): Applied => ({ configuration, suppression, used: new Set() }),
    ),
  );
  if (comments.length === 0) return { kept: findings, suppressed: [] };
  const byLine = new Map<string, Applied[]>();
  for (const comment of comments) {
    const key = `${comment.suppression.line} ${comment.suppression.file}`;
    byLine.set(key, [...(byLine.get(key) ?? []), comment]);
  }
  const kept: Finding[] = [];
  const suppressed: Finding[] = [];
  for (const finding of findings) {
    const here = byLine.get(`${finding.range.start.line} ${finding.file}`) ?? [];
    const by = here.filter(({ suppression }) => suppression.rules.includes(finding.rule));
    for (const { used } of by) used.add(finding.rule);
    (by.length > 0 ? suppressed : kept).push(finding);
  }
  const print = fingerprints();
  const remarks = comments.flatMap((comment) =>
    remarksOn(comment, knownRules, levels).flatMap(({ rule, message }) => {
      const level = levels?.get(rule.id) ?? rule.level;
      if (level === 'off') return [];
      const fix = rule === unusedSuppression ? fixOf(comment, knownRules, levels) : undefined;
      const said = { rule: rule.id, level, message, ...(fix === undefined ? {} : { fix }) };
      return remarkFinding(comment, said, print);
    }),
  );
  return { kept: merged(kept, remarks, configurations), suppressed };
}

/** A rule of somebody's own that is not run here: whether its comment is needed cannot be said. */
function isElsewhere(rule: string, knownRules: readonly string[]): boolean {
  return isOwnId(rule) && !knownRules.includes(rule);
}

interface Remark {
  readonly rule: typeof unusedSuppression;
  readonly message: string;
}

function remarksOn(
  { suppression: { rules, reason }, used }: Applied,
  knownRules: readonly string[],
  levels: ReadonlyMap<string, RuleLevel> | undefined,
): readonly Remark[] {
  const remarks: Remark[] = [];
  if (rules.length === 0)
    remarks.push({
      rule: unusedSuppression,
      message: 'this comment names no rule, so it suppresses nothing; write `# cfgtool-ignore RULE: reason`',
    });
  for (const rule of rules) {
    // A rule that is switched off could not show whether it is needed.
    if (used.has(rule) || levels?.get(rule) === 'off' || isElsewhere(rule, knownRules)) continue;
    remarks.push({ rule: unusedSuppression, message: unusedMessage(rule, knownRules) });
  }
  if (reason === '' && used.size > 0)
    remarks.push({
      rule: suppressionWithoutReason,
      message: `this comment suppresses ${[...used].join(', ')} and does not say why; write the reason behind a colon`,
    });
  return remarks;
}

function remarkFinding(
  { configuration, suppression }: Applied,
  said: Pick<Finding, 'rule' | 'level' | 'message' | 'fix'>,
  print: ReturnType<typeof fingerprints>,
): Finding {
  const { file, rules, reason, start, end } = suppression;
  return {
    ...said,
    file,
    api: configuration.api,
    ...(configuration.api === 'v2' ? {} : { release: configuration.release.release }),
    pointer: '',
    range: configuration.file.lines.range({ start, end }),
    fingerprint: print([said.rule, rules.join(','), reason]),
    related: [],
    data: { rules },
  };
}

/** One change for all that is said about the comment: without the rules that it names for nothing, or away with it. */
function fixOf(
  { configuration, suppression, used }: Applied,
  knownRules: readonly string[],
  levels: ReadonlyMap<string, RuleLevel> | undefined,
): Fix | undefined {
  const { rules, start, end, alone, embedded } = suppression;
  if (embedded) return undefined;
  const { text } = configuration.file;
  const kept = rules.flatMap((rule) => {
    if (used.has(rule) || levels?.get(rule) === 'off' || isElsewhere(rule, knownRules)) return rule;
    return knownRules.includes(rule) ? [] : (nearest(rule, knownRules) ?? []);
  });
  if (kept.length > 0) {
    const written = text.slice(start, end);
    const names = /^#[ \t]*cfgtool-ignore[ \t]*/.exec(written)?.[0] ?? '';
    const colon = written.indexOf(':');
    const replaced = `${names}${kept.join(', ')}${colon === -1 ? '' : written.slice(colon)}`;
    return {
      kind: 'text',
      title: `name ${kept.join(', ')}`,
      configuration,
      change: { start, end, text: replaced },
    };
  }
  const title = 'delete the comment';
  if (!alone) {
    const from = text.slice(0, start).trimEnd().length;
    return { kind: 'text', title, configuration, change: { start: from, end, text: '' } };
  }
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  return {
    kind: 'text',
    title,
    configuration,
    change: { start: from, end: next === -1 ? text.length : next + 1, text: '' },
  };
}

function unusedMessage(rule: string, knownRules: readonly string[]): string {
  if (knownRules.includes(rule))
    return `nothing is left here for ${rule} to find, so this comment only hides what may come; delete it`;
  const near = nearest(rule, knownRules);
  return near === undefined
    ? `there is no rule ${rule}, so this comment suppresses nothing; cfgtool explain lists the rules`
    : `there is no rule ${rule}, so this comment suppresses nothing; did you mean ${near}?`;
}

/** Puts the remarks where they stand among the findings, which are in order. */
function merged(
  kept: readonly Finding[],
  remarks: readonly Finding[],
  configurations: readonly Configuration[],
): readonly Finding[] {
  if (remarks.length === 0) return kept;
  const order = new Map(configurations.map(({ file }, index) => [file.name, index]));
  return [...kept, ...remarks].sort(
    (left, right) =>
      (order.get(left.file) ?? 0) - (order.get(right.file) ?? 0) ||
      left.range.start.line - right.range.start.line ||
      left.range.start.column - right.range.start.column,
  );
}
