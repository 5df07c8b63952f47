/** The files of properties that settings name, as rules of analysis. */
import type { Draft, DraftRelated, NodeSpot } from '../analyze/finding.ts';
import type { Subject } from '../analyze/index.ts';
import type { RunRule } from '../analyze/rule.ts';
import { propertyRefuted, propertyVacuous } from '../analyze/rules/properties.ts';
import type { PropertyFile } from '../model/own-rules.ts';
import { embeddedAt, type Place } from '../model/place.ts';
import { becauseOf } from '../prove/because.ts';
import { type UnknownName, unknownNames } from '../prove/names.ts';
import type { Property } from '../prove/property.ts';
import { type ProofContext, proveAll, type Verdict } from '../prove/prove.ts';
import { readProperties } from '../prove/read.ts';
import { becauseText, verdictText } from '../results/verdicts.ts';
import { InputError } from '../source/errors.ts';
import { sourceFile } from '../source/load.ts';
import { nodeAt } from '../source/pointer.ts';
import { ROOT } from '../source/tree.ts';
import { provingOf } from './proving.ts';

/** What deciding all properties of a subject may cost. */
const LIMITS = { work: 1_000_000_000, milliseconds: 20_000 };

function propertiesOf(files: readonly PropertyFile[]): readonly Property[] {
  return files.flatMap(({ name, text }) => readProperties(sourceFile(name, text, 'named')));
}

/** Why a file, which somebody may be writing, holds no properties. */
export function whyNoProperties(file: PropertyFile): InputError | undefined {
  try {
    propertiesOf([file]);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** @throws InputError where a file holds no properties, with its line */
export function propertyRules(files: readonly PropertyFile[]): readonly RunRule[] {
  if (files.length === 0) return [];
  const decide = decider(files);
  const rule = ({ id, level }: RunRule, isVacuous: boolean): RunRule => ({
    id,
    level,
    subject: (subject, report) => {
      for (const draft of draftsOf(subject.shared(decide), subject, isVacuous)) report(draft);
    },
  });
  return [rule(propertyRefuted, false), rule(propertyVacuous, true)];
}

/** What properties come to in a subject. */
export interface Decided {
  readonly proving: ProofContext;
  readonly verdicts: readonly { readonly property: Property; readonly verdict: Verdict }[];
  /** Properties that speak of what is not there. */
  readonly unknown: readonly UnknownName[];
}

const deciders = new WeakMap<readonly PropertyFile[], (subject: Subject) => Decided>();

/**
 * Decides the properties of some files, for each subject once.
 *
 * @throws InputError where a file holds no properties, with its line
 */
export function decider(files: readonly PropertyFile[]): (subject: Subject) => Decided {
  const known = deciders.get(files);
  if (known !== undefined) return known;
  const properties = propertiesOf(files);
  const decide = (subject: Subject) => decidedIn(properties, subject);
  deciders.set(files, decide);
  return decide;
}

function decidedIn(properties: readonly Property[], subject: Subject): Decided {
  const { routing, documents, regexes } = subject;
  const configurations = [...new Set(documents.map(({ configuration }) => configuration))];
  const proving = provingOf(routing, configurations, regexes, subject.meter(LIMITS));
  // Of clusters or secrets alone no property speaks.
  if (routing.routes.length === 0 && routing.listeners.length === 0)
    return { proving, verdicts: [], unknown: [] };
  const unknown = new Map(unknownNames(properties, routing).map((each) => [each.property, each]));
  const known = properties.filter((each) => !unknown.has(each));
  const verdicts = proveAll(known, proving);
  return {
    proving,
    verdicts: known.flatMap((property, at) => {
      const verdict = verdicts[at];
      return verdict === undefined ? [] : { property, verdict };
    }),
    unknown: [...unknown.values()],
  };
}

/** What one of the two rules says; what is undecided is said by that about broken ones. */
function draftsOf(
  { verdicts, unknown, proving }: Decided,
  subject: Subject,
  isVacuous: boolean,
): readonly Draft[] {
  if (verdicts.length === 0 && unknown.length === 0) return [];
  const somewhere = firstPlace(subject);
  const decided = verdicts.flatMap(({ property, verdict }) =>
    verdict.kind === 'proved' || (verdict.kind === 'vacuous') !== isVacuous
      ? []
      : draftOf(property, verdict, proving, subject, somewhere),
  );
  if (!isVacuous) return decided;
  const idle = unknown.map(({ property, what, name, near }) => {
    const meant = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
    const why = `it speaks of the ${what} ${JSON.stringify(name)}, which is not here${meant}`;
    return said(property, 'says nothing of this input', why, somewhere);
  });
  return [...decided, ...idle];
}

function said(property: Property, what: string, why: string, at: Draft['at']): Draft {
  const { name, place } = property;
  const where = place === null ? '' : ` (${place.file}:${place.line})`;
  return {
    message: `property ${JSON.stringify(name)}${where} ${what}: ${why}`,
    at,
    data: { property: name, ...(place === null ? {} : { properties: place.file, line: place.line }) },
    identity: name,
  };
}

function draftOf(
  property: Property,
  verdict: Verdict,
  proving: ProofContext,
  subject: Subject,
  somewhere: Draft['at'],
): Draft {
  const why = verdictText({ property, verdict });
  if (verdict.kind !== 'refuted') {
    if (verdict.kind === 'vacuous') return said(property, 'says nothing of this input', why, somewhere);
    return { ...said(property, 'is not decided', why, somewhere), undecided: true };
  }
  const because = becauseOf(verdict.by, property, proving);
  const [first, ...others] = because.flatMap((each): readonly DraftRelated[] => {
    const at = spotOf(each.place, subject);
    return at === undefined ? [] : [{ message: becauseText(each), at }];
  });
  return {
    ...said(property, 'is broken', why, first?.at ?? somewhere),
    related: others,
    request: verdict.by.request,
  };
}

/** The node of a place. */
function spotOf({ file, document = 0, embedded, pointer }: Place, subject: Subject): NodeSpot | undefined {
  const found = subject.documents.find(
    ({ configuration, root }) =>
      configuration.file.name === file &&
      root.document === document &&
      embeddedAt(root).embedded === embedded,
  );
  const node = found && nodeAt(found.root.tree, pointer);
  return found === undefined || node === undefined ? undefined : { document: found, node };
}

/** Where that is said which is about no place: at the name of the first route configuration. */
function firstPlace(subject: Subject): Draft['at'] {
  const [routes] = subject.routing.routes;
  const [document] = subject.documents;
  if (routes !== undefined)
    return {
      document: subject.documentOf(routes.rootOf(0)),
      type: 'RouteConfiguration',
      message: routes.written,
      field: 'name',
    };
  if (document === undefined) throw new TypeError('a subject without documents');
  return { document, node: ROOT };
}
