/**
 * The one form of a message, in steps that stand on each other: deprecated forms converted, spelled in version 3 where
 * both versions meet, synonyms brought to one of them, defaults filled in. What is printed, compared and proved differs
 * only in which of the steps it asks for.
 */
import { bootstrapTracingToProvider } from '../../migrations/bootstrap-tracing-to-provider.ts';
import { migrations as allMigrations, migrations } from '../../migrations/index.ts';
import { type BoundMessage, type OpenMessage, versionOf } from '../model/bound.ts';
import { type FillOptions, fill } from '../model/fill.ts';
import type { Configuration } from '../model/open.ts';
import { type Frame, walkInsideOut } from '../model/walk.ts';
import { type Paths, pathsTo } from '../schema/reach.ts';
import type { SourceTree } from '../source/tree.ts';
import { convert } from './convert.ts';
import type { Migration } from './migration/migration.ts';
import { foldSynonyms, typesWithSynonyms } from './synonyms.ts';
import { inVersionThree } from './version-three/message.ts';

interface CanonicalSteps
  extends Partial<Pick<FillOptions, 'onlyWritten' | 'inPlace' | 'release' | 'maySet'>> {
  /** The namespace of the file. */
  readonly namespace: string;
  /** What ends deprecated forms; every migration, the optional ones too, where nothing else is said. */
  readonly migrations?: readonly Migration[];
  /** Asks for the spelling of version 3, in which messages of both versions can be compared. */
  readonly inThree?: InThree;
  /** Brings what the model has two words for to one of them: for comparing, not for printing. */
  readonly synonyms: boolean;
  /** Leaves what is deprecated where the release does not have what replaces it: for printing, not for comparing. */
  readonly withinRelease?: true;
}

interface InThree {
  /** Where it was written, as far as that is known. */
  readonly tree?: SourceTree;
}

let paths: Paths | undefined;

/** A message in its place, in the canonical form; the input is not changed. */
export function canonicalForm(frame: Frame, steps: CanonicalSteps): BoundMessage {
  if (frame.type === '') return frame.message;
  const { namespace, synonyms, onlyWritten = false, inPlace, release, maySet } = steps;
  const message = current(frame, steps);
  if (synonyms) {
    paths ??= pathsTo(typesWithSynonyms());
    walkInsideOut(
      { ...frame, message },
      namespace,
      (each) => foldSynonyms(each, each.message as OpenMessage, namespace),
      paths,
    );
  }
  return fill(
    { ...frame, message },
    { namespace, onlyWritten, release, maySet, ...(inPlace === undefined ? {} : { inPlace }) },
  );
}

/**
 * The form before defaults are filled in. Where it is the same, so is the canonical form of what asks for no synonyms:
 * filling goes by the message alone.
 */
export function unfilledForm(frame: Frame, steps: Omit<CanonicalSteps, 'synonyms'>): BoundMessage {
  return frame.type === '' ? frame.message : current(frame, { ...steps, synonyms: false });
}

/** Current forms in place of deprecated ones: those of version 2, then, where it is asked for, those of version 3. */
function current(
  frame: Frame,
  { namespace, migrations = allMigrations, inThree, withinRelease, release }: CanonicalSteps,
): BoundMessage {
  const options = { namespace, older: false, release: withinRelease && release };
  const converted = (message: BoundMessage): BoundMessage =>
    migrations.length === 0 ? message : convert({ ...frame, message }, migrations, options);
  const message = converted(frame.message);
  if (inThree === undefined) return message;
  const lifted = inVersionThree({ ...frame, message }, { namespace, tree: inThree.tree });
  return converted(lifted);
}

// Conversions that reach beyond a message: the share that a mirror policy reads from a runtime key is stored in the
// runtime layers of the same bootstrap, and changes its base with the policy; what version 3 deprecates, a bootstrap's
// tracer, moves to its connection managers. Resources are compared one by one, so such a bootstrap is
// converted as a whole before it is taken apart.

/**
 * A root, converted where a conversion reaches beyond a message.
 *
 * @param movesTracer a bootstrap's tracer moves to its connection managers, in both versions
 */
export function wholeConversion(
  frame: Frame,
  { file, namespace }: Configuration,
  movesTracer: boolean,
): Frame {
  const { message, type } = frame;
  const isSecond = versionOf(message) === 'v2';
  const tracer = movesTracer && type === 'Bootstrap' && message.tracing !== undefined;
  const runtime = isSecond && sharesRuntime(frame, file.text);
  if (!tracer && !runtime) return frame;
  const converted = (of: BoundMessage, by: readonly Migration[]): Frame => ({
    ...frame,
    message: convert({ ...frame, message: of }, by, { namespace, older: false }),
  });
  const current = converted(message, migrations);
  return tracer && isSecond ? converted(current.message, TRACER) : current;
}

const TRACER: readonly Migration[] = [{ ...bootstrapTracingToProvider, versions: ['v2'] }];

function sharesRuntime({ message, type }: Frame, text: string): boolean {
  if (type !== 'Bootstrap' || (message.layered_runtime ?? message.runtime) === undefined) return false;
  return /mirror_?[pP]olic/.test(text) && /runtime_?[kK]ey/.test(text);
}
