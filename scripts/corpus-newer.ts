/** The figures of the real configurations of version 3, for `npm run corpus`. */
import { InputError } from '../src/source/errors.ts';
import {
  CORPUS_V3,
  errorsIn,
  isNamed,
  judged,
  listed,
  openedV3,
  undecidable,
} from '../test/analyze/corpus-v3.ts';

/** Prints how many files hold what, what is read, and which errors are not judged. @returns whether any is not */
export function readNewer(): boolean {
  const files = listed();
  if (files.length === 0) {
    console.log(`skipped: there is no folder ${CORPUS_V3}`);
    return true;
  }
  const read = new Map<string, number>();
  const refused = new Map<string, number>();
  const known = new Set(judged().map(({ file, rule, pointer }) => `${file} ${rule} ${pointer}`));
  const alarms: string[] = [];
  let errors = 0;
  const negative = files.filter(({ isNegative }) => isNegative);
  for (const { file, kind, isNegative } of files) {
    const opened = openedV3(file);
    if (opened instanceof InputError) {
      const { problem } = opened.details;
      const why = /Kubernetes|not YAML|not JSON/.exec(problem)?.[0] ?? 'no proxy configuration';
      refused.set(`${kind}: ${why}`, (refused.get(`${kind}: ${why}`) ?? 0) + 1);
      continue;
    }
    read.set(kind, (read.get(kind) ?? 0) + 1);
    const found = errorsIn(opened);
    if (!isNegative)
      for (const { rule, pointer } of found) {
        errors++;
        if (!known.has(`${file} ${rule} ${pointer}`)) alarms.push(`${file}: ${rule} at ${pointer}`);
      }
  }
  const total = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((sum, each) => sum + each, 0);
  console.log(
    `version 3: ${files.length} files, ${total(read)} read, ${total(refused)} named as something else or refused`,
  );
  for (const [kind, count] of sorted(read)) console.log(`  read ${count} ${kind}`);
  for (const [what, count] of sorted(refused)) console.log(`  refused ${count} ${what}`);
  console.log(
    `  errors in files that a proxy took: ${errors}, judged ${errors - alarms.length}, not judged ${alarms.length}`,
  );
  for (const alarm of alarms) console.log(`    ${alarm}`);
  const named = negative.filter(isNamed).length;
  console.log(
    `  files that the proxy's unit tests want refused: ${negative.length}, an error named in ${named}, the text alone does not show it in ${undecidable().size}`,
  );
  return alarms.length === 0;
}

function sorted(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort(([, left], [, right]) => right - left);
}
