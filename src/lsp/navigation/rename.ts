/** Renames a cluster, virtual host, secret or route configuration at every place that names it, or not at all. */
import { clusterReferences } from '../../analyze/clusters/references.ts';
import type { Configuration, Root } from '../../model/open.ts';
import { reopened } from '../../model/reopen.ts';
import { applyChanges, type Edit } from '../../source/edit/index.ts';
import { InputError } from '../../source/errors.ts';
import { escapeSegment, pointerOf } from '../../source/pointer.ts';
import { parentOf, startOf } from '../../source/tree.ts';
import { changesOf, type FileEdits, Refused } from '../edits.ts';
import { type Project, projectOf } from '../project.ts';
import { type Occurrence, sameName } from './occurrences.ts';

/**
 * The changes of every file of a project. The edited texts are opened anew: each place has to have the new name then,
 * and nothing may have the old one.
 *
 * @throws Refused with the reason where that cannot be
 */
export function renamed(project: Project, { kind, name }: Occurrence, to: string): readonly FileEdits[] {
  if (to.trim() === '') throw new Refused('a name may not be empty');
  if (to === name) return [];
  const all = sameName(project, { kind, name });
  if (sameName(project, { kind, name: to }).length > 0)
    throw new Refused(`there is a ${kind} "${to}" already`);
  refuseNamesInData(project, kind, name);
  const edits = project.configurations.flatMap((configuration): readonly FileEdits[] => {
    const here = all.filter(({ document }) => document.configuration === configuration);
    if (here.length === 0) return [];
    return [{ file: configuration.file.name, changes: changesOf(configuration, editsOf(here, to)) }];
  });
  prove(project, edits, { kind, name, to, places: all.length });
  return edits;
}

/** A text in data may be the name, or a text of its own. */
function refuseNamesInData({ subject }: Project, kind: Occurrence['kind'], name: string): void {
  if (kind !== 'cluster') return;
  const inData = subject
    .shared(clusterReferences)
    .byCluster.get(name)
    ?.find((each) => each.kind === 'data');
  if (inData === undefined) return;
  const { file } = inData.document.configuration;
  const at = inData.frame.message;
  throw new Refused(
    `"${name}" stands in data too, under ${inData.field} of ${String(at.name ?? inData.frame.type)} in ${file.name}, where nobody can tell whether the cluster is meant: nothing was renamed`,
  );
}

/** Later places first, so that no key is gone before what is under it is edited. */
function editsOf(occurrences: readonly Occurrence[], to: string): ReadonlyMap<Root, readonly Edit[]> {
  const found = new Map<Root, Edit[]>();
  const seen = new Map<Root, Set<number>>();
  const later = occurrences.toSorted(
    (one, other) => startOf(other.document.root.tree, other.node) - startOf(one.document.root.tree, one.node),
  );
  for (const { document, node, key } of later) {
    const { root } = document;
    const nodes = seen.get(root) ?? new Set();
    seen.set(root, nodes);
    // What an alias stands for is one place.
    if (nodes.has(node)) continue;
    nodes.add(node);
    const path = pointerOf(root.tree, node);
    const edit: Edit =
      key === undefined
        ? { op: 'replace', path, value: to }
        : {
            op: 'move',
            from: path,
            path: `${pointerOf(root.tree, parentOf(root.tree, key))}/${escapeSegment(to)}`,
            inPlaceOf: path,
          };
    found.set(root, [...(found.get(root) ?? []), edit]);
  }
  return found;
}

/** @throws Refused where the edited texts do not name what they should */
function prove(
  { configurations }: Project,
  edits: readonly FileEdits[],
  {
    kind,
    name,
    to,
    places,
  }: Pick<Occurrence, 'kind' | 'name'> & { readonly to: string; readonly places: number },
): void {
  const after = projectOf(
    configurations.map((configuration) => {
      const own = edits.find(({ file }) => file === configuration.file.name);
      return own === undefined
        ? configuration
        : again(configuration, applyChanges(configuration.file.text, own.changes));
    }),
  );
  if (sameName(after, { kind, name }).length > 0 || sameName(after, { kind, name: to }).length !== places)
    throw new Refused(`"${name}" cannot be renamed at every place that names it: nothing was renamed`);
}

function again(configuration: Configuration, text: string): Configuration {
  try {
    return reopened(configuration, text);
  } catch (error) {
    if (error instanceof InputError)
      throw new Refused('the file could not be read any more: nothing was renamed');
    throw error;
  }
}
