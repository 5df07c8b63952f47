/**
 * The part of `npm run corpus` about what has no effect: each part of a file of which `analyze` says so is taken away by
 * itself, and `diff` may find no difference.
 */
import { fixFile } from '../src/analyze/fixes/fix.ts';
import { takesAway } from '../src/analyze/fixes/unnoticed.ts';
import { analyze, type Finding, subjectOf } from '../src/analyze/index.ts';
import { ignoredField } from '../src/analyze/rules/fields.ts';
import { duplicateEntry } from '../src/analyze/rules/names.ts';
import { compareBehaviour } from '../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../src/diff/index.ts';
import { pairSides } from '../src/diff/pairing.ts';
import { type Configuration, openConfiguration } from '../src/model/index.ts';
import { typeOf } from '../src/model/reopen.ts';
import { sourceFile } from '../src/source/load.ts';
import { openedOrNot } from './corpus-replay.ts';

export interface TakenAway {
  /** Files in which something has no effect. */
  files: number;
  /** Parts that were taken away. */
  tried: number;
  /** Those after which `diff` finds nothing. */
  equal: number;
  /** The others, each with what `diff` says. */
  readonly different: string[];
}

const RULES = [ignoredField, duplicateEntry];
const KNOWN = RULES.map(({ id }) => id);
/** So many of one file are tried: a dump repeats what it says. */
const MOST = 40;

export function takeAwayAll(texts: readonly (readonly [file: string, text: string])[]): TakenAway {
  const totals: TakenAway = { files: 0, tried: 0, equal: 0, different: [] };
  for (const [file, text] of texts) {
    const configuration = openedOrNot(file, text);
    if (configuration === undefined) continue;
    const found = [...idleIn(configuration)].slice(0, MOST);
    if (found.length > 0) totals.files++;
    for (const [message, findings] of found) {
      totals.tried++;
      const said = differenceWithout(configuration, findings);
      if (said === undefined) totals.equal++;
      else totals.different.push(`${file}: ${message}; but diff says: ${said}`);
    }
  }
  return totals;
}

/**
 * What says nothing, as far as taking it away is all there is to do; what the proxy refuses makes a difference. By what
 * is said of it: listeners may hold the same route configuration, which is one as long as it stays the same.
 */
function idleIn(configuration: Configuration): ReadonlyMap<string, readonly Finding[]> {
  const { findings } = analyze(subjectOf([configuration]), { rules: RULES, known: KNOWN });
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const { rule, level, message } = finding;
    if (!KNOWN.includes(rule) || level === 'error' || !takesAway(finding)) continue;
    if (message.includes('the proxy refuses it')) continue;
    const group = groups.get(message);
    if (group === undefined) groups.set(message, [finding]);
    else group.push(finding);
  }
  return groups;
}

/** What differs without them, in words; undefined where nothing does. */
function differenceWithout(configuration: Configuration, findings: readonly Finding[]): string | undefined {
  const { text, left } = fixFile(configuration, findings, false);
  if (text === configuration.file.text) return left.join('; ');
  const after = openConfiguration(sourceFile(configuration.file.name, text, 'named'), {
    namespace: configuration.namespace,
    ...typeOf(configuration),
  });
  const [one, other] = [[configuration], [after]];
  const pairing = pairSides(one, other);
  const [change] = diffConfigurations(one, other, { pairing }).changes;
  if (change !== undefined) return change.message;
  const [moved] = compareBehaviour(one, other, { pairing, work: 20_000_000 }).changes;
  return moved?.message;
}
