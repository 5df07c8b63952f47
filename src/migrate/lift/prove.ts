/**
 * Proves a lift: the text in version 3, read from the beginning, has the canonical form of the text in version 2, and
 * requests are handled the same through both as they are written.
 */

import { canonicalForm, unfilledForm } from '../../canonical/form.ts';
import { LIFT } from '../../canonical/version-three/message.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { embeddedAt, spanOf } from '../../model/place.ts';
import { apiOf, reopened } from '../../model/reopen.ts';
import { firstDifference } from '../../model/same.ts';
import { type Frame, rootFrames } from '../../model/walk.ts';
import { type Replayed, replay } from '../../replay/index.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { counted, grouped } from '../../source/counted.ts';
import { applyChanges, editText, sameData, type TextChange } from '../../source/edit/index.ts';
import { InputError } from '../../source/errors.ts';
import { pointerOf } from '../../source/pointer.ts';
import type { NodeId } from '../../source/tree.ts';
import { fileChanges } from '../file-changes.ts';
import type { Applied } from '../migrate.ts';
import type { Blocked, FoundObstacle, RefusedAnew } from './found.ts';
import type { Spelled } from './spell.ts';
import type { Unit } from './units.ts';

export interface LiftProof {
  readonly difference?: string;
  /** What version 3 does otherwise although nothing is converted wrongly. */
  readonly obstacle?: Applied;
  /** How many requests went through both texts. */
  readonly requests: number;
  readonly warnings: readonly string[];
}

