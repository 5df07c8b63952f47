/** The canonical forms of both sides, spoken with one reserved word and with one name for each cluster. */

import { canonicalForm } from '../../canonical/form.ts';
import type { BoundMessage } from '../../model/bound.ts';
import { deepCopy } from '../../model/copy.ts';
import type { Configuration } from '../../model/open.ts';
import type { Frame } from '../../model/walk.ts';
import type { ClusterNames } from '../cluster-names.ts';
import { takeCommonNames } from '../form/common-names.ts';
import type { Source } from '../resources/found.ts';

export interface Forms {
  /** The canonical form of a message, with the reserved word of the first side. */
  readonly of: (frame: Frame, source: Source) => BoundMessage;
  readonly hasOneWord: boolean;
  /** The sides are of both versions of the API: the forms are those of version 3. */
  readonly isAcross: boolean;
  /** The namespace of the forms. */
  readonly word: string;
}

export function formsOf(
  before: readonly Configuration[],
  after: readonly Configuration[],
  names: ClusterNames,
): Forms {
  const configurations = [...before, ...after];
  const renaming = new Set(names.isEmpty ? [] : after);
  const words = new Set(configurations.filter(({ wordIsAssumed }) => !wordIsAssumed).map(({ word }) => word));
  const [common] = words;
  const isAcross = hasBothVersions(configurations);
  return {
    hasOneWord: words.size < 2,
    word: common ?? configurations[0]?.word ?? 'proxy',
    isAcross,
    of(frame, { configuration, root }) {
      // A file that shows no word is taken to have that of the others.
      const word = configuration.wordIsAssumed ? (common ?? configuration.word) : configuration.word;
      const form = canonicalForm(frame, {
        word,
        synonyms: true,
        ...(isAcross ? { inThree: { tree: root.tree } } : {}),
      });
      if (renaming.has(configuration)) takeCommonNames({ ...frame, message: form }, word, names.after);
      return common === undefined || word === common ? form : (respoken(form, word, common) as BoundMessage);
    },
  };
}

function hasBothVersions(configurations: readonly Configuration[]): boolean {
  return new Set(configurations.map(({ api }) => api)).size > 1;
}

/** A value with another reserved word in names (`WORD.lb`) and headers (`x-WORD-retry-on`). */
function respoken(value: unknown, from: string, to: string): unknown {
  const text = (each: string): string =>
    each.startsWith(`${from}.`)
      ? to + each.slice(from.length)
      : each.startsWith(`x-${from}-`)
        ? `x-${to}${each.slice(from.length + 2)}`
        : each;
  return deepCopy(value, text);
}
