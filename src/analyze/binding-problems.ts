/** What checking found while the documents were bound, as drafts. */
import { isObject } from '../model/bound.ts';
import type { Configuration, FoundProblem } from '../model/open.ts';
import type { Level, NodeProblem } from '../model/problem.ts';
import { readAtRelease } from '../model/reopen.ts';
import { layerValue } from '../routing/runtime-layers.ts';
import type { Release } from '../schema/release.ts';
import { endOf } from '../source/tree.ts';
import type { Draft, Fix, NodeSpot } from './finding.ts';
import type { Subject } from './subject.ts';

/** Longest value in the title of a fix. */
const LONGEST_SHOWN = 60;

interface CheckedDraft {
  readonly rule: string;
  readonly level: Level;
  readonly draft: Draft;
}

/** @param from a release whose own problems are not those of an upgrade */
export function* checkedDrafts({ documents, documentOf }: Subject, from?: Release): Generator<CheckedDraft> {
  for (const configuration of new Set(documents.map((document) => document.configuration))) {
    const isNew = from === undefined ? undefined : newSince(configuration, from);
    for (const found of configuration.found) {
      const { problem, root } = found;
      const upgrade = isNew?.(found);
      const { rule, level, message, node, key } = problem;
      const { runtime } = problem.data ?? {};
      if (runtime !== undefined) {
        const isTaken = isLetThrough(documents, configuration.namespace, runtime);
        if (isTaken === (rule === 'refused-field')) continue;
      }
      const at = { document: documentOf(root), node, ...(key === undefined ? {} : { key }) };
      const fix = fixOf(problem, at);
      const said = {
        ...(problem.migration !== undefined && { migration: problem.migration }),
        ...problem.data,
        ...(upgrade && { upgrade: upgrade.upgrade }),
      };
      const data = Object.keys(said).length === 0 ? {} : { data: said };
      yield {
        rule,
        level,
        draft: {
          message: message + (upgrade?.words ?? ''),
          at,
          ...data,
          ...(fix === undefined ? {} : { fix }),
        },
      };
    }
  }
}

/** Whether a layer of a bootstrap makes the proxy take a field that it refuses otherwise. */
function isLetThrough(documents: Subject['documents'], namespace: string, runtime: string): boolean {
  const keys = [runtime, `${namespace}.features.enable_all_deprecated_features`];
  return documents.some(
    ({ root: { type, value } }) =>
      type === 'Bootstrap' &&
      isObject(value) &&
      keys.some((each) => String(layerValue(value, each)) === 'true'),
  );
}

function fixOf({ meant, plain }: NodeProblem, at: NodeSpot): Fix | undefined {
  if (meant !== undefined) return { kind: 'respelling', title: `spell it ${meant}`, at, renamed: meant };
  switch (plain) {
    case undefined:
      return undefined;
    case 'list':
      return { kind: 'plain', title: 'write it as a list', at, plain };
    case 'absent':
      return { kind: 'plain', title: 'remove the null', at, plain };
    case 'without comma':
      return withoutComma(at);
    default: {
      const shown = JSON.stringify(plain.value);
      return {
        kind: 'plain',
        title: `write ${shown.length > LONGEST_SHOWN ? 'the plain form' : shown}`,
        at,
        plain,
      };
    }
  }
}

/** The comma behind a value of JSON; text in another document is not edited piece by piece. */
function withoutComma({ document: { configuration, root }, node }: NodeSpot): Fix | undefined {
  if (root.embedded !== undefined) return undefined;
  const [stretch = ''] = /^\s*,/.exec(root.tree.text.slice(endOf(root.tree, node))) ?? [];
  if (stretch === '') return undefined;
  const end = endOf(root.tree, node) + stretch.length;
  return {
    kind: 'text',
    title: 'remove the comma',
    configuration,
    change: { start: end - 1, end, text: '' },
  };
}

// What checking finds in a release of the proxy and not in an earlier one.

/** What becomes of something in the later release. */
interface NewProblem {
  readonly upgrade: 'refused' | 'gone' | 'deprecated';
  /** The end of a sentence that says what the release says. */
  readonly words: string;
}

/** What a problem of a configuration is to somebody who comes from a release; undefined where that one has it too. */
function newSince(
  configuration: Configuration,
  from: Release,
): (found: FoundProblem) => NewProblem | undefined {
  const before = new Set(readAtRelease(configuration, from).found.map(keyOf));
  return (found) => {
    const { rule, level, data } = found.problem;
    if (before.has(keyOf(found))) return undefined;
    if (rule === 'deprecated-field')
      return { upgrade: 'deprecated', words: `; release ${from} does not deprecate it` };
    if (level !== 'error') return undefined;
    const isGone = data?.until !== undefined;
    return { upgrade: isGone ? 'gone' : 'refused', words: `; release ${from} takes it` };
  };
}

/** The texts are the same, so the place says which problem it is; what is a remark in one release may be refused in another. */
function keyOf({ problem: { rule, level, node }, root: { document, embedded } }: FoundProblem): string {
  return `${rule} ${level} ${document} ${embedded?.node ?? ''} ${node}`;
}
