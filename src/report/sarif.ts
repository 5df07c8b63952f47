/** SARIF 2.1.0, as code scanning reads it: a run of one tool with its rules and results. */

import type { Redact } from '../results/secrets/redact.ts';
import type { Range } from '../source/lines.ts';
import { jsonText } from './data-text.ts';
import { type MaybePartial, partialInvocations } from './run.ts';

export interface SarifRule {
  readonly id: string;
  readonly level: SarifLevel;
  /** One line. */
  readonly purpose: string;
  readonly text: string;
  readonly markdown: string;
}

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifPlace {
  readonly file: string;
  readonly range?: Range;
  /** What stands there, where the place is related to another. */
  readonly message?: string;
  /** A name such as `Route shop/3`. */
  readonly logical?: string;
}

export interface SarifReplacement {
  readonly range: Range;
  readonly text: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level: SarifLevel;
  readonly message: string;
  readonly place: SarifPlace;
  readonly related: readonly SarifPlace[];
  readonly fingerprint: string;
  /** How to fix it: one file's replacements. */
  readonly fix?: {
    readonly title: string;
    readonly file: string;
    readonly replacements: readonly SarifReplacement[];
  };
  readonly properties?: object;
}

export interface SarifRun {
  readonly version: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  readonly partial?: MaybePartial | undefined;
  /** What is said about the run as a whole. */
  readonly properties?: object | undefined;
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Only the rules that a result names are listed. */
export function sarifText(
  { version, rules, results, partial, properties }: SarifRun,
  redact: Redact,
): string {
  const named = new Set(results.map(({ rule }) => rule));
  const listed = rules.filter(({ id }) => named.has(id));
  const indexes = new Map(listed.map(({ id }, index) => [id, index]));
  return jsonText(
    {
      $schema: SCHEMA,
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: { name: 'cfgtool', semanticVersion: version, version, rules: listed.map(ruleObject) },
          },
          ...partialInvocations(partial),
          columnKind: 'utf16CodeUnits',
          results: results.map((result) => resultObject(result, indexes.get(result.rule))),
          ...(properties === undefined ? {} : { properties }),
        },
      ],
    },
    redact,
  );
}

function ruleObject({ id, level, purpose, text, markdown }: SarifRule): object {
  return {
    id,
    name: id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: purpose },
    fullDescription: { text },
    help: { text, markdown },
    defaultConfiguration: { level },
  };
}

function resultObject(result: SarifResult, ruleIndex: number | undefined): object {
  const { rule, level, message, place, related, fingerprint, fix, properties } = result;
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level,
    message: { text: plain(message) },
    locations: [location(place)],
    ...(related.length === 0
      ? {}
      : { relatedLocations: related.map((each, id) => ({ id, ...location(each) })) }),
    partialFingerprints: { 'cfgtool/v2': fingerprint },
    ...(fix === undefined ? {} : { fixes: [fixObject(fix)] }),
    ...(properties === undefined ? {} : { properties }),
  };
}

function location({ file, range, message, logical }: SarifPlace): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(range === undefined ? {} : { region: region(range) }),
    },
    ...(logical === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: logical }] }),
    ...(message === undefined ? {} : { message: { text: plain(message) } }),
  };
}

function fixObject({ title, file, replacements }: NonNullable<SarifResult['fix']>): object {
  return {
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: { uri: uriOf(file) },
        replacements: replacements.map(({ range, text }) => ({
          deletedRegion: region(range),
          ...(text === '' ? {} : { insertedContent: { text } }),
        })),
      },
    ],
  };
}

function region({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/** `[text](target)` is a link in a message, the one thing that is not plain in its text. */
function plain(message: string): string {
  return message.replaceAll('](', '\\](');
}

/** A path as a URI reference, relative where the path is. */
export function uriOf(file: string): string {
  // The address of a running proxy is one already.
  if (/^https?:\/\//i.test(file) && URL.canParse(file)) return new URL(file).href;
  // A name with half a character in it cannot be encoded.
  const path = file
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${encoded}`;
  return encoded;
}
