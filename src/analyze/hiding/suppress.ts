/**
 * Suppression by comments: `# cfgtool-ignore RULE[, RULE]: reason` on the line above a finding or at the end of its
 * line (CONTRACT, Configuration, suppression, baseline).
 */
import { fingerprints } from '../../model/fingerprints.ts';
import { nearest } from '../../model/near-miss.ts';
import type { Configuration } from '../../model/open.ts';
import { endOf, kindOf, type NodeId, NodeKind, type SourceTree, startOf } from '../../source/tree.ts';
import type { Finding } from '../finding.ts';
import type { RuleLevel } from '../run.ts';
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
  let [low, high] = [0, tree.size - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(tree, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  const kind = kindOf(tree, low);
  if (kind === NodeKind.Map || kind === NodeKind.List || open?.has(low)) return false;
  return startOf(tree, low) <= offset && offset < endOf(tree, low);
}

/** What is left of the findings of some files, what was suppressed, and what is to be said about the comments. */
export interface Suppressed {
  readonly kept: readonly Finding[];
  readonly suppressed: readonly Finding[];
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
  const remarks: Finding[] = [];
  const byLine = new Map<string, { readonly suppression: Suppression; readonly used: Set<string> }[]>();
  const all = configurations.flatMap((configuration) =>
    suppressionsIn(configuration).map((suppression) => ({
      configuration,
      suppression,
      used: new Set<string>(),
    })),
  );
  if (all.length === 0) return { kept: findings, suppressed: [] };
  for (const each of all) {
    const key = `${each.suppression.line} ${each.suppression.file}`;
    byLine.set(key, [...(byLine.get(key) ?? []), each]);
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
  for (const { configuration, suppression, used } of all) {
    const { file, rules, reason, start, end } = suppression;
    const remark = (rule: typeof unusedSuppression, message: string): void => {
      const level = levels?.get(rule.id) ?? rule.level;
      if (level === 'off') return;
      const fingerprint = print([rule.id, rules.join(','), reason]);
      const range = configuration.file.lines.range({ start, end });
      remarks.push({
        rule: rule.id,
        level,
        message,
        file,
        pointer: '',
        range,
        fingerprint,
        related: [],
        data: { rules },
      });
    };
    if (rules.length === 0)
      remark(
        unusedSuppression,
        'this comment names no rule, so it suppresses nothing; write `# cfgtool-ignore RULE: reason`',
      );
    for (const rule of rules) {
      // A rule that is switched off could not show whether it is needed.
      if (used.has(rule) || levels?.get(rule) === 'off') continue;
      remark(unusedSuppression, unusedMessage(rule, knownRules));
    }
    if (reason === '' && used.size > 0)
      remark(
        suppressionWithoutReason,
        `this comment suppresses ${[...used].join(', ')} and does not say why; write the reason behind a colon`,
      );
  }
  return { kept: merged(kept, remarks, configurations), suppressed };
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
