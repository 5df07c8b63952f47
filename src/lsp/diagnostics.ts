/** What analysis finds in what an editor has open, as it shows it. */

import { type Analysis, analyze, askedRules, type Finding, type RuleLevel, tagOf } from '../analyze/index.ts';
import { type Memory, startMemory } from '../analyze/memory.ts';
import type { Clock } from '../analyze/subject.ts';
import type { Hidden } from '../analyze/suppression/baseline.ts';
import { propertyRules } from '../engine/property-rules.ts';
import { type CleanTexts, startRememberedTexts } from '../model/clean-texts.ts';
import type { Configuration } from '../model/open.ts';
import type { PropertyFile, RuleRow } from '../model/own-rules.ts';
import type { Level } from '../model/problem.ts';
import type { FindingTag } from '../model/rules.ts';
import { resourceName } from '../present/finding.ts';
import { type Redact, redactionOf } from '../results/secrets/redact.ts';
import { markedRequest } from '../routing/request/marked-request.ts';
import { requestLine } from '../routing/request/request-line.ts';
import { grouped } from '../source/counted.ts';
import type { InputError } from '../source/errors.ts';
import type { Position, Range } from '../source/lines.ts';
import { isMeant, type OpenText } from './document.ts';
import { type Project, projectOf } from './project.ts';

export interface Diagnostic {
  readonly range: Range;
  readonly level: Level;
  /** Id of the rule; `syntax` where the text cannot be read. */
  readonly rule: string;
  readonly message: string;
  readonly tag?: FindingTag;
  /** `Route shop/3`; empty where it is about none, or one without a name. */
  readonly resource?: string;
  /** A request that shows it, fit to be asked about. */
  readonly request?: string;
  readonly related: readonly { readonly file: string; readonly range: Range; readonly message: string }[];
  readonly fingerprint?: string;
}

/** What was found in files that are one configuration, or in one. */
export interface Examined extends Project {
  readonly analysis: Analysis;
  readonly redact: Redact;
}

/** What outlives a version of a text. */
export interface Remembered {
  readonly memory: Memory;
  readonly withoutSecrets: CleanTexts;
}

export function startRemembering(): Remembered {
  return { memory: startMemory(), withoutSecrets: startRememberedTexts() };
}

interface RuleChoice {
  readonly levels: ReadonlyMap<string, RuleLevel>;
  readonly rows?: readonly RuleRow[] | undefined;
  readonly properties?: readonly PropertyFile[] | undefined;
}

interface ExamineOptions {
  readonly clock?: Clock | undefined;
  /** Only what reading finds is wanted: syntax, fields, values. */
  readonly isLarge?: boolean;
  /** What is known from older versions, for the same levels and rows. */
  readonly remembered?: Remembered | undefined;
}

/** @param given levels of rules, where they differ from the rules' own, rules that are rows, and properties */
export function examine(
  configurations: readonly Configuration[],
  { levels, rows = [], properties = [] }: RuleChoice,
  { clock, isLarge = false, remembered }: ExamineOptions = {},
): Examined {
  const project = projectOf(configurations, clock, isLarge ? undefined : remembered?.memory);
  // A comment about a rule that is not asked is not idle.
  const counted = isLarge ? new Map([...levels, ['unused-suppression', 'off'] as const]) : levels;
  const { rules, known } = askedRules({ rows, own: isLarge ? [] : propertyRules(properties) });
  const analysis = analyze(project.subject, { rules: isLarge ? [] : rules, levels: counted, known });
  // Most files have no secrets, and many are never spoken of: they are searched when something is said.
  let redact: Redact | undefined;
  return {
    ...project,
    analysis,
    redact(text) {
      redact ??= redactionOf(configurations, false, [], remembered?.withoutSecrets).redact;
      return redact(text);
    },
  };
}

/** What is to be said about one of the files. @param hidden what a baseline knows */
export function diagnosticsOf(
  file: string,
  { analysis, redact }: Examined,
  hidden?: Hidden,
): readonly Diagnostic[] {
  return analysis.findings
    .filter((finding) => finding.file === file && hidden?.hides(finding) !== true)
    .map((finding) => diagnosticOf(finding, redact));
}

function diagnosticOf(finding: Finding, redact: Redact): Diagnostic {
  const { rule, level, range, message, related, fingerprint, request } = finding;
  const tag = tagOf(rule);
  return {
    range,
    level,
    rule,
    message: redact(message),
    ...(tag === undefined ? {} : { tag }),
    resource: redact(resourceName(finding)),
    ...(request === undefined ? {} : { request: redact(requestLine(markedRequest(request))) }),
    related: related.map((each) => ({ file: each.file, range: each.range, message: redact(each.message) })),
    fingerprint,
  };
}

/** Why a text that is meant as a configuration cannot be read; nothing where it is none. @param wasMeant it was one */
export function syntaxDiagnostic(
  opened: OpenText,
  error: InputError,
  wasMeant: boolean,
): Diagnostic | undefined {
  if (!wasMeant && !isMeant(opened)) return undefined;
  const { problem, hint, position = { line: 1, column: 1 } } = error.details;
  const message = hint === undefined ? problem : `${problem} (${hint})`;
  const range = { start: position, end: lineEndOf(opened.text, position) };
  return { range, level: 'error', rule: 'syntax', message, related: [] };
}

/** What is not looked for in a large file is said. */
export function largeDiagnostic(text: string, most: number): Diagnostic {
  const start = { line: 1, column: 1 };
  return {
    range: { start, end: lineEndOf(text, start) },
    level: 'info',
    rule: 'large-file',
    message: `the file has more than ${grouped(most)} characters: only its syntax, fields and values are checked here; cfgtool analyze asks every rule`,
    related: [],
  };
}

function lineEndOf(text: string, { line, column }: Position): Position {
  const written = text.split('\n', line)[line - 1]?.replace(/\r$/, '') ?? '';
  return { line, column: Math.max(column, written.length + 1) };
}
