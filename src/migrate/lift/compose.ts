/** Two steps of changes as one: those of a text and those of what they made of it become changes of the first text. */

import { LIFT } from '../../canonical/version-three/message.ts';
import { versionOf } from '../../model/bound.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { embeddedAt, spanOf } from '../../model/place.ts';
import { reopened } from '../../model/reopen.ts';
import { type Frame, locator, rootFrames, walkInsideOut } from '../../model/walk.ts';
import { compiledMessage, isApiVersion } from '../../schema/compiled.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { TextChange } from '../../source/edit/index.ts';
import { nodeFinder } from '../../source/pointer.ts';
import { ROOT } from '../../source/tree.ts';
import type { Applied } from '../migrate.ts';
import { type Blocked, type BlockedUnit, placeKey, placeOfRoot } from './found.ts';
import type { Spelled } from './spell.ts';

/** A change with the stretch of the middle text that it made. */
interface Placed {
  readonly change: TextChange;
  readonly start: number;
  readonly end: number;
}

/**
 * @param first changes of the old text, in order
 * @param second changes of the text that these make, in order
 * @param middle that text
 */
export function composeChanges(
  first: readonly TextChange[],
  second: readonly TextChange[],
  middle: string,
): TextChange[] {
  if (first.length === 0) return [...second];
  if (second.length === 0) return [...first];
  const earlier = placed(first);
  const offset = 1 + Math.max(-1, ...first.map(({ edits }) => edits.reduce((a, b) => Math.max(a, b), -1)));
  const made: TextChange[] = [];
  let [left, right, shift] = [0, 0, 0];
  while (left < earlier.length || right < second.length) {
    const group = { before: [] as Placed[], after: [] as TextChange[], start: 0, end: -1 };
    // Everything that touches what is in the group already belongs to it.
    for (;;) {
      const before = earlier[left];
      const after = second[right];
      const isNext = before !== undefined && (after === undefined || before.start <= after.start);
      const next = isNext ? before : after;
      if (next === undefined || (group.end !== -1 && next.start > group.end)) break;
      if (group.end === -1) group.start = next.start;
      group.end = Math.max(group.end, next.end);
      if (isNext) {
        group.before.push(before);
        left++;
      } else if (after !== undefined) {
        group.after.push(after);
        right++;
      }
    }
    const start = group.start - shift;
    for (const { change, start: from, end } of group.before)
      shift += end - from - (change.end - change.start);
    made.push({
      start,
      end: group.end - shift,
      text: withChanges(middle, group.start, group.end, group.after),
      edits: [
        ...group.before.flatMap(({ change }) => change.edits),
        ...group.after.flatMap(({ edits }) => edits.map((edit) => edit + offset)),
      ],
    });
  }
  return made;
}

/** Where the text of each change stands in the text that they make. */
function placed(changes: readonly TextChange[]): readonly Placed[] {
  let shift = 0;
  return changes.map((change) => {
    const start = change.start + shift;
    const end = start + change.text.length;
    shift = end - change.end;
    return { change, start, end };
  });
}

function withChanges(text: string, start: number, end: number, changes: readonly TextChange[]): string {
  const pieces: string[] = [];
  let cursor = start;
  for (const change of changes) {
    pieces.push(text.slice(cursor, change.start), change.text);
    cursor = change.end;
  }
  pieces.push(text.slice(cursor, end));
  return pieces.join('');
}

// What a lift in parts does to what it leaves: the version of a document is told from all that stands in it, so types of
// version 3 beside it can change how a resource is read that stays as it is.

/** What has to stay as it is too. */
interface KeptBeside {
  readonly units: readonly BlockedUnit[];
  readonly left: readonly Applied[];
  /** Nothing can be lifted without changing what stays. */
  readonly isAll: boolean;
}

/**
 * @param text what the lift in parts makes of the file
 * @param blocked resources that stay as they are
 */
export function keptBeside(
  configuration: Configuration,
  { parts }: Spelled,
  text: string,
  blocked: Blocked,
): KeptBeside {
  const after = reopened(configuration, text, null);
  const [old, now] = [versionsIn(configuration), versionsIn(after)];
  const all = parts.flatMap(({ root }, index) =>
    blocked.pointersIn(root).map((pointer) => ({ root, pointer, index })),
  );
  const read = all.filter(({ root, pointer }) => old.at(root, pointer) !== now.at(root, pointer));
  if (read.length > 0) {
    const left = read.map(({ pointer, index }) => leftAt(configuration, index, pointer, READ));
    return { units: [], left, isAll: true };
  }
  const asked = now.asked.filter((each) => !old.asked.includes(each));
  const units = parts.flatMap(({ root, units: own }, index) =>
    own
      .filter(({ pointer }) =>
        asked.some((each) => each.startsWith(`${placeKey(placeOfRoot(root), pointer)}/`)),
      )
      .map(({ pointer }) => ({ root, pointer, index })),
  );
  const left = units.map(({ pointer, index }) => leftAt(configuration, index, pointer, ASKED));
  return { units, left, isAll: false };
}

const READ =
  'it would be read as version 3 beside what is lifted, so nothing of the file is; lift it first, or write its types';
const ASKED =
  'what is around it stays in version 2, which would read V3 in it as something else; lift what is left there first';

interface Versions {
  /** The version of the innermost message around what a pointer leads to. */
  at(root: Root, pointer: string): ApiVersion | undefined;
  /** Where messages of version 2 ask somebody for version 3. */
  readonly asked: readonly string[];
}

function versionsIn(configuration: Configuration): Versions {
  const known = new Map<string, ApiVersion>();
  const asked: string[] = [];
  for (const root of configuration.roots) {
    const { pointer } = locator(root.tree);
    const note = (frame: Frame): void => {
      const key = placeKey(placeOfRoot(root), pointer(frame));
      const version = versionOf(frame.message);
      known.set(key, version);
      if (version === 'v2' && asksForThree(frame)) asked.push(`${key}/`);
    };
    for (const frame of rootFrames(root)) walkInsideOut(frame, configuration.namespace, note);
  }
  const at: Versions['at'] = (root, pointer) => {
    const place = placeOfRoot(root);
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const found = known.get(placeKey(place, pointer.slice(0, end)));
      if (found !== undefined) return found;
    }
    return known.get(placeKey(place, '')) ?? root.version;
  };
  return { at, asked };
}

function asksForThree({ message, type }: Frame): boolean {
  return compiledMessage(type, 'v2').fields.some(
    (field) => isApiVersion(field) && message[field.name] === 'V3',
  );
}

function leftAt(configuration: Configuration, index: number, pointer: string, reason: string): Applied {
  const root = configuration.roots[index];
  if (root === undefined) throw new Error('the lifted text holds other documents than the one before');
  return {
    migration: LIFT,
    pointer,
    range: configuration.file.lines.range(spanOf(root, nodeFinder(root.tree)(pointer) ?? ROOT)),
    reason,
    document: root.document,
    ...embeddedAt(root),
  };
}
