/** The canonical forms of both sides, spoken with one namespace and with one name for each cluster. */

import { canonicalForm } from '../../canonical/form.ts';
import { type BoundMessage, isObject, VERSION, versionOf } from '../../model/bound.ts';
import { deepCopy } from '../../model/copy.ts';
import { DEFAULT_NAMESPACE } from '../../model/namespace.ts';
import type { Configuration } from '../../model/open.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import type { Frame } from '../../model/walk.ts';
import { type ApiVersion, messageOfType } from '../../schema/version.ts';
import type { ClusterNames } from '../cluster-names.ts';
import { takeCommonNames } from '../form/common-names.ts';
import type { Source } from '../resources/found.ts';
import type { ResourcePair } from '../resources/pair.ts';

/** Stands in place of a type that the name of an extension tells, which version 2 alone reads. */
const STRUCT_TYPE = 'google.protobuf.Struct';

export interface Forms {
  /** The canonical form of a message, with the namespace of the first side. @param pair what it is compared in */
  readonly of: (frame: Frame, source: Source, pair?: ResourcePair) => BoundMessage;
  readonly hasOneNamespace: boolean;
  /** A resource is of one version of the API before and of another after: its forms are those of version 3. */
  readonly isAcross: (pair: ResourcePair) => boolean;
  /** The namespace of the forms. */
  readonly namespace: string;
}

export function formsOf(
  before: readonly Configuration[],
  after: readonly Configuration[],
  names: ClusterNames,
): Forms {
  const configurations = [...before, ...after];
  const renaming = new Set(names.isEmpty ? [] : after);
  const words = new Set(
    configurations.filter(({ namespaceIsAssumed }) => !namespaceIsAssumed).map(({ namespace }) => namespace),
  );
  const [common] = words;
  const versions = new Set(configurations.map(({ api }) => api));
  const isMixed = versions.has('mixed');
  const known = new WeakMap<ResourcePair, Versions>();
  const versionsOf = (pair: ResourcePair): Versions => {
    const found = known.get(pair) ?? versionsOn(pair);
    known.set(pair, found);
    return found;
  };
  const isAcross = (pair: ResourcePair): boolean => versions.size > 1 || (isMixed && versionsOf(pair).change);
  // Where both versions are, either may be the one that a part is spelled in: both sides are read in version 3.
  const mayHoldBoth =
    isMixed || (!versions.has('v2') && configurations.some(({ file }) => file.text.includes(STRUCT_TYPE)));
  const isInThree = (pair: ResourcePair): boolean =>
    versions.size > 1 || (mayHoldBoth && versionsOf(pair).areMixed);
  return {
    hasOneNamespace: words.size < 2,
    namespace: common ?? configurations[0]?.namespace ?? DEFAULT_NAMESPACE,
    isAcross,
    of(frame, { configuration, root, maySet }, pair) {
      // A file that shows no word is taken to have that of the others.
      const namespace = configuration.namespaceIsAssumed
        ? (common ?? configuration.namespace)
        : configuration.namespace;
      const inThree = pair === undefined ? versions.size > 1 : isInThree(pair);
      const form = canonicalForm(frame, {
        namespace,
        synonyms: true,
        maySet,
        ...(inThree ? { inThree: { tree: root.tree } } : {}),
      });
      if (renaming.has(configuration)) takeCommonNames({ ...frame, message: form }, namespace, names.after);
      return common === undefined || namespace === common
        ? form
        : (renamespaced(form, namespace, common) as BoundMessage);
    },
  };
}

interface Versions {
  /**
   * The resource, or what is in it, is of other versions after than before: a conversion may take the last sign of
   * version 2 from a resource around types of version 3.
   */
  readonly change: boolean;
  /** Both versions are in it, on one side or between the two. */
  readonly areMixed: boolean;
}

function versionsOn({ before, after }: ResourcePair): Versions {
  const [one, other] = [before.frame.message, after.frame.message];
  const [inOne, inOther] = [versionsIn(one), versionsIn(other)];
  const change = versionOf(one) !== versionOf(other) || inOne.size !== inOther.size;
  return { change, areMixed: change || inOne.size > 1 };
}

/** A value with another namespace in names (`WORD.lb`) and headers (`x-WORD-retry-on`). */
function renamespaced(value: unknown, from: string, to: string): unknown {
  const text = (each: string): string =>
    each.startsWith(`${from}.`)
      ? to + each.slice(from.length)
      : each.startsWith(`x-${from}-`)
        ? `x-${to}${each.slice(from.length + 2)}`
        : each;
  return deepCopy(value, text);
}

/** The versions of a message and of those in it. */
function versionsIn(message: BoundMessage): ReadonlySet<ApiVersion> {
  const found = new Set([versionOf(message)]);
  addVersions(message, found);
  return found;
}

function addVersions(value: unknown, found: Set<ApiVersion>): void {
  if (typeof value !== 'object' || value === null || found.size === 2) return;
  if (isObject(value)) {
    const type = value['@type'];
    // What nobody wrote a table of is data, of which only the type tells the version.
    const version =
      type === STRUCT_TYPE
        ? 'v2'
        : (value[VERSION] ??
          (typeof type === 'string' ? messageOfType(parseTypeUrl(type).name)?.version : undefined));
    if (version !== undefined) found.add(version);
  }
  for (const each of Object.values(value)) addVersions(each, found);
}