/** @param configuration the file before any change */
export function proveLift(configuration: Configuration, spelled: Spelled, blocked: Blocked): LiftProof {
  const { middle, changes } = spelled;
  // What is of version 3 is that already; what needs no change may mean something else there all the same.
  if (changes.length === 0 && configuration.api === 'v3') return { requests: 0, warnings: [] };
  const isUntouched = changes.length === 0 && middle.file.text === configuration.file.text;
  if (isUntouched && !blocked.isEmpty) return { requests: 0, warnings: [] };
  try {
    const lifted = openLifted(configuration, spelled);
    const before = withoutBlocked(middle, blocked, apiOf(middle).api);
    if ('why' in before) return { obstacle: entangled(configuration, before), requests: 0, warnings: [] };
    const after = withoutBlocked(lifted, blocked, 'v3');
    if ('why' in after) return { obstacle: entangled(configuration, after), requests: 0, warnings: [] };
    const form = formDifference(before, after);
    if (form !== undefined) return { difference: form, requests: 0, warnings: [] };
    if (!blocked.isEmpty) return { requests: 0, warnings: [] };
    const { difference, where, requests, unreplayed, open = [] } = replay(configuration, lifted);
    if (difference !== undefined && where !== undefined)
      return { obstacle: movedRequest(configuration, difference, where), requests, warnings: [] };
    const warnings =
      unreplayed === 0
        ? []
        : [
            `only ${grouped(requests)} requests were replayed through the old and the new text, within the budget for it: ${grouped(unreplayed)} virtual hosts were compared by their meaning alone`,
          ];
    const opened = open.map(
      (reason) => `${reason}; in version 2 it was known, so look whether it is still the same`,
    );
    return {
      requests,
      warnings: [...warnings, ...opened],
      ...(difference === undefined ? {} : { difference }),
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const difference = `the lifted text cannot be read: ${error.details.problem}`;
    return { difference, requests: 0, warnings: [] };
  }
}

/** A request that goes elsewhere, at what it met. */
function movedRequest(
  configuration: Configuration,
  difference: string,
  { root, node }: NonNullable<Replayed['where']>,
): Applied {
  return obstacleAt(
    configuration,
    root,
    node,
    `version 3 reads it otherwise: ${difference}; write it so that both versions do the same`,
  );
}

/** A document of which what stays and what is lifted cannot be told apart. */
interface Entangled {
  /** Its position among the roots of the file. */
  readonly at: number;
  readonly why: string;
}

function entangled(configuration: Configuration, { at, why }: Entangled): Applied {
  const [first] = configuration.roots;
  const root = configuration.roots[at] ?? first;
  if (root === undefined) throw new Error('a configuration has a root');
  const reason = `what would stay cannot be told apart from what would be lifted: ${why}`;
  return obstacleAt(configuration, root, root.node, reason);
}

function obstacleAt({ file }: Configuration, root: Root, node: NodeId, reason: string): Applied {
  return {
    migration: LIFT,
    pointer: pointerOf(root.tree, node),
    range: file.lines.range(spanOf(root, node)),
    reason,
    document: root.document,
    ...embeddedAt(root),
  };
}

/**
 * What version 3 refuses although version 2 took it: its limits are narrower in places, and the proxy looks at more.
 *
 * @param blocked resources that are not lifted anyway
 */
export function refusedInThree(
  configuration: Configuration,
  spelled: Spelled,
  blocked: Blocked,
  refusedAnew: RefusedAnew,
): readonly FoundObstacle[] {
  const { middle, parts, changes } = spelled;
  const isThree = changes.length === 0 && configuration.api === 'v3';
  const lifted = isThree ? undefined : openedOrNot(configuration, spelled);
  if (lifted === undefined) return [];
  return refusedAnew(middle, lifted).flatMap(({ rule, message, pointer, document = 0, embedded }) => {
    if (rule === 'mixed-versions') return [];
    const rootIndex = parts.findIndex(
      ({ root }) => root.document === document && embeddedAt(root).embedded === embedded,
    );
    const part = parts[rootIndex];
    const unit = part && unitAround(part.units, pointer);
    if (part === undefined || unit === undefined || blocked.has(part.root, unit.pointer)) return [];
    const reason = `version 3 refuses it: ${message}; correct it first`;
    const obstacle = { node: unit.node, pointer, what: message, reason };
    return [{ obstacle, unit: { root: part.root, pointer: unit.pointer }, rootIndex }];
  });
}

/** A remark about what version 3 deprecates in its turn, which its own migrations end; nothing where there is none. */
export function stillDeprecated(configuration: Configuration, spelled: Spelled): readonly string[] {
  const lifted = spelled.changes.length === 0 ? undefined : openedOrNot(configuration, spelled);
  const deprecated = (lifted?.problems ?? []).filter(({ rule }) => rule === 'deprecated-field');
  const places = new Map<string, number>();
  for (const { message } of deprecated) {
    const name = message.replace(/ is deprecated.*$/s, '');
    places.set(name, (places.get(name) ?? 0) + 1);
  }
  const names = [...places].map(([name, count]) => (count === 1 ? name : `${name} (in ${count} places)`));
  const left = names.length - MAX_NAMES;
  const named = `${names.slice(0, MAX_NAMES).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  const count = deprecated.length;
  return count === 0
    ? []
    : [
        `${counted(count, 'field')} of the lifted text ${count === 1 ? 'is' : 'are'} deprecated in version 3 too: ${named}; cfgtool migrate on the lifted file goes on`,
      ];
}

/** Of so many deprecated fields the names are said; cfgtool analyze has all of them with their places. */
const MAX_NAMES = 8;

/** The innermost unit that a pointer leads into. */
function unitAround(units: readonly Unit[], pointer: string): Unit | undefined {
  let found: Unit | undefined;
  for (const unit of units) {
    const isIn = pointer === unit.pointer || pointer.startsWith(`${unit.pointer}/`);
    if (isIn && (found === undefined || unit.pointer.length > found.pointer.length)) found = unit;
  }
  return found;
}

function openedOrNot(configuration: Configuration, spelled: Spelled): Configuration | undefined {
  try {
    return openLifted(configuration, spelled);
  } catch (error) {
    // The proof says so.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const known = new WeakMap<Spelled, Configuration>();

/** The lifted text, read from the beginning once. */
function openLifted(configuration: Configuration, spelled: Spelled): Configuration {
  const before = known.get(spelled);
  if (before !== undefined) return before;
  const { middle, changes } = spelled;
  const made = reopened(configuration, applyChanges(middle.file.text, changes), 'v3');
  known.set(spelled, made);
  return made;
}

/**
 * A configuration without the resources that stay as they are, so that all of it is of one version; undefined where
 * nothing is left.
 */
function withoutBlocked(
  configuration: Configuration,
  blocked: Blocked,
  api: ApiVersion,
): Configuration | Entangled {
  if (blocked.isEmpty) return configuration;
  const parts: { readonly root: Root; readonly changes: readonly TextChange[] }[] = [];
  for (const [at, root] of configuration.roots.entries()) {
    const made = editText(root.tree, blocked.removalsIn(root));
    if (!made.ok) return { at, why: `${made.reason}; write out what they share` };
    parts.push({ root, changes: made.changes });
  }
  const { changes } = fileChanges(configuration.file, parts);
  try {
    return reopened(configuration, applyChanges(configuration.file.text, changes), api);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      at: 0,
      why: 'without what stays, nothing tells what the file is; correct what is left, or take it out',
    };
  }
}

/** Where two texts differ in their canonical forms; undefined where they do not. */
function formDifference(before: Configuration, after: Configuration): string | undefined {
  if (before.roots.length !== after.roots.length) return 'the lifted text holds other documents';
  for (const [index, root] of before.roots.entries()) {
    const other = after.roots[index];
    if (other === undefined) continue;
    const difference = rootDifference(root, before.namespace, other, after.namespace);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function rootDifference(one: Root, namespace: string, other: Root, otherWord: string): string | undefined {
  const [left, right] = [rootFrames(one), rootFrames(other)];
  if (left.length !== right.length) return 'the lifted text holds other messages';
  for (const [index, frame] of left.entries()) {
    const same = right[index];
    if (same === undefined) continue;
    const path = frameDifference([frame, one, namespace], [same, other, otherWord]);
    if (path !== undefined) return `${path || frame.type} would mean something else in version 3`;
  }
  return undefined;
}

type Written = readonly [frame: Frame, root: Root, namespace: string];

/** What is the same before defaults are filled in is the same after; filling is for what is not, such as sets. */
function frameDifference(one: Written, other: Written): string | undefined {
  if (sameData(unfilledForm(...asked(one)), unfilledForm(...asked(other)))) return undefined;
  const filled = (written: Written): unknown => {
    const [frame, steps] = asked(written);
    return canonicalForm(frame, { ...steps, synonyms: false });
  };
  return firstDifference(filled(one), filled(other));
}

/** No migration is applied: the proof of the lift does not rest on any. */
function asked([frame, { tree }, namespace]: Written) {
  return [frame, { namespace, migrations: [], inThree: { tree } }] as const;
}
