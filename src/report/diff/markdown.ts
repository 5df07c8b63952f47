/** A comparison for a review comment: the verdict, moved requests, then the changes; within the size of a comment. */

import { type Change, hasOwnReason } from '../../diff/index.ts';
import { byHolder, isRefusal, MOVED_TITLE, REFUSED_TITLE, valueText } from '../../present/changes.ts';
import { type DiffReport, isAccess, mostSevere, verdict } from '../../present/difference.ts';
import {
  collapsible,
  MAX_CHARACTERS,
  markdownCode,
  markdownSentence,
  markdownText,
  within,
} from '../../present/markdown.ts';
import { behaviourRemarks, outcomeTexts, resultRemarks } from '../../present/outcomes.ts';
import type {
  AcceptedDifference,
  ComparedBehaviour,
  ComparedPair,
  MovedResult,
} from '../../results/comparison.ts';
import { requestText } from '../../results/requests.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import { counted } from '../../source/counted.ts';

const MARKS = {
  breaking: '🛑 breaking',
  warning: '⚠️ warning',
  info: 'ℹ️ info',
  cosmetic: '· cosmetic',
} as const;

export function diffMarkdown(report: DiffReport): string {
  const { redact, pairs } = report;
  const severe = mostSevere(report);
  const mark = severe === undefined ? '✅' : (MARKS[severe].split(' ')[0] ?? '');
  const head = `### ${mark} cfgtool diff: ${markdownText(verdict(report))}`;
  const several = pairs.length > 1;
  const parts = pairs.flatMap((pair) => {
    const body = pairParts(pair, redact, report.by);
    const named = filesText(pair, redact);
    if (!several) return named === '' ? body : [named, ...body];
    return body.length > 0 ? [`#### ${named}`, ...body] : body;
  });
  const shown = within(
    parts,
    MAX_CHARACTERS - head.length,
    (left) => `${counted(left, 'more part')} did not fit into a comment; \`--format text\` shows everything.`,
  );
  return `${[head, ...shown].join('\n\n')}\n`;
}

/** What is compared; empty where nobody named it. */
function filesText({ name, nodes, before, after }: ComparedPair, redact: Redact): string {
  if (nodes !== undefined) return markdownText(redact(name));
  const end = before === undefined ? ', which is new' : after === undefined ? ', which is gone' : '';
  return name === '' ? '' : `${markdownCode(redact(name))}${end}`;
}

function pairParts(
  { renamedFrom, result, behaviour, accepted }: ComparedPair,
  redact: Redact,
  by: DiffReport['by'],
): readonly string[] {
  return [
    ...(renamedFrom === undefined ? [] : [`Renamed from ${markdownCode(redact(renamedFrom))}.`]),
    ...resultRemarks(result).map(({ says }) => markdownSentence(says, redact)),
    ...refusedParts(result.changes, redact),
    ...(behaviour === undefined ? [] : behaviourParts(behaviour, redact)),
    ...[
      ...byHolder(
        result.changes.filter((change) => !isRefusal(change)),
        by,
      ),
    ].map(([resource, changes]) => resourcePart(resource, changes, redact)),
    ...acceptedParts(accepted ?? [], redact),
  ];
}

/** What was accepted earlier, folded. */
function acceptedParts(accepted: readonly AcceptedDifference[], redact: Redact): readonly string[] {
  if (accepted.length === 0) return [];
  const rows = within(
    accepted.map(({ level, message }) => `- ${MARKS[level]} ${markdownText(redact(message))}`),
    MAX_CHARACTERS / 4,
    (left) => `- and ${counted(left, 'more difference')}`,
  );
  return [collapsible(`${counted(accepted.length, 'accepted difference')}, not counted`, rows.join('\n'))];
}

/** New errors, before anything else. */
function refusedParts(changes: readonly Change[], redact: Redact): readonly string[] {
  const refusals = changes.filter(isRefusal);
  if (refusals.length === 0) return [];
  const rows = within(
    refusals.map(({ level, message, after }) => {
      const line = after === null ? '' : ` (line ${after.range.start.line})`;
      return `- ${MARKS[level]} ${markdownText(redact(`${message}${line}`))}`;
    }),
    MAX_CHARACTERS / 4,
    (left) => `- and ${counted(left, 'more error')}`,
  );
  return [[`**${REFUSED_TITLE}**`, '', ...rows].join('\n')];
}

function behaviourParts(behaviour: ComparedBehaviour, redact: Redact): readonly string[] {
  const { changes } = behaviour;
  const parts: string[] = [];
  if (changes.length > 0) {
    const rows = within(
      changes.map((moved) => movedRow(moved, redact)),
      MAX_CHARACTERS / 2,
      (left) => `| | and ${counted(left, 'more group')} | | |`,
    );
    parts.push(
      [`**${MOVED_TITLE}**`, '', '| | request | before | after |', '|---|---|---|---|', ...rows].join('\n'),
    );
  }
  for (const { says } of behaviourRemarks(behaviour)) parts.push(markdownSentence(says, redact));
  return parts;
}

function movedRow(moved: MovedResult, redact: Redact): string {
  const { request, stands_for: standsFor } = moved;
  const { before, after, rest } = outcomeTexts(moved);
  const stands = standsFor === '' ? '' : `<br>${markdownText(redact(standsFor))}`;
  const cells = [
    `${MARKS[moved.level]}${isAccess(moved) ? `<br>${moved.rule}` : ''}`,
    `${markdownCode(redact(requestText(request)))}${stands}`,
    markdownText(redact(before)),
    `${markdownText(redact(after))}${rest === '' ? '' : `<br>${markdownText(redact(rest))}`}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function resourcePart(resource: string, changes: readonly Change[], redact: Redact): string {
  const rows = within(
    changes.map((change) => changeRow(change, redact)),
    MAX_CHARACTERS / 4,
    (left) => `| | and ${counted(left, 'more change')} | | |`,
  );
  const table = ['| | what | before | after |', '|---|---|---|---|', ...rows].join('\n');
  return collapsible(`${redact(resource)}: ${counted(changes.length, 'change')}`, table);
}

function changeRow(change: Change, redact: Redact): string {
  const { level, rule, kind, path, before, after, message, reason } = change;
  const side = (value: Change['before']): string =>
    value === null
      ? ''
      : `${markdownCode(redact(valueText(value)))} ${markdownText(`line ${value.range.start.line}`)}`;
  const told = kind === 'moved' || kind === 'renamed' ? markdownText(redact(message)) : markdownCode(path);
  const why = hasOwnReason(change) ? `<br>${markdownText(redact(reason))}` : '';
  return `| ${MARKS[level]} | ${kind} ${told}${why}<br>${markdownCode(rule)} | ${side(before)} | ${side(after)} |`;
}
