/** The files of properties that settings name, as rules of analysis. */
import type { Draft, DraftRelated, NodeSpot } from '../analyze/finding.ts';
import type { Subject } from '../analyze/index.ts';
import type { RunRule } from '../analyze/rule.ts';
import { propertyRefuted, propertyVacuous } from '../analyze/rules/properties.ts';
import type { PropertyFile } from '../model/own-rules.ts';
import { embeddedAt, type Place } from '../model/place.ts';
import { becauseOf } from '../prove/because.ts';
import { unknownNames } from '../prove/names.ts';
import type { Property } from '../prove/property.ts';
import { type EffectContext, proveAll, type Verdict } from '../prove/prove.ts';
import { readProperties } from '../prove/read.ts';
import { becauseText, verdictText } from '../results/verdicts.ts';
import { sourceFile } from '../source/load.ts';
import { nodeAt } from '../source/pointer.ts';
import { ROOT } from '../source/tree.ts';
import { groundOf } from './ground.ts';

/** What deciding all properties of a subject may cost. */
const LIMITS = { work: 1_000_000_000, milliseconds: 20_000 };

/** @throws InputError where a file holds no properties, with its line */
export function propertiesOf(files: readonly PropertyFile[]): readonly Property[] {
  return files.flatMap(({ name, text }) => readProperties(sourceFile(name, text, 'named')));
}

/** @throws InputError where a file holds no properties, with its line */
export function propertyRules(files: readonly PropertyFile[]): readonly RunRule[] {
  const properties = propertiesOf(files);
  if (properties.length === 0) return [];
  const drafts = (subject: Subject): Drafts => draftsOf(properties, subject);
  const rule = ({ id, level }: RunRule, kind: keyof Drafts): RunRule => ({
    id,
    level,
    subject: (subject, report) => subject.shared(drafts)[kind].forEach(report),
  });
  return [rule(propertyRefuted, 'refuted'), rule(propertyVacuous, 'vacuous')];
}

/** What each of the rules says; what is undecided is said by the first. */
interface Drafts {
  readonly refuted: readonly Draft[];
  readonly vacuous: readonly Draft[];
}

function draftsOf(properties: readonly Property[], subject: Subject): Drafts {
  const { routing } = subject;
  // Of clusters or secrets alone no property speaks.
  if (routing.routes.length === 0 && routing.listeners.length === 0) return { refuted: [], vacuous: [] };
  const somewhere = firstPlace(subject);
  const unknown = new Map(unknownNames(properties, routing).map((each) => [each.property, each]));
  const known = properties.filter((each) => !unknown.has(each));
  const ground = groundIn(subject);
  const decided = proveAll(known, ground).map((verdict, at) => [known[at], verdict] as const);
  const given = decided.flatMap(([property, verdict]) =>
    property === undefined || verdict.kind === 'proved'
      ? []
      : { verdict, draft: draftOf(property, verdict, ground, subject, somewhere) },
  );
  const idle = [...unknown.values()].map(({ property, what, name, near }) => {
    const meant = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
    const why = `it speaks of the ${what} ${JSON.stringify(name)}, which is not here${meant}`;
    return said(property, 'says nothing of this input', why, somewhere);
  });
  return {
    refuted: given.flatMap(({ verdict, draft }) => (verdict.kind === 'vacuous' ? [] : draft)),
    vacuous: [...given.flatMap(({ verdict, draft }) => (verdict.kind === 'vacuous' ? draft : [])), ...idle],
  };
}

/** Where properties of a subject are decided. */
export function groundIn(subject: Subject): EffectContext {
  const configurations = [...new Set(subject.documents.map(({ configuration }) => configuration))];
  return groundOf(subject.routing, configurations, subject.regexes, subject.meter(LIMITS));
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
  ground: EffectContext,
  subject: Subject,
  somewhere: Draft['at'],
): Draft {
  const why = verdictText({ property, verdict });
  if (verdict.kind !== 'refuted') {
    if (verdict.kind === 'vacuous') return said(property, 'says nothing of this input', why, somewhere);
    return { ...said(property, 'is not decided', why, somewhere), undecided: true };
  }
  const because = becauseOf(verdict.by, property, ground);
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
