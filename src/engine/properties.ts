/** Properties that hold on one side of a comparison only (`diff --properties`). */
import { type Change, type DiffOptions, whyOf } from '../diff/index.ts';
import { fingerprints } from '../model/fingerprints.ts';
import type { Configuration } from '../model/open.ts';
import { becauseOf } from '../prove/because.ts';
import { unknownNames } from '../prove/names.ts';
import type { Property } from '../prove/property.ts';
import { type ProofContext, proveAll, type Verdict } from '../prove/prove.ts';
import type { ComparedPair } from '../results/comparison.ts';
import { requestText } from '../results/requests.ts';
import { answerText } from '../routing/outcome/words.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import { startMeter } from '../routing/regex/meter.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import { provingOf } from './proving.ts';

/** One side of a comparison. */
export interface ProvenSide {
  readonly routing: FoundRouting;
  readonly configurations: readonly Configuration[];
}

/** What deciding all properties of a side may cost. */
const WORK = 1_000_000_000;

/** What a property comes to on one side. */
interface Held {
  readonly isHeld: boolean;
  /** Why it does not hold there, as the end of a sentence. */
  readonly why: string;
  /** Where that stands. */
  readonly place: Change['after'];
}

/** The comparison with a change for each property that is proved on one side only. */
export function withProperties(
  pair: ComparedPair,
  properties: readonly Property[],
  sides: readonly [before: ProvenSide, after: ProvenSide],
  rules: DiffOptions['rules'] = new Map(),
): ComparedPair {
  const [before, after] = sides.map((side) => heldOn(properties, side));
  const print = fingerprints();
  const { result } = pair;
  const summary = { ...result.summary };
  let { ignored } = result;
  const changes = properties.flatMap(({ name }, at): readonly Change[] => {
    const [was, is] = [before?.[at], after?.[at]];
    if (was === undefined || is === undefined || was.isHeld === is.isHeld) return [];
    const rule = was.isHeld ? 'property-broken' : 'property-restored';
    const level = rules.get(rule) ?? (was.isHeld ? 'breaking' : 'info');
    if (level === 'off') {
      ignored++;
      return [];
    }
    summary[level]++;
    const said = JSON.stringify(name);
    const message = was.isHeld
      ? `the property ${said} holds no more: ${is.why}`
      : `the property ${said} holds now`;
    return [
      {
        rule,
        level,
        kind: 'changed',
        resource: { type: 'Property', name },
        within: [],
        path: '',
        before: was.place,
        after: is.place,
        fingerprint: print([rule, name]),
        message,
        reason: whyOf(rule) ?? '',
      },
    ];
  });
  return { ...pair, result: { ...result, changes: [...changes, ...result.changes], summary, ignored } };
}

function heldOn(properties: readonly Property[], { routing, configurations }: ProvenSide): readonly Held[] {
  const proving = provingOf(routing, configurations, regexEngine(), startMeter({ work: WORK }));
  const unknown = new Map(unknownNames(properties, routing).map((each) => [each.property, each]));
  const known = properties.filter((each) => !unknown.has(each));
  const verdicts = new Map(proveAll(known, proving).map((verdict, at) => [known[at], verdict]));
  return properties.map((property) => {
    const verdict = verdicts.get(property);
    if (verdict !== undefined) return heldBy(verdict, property, proving);
    const { what = '', name = '' } = unknown.get(property) ?? {};
    return { isHeld: false, why: `there is no ${what} ${JSON.stringify(name)}`, place: null };
  });
}

function heldBy(verdict: Verdict, property: Property, proving: ProofContext): Held {
  switch (verdict.kind) {
    case 'proved':
      return { isHeld: true, why: '', place: null };
    case 'refuted': {
      const { request, observed } = verdict.by;
      const [first] = becauseOf(verdict.by, property, proving);
      const place = first === undefined ? null : { ...first.place, value: null, origin: 'written' as const };
      return { isHeld: false, why: `${requestText(request)} ${answerText(observed.branch.outcome)}`, place };
    }
    case 'vacuous':
    case 'undecided':
      return { isHeld: false, why: `${verdict.kind}, since ${verdict.reason}`, place: null };
  }
}
