/** The version of the API of two sides of which one shows none: that of the other. */
import type { Configuration, OpenableFile } from '../model/open.ts';
import { readAs } from '../model/reopen.ts';
import type { ApiVersion } from '../schema/version.ts';

type Side<F extends OpenableFile> = readonly Configuration<F>[];

/**
 * Both sides, of which a file that shows no version of the API is read in the one that the other side shows: taking the
 * last sign of a version out of a file is no change to another one.
 */
export function inOneVersion<F extends OpenableFile>(
  before: Side<F>,
  after: Side<F>,
): readonly [before: Side<F>, after: Side<F>] {
  return [readLike(before, after), readLike(after, before)];
}

function readLike<F extends OpenableFile>(side: Side<F>, other: Side<F>): Side<F> {
  if (!side.every(({ apiIsAssumed }) => apiIsAssumed)) return side;
  const version = versionShown(other);
  return version === undefined || version === side[0]?.api
    ? side
    : side.map((configuration) => readAs(configuration, version));
}

/** The one version that the files of a side show; undefined where they show none, or both. */
function versionShown(side: readonly Configuration[]): ApiVersion | undefined {
  const versions = new Set(side.flatMap(({ api, apiIsAssumed }) => (apiIsAssumed ? [] : [api])));
  const [version] = versions;
  return versions.size > 1 || version === 'mixed' ? undefined : version;
}
