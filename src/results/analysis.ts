/** What analysis says about one file, as plain data: kept, written and read again without the file. */

import type { Replacement } from '../analyze/fixes/replacements.ts';
import type { Finding, Related } from '../analyze/index.ts';
import type { Hidden } from '../analyze/suppression/baseline.ts';
import type { Place } from '../model/place.ts';
import { withoutSecretParts } from '../model/secrets.ts';
import { secretly } from '../source/secret-marks.ts';
import {
  detached,
  type KeptLines,
  keepLines,
  keptLines,
  NO_LINES,
  type OwnTexts,
  type ShownLines,
} from './detached.ts';
import type { Redact } from './secrets/redact.ts';
import { count, type FindingResult, findings, object, optional, place, type Shape, text } from './shapes.ts';

export interface AnalyzedPart extends Partial<Pick<Place, 'api' | 'release'>> {
  readonly file: string;
  readonly findings: readonly FindingResult[];
  /** Hidden by comments. */
  readonly suppressed: number;
  /** Hidden by the baseline. */
  readonly baselined: number;
  readonly lines: KeptLines;
}

/** Lines of a place that reports show. */
const MAX_LINES = 3;

/** A part as it was written by {@link analyzedObject}. */
export const analyzedPart: Shape<AnalyzedPart> = (data, at) => {
  const made = object({
    file: text,
    api: optional(place.api),
    release: place.release,
    findings,
    summary: object({ suppressed: count, baselined: optional(count) }),
    lines: optional(keptLines),
  })(data, at);
  const { file, api, release, summary, lines = NO_LINES } = made;
  const { baselined = 0 } = summary;
  const suppressed = Math.max(0, summary.suppressed - baselined);
  return { file, ...heldResult({ api, release }), findings: made.findings, suppressed, baselined, lines };
};

/** What a file is held to; nothing where that is not known. */
export function heldResult({
  api,
  release,
}: {
  readonly [key in 'api' | 'release']?: AnalyzedPart[key] | undefined;
}): Pick<AnalyzedPart, 'api' | 'release'> {
  return { ...(api === undefined ? {} : { api }), ...(release === undefined ? {} : { release }) };
}

/** What is found in one file, cut loose from it. */
export function partOfFile(
  file: string,
  found: readonly (Finding | FindingResult)[],
  {
    suppressed,
    lines,
    redact,
    held = {},
  }: {
    readonly held?: Pick<AnalyzedPart, 'api' | 'release'>;
    readonly suppressed: number;
    readonly lines: ShownLines;
    readonly redact: Redact;
  },
): AnalyzedPart {
  const texts: OwnTexts = new Map();
  return {
    file,
    ...held,
    findings: found.map((each) => detachedFinding(each, redact, texts)),
    suppressed,
    baselined: 0,
    lines: keepLines(
      lines,
      found.map((each) => each.range),
      redact,
      MAX_LINES,
    ),
  };
}

/** A finding as all reports print it, its keys in the order of the contract: of a fix it has the title. */
export function findingResult(each: Finding | FindingResult): FindingResult {
  const { rule, level, message, resource, fingerprint, related, request, data, fix } = each;
  return {
    rule,
    level,
    message,
    ...placeResult(each),
    ...(resource === undefined ? {} : { resource }),
    fingerprint,
    related: related.map((other) => ({ message: other.message, ...placeResult(other) })),
    ...(request === undefined ? {} : { request }),
    data,
    ...(fix === undefined ? {} : { fix: fixResult(fix) }),
  };
}

function fixResult(fix: NonNullable<(Finding | FindingResult)['fix']>): NonNullable<FindingResult['fix']> {
  const replacements = 'replacements' in fix ? fix.replacements : undefined;
  return { title: fix.title, ...(replacements === undefined ? {} : { replacements }) };
}

type PlaceResult = Pick<
  FindingResult,
  'file' | 'api' | 'release' | 'document' | 'embedded' | 'pointer' | 'range' | 'source'
>;

function placeResult({
  file,
  api,
  release,
  document,
  embedded,
  pointer,
  range,
  source,
}: Omit<Related, 'message'>): PlaceResult {
  return {
    file,
    api,
    ...(release === undefined ? {} : { release }),
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
    pointer,
    range,
    ...(source === undefined ? {} : { source }),
  };
}

/** Names of rules, levels and fingerprints hold nothing of the file; a secret that is spelled like one hides elsewhere. */
function detachedFinding(each: Finding | FindingResult, redact: Redact, texts: OwnTexts): FindingResult {
  const { rule, level, fingerprint } = each;
  return { ...detached(findingResult(each), redact, texts), rule, level, fingerprint };
}

/**
 * A part whose findings tell what their fixes replace. A fix that would write what is hidden is left out.
 *
 * @param found the findings that the part was made of
 */
export function withReplacements(
  part: AnalyzedPart,
  found: readonly Finding[],
  replacements: ReadonlyMap<Finding, readonly Replacement[]>,
  redact: Redact,
): AnalyzedPart {
  const hides = redact(secretly('a')) !== 'a';
  // What is put in may be a piece of the file that stood elsewhere in it.
  const isHidden = (put: string): boolean =>
    redact(put) !== put || (hides && withoutSecretParts(put) !== put);
  const told = part.findings.map((each, index) => {
    const source = found[index];
    const list = source && replacements.get(source);
    if (each.fix === undefined || list === undefined || list.some(({ text: put }) => isHidden(put)))
      return each;
    return { ...each, fix: { ...each.fix, replacements: list } };
  });
  return { ...part, findings: told };
}

/** The same part under the name of another file with the same content. */
export function renamedPart(part: AnalyzedPart, file: string): AnalyzedPart {
  if (part.file === file) return part;
  const named = <T extends { readonly file: string }>(each: T): T =>
    each.file === part.file ? { ...each, file } : each;
  return {
    ...part,
    file,
    findings: part.findings.map((each) => ({ ...named(each), related: each.related.map(named) })),
  };
}

/** What is kept of findings that a baseline knows. */
export function withoutKnown(part: AnalyzedPart, known: Hidden): AnalyzedPart {
  const kept = part.findings.filter((each) => !known.hides(each));
  const hidden = part.findings.length - kept.length;
  return hidden === 0 ? part : { ...part, findings: kept, baselined: part.baselined + hidden };
}

/** A part as a line of NDJSON and as an entry of the cache. */
export function analyzedObject(part: AnalyzedPart): object {
  const { file, lines, baselined } = part;
  const held = heldResult(part);
  const summary = { ...countsOf(part), ...(baselined === 0 ? {} : { baselined }) };
  return { file, ...held, summary, findings: part.findings, lines };
}

/** How parts are kept and handed between threads; a file that is taken together with others has none of its own. */
export const analyzedEntries = {
  objectOf: (part: AnalyzedPart | undefined): object => (part === undefined ? {} : analyzedObject(part)),
  shape: analyzedPart,
};

/** Findings by level, and those that are hidden. */
export function countsOf({ findings: all, suppressed, baselined }: AnalyzedPart) {
  const of = (wanted: string): number => all.filter(({ level }) => level === wanted).length;
  return {
    error: of('error'),
    warning: of('warning'),
    info: of('info'),
    suppressed: suppressed + baselined,
  };
}
