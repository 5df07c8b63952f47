/** Replays requests through the text before and after, neither of them converted, where edits may matter to them. */
import type { Configuration } from '../model/open.ts';
import { reopened } from '../model/reopen.ts';
import type { Frame } from '../model/walk.ts';
import { replay } from '../replay/index.ts';
import { applyChanges, type TextChange } from '../source/edit/index.ts';
import { InputError } from '../source/errors.ts';
import { grouped } from '../source/grouped.ts';
import type { PlannedChange } from './plan.ts';

/** Messages of which routing knows no more than what {@link ROUTED_FIELDS} say. */
const BESIDE_ROUTING: ReadonlySet<string> = new Set(['Cluster', 'core.Node']);
/** What routing asks of a cluster. */
const ROUTED_FIELDS = /^\/(?:name|type|cluster_type|clusterType)(?:\/|$)/;

/** Whether a change may reach what requests are routed by. */
export function reachesRouting({ frame, pointer, edits }: PlannedChange): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (!BESIDE_ROUTING.has(at.type)) continue;
    return at === frame && edits.some(({ path }) => ROUTED_FIELDS.test(path.slice(pointer.length)));
  }
  return true;
}

export interface ReplayedChanges {
  readonly requests: number;
  readonly warnings: readonly string[];
  readonly difference?: string;
  /** Why the changes are not made: the edited text would be read as something that the file is not. */
  readonly obstacle?: string;
}

/** @param changes of the file's text, all of them */
export function replayChanges(
  configuration: Configuration,
  parts: readonly { readonly isRouted: boolean }[],
  changes: readonly TextChange[],
): ReplayedChanges {
  if (changes.length === 0 || !parts.some(({ isRouted }) => isRouted)) return { requests: 0, warnings: [] };
  try {
    const after = reopened(configuration, applyChanges(configuration.file.text, changes));
    const { requests, unreplayed, difference } = replay(configuration, after);
    const obstacle = difference === undefined ? undefined : readOtherwise(configuration, after);
    if (obstacle !== undefined) return { requests, warnings: [], obstacle };
    const warnings =
      unreplayed === 0
        ? []
        : [
            `only ${grouped(requests)} requests were replayed through the old and the new text, within the budget for it: ${grouped(unreplayed)} virtual hosts were compared by their meaning alone`,
          ];
    return { requests, warnings, ...(difference === undefined ? {} : { difference }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      requests: 0,
      warnings: [],
      difference: `the edited text cannot be read: ${error.details.problem}`,
    };
  }
}

/** What the edited text no longer shows of the file, where that is why it says something else. */
function readOtherwise(before: Configuration, after: Configuration): string | undefined {
  if (before.word !== after.word)
    return `only the forms that would be converted show that the namespace is "${before.word}"; give it with --namespace ${before.word}`;
  const index = before.roots.findIndex(({ version }, at) => version !== after.roots[at]?.version);
  const [root, again] = [before.roots[index], after.roots[index]];
  if (root === undefined || again === undefined) return undefined;
  const [version, other] = [root, again].map((each) => each.version.slice(1));
  return `only the forms that would be converted show that the document is of version ${version} of the API; what would be left of it is of version ${other}: write all of it in one of the two first`;
}
